import assert from 'node:assert/strict';
import { runCli } from '../support/built-cli/run-cli.ts';
import { type ChatBody, type ModelServer, say, startModelServer } from '../support/model-server.ts';
import { ShopCopy } from './command-line.ts';

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

describe('the built command line, against an endpoint whose model claims more than it did', () => {
  let shop: ShopCopy;
  let server: ModelServer | undefined;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(async () => {
    await server?.close();
    shop.dispose();
  });

  /** Runs a command whose model makes these calls; `decide` gets what was said to it and how often before. */
  async function run(argv: readonly string[], decide: (system: string, earlier: number) => readonly Call[]) {
    const asked = new Map<string, number>();
    server = await startModelServer(exchange => {
      const system = String(exchange.body.messages?.[0]?.content);
      const earlier = asked.get(system) ?? 0;
      asked.set(system, earlier + 1);
      const tool_calls = decide(system, earlier).map(([tool_name, args]) => ({ tool_name, arguments: args }));
      const usage = { prompt_tokens: 10, completion_tokens: 10 };
      say(exchange, { text: JSON.stringify({ thoughts: 'All is done.', tool_calls }), usage });
    });
    const endpoint = ['--model', 'openai:test', '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await runCli([...argv, ...endpoint, '--json'], { cwd: shop.root });
    const last = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '{}') as Record<string, unknown>;
    return { code, stdout, stderr, last };
  }
  const lastSaid = (body: ChatBody | undefined) => String(body?.messages?.at(-1)?.content);
  const AGENT = ['agent', '--task', 'Write a page', '--delivery', 'none'];

  it('does not take finish as the first reply for work', async () => {
    const { code, last, stderr } = await run([...AGENT, '--yes'], () => [['finish', {}]]);
    assert.equal(code, 2, stderr);
    assert.equal(last['outcome'], 'BLOCKED');
    assert.match(lastSaid(server?.requests[1]?.body), /nothing was changed and submitted in this cycle/);
    assert.equal(shop.changed, '');
  });

  it('answers a write that was refused with changed false, shows ✗, and does not call it done', async () => {
    const { code, last, stderr } = await run(AGENT, (_system, earlier) =>
      earlier === 0 ? [['write_file', { path: 'page.md', content: 'Page\n' }]] : [['finish', {}]],
    );
    assert.equal(code, 2, stderr);
    assert.notEqual(last['outcome'], 'DONE');
    const told = lastSaid(server?.requests[1]?.body);
    assert.match(told, /"status":"error","result":\{"path":"page\.md","error":"[^"]*give --yes/);
    assert.match(told, /"changed":false/);
    assert.match(stderr, /✗ write_file page\.md/);
    assert.equal(shop.changed, '');
  });

  it('does not let a GATE accept a task that nobody worked on', async () => {
    shop.write('tasks.md', '@@@task page\n# Write a page\n## Scope\n- page.md\n@@@\n');
    const gate: readonly Call[] = [
      [
        'report_to_parent',
        { agentId: 'g', report: { taskId: 'page', summary: 'It is done.', success: true } },
      ],
    ];
    const routa: readonly Call[] = [
      ['create_agent', { name: 'g', role: 'GATE', workspaceId: 'shop' }],
      ['delegate_task', { agentId: 'g', taskId: 'page', callerAgentId: 'routa' }],
    ];
    const { code, last, stderr, stdout } = await run(
      ['routa', '--tasks', 'tasks.md', '--yes'],
      (system, earlier) => (system.includes('You are a GATE') ? gate : earlier === 0 ? routa : []),
    );
    assert.notEqual(code, 0, stderr);
    assert.notEqual(last['outcome'], 'DONE');
    assert.match(stdout, /no agent has worked on page, so there is nothing to accept/);
    const [task] = last['tasks'] as readonly { readonly status: string }[];
    assert.notEqual(task?.status, 'COMPLETED');
  });

  it('does not complete a subtask whose criteria the manager did not verify [000-007]', async () => {
    const { stdout, last, code } = await run(
      ['ticket', 'run', 'tickets/gift-wrap.ticket.json', '--yes'],
      (system, earlier) => {
        if (!system.includes('You are the manager'))
          return [
            [
              'subtask_complete',
              { status: 'complete', filesChanged: [], buildStatus: 'pass', message: 'Done.' },
            ],
          ];
        const acceptanceCriteria = ['it has a price', 'five pieces are free'];
        return earlier === 0
          ? [['assign_to_developer', { mode: 'implementation', goal: 'Do it.', acceptanceCriteria }]]
          : [['update_subtask', { status: 'complete', notes: 'Looks good.' }]];
      },
    );
    assert.equal(code, 2);
    assert.notEqual(last['outcome'], 'DONE');
    assert.match(
      stdout,
      /do not say that these acceptance criteria are met:\\n1\. it has a price\\n2\. five/,
    );
    assert.doesNotMatch(stdout, /"type":"subtask_updated"/);
  });
});
