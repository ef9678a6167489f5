import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recover } from '../../src/node/files/recover.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { isFullRun, printTable, seedOf, tally } from './support/counts.ts';
import {
  eachAtOnce,
  environmentOf,
  type Kill,
  killer,
  killsIn,
  program,
  run,
  sampled,
} from './support/kills.ts';
import { seeded } from './support/random.ts';
import { randomScenario, type Scenario, whichVersion } from './support/scenario.ts';

const APPLY_SEED = seedOf(20261124);
const RECOVERY_SEED = seedOf(20261125);

describe('SIGKILL [TX-01, TX-02]', function () {
  this.timeout(30 * 60_000);
  after(() => printTable(APPLY_SEED, RECOVERY_SEED));

  it('at any call of an apply, then recovery: all of the change or nothing of it', async () => {
    const random = seeded(APPLY_SEED);
    const problems: string[] = [];
    let tried = 0;
    for (let i = 0; i < (isFullRun ? 5 : 1); i++) {
      const scenario = randomScenario(random);
      const kills = await killsOf(scenario);
      tried += await eachAtOnce(sampled(kills, 24, APPLY_SEED), async kill => {
        const problem = await problemAfterKill(scenario, kill, undefined);
        if (problem !== undefined) problems.push(`${kill.how} call ${kill.at}: ${problem}`);
      });
    }
    tally('SIGKILL at a call of an apply', tried, problems.length);
    assert.deepEqual(problems, []);
  });

  it('at any call of the recovery, then recovery again', async () => {
    const random = seeded(RECOVERY_SEED);
    const problems: string[] = [];
    let tried = 0;
    for (let i = 0; i < (isFullRun ? 4 : 1); i++) {
      const scenario = randomScenario(random);
      const kills = await killsOf(scenario);
      // Just before the commit there is most to undo.
      const first = kills.filter(({ how }) => how === 'before')[Math.floor(kills.length * 0.3)];
      const inner = await killsOfRecovery(scenario, first ?? { at: 1, how: 'before' });
      tried += await eachAtOnce(sampled(inner, 12, RECOVERY_SEED), async kill => {
        const problem = await problemAfterKill(scenario, first ?? kill, kill);
        if (problem !== undefined) problems.push(`recovery ${kill.how} call ${kill.at}: ${problem}`);
      });
    }
    tally('SIGKILL at a call of a recovery', tried, problems.length);
    assert.deepEqual(problems, []);
  });
});

function workspaceOf(scenario: Scenario): TemporaryWorkspace & { readonly changesFile: string } {
  const workspace = temporaryWorkspace(Object.fromEntries(scenario.before));
  const changesFile = join(workspace.root, '..', 'changes.json');
  const text = (bytes: Uint8Array | undefined) => (bytes ? Buffer.from(bytes).toString('base64') : null);
  writeFileSync(
    changesFile,
    JSON.stringify(
      Object.fromEntries(
        scenario.changes.files.map(({ path, before, after }) => [path, [text(before), text(after)]]),
      ),
    ),
  );
  return { ...workspace, changesFile };
}

const applyArgs = ({ root, stateDir, changesFile }: ReturnType<typeof workspaceOf>) => [
  ...killer,
  program('apply-once'),
  root,
  stateDir,
  changesFile,
];

async function killsOf(scenario: Scenario): Promise<readonly Kill[]> {
  const workspace = workspaceOf(scenario);
  try {
    const countFile = join(workspace.root, '..', 'calls.json');
    const { output } = await run(applyArgs(workspace), { WORKORDER_KILL_COUNT: countFile });
    assert.equal(output, 'applied');
    return killsIn(countFile);
  } finally {
    workspace.dispose();
  }
}

async function killsOfRecovery(scenario: Scenario, first: Kill): Promise<readonly Kill[]> {
  const workspace = workspaceOf(scenario);
  try {
    await run(applyArgs(workspace), environmentOf(first));
    const countFile = join(workspace.root, '..', 'calls.json');
    const { output } = await run([...killer, program('recover-once'), workspace.root, workspace.stateDir], {
      WORKORDER_KILL_COUNT: countFile,
    });
    assert.equal(output, 'done');
    return killsIn(countFile);
  } finally {
    workspace.dispose();
  }
}

/** Kills an apply, perhaps a recovery after it, recovers, and gives a sentence when the files are mixed. */
async function problemAfterKill(
  scenario: Scenario,
  kill: Kill,
  inner: Kill | undefined,
): Promise<string | undefined> {
  const workspace = workspaceOf(scenario);
  const { root, stateDir } = workspace;
  try {
    const { signal, output } = await run(applyArgs(workspace), environmentOf(kill));
    if (signal !== 'SIGKILL') return `was not killed: ${output}`;
    if (inner) {
      const recovery = [...killer, program('recover-once'), root, stateDir];
      const ended = await run(recovery, environmentOf(inner));
      if (ended.signal !== 'SIGKILL') return `recovery was not killed: ${ended.output}`;
    }
    const report = await recover({ root, stateDir });
    const bad =
      report.kind === 'done'
        ? report.recovered.find(({ kind }) => kind !== 'rolled_back' && kind !== 'completed')
        : report;
    if (bad) return JSON.stringify(bad).slice(0, 300);
    const found = new Map(workspace.paths().map(path => [path, workspace.bytes(path) ?? new Uint8Array()]));
    const version = whichVersion(scenario, found);
    if (typeof version === 'object') return version.mixed;
    const left = workspace.stateFiles().find(name => name.startsWith('transaction-'));
    return left && `${left} was left behind`;
  } finally {
    workspace.dispose();
  }
}
