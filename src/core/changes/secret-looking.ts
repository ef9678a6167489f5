import { foldedName } from './path-policy.ts';

/** File names that usually hold credentials, lower case. */
const NAMES: readonly RegExp[] = [
  /^\.env(rc)?([._-].+)?$/,
  /\.env(\.local)?$/,
  /\.(pem|key|p8|p12|pkcs12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn|tfvars|tfstate)$/,
  /\.(tfvars\.json|auto\.tfvars|tfstate\.backup)$/,
  /^id_(rsa|dsa|ecdsa|ed25519)/,
  /^[._]netrc$|^\.(authinfo|pgpass|my\.cnf|htpasswd|npmrc|pypirc|git-credentials|dockercfg|dockerconfigjson)$/,
  /^\.(s3cfg|boto|terraformrc|vault-token|vault[-_]pass)$|^vault[-_]pass(word)?(\.txt)?$/,
  /^kubeconfig$|\.kubeconfig$/,
  /(^|[._-])(passwords?|passwd|api[-_]?keys?)\.(txt|json|ya?ml|ini|cfg|csv|toml|xml)$/,
  /(^|[._-])(credentials?|secrets?)([._-]|$)/,
  /^service[-_]?account.*\.json$/,
];
/** Folders in which tools keep credentials. */
const FOLDERS = /(^|\/)\.(ssh|gnupg|aws|azure|kube|docker|gcloud)\//;
/** Templates that are meant to be committed. */
const HARMLESS = /\.(example|sample|template|dist)$|\.(py|ts|js|md|rst)$/;

/** Why a file is shown to no model and no client; a person lets one in by its name. */
export function reasonNotToShow(path: string, allowed: Iterable<string> | undefined): string | undefined {
  if (!looksSecret(path) || [...(allowed ?? [])].includes(path)) return undefined;
  return `${path} was left out: it looks like a secret; allow it with --allow-secret-file ${path}`;
}

/** Why text must not move from one file into another: under an ordinary name it could be read. */
export function reasonNotToMove(
  from: string,
  to: string,
  allowed: Iterable<string> | undefined,
): string | undefined {
  return looksSecret(to) ? undefined : reasonNotToShow(from, allowed);
}

/** Whether an untracked file looks as if it held a secret; such a file is never committed for the user. */
export function looksSecret(path: string): boolean {
  const name = foldedName(path);
  return (
    !HARMLESS.test(name) && (FOLDERS.test(path.toLowerCase()) || NAMES.some(pattern => pattern.test(name)))
  );
}
