import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { ChangeSet } from '../../src/core/changes/change-set.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { type FsPort, nodeFs } from '../../src/node/files/fs-port.ts';
import { recover } from '../../src/node/files/recover.ts';
import { resolveInterrupted } from '../../src/node/files/resolve-interrupted.ts';
import { type BeforeAfter, changeSet } from '../contract/changes.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { printTable, sample, tally } from './support/counts.ts';
import { wrapFs } from './support/wrapped-fs.ts';

/** What a swapped folder leads to has the same files, so that no comparison of bytes tells the two apart. */
const FILES = { 'a.py': 'start\n', 'gone.py': 'gone\n', 'sub/b.py': 'start\n' };
const noWait: FsPort = { ...nodeFs, syncFd: async () => undefined, syncPath: async () => undefined };

describe('a folder swapped for a link at the same moment', function () {
  this.timeout(30 * 60_000);
  let workspace: TemporaryWorkspace;
  let outside: string;
  /** Where the folder may lead: out of the workspace, and to git's own folder. */
  let targets: readonly string[];
  let untouched: unknown;
  beforeEach(() => {
    workspace = temporaryWorkspace({});
    outside = path.join(workspace.root, '..', 'outside');
    targets = [outside, workspace.at('.git')];
    for (const folder of [...targets, workspace.at('pkg')]) {
      for (const [name, text] of Object.entries(FILES)) {
        fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
        fs.writeFileSync(path.join(folder, name), text);
      }
    }
    untouched = targets.map(everythingIn);
  });
  afterEach(() => workspace.dispose());
  after(() => printTable());

  const everythingIn = (folder: string) =>
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .map(entry => [path.join(entry.parentPath, entry.name), entry] as const)
      .map(([name, entry]) => [
        name,
        entry.isFile() ? fs.readFileSync(name, 'utf8') : '',
        fs.lstatSync(name).ino,
      ])
      .sort();
  const hasEscaped = () => JSON.stringify(targets.map(everythingIn)) !== JSON.stringify(untouched);

  /** Edits, creates (in a new folder too) and deletes, there and back. */
  function changeFrom(n: number): ChangeSet {
    const versions = {
      'pkg/a.py': ['start\n', 'ours\n'],
      'pkg/sub/b.py': ['start\n', 'ours\n'],
      'pkg/gone.py': ['gone\n', undefined],
      'pkg/new.py': [undefined, 'new\n'],
      [`pkg/made${Math.floor(n / 2)}/c.py`]: [undefined, 'new\n'],
    } satisfies Readonly<Record<string, BeforeAfter>>;
    if (n % 2 === 0) return changeSet(versions);
    return changeSet(
      Object.fromEntries(Object.entries(versions).map(([name, [one, two]]) => [name, [two, one]])),
    );
  }

  async function applyOnce(n: number, port = noWait) {
    const files = createDiskFiles({
      root: workspace.root,
      stateDir: workspace.stateDir,
      fs: port,
      waitMs: 0,
    });
    const { signal } = new AbortController();
    const result = await files.apply(changeFrom(n), { runId: 'run', signal });
    await files.flushed();
    return result;
  }

  it('leads no call of an apply out of the workspace, whichever two calls the folder is swapped between', async () => {
    const flipped = workspace.at('pkg');
    let escapes = 0;
    let tried = 0;
    const kinds = { applied: 0, not_applied: 0, needs_recovery: 0 };
    let calls = 0;
    let n = 0;
    const results = await applyOnce(
      n++,
      wrapFs(noWait, call => (calls = call)),
    );
    assert.equal(results.kind, 'applied');
    assert.equal((await applyOnce(n++)).kind, 'applied');
    const step = sample(5, 1);
    for (const [t, target] of targets.entries()) {
      for (const lasting of [1, 2, 5, 20, calls]) {
        for (let at = 1 + ((t + lasting) % step); at <= calls; at += step) {
          const swap = {
            on: () => {
              fs.renameSync(flipped, `${flipped}.beside`);
              fs.symlinkSync(target, flipped);
            },
            off: () => {
              if (!fs.lstatSync(flipped).isSymbolicLink()) return;
              fs.unlinkSync(flipped);
              fs.renameSync(`${flipped}.beside`, flipped);
            },
          };
          const result = await applyOnce(
            n,
            wrapFs(noWait, call => {
              if (call === at) swap.on();
              if (call === at + lasting) swap.off();
            }),
          );
          tried++;
          kinds[result.kind]++;
          if (hasEscaped()) escapes++;
          swap.off();
          if (result.kind === 'needs_recovery')
            await recover({ root: workspace.root, stateDir: workspace.stateDir, fs: noWait });
          if (result.kind === 'applied') n++;
          assert.deepEqual(strayIn(flipped), [], `${lasting} calls from call ${at}`);
          assert.equal(hasEscaped(), false, `${lasting} calls from call ${at}`);
        }
      }
    }
    tally('a folder swapped for a link between any two calls', tried, escapes, JSON.stringify(kinds));
    assert.ok(kinds.applied > 0 && kinds.not_applied > 0);
    assert.equal(escapes, 0);
  });

  it('leads nothing out of the workspace while another process swaps it all the time', async () => {
    const flips = sample(6_000, 120_000);
    const script = path.join(import.meta.dirname, 'support', 'folder-flipper.ts');
    const child = spawn(process.execPath, [script, String(flips), workspace.at('pkg'), ...targets], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    child.stdout.on('data', chunk => {
      output += chunk;
    });
    let running = true;
    const ended = new Promise(resolve => child.once('close', resolve)).then(() => {
      running = false;
    });
    const kinds = { applied: 0, not_applied: 0, needs_recovery: 0 };
    let recoveries = 0;
    let escapes = 0;
    let n = 0;
    while (running) {
      const result = await applyOnce(n);
      kinds[result.kind]++;
      if (result.kind === 'applied') n++;
      else if (result.kind === 'needs_recovery' || /recovered first/.test(result.reason)) {
        recoveries++;
        await recoverAll();
      }
      if (hasEscaped()) escapes++;
      await new Promise(setImmediate);
    }
    await ended;
    await recoverAll();
    const applies = kinds.applied + kinds.not_applied + kinds.needs_recovery;
    tally(
      'swaps by another process',
      Number(output),
      escapes,
      `${applies} applies, ${JSON.stringify(kinds)}, ${recoveries} recoveries`,
    );
    assert.equal(escapes, 0);
    assert.equal(hasEscaped(), false);
    assert.deepEqual(strayIn(workspace.at('pkg')), []);
    assert.ok(kinds.applied > 0 && kinds.not_applied > 0, 'no race took place');
    assert.equal((await applyOnce(n)).kind, 'applied', 'all of the change or nothing of it');
  });

  const strayIn = (folder: string) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => name.includes('.work-order-'));

  async function recoverAll() {
    const { root, stateDir } = workspace;
    const report = await recover({ root, stateDir, fs: noWait });
    if (report.kind !== 'done') return;
    for (const found of report.recovered)
      if (found.kind === 'needs_you')
        await resolveInterrupted({ root, stateDir, fs: noWait }, found.id, 'restore');
  }
});
