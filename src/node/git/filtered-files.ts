import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { filterNames } from './overrides.ts';
import type { RunGit } from './run-git.ts';

/**
 * Refuses files whose attributes name a filter that is configured: filters are programs and do not run, so git
 * would store or write other bytes than the user's own git.
 *
 * @param paths relative to git's folder; left out: all tracked files below it
 */
export async function refuseFilteredFiles(
  git: RunGit,
  signal: AbortSignal,
  paths?: readonly string[],
): Promise<Result<true>> {
  const config = await git.config(signal);
  if (!config.ok) return config;
  const filters = filterNames(config.value);
  if (filters.size === 0) return ok(true);
  const listed =
    paths === undefined
      ? await git({ args: ['ls-files', '-z'] }, signal)
      : ok(paths.map(path => `${path}\0`).join(''));
  if (!listed.ok) return listed;
  const attributes = await git(
    { args: ['check-attr', '-z', '--stdin', 'filter'], stdin: listed.value },
    signal,
  );
  if (!attributes.ok) return attributes;
  const fields = attributes.value.split('\0');
  for (let i = 0; i + 2 < fields.length; i += 3) {
    const [path, , filter = ''] = fields.slice(i, i + 3);
    if (filters.has(filter))
      return fail(
        `${path} has the filter "${filter}" (.gitattributes), which is a program that git runs on it; ` +
          'no such program is run here, so do this step yourself',
      );
  }
  return ok(true);
}
