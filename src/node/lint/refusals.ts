import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../../core/ports/clock.ts';
import type { LintRefusals, RefusedLintCode } from '../../core/ports/lint-refusals.ts';
import { makeFolder } from '../make-folder.ts';
import { hashCode } from './code-files.ts';

const FILE = 'refused-lint-code.json';

interface Stored extends RefusedLintCode {
  /** Of the files of the code, as they were when it was refused. */
  readonly sha256: string;
}

/** Kept in the state of the workspace, so that nothing in the workspace can take a refusal back. */
export function createLintRefusals(root: string, stateDir: string, clock: Clock): LintRefusals {
  const file = path.join(stateDir, FILE);
  const write = async (refused: readonly Stored[]) => {
    makeFolder(stateDir);
    const draft = `${file}.${process.pid}`;
    await writeFile(draft, JSON.stringify(refused, undefined, 2), { mode: 0o600 });
    await rename(draft, file);
  };
  const holding = async () => {
    const stored = await readStored(file);
    const hashes = await Promise.all(stored.map(({ name }) => hashCode(root, name)));
    return stored.filter(({ sha256 }, i) => sha256 === hashes[i]);
  };
  return {
    list: async () => (await holding()).map(({ name, at }) => ({ name, at })),
    async refuse(names) {
      const others = (await holding()).filter(({ name }) => !names.includes(name));
      const at = clock.now();
      const added = names.map(async name => ({ name, at, sha256: await hashCode(root, name) }));
      await write([...others, ...(await Promise.all(added))]);
    },
    async takeBack(names) {
      const stored = await holding();
      const taken = stored.filter(({ name }) => names.includes(name)).map(({ name }) => name);
      if (taken.length > 0) await write(stored.filter(({ name }) => !taken.includes(name)));
      return taken;
    },
  };
}

async function readStored(file: string): Promise<readonly Stored[]> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return Array.isArray(value) ? value.filter(isStored) : [];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    // Rather no linter than one that was refused.
    throw new Error(`${file} cannot be read: correct or delete it, then lint again`, { cause: error });
  }
}

const isStored = (value: unknown): value is Stored =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  typeof value.name === 'string' &&
  'at' in value &&
  typeof value.at === 'number' &&
  'sha256' in value &&
  typeof value.sha256 === 'string';
