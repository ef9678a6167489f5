import { copyFile, mkdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';

/** A folder of the machine, and what programs of a sandbox find in its place. */
export interface HiddenFolder {
  readonly at: string;
  /** Theirs to write; left out: it is empty. */
  readonly from?: string;
}

/** What the person's command says and where they are. */
export interface Named {
  readonly args: readonly string[];
  readonly cwd: string;
  /** Folders that are there although they lie in a hidden one. */
  readonly seen: readonly string[];
}

/** What a program sees of the files that its command names below hidden folders. */
export interface SeenOfNamed {
  /** Each without what lies beside it. */
  readonly copied: readonly string[];
  /** A sentence for each. */
  readonly notSeen: readonly string[];
}

/**
 * Gives a program its own copies of the files that its arguments name (`FILE` or `--option=FILE`) below folders that
 * are hidden from it. Only regular files: a folder may hold sockets of others.
 */
export async function copyNamed(
  { args, cwd, seen }: Named,
  hidden: readonly HiddenFolder[],
): Promise<SeenOfNamed> {
  const [copied, notSeen]: [string[], string[]] = [[], []];
  for (const word of new Set(args.flatMap(arg => [arg, arg.slice(arg.indexOf('=') + 1)]))) {
    const path = resolve(cwd, word);
    const folder = hidden.find(one => isBelow(path, one.at));
    if (word === '' || folder === undefined || seen.some(one => isBelow(path, one) || path === one)) continue;
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && folder.from !== undefined) {
      await copyTo(join(folder.from, relative(folder.at, path)), path);
      copied.push(path);
    } else if (found !== undefined) notSeen.push(sentenceOn(path, folder.at));
  }
  return { copied, notSeen };
}

async function copyTo(place: string, path: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  await copyFile(path, place);
}

const sentenceOn = (path: string, hidden: string): string =>
  `${path} was not there for it: the sandbox hides ${hidden}. Name a folder that lies elsewhere, or let it be written with --allow-write`;

export const isBelow = (path: string, folder: string): boolean => path.startsWith(`${folder}${sep}`);
