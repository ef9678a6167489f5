import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { HARDENING } from './hardening.ts';
import type { RunGit } from './run-git.ts';

/** The remote that work is fetched from and pushed to. */
export async function findRemote(git: RunGit, signal: AbortSignal): Promise<string | undefined> {
  const listed = await git({ args: ['remote'] }, signal);
  const names = listed.ok ? listed.value.split('\n').filter(name => name !== '') : [];
  return names.includes('origin') ? 'origin' : names[0];
}

/** Where a push would really go, after every rewriting of the user's configuration. */
export async function findPushAddress(
  git: RunGit,
  remote: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  const listed = await git(
    { args: ['remote', 'get-url', '--push', '--all', '--', remote], network: true },
    signal,
  );
  if (!listed.ok) return fail(`nothing is pushed to ${remote}: ${listed.error}`);
  const [address, ...more] = listed.value.split('\n').filter(line => line !== '');
  if (address === undefined) return fail(`${remote} has no address to push to`);
  return more.length > 0 ? fail(`${remote} has several addresses to push to; push yourself`) : ok(address);
}

/** An address as it may be shown and kept: without a password or token. */
export function withoutCredentials(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/]*@/i, (whole, scheme: string) =>
    /^ssh/i.test(scheme) ? whole.replace(/:[^/:@]*@$/, '@') : scheme,
  );
}

/**
 * The program at the other end. A folder of this machine runs it here, with that folder's own configuration and
 * hooks, so that it is hardened like ours; for others it is what git would use.
 */
export function farEnd(address: string, program: 'upload-pack' | 'receive-pack'): string {
  if (!isFolder(address)) return `git-${program}`;
  const settings = HARDENING.flatMap(({ setting }) => ['-c', `'${setting}'`]);
  // Writing into files that someone has open is more than taking a branch.
  return ['git', ...settings, '-c', 'receive.denyCurrentBranch=refuse', program].join(' ');
}

/** As git decides it: a path, `file://…`; anything with a colon before the first slash is another machine. */
function isFolder(address: string): boolean {
  if (/^file:\/\//i.test(address) || /^[a-z]:[\\/]/i.test(address)) return true;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address)) return false;
  const colon = address.indexOf(':');
  const slash = address.indexOf('/');
  return colon === -1 || (slash !== -1 && slash < colon);
}
