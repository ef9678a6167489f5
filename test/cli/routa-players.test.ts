import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { callsIn, coordinator } from '../support/acp/coordinator.ts';
import type { Step } from '../support/acp/scripted-agent.ts';
import { builtCli, type CliEnd, plainEnvironment, runCli, userNode } from '../support/built-cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { type ModelServer, startModelServer } from '../support/model-server.ts';
import { SmallRepository } from '../support/small-repository.ts';

const AGENT = path.resolve(import.meta.dirname, '../support/acp/scripted-agent.ts');
/** An agent of another maker that plays these turns in each of its processes. */
const acp = (...turns: readonly (readonly Step[])[]): string =>
  `acp:${JSON.stringify([process.execPath, AGENT, JSON.stringify(turns)])}`;

const tasks = (...names: readonly string[]): string =>
  names.map(name => `@@@task ${name}\n# Write ${name}.py\n## Scope\n- ${name}.py\n@@@\n`).join('\n');
const { create, delegate, wake } = callsIn('repository');
const write = (name: string, text: string): Step => ({ write: `${name}.py`, text });

/** Agents of other makers as members of a team, through the built command line. */
describe('workorder routa --crafter acp:… --gate acp:…', () => {
  let repository: SmallRepository;
  let server: ModelServer;
  let coordinate: ReturnType<typeof coordinator>;
  let alone: readonly string[] = [];
  before(async () => {
    if ((await openSandbox(tmpdir()).state()).kind === 'none') alone = ['--without-sandbox'];
  });
  beforeEach(async () => {
    repository = new SmallRepository();
    repository.commit('start', { 'helpers.py': 'X = 1\n' });
    repository.git('config', 'user.name', 't');
    repository.git('config', 'user.email', 't@example.org');
    server = await startModelServer(exchange => coordinate(exchange), ['scripted']);
  });
  afterEach(async () => {
    await server.close();
    repository.dispose();
  });

  const at = (file: string) => path.join(repository.root, file);
  const common = () => [...alone, '--model', 'openai:scripted', '--base-url', server.baseUrl];
  const start = (names: readonly string[]) => {
    fs.writeFileSync(path.join(repository.folder, 'tasks.md'), tasks(...names));
    return ['routa', '--tasks', '../tasks.md', ...common()];
  };
  const run = (args: readonly string[], answers: readonly string[] = []): Promise<CliEnd> =>
    runCli(args, { cwd: repository.root, answers });
  const last = ({ stdout }: CliEnd) => JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}');

  it('two makers write side by side, a third accepts; each task is one commit on the branch, and the folder stays as it is', async () => {
    coordinate = coordinator([
      [create('c1'), create('c2'), create('g', 'GATE'), delegate('c1', 'a'), delegate('c2', 'b')],
      [delegate('g', 'a'), delegate('g', 'b')],
      [],
      [],
    ]);
    const ended = await run([
      ...start(['a', 'b']),
      ...['--yes', '--json', '--delivery', 'commit'],
      ...['--crafter', acp([write('a', 'A = 1\n'), { say: 'A is there.\nREPORT a: DONE' }])],
      ...['--crafter', acp([write('b', 'B = 1\n'), { say: 'B is there.\nREPORT b: DONE' }])],
      ...[
        '--gate',
        acp([
          { read: 'a.py' },
          { read: 'b.py' },
          { say: 'Both hold.\nVERDICT a: ACCEPTED\nVERDICT b: ACCEPTED' },
        ]),
      ],
    ]);
    assert.equal(ended.code, 0, ended.stdout + ended.stderr);
    const { outcome, branch } = last(ended);
    assert.equal(outcome, 'DONE');
    assert.deepEqual(repository.git('log', '--format=%s', `main..${branch}`).split('\n').sort(), [
      'a: Write a.py',
      'b: Write b.py',
    ]);
    assert.equal(repository.git('show', `${branch}:a.py`), 'A = 1');
    assert.equal(repository.git('status', '--short'), '');
    const shown = await run(['show', '--last']);
    assert.match(shown.stdout, /c1 is a new CRAFTER[\s\S]*c1 is played by scripted 1\.0, on a copy/);
    assert.match(shown.stdout, /c1: {2}✓ edit write a\.py/);
  });

  it('crashes, leaves its scope, hangs: each ends as an ERROR with the reason, and another goes on', async () => {
    coordinate = coordinator([
      [create('c1'), delegate('c1', 'a')],
      [wake('a', 'Again.')],
      [wake('a', 'Again.')],
      [wake('a', 'Again.')],
      [],
    ]);
    const ended = await run([
      ...start(['a']),
      ...['--yes', '--json', '--program-timeout', '8'],
      ...['--crafter', acp([write('a', 'A = 0\n'), { exit: 3 }])],
      ...[
        '--crafter',
        acp(
          [write('helpers', 'X = 2\n'), { say: 'REPORT a: DONE' }],
          [{ say: 'It is right.\nREPORT a: DONE' }],
        ),
      ],
      ...['--crafter', acp([write('a', 'A = 2\n'), { hang: true }])],
      ...['--crafter', acp([write('a', 'A = 3\n'), { say: 'REPORT a: DONE' }])],
    ]);
    const state = last(ended);
    assert.deepEqual(
      state.agents.map((agent: { status: string }) => agent.status),
      ['ACTIVE', 'ERROR', 'ERROR', 'ERROR', 'COMPLETED'],
      ended.stdout,
    );
    const { stdout } = await run(['show', '--last']);
    assert.match(stdout, /c1: ERROR: the agent ended with exit code 3: the agent gives up/);
    assert.match(
      stdout,
      /crafter-a: ERROR: it reported a change again that was refused: helpers\.py is outside the scope of a/,
    );
    assert.match(stdout, /crafter-a-2: ERROR: the agent was stopped: a turn took longer than 8 s/);
    assert.equal(fs.readFileSync(at('a.py'), 'utf8'), 'A = 3\n');
    assert.equal(repository.git('status', '--short'), '?? a.py');
    // No verdict was given: nothing of this is DONE.
    assert.equal(state.outcome, 'BLOCKED');
  });

  it('says DONE with red tests: it is not taken as a success, and is told why until they pass', async () => {
    fs.appendFileSync(at('.git/info/exclude'), '.venv\n');
    fs.symlinkSync(path.join(root, '.venv'), at('.venv'));
    const check = 'import sys, a; print("tests"); sys.exit(0 if a.A == 2 else 1)';
    repository.commit('policy', {
      '.workorder/policy.json': JSON.stringify({
        checks: { tests: 'required' },
        test_command: ['python', '-c', check],
      }),
    });
    const steps = [[create('c1'), create('g', 'GATE'), delegate('c1', 'a')], [delegate('g', 'a')], []];
    const wrong = [write('a', 'A = 1\n'), { say: 'All tests pass.\nREPORT a: DONE' }];
    const gate = ['--gate', acp([{ read: 'a.py' }, { say: 'VERDICT a: ACCEPTED' }])];
    const refusals = ({ stdout }: CliEnd) =>
      stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))
        .filter(({ tool, status }) => tool === 'report_to_parent' && status === 'error')
        .map(({ response }) => response.error);

    // In a checkout of its own, where it insists.
    coordinate = coordinator(steps);
    const red = await run([
      ...start(['a']),
      ...['--yes', '--json', '--delivery', 'commit', '--crafter', acp(wrong), ...gate],
    ]);
    assert.match(refusals(red)[0] ?? '', /a is not a success: .*tests/s, red.stdout.slice(-3000));
    assert.equal(last(red).outcome, 'BLOCKED');
    assert.equal(repository.git('ls-tree', '--name-only', last(red).branch, 'a.py'), '');

    coordinate = coordinator(steps);
    const mended = [write('a', 'A = 2\n'), { say: 'REPORT a: DONE' }];
    const green = await run([...start(['a']), '--yes', '--json', '--crafter', acp(wrong, mended), ...gate]);
    assert.equal(refusals(green).length, 1, green.stdout.slice(-3000));
    assert.equal(last(green).outcome, 'DONE', green.stdout.slice(-3000));
    assert.equal(fs.readFileSync(at('a.py'), 'utf8'), 'A = 2\n');
  });

  it('asks for permission: the person is asked with --ask-permissions, by the name of the agent', async () => {
    coordinate = coordinator([[create('c1'), delegate('c1', 'a')], []]);
    const crafter = acp([
      { ask: 'delete everything', kind: 'delete' },
      write('a', 'A = 1\n'),
      { say: '.\nREPORT a: DONE' },
    ]);
    const ended = await run([...start(['a']), '--ask-permissions', '--crafter', crafter], ['n', 'y']);
    assert.match(ended.stdout + ended.stderr, /c1 asks, delete: delete everything\. Allow it\? \[y\/N\]/);
    assert.match(ended.stdout, /c1: {2}delete everything: not allowed by you/);
    assert.equal(fs.readFileSync(at('a.py'), 'utf8'), 'A = 1\n');
  });

  it('goes on after kill -9: the agent begins its task anew on a new copy, and nothing of the killed turn is there', async () => {
    coordinate = coordinator([
      [create('c1'), create('g', 'GATE'), delegate('c1', 'a')],
      [],
      [delegate('g', 'a')],
      [],
    ]);
    const hangs = acp([
      write('a', 'A = 0\n'),
      { plan: ['hang'] },
      { hang: true, unless: 'go-on' },
      write('a', 'A = 1\n'),
      { echo: true },
      { say: '\nREPORT a: DONE' },
    ]);
    const gate = acp([{ read: 'a.py' }, { say: 'VERDICT a: ACCEPTED' }]);
    const child: ChildProcess = spawn(
      userNode.program,
      [builtCli, ...start(['a']), '--yes', '--crafter', hangs, '--gate', gate],
      { cwd: repository.root, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await eventually(() => printed.includes('○ hang'), `the agent to hang; so far: ${printed}`);
    const closed = once(child, 'close');
    child.kill('SIGKILL');
    await closed;
    assert.equal(repository.git('status', '--short'), '');

    const without = await run(['resume', '--last', ...common(), '--yes']);
    assert.equal(without.code, 3);
    assert.match(without.stderr, /c1 is played by acp:.*; resume it with --crafter/);
    fs.writeFileSync(at('go-on'), '');
    const resumed = await run(['resume', '--last', ...common(), '--yes', '--crafter', hangs, '--gate', gate]);
    assert.equal(resumed.code, 0, resumed.stdout + resumed.stderr);
    assert.match(resumed.stdout, /The work was interrupted and continues now/);
    assert.equal(fs.readFileSync(at('a.py'), 'utf8'), 'A = 1\n');
  });

  it('what cannot work is said before anything begins', async () => {
    coordinate = coordinator([]);
    for (const [options, sentence] of [
      [['--crafter', 'gemini'], /--crafter gemini: an agent of another maker is acp:NAME or/],
      [
        ['--crafter', 'acp:nobody'],
        /--crafter acp:nobody: the agents that are known are gemini, qwen, opencode/,
      ],
      [['--gate', 'acp:["no-such-program"]'], /no-such-program was not found on PATH/],
      [['--gate', 'acp:[1]'], /must be a JSON list of a program and its arguments/],
      [['--gate', 'acp:[oops'], /no JSON list/],
      [['--crafter', acp([]), '--crafter', acp([])], /is given twice/],
      [['--allow-network'], /--allow-network is for agents of --crafter and --gate/],
    ] as const) {
      const { code, stderr } = await run([...start(['a']), ...options]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, sentence);
    }
    assert.equal(server.requests.length, 0);
  });
});
