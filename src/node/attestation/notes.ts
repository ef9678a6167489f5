import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunGit } from '../git/run-git.ts';

/** Where the notes of commits with their attestations are. */
export const NOTES = 'refs/notes/workorder';

/** The attestation that is a note of a commit. */
export async function readNote(git: RunGit, commit: string, signal: AbortSignal): Promise<Result<string>> {
  const read = await git({ args: ['notes', `--ref=${NOTES}`, 'show', commit] }, signal);
  return read.ok ? read : fail(`commit ${commit.slice(0, 10)} has no attestation in ${NOTES}`);
}

/** Takes the place of an earlier one. */
export async function writeNote(
  git: RunGit,
  commit: string,
  text: string,
  signal: AbortSignal,
): Promise<Result<true>> {
  const config = await git.config(signal);
  const isNamed = config.ok && config.value.some(({ key }) => key === 'user.email');
  // Whose note it is says nothing; its signature does.
  const who = isNamed ? [] : ['-c', 'user.name=Work Order', '-c', 'user.email=work-order@localhost'];
  const args = [...who, 'notes', `--ref=${NOTES}`, 'add', '--force', '--file=-', commit];
  const written = await git({ args, stdin: text }, signal);
  return written.ok
    ? ok(true)
    : fail(`the note of commit ${commit.slice(0, 10)} cannot be written: ${written.error}`);
}
