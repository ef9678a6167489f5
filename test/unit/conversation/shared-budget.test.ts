import assert from 'node:assert/strict';
import { allowRequest, type Cap } from '../../../src/core/conversation/budget.ts';
import { createSharedBudget } from '../../../src/core/conversation/shared-budget.ts';
import { NOTHING_SPENT, type Spent, tokensOf } from '../../../src/core/conversation/spent.ts';

const identity = { endpoint: 'https://models.example', host: 'models.example', model: 'm' };
const model = { label: 'm', identity };
const spent = (inputTokens: number, outputTokens = 0): Spent => ({
  ...NOTHING_SPENT,
  inputTokens,
  outputTokens,
});
const cap = (tokens: number, of: Cap['of'] = 'plan'): Cap => ({
  of,
  limit: { kind: 'tokens', tokens },
  before: NOTHING_SPENT,
});

describe('a budget of runs at the same time', () => {
  it('counts what was spent before, and what the others spent', () => {
    const budget = createSharedBudget(spent(100));
    const [a, b] = [budget.join(), budget.join()];
    a.commit(spent(40, 10));
    assert.equal(tokensOf(b.others()), 150);
    assert.equal(tokensOf(a.others()), 100, 'its own is counted by the run itself');
    a.leave();
    assert.equal(tokensOf(b.others()), 150, 'what is spent stays spent');
  });
  it('holds what requests under way may cost, so that others cannot spend it', () => {
    const budget = createSharedBudget(NOTHING_SPENT);
    const [a, b] = [budget.join(), budget.join()];
    a.hold(spent(30, 20));
    assert.equal(tokensOf(b.others()), 50);
    a.commit(spent(30, 5));
    assert.equal(tokensOf(b.others()), 35);
  });
  it('divides what is left among those that work and hold nothing', () => {
    const budget = createSharedBudget(NOTHING_SPENT);
    const [a, b, c] = [budget.join(), budget.join(), budget.join()];
    assert.equal(a.sharers(), 3);
    b.hold(spent(1));
    assert.equal(a.sharers(), 2);
    c.leave();
    assert.equal(a.sharers(), 1);
  });
  it('is for the caps of a plan; those of a run are the run’s own', () => {
    const budget = createSharedBudget(spent(900));
    const share = budget.join();
    budget.join();
    const allowed = allowRequest(model, 10, NOTHING_SPENT, { caps: [cap(1000, 'run')], shared: share });
    assert.ok(allowed.kind === 'go');
    assert.equal(allowed.outputTokens, 990);
    const ofPlan = allowRequest(model, 10, NOTHING_SPENT, { caps: [cap(1000)], shared: share });
    assert.ok(ofPlan.kind === 'go');
    assert.equal(ofPlan.outputTokens, 45);
  });
  it('is never exceeded, whatever the order of requests and answers', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return seed % below;
    };
    for (let round = 0; round < 300; round++) {
      const limit = 500 + random(5000);
      const budget = createSharedBudget(NOTHING_SPENT);
      const runs = Array.from({ length: 1 + random(5) }, () => ({
        share: budget.join(),
        spent: NOTHING_SPENT as Spent,
        held: undefined as Spent | undefined,
      }));
      for (let step = 0; step < 60; step++) {
        const run = runs[random(runs.length)];
        assert.ok(run);
        if (run.held) {
          const { inputTokens, outputTokens } = run.held;
          const used = spent(inputTokens, random(outputTokens + 1));
          run.spent = spent(
            run.spent.inputTokens + used.inputTokens,
            run.spent.outputTokens + used.outputTokens,
          );
          run.share.commit(run.spent);
          run.held = undefined;
        } else {
          const inputTokens = 1 + random(300);
          const spending = { caps: [cap(limit)], shared: run.share };
          const allowed = allowRequest(model, inputTokens, run.spent, spending);
          if (allowed.kind === 'stop') continue;
          run.held = spent(inputTokens, allowed.outputTokens ?? 0);
          run.share.hold(run.held);
        }
        const worst = runs.reduce((sum, r) => sum + tokensOf(r.spent) + tokensOf(r.held ?? NOTHING_SPENT), 0);
        assert.ok(worst <= limit, `round ${round}: ${worst} of ${limit}`);
      }
    }
  });
});
