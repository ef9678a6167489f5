import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { ShopCopy } from './command-line.ts';

describe('workorder mcp with a client that has a folder open, as built', () => {
  let shop: ShopCopy;
  let client: Client;
  let roots: { uri: string }[];
  before(async () => {
    shop = new ShopCopy();
    roots = [{ uri: pathToFileURL(shop.root).href }];
    client = new Client(
      { name: 'test', version: '1' },
      { capabilities: { roots: { listChanged: true }, elicitation: {} } },
    );
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots }));
    client.setRequestHandler(ElicitRequestSchema, () => ({
      action: 'accept',
      content: { decision: 'apply' },
    }));
    await client.connect(
      new StdioClientTransport({
        command: userNode.program,
        // Where the server was started has nothing to do with the client's folder.
        args: [builtCli, 'mcp', '--allow-edits'],
        cwd: path.dirname(shop.root),
        stderr: 'ignore',
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

  const call = (name: string, args: Record<string, unknown>, options = {}) =>
    client.callTool({ name, arguments: args }, undefined, options);
  const dataOf = async (name: string, args: Record<string, unknown>, options = {}) =>
    (await call(name, args, options)).structuredContent as Record<string, unknown>;
  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents as { text: string; mimeType: string }[];
    return content?.text ?? '';
  };

  it('edits in that folder, and gives the run, its diff, its evidence and how it stands as resources', async () => {
    const told: string[] = [];
    const edit = {
      title: 'Swiss shop',
      commands: [
        {
          tool: 'atomic_replace',
          args: {
            file_path: 'README.md',
            replacements: [{ old_string: '# shop\n', new_string: '# The shop\n' }],
          },
        },
      ],
    };
    const onprogress = ({ message = '' }) => told.push(message);
    const { changed, run } = await dataOf('propose_changes', edit, { onprogress });
    assert.equal(changed, true);
    assert.deepEqual(told, ['the change is checked and waits for a decision']);
    assert.equal(shop.changed, ' M README.md\n');

    const { resources } = await client.listResources();
    const uri = `workorder://runs/${run}`;
    assert.deepEqual(
      resources.filter(({ uri }) => uri.startsWith('workorder://runs/')).map(one => [one.uri, one.title]),
      [[uri, 'Swiss shop']],
    );
    assert.match(await read(uri), /^# Swiss shop\n[\s\S]*called by test 1[\s\S]*Approved by the user/);
    assert.match(await read(`${uri}/diff`), /-# shop\n\+# The shop\n/);
    assert.match(await read(`${uri}/evidence`), /^\{.*"type":"verified"/);
    assert.deepEqual(JSON.parse(await read(`${uri}/verification`)).files, [
      { path: 'README.md', verdict: 'as applied' },
    ]);
    const { messages } = await client.getPrompt({ name: 'review_change', arguments: { run: String(run) } });
    assert.deepEqual(
      messages.map(({ content }) => (content.type === 'resource' ? content.resource.uri : content.type)),
      ['text', `${uri}/diff`, `${uri}/evidence`],
    );
  });

  it('gives policy and templates of orders, and says of what is not there what there is', async () => {
    const policy = JSON.parse(await read('workorder://policy/work%20order'));
    assert.ok(policy.lines.some(({ setting }: { setting: string }) => setting === 'checks.paths'));
    const order = shop.write('move.workorder.json', await read('workorder://orders/move'));
    assert.match((await shop.run(['prompt', order])).stdout, /<from file>/);
    fs.rmSync(order);
    for (const [uri, why] of [
      ['workorder://runs/nope', /there is no run "nope"/],
      ['workorder://orders/..%2Fx', /there is no resource/],
      ['file:///etc/passwd', /there is no resource file:\/\/\/etc\/passwd; resources\/list/],
      ['workorder://orders/move?page=2', /it has one page/],
    ] as const)
      await assert.rejects(client.readResource({ uri }), why);
    await assert.rejects(client.getPrompt({ name: 'write_order', arguments: {} }), /needs step/);
  });

  it('ends the linters of a call that the client cancels', async () => {
    const bin = path.join(shop.root, '.venv/bin');
    shop.withoutMypy();
    fs.rmSync(path.join(bin, 'ruff'));
    // Linters may run where they can write nothing: they are known by what they are started with.
    const seconds = `${600_000 + process.pid}`;
    const slow = `#!/bin/sh
case "$*" in *version*) echo "$(basename "$0") 2.4.1 (compiled: yes)"; exit 0;; esac
exec sleep ${seconds}
`;
    const sleeping = () =>
      execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).includes(`sleep ${seconds}`);
    for (const name of ['ruff', 'mypy']) fs.writeFileSync(path.join(bin, name), slow, { mode: 0o755 });
    shop.write('new.py', 'import os\n');
    const leave = new AbortController();
    const lint = call('lint_backend', { path: 'new.py', check_all: false }, { signal: leave.signal });
    const cancelled = assert.rejects(lint);
    await eventually(sleeping, 'a linter to begin');
    leave.abort();
    await cancelled;
    await eventually(() => !sleeping(), 'the linters to be ended');
    assert.equal(typeof (await dataOf('list_files', {}))['result'], 'object');
  });

  it('follows the client to another folder, and refuses what it cannot choose or reach, with what to do', async () => {
    const other = path.join(shop.root, '../other');
    fs.mkdirSync(other);
    fs.writeFileSync(path.join(other, 'here.py'), '');
    const open = async (...folders: string[]) => {
      roots = folders.map(uri => ({ uri }));
      await client.sendRootsListChanged();
    };
    await open(pathToFileURL(other).href);
    assert.deepEqual(await dataOf('list_files', {}), { result: [{ name: 'here.py', type: 'file' }] });
    const outside = await dataOf('read_file', { path: '../shop/README.md' });
    assert.match(String(outside['error']), /^\.\.\/shop\/README\.md is refused: /);
    await open(pathToFileURL(other).href, pathToFileURL(path.join(other, 'x')).href);
    assert.match(
      String((await dataOf('list_files', {}))['error']),
      /2 folders open.*start workorder mcp with --root FOLDER/,
    );
    assert.ok((await client.listTools()).tools.length > 5);
    await open('https://example.org/x');
    assert.match(String((await dataOf('list_files', {}))['error']), /not a folder of this machine/);
  });
});
