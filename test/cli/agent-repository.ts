import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { GitFolder } from '../support/git-folder.ts';

export type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** A small git repository with a test script, and `workorder agent` in it, played from written replies. */
export class AgentRepository extends GitFolder {
  readonly folder: string;
  /** Aborted: Ctrl+C. With one, the command line has a process of its own. */
  signal: AbortSignal | undefined;
  /** The replies are native tool calls. */
  isNative = false;
  readonly #stateBefore = process.env['WORKORDER_STATE_DIR'];

  constructor(files: Readonly<Record<string, string>> = {}) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-agent-'));
    super(path.join(folder, 'project'));
    this.folder = folder;
    process.env['WORKORDER_STATE_DIR'] = path.join(folder, 'state');
    this.commit('start', { 'scripts/run_tests.py': 'print("3/3 tests passed")\n', ...files });
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

  /** Plays these turns; each is the calls of one reply, or its text. */
  async agent(
    turns: readonly (readonly Call[] | string)[],
    options: readonly string[] = [],
    answers: readonly string[] = [],
  ) {
    const replay = path.join(this.folder, 'replies.json');
    const replies = turns.map((calls, i) => {
      if (typeof calls === 'string') return { role: 'agent', text: calls };
      if (this.isNative)
        return { role: 'agent', tool_calls: calls.map(([name, args]) => ({ name, arguments: args })) };
      const tool_calls = calls.map(([tool_name, args]) => ({ tool_name, arguments: args }));
      return { role: 'agent', json: { thoughts: `Step ${i + 1}.`, tool_calls } };
    });
    fs.writeFileSync(
      replay,
      JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns: replies }),
    );
    const argv = ['agent', '--model', `replay:${replay}`, '--task', 'Do it', '--json', ...options];
    const { code, stdout, stderr } = await this.workorder(argv, answers);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as Record<string, unknown>);
    return { code, stderr, events: lines.slice(0, -1), last: lines.at(-1) ?? {} };
  }

  /** `workorder …` in the repository; `answers` are typed in at its questions, in order. */
  workorder(argv: readonly string[], answers: readonly string[] = []) {
    return runCli(argv, { cwd: this.root, answers, ...(this.signal && { signal: this.signal }) });
  }

  dispose(): void {
    if (this.#stateBefore === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = this.#stateBefore;
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}
