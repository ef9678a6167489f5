import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { LEFT_OUT } from '../files/walk-files.ts';

/** Folders that a program made or removed, and that no change of files shows. */
interface NotLookedInto {
  /** New ones of tools and dependencies, by their name or by what is in them. */
  readonly tools: readonly string[];
  /** New or gone, without a file in them. */
  readonly empty: readonly string[];
}

/** Compares two copies of a workspace, which are made without folders of tools. */
export async function notLookedInto(before: string, after: string): Promise<NotLookedInto> {
  const [gone, made] = [await newFolders(before, after), await newFolders(after, before)];
  return { tools: made.tools, empty: [...made.empty, ...gone.empty].sort() };
}

/** Of `folder`, what `other` does not have. */
async function newFolders(folder: string, other: string): Promise<NotLookedInto> {
  const [tools, empty]: [string[], string[]] = [[], []];
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const isNew = at !== '' && !existsSync(join(other, at));
    const entries = await readdir(join(folder, at), { withFileTypes: true }).catch(() => []);
    if (isNew && entries.length === 0) empty.push(at);
    if (isNew && entries.some(({ name }) => name === 'pyvenv.cfg')) {
      tools.push(at);
      continue;
    }
    for (const entry of entries) {
      const path = at === '' ? entry.name : `${at}/${entry.name}`;
      // The copy has a repository of its own.
      if (!entry.isDirectory() || path === '.git') continue;
      if (LEFT_OUT.has(entry.name)) tools.push(path);
      else open.push(path);
    }
  }
  return { tools: tools.sort(), empty };
}
