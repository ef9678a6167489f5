// What all-or-nothing costs on the disk: node bench/durable-apply.ts [--quick]. Processor time against git apply; by the
// clock where waiting for the disk is the point. The ways take turns, and only ratios are judged.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ChangeSet, FileChange } from '../src/core/changes/change-set.ts';
import { unifiedDiff } from '../src/core/changes/unified-diff.ts';
import { createDiskFiles } from '../src/node/files/disk-files.ts';
import { type FsPort, nodeFs } from '../src/node/files/fs-port.ts';
import { recover } from '../src/node/files/recover.ts';
import { interruptRun } from '../test/support/interrupt-run.ts';
import { pythonLike } from './edit-engine-inputs.ts';
import { cpuSeconds, Figures, ratios } from './figures.ts';

const isQuick = process.argv.includes('--quick');
const FILE_BYTES = 18_000;
const SLOW_MS = 5;
const ADDED = Buffer.from('# changed\n');
const figures = new Figures('durable-apply');

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
      const after = Buffer.concat([before.subarray(0, 9000), ADDED, before.subarray(9000)]);
      return { path: `pkg/module_${String(i).padStart(4, '0')}.py`, before, after };
    });
    const change = (name: string, before: Uint8Array, after: Uint8Array, grown: number): FileChange => ({
      path: name,
      before,
      after,
      beforeSha256: sha256(before),
      afterSha256: sha256(after),
      spans: [
        {
          start: 9000,
          end: 9000 + Math.max(0, -grown),
          afterStart: 9000,
          afterEnd: 9000 + Math.max(0, grown),
        },
      ],
    });
    this.#versions = [
      files.map(f => change(f.path, f.before, f.after, ADDED.length)),
      files.map(f => change(f.path, f.after, f.before, -ADDED.length)),
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
    const disk = syncMs === undefined ? '' : ` on a disk that takes ${syncMs} ms for each fsync`;
    const what = `${count} files${disk}`;
    figures.add(`${what}: waits for the disk before the change is applied`, syncs, { target: '≤ 2' });
    figures.add(`${what}: applied`, times.ours, { byTheClock: true, unit: 'ms' });
    figures.add(`${what}: ours ÷ plain writeFile`, ratios(times.ours, times.plain), {
      byTheClock: true,
      unit: '×',
    });
    figures.add(`${what}: fsync and rename of each ÷ ours`, ratios(times.each, times.ours), {
      byTheClock: true,
      unit: '×',
      ...(syncMs === undefined ? {} : { target: '≥ 5' as const }),
    });
  } finally {
    workspace.dispose();
  }
}

/** Processor seconds of a program with its start, many times in turn there and back. */
function gitApplySeconds(folder: string, patch: string, times: number): number {
  const apply = 'git apply "$1"; git apply -R "$1"; '.repeat(times);
  const timed = ['-c', CHILD, 'sh', '-ec', apply, 'sh', patch];
  const run = spawnSync('python3', timed, { cwd: folder, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`git and python3 are needed for this: ${run.stderr}`);
  return Number(run.stdout) / times / 2;
}

/** Seconds of a program and all that it starts, from the system's own account of finished children. */
const CHILD = `
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
`;

/** Processor time until everything is durable, against the same change as a patch that git applies. */
async function benchProcessor(count: number, rounds: number): Promise<void> {
  const workspace = new Workspace(count);
  const patch = path.join(workspace.folder, 'change.patch');
  const [ours, plain, git]: [number[], number[], number[]] = [[], [], []];
  try {
    fs.writeFileSync(patch, workspace.next().files.map(unifiedDiff).join(''));
    workspace.next();
    const gitTimes = Math.max(1, Math.ceil(200 / count));
    // Engines compile what runs often: the first rounds do not count.
    const warmUp = Math.min(20, Math.ceil(2000 / count));
    for (let i = -warmUp * 2; i < rounds * 2; i++) {
      const one = await cpuSeconds(() => applyOurs(workspace, 0));
      const other = await cpuSeconds(() => writePlainly(workspace));
      if (i < 0) continue;
      ours.push(one);
      plain.push(other);
      git.push(gitApplySeconds(workspace.root, patch, gitTimes));
    }
    const what = `${count} files, processor time until they are durable`;
    figures.add(
      what,
      ours.map(seconds => seconds * 1000),
      { unit: 'ms' },
    );
    figures.add(`${what} ÷ git apply`, ratios(ours, git), { unit: '×', target: '≤ 5' });
    figures.add(`${what} ÷ plain writeFile`, ratios(ours, plain), { unit: '×' });
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
      times.push(
        await cpuSeconds(async () => {
          const recovered = await recover({ root: workspace.root, stateDir: workspace.stateDir });
          const [first] = recovered.kind === 'done' ? recovered.recovered : [];
          if (first?.kind !== 'rolled_back') throw new Error(JSON.stringify(recovered));
        }),
      );
    } finally {
      workspace.dispose();
    }
  }
  const ms = times.map(seconds => seconds * 1000);
  figures.add(`${count} files taken back after a kill, processor time`, ms, { unit: 'ms' });
}

async function benchStart(): Promise<void> {
  const workspace = new Workspace(1);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const seconds = await cpuSeconds(async () => {
      for (let i = 0; i < 200; i++) await recover({ root: workspace.root, stateDir: workspace.stateDir });
    });
    times.push((seconds * 1000) / 200);
  }
  figures.add('looking for an interrupted run where there is none, processor time', times, { unit: 'ms' });
  workspace.dispose();
}

const rounds = isQuick ? 5 : 7;
await benchApply(20, rounds);
await benchApply(isQuick ? 200 : 1000, 5);
await benchApply(100, rounds, SLOW_MS);
for (const count of isQuick ? [10, 100] : [10, 100, 1000, 5000])
  await benchProcessor(count, count > 1000 ? 3 : 5);
await benchStart();
await benchRecovery(20, rounds);
await benchRecovery(isQuick ? 200 : 1000, 5);
figures.end();
