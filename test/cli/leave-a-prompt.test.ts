import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ShopCopy } from './command-line.ts';

/** Runs a command on a terminal of its own, and presses a key when a question is asked. */
const PRESS = `
import os, pty, sys
key = bytes([int(sys.argv[1])])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[2], sys.argv[2:])
seen, pressed = b"", False
while True:
    try:
        data = os.read(terminal, 4096)
    except OSError:
        break
    if not data:
        break
    seen += data
    if not pressed and b"[y/N" in seen:
        pressed = True
        os.write(terminal, key)
_, status = os.waitpid(pid, 0)
sys.stdout.write(seen.decode("utf8", "replace"))
sys.exit(os.waitstatus_to_exitcode(status))
`;

const REPLIES = {
  format: 'workorder-replay/1',
  origin: 'written-by-hand',
  turns: [
    {
      role: 'agent',
      json: {
        thoughts: 'Write.',
        tool_calls: [{ tool_name: 'write_file', arguments: { path: 'a.md', content: 'A\n' } }],
      },
    },
  ],
};

describe('leaving at a question of the command line', () => {
  let shop: ShopCopy;
  before(function () {
    if (process.platform === 'win32') this.skip();
    shop = new ShopCopy();
  });
  after(() => shop?.dispose());

  for (const [name, key] of [
    ['Ctrl+C', 3],
    ['Ctrl+D', 4],
  ] as const) {
    it(`ends CANCELLED with its outcome recorded: ${name}`, () => {
      const replies = path.join(shop.root, `replies-${key}.json`);
      fs.writeFileSync(replies, JSON.stringify(REPLIES));
      const cli = path.resolve(import.meta.dirname, '../../dist/cli.js');
      const env = { ...process.env, NO_COLOR: '1' };
      const argv = ['agent', '--task', 'Write', '--delivery', 'none', '--model', `replay:${replies}`];
      const run = spawnSync(
        'python3',
        ['-c', PRESS, `${key}`, process.execPath, cli, ...argv, '--root', shop.root],
        {
          env,
          encoding: 'utf8',
          timeout: 60_000,
        },
      );
      assert.equal(run.status, 130, run.stdout + run.stderr);
      assert.match(run.stdout, /CANCELLED {1,2}nothing was changed/);
      assert.doesNotMatch(run.stdout, /AbortError|\n\s+at /);
      const list = spawnSync(process.execPath, [cli, 'agent', '--list', '--root', shop.root], {
        env,
        encoding: 'utf8',
      });
      assert.match(list.stdout, /CANCELLED/);
    });
  }
});
