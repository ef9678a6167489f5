import assert from 'node:assert/strict';
import type { ApplyResult } from '../../src/core/ports/files.ts';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import type { FsPort } from '../../src/node/files/fs-port.ts';
import { recover } from '../../src/node/files/recover.ts';
import { printTable, sample, seedOf, tally } from './support/counts.ts';
import { ModelDisk } from './support/model-disk.ts';
import { seeded } from './support/random.ts';
import { randomScenario, type Scenario, whichVersion } from './support/scenario.ts';
import { wrapFs } from './support/wrapped-fs.ts';

const ROOT = '/workspace';
const STATE = '/state';
const SEED = seedOf(20261122);

const CODES = ['ENOSPC', 'EIO', 'EMFILE', 'EROFS', 'EACCES', 'EPERM', 'EXDEV', 'short write'] as const;
type Code = (typeof CODES)[number];
/** The call fails once, or the disk stays broken from that call on. */
type Lasting = 'once' | 'from then on';

describe('an error of the file system [TX-05]', function () {
  this.timeout(20 * 60_000);
  after(() => printTable(SEED));

  it('at any call changes nothing, or is reported, and recovery makes up for the rest', async () => {
    const wanted = sample(6_000, 60_000);
    const random = seeded(SEED);
    const tried = { once: 0, 'from then on': 0 };
    const lost = { once: 0, 'from then on': 0 };
    const none = { applied: 0, not_applied: 0, needs_recovery: 0 };
    const results = { once: { ...none }, 'from then on': { ...none } };
    const examples: string[] = [];
    while (tried.once + tried['from then on'] < wanted) {
      const scenario = randomScenario(random);
      const calls = await callsOf(scenario);
      for (let at = 1; at <= calls.length; at++) {
        for (const lasting of ['once', 'from then on'] as const) {
          const code = random.pick(calls[at - 1] === 'write' ? CODES : CODES.slice(0, -1));
          tried[lasting]++;
          const { problem, kind } = await problemWith(scenario, at, code, lasting);
          if (kind) results[lasting][kind]++;
          if (problem === undefined) continue;
          lost[lasting]++;
          examples.push(`${code} ${lasting} at call ${at} of ${calls.length} (${calls[at - 1]}): ${problem}`);
        }
      }
    }
    for (const lasting of ['once', 'from then on'] as const) {
      const { applied, not_applied, needs_recovery } = results[lasting];
      const note = `${not_applied} not applied, ${applied} applied all the same, ${needs_recovery} left to recovery`;
      tally(`an error at any call, ${lasting}`, tried[lasting], lost[lasting], note);
    }
    assert.deepEqual(examples.slice(0, 5), []);
  });
});

function diskWith(scenario: Scenario): ModelDisk {
  const disk = new ModelDisk();
  for (const [path, bytes] of scenario.before) disk.put(`${ROOT}/${path}`, bytes);
  return disk;
}

/** The names of all calls of an undisturbed apply. */
async function callsOf(scenario: Scenario): Promise<readonly string[]> {
  const calls: string[] = [];
  const fs = wrapFs(diskWith(scenario), (_, name) => calls.push(name));
  assert.deepEqual(await applyAndFlush(scenario, fs), { kind: 'applied' });
  return calls;
}

async function applyAndFlush(scenario: Scenario, fs: FsPort): Promise<ApplyResult> {
  const { signal } = new AbortController();
  const files = createDiskFiles({ root: ROOT, stateDir: STATE, fs });
  const result = await files.apply(scenario.changes, { runId: 'run', signal });
  await files.flushed();
  return result;
}

function failingFs(disk: ModelDisk, at: number, code: Code, lasting: Lasting): FsPort {
  return wrapFs(disk, (call, name, args) => {
    if (call < at || (lasting === 'once' && call > at)) return;
    if (code === 'short write') {
      // A few bytes still fit, and then the disk is full.
      const [fd, bytes] = args;
      if (name !== 'write' || typeof fd !== 'number' || !(bytes instanceof Uint8Array)) return;
      disk.write(fd, bytes.subarray(0, Math.min(3, bytes.length)));
    }
    const shown = code === 'short write' ? 'ENOSPC' : code;
    throw Object.assign(new Error(`${shown}: injected`), { code: shown });
  });
}

async function problemWith(
  scenario: Scenario,
  at: number,
  code: Code,
  lasting: Lasting,
): Promise<{ readonly problem?: string; readonly kind?: ApplyResult['kind'] }> {
  const disk = diskWith(scenario);
  let result: ApplyResult;
  try {
    result = await applyAndFlush(scenario, failingFs(disk, at, code, lasting));
  } catch (error) {
    // A workspace whose folder cannot even be looked up is no workspace: createDiskFiles throws.
    if (at === 1) return {};
    return { problem: `threw ${error}` };
  }
  const { kind } = result;
  const problem = truthOf(scenario, disk, result) ?? (await problemAfterRecovery(scenario, disk, result));
  return problem === undefined ? { kind } : { kind, problem: `${kind}: ${problem}` };
}

/** What was reported has to be what is on the disk. */
function truthOf(scenario: Scenario, disk: ModelDisk, result: ApplyResult): string | undefined {
  const version = versionOn(scenario, disk);
  switch (result.kind) {
    case 'applied':
      return version === 'after' ? undefined : `the disk shows ${JSON.stringify(version)}`;
    case 'not_applied':
      return version === 'before' ? undefined : `the disk shows ${JSON.stringify(version)}`;
    case 'needs_recovery':
      return undefined;
  }
}

async function problemAfterRecovery(
  scenario: Scenario,
  disk: ModelDisk,
  result: ApplyResult,
): Promise<string | undefined> {
  const report = await recover({ root: ROOT, stateDir: STATE, fs: disk, waitMs: 0 });
  if (report.kind === 'busy') return `recovery is busy: ${report.reason}`;
  const bad = report.recovered.find(({ kind }) => kind === 'needs_you' || kind === 'refused');
  if (bad) return `recovery gave up: ${bad.kind === 'refused' ? bad.reason : bad.kind}`;
  const expected = result.kind === 'applied' ? 'after' : 'before';
  const version = versionOn(scenario, disk, 'with temporary files');
  if (version !== expected) return `after recovery the disk shows ${JSON.stringify(version)}`;
  const record = [...disk.files().keys()].find(path => path.includes('transaction-'));
  return record && `after recovery ${record} is still there`;
}

/** Temporary files count only after recovery: while the disk is broken they cannot be removed. */
function versionOn(scenario: Scenario, disk: ModelDisk, temporary?: 'with temporary files') {
  const found = new Map<string, Uint8Array>();
  for (const [path, bytes] of disk.files()) {
    if (!path.startsWith(`${ROOT}/`)) continue;
    if (temporary || !path.includes('/.work-order-')) found.set(path.slice(ROOT.length + 1), bytes);
  }
  return whichVersion(scenario, found);
}
