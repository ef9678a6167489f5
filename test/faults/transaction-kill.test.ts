import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { recover } from '../../src/node/files/recover.ts';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { isFullRun, printTable, tally } from './support/counts.ts';
import { seeded } from './support/random.ts';
import { randomScenario, type Scenario, whichVersion } from './support/scenario.ts';

const SUPPORT = join(import.meta.dirname, 'support');
const REPOSITORY = resolve(import.meta.dirname, '../..');
const BUILT_CLI = join(REPOSITORY, 'dist/cli.js');
const AT_ONCE = 2;

interface Kill {
  readonly at: number;
  readonly how: 'before' | 'after' | 'torn';
}

describe('SIGKILL [TX-01, TX-02]', function () {
  this.timeout(30 * 60_000);
  after(printTable);

  it('at any call of an apply, then recovery: all of the change or nothing of it', async () => {
    const random = seeded(20261124);
    const problems: string[] = [];
    let tried = 0;
    for (let i = 0; i < (isFullRun ? 4 : 1); i++) {
      const scenario = randomScenario(random);
      const kills = await killsOf(scenario);
      tried += await eachAtOnce(sampled(kills, 24), async kill => {
        const problem = await problemAfterKill(scenario, kill, undefined);
        if (problem !== undefined) problems.push(`${kill.how} call ${kill.at}: ${problem}`);
      });
    }
    tally('SIGKILL at a call of an apply', tried, problems.length);
    assert.deepEqual(problems, []);
  });

  it('at any call of the recovery, then recovery again', async () => {
    const random = seeded(20261125);
    const problems: string[] = [];
    let tried = 0;
    for (let i = 0; i < (isFullRun ? 3 : 1); i++) {
      const scenario = randomScenario(random);
      const kills = await killsOf(scenario);
      // Just before the commit there is most to undo.
      const first = kills.filter(({ how }) => how === 'before')[Math.floor(kills.length * 0.3)];
      const inner = await killsOfRecovery(scenario, first ?? { at: 1, how: 'before' });
      tried += await eachAtOnce(sampled(inner, 12), async kill => {
        const problem = await problemAfterKill(scenario, first ?? kill, kill);
        if (problem !== undefined) problems.push(`recovery ${kill.how} call ${kill.at}: ${problem}`);
      });
    }
    tally('SIGKILL at a call of a recovery', tried, problems.length);
    assert.deepEqual(problems, []);
  });

  it('at any call of the command line, then `workorder recover`', async () => {
    const cli = existsSync(BUILT_CLI) ? BUILT_CLI : join(REPOSITORY, 'src/cli/main.ts');
    const kills = await killsOfCli(cli);
    const problems: string[] = [];
    const tried = await eachAtOnce(sampled(kills, 12), async kill => {
      const problem = await problemAfterCliKill(cli, kill);
      if (problem !== undefined) problems.push(`${kill.how} call ${kill.at}: ${problem}`);
    });
    const note =
      cli === BUILT_CLI ? 'built command line' : 'command line from source: dist/cli.js is not built';
    tally('SIGKILL at a call of workorder', tried, problems.length, note);
    assert.deepEqual(problems, []);
  });
});

/** All of them in a full run, otherwise `count` of them, evenly spread. */
function sampled<T>(items: readonly T[], count: number): readonly T[] {
  if (isFullRun || items.length <= count) return items;
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]).filter(
    item => item !== undefined,
  );
}

async function eachAtOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<number> {
  const next = items.values();
  const worker = async () => {
    for (const item of next) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return items.length;
}

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  readonly output: string;
}

function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [...args], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', fail);
    child.once('close', (code, signal) => done({ code, signal, output }));
  });
}

const killer = ['--import', join(SUPPORT, 'kill-at-call.ts')];
const environmentOf = ({ at, how }: Kill) => ({ WORKORDER_KILL_AT: String(at), WORKORDER_KILL_HOW: how });

/** Every kill there is in a program that makes these calls. */
function killsIn(countFile: string): readonly Kill[] {
  const calls: readonly string[] = JSON.parse(readFileSync(countFile, 'utf8'));
  return calls.flatMap((name, i) => {
    const hows =
      name === 'writeSync' ? (['before', 'after', 'torn'] as const) : (['before', 'after'] as const);
    return hows.map(how => ({ at: i + 1, how }));
  });
}

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
  join(SUPPORT, 'apply-once.ts'),
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
    const { output } = await run(
      [...killer, join(SUPPORT, 'recover-once.ts'), workspace.root, workspace.stateDir],
      {
        WORKORDER_KILL_COUNT: countFile,
      },
    );
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
      const recovery = [...killer, join(SUPPORT, 'recover-once.ts'), root, stateDir];
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

const MOVE = JSON.stringify({
  file_path: 'from.py',
  source_start: 2,
  source_end: 3,
  target_line: 1,
  target_file: 'to.py',
});
const CLI_BEFORE = { 'from.py': 'one\ntwo\nthree\nfour\n', 'to.py': 'start\n' };
const CLI_AFTER = { 'from.py': 'one\nfour\n', 'to.py': 'two\nthree\nstart\n' };

const cliArgs = (cli: string, root: string) => [...killer, cli, 'tool', 'move_text', MOVE, '--root', root];

async function killsOfCli(cli: string): Promise<readonly Kill[]> {
  const workspace = temporaryWorkspace(CLI_BEFORE);
  try {
    const countFile = join(workspace.root, '..', 'calls.json');
    const env = { WORKORDER_STATE_DIR: workspace.stateDir, WORKORDER_KILL_COUNT: countFile };
    const { code, output } = await run(cliArgs(cli, workspace.root), env);
    assert.equal(code, 0, output);
    assert.deepEqual(workspace.snapshot(), CLI_AFTER);
    return killsIn(countFile);
  } finally {
    workspace.dispose();
  }
}

async function problemAfterCliKill(cli: string, kill: Kill): Promise<string | undefined> {
  const workspace = temporaryWorkspace(CLI_BEFORE);
  const env = { WORKORDER_STATE_DIR: workspace.stateDir };
  try {
    const { signal, output } = await run(cliArgs(cli, workspace.root), { ...env, ...environmentOf(kill) });
    if (signal !== 'SIGKILL') return `was not killed: ${output}`;
    const recovered = await run([cli, 'recover', '--root', workspace.root], env);
    if (recovered.code !== 0) return `workorder recover ended with ${recovered.code}: ${recovered.output}`;
    const found = JSON.stringify(workspace.snapshot());
    if (found !== JSON.stringify(CLI_BEFORE) && found !== JSON.stringify(CLI_AFTER)) return `mixed: ${found}`;
    const state = workspaceStateDir(workspace.root, { ...process.env, ...env });
    return existsSync(state) && statSync(state).mode & 0o077 ? `${state} can be read by others` : undefined;
  } finally {
    workspace.dispose();
  }
}
