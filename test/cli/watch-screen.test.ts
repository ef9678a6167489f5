import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { python } from '../../scripts/setup/places.mjs';
import { builtCli, plainEnvironment, runCli, userNode } from '../support/built-cli/run-cli.ts';
import { say, startModelServer } from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

/** Runs a program on a terminal of 100 columns and 30 rows, and copies what it writes there. */
const ON_TERMINAL = `
import fcntl, os, pty, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    os.execv(sys.argv[1], sys.argv[1:])
while True:
    try:
        data = os.read(terminal, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

/** The whole first screen: its last line comes last. */
const SCREEN =
  /Wrap it[\s\S]*verdict[\s\S]*Wrap it +agent +at work[\s\S]*docs\/wrap\.md[\s\S]*Ctrl\+C stops watching; the run continues/;

describe('workorder watch on a terminal', () => {
  it('is one screen that is updated, and gives the terminal back with the table when the run ends', async () => {
    const shop = new ShopCopy();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>(resolve => {
      answer = resolve;
    });
    const stop = new AbortController();
    let watched: ChildProcess | undefined;
    const asked: number[] = [];
    let noted: () => void = () => undefined;
    const turns = [
      [['write_file', { path: 'docs/wrap.md', content: 'wrapped\n' }]],
      [
        ['submit_for_review', { task_id: 1, task_title: 'Wrap' }],
        ['finish', {}],
      ],
    ] as const;
    const server = await startModelServer(async exchange => {
      const n = asked.push(exchange.earlier) - 1;
      noted();
      if (n === 1) await answered;
      const calls = (turns[n] ?? []).map(([name, args], i) => ({
        id: `call-${n}-${i}`,
        name,
        arguments: JSON.stringify(args),
      }));
      say(exchange, { calls, finish: 'tool_calls' });
    });
    try {
      const endpoint = ['--model', 'openai:test', '--base-url', server.baseUrl];
      const run = runCli(
        ['agent', '--task', 'Wrap it', '--delivery', 'none', '--yes', '--root', shop.root, ...endpoint],
        { cwd: shop.root, signal: stop.signal },
      );
      while (asked.length < 2)
        await new Promise<void>(resolve => {
          noted = resolve;
        });
      const screen = spawn(
        python.executable,
        ['-c', ON_TERMINAL, userNode.program, path.resolve(builtCli), 'watch', '--last', '--root', shop.root],
        { cwd: shop.root, env: plainEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
      );
      watched = screen;
      let text = '';
      const seen = new Promise<void>(resolve => {
        screen.stdout.setEncoding('utf8').on('data', (data: string) => {
          text += data;
          if (SCREEN.test(text)) resolve();
        });
      });
      const closed = new Promise<number | null>(resolve => screen.once('close', resolve));
      await seen;
      assert.ok(text.includes('\u001b[?1049h'), 'the second screen');
      assert.match((await shop.run(['history'])).stdout, /agent +at work +agent: Wrap it/);
      answer();
      assert.equal((await run).code, 0);
      assert.equal(await closed, 0);
      const after = text.slice(text.lastIndexOf('\u001b[?1049l'));
      assert.match(after, /Wrap it +agent +DONE[\s\S]*The agent finished its work/);
    } finally {
      stop.abort();
      watched?.kill('SIGKILL');
      answer();
      await server.close();
      shop.dispose();
    }
  });
});
