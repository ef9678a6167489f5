/** Owner and name of a repository on a host that has compare pages, from a remote's address. */
interface Hosted {
  readonly host: string;
  readonly path: string;
}

/**
 * The page on which a person can open a pull request for a pushed branch; `undefined` when the host is not known
 * to have one. No credentials of the remote's address are taken over.
 */
export function compareUrl(remoteUrl: string, base: string, branch: string): string | undefined {
  const hosted = parseRemote(remoteUrl);
  if (!hosted) return undefined;
  const page = `https://${hosted.host}/${hosted.path}`;
  const [from, to] = [base, branch].map(encodeBranch);
  if (isGitLab(hosted.host))
    return `${page}/-/merge_requests/new?merge_request%5Bsource_branch%5D=${encodeURIComponent(branch)}&merge_request%5Btarget_branch%5D=${encodeURIComponent(base)}`;
  if (/(^|\.)(github|gitea|codeberg)\./.test(hosted.host)) return `${page}/compare/${from}...${to}?expand=1`;
  return undefined;
}

/** A host, or `HOST/OWNER/NAME`. */
export const isGitLab = (host: string): boolean => /^([^/]*\.)?gitlab\./.test(host);

/** `HOST/OWNER/NAME`, as gh takes it. */
export function repositoryName(remoteUrl: string): string | undefined {
  const hosted = parseRemote(remoteUrl);
  return hosted && `${hosted.host}/${hosted.path}`;
}

/** `https://host/a/b.git`, `ssh://git@host/a/b`, `git@host:a/b.git`. */
function parseRemote(url: string): Hosted | undefined {
  const match =
    /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/.exec(url) ??
    /^(?:[^@/]+@)([^/:]+):(.+)$/.exec(url);
  const [, host, path] = match ?? [];
  if (host === undefined || path === undefined) return undefined;
  const clean = path.replace(/(?<!\/)\/+$/, '').replace(/\.git$/, '');
  return /^[\w.~-]+(\/[\w.~-]+)+$/.test(clean) ? { host: host.toLowerCase(), path: clean } : undefined;
}

const encodeBranch = (branch: string): string => branch.split('/').map(encodeURIComponent).join('/');
