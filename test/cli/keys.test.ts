import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { workspaceStateDir } from '../../src/node/workspace-state.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { ShopCopy } from './command-line.ts';

const KEY = 'sk-canary-0123456789abcdef';

describe('keys and secrets of the command line', () => {
  let shop: ShopCopy;
  let spy: string;
  let seen: string;
  beforeEach(() => {
    shop = new ShopCopy();
    const bin = path.join(shop.root, '../bin');
    fs.mkdirSync(bin, { recursive: true });
    seen = path.join(bin, 'seen');
    spy = path.join(bin, 'spy');
    const git = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
    // Notes its own environment and that of every process above it, up to this one.
    fs.writeFileSync(
      spy,
      `#!/bin/sh
echo "ran $0" >> '${seen}'
pid=$$
while [ "$pid" -gt 1 ] && [ "$pid" != ${process.pid} ]; do
  tr '\\0' '\\n' < /proc/$pid/environ >> '${seen}' 2>/dev/null
  pid=$(sed 's/.*) //' /proc/$pid/stat | cut -d' ' -f2)
done
[ "$(basename "$0")" = git ] && exec '${git}' "$@"
exit 0
`,
      { mode: 0o755 },
    );
    fs.symlinkSync('spy', path.join(bin, 'git'));
  });
  afterEach(() => shop.dispose());
  const run = (args: readonly string[], env: NodeJS.ProcessEnv) =>
    runCli([...args, '--root', shop.root], { cwd: shop.root, env: { ...plainEnvironment(), ...env } });

  it('no linter and no git finds the key in its environment or in that of a process above it', async function () {
    if (process.platform !== 'linux') this.skip();
    fs.appendFileSync(path.join(shop.root, 'shop/money.py'), '# edited\n');
    // Without a sandbox on PATH, so that the linters see the processes above them.
    const PATH = path.dirname(spy);
    for (const tool of ['tr', 'sed', 'cut', 'basename'])
      fs.symlinkSync(execFileSync('which', [tool], { encoding: 'utf8' }).trim(), path.join(PATH, tool));
    const env = { PATH, WORKORDER_API_KEY: KEY, AFTER: 'kept' };
    const { stderr } = await run(['lint', '--ruff', spy, '--mypy', spy], env);
    assert.doesNotMatch(stderr, /cannot be kept from programs/);
    const text = fs.readFileSync(seen, 'utf8');
    assert.ok(/^ran .*spy$/m.test(text));
    assert.match(text, /ran .*git/, text.match(/^ran.*$/gm)?.join());
    // The block of the command line itself was read.
    assert.ok(/^AFTER=kept$/m.test(text));
    assert.ok(!text.includes(KEY));
    execFileSync(spy, { env: { ...process.env, WORKORDER_API_KEY: KEY } });
    assert.ok(fs.readFileSync(seen, 'utf8').includes(KEY), 'the spy would have found it');
  });

  it('takes a key from a file or standard input, and says when there is none', async () => {
    const file = path.join(shop.root, '../key');
    fs.writeFileSync(file, `${KEY}\n`);
    const order = path.join(shop.root, 'work-orders/rename-calc-total.workorder.json');
    const nowhere = ['run', order, '--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1'];
    for (const [args, env, message] of [
      [['--key-file', file], {}, /127\.0\.0\.1:9/],
      [[], { WORKORDER_API_KEY_FILE: file }, /127\.0\.0\.1:9/],
      [['--key-file', `${file}-missing`], {}, /the key file .*missing cannot be read/],
      [['--key-stdin'], {}, /there is no key in standard input/],
      [['--key-stdin', '--key-file', file], {}, /not both/],
    ] as const) {
      const { stdout, stderr } = await run([...nowhere, ...args], env);
      assert.match(stdout + stderr, message);
    }
  });

  it('shows no secret-looking file to a client, unless it is named', async () => {
    fs.writeFileSync(path.join(shop.root, '.env'), `KEY=${KEY}\n`);
    fs.symlinkSync('.env', path.join(shop.root, 'settings.txt'));
    for (const name of ['.env', 'settings.txt']) {
      const { code, stdout } = await run(['tool', 'read_file', JSON.stringify({ path: name })], {});
      assert.equal(code, 1);
      assert.match(
        stdout,
        /\.env was left out: it looks like a secret; allow it with --allow-secret-file \.env/,
      );
    }
    const args = ['tool', 'read_file', '{"path": ".env"}', '--allow-secret-file', '.env'];
    assert.match((await run(args, {})).stdout, new RegExp(KEY));
  });

  it('closes a state folder that others could use, and says so', async () => {
    const folder = workspaceStateDir(shop.root);
    fs.mkdirSync(folder, { recursive: true });
    fs.chmodSync(folder, 0o777);
    const { stderr } = await run(['recover'], {});
    const again = await run(['tool', 'atomic_replace', '{}', '--allow-edits'], {});
    assert.match(stderr + again.stderr, /could be used by others \(mode 777\); now only you can/);
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
  });
});
