import assert from 'node:assert/strict';
import type { Io } from '../../src/cli/io.ts';
import { colours } from '../../src/cli/print/colours.ts';
import { terminalAgentReviewer } from '../../src/cli/review/agent-reviewer.ts';
import type { AgentProposal } from '../../src/core/ports/agent-reviewer.ts';
import { replies, ShopCopy } from './command-line.ts';

interface Work {
  readonly task: string;
  readonly agent: string;
  readonly verdict: string;
  readonly files: readonly string[];
  readonly usage: { readonly input_tokens: number };
}

describe('what each task of a run came to', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());
  const replay = (name: string) => ['--model', `replay:${replies(name)}`];

  it('is a table at the end of a ROUTA workspace, in its JSON, in show and in watch', async () => {
    const argv = ['routa', '--goal', 'Give gift wrap and delivery a price', ...replay('routa-two-prices')];
    const ran = await shop.run([...argv, '--yes']);
    const table = /^ {2}task +agent +verdict +files +tests +tokens +cost +time$/m;
    const row = /^ {2}gift-wrap +crafter-wrap +COMPLETED +2 +not run +~\d+ /m;
    for (const shown of [ran, await shop.run(['show', '--last']), await shop.run(['watch', '--last'])]) {
      assert.equal(shown.code, 0, shown.stderr);
      assert.match(shown.stdout, table);
      assert.match(shown.stdout, row);
      assert.match(shown.stdout, /^ {2}coordination +routa +DONE/m);
    }
    const events = await shop.run(['watch', '--last', '--json']);
    assert.ok(
      events.stdout
        .trimEnd()
        .split('\n')
        .every(line => typeof JSON.parse(line).type === 'string'),
    );
  });

  it('is a row of a task agent and of each subtask of a ticket', async () => {
    const agent = await shop.run([
      ...['agent', '--task', 'Give gift wrap a price', ...replay('agent-gift-wrap'), '--delivery', 'none'],
      ...['--approve-control-plane', 'scripts/run_tests.py', '--yes', '--json'],
    ]);
    const [one] = agent.last()['work'] as readonly Work[];
    assert.deepEqual([one?.task, one?.agent, one?.verdict], ['Give gift wrap a price', 'agent', 'DONE']);
    assert.ok((one?.files.length ?? 0) > 0 && (one?.usage.input_tokens ?? 0) > 0);
    shop.dispose();
    shop = new ShopCopy();
    const ticket = await shop.run([
      ...['ticket', 'run', 'tickets/gift-wrap.ticket.json', ...replay('ticket-gift-wrap'), '--yes', '--json'],
    ]);
    const rows = ticket.last()['work'] as readonly Work[];
    assert.ok(rows.length >= 2 && rows.every(row => row.usage.input_tokens > 0), ticket.stdout);
    assert.ok(rows.some(row => row.verdict === 'complete' && row.files.length > 0));
  });
});

describe('a question about a change of an agent', () => {
  const proposal = (agent: string, task: string, more: Partial<AgentProposal> = {}): AgentProposal => ({
    runId: 'run-1',
    number: 1,
    turn: 2,
    note: '',
    agent,
    task,
    changes: { files: [], receipts: [] },
    findings: [],
    approvalSha256: 'hash',
    controlPlane: [],
    warnings: [],
    automatic: false,
    ...more,
  });
  const setUp = (answers: readonly string[]) => {
    const asked: string[] = [];
    const left = [...answers];
    const io = {
      ask: async (question: string) => {
        asked.push(question);
        return left.shift();
      },
      env: {},
      isTerminal: false,
    } as unknown as Io;
    const reviewer = terminalAgentReviewer(io, colours(io), {
      yes: false,
      controlPlaneApproved: [],
      write: () => undefined,
    });
    const decide = async (one: AgentProposal) => {
      const decision = await reviewer.review(one, new AbortController().signal);
      return `${decision.kind} by ${decision.by}`;
    };
    return { asked, decide };
  };

  it('names the run, the agent, the task and the turn, and takes a yes to the rest of the task', async () => {
    const { asked, decide } = setUp(['t', 'no']);
    assert.equal(await decide(proposal('c1', 'gift-wrap')), 'apply by you');
    assert.match(asked[0] ?? '', /^Run run-1, c1, gift-wrap, turn 2: apply this change to 0 files\?/);
    assert.equal(await decide(proposal('c2', 'gift-wrap')), 'apply by you, for the rest of gift-wrap');
    assert.equal(asked.length, 1);
    assert.equal(await decide(proposal('c1', 'delivery')), 'reject by you');
    assert.equal(asked.length, 2);
  });

  it('takes a yes to the rest of the agent, and still asks for files that configure tools by name', async () => {
    const { asked, decide } = setUp(['a', 'no']);
    assert.equal(await decide(proposal('c1', 'a')), 'apply by you');
    assert.equal(await decide(proposal('c1', 'b')), 'apply by you, for the rest of c1');
    assert.equal(asked.length, 1);
    assert.match(await decide(proposal('c1', 'b', { controlPlane: ['pyproject.toml'] })), /^reject by you/);
    assert.match(asked[1] ?? '', /^Run run-1, c1, b, turn 2: .*Type its name/);
    assert.match(await decide(proposal('c1', 'b', { needsPerson: true })), /^reject/, 'outside the scope');
  });
});
