// What all-or-nothing costs on the disk: node bench/durable-apply.ts [--quick]. Wall time, because waiting for the disk
// is the point; the ways take turns, and only ratios are judged. Exits with 1 when a target is missed.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ChangeSet, FileChange } from '../src/core/changes/change-set.ts';
import { createDiskFiles } from '../src/node/files/disk-files.ts';
import { type FsPort, nodeFs } from '../src/node/files/fs-port.ts';
import { recover } from '../src/node/files/recover.ts';
import { interruptRun } from '../test/support/interrupt-run.ts';
import { pythonLike } from './edit-engine-inputs.ts';

const isQuick = process.argv.includes('--quick');
const FILE_BYTES = 18_000;
const SLOW_MS = 5;
let missed = 0;

function report(what: string, value: number, isMet: boolean, target: string): void {
  if (!isMet) missed++;
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${value.toFixed(2).padStart(8)}  ${target}  ${what}`);
}

/** The real file system, whose waits for the disk are counted and, on demand, last as long as on a slow one. */
function watchedFs(syncMs: number | undefined) {
  const counted = { syncs: 0 };
  const wait = async (real: () => Promise<void>) => {
    await (syncMs === undefined ? real() : new Promise<void>(resolve => setTimeout(resolve, syncMs)));
    // Those that are begun and not over when the change is applied are what goes on behind it.
    counted.syncs++;
  };
  const port: FsPort = {
    ...nodeFs,
    syncFd: fd => wait(() => nodeFs.syncFd(fd)),
    syncPath: place => wait(() => nodeFs.syncPath(place)),
  };
  return { port, counted };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A workspace of files in two versions, and the changes between them. */
class Workspace {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'durable-apply-'));
  readonly root = path.join(this.folder, 'ws');
  readonly stateDir = path.join(this.folder, 'state');
  readonly #versions: readonly (readonly FileChange[])[];
  #version = 0;

  constructor(count: number) {
    fs.mkdirSync(path.join(this.root, 'pkg'), { recursive: true });
    fs.mkdirSync(this.stateDir);
    const files = Array.from({ length: count }, (_, i) => {
      const before = pythonLike(FILE_BYTES, i + 1);
      const after = Buffer.concat([
        before.subarray(0, 9000),
        Buffer.from('# changed\n'),
        before.subarray(9000),
      ]);
      return { path: `pkg/module_${String(i).padStart(4, '0')}.py`, before, after };
    });
    const change = (name: string, before: Uint8Array, after: Uint8Array): FileChange => ({
      path: name,
      before,
      after,
      beforeSha256: sha256(before),
      afterSha256: sha256(after),
      spans: [{ start: 0, end: before.length, afterStart: 0, afterEnd: after.length }],
    });
    this.#versions = [
      files.map(f => change(f.path, f.before, f.after)),
      files.map(f => change(f.path, f.after, f.before)),
    ];
    for (const file of files) fs.writeFileSync(path.join(this.root, file.path), file.before);
  }

  /** The change to the other version. */
  next(): ChangeSet {
    return { files: this.#versions[this.#version++ % 2] ?? [], receipts: [] };
  }

  dispose(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

const { signal } = new AbortController();

/** Seconds and waits for the disk of one durable apply; what goes on behind it is waited for afterwards. */
async function applyOurs(workspace: Workspace, syncMs: number | undefined) {
  const { port, counted } = watchedFs(syncMs);
  const { root, stateDir } = workspace;
  const files = createDiskFiles({ root, stateDir, fs: port });
  const changes = workspace.next();
  const start = performance.now();
  const result = await files.apply(changes, { runId: 'bench', signal });
  const applied = performance.now() - start;
  const syncs = counted.syncs;
  if (result.kind !== 'applied') throw new Error(JSON.stringify(result));
  await files.flushed();
  return { ms: applied, settledMs: performance.now() - start, syncs };
}

async function writePlainly(workspace: Workspace): Promise<number> {
  const changes = workspace.next();
  const start = performance.now();
  for (const { path: name, after } of changes.files)
    fs.writeFileSync(path.join(workspace.root, name), after ?? '');
  return performance.now() - start;
}

/** What careful programs do for each file by itself: a temporary file, fsync, rename. */
async function writeEachDurably(workspace: Workspace, syncMs: number | undefined): Promise<number> {
  const { port } = watchedFs(syncMs);
  const changes = workspace.next();
  const start = performance.now();
  for (const { path: name, after = new Uint8Array() } of changes.files) {
    const target = path.join(workspace.root, name);
    const fd = port.create(`${target}.tmp`, 0o644);
    port.write(fd, after);
    await port.syncFd(fd);
    port.close(fd);
    port.rename(`${target}.tmp`, target);
  }
  return performance.now() - start;
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function benchApply(count: number, rounds: number, syncMs?: number): Promise<void> {
  const workspace = new Workspace(count);
  try {
    const times: Record<'ours' | 'settled' | 'plain' | 'each', number[]> = {
      ours: [],
      settled: [],
      plain: [],
      each: [],
    };
    let syncs = 0;
    await applyOurs(workspace, syncMs);
    for (let i = 0; i < rounds; i++) {
      times.plain.push(await writePlainly(workspace));
      const ours = await applyOurs(workspace, syncMs);
      times.ours.push(ours.ms);
      times.settled.push(ours.settledMs);
      syncs = Math.max(syncs, ours.syncs);
      times.each.push(await writeEachDurably(workspace, syncMs));
    }
    const [ours, settled, plain, each] = [times.ours, times.settled, times.plain, times.each].map(median);
    if (!ours || !settled || !plain || !each) throw new Error('nothing was measured');
    const disk = syncMs === undefined ? '' : `, a disk that takes ${syncMs} ms for each fsync`;
    console.log(
      `\n${count} files of ${FILE_BYTES / 1000} KB${disk}: applied in ${ours.toFixed(1)} ms, durable for good after ${settled.toFixed(1)}; plain writeFile ${plain.toFixed(1)}, fsync and rename of each ${each.toFixed(1)}`,
    );
    report('waits for the disk before the change is applied', syncs, syncs <= 2, '≤ 2');
    console.log(`          ${(ours / plain).toFixed(2).padStart(6)}  (none)  ours ÷ plain writeFile`);
    if (syncMs === undefined)
      console.log(
        `          ${(each / ours).toFixed(2).padStart(6)}  (none)  fsync and rename of each ÷ ours`,
      );
    else report('fsync and rename of each ÷ ours', each / ours, each / ours >= 5, '≥ 5');
  } finally {
    workspace.dispose();
  }
}

/** Processor time, so that neither the disk nor other programs count; the ways take turns. */
async function benchProcessor(count: number, rounds: number): Promise<void> {
  const workspace = new Workspace(count);
  const used = async (work: () => Promise<unknown>) => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  try {
    const [ours, plain]: [number[], number[]] = [[], []];
    // Engines compile what runs often: the first rounds do not count.
    for (let i = -20; i < rounds; i++) {
      const [one, other] = [
        await used(() => applyOurs(workspace, 0)),
        await used(() => writePlainly(workspace)),
      ];
      if (i < 0) continue;
      ours.push(one);
      plain.push(other);
    }
    console.log(
      `          ${(median(ours) / median(plain)).toFixed(1).padStart(6)}  (none)  processor time of ${count} files until they are durable, ours ÷ plain writeFile (${median(ours).toFixed(1)} ms)`,
    );
  } finally {
    workspace.dispose();
  }
}

async function benchRecovery(count: number, rounds: number): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < rounds; i++) {
    const workspace = new Workspace(count);
    try {
      await interruptRun(workspace, workspace.next(), 'bench');
      const start = performance.now();
      const recovered = await recover({ root: workspace.root, stateDir: workspace.stateDir });
      times.push(performance.now() - start);
      const [first] = recovered.kind === 'done' ? recovered.recovered : [];
      if (first?.kind !== 'rolled_back') throw new Error(JSON.stringify(recovered));
    } finally {
      workspace.dispose();
    }
  }
  console.log(`          ${median(times).toFixed(1)} ms to take back ${count} files after a kill`);
}

async function benchStart(): Promise<void> {
  const workspace = new Workspace(1);
  const start = performance.now();
  for (let i = 0; i < 1000; i++) await recover({ root: workspace.root, stateDir: workspace.stateDir });
  console.log(`          ${((performance.now() - start) / 1000).toFixed(3)} ms when nothing was interrupted`);
  workspace.dispose();
}

const rounds = isQuick ? 3 : 7;
console.log('state    figure  target  what');
await benchApply(20, rounds);
await benchApply(isQuick ? 200 : 1000, isQuick ? 3 : 5);
await benchApply(100, rounds, SLOW_MS);
console.log('\nprocessor time');
await benchProcessor(20, isQuick ? 20 : 100);
console.log('\nrecovery at the next start');
await benchStart();
await benchRecovery(20, rounds);
await benchRecovery(isQuick ? 200 : 1000, 3);
console.log(missed === 0 ? '\nevery target met' : `\n${missed} targets missed`);
process.exitCode = missed === 0 ? 0 : 1;
