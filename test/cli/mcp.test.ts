import assert from 'node:assert/strict';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { repository, ShopCopy } from './command-line.ts';

describe('workorder mcp, as built', () => {
  let shop: ShopCopy;
  let client: Client;
  before(async () => {
    shop = new ShopCopy();
    client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [path.join(repository, 'dist/cli.js'), 'mcp', '--root', shop.root],
        env: {
          PATH: process.env['PATH'] ?? '',
          WORKORDER_STATE_DIR: process.env['WORKORDER_STATE_DIR'] ?? '',
        },
      }),
    );
  });
  after(async () => {
    await client.close();
    shop.dispose();
  });

  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    const [part] = result.content as { text: string }[];
    return { isError: result.isError === true, text: part?.text ?? '' };
  };

  it('offers the tools of specification 1 with their schemas [001-003] [001-012] [001-025] [001-056]', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(t => t.name);
    for (const name of [
      'atomic_replace',
      'move_text',
      'lint_backend',
      'locate_symbol',
      'get_source',
      'discover_api',
    ]) {
      assert.ok(names.includes(name), name);
    }
    const replace = tools.find(t => t.name === 'atomic_replace');
    assert.deepEqual(replace?.inputSchema.required, ['file_path', 'replacements']);
    assert.deepEqual(
      [replace?.annotations?.readOnlyHint, replace?.annotations?.destructiveHint],
      [false, true],
    );
  });
  it('answers with the exact response of the tool', async () => {
    const { text, isError } = await call('locate_symbol', { symbol_name: 'Money' });
    assert.equal(isError, false);
    assert.equal(JSON.parse(text).matches[0].qualified_name, 'shop.money.Money');
  });
  it('edits all or nothing, and tells every failing replacement [001-009]', async () => {
    const replacements = [
      { old_string: 'DEFAULT_CURRENCY = "EUR"', new_string: 'DEFAULT_CURRENCY = "CHF"' },
      { old_string: 'nowhere', new_string: 'x' },
    ];
    const { text, isError } = await call('atomic_replace', { file_path: 'shop/money.py', replacements });
    assert.equal(isError, true);
    assert.match(JSON.parse(text).validation_errors[0], /^Replacement 1: not found/);
    assert.equal(shop.changed, '');
  });
  it('refuses unknown tools, wrong arguments and paths outside the workspace', async () => {
    assert.match((await call('shell', {})).text, /unknown tool: shell/);
    assert.match((await call('read_file', { file: 'x' })).text, /invalid args for tool read_file/);
    assert.match((await call('read_file', { path: '../../etc/passwd' })).text, /is refused/);
  });
});
