import type { Result } from '../../core/kernel/result.ts';
import type { CommitRequest } from '../../core/ports/delivery.ts';
import { refuseFilteredFiles } from '../git/filtered-files.ts';
import type { RunGit } from '../git/run-git.ts';
import { authorDateArgs, identityArgs } from './identity.ts';

/** Adds and commits these paths alone; what else is staged stays staged and outside the commit. */
export async function commitExactly(
  git: RunGit,
  { paths, subject, body }: Pick<CommitRequest, 'paths' | 'subject' | 'body'>,
  signal: AbortSignal,
): Promise<Result<string>> {
  const unfiltered = await refuseFilteredFiles(git, signal, paths);
  if (!unfiltered.ok) return unfiltered;
  const list = `${paths.map(path => `./${path}`).join('\0')}\0`;
  const fromInput = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const added = await git({ args: ['add', '--all', ...fromInput], stdin: list }, signal);
  if (!added.ok) return added;
  const message = body.trim() === '' ? subject : `${subject}\n\n${body}`;
  return git(
    {
      args: [
        ...identityArgs(process.env),
        'commit',
        '--quiet',
        '--no-verify',
        '--no-gpg-sign',
        '--only',
        '--cleanup=whitespace',
        `--message=${message}`,
        ...authorDateArgs(process.env),
        ...fromInput,
      ],
      stdin: list,
    },
    signal,
  );
}
