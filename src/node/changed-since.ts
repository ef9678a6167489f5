import { stat } from 'node:fs/promises';
import path from 'node:path';

/** A checkout writes all files within a moment, in any order. */
const SAME_MOMENT_MS = 60_000;

/** Those of the files of `root` that were changed after the oldest of `orders` (absolute paths) was. */
export async function changedSince(
  root: string,
  orders: readonly string[],
  files: readonly string[],
): Promise<readonly string[]> {
  const written = await Promise.all(orders.map(timeOf));
  const oldest = Math.min(...written.filter(time => time !== undefined));
  const times = await Promise.all(files.map(file => timeOf(path.join(root, file))));
  return files.filter((_, at) => (times[at] ?? 0) > oldest + SAME_MOMENT_MS);
}

const timeOf = async (file: string): Promise<number | undefined> =>
  (await stat(file).catch(() => undefined))?.mtimeMs;
