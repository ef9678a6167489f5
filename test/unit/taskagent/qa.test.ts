import assert from 'node:assert/strict';
import type { Model, ModelReply, ModelRequest } from '../../../src/core/ports/model.ts';
import { finish, MemoryAgent, type Reply, read, submit, write } from './memory-agent.ts';

/** QA with one answer for every change; keeps what it was asked. */
class PlayedQa implements Model {
  readonly label = 'qa';
  readonly asked: ModelRequest[] = [];
  readonly #answer: (n: number) => string;

  constructor(...answers: readonly (object | string)[]) {
    this.#answer = n => {
      const answer = answers[Math.min(n, answers.length) - 1] ?? '';
      return typeof answer === 'string' ? answer : JSON.stringify(answer);
    };
  }

  async ask(request: ModelRequest): Promise<ModelReply> {
    const n = this.asked.push(request);
    const usage = { inputTokens: 100, outputTokens: 10, estimated: false };
    return { kind: 'answer', text: this.#answer(n), usage, model: 'qa-model' };
  }
}

const says = (
  decision: 'APPROVED' | 'REJECTED',
  reasons: readonly string[],
  spot_checks: readonly (string | object)[] = [],
) => ({
  decision,
  reasons,
  required_changes: [],
  spot_checks,
});

const SOURCE = 'def price() -> int:\n    return 1\n';
const CHANGED = 'def price() -> int:\n    return 2\n';
const DONE: readonly Reply[] = [[submit(), finish()]];

async function run(qa: PlayedQa, replies: readonly Reply[], review: 'turn' | 'auto' = 'turn') {
  const agent = new MemoryAgent({ 'shop/prices.py': SOURCE });
  const state = await agent.run(replies, { qa, review, delivery: 'none' });
  return { agent, state };
}

describe('QA of an agent’s changes', () => {
  it('is asked with the diff and what code found, before a person sees the change', async () => {
    const qa = new PlayedQa(says('APPROVED', []));
    const { agent, state } = await run(qa, [
      [read('shop/prices.py'), write('shop/prices.py', CHANGED)],
      ...DONE,
    ]);
    assert.equal(state.outcome?.kind, 'DONE');
    const asked = qa.asked[0];
    assert.match(asked?.messages[1]?.text ?? '', /- {4}return 1\n\+ {4}return 2/);
    assert.deepEqual(
      asked?.tools.map(t => t.name),
      ['locate_symbol', 'get_source', 'discover_api'],
    );
    const order = agent.events.map(e => e.type).filter(t => ['inspected', 'reviewed', 'applied'].includes(t));
    assert.deepEqual(order, ['inspected', 'reviewed', 'applied']);
    assert.equal(state.spent.inputTokens, 120, 'QA is paid from the same budget');
  });

  it('rejects for the agent to mend: nobody is asked, nothing is written, the reason is told', async () => {
    const qa = new PlayedQa(says('REJECTED', ['the test is missing']), says('APPROVED', []));
    const { agent, state } = await run(qa, [
      [read('shop/prices.py'), write('shop/prices.py', CHANGED)],
      [write('shop/prices.py', CHANGED), write('tests/test_prices.py', 'assert True\n')],
      ...DONE,
    ]);
    assert.equal(state.outcome?.kind, 'DONE');
    assert.equal(agent.reviewer.proposals.length, 1);
    assert.match(agent.model.told(1), /rejected by QA: the test is missing; nothing of it was written/);
  });

  it('holds under the review policy "auto" too', async () => {
    const qa = new PlayedQa(says('REJECTED', ['no']));
    const { agent } = await run(
      qa,
      [[read('shop/prices.py'), write('shop/prices.py', CHANGED)], [finish()]],
      'auto',
    );
    assert.deepEqual(agent.files.applied, []);
  });

  it('is void when one of its spot checks is false', async () => {
    const checks = ["verified: symbol 'total' exists in shop/prices.py"];
    const qa = new PlayedQa(says('APPROVED', [], checks));
    const { agent } = await run(qa, [[read('shop/prices.py'), write('shop/prices.py', CHANGED)], [finish()]]);
    assert.deepEqual(agent.files.applied, []);
    assert.match(agent.model.told(1), /QA's spot check is refuted by code/);
  });

  it('is void when a fact that it gives in a form is false', async () => {
    const fact = { kind: 'contains', subject: 'price', value: 'return 3' };
    const qa = new PlayedQa(says('APPROVED', [], [fact]));
    const { agent } = await run(qa, [[read('shop/prices.py'), write('shop/prices.py', CHANGED)], [finish()]]);
    assert.deepEqual(agent.files.applied, []);
    assert.match(agent.model.told(1), /`price` contains `return 3`.*: it is not written there/);
  });

  it('tells the person what it did not check', async () => {
    const qa = new PlayedQa(says('APPROVED', [], ['not checked: the callers']));
    const { agent } = await run(qa, [[read('shop/prices.py'), write('shop/prices.py', CHANGED)], ...DONE]);
    assert.deepEqual(agent.reviewer.proposals[0]?.warnings, ['QA: not checked: the callers']);
  });

  for (const [what, answer, reason] of [
    ['prose', 'Looks good!', /QA gave no valid decision/],
    ['another decision', says('MAYBE' as 'APPROVED', []), /QA gave no valid decision/],
    ['a rejection without a reason', says('REJECTED', []), /without a reason/],
  ] as const)
    it(`takes ${what} for a rejection, without a retry`, async () => {
      const qa = new PlayedQa(answer);
      const { agent } = await run(qa, [
        [read('shop/prices.py'), write('shop/prices.py', CHANGED)],
        [finish()],
      ]);
      assert.deepEqual(agent.files.applied, []);
      assert.equal(qa.asked.length, 1);
      assert.match(agent.model.told(1), reason);
    });
});
