import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { executable, findOnPath } from '../find-on-path.ts';

/**
 * The program that a person typed, as their shell would find it: a name on PATH, or a path from the folder they are in.
 * What it is called counts, not where it lies: it is theirs to choose.
 */
export async function findProgram(typed: string, from: string, scratch?: string): Promise<Result<string>> {
  const isPath = typed.includes('/') || typed.includes('\\');
  const program = isPath
    ? await executable(resolve(from, typed))
    : await findOnPath(typed, scratch === undefined ? {} : { outside: scratch });
  if (program !== undefined) return ok(program);
  return fail(
    isPath
      ? `${typed} is not a program that can be run; look whether the file is there and executable`
      : `${typed} was not found on PATH; install it, or write the path of its file`,
  );
}
