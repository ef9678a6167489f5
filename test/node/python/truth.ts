import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

export type TruthDefinition = readonly [
  kind: string,
  name: string,
  parent: number,
  role: string,
  placement: string,
  line: number,
  firstLine: number,
  endLine: number,
  head: number,
  end: number,
];

export type TruthImport = readonly [
  kind: string,
  level: number,
  module: string,
  names: readonly (readonly [string, string | null])[],
  parent: number,
  placement: string,
  line: number,
  endLine: number,
];

/** What Python's own `ast` says of one file. */
export interface Truth {
  readonly file: string;
  readonly error?: string;
  readonly definitions?: readonly TruthDefinition[];
  readonly imports?: readonly TruthImport[];
}

const driver = path.resolve(import.meta.dirname, '../../support/python-truth.py');

function runPython(args: readonly string[]): string {
  const run = spawnSync('python3', args, { encoding: 'utf8' });
  if (run.error !== undefined || run.status !== 0)
    throw new Error(
      `These tests compare with Python itself; install python3 and put it on PATH (${run.error?.message ?? run.stderr})`,
    );
  return run.stdout.trim();
}

/** Folder of the standard library of the python3 on PATH. */
export function standardLibrary(): string {
  return runPython(['-c', 'import sysconfig; print(sysconfig.get_paths()["stdlib"])']);
}

export function pythonVersion(): string {
  return runPython(['-c', 'import platform; print(platform.python_version())']);
}

/** Processes at the same time; `ast` is what takes the time. */
const PARTS = 2;

/** A sample that is the same in every run, or all files when `WORKORDER_EVERY_FILE` is set. */
export const EVERY = process.env['WORKORDER_EVERY_FILE'] ? 1 : 8;

/** Gives Python's answer for every `EVERY`-th file below the folder to `compare`, in no particular order. */
export async function compareWithTruth(folder: string, compare: (truth: Truth) => void): Promise<void> {
  await Promise.all(Array.from({ length: PARTS }, (_, part) => comparePart(folder, part, compare)));
}

async function comparePart(folder: string, part: number, compare: (truth: Truth) => void): Promise<void> {
  const args = [driver, folder, String(EVERY), String(part), String(PARTS)];
  const child = spawn('python3', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const finished = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  for await (const line of createInterface({ input: child.stdout })) compare(JSON.parse(line) as Truth);
  const status = await finished;
  if (status !== 0) throw new Error(`python3 ${args.join(' ')} ended with ${status}`);
}
