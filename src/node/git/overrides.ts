import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { ConfigEntry } from './repository-config.ts';

/** Programs that attributes of the files choose by a name: what they are replaced by. */
const BY_NAME: readonly { readonly key: RegExp; readonly settings: (name: string) => readonly string[] }[] = [
  {
    key: /^filter\.(.*)\.(?:clean|smudge|process|required)$/s,
    settings: name => [
      `filter.${name}.clean=`,
      `filter.${name}.smudge=`,
      `filter.${name}.process=`,
      `filter.${name}.required=false`,
    ],
  },
  // A driver that fails leaves a conflict, which a person resolves.
  { key: /^merge\.(.*)\.(?:driver|recursive)$/s, settings: name => [`merge.${name}.driver=false`] },
  {
    key: /^diff\.(.*)\.(?:command|textconv)$/s,
    settings: name => [`diff.${name}.command=true`, `diff.${name}.textconv=true`],
  },
  {
    key: /^hook\.(.*)\.(?:command|event|enabled)$/s,
    settings: name => [`hook.${name}.enabled=false`, `hook.${name}.command=true`],
  },
];

/** What `-c` has to say beside the fixed list; the error names what cannot be switched off. */
export function overridesFor(entries: readonly ConfigEntry[]): Result<readonly string[]> {
  const settings = new Set<string>();
  for (const { key } of entries) {
    for (const rule of BY_NAME) {
      const name = rule.key.exec(key)?.[1];
      if (name === undefined) continue;
      // `-c` ends a key at the first equals sign.
      if (name.includes('='))
        return fail(`git's configuration sets ${key}, which runs a program and cannot be switched off`);
      for (const setting of rule.settings(name)) settings.add(setting);
    }
  }
  return ok([...settings].flatMap(setting => ['-c', setting]));
}

/** Names of the filters that any configuration defines. */
export function filterNames(entries: readonly ConfigEntry[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap(({ key }) => /^filter\.(.*)\.(?:clean|smudge|process)$/s.exec(key)?.[1] ?? []),
  );
}

/** Settings of a repository that send what is fetched or pushed through a program or to another place. */
const REDIRECTS: readonly RegExp[] = [
  /^core\.(sshcommand|gitproxy|askpass)$/,
  /^credential\.(.*\.)?helper$/s,
  /^remote\..*\.(uploadpack|receivepack|vcs|proxy|proxyauthmethod)$/s,
  /^url\..*\.(insteadof|pushinsteadof)$/s,
  /^protocol\./,
  /^ssh\./,
];
/** These change how, not where or by whom. */
const HARMLESS_HTTP =
  /^http\.(.*\.)?(extraheader|postbuffer|version|lowspeedlimit|lowspeedtime|maxrequests|minsessions|useragent)$/s;

/** Why nothing is fetched or pushed with this configuration. */
export function reasonNotToConnect(entries: readonly ConfigEntry[]): string | undefined {
  const found = entries.find(
    ({ key, untrusted }) =>
      untrusted &&
      (REDIRECTS.some(pattern => pattern.test(key)) || (key.startsWith('http.') && !HARMLESS_HTTP.test(key))),
  );
  return found === undefined
    ? undefined
    : `the repository's own configuration sets ${found.key}, which decides what runs or where it goes; ` +
        'move it to your own configuration (git config --global) if you trust it, or do this step yourself';
}
