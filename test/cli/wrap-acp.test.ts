import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import type { Step } from '../support/acp/scripted-agent.ts';
import { type CliEnd, runCli } from '../support/built-cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { SmallRepository } from '../support/small-repository.ts';

const AGENT = path.resolve(import.meta.dirname, '../support/acp/scripted-agent.ts');

/** An agent that speaks the Agent Client Protocol, through the built command line. */
describe('workorder wrap --acp', () => {
  let repository: SmallRepository;
  let alone: readonly string[] = [];
  before(async () => {
    if ((await openSandbox(tmpdir()).state()).kind === 'none') alone = ['--without-sandbox'];
  });
  beforeEach(() => {
    repository = new SmallRepository();
    repository.commit('start', { 'helpers.py': 'def get_file(path: str) -> str:\n    return path\n' });
  });
  afterEach(() => repository.dispose());

  const at = (file: string) => path.join(repository.root, file);
  const run = (...args: readonly string[]) => runCli(args, { cwd: repository.root });
  const talk = (
    options: readonly string[],
    turns: readonly (readonly Step[])[],
    more: { readonly answers?: readonly string[]; readonly signal?: AbortSignal } = {},
  ): Promise<CliEnd> =>
    runCli(['wrap', ...alone, ...options, '--', process.execPath, AGENT, JSON.stringify(turns)], {
      cwd: repository.root,
      ...more,
    });

  it('shows what it says, plans and does, applies a change per turn, and all of it is in the history', async () => {
    const { code, stdout } = await talk(
      ['--yes', '--acp', 'a note', '--acp', 'a longer note'],
      [
        [
          { say: 'I \u001b[2J begin.' },
          { plan: ['write it'] },
          { ask: 'edit notes.py', kind: 'edit', path: 'notes.py' },
          { write: 'notes.py', text: 'NOTE = 1\n' },
          { write: '/etc/passwd', text: 'x' },
        ],
        [{ echo: true }, { edit: 'notes.py', from: '1', to: '2' }],
      ],
    );
    assert.equal(code, 0, stdout);
    for (const shown of [
      /scripted 1\.0 answers, on a copy/,
      /Turn 1 {2}a note\n {2}I \\u001b\[2J begin\.\n {2}○ write it\n {2}edit notes\.py: allowed by .*\n {2}\[once\]\n {2}✓ edit write notes\.py/,
      /✗ edit write \/etc\/passwd\n.*is not in the workspace/,
      /Turn 2 {2}a longer note\n {2}a longer note\n/,
      /APPLIED {2}1 file\n/,
    ])
      assert.match(stdout, shown);
    assert.equal(fs.readFileSync(at('notes.py'), 'utf8'), 'NOTE = 2\n');
    const [listed, shown, verified] = [
      await run('history', '--kind', 'wrap', '--json'),
      await run('show', '--last'),
      await run('verify', '--last'),
    ];
    assert.match(listed.stdout, /scripted-agent/);
    assert.match(shown.stdout, /Turn 2 {2}a longer note/);
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    assert.equal((await run('revert', '--last', '--turn', '2')).code, 0);
    assert.equal(fs.readFileSync(at('notes.py'), 'utf8'), 'NOTE = 1\n');
    assert.equal((await run('revert', '--last')).code, 0);
    assert.equal(repository.git('status', '--short'), '');
  });

  it('goes on with what the person types, tells the agent why its change was refused, and asks for them', async () => {
    const { code, stdout } = await talk(
      ['--ask-permissions', '--acp', 'a note'],
      [
        [
          { ask: 'make', kind: 'execute' },
          { write: 'notes.py', text: 'NOTE = 1\n' },
        ],
        [{ echo: true }, { edit: 'notes.py', from: '1', to: '2' }],
      ],
      { answers: ['n', 'one is too few', 'take two', 'y', ''] },
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /make: not allowed by you\n {2}\[no\]/);
    assert.match(stdout, /was not applied to the workspace \(rejected by you: one is too few/);
    assert.equal(fs.readFileSync(at('notes.py'), 'utf8'), 'NOTE = 2\n');
  });

  it('stops the agent at Ctrl+C, and nothing of the turn is applied', async () => {
    const stop = new AbortController();
    const turns: readonly (readonly Step[])[] = [[{ write: 'notes.py', text: 'NOTE = 1\n' }, { hang: true }]];
    const ended = talk(['--yes', '--acp', 'a note'], turns, { signal: stop.signal });
    await eventually(async () => (await run('show', '--last')).stdout.includes('write notes.py'), 'its call');
    stop.abort();
    const { code, stdout } = await ended;
    assert.equal(code, 130, stdout);
    assert.match(stdout, /The turn ended early \(cancelled\)/);
    assert.match(stdout, /CANCELLED {2}nothing was changed/);
    assert.equal(repository.git('status', '--short'), '');
  });

  it('refuses what does not go together', async () => {
    for (const [options, why] of [
      [['--acp', ' '], /--acp is empty/],
      [['--acp', 'x', '--input', '-'], /--input is for programs without --acp/],
      [['--ask-permissions'], /--ask-permissions is for agents with --acp/],
    ] as const) {
      const { code, stderr } = await talk(options, []);
      assert.equal(code, 3);
      assert.match(stderr, why);
    }
  });
});
