import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { run } from '../../src/cli/run.ts';

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** A small git repository with a test script, and `workorder agent` in it, played from written replies. */
class AgentRepository {
  readonly root: string;
  readonly folder: string;
  readonly #stateBefore = process.env['WORKORDER_STATE_DIR'];

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-agent-'));
    this.root = path.join(this.folder, 'project');
    fs.mkdirSync(this.root);
    process.env['WORKORDER_STATE_DIR'] = path.join(this.folder, 'state');
    this.git('init', '-q', '-b', 'main');
    this.git('config', 'user.name', 't');
    this.git('config', 'user.email', 't@example.org');
    for (const [file, text] of Object.entries({
      'scripts/run_tests.py': 'print("3/3 tests passed")\n',
      ...files,
    }))
      this.write(file, text);
    this.git('add', '-A');
    this.git('commit', '-qm', 'start');
  }

  git(...args: readonly string[]): string {
    return execFileSync('git', args, {
      cwd: this.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  }

  write(file: string, text: string): void {
    const full = path.join(this.root, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, text);
  }

  text(file: string): string | undefined {
    const full = path.join(this.root, file);
    return fs.existsSync(full) ? fs.readFileSync(full, 'utf8') : undefined;
  }

  /** A bare repository beside it, as `origin`, with main pushed. */
  addRemote(): string {
    const bare = path.join(this.folder, 'origin.git');
    execFileSync('git', ['init', '-q', '--bare', '-b', 'main', bare]);
    this.git('remote', 'add', 'origin', bare);
    this.git('push', '-q', '-u', 'origin', 'main');
    this.git('remote', 'set-head', 'origin', 'main');
    return bare;
  }

  /** Plays these turns; each is the calls of one reply. */
  async agent(
    turns: readonly (readonly Call[])[],
    options: readonly string[] = [],
    answers: readonly string[] = [],
  ) {
    const replay = path.join(this.folder, 'replies.json');
    const envelopes = turns.map((calls, i) => ({
      role: 'agent',
      json: {
        thoughts: `Step ${i + 1}.`,
        tool_calls: calls.map(([tool_name, args]) => ({ tool_name, arguments: args })),
      },
    }));
    fs.writeFileSync(
      replay,
      JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns: envelopes }),
    );
    const open = [...answers];
    let [stdout, stderr] = ['', ''];
    const code = await run(
      ['agent', '--model', `replay:${replay}`, '--task', 'Do it', '--json', ...options],
      {
        stdout: text => {
          stdout += text;
        },
        stderr: text => {
          stderr += text;
        },
        env: {},
        cwd: this.root,
        isTerminal: false,
        ask: async () => open.shift(),
        signal: new AbortController().signal,
      },
    );
    const lines = stdout
      .trimEnd()
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Record<string, unknown>);
    return { code, stderr, events: lines.slice(0, -1), last: lines.at(-1) ?? {} };
  }

  dispose(): void {
    if (this.#stateBefore === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = this.#stateBefore;
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

describe('workorder agent', function () {
  this.timeout(60_000);
  let repository: AgentRepository;
  afterEach(() => repository.dispose());

  it('runs the example envelope of specification 4 to its end, with the real commit [004-020] [004-011] [002-020]', async () => {
    repository = new AgentRepository();
    const example: readonly Call[] = [
      ['write_file', { path: 'docs/EXAMPLE.md', content: '...' }],
      ['rename_file', { path: 'docs/EXAMPLE.md', new_path: 'somewhere/else/NEW_EXAMPLE.md' }],
      ['delete_file', { path: 'docs/EXAMPLE.md' }],
      ['run_tests', {}],
      ['finish_feature', { task_id: 1, feature_id: 5, title: 'Agent communication porotocol' }],
    ];
    const { code, events, last, stderr } = await repository.agent([example], ['--mode', 'single', '--yes']);
    assert.equal(code, 0, stderr);
    const called = events.filter(e => e['type'] === 'called');
    assert.deepEqual(
      called.map(e => [e['tool'], e['status']]),
      example.map(([tool]) => [tool, 'ok']),
    );
    assert.equal(last['outcome'], 'EXECUTED');
    assert.equal(repository.text('somewhere/else/NEW_EXAMPLE.md'), '...');
    assert.equal(repository.text('docs/EXAMPLE.md'), undefined);
    assert.equal(repository.git('log', '-1', '--format=%s'), 'Feature 1.5: Agent communication porotocol');
    assert.equal(repository.git('show', '--name-only', '--format=', 'HEAD'), 'somewhere/else/NEW_EXAMPLE.md');
    assert.equal(repository.git('rev-parse', '--abbrev-ref', 'HEAD'), 'work-order/task-1');
    assert.equal(repository.git('log', '--format=%s', 'main'), 'start', 'nothing on the default branch');
  });
});
