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
import { type Change, changedFiles, filesOf, WORKSPACE_SHAPES } from '../test/support/workspace-shapes.ts';
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
const MEASURED: readonly Change[] = isQuick
  ? ['parameter', 'class attribute']
  : [
      'parameter',
      'body',
      'comment',
      'renamed constant',
      'class attribute',
      'import',
      'moved function',
      'new file',
    ];

/** A workspace on disk whose index is known, and is read again for each measurement. */
async function workspaceOf(files: Readonly<Record<string, string>>, folder: string) {
  const place = { root: path.join(folder, 'project'), stateDir: path.join(folder, 'state') };
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.join(place.root, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(place.root, file), text);
  }
  const python = () => new WorkspaceIndex(createDiskFiles(place), { store: createIndexStore(place) });
  await python().look();
  // A file younger than two seconds is always read again.
  await new Promise(resolve => setTimeout(resolve, 2500));
  await python().look();
  return { place, python };
}

const waits: number[] = [];
for (const [shape, of] of Object.entries(WORKSPACE_SHAPES)) {
  const workspace = of(WORKSPACE_FILES);
  const before = filesOf(workspace);
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-bench-')));
  try {
    const { place, python } = await workspaceOf(before, folder);
    for (const kind of MEASURED) {
      const changes = changeSetOf({ before, after: changedFiles(workspace, CHANGED_FILES, kind) });
      const change = { changes, invariants: INVARIANTS, changedSignatures: [] };
      const times: number[] = [];
      for (let i = 0; i < (isQuick ? 2 : ROUNDS); i++) {
        const index = python();
        await index.look();
        const analyst = createAnalyst({ files: createDiskFiles(place), python: index, sha256 });
        globalThis.gc?.();
        const start = performance.now();
        await analyst.examine(change, NEVER);
        times.push((performance.now() - start) / 1000);
      }
      const what = `${CHANGED_FILES} changed files among ${WORKSPACE_FILES}, index known: ${shape}: ${kind}`;
      figures.add(what, times, { unit: 's', target: '≤ 3', byTheClock: true });
      if (kind === 'parameter') waits.push(...(await cancelled(place, change)));
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
figures.add('from Cancel to its end', waits, { byTheClock: true, unit: 'ms', target: '≤ 100' });
figures.end();

/** How long it takes from Cancel to the end, early and late in the work. */
async function cancelled(
  place: { readonly root: string; readonly stateDir: string },
  change: Parameters<ReturnType<typeof createAnalyst>['examine']>[0],
): Promise<readonly number[]> {
  const script = new URL('../src/node/analysis/analysis-thread.ts', import.meta.url);
  const analysis = startAnalysis({ script, ...place });
  await analysis.analyst.look();
  const found: number[] = [];
  for (const wait of [50, 200, 500, 1000, 1500]) {
    const cancel = new AbortController();
    const asked = analysis.analyst.examine(change, cancel.signal);
    await new Promise(resolve => setTimeout(resolve, wait));
    const start = performance.now();
    cancel.abort();
    await asked.catch(error => {
      if (!(error instanceof Cancelled)) throw error;
    });
    found.push(performance.now() - start);
  }
  analysis.dispose();
  return found;
}
