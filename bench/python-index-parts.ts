import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { isSkipped, type ModuleIndex } from '../src/core/python/grammar/module-index.ts';
import { type ArchivedFile, decodeArchive, encodeArchive } from '../src/core/python/index/index-archive.ts';
import { ModuleIndexer } from '../src/core/python/index/index-module.ts';
import { decodeIndex, encodeIndex } from '../src/core/python/index/index-text.ts';
import { moduleNameOf } from '../src/core/python/index/module-name.ts';
import { fullName, SymbolTable } from '../src/core/python/index/symbol-table.ts';
import { createIndexStore } from '../src/node/python/index-store.ts';

/** What one measured piece of work says of itself. */
export interface Measured {
  /** Milliseconds of CPU time of the process, without what it takes to start it. */
  readonly cpu: number;
  /** The part of it that the thread itself took, where Node says so: the rest are the engine's own threads. */
  readonly ownThread?: number;
  readonly count: number;
}

type ThreadUsage = { readonly threadCpuUsage?: () => NodeJS.CpuUsage };
const ownThread = (): number | undefined => {
  const used = (process as ThreadUsage).threadCpuUsage?.();
  return used && (used.user + used.system) / 1000;
};

export function walk(folder: string): readonly string[] {
  const found: string[] = [];
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'site-packages' && entry.name !== '__pycache__') found.push(...walk(name));
    } else if (entry.name.endsWith('.py')) found.push(name);
  }
  return found;
}

function cpuOf<T>(work: () => T): { readonly cpu: number; readonly value: T } {
  const before = process.cpuUsage();
  const value = work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, value };
}

async function cpuOfLong<T>(work: () => Promise<T>): Promise<{ readonly cpu: number; readonly value: T }> {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, value };
}

/** The least any index must do: find the files and read them. */
export function measureFloor(folder: string): Measured {
  const { cpu, value } = cpuOf(() =>
    walk(folder).reduce((sum, file) => sum + fs.readFileSync(file).length, 0),
  );
  return { cpu, count: value };
}

/** Find, read and index in a process that has indexed nothing before. */
export function measureCold(folder: string): Measured {
  const before = ownThread();
  const { cpu, value } = cpuOf(() => {
    const indexer = new ModuleIndexer();
    let definitions = 0;
    for (const file of walk(folder)) {
      const index = indexer.index(fs.readFileSync(file));
      if (!isSkipped(index)) definitions += index.definitions.length;
    }
    return definitions;
  });
  const after = ownThread();
  return {
    cpu,
    count: value,
    ...(before !== undefined && after !== undefined && { ownThread: after - before }),
  };
}

const storeOf = (folder: string) => {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  return createIndexStore({ root: folder, stateDir: path.join(os.tmpdir(), `work-order-bench-${name}`) });
};

/** Writes the archive that `measureWarm` starts from. */
export async function writeArchive(folder: string): Promise<Measured> {
  const store = storeOf(folder);
  const indexer = new ModuleIndexer();
  const files: (readonly [string, ArchivedFile])[] = [];
  for (const file of walk(folder)) {
    const bytes = fs.readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const stamp = (await store.stamp(path.relative(folder, file))) ?? '';
    files.push([file, { stamp, sha256, archived: encodeIndex(indexer.index(bytes)) }]);
  }
  const { cpu } = await cpuOfLong(() => store.save(encodeArchive(files)));
  return { cpu, count: files.length };
}

/** Find the files, see by their stamps that none has changed, and take the index from the archive. */
export async function measureWarm(folder: string): Promise<Measured> {
  const store = storeOf(folder);
  const { cpu, value } = await cpuOfLong(async () => {
    const known = decodeArchive((await store.load()) ?? '');
    let definitions = 0;
    for (const file of walk(folder)) {
      const archived = known?.get(file);
      if (archived === undefined || archived.stamp !== (await store.stamp(path.relative(folder, file))))
        throw new Error(`${file} has changed`);
      const index = decodeIndex(archived.archived);
      if (index !== undefined && !isSkipped(index)) definitions += index.definitions.length;
    }
    return definitions;
  });
  return { cpu, count: value };
}

const milliseconds = (since: bigint) => Number(process.hrtime.bigint() - since) / 1e6;
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

export interface Details {
  readonly definitions: number;
  /** Milliseconds, median over all files. */
  readonly reindex: number;
  /** Microseconds. */
  readonly lookup: number;
  /** Megabytes of heap for 100,000 definitions, names and table included. */
  readonly memory: number;
}

/** Re-index of one file, look-ups and memory, in a process that is warm. */
export function measureDetails(folder: string): Details {
  const collect = globalThis.gc;
  if (collect === undefined) throw new Error('run with --expose-gc');
  const files = walk(folder);
  const sources = files.map(file => fs.readFileSync(file));
  const warm = new ModuleIndexer();
  for (const source of sources) warm.index(source);
  const times = sources.map(source => {
    const begin = process.hrtime.bigint();
    warm.index(source);
    return milliseconds(begin);
  });
  collect();
  const before = process.memoryUsage().heapUsed;
  const indexer = new ModuleIndexer();
  const table = new SymbolTable();
  let definitions = 0;
  for (const [id, file] of files.entries()) {
    const index = indexer.index(sources[id] as Uint8Array);
    if (isSkipped(index)) continue;
    definitions += index.definitions.length;
    addModule(table, path.relative(folder, file), id, index);
  }
  collect();
  const used = process.memoryUsage().heapUsed - before;
  return {
    definitions,
    reindex: median(times),
    lookup: measureLookups(table),
    memory: (used / 2 ** 20) * (100_000 / definitions),
  };
}

function addModule(table: SymbolTable, file: string, id: number, index: ModuleIndex): void {
  const name = moduleNameOf(file, () => false);
  table.add({ ...name, path: file, id, index });
}

/** Fully qualified names: the last segment leads to candidates, the others decide. */
function measureLookups(table: SymbolTable): number {
  const queries: (readonly string[])[] = [];
  for (const name of table.names()) {
    const [ref] = table.definitionsNamed(name);
    if (ref !== undefined && queries.length < 20_000) queries.push(fullName(ref).split('.'));
  }
  const times: number[] = [];
  for (let round = 0; round < 7; round++) {
    const { cpu, value } = cpuOf(() => countFound(table, queries));
    if (value !== queries.length) throw new Error(`${value} of ${queries.length} names were found`);
    times.push((cpu * 1000) / queries.length);
  }
  return median(times);
}

function countFound(table: SymbolTable, queries: readonly (readonly string[])[]): number {
  let found = 0;
  for (const asked of queries) {
    if (table.definitionsEndingWith(asked).length > 0) found++;
  }
  return found;
}
