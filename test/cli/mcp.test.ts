import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { ShopCopy } from './command-line.ts';

describe('workorder mcp, as built', () => {
  let shop: ShopCopy;
  let client: Client;
  before(async () => {
    shop = new ShopCopy();
    client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({
        command: userNode.program,
        args: [builtCli, 'mcp', '--root', shop.root, '--allow-edits', '--yes'],
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
    return { isError: result.isError === true, text: part?.text ?? '', data: result.structuredContent };
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
    assert.deepEqual(replace?.annotations, {
      title: 'Atomic replace',
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    });
  });
  it('ends when it is told to, though its client keeps the pipe open', async () => {
    const server = spawn(userNode.program, [builtCli, 'mcp', '--root', shop.root], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(server, 'exit');
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'c', version: '1' },
    };
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
    await once(server.stdout, 'data');
    server.kill('SIGTERM');
    await ended;
  });

  it('answers with the exact response of the tool', async () => {
    const { text, isError, data } = await call('locate_symbol', { symbol_name: 'Money' });
    assert.equal(isError, false);
    assert.deepEqual(data, JSON.parse(text));
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

describe('who approves an edit over workorder mcp', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  type Answer = { readonly action: 'accept' | 'decline'; readonly content?: Record<string, string> };

  async function connect(options: readonly string[], answer?: (asked: string) => Answer) {
    const asked: string[] = [];
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: answer === undefined ? {} : { elicitation: {} } },
    );
    if (answer !== undefined)
      client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
        asked.push(params.message);
        return answer(JSON.stringify(params));
      });
    await client.connect(
      new StdioClientTransport({
        command: userNode.program,
        args: [builtCli, 'mcp', '--root', shop.root, ...options],
        stderr: 'ignore',
        env: {
          PATH: process.env['PATH'] ?? '',
          WORKORDER_STATE_DIR: process.env['WORKORDER_STATE_DIR'] ?? '',
        },
      }),
    );
    const edit = async (file_path = 'shop/money.py', old_string = '"EUR"', new_string = '"CHF"') => {
      const replacements = [{ old_string, new_string }];
      const result = await client.callTool({
        name: 'atomic_replace',
        arguments: { file_path, replacements },
      });
      const [part] = result.content as { text: string }[];
      return { isError: result.isError === true, text: part?.text ?? '' };
    };
    return { client, edit, asked };
  }
  const history = async () => (await shop.run(['history'])).stdout;

  it('nobody, when edits are not allowed: the tools are not offered, and a call says how to allow them', async () => {
    const { client, edit } = await connect([], () => ({ action: 'accept', content: { decision: 'apply' } }));
    const { tools } = await client.listTools();
    const hints = new Map(tools.map(t => [t.name, t.annotations]));
    assert.ok(!hints.has('atomic_replace') && !hints.has('move_text'));
    assert.equal(hints.get('read_file')?.readOnlyHint, true);
    assert.equal(hints.get('lint_backend')?.readOnlyHint, false);
    const { text, isError } = await edit();
    assert.equal(isError, true);
    assert.match(JSON.parse(text).error, /edits are off.*--allow-edits/);
    const unknown = await client.callTool({ name: 'shell', arguments: {} });
    const [, named = ''] =
      /this server offers (.*)","changed"/.exec(JSON.stringify(unknown.content).replaceAll('\\', '')) ?? [];
    assert.deepEqual(named.split(', ').sort(), [...hints.keys()].sort());
    assert.equal(shop.changed, '');
    await client.close();
  });

  it("the client's user, who sees the diff; a no writes nothing", async () => {
    let action: Answer['action'] = 'decline';
    const { client, edit, asked } = await connect(['--allow-edits'], () => ({
      action,
      content: { decision: 'apply' },
    }));
    const refused = await edit();
    assert.match(
      JSON.parse(refused.text).error,
      /rejected by the MCP client test 1: it declined the question; whether a person saw it is not known; nothing of it was written/,
    );
    assert.equal(shop.changed, '');
    action = 'accept';
    const { text, isError } = await edit();
    assert.equal(isError, false, text);
    assert.equal(JSON.parse(text).replacements_applied, 1);
    assert.match(asked[1] ?? '', /-DEFAULT_CURRENCY = "EUR"\n\+DEFAULT_CURRENCY = "CHF"/);
    assert.equal(shop.changed, ' M shop/money.py\n');
    assert.match(await history(), /APPLIED .*atomic_replace in shop\/money\.py\n.*BLOCKED/);
    await client.close();
    assert.equal((await shop.run(['revert'])).code, 0);
    assert.equal(shop.changed, '');
  });

  it('several files as one change, which the record says who proposed', async () => {
    const { client, asked } = await connect(['--allow-edits'], () => ({
      action: 'accept',
      content: { decision: 'apply' },
    }));
    const swap = (file_path: string, old_string: string, new_string: string) => ({
      tool: 'atomic_replace',
      args: { file_path, replacements: [{ old_string, new_string }] },
    });
    const commands = [
      swap('shop/money.py', 'DEFAULT_CURRENCY = "EUR"', 'DEFAULT_CURRENCY = "CHF"'),
      swap('README.md', '# shop\n', '# The shop\n'),
    ];
    const proposed = { title: 'Swiss shop', commands };
    const result = await client.callTool({ name: 'propose_changes', arguments: proposed });
    const [{ text = '' } = {}] = result.content as { text?: string }[];
    const answer = JSON.parse(text);
    assert.equal(answer.changed, true, text);
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /Swiss shop[\s\S]*README\.md[\s\S]*money\.py/);
    await client.close();
    assert.match((await shop.run(['show', answer.run])).stdout, /Swiss shop\n.*called by /);
    assert.equal((await shop.run(['verify', answer.run])).code, 0);
    assert.equal((await shop.run(['revert', answer.run])).code, 0);
    assert.equal(shop.changed, '');
  });

  it('--yes where the client cannot ask; without it nobody', async () => {
    const without = await connect(['--allow-edits']);
    assert.match(JSON.parse((await without.edit()).text).error, /cannot ask its user.*--allow-edits --yes/);
    await without.client.close();
    assert.equal(shop.changed, '');
    const { client, edit } = await connect(['--allow-edits', '--yes']);
    assert.equal((await edit()).isError, false);
    assert.equal(shop.changed, ' M shop/money.py\n');
    const named = await edit('pyproject.toml', 'strict', 'lax');
    assert.match(JSON.parse(named.text).error, /was not approved by name/);
    await client.close();
    assert.match(await history(), /APPLIED .*atomic_replace/);
  });

  it('a file that configures tools only by its name', async () => {
    let name = 'yes';
    const { client, edit } = await connect(['--allow-edits'], asked => {
      assert.match(asked, /Type pyproject\.toml to approve it by name/);
      return { action: 'accept', content: { decision: 'apply', name_1: name } };
    });
    const call = () => edit('pyproject.toml', 'strict', 'lax');
    assert.match(JSON.parse((await call()).text).error, /was not approved by name/);
    assert.equal(shop.changed, '');
    name = 'pyproject.toml';
    assert.equal((await call()).isError, false);
    assert.equal(shop.changed, ' M pyproject.toml\n');
    await client.close();
  });

  it('nobody any more, once the client has cancelled the call', async () => {
    const leave = new AbortController();
    let answer: () => void = () => undefined;
    const late = await connect(['--allow-edits'], () => ({
      action: 'accept',
      content: { decision: 'apply' },
    }));
    late.client.setRequestHandler(
      ElicitRequestSchema,
      () =>
        new Promise(resolve => {
          answer = () => resolve({ action: 'accept', content: { decision: 'apply' } });
          leave.abort();
        }),
    );
    const args = {
      file_path: 'shop/money.py',
      replacements: [{ old_string: '"EUR"', new_string: '"CHF"' }],
    };
    const call = late.client.callTool({ name: 'atomic_replace', arguments: args }, undefined, {
      signal: leave.signal,
    });
    await assert.rejects(call);
    answer();
    for (const end = Date.now() + 20_000; !(await history()).includes('CANCELLED') && Date.now() < end; );
    assert.match(await history(), /CANCELLED .*atomic_replace/);
    assert.equal(shop.changed, '');
    await late.client.close();
  });

  it('gives an answer that is too long page by page, and drops a message that is too long', async () => {
    fs.writeFileSync(path.join(shop.root, 'many.py'), 'import os\n'.repeat(12_000));
    const { client } = await connect([]);
    const result = await client.callTool({
      name: 'lint_backend',
      arguments: { path: 'many.py', check_all: true },
    });
    const [first, note] = (result.content as { text: string }[]).map(part => part.text);
    assert.ok((first?.length ?? 0) <= 40_000);
    assert.match(note ?? '', /^\[page 1 of \d+ of answer-1; read on with read_more /);
    const placesOn = (page: unknown): number => JSON.stringify(page).match(/"line":/g)?.length ?? 0;
    const { summary, more } = result.structuredContent as {
      summary: { total_errors: number };
      more: { pages: number };
    };
    let places = placesOn(result.structuredContent);
    for (let page = 2; page <= more.pages; page++) {
      const next = await client.callTool({ name: 'read_more', arguments: { answer: 'answer-1', page } });
      places += placesOn(next.structuredContent);
    }
    assert.equal(places, summary.total_errors);
    const huge = client.callTool(
      { name: 'read_file', arguments: { path: 'x'.repeat(9 * 1024 * 1024) } },
      undefined,
      {
        timeout: 2000,
      },
    );
    await assert.rejects(huge);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0);
    await client.close();
  });
});

