import assert from 'node:assert/strict';
import { createDiskFiles } from '../../src/node/files/disk-files.ts';
import type { HostIdentity } from '../../src/node/files/host-identity.ts';
import { recover } from '../../src/node/files/recover.ts';
import { printTable, sample, seedOf, tally } from './support/counts.ts';
import { ModelDisk } from './support/model-disk.ts';
import { type Random, seeded } from './support/random.ts';
import { randomScenario, type Scenario, whichVersion } from './support/scenario.ts';

const ROOT = '/workspace';
const STATE = '/state/work-order';
const SEED = seedOf(20261121);

/** A process of its own on a machine that was started `boot` times; every other process is gone. */
function hostOf(boot: number, pid: number): HostIdentity {
  const self = { boot: `boot${boot}`, namespace: '1', pid, started: '1' };
  return {
    self,
    isEarlierBoot: other => other !== self.boot,
    whereabouts: other => (other.boot === self.boot && other.pid === pid ? 'running' : 'gone'),
  };
}

/** A disk at the moment of a crash, and what the program had been told by then. */
interface Crash {
  readonly disk: ModelDisk;
  readonly how: 'killed' | 'power cut';
  readonly boot: number;
  readonly moment: string;
  readonly progress: 'open' | 'committed' | 'settled';
}

describe('a crash of the program or the machine [TX-01, TX-02, TX-03]', function () {
  this.timeout(20 * 60_000);
  after(() => printTable(SEED));

  it('leaves all of a change or nothing of it, in a model of a disk that forgets what was not synced', async () => {
    const wanted = sample(10_000, 250_000);
    const random = seeded(SEED);
    const tried = { killed: 0, 'power cut': 0, 'inside recovery': 0 };
    const lost = { killed: 0, 'power cut': 0, 'inside recovery': 0 };
    const examples: string[] = [];
    const count = () => tried.killed + tried['power cut'] + tried['inside recovery'];
    for (let scenarios = 0; count() < wanted; scenarios++) {
      const scenario = randomScenario(random);
      for (const crash of await crashesOf(scenario, random)) {
        tried[crash.how]++;
        const problem = await problemAfter(crash, scenario, random, () => tried['inside recovery']++);
        if (problem === undefined) continue;
        const where = problem.startsWith('inside recovery') ? 'inside recovery' : crash.how;
        lost[where]++;
        examples.push(`scenario ${scenarios}, ${crash.how} at ${crash.moment}: ${problem}`);
      }
    }
    for (const how of ['killed', 'power cut', 'inside recovery'] as const) {
      tally(`${how} at any call (model disk)`, tried[how], lost[how], `seed ${SEED}`);
    }
    assert.deepEqual(examples.slice(0, 5), [], `seed ${SEED}`);
  });
});

/** Applies the scenario once and stops the time at every call: one kill each, and a few power cuts. */
async function crashesOf(scenario: Scenario, random: Random): Promise<readonly Crash[]> {
  const disk = diskWith(scenario);
  const crashes: Crash[] = [];
  let progress: Crash['progress'] = 'open';
  disk.beforeCall = name => {
    const moment = `call ${disk.calls} (${name})`;
    crashes.push({ disk: disk.afterKill(), how: 'killed', boot: 1, moment, progress });
    for (let i = 0; i < 4; i++) {
      crashes.push({ disk: disk.afterPowerCut(random), how: 'power cut', boot: 2, moment, progress });
    }
  };
  const files = createDiskFiles({ root: ROOT, stateDir: STATE, fs: disk, host: hostOf(1, 100) });
  const { signal } = new AbortController();
  const result = await files.apply(scenario.changes, { runId: 'run', signal });
  assert.deepEqual(result, { kind: 'applied' });
  progress = 'committed';
  await files.flushed();
  progress = 'settled';
  disk.beforeCall('the end');
  return crashes;
}

function diskWith(scenario: Scenario): ModelDisk {
  const disk = new ModelDisk();
  for (const [path, bytes] of scenario.before) disk.put(`${ROOT}/${path}`, bytes);
  return disk;
}

/**
 * Recovers and gives a sentence when that broke a promise. Half of the time the recovery is cut off as well, by a kill or
 * a power cut at any of its calls, and so on.
 */
async function problemAfter(
  crash: Crash,
  scenario: Scenario,
  random: Random,
  onInnerCrash: () => void,
  depth = 1,
): Promise<string | undefined> {
  const { disk } = crash;
  let inner: Crash | undefined;
  if (depth <= 3 && random.chance(0.5)) {
    const stopAt = 1 + random.int(30);
    disk.beforeCall = name => {
      if (disk.calls !== stopAt) return;
      const how = random.pick(['killed', 'power cut'] as const);
      inner = {
        disk: how === 'killed' ? disk.afterKill() : disk.afterPowerCut(random),
        how,
        boot: crash.boot + (how === 'killed' ? 0 : 1),
        moment: `${crash.moment}, recovery call ${stopAt} (${name})`,
        progress: crash.progress,
      };
    };
  }
  const problem = await recoveryProblem(crash, scenario, depth);
  if (problem !== undefined || !inner) return problem;
  onInnerCrash();
  const innerProblem = await problemAfter(inner, scenario, random, onInnerCrash, depth + 1);
  return innerProblem && `inside recovery, ${inner.how} at ${inner.moment}: ${innerProblem}`;
}

async function recoveryProblem(crash: Crash, scenario: Scenario, depth: number): Promise<string | undefined> {
  const { disk, boot, how, progress } = crash;
  const report = await recover({ root: ROOT, stateDir: STATE, fs: disk, host: hostOf(boot, 100 + depth) });
  if (report.kind === 'busy') return report.reason;
  const bad = report.recovered.find(({ kind }) => kind === 'needs_you' || kind === 'refused');
  if (bad) return `recovery gave up: ${bad.kind === 'refused' ? bad.reason : 'needs a person'}`;

  const found = new Map<string, Uint8Array>();
  for (const [path, bytes] of disk.files()) {
    if (path.startsWith(`${ROOT}/`)) found.set(path.slice(ROOT.length + 1), bytes);
    else if (path.includes('transaction-')) return `${path} was left behind`;
  }
  const version = whichVersion(scenario, found);
  if (typeof version === 'object') return version.mixed;
  if (progress === 'settled' && version === 'before') return 'a settled change was lost';
  if (progress === 'committed' && how === 'killed' && version === 'before')
    return 'a committed change was lost';
  const leftFolder = disk.folders().find(folder => folder.startsWith(`${ROOT}/new`));
  if (version === 'before' && leftFolder !== undefined) return `the folder ${leftFolder} was left behind`;
  return undefined;
}
