import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { nodeVersion } from '../../src/node/doctor.ts';
import { say, startModelServer } from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

interface Check {
  readonly what: string;
  readonly state: string;
  readonly found: string;
  readonly fix?: string;
}

describe('workorder doctor', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const doctor = async (...more: string[]) => {
    const { code, stdout, stderr } = await shop.run(['doctor', '--json', ...more]);
    const { checks } = JSON.parse(stdout || stderr) as { checks: readonly Check[] };
    const of = (what: string) => checks.find(check => check.what === what);
    return { code, checks, of };
  };

  it('names what is there with its version, one line each, and writes nothing', async () => {
    const { code, stdout } = await shop.run(['doctor']);
    assert.equal(code, 0, stdout);
    for (const tool of ['ruff', 'mypy', 'import-linter'])
      assert.match(stdout, new RegExp(`^✓ ${tool} +\\d+\\.[\\d.]+  /`, 'm'));
    assert.match(stdout, /^✓ git /m);
    assert.match(stdout, /^✓ files +\d+ Python files, all UTF-8$/m);
    assert.match(stdout, /^! model +none is set: give --model, or run workorder init$/m);
    assert.equal(shop.changed, '');
  });
  it('says what is broken and how to fix it, and exits 1', async () => {
    shop.write('workorder.toml', 'modle = 1\n');
    fs.mkdirSync(path.join(shop.root, '.workorder'));
    shop.write('.workorder/policy.json', '{"fail_on": "some"}');
    fs.writeFileSync(path.join(shop.root, 'latin.py'), Buffer.from([0x23, 0xe9, 0x0a]));
    const { code, of } = await doctor('--ruff', '/nowhere/ruff');
    assert.equal(code, 1);
    assert.equal(of('ruff')?.state, 'broken');
    assert.match(of('settings')?.found ?? '', /workorder\.toml, line 1: there is no setting "modle"/);
    assert.match(of('policy')?.found ?? '', /policy\.json, line 1: fail_on must be one of/);
    assert.match(of('files')?.found ?? '', /not readable as UTF-8: latin\.py/);
    assert.ok([of('policy'), of('settings'), of('files')].every(check => check?.fix));
  });
  it('asks the endpoint only with --model-check', async () => {
    const server = await startModelServer(exchange => say(exchange, { text: '{"ok": true}' }));
    try {
      const model = ['--model', 'openai:x', '--base-url', server.baseUrl];
      assert.equal((await doctor(...model)).of('endpoint'), undefined);
      assert.equal(server.requests.length, 0);
      assert.match((await doctor(...model, '--model-check')).of('endpoint')?.found ?? '', / answers$/);
      assert.equal(server.requests.length, 1);
    } finally {
      await server.close();
    }
    const gone = await doctor('--model', 'openai:x', '--base-url', 'ftp://x', '--model-check');
    assert.equal(gone.of('endpoint')?.state, 'broken');
    assert.equal(gone.code, 1);
  });
  it('does not ask an endpoint that a file chose and no person allowed', async () => {
    shop.write('workorder.toml', 'model = "openai:x"\nbase-url = "http://127.0.0.1:9/v1"\n');
    const { of } = await doctor('--model-check');
    assert.match(of('endpoint')?.found ?? '', /which you have not allowed/);
  });
  it('knows which versions of Node are supported', () => {
    const range = '^20.19.0 || ^22.12.0 || ^24.0.0';
    for (const version of ['20.19.0', '22.14.1', '24.0.0'])
      assert.equal(nodeVersion(version, range).state, 'good', version);
    for (const version of ['20.18.3', '21.0.0', '18.20.0', '26.1.0'])
      assert.equal(nodeVersion(version, range).state, 'poor', version);
  });
});
