import { chmod, lstat } from 'node:fs/promises';
import { fail, ok, type Result } from '../core/kernel/result.ts';

/**
 * Records hold source code, and recovery believes them: no one else may read or write there. A folder of ours that
 * others can get into is closed, and the sentence says so; one of someone else is refused.
 */
export async function closeStateFolder(folder: string): Promise<Result<string | undefined>> {
  const found = await lstat(folder).catch(() => undefined);
  if (found === undefined || process.platform === 'win32') return ok(undefined);
  if (!found.isDirectory()) return fail(`the state folder ${folder} is not a folder`);
  if (found.uid !== process.getuid?.()) return fail(`the state folder ${folder} belongs to another user`);
  if ((found.mode & 0o077) === 0) return ok(undefined);
  const mode = (found.mode & 0o777).toString(8);
  try {
    await chmod(folder, 0o700);
  } catch {
    return fail(
      `the state folder ${folder} can be used by others (mode ${mode}), and that could not be changed`,
    );
  }
  return ok(
    `The state folder ${folder} could be used by others (mode ${mode}); now only you can. If you do not know why, look at what is in it.`,
  );
}
