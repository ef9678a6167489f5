// What evidence costs, in processor time and memory: node --expose-gc bench/evidence.ts [--quick]. Times depend on the
// machine; how they grow with the size of what is looked at does not.
import { execFileSync } from 'node:child_process';
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
import { EVIDENCE_FILE, EVIDENCE_INPUTS } from '../test/support/evidence-inputs.ts';
import { changeSetOf, evidenceOf } from '../test/unit/evidence/evidence-of.ts';
import type { EvidenceMemory } from './evidence-memory.ts';
import { cpuSeconds, exponents, Figures } from './figures.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = 5;
const INVARIANTS = ['no behavior changes', 'no broken callers', 'no public API changes', 'no weaker tests'];
const figures = new Figures('evidence');

async function measure([before, after]: readonly [string, string]) {
  globalThis.gc?.();
  const start = performance.now();
  const processor = await cpuSeconds(() =>
    evidenceOf({
      before: { [EVIDENCE_FILE]: before },
      after: { [EVIDENCE_FILE]: after },
      invariants: INVARIANTS,
    }),
  );
  return { processor, clock: (performance.now() - start) / 1000 };
}

const secondsFor = async (versions: readonly [string, string]): Promise<number> =>
  (await measure(versions)).processor;

const [SMALL, LARGE] = [2500, 20_000];
for (const [what, of] of Object.entries(EVIDENCE_INPUTS)) {
  const [small, large]: [number[], number[]] = [[], []];
  await secondsFor(of(SMALL));
  for (let round = 0; round < (isQuick ? 2 : ROUNDS); round++) {
    small.push(await secondsFor(of(SMALL)));
    large.push(await secondsFor(of(LARGE)));
  }
  figures.add(`a file of 20,000 lines: ${what}`, large, { unit: 's', target: '≤ 1' });
  figures.add('… growth from an eighth of it', exponents(small, large, LARGE / SMALL), {
    unit: 'exponent',
    target: '≤ 1.1',
  });
}

const LARGEST = 50_000;
for (const [what, of] of Object.entries(EVIDENCE_INPUTS)) {
  if (!what.startsWith('assignments')) continue;
  const [times, waits]: [number[], number[]] = [[], []];
  await secondsFor(of(SMALL));
  for (let round = 0; round < (isQuick ? 2 : ROUNDS); round++) {
    const { processor, clock } = await measure(of(LARGEST));
    times.push(processor);
    waits.push(clock);
  }
  figures.add(`a file of 50,000 lines: ${what}`, times, { unit: 's' });
  // The engine compiles and collects beside the work: a person waits for less than all of them take.
  figures.add(`a file of 50,000 lines: ${what}`, waits, { unit: 's', target: '≤ 1', byTheClock: true });
}

/** Each in a process of its own, whose greatest memory is read at its end. */
for (const count of isQuick ? [100, 2000] : [100, 300, 1000, 2000]) {
  const script = path.join(import.meta.dirname, 'evidence-memory.ts');
  const runs = Array.from({ length: count > 1000 ? (isQuick ? 1 : 3) : ROUNDS }, (): EvidenceMemory => {
    const args = [script, String(count)];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  });
  const what = `${count} files, each function of each changed (${runs[0]?.changedMb.toFixed(0)} MB in both versions)`;
  const isJudged = count === 2000;
  figures.add(
    `${what}: memory at its most`,
    runs.map(({ peakMb }) => peakMb),
    {
      unit: 'MB',
      ...(isJudged ? { target: '≤ 600' as const } : {}),
    },
  );
  figures.add(
    `${what}: processor time`,
    runs.map(({ cpuSeconds: cpu }) => cpu),
    {
      unit: 's',
      ...(isJudged ? { target: '≤ 8' as const } : {}),
    },
  );
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
  const times: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    const index = python();
    await index.look();
    const analyst = createAnalyst({ files: createDiskFiles(place), python: index, sha256 });
    globalThis.gc?.();
    times.push(await cpuSeconds(() => analyst.examine(change, NEVER)));
  }
  figures.add(`${CHANGED_FILES} changed files among ${WORKSPACE_FILES}, index known`, times, {
    unit: 's',
    target: '≤ 3',
  });

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
  figures.add('from Cancel to its end', waits, { byTheClock: true, unit: 'ms', target: '≤ 100' });
  analysis.dispose();
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
figures.end();
