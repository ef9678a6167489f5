// What evidence costs, in processor time: node --expose-gc bench/evidence.ts [--quick]. Exits with 1 when a target is
// missed. Times depend on the machine; how they grow with the size of what is looked at does not.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAnalyst } from '../src/core/evidence/analyst.ts';
import { Cancelled, NEVER } from '../src/core/kernel/cancel.ts';
import { WorkspaceIndex } from '../src/core/python/index/workspace-index.ts';
import { startAnalysis } from '../src/node/analysis/analysis-client.ts';
import { createDiskFiles } from '../src/node/files/disk-files.ts';
import { createIndexStore } from '../src/node/python/index-store.ts';
import { sha256 } from '../src/node/system.ts';
import { changeSetOf, evidenceOf } from '../test/unit/evidence/evidence-of.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 2 : 4;
const INVARIANTS = ['no behavior changes', 'no broken callers', 'no public API changes', 'no weaker tests'];
let missed = 0;

function report(what: string, value: number, unit: string, target: number): void {
  if (value > target) missed++;
  const verdict = value > target ? 'MISSED' : 'met   ';
  console.log(`${verdict}  ${value.toFixed(2).padStart(8)} ${unit.padEnd(8)} ≤ ${target}  ${what}`);
}

const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('');

/** One file of so many lines before and after a change, and how long it may take. */
const FILES: readonly (readonly [string, number, (count: number) => readonly [string, string]])[] = [
  [
    'assignments, all with another value',
    50_000,
    n => [lines(n, i => `a${i} = ${i}\n`), lines(n, i => `a${i} = ${i + 1}\n`)],
  ],
  [
    'assignments, one added',
    50_000,
    n => [lines(n, i => `a${i} = ${i}\n`), `${lines(n, i => `a${i} = ${i}\n`)}b = 1\n`],
  ],
  [
    'class attributes, one added',
    20_000,
    n => {
      const text = `class A:\n${lines(n, i => `    a${i} = ${i}\n`)}`;
      return [text, `${text}    b = 1\n`];
    },
  ],
  [
    'class attributes, all with another value',
    20_000,
    n => [
      `class A:\n${lines(n, i => `    a${i} = ${i}\n`)}`,
      `class A:\n${lines(n, i => `    a${i} = ${i + 1}\n`)}`,
    ],
  ],
  ['suppressions', 12_000, n => [lines(n, i => `f(${i})\n`), lines(n, i => `f(${i})  # noqa\n`)]],
  [
    'suppressions that only move',
    12_000,
    n => [lines(n, i => `f(${i})  # noqa\n`), `g()\n${lines(n, i => `f(${i})  # noqa\n`)}`],
  ],
];

async function secondsFor([before, after]: readonly [string, string]): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROUNDS; i++) {
    globalThis.gc?.();
    const start = process.cpuUsage();
    await evidenceOf({ before: { 'm.py': before }, after: { 'm.py': after }, invariants: INVARIANTS });
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  return best;
}

for (const [what, count, of] of FILES) {
  const small = await secondsFor(of(count / 8));
  const large = await secondsFor(of(count));
  report(`${count.toLocaleString('en')} ${what}`, large, 's', 1);
  report('  growth with size', Math.log(large / small) / Math.log(8), 'exponent', 1.3);
}

const WORKSPACE_FILES = 8000;
const CHANGED_FILES = 300;

/** Modules that each import and call the one before. */
const moduleText = (i: number, more: string) =>
  `from pkg${Math.floor((i - 1) / 100)}.m${i - 1} import f${i - 1}\n\nLIMIT_${i} = ${i}\n\n\nclass C${i}:\n    def run(self, path: str) -> str:\n        return f${i - 1}(path)\n\n\ndef f${i}(path: str${more}) -> str:\n    """Says ${i}."""\n    if path:\n        return C${i}().run(path)\n    return str(LIMIT_${i})\n`;
const pathOf = (i: number) => `pkg${Math.floor(i / 100)}/m${i}.py`;

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-bench-')));
try {
  const place = { root: path.join(folder, 'project'), stateDir: path.join(folder, 'state') };
  const before: Record<string, string> = {};
  for (let i = 1; i <= WORKSPACE_FILES; i++) before[pathOf(i)] = moduleText(i, '');
  for (const [file, text] of Object.entries(before)) {
    fs.mkdirSync(path.join(place.root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(place.root, file), text);
  }
  const after: Record<string, string> = {};
  for (let i = 1; i <= CHANGED_FILES; i++) {
    const changed = Math.floor((i * WORKSPACE_FILES) / CHANGED_FILES);
    after[pathOf(changed)] = moduleText(changed, ', mode: str = "r"');
  }
  const changes = changeSetOf({ before, after });
  const change = { changes, invariants: INVARIANTS, changedSignatures: [] };
  const python = () => new WorkspaceIndex(createDiskFiles(place), { store: createIndexStore(place) });
  await python().look();
  // A file younger than two seconds is always read again.
  await new Promise(resolve => setTimeout(resolve, 2500));
  await python().look();
  let best = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ROUNDS; i++) {
    const index = python();
    await index.look();
    const analyst = createAnalyst({ files: createDiskFiles(place), python: index, sha256 });
    globalThis.gc?.();
    const start = process.cpuUsage();
    await analyst.examine(change, NEVER);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1e6);
  }
  report(`${CHANGED_FILES} changed files among ${WORKSPACE_FILES}, index known`, best, 's', 3);

  const script = new URL('../src/node/analysis/analysis-thread.ts', import.meta.url);
  const analysis = startAnalysis({ script, ...place });
  await analysis.analyst.look();
  const waits: number[] = [];
  for (let i = 0; i < 5; i++) {
    const cancel = new AbortController();
    const asked = analysis.analyst.examine(change, cancel.signal);
    await new Promise(resolve => setTimeout(resolve, 200));
    const start = performance.now();
    cancel.abort();
    await asked.catch(error => {
      if (!(error instanceof Cancelled)) throw error;
    });
    waits.push(performance.now() - start);
  }
  report('from Cancel to its end, the longest of five', Math.max(...waits), 'ms', 100);
  const start = performance.now();
  await analysis.symbols.locateSymbol('f1');
  report('the next question after five that were cancelled', performance.now() - start, 'ms', 3000);
  analysis.dispose();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed > 0 ? 1 : 0;
