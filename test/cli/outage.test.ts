import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { type ModelServer, refuse, say, startModelServer } from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

/** Requests that fail before the endpoint is well again: more than one request tries by itself. */
const FAILURES = 4;

describe('workorder agent while its endpoint is down', () => {
  let shop: ShopCopy;
  let server: ModelServer;
  let failures = 0;
  beforeEach(async () => {
    shop = new ShopCopy();
    const turns = [
      [['write_file', { path: 'docs/wrap.md', content: 'wrapped\n' }]],
      [
        ['submit_for_review', { task_id: 1, task_title: 'Wrap' }],
        ['finish', {}],
      ],
    ] as const;
    let answered = 0;
    server = await startModelServer(exchange => {
      if (answered === 1 && failures-- > 0) return refuse(exchange, 503);
      const n = answered++;
      const calls = (turns[n] ?? []).map(([name, args], i) => ({
        id: `call-${n}-${i}`,
        name,
        arguments: JSON.stringify(args),
      }));
      say(exchange, { calls, finish: 'tool_calls' });
    });
  });
  afterEach(async () => {
    await server.close();
    shop.dispose();
  });

  const endpoint = () => ['--model', 'openai:test', '--base-url', server.baseUrl];
  const start = (...more: string[]) =>
    runCli(
      ['agent', '--task', 'Wrap', '--delivery', 'none', '--yes', '--root', shop.root, ...endpoint(), ...more],
      { cwd: shop.root },
    );

  it('waits with a countdown and finishes', async () => {
    failures = FAILURES;
    const { code, stdout, stderr } = await start();
    assert.equal(code, 0, stdout + stderr);
    assert.match(stdout + stderr, /failed \(503\).*Asking again in \d+ s \(up to 30 min more after that\)/);
  });

  it('ends as resumable when it may wait no longer, and resumes with the printed command’s options', async () => {
    failures = FAILURES;
    const { code, stdout, stderr } = await start('--patience', '0');
    assert.equal(code, 2, stdout + stderr);
    assert.match(
      stdout,
      /BLOCKED {2}Waits for the model, and can be resumed when it answers again: .*\(503\)/,
    );
    assert.ok(fs.existsSync(path.join(shop.root, 'docs/wrap.md')));
    const run = /workorder resume (\S+)/.exec(stdout)?.[1] ?? '';
    failures = 0;
    const resumed = await runCli(
      ['resume', run, '--delivery', 'none', '--yes', '--root', shop.root, ...endpoint()],
      { cwd: shop.root },
    );
    assert.equal(resumed.code, 0, resumed.stdout + resumed.stderr);
  });

  it('refuses a patience that is no number of minutes', async () => {
    const { code, stderr } = await start('--patience', 'long');
    assert.equal(code, 3);
    assert.match(stderr, /--patience must be a number of minutes from 0 to 10080, not "long"/);
  });
});
