import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { type ModelServer, say, startModelServer } from '../support/model-server.ts';

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** A folder whose agent asks a model that answers when the test says so. */
class Bench {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-steering-'));
  readonly root = path.join(this.folder, 'shop');
  /** What the model was sent, one text for each request. */
  readonly asked: string[] = [];
  readonly #replies: (readonly Call[])[] = [];
  #wanted: (() => void) | undefined;
  #arrived: (() => void) | undefined;
  readonly #processes: ChildProcess[] = [];
  server: ModelServer | undefined;

  async open(): Promise<this> {
    fs.mkdirSync(this.root);
    this.server = await startModelServer(async exchange => {
      this.asked.push(JSON.stringify(exchange.body.messages ?? []));
      this.#arrived?.();
      if (this.#replies.length === 0)
        await new Promise<void>(resolve => {
          this.#wanted = resolve;
        });
      const calls = this.#replies.shift() ?? [];
      say(exchange, {
        text: JSON.stringify({
          thoughts: 'A step.',
          tool_calls: calls.map(([tool_name, args]) => ({ tool_name, arguments: args })),
        }),
      });
    });
    return this;
  }

  reply(...calls: readonly Call[]): void {
    this.#replies.push(calls);
    this.#wanted?.();
  }

  /** Waits until the model was asked that often. */
  async untilAsked(times: number): Promise<string> {
    while (this.asked.length < times)
      await new Promise<void>(resolve => {
        this.#arrived = resolve;
      });
    return this.asked[times - 1] ?? '';
  }

  start(args: readonly string[]) {
    const { PATH } = process.env;
    const env = {
      PATH,
      HOME: this.folder,
      WORKORDER_STATE_DIR: path.join(this.folder, 'state'),
      WORKORDER_API_KEY: 'none',
    };
    const child = spawn(userNode.program, [builtCli, ...args], { cwd: this.root, env });
    this.#processes.push(child);
    let text = '';
    let seen: () => void = () => undefined;
    const collect = (data: Buffer) => {
      text += data.toString('utf8');
      seen();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    const ended = new Promise<{ code: number | null; text: string }>(resolve => {
      child.on('close', code => resolve({ code, text }));
    });
    const runId = async () => {
      for (;;) {
        const found = /"runId":"([^"]+)"/.exec(text)?.[1];
        if (found !== undefined) return found;
        await new Promise<void>(resolve => {
          seen = resolve;
        });
      }
    };
    return { ended, runId };
  }

  agent(...more: readonly string[]) {
    const model = ['--model', 'openai:test', '--base-url', this.server?.baseUrl ?? ''];
    return this.start([
      'agent',
      '--task',
      'Write a.txt',
      '--delivery',
      'none',
      '--yes',
      '--json',
      ...model,
      ...more,
    ]);
  }

  async close(): Promise<void> {
    for (const child of this.#processes) child.kill('SIGKILL');
    await this.server?.close();
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

const write = (file: string): Call => ['write_file', { path: file, content: 'x\n' }];
const submit: Call = ['submit_for_review', { task_id: 1, task_title: 'It' }];
const finish: Call = ['finish', {}];

describe('a run of the built command line that another process speaks to', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await new Bench().open();
  });
  afterEach(() => bench.close());

  it('reads the words before its next reply, also when it is about to finish', async () => {
    const run = bench.agent();
    const id = await run.runId();
    await bench.untilAsked(1);
    const said = await bench.start(['say', id, 'And b.txt.', '--json']).ended;
    assert.deepEqual([said.code, JSON.parse(said.text).state], [0, 'waits'], said.text);
    bench.reply(write('a.txt'), submit, finish);
    assert.match(await bench.untilAsked(2), /the user says: And b\.txt\./);
    bench.reply(write('b.txt'), submit, finish);
    const ended = await run.ended;
    assert.equal(ended.code, 0, ended.text);
    assert.ok(fs.existsSync(path.join(bench.root, 'b.txt')));
    const late = await bench.start(['say', id, 'Too late.']).ended;
    assert.equal(late.code, 3);
    assert.match(late.text, /is not at work \(DONE\); more work is a new run\n$/);
    const paused = await bench.start(['pause', id]).ended;
    assert.deepEqual([paused.code, paused.text], [3, late.text]);
  });

  it('pauses before its next reply and goes on where it was, and stops at once', async () => {
    const run = bench.agent();
    const id = await run.runId();
    await bench.untilAsked(1);
    assert.equal((await bench.start(['pause', id]).ended).code, 0);
    bench.reply(write('a.txt'));
    const paused = await run.ended;
    assert.equal(paused.code, 2, paused.text);
    assert.match(paused.text, /paused by the user/);
    const again = bench.agent('--resume', id);
    await bench.untilAsked(2);
    const stopped = await bench.start(['stop', id, '--json']).ended;
    assert.deepEqual([stopped.code, JSON.parse(stopped.text).state], [0, 'taken'], stopped.text);
    const ended = await again.ended;
    assert.equal(ended.code, 130, ended.text);
    assert.ok(fs.existsSync(path.join(bench.root, 'a.txt')));
  });
});
