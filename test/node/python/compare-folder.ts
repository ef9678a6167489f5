import fs from 'node:fs';
import path from 'node:path';
import { isSkipped } from '../../../src/core/python/grammar/module-index.ts';
import { ModuleIndexer } from '../../../src/core/python/index/index-module.ts';
import { differences } from './compare.ts';
import { compareWithTruth, EVERY, pythonVersion } from './truth.ts';

/** Files that Python reads and the index leaves out on purpose, with the reason it gives. */
const LEFT_OUT = /^encoding .* is not read; save the file as UTF-8$/;

export interface FolderComparison {
  readonly files: number;
  readonly definitions: number;
  /** What is not equal, as sentences. */
  readonly found: readonly string[];
  readonly leftOut: readonly string[];
}

/** Holds the index of the files of a folder against Python's own `ast`, and prints what was compared. */
export async function compareFolder(name: string, folder: string): Promise<FolderComparison> {
  const indexer = new ModuleIndexer();
  const found: string[] = [];
  const leftOut: string[] = [];
  let files = 0;
  let refused = 0;
  let definitions = 0;
  await compareWithTruth(folder, truth => {
    files++;
    const index = indexer.index(fs.readFileSync(path.join(folder, truth.file)));
    if (truth.error !== undefined) {
      refused++;
      if (!isSkipped(index))
        found.push(`${truth.file}: Python refuses it (${truth.error}), the index does not`);
    } else if (isSkipped(index)) {
      if (LEFT_OUT.test(index.skipped)) leftOut.push(truth.file);
      else found.push(`${truth.file}: Python reads it, the index says: ${index.skipped}`);
    } else {
      definitions += index.definitions.length;
      for (const difference of differences(index, truth)) found.push(`${truth.file}: ${difference}`);
    }
  });
  console.log(
    `      ${name}, Python ${pythonVersion()}, ${EVERY === 1 ? 'every file' : `every ${EVERY}th file`}: ${definitions} definitions in ${files} files, ${found.length} differences; refused by both: ${refused}; left out for their encoding: ${leftOut.join(', ') || 'none'}`,
  );
  return { files, definitions, found, leftOut };
}
