import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApplyResult } from '../../src/core/ports/files.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import { nodeFs } from '../../src/node/files/fs-port.ts';
import { recover } from '../../src/node/files/recover.ts';
import { resolveInterrupted } from '../../src/node/files/resolve-interrupted.ts';
import { changeSet } from '../contract/changes.ts';
import { temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { printTable, sample, seedOf, tally } from './support/counts.ts';
import { ModelDisk } from './support/model-disk.ts';
import { seeded } from './support/random.ts';
import { randomScenario, type Scenario } from './support/scenario.ts';
import { wrapFs } from './support/wrapped-fs.ts';

const ROOT = '/workspace';
const STATE = '/state';
const SEED = seedOf(20261123);
const THEIRS = Buffer.from('what another program saved\n');

const ACTIONS = [
  'save',
  'save in place',
  'save in place, slowly',
  'delete',
  'rename away',
  'link',
  'put a folder there',
] as const;
type Action = (typeof ACTIONS)[number];

describe('another program at the same moment [TX-06]', function () {
  this.timeout(20 * 60_000);
  after(() => printTable(SEED));

  it('never loses its edit, whatever it does between any two calls', async () => {
    const wanted = sample(5_000, 40_000);
    const random = seeded(SEED);
    const examples: string[] = [];
    const results = { applied: 0, not_applied: 0, needs_recovery: 0 };
    let tried = 0;
    while (tried < wanted) {
      const scenario = randomScenario(random);
      const { calls, settled } = await callsOf(scenario);
      for (let at = 2; at <= calls + 1; at++) {
        const action = random.pick(ACTIONS);
        const { path } = random.pick(scenario.changes.files);
        tried++;
        const moment: Moment = {
          action,
          path,
          at,
          later: at + random.int(Math.max(settled - at, 1)),
          // An error makes the transaction roll back while the other program is at work.
          errorAt: random.chance(0.5) ? Math.max(at + random.int(30) - 15, 2) : undefined,
        };
        const { problem, kind } = await problemWith(scenario, moment);
        results[kind]++;
        if (problem !== undefined)
          examples.push(`${JSON.stringify(moment)} of ${calls} calls (${kind}): ${problem}`);
      }
    }
    const note = `${results.not_applied} not applied, ${results.applied} applied, ${results.needs_recovery} left to a person`;
    tally('another program between any two calls', tried, examples.length, note);
    assert.deepEqual(examples.slice(0, 5), []);
  });

  for (const how of ['atomic', 'in_place'] as const) {
    it(`never loses what a second process saves (${how})`, async () => {
      const saves = sample(1_000, 10_000);
      const { lost, applied, refused } = await raceWithProcess(how, saves);
      tally(
        `a second process saves (${how})`,
        saves,
        lost,
        `${applied} of ${applied + refused} changes applied beside it`,
      );
      assert.equal(lost, 0);
      assert.ok(applied > 0 && refused > 0, `${applied} applied, ${refused} refused: no race took place`);
    });
  }
});

function diskWith(scenario: Scenario): ModelDisk {
  const disk = new ModelDisk();
  for (const [path, bytes] of scenario.before) disk.put(`${ROOT}/${path}`, bytes);
  return disk;
}

async function applyOn(scenario: Scenario, fs: ReturnType<typeof wrapFs>): Promise<ApplyResult> {
  const files = createDiskFiles({ root: ROOT, stateDir: STATE, fs });
  const { signal } = new AbortController();
  const result = await files.apply(scenario.changes, { runId: 'run', signal });
  await files.flushed();
  return result;
}

/** How many calls an undisturbed apply makes, and at which of them it begins to make the change durable. */
async function callsOf(scenario: Scenario): Promise<{ readonly calls: number; readonly settled: number }> {
  let calls = 0;
  let isCommitted = false;
  let settled = 0;
  const fs = wrapFs(diskWith(scenario), (call, name, [, to]) => {
    calls = call;
    if (name === 'rename' && String(to).endsWith('.committed')) isCommitted = true;
    if (name === 'syncPath' && isCommitted) settled ||= call;
  });
  await applyOn(scenario, fs);
  return { calls, settled };
}

/**
 * Gives false when the action had nothing to act on at that moment, and for what takes two moments the second part.
 */
function act(disk: ModelDisk, action: Action, path: string): boolean | (() => void) {
  const there = disk.lstat(path)?.type === 'file';
  const folder = path.slice(0, path.lastIndexOf('/'));
  if (!disk.lstat(folder)) return false;
  switch (action) {
    case 'save':
      disk.overwrite(`${path}.theirs`, THEIRS);
      disk.rename(`${path}.theirs`, path);
      return true;
    case 'save in place':
      disk.overwrite(path, THEIRS);
      return true;
    case 'save in place, slowly': {
      const write = disk.opened(path);
      return write ? () => write(THEIRS) : false;
    }
    case 'delete':
      if (there) disk.unlink(path);
      return there;
    case 'rename away':
      if (there) disk.rename(path, `${path}.moved`);
      return there;
    case 'link':
      if (there) disk.link(path, `${path}.linked`);
      return there;
    case 'put a folder there':
      if (there) disk.unlink(path);
      if (!disk.lstat(path)) disk.mkdir(path);
      return true;
  }
}

/** What the other program does, and before which calls of ours. */
interface Moment {
  readonly action: Action;
  readonly path: string;
  readonly at: number;
  /** The second half of what takes two moments; at the latest when the change is made durable. */
  readonly later: number;
  /** A call of ours that fails, once. */
  readonly errorAt: number | undefined;
}

async function problemWith(
  scenario: Scenario,
  { action, path, at, later, errorAt }: Moment,
): Promise<{ readonly problem?: string; readonly kind: ApplyResult['kind'] }> {
  const disk = diskWith(scenario);
  const place = `${ROOT}/${path}`;
  let acted = false;
  let failed = false;
  let rest: (() => void) | undefined;
  const fs = wrapFs(disk, (call, name) => {
    if (call === at) {
      const done = act(disk, action, place);
      acted = done !== false;
      if (typeof done === 'function') rest = done;
    }
    if (call >= later || (failed && name === 'syncPath')) {
      rest?.();
      rest = undefined;
    }
    if (call === errorAt) {
      failed = true;
      throw Object.assign(new Error('injected'), { code: 'EIO' });
    }
  });
  const result = await applyOn(scenario, fs);
  rest?.();
  const theirs = acted ? action : undefined;
  // With an error of the disk on top, what was taken back so far is for recovery to finish.
  const isHalfWay = failed && result.kind === 'needs_recovery';
  const afterApply = isHalfWay ? undefined : problemOn(scenario, disk, result, theirs, path);
  if (afterApply !== undefined) return { kind: result.kind, problem: afterApply };
  // A recovery that follows must not lose it either.
  await recover({ root: ROOT, stateDir: STATE, fs: disk, waitMs: 0 });
  const afterRecovery = problemOn(scenario, disk, result, theirs, path);
  return {
    kind: result.kind,
    ...(afterRecovery === undefined ? {} : { problem: `after recovery: ${afterRecovery}` }),
  };
}

function problemOn(
  scenario: Scenario,
  disk: ModelDisk,
  result: ApplyResult,
  action: Action | undefined,
  path: string,
): string | undefined {
  const files = disk.files();
  const at = (name: string) => files.get(`${ROOT}/${name}`);
  const isVersion = (bytes: Uint8Array | undefined) =>
    [scenario.before.get(path), scenario.after.get(path)].some(
      version => version !== undefined && bytes !== undefined && Buffer.compare(version, bytes) === 0,
    );
  switch (action) {
    case 'save':
    case 'save in place':
    case 'save in place, slowly':
      if (Buffer.compare(at(path) ?? new Uint8Array(), THEIRS) !== 0) return 'their version is gone';
      break;
    case 'rename away':
      if (!isVersion(at(`${path}.moved`))) return 'the file they moved is gone';
      break;
    case 'link':
      if (!isVersion(at(`${path}.linked`))) return 'the link they made is gone';
      break;
    case 'put a folder there':
      if (disk.lstat(`${ROOT}/${path}`)?.type !== 'directory') return 'their folder is gone';
      break;
    case 'delete':
    case undefined:
      break;
  }
  const stray = [...files.keys()].find(name => name.includes('/.work-order-'));
  if (stray !== undefined && result.kind !== 'needs_recovery') return `${stray} was left behind`;
  // All the others together: every one as before, or every one as after.
  const expected = result.kind === 'applied' ? scenario.after : scenario.before;
  for (const other of new Set([...scenario.before.keys(), ...scenario.after.keys()])) {
    const [wanted, now] = [expected.get(other), at(other)];
    const isSame = wanted && now ? Buffer.compare(wanted, now) === 0 : wanted === now;
    if (other !== path && !isSame)
      return `${other} is not as ${result.kind === 'applied' ? 'after' : 'before'}`;
  }
  return undefined;
}

/** Applies changes as fast as it can to files that a second process saves at its own pace. */
async function raceWithProcess(how: 'atomic' | 'in_place', saves: number) {
  const names = ['a.py', 'b.py', 'c.py'];
  const workspace = temporaryWorkspace(Object.fromEntries(names.map(name => [name, 'start\n'])));
  try {
    const script = join(import.meta.dirname, 'support', 'second-process.ts');
    const child = spawn(process.execPath, [script, how, String(saves), ...names.map(workspace.at)], {
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
    // Waiting long for the disk would only make the race rarer.
    const fs = { ...nodeFs, syncFd: () => sleep(1), syncPath: () => sleep(1) };
    const files = createDiskFiles({ root: workspace.root, stateDir: workspace.stateDir, fs });
    const { signal } = new AbortController();
    let applied = 0;
    let refused = 0;
    while (running) {
      const now = names.map(name => workspace.bytes(name));
      const changes = Object.fromEntries(
        names.flatMap((name, i) => {
          const bytes = now[i];
          // Nobody reviews a change of what a program had emptied to save it a moment later.
          return bytes && bytes.length > 0
            ? [[name, [bytes, Buffer.concat([bytes, Buffer.from('ours\n')])] as const]]
            : [];
        }),
      );
      const result = await files.apply(changeSet(changes), { runId: 'run', signal });
      if (result.kind === 'applied') applied++;
      else refused++;
      if (result.kind === 'needs_recovery') await forget(workspace.root, workspace.stateDir);
      await new Promise(setImmediate);
    }
    await ended;
    await files.flushed();
    const { lost }: { readonly lost: number } = JSON.parse(output);
    return { lost, applied, refused };
  } finally {
    workspace.dispose();
  }
}

/** A person decides: their version stays. */
async function forget(root: string, stateDir: string): Promise<void> {
  const report = await recover({ root, stateDir });
  assert.ok(report.kind === 'done');
  for (const recovered of report.recovered) {
    if (recovered.kind === 'needs_you') await resolveInterrupted({ root, stateDir }, recovered.id, 'keep');
  }
}
