import assert from 'node:assert/strict';
import type { RunRequest } from '../../../src/core/app.ts';
import { type Cap, parseLimit } from '../../../src/core/conversation/budget.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { modelThatSays } from '../../support/ask-designer.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { runInMemory } from '../../support/run-in-memory.ts';

const order: WorkOrder = {
  step_id: 'phase-1.step-1',
  step_text: 'Rename greet() to welcome().',
  scope_allowlist: ['greet.py'],
  invariants: [],
  acceptance: { lint: { path: '.', check_all: false } },
};
const commands = [
  {
    tool: 'atomic_replace',
    args: { file_path: 'greet.py', replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
    reason: 'Rename.',
  },
];
const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };
const DESIGN = JSON.stringify({
  touched_files: ['greet.py'],
  commands,
  changed_signatures: ['greet() is now welcome()'],
  verification,
});
const VERDICT = JSON.stringify({ decision: 'APPROVED', commands, verification });

const prices = {
  currency: 'USD',
  models: { big: { input: 100, output: 1000 }, small: { input: 10, output: 100 } },
};

interface CountedModel extends Model {
  readonly asked: { times: number };
}

/** A model with a name that says `text`, and counts how often it was asked. */
function named(model: string, text: string, endpoint = 'https://models.example'): CountedModel {
  const asked = { times: 0 };
  const said = modelThatSays(text, 8);
  const one: Model = {
    label: `openai:${model} at models.example`,
    identity: { endpoint, host: 'models.example', model },
    ask: async request => {
      asked.times++;
      const reply = await said.ask(request);
      return reply.kind === 'answer'
        ? { ...reply, usage: { inputTokens: 2000, outputTokens: 300, estimated: false } }
        : reply;
    },
  };
  return { ...one, asked };
}

async function run(
  given: Partial<RunRequest> = {},
  [designer, qa]: readonly [CountedModel, CountedModel] = [named('big', DESIGN), named('small', VERDICT)],
) {
  const files = new MemoryFiles({ 'greet.py': 'def greet() -> None: ...\n' });
  const events: RunEvent[] = [];
  const state = await runInMemory(files, {
    order,
    designer,
    qa,
    onEvent: event => events.push(event),
    ...given,
  });
  return { state, events, designer, qa, applied: files.applied.length };
}

const capped = (limit: string, more: Partial<Cap> = {}): Partial<RunRequest> => {
  const parsed = parseLimit(limit);
  assert.ok(parsed.ok);
  return { spending: { prices, caps: [{ of: 'run', limit: parsed.value, before: NOTHING_SPENT, ...more }] } };
};

function checkBlockedByBudget(ran: Awaited<ReturnType<typeof run>>, reason: RegExp): void {
  const { outcome } = ran.state;
  assert.ok(outcome?.kind === 'BLOCKED' && outcome.by === 'model', JSON.stringify(outcome));
  assert.match(outcome.reasons.join('\n'), reason);
  assert.equal(ran.applied, 0);
}

describe('what a run spends on models', () => {
  it('counts what it cost that a model gave no whole answer', async () => {
    const usage = { inputTokens: 1000, outputTokens: 200, estimated: true };
    const cut: CountedModel = {
      ...named('big', ''),
      ask: async () => ({ kind: 'fault', code: 'truncated', reason: 'cut off', usage }),
    };
    const { state } = await run({ spending: { prices, caps: [] } }, [cut, named('small', VERDICT)]);
    assert.equal(state.outcome?.kind, 'BLOCKED');
    const { inputTokens, outputTokens, estimated, cost } = state.spent;
    assert.deepEqual([inputTokens, outputTokens, estimated], [1000, 200, true]);
    assert.deepEqual(cost, { amount: 0.3, currency: 'USD' });
  });

  it('is added up with its cost, from what the endpoints said', async () => {
    const { state } = await run({ spending: { prices, caps: [] } });
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    assert.deepEqual(state.spent, {
      inputTokens: 4000,
      outputTokens: 600,
      estimated: false,
      cost: { amount: 0.2 + 0.3 + 0.02 + 0.03, currency: 'USD' },
      unpriced: [],
    });
  });
  it('is estimated before each request is sent', async () => {
    const { events } = await run({ spending: { prices, caps: [] } });
    const asking = events.filter(event => event.type === 'asking');
    assert.deepEqual(
      asking.map(({ role }) => role),
      ['designer', 'qa'],
    );
    assert.ok(asking.every(({ inputTokens, cost }) => inputTokens > 500 && cost !== undefined));
  });

  it('never begins when the first request is more than the budget', async () => {
    const ran = await run(capped('100'));
    checkBlockedByBudget(ran, /^the budget of 100 tokens per run does not allow .*: 0 tokens are spent/);
    assert.equal(ran.designer.asked.times, 0);
  });
  it('ends before QA is asked when the Designer used it up', async () => {
    const ran = await run(capped('0.51 USD'));
    checkBlockedByBudget(ran, /0\.5100 USD per run .*: 0\.5000 USD is spent/);
    assert.deepEqual([ran.designer.asked.times, ran.qa.asked.times], [1, 0]);
  });
  it('ends inside an answer that grows beyond it', async () => {
    const endless = `{"touched_files": ["${'a'.repeat(1_000_000)}`;
    const ran = await run(capped('6000'), [named('big', endless), named('small', VERDICT)]);
    checkBlockedByBudget(ran, /used up while the answer arrived/);
    assert.ok(ran.state.spent.outputTokens < 6100, `${ran.state.spent.outputTokens}`);
    assert.ok(ran.state.spent.estimated);
  });
  it('counts what the plan spent before', async () => {
    const before = { ...NOTHING_SPENT, inputTokens: 99_000, outputTokens: 900 };
    checkBlockedByBudget(
      await run(capped('100k', { of: 'plan', before })),
      /per plan .* 99,900 tokens are spent/,
    );
    assert.equal((await run(capped('200k', { of: 'plan', before }))).state.outcome?.kind, 'APPLIED');
  });
});

describe('Designer and QA', () => {
  const twice = () => [named('big', DESIGN), named('big', VERDICT)] as const;

  it('may be the same model, which is told but needs no approval', async () => {
    const { state, events } = await run({}, twice());
    assert.equal(state.outcome?.kind, 'APPLIED');
    assert.deepEqual(state.warnings, []);
    assert.deepEqual(state.notices, [
      'Designer and QA are the same model (openai:big at models.example): what one overlooks, the other may overlook too',
    ]);
    assert.equal(events.filter(event => event.type === 'warning').length, 1);
  });
  it('are not asked at all when different models are required and they are the same', async () => {
    const models = twice();
    const ran = await run({ models: 'different' }, models);
    checkBlockedByBudget(ran, /^Designer and QA are the same model .* choose another one for QA$/);
    assert.deepEqual(
      models.map(({ asked }) => asked.times),
      [0, 0],
    );
  });
  it('are different when the model, or the endpoint, is another one, and when replies are played', async () => {
    const elsewhere = named('big', VERDICT, 'https://other.example');
    const { identity: _, ...played } = named('big', VERDICT);
    for (const qa of [named('small', VERDICT), elsewhere, played]) {
      const { state } = await run({ models: 'different' }, [named('big', DESIGN), qa]);
      assert.equal(state.outcome?.kind, 'APPLIED');
      assert.deepEqual(state.notices, []);
    }
  });
});
