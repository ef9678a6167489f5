import assert from 'node:assert/strict';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { type TemporaryWorkspace, temporaryWorkspace } from '../node/files/temporary-workspace.ts';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { printTable, seedOf, tally } from './support/counts.ts';
import {
  type Ended,
  eachAtOnce,
  environmentOf,
  type Kill,
  killer,
  killsIn,
  run,
  sampled,
} from './support/kills.ts';

/** A command that changes a workspace, and what the workspace shows without it and with it. */
interface Command {
  readonly args: (inputs: string) => readonly string[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly exitCode: number;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

const SEED = seedOf(20261127);

describe('SIGKILL of the command line, then `workorder recover` [TX-01]', function () {
  this.timeout(60 * 60_000);
  after(() => printTable(SEED));

  for (const [name, command] of Object.entries({
    'workorder tool': moveText(),
    'workorder apply': applyOrder(),
  })) {
    it(`leaves all of the change or nothing of it, at any call of ${name}`, async () => {
      const kills = await killsOf(command);
      const problems: string[] = [];
      const tried = await eachAtOnce(sampled(kills, 6, SEED), async kill => {
        const problem = await problemAfter(command, kill);
        if (problem !== undefined) problems.push(`${kill.how} call ${kill.at}: ${problem}`);
      });
      tally(`SIGKILL at a call of ${name}`, tried, problems.length, `built, on Node ${userNode.version}`);
      assert.deepEqual(problems, []);
    });
  }
});

function moveText(): Command {
  const move = {
    file_path: 'from.py',
    source_start: 2,
    source_end: 3,
    target_line: 1,
    target_file: 'to.py',
  };
  return {
    args: () => ['tool', 'move_text', JSON.stringify(move), '--allow-edits', '--yes'],
    inputs: {},
    exitCode: 0,
    before: { 'from.py': 'one\ntwo\nthree\nfour\n', 'to.py': 'start\n' },
    after: { 'from.py': 'one\nfour\n', 'to.py': 'two\nthree\nstart\n' },
  };
}

/** Five files of which one is created. The linters are missing, which fails the run and keeps the change. */
function applyOrder(): Command {
  const edited = ['pkg/a.py', 'pkg/b.py', 'pkg/c.py'];
  const text = (word: string) => `def ${word}() -> str:\n    return "text"\n`;
  const commands = [
    ...edited.map(file_path => ({
      tool: 'atomic_replace',
      args: { file_path, replacements: [{ old_string: 'def old(', new_string: 'def new(' }] },
      reason: 'Rename.',
    })),
    {
      tool: 'move_text',
      args: {
        file_path: 'pkg/d.py',
        source_start: 1,
        source_end: 2,
        target_line: 1,
        target_file: 'pkg/made.py',
      },
      reason: 'Move.',
    },
  ];
  const lint = { path: 'pkg', check_all: false };
  const verification = { tool: 'lint_backend', args: lint };
  const old = { ...Object.fromEntries(edited.map(path => [path, text('old')])), 'other.py': 'stays\n' };
  const renamed = { ...Object.fromEntries(edited.map(path => [path, text('new')])), 'other.py': 'stays\n' };
  return {
    inputs: {
      'order.json': {
        step_id: 'phase-1.step-1',
        step_text: 'Rename and move.',
        scope_allowlist: ['pkg/'],
        invariants: [],
        acceptance: { lint },
        new_files: ['pkg/made.py'],
      },
      'designer.json': {
        touched_files: [...edited, 'pkg/d.py', 'pkg/made.py'],
        commands,
        changed_signatures: [],
        verification,
      },
      'qa.json': { decision: 'APPROVED', commands, verification },
    },
    args: inputs => [
      'apply',
      join(inputs, 'order.json'),
      '--designer',
      join(inputs, 'designer.json'),
      '--qa',
      join(inputs, 'qa.json'),
      '--yes',
      '--on-lint-failure',
      'keep',
      ...['--ruff', '--mypy', '--import-linter'].flatMap(option => [option, join(inputs, 'missing')]),
    ],
    exitCode: 1,
    before: { ...old, 'pkg/d.py': `${text('moved')}last = 1\n` },
    after: { ...renamed, 'pkg/d.py': 'last = 1\n', 'pkg/made.py': text('moved') },
  };
}

/** Runs the command in a fresh workspace, with `before` as Node's first arguments. */
async function start(
  command: Command,
  env: Readonly<Record<string, string>>,
): Promise<{
  readonly workspace: TemporaryWorkspace;
  readonly ended: Ended;
  readonly own: Readonly<Record<string, string>>;
}> {
  const workspace = temporaryWorkspace(command.before);
  const inputs = join(workspace.root, '..', 'inputs');
  mkdirSync(inputs);
  for (const [name, value] of Object.entries(command.inputs)) {
    writeFileSync(join(inputs, name), JSON.stringify(value));
  }
  const own = { WORKORDER_STATE_DIR: workspace.stateDir };
  const args = [...killer, builtCli, ...command.args(inputs), '--root', workspace.root];
  return { workspace, own, ended: await run(args, { ...own, ...env }) };
}

async function killsOf(command: Command): Promise<readonly Kill[]> {
  const counts = temporaryWorkspace();
  const { workspace, ended } = await start(command, { WORKORDER_KILL_COUNT: counts.at('calls.json') });
  try {
    assert.equal(ended.code, command.exitCode, ended.output);
    assert.deepEqual(workspace.snapshot(), command.after);
    return killsIn(counts.at('calls.json'));
  } finally {
    workspace.dispose();
    counts.dispose();
  }
}

async function problemAfter(command: Command, kill: Kill): Promise<string | undefined> {
  const { workspace, ended, own } = await start(command, environmentOf(kill));
  try {
    if (ended.signal !== 'SIGKILL') return `was not killed: ${ended.output}`;
    // Recovery, and the history with the journal that was cut off: both have to work.
    for (const name of ['recover', 'history']) {
      const next = await run([builtCli, name, '--root', workspace.root], own);
      if (next.code !== 0) return `workorder ${name} ended with ${next.code}: ${next.output}`;
      if (/damaged/i.test(next.output)) return `workorder ${name} says: ${next.output}`;
    }
    const found = workspace.snapshot();
    const isOne = [command.before, command.after].some(version => isSame(version, found));
    if (!isOne) return `mixed: ${JSON.stringify(found)}`;
    const state = workspaceStateDir(workspace.root, { ...process.env, ...own });
    return existsSync(state) && statSync(state).mode & 0o077 ? `${state} can be read by others` : undefined;
  } finally {
    workspace.dispose();
  }
}

function isSame(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const paths = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...paths].every(path => a[path] === b[path]);
}