describe('workorder mcp --role, as built', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  /** Started with --yes, or without and with a user who answers what the client is asked, if it can ask. */
  type Approves =
    | '--yes'
    | 'nobody'
    | ((asked: string) => { action: 'accept'; content: { decision: string } });

  /** A client that plays one role; the other agents answer from these turns. */
  async function connect(options: readonly string[], turns: readonly object[], approves: Approves = '--yes') {
    const replay = path.join(shop.root, '../replies.json');
    fs.writeFileSync(
      replay,
      JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns }),
    );
    const canAsk = typeof approves === 'function';
    const client = new Client(
      { name: 'test', version: '1' },
      { capabilities: canAsk ? { elicitation: {} } : {} },
    );
    if (canAsk) client.setRequestHandler(ElicitRequestSchema, async ({ params }) => approves(params.message));
    const yes = approves === '--yes' ? ['--yes'] : [];
    await client.connect(
      new StdioClientTransport({
        command: userNode.program,
        args: [builtCli, 'mcp', '--root', shop.root, '--model', `replay:${replay}`, ...yes, ...options],
        stderr: 'ignore',
        env: {
          PATH: process.env['PATH'] ?? '',
          WORKORDER_STATE_DIR: process.env['WORKORDER_STATE_DIR'] ?? '',
        },
      }),
    );
    const call = async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args });
      const [answer, ...more] = (result.content as { text: string }[]).map(part => part.text);
      return { isError: result.isError === true, text: answer ?? '', more: more.join('\n') };
    };
    return { client, call };
  }

  it('lets a client be a CRAFTER: its tools only, tasks with its answers, writes through the gate [003-001] [003-068]', async () => {
    const routa = (...calls: readonly [string, object][]) => ({
      role: 'routa',
      json: {
        thoughts: 'A step.',
        tool_calls: calls.map(([tool_name, args]) => ({ tool_name, arguments: args })),
      },
    });
    const plan = '@@@task note\n# Write a note\n## Scope\n- NOTE.md\n@@@';
    const first = {
      role: 'routa',
      json: {
        thoughts: plan,
        tool_calls: [
          {
            tool_name: 'delegate_task',
            arguments: { agentId: 'me', taskId: 'note', callerAgentId: 'routa' },
          },
        ],
      },
    };
    const { client, call } = await connect(
      ['--role', 'CRAFTER', '--agent', 'me', '--goal', 'A note'],
      [first, ...Array.from({ length: 6 }, () => routa())],
    );
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(t => t.name),
      [
        'list_agents',
        'read_agent_conversation',
        'send_message_to_agent',
        'report_to_parent',
        'read_file',
        'list_files',
        'write_file',
        'read_more',
      ],
    );
    assert.match(
      client.getInstructions() ?? '',
      /You are a CRAFTER[\s\S]*You are the agent "me" in the workspace "shop"/,
    );
    let told = '';
    for (const end = Date.now() + 20_000; !told.includes('Task note') && Date.now() < end; )
      told += (await call('list_agents', { workspaceId: 'shop' })).more;
    assert.match(told, /"kind":"task","taskId":"note","text":"Task note: Write a note/);
    assert.match((await call('delegate_task', {})).text, /role_not_allowed: me may not call delegate_task/);
    assert.match((await call('write_file', { path: '../out.md', content: 'x' })).text, /is refused/);
    assert.equal((await call('write_file', { path: 'NOTE.md', content: 'noted\n' })).isError, false);
    assert.equal(shop.text('NOTE.md'), 'noted\n');
    const wrong = await call('report_to_parent', {
      agentId: 'routa',
      report: { taskId: 'note', summary: 'Done.' },
    });
    assert.match(wrong.text, /identity_mismatch/);
    const reported = await call('report_to_parent', {
      agentId: 'me',
      report: { taskId: 'note', summary: 'Done.' },
    });
    assert.equal(JSON.parse(reported.text).status, 'REVIEW_REQUIRED');
    await client.close();
  });

  const PLAN = '@@@task note\n# Write a note\n## Scope\n- NOTE.md\n@@@';
  const delegate = { agentId: 'me', taskId: 'note', callerAgentId: 'routa' };
  const plans = [
    {
      role: 'routa',
      json: { thoughts: PLAN, tool_calls: [{ tool_name: 'delegate_task', arguments: delegate }] },
    },
    ...Array.from({ length: 6 }, () => ({ role: 'routa', json: { thoughts: 'A step.', tool_calls: [] } })),
  ];
  const CRAFTER = ['--role', 'CRAFTER', '--agent', 'me', '--goal', 'A note'];

  it('asks the client’s user about the plan of a model and about each change, and writes only what they let through', async () => {
    const asked: string[] = [];
    let decision = 'reject';
    const { client, call } = await connect(CRAFTER, plans, message => {
      asked.push(message);
      const isPlan = message.startsWith('Approve this plan?');
      return { action: 'accept', content: { decision: isPlan ? 'approve' : decision } };
    });
    let told = '';
    for (const end = Date.now() + 20_000; !told.includes('Task note') && Date.now() < end; )
      told += (await call('list_agents', { workspaceId: 'shop' })).more;
    assert.match(asked[0] ?? '', /^Approve this plan\?[\s\S]*Write a note/);
    const write = () => call('write_file', { path: 'NOTE.md', content: 'noted \u202e\n' });
    assert.equal((await write()).isError, true);
    assert.equal(shop.changed, '');
    decision = 'apply';
    assert.equal((await write()).isError, false);
    assert.equal(shop.changed, '?? NOTE.md\n');
    assert.match(asked.at(-1) ?? '', /^Apply this change\?[\s\S]*\+noted \\u202e/);
    assert.equal(asked.length, 3);
    await client.close();
    const { stdout } = await shop.run(['show', '--last', '--kind', 'routa', '--json']);
    assert.match(
      stdout,
      /"type":"plan_reviewed","decision":"approve","by":"the user of the MCP client, as test 1 passed it on"/,
    );
    assert.match(stdout, /"type":"joined","agentId":"[^"]+","client":"test 1"/);
    assert.equal(stdout.match(/"type":"joined"/g)?.length, 1);
    assert.match(
      stdout,
      /"type":"reviewed".*"decision":"reject","by":"the user of the MCP client, as test 1 passed it on"/,
    );
  });

  it('refuses plan and changes with the reason where the client cannot ask its user and --yes is not given', async () => {
    const { client, call } = await connect(CRAFTER, plans, 'nobody');
    const journal = async () => (await shop.run(['show', '--last', '--kind', 'routa', '--json'])).stdout;
    for (const end = Date.now() + 20_000; !(await journal()).includes('plan_reviewed') && Date.now() < end; );
    assert.match(
      await journal(),
      /"plan_reviewed","decision":"reject","by":"nobody","reason":"this MCP client cannot ask its user \(elicitation\); start workorder mcp with --yes/,
    );
    assert.equal((await call('write_file', { path: 'NOTE.md', content: 'x\n' })).isError, true);
    assert.equal(shop.changed, '');
    await client.close();
  });

  it('lets a client be the ROUTA of CRAFTERs and GATEs with models [003-015] [003-046]', async () => {
    fs.writeFileSync(path.join(shop.root, '../tasks.md'), '@@@task note\n# Write a note\n@@@\n');
    const turn = (role: string, tool_name: string, args: object) => ({
      role,
      json: { thoughts: 'A step.', tool_calls: [{ tool_name, arguments: args }] },
    });
    const { client, call } = await connect(
      ['--role', 'ROUTA', '--agent', 'chief', '--tasks', path.join(shop.root, '../tasks.md')],
      [
        turn('c', 'write_file', { path: 'NOTE.md', content: 'noted\n' }),
        turn('c', 'report_to_parent', {
          agentId: 'c',
          report: { taskId: 'note', summary: 'Done.', success: true },
        }),
        turn('g', 'report_to_parent', {
          agentId: 'g',
          report: { taskId: 'note', summary: 'Holds.', success: true },
        }),
      ],
    );
    const own = { callerAgentId: 'chief', taskId: 'note' };
    const until = async (words: string) => {
      let told = '';
      for (const end = Date.now() + 20_000; !told.includes(words) && Date.now() < end; )
        told += (await call('list_agents', { workspaceId: 'shop' })).more;
      assert.ok(told.includes(words), told);
    };
    await call('subscribe_to_events', { agentId: 'chief', agentName: 'chief', eventTypes: ['task:*'] });
    await call('create_agent', { name: 'c', role: 'CRAFTER', workspaceId: 'shop' });
    assert.equal((await call('delegate_task', { agentId: 'c', ...own })).isError, false);
    await until('"to":"REVIEW_REQUIRED"');
    await call('create_agent', { name: 'g', role: 'GATE', workspaceId: 'shop' });
    await call('delegate_task', { agentId: 'g', ...own });
    await until('"to":"COMPLETED"');
    assert.equal(shop.text('NOTE.md'), 'noted\n');
    await client.close();
  });

  it('refuses options of a session without a role, instead of serving every tool', async () => {
    for (const given of [['--goal', 'x'], ['--agent', 'me'], ['--yes'], ['--model', 'replay:x']]) {
      const { code, stderr } = await shop.run(['mcp', ...given]);
      assert.equal(code, 3, stderr);
      assert.match(stderr, new RegExp(`${given[0]} needs --role ROUTA\\|CRAFTER\\|GATE or --resume RUN`));
    }
  });

  it('goes into the workspace of --resume without a role, and writes nothing for a wrong --agent', async () => {
    const { client } = await connect(['--role', 'CRAFTER', '--agent', 'me', '--goal', 'A note'], []);
    await client.close();
    const listed = await shop.run(['routa', '--list']);
    const runId = listed.stdout.split(' ')[0] ?? '';
    const before = await shop.run(['routa', '--status', runId, '--json']);
    const replay = path.join(shop.root, '../replies.json');
    const wrong = await shop.run(['mcp', '--resume', runId, '--agent', 'you', '--model', `replay:${replay}`]);
    assert.equal(wrong.code, 3, wrong.stderr);
    assert.match(wrong.stderr, new RegExp(`workspace ${runId} has no outside agent you`));
    assert.equal((await shop.run(['routa', '--status', runId, '--json'])).stdout, before.stdout);
    const again = await connect(['--resume', runId, '--agent', 'me'], []);
    const { tools } = await again.client.listTools();
    assert.ok(tools.some(t => t.name === 'report_to_parent'));
    assert.ok(!tools.some(t => t.name === 'atomic_replace'));
    await again.client.close();
  });
});
