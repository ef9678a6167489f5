import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  type ElicitRequest,
  ElicitRequestSchema,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js';
import { clientQuestions } from '../../../src/cli/mcp/ask-client.ts';
import { mcpRoutaReviewer } from '../../../src/cli/mcp/elicit-review.ts';
import type { AgentProposal } from '../../../src/core/ports/agent-reviewer.ts';

const NEVER = new AbortController().signal;
const APPROVAL = { yes: true, controlPlaneApproved: [] };
const PROPOSAL: AgentProposal = {
  runId: 'r',
  number: 1,
  turn: 1,
  changes: { files: [], receipts: [] },
  findings: [],
  approvalSha256: 'a',
  controlPlane: ['pyproject.toml'],
  warnings: [],
  automatic: false,
  note: 'Swiss shop',
};

type Form = ElicitRequest['params'] & { readonly mode?: 'form' };
const decisionOf = ({ requestedSchema }: Form) =>
  requestedSchema.properties['decision'] as { readonly enum: readonly string[] };

/** What is asked of a client that answers as `answer` says. */
async function reviewer(answer: (form: Form) => ElicitResult) {
  const server = new Server({ name: 'server', version: '1' });
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } });
  const asked: Form[] = [];
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    asked.push(params as Form);
    return answer(params as Form);
  });
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  const { review, consent, reviewPlan } = mcpRoutaReviewer(
    clientQuestions(Promise.resolve(server)),
    APPROVAL,
  );
  const all = async () => [
    await review(PROPOSAL, NEVER),
    await reviewPlan({ runId: 'r', tasks: [] } as unknown as Parameters<typeof reviewPlan>[0], NEVER),
    await consent({ kind: 'run tests', command: 'pytest' }, NEVER, 'r'),
  ];
  return { all, asked };
}

describe('questions to the user of an MCP client', () => {
  it('approve nothing by an Enter that is pressed too early: the refusal is first, and nothing is filled in', async () => {
    const { all, asked } = await reviewer(form => ({
      action: 'accept',
      content: { decision: decisionOf(form).enum[0] ?? '' },
    }));
    const by = 'the user of the MCP client, as test 1 passed it on';
    assert.deepEqual(await all(), [
      { kind: 'reject', by, reason: '' },
      { kind: 'reject', by, reason: '' },
      { granted: false, by },
    ]);
    assert.deepEqual(
      asked.map(form => decisionOf(form).enum),
      [
        ['reject', 'apply'],
        ['reject', 'approve'],
        ['do not allow', 'allow'],
      ],
    );
    assert.doesNotMatch(JSON.stringify(asked), /"default"/);
  });

  it('that the client declined are said to be declined by it, for nobody may have seen them', async () => {
    for (const action of ['decline', 'cancel'] as const) {
      const { all } = await reviewer(() => ({ action }));
      const reason = 'it declined the question; whether a person saw it is not known';
      const by = 'the MCP client test 1';
      assert.deepEqual(await all(), [
        { kind: 'reject', by, reason },
        { kind: 'reject', by, reason },
        { granted: false, by },
      ]);
    }
  });
});
