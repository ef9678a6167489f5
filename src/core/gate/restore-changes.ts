import type { ChangeSet } from '../changes/change-set.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Files } from '../ports/files.ts';

interface Restoring {
  readonly runId: string;
  /** What the journal says was let through. */
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * Puts a change that was let through before into a checkout that is made anew. Its bytes are only what the state folder
 * holds now, so nothing of it may configure tools or run code: that needs its name again.
 */
export async function restoreChanges(
  files: Files,
  stored: ChangeSet | undefined,
  { runId, paths, signal }: Restoring,
): Promise<Result<true>> {
  if (!stored) return fail('it is no longer stored');
  const other = stored.files.filter(({ path }) => !paths.includes(path));
  if (other.length > 0) return fail('what is stored is another change');
  const named = paths.filter(path => checkWritePath(path).kind === 'control_plane');
  if (named.length > 0) return fail(`${named.join(', ')} configures tools or runs code`);
  const applied = await files.apply(stored, { runId, signal });
  return applied.kind === 'applied' ? ok(true) : fail(applied.reason);
}
