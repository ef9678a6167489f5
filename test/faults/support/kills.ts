import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { root } from '../../../scripts/setup/places.mjs';
import { NODES } from '../../../scripts/setup/supported.mjs';
import { userNode } from '../../support/built-cli/run-cli.ts';
import { isFullRun } from './counts.ts';

const AT_ONCE = 2;

/** Where a program is killed: at which of its calls that change the disk, and whether that one is made. */
export interface Kill {
  readonly at: number;
  readonly how: 'before' | 'after' | 'torn';
}

/** All of them in a full run, otherwise `count` of them, evenly spread; which ones, the seed says. */
export function sampled<T>(items: readonly T[], count: number, seed: number): readonly T[] {
  if (isFullRun || items.length <= count) return items;
  const step = items.length / count;
  const first = seed % Math.max(1, Math.floor(step));
  return Array.from({ length: count }, (_, i) => items[first + Math.floor(i * step)]).filter(
    item => item !== undefined,
  );
}

/** Gives how many there were. */
export async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  const next = items.values();
  const worker = async () => {
    for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return items.length;
}

export interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly output: string;
}

/** Runs a program of ours on the Node under test. */
export function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(userNode.program, [...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code, signal) => done({ code, signal, output }));
  });
}

const PROGRAMS = ['kill-at-call', 'apply-once', 'recover-once'] as const;
mkdirSync(join(root, '.vscode-test'), { recursive: true });
// A folder of this process: another suite that kills may run at the same time.
const built = mkdtempSync(join(root, '.vscode-test/faults-'));
process.once('exit', () => rmSync(built, { recursive: true, force: true }));
// The older of the supported Nodes read no TypeScript.
buildSync({
  entryPoints: PROGRAMS.map(name => join(import.meta.dirname, `${name}.ts`)),
  outdir: built,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: `node${NODES.oldest}`,
  format: 'esm',
  logLevel: 'warning',
});

/** One of the programs beside this file, as the Node under test can run it. */
export const program = (name: (typeof PROGRAMS)[number]): string => join(built, `${name}.mjs`);

/** Node's arguments for a program that is to be killed or counted. */
export const killer = ['--import', program('kill-at-call')];
export const environmentOf = ({ at, how }: Kill) => ({
  WORKORDER_KILL_AT: String(at),
  WORKORDER_KILL_HOW: how,
});

/** Every kill there is in a program that makes these calls. */
export function killsIn(countFile: string): readonly Kill[] {
  const calls: readonly string[] = JSON.parse(readFileSync(countFile, 'utf8'));
  return calls.flatMap((name, i) => {
    const hows =
      name === 'writeSync' ? (['before', 'after', 'torn'] as const) : (['before', 'after'] as const);
    return hows.map(how => ({ at: i + 1, how }));
  });
}
