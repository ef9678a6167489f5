import assert from 'node:assert/strict';
import { allowRequest, type Cap, parseLimit } from '../../../src/core/conversation/budget.ts';
import { parsePrices } from '../../../src/core/conversation/parse-prices.ts';
import { costOf, showCost } from '../../../src/core/conversation/prices.ts';
import { addReply, addSpent, NOTHING_SPENT, type Spent } from '../../../src/core/conversation/spent.ts';

const prices = {
  currency: 'USD',
  models: {
    'gpt-5': { input: 1, output: 10 },
    'gpt-5 at proxy.example': { input: 2, output: 20 },
    'llama3:8b': { input: 0, output: 0 },
  },
};
const identity = { endpoint: 'https://api.openai.com', host: 'api.openai.com', model: 'gpt-5' };
const model = { label: 'openai:gpt-5 at api.openai.com', identity };
const spent = (inputTokens: number, outputTokens: number, more: Partial<Spent> = {}): Spent => ({
  ...NOTHING_SPENT,
  inputTokens,
  outputTokens,
  ...more,
});
const cap = (limit: string, more: Partial<Cap> = {}): Cap => {
  const parsed = parseLimit(limit);
  assert.ok(parsed.ok, limit);
  return { of: 'run', limit: parsed.value, before: NOTHING_SPENT, ...more };
};

describe('a budget', () => {
  it('is a number of tokens, or an amount of money', () => {
    const tokens = (n: number) => ({ ok: true, value: { kind: 'tokens', tokens: n } });
    for (const text of ['200000', ' 200,000', '200_000', '200k', '0.2M']) {
      assert.deepEqual(parseLimit(text), tokens(200_000), text);
    }
    for (const text of ['0.50 USD', '0.5usd']) {
      assert.deepEqual(parseLimit(text), {
        ok: true,
        value: { kind: 'money', amount: 0.5, currency: 'USD' },
      });
    }
  });
  it('says its forms when it is neither', () => {
    for (const text of ['', '0', '-1', 'lots', '1.5', '$1', '1 dollar', '1e9', '10 k USD', 'Infinity']) {
      const limit = parseLimit(text);
      assert.ok(!limit.ok, text);
      assert.match(limit.error, /such as 200000 or 200k, or an amount of money such as 0\.50 USD/);
    }
  });

  const allow = (inputTokens: number, so: Spent, ...caps: Cap[]) =>
    allowRequest(model, inputTokens, so, { prices, caps });

  it('lets a request pass, and its answer grow to what is left', () => {
    assert.deepEqual(allowRequest(model, 5_000_000, spent(1, 1), { caps: [] }), { kind: 'go' });
    const allowed = allow(1000, spent(3000, 500), cap('10k'));
    assert.ok(allowed.kind === 'go');
    assert.equal(allowed.outputTokens, 5500);
  });
  it('stops the request that would go over it, with the numbers', () => {
    assert.deepEqual(allow(7000, spent(3000, 500), cap('10k')), {
      kind: 'stop',
      reason:
        'the budget of 10,000 tokens per run does not allow another request of about 7,000 tokens: 3,500 tokens are spent; raise the budget, or make the step smaller',
    });
    assert.equal(
      allow(10_000, NOTHING_SPENT, cap('10k')).kind,
      'stop',
      'nothing would be left for the answer',
    );
  });
  it('of a plan counts what its earlier steps spent', () => {
    const before = spent(9000, 500, { estimated: true });
    const stopped = allow(600, NOTHING_SPENT, cap('10k', { of: 'plan', before }));
    assert.ok(stopped.kind === 'stop');
    assert.match(stopped.reason, /per plan .* about 9,500 tokens are spent/);
  });
  it('is the tightest of several', () => {
    const allowed = allow(1000, NOTHING_SPENT, cap('10k'), cap('3k', { of: 'plan' }), cap('1 USD'));
    assert.ok(allowed.kind === 'go');
    assert.equal(allowed.outputTokens, 2000);
    assert.match(allowed.reason ?? '', /3,000 tokens per plan was used up while the answer arrived/);
  });
  it('in money counts the prices of what is sent and answered', () => {
    const so = spent(0, 0, { cost: { amount: 0.4, currency: 'USD' } });
    const allowed = allow(50_000, so, cap('0.50 USD'));
    assert.ok(allowed.kind === 'go');
    assert.equal(allowed.outputTokens, 5000); // 0.05 left at 10 USD a million
    const stopped = allow(100_000, so, cap('0.50 USD'));
    assert.ok(stopped.kind === 'stop');
    assert.match(stopped.reason, /0\.5000 USD per run .* about 0\.1000 USD: 0\.4000 USD is spent/);
  });
  it('in money cannot be kept without a price, or with prices in another currency', () => {
    const other = { ...model, label: 'openai:other at x', identity: { ...identity, model: 'other' } };
    const unknown = allowRequest(other, 1, NOTHING_SPENT, { prices, caps: [cap('1 USD')] });
    assert.ok(unknown.kind === 'stop');
    assert.match(unknown.reason, /no price is known for openai:other at x; add it to the prices/);
    const euros = allow(1, NOTHING_SPENT, cap('1 EUR'));
    assert.ok(euros.kind === 'stop');
    assert.match(euros.reason, /the prices are in USD/);
  });
  it('in money is not touched by what costs nothing: free models and recordings', () => {
    const free = { ...model, identity: { ...identity, model: 'llama3:8b' } };
    for (const one of [free, { label: 'replay:x' }]) {
      assert.deepEqual(allowRequest(one, 9_000_000, NOTHING_SPENT, { prices, caps: [cap('1 USD')] }), {
        kind: 'go',
      });
    }
  });
});

describe('prices', () => {
  it('are for a million tokens, by model, and by model at one host', () => {
    const usage = { inputTokens: 200_000, outputTokens: 10_000 };
    assert.deepEqual(costOf(usage, identity, prices), { amount: 0.3, currency: 'USD' });
    assert.deepEqual(costOf(usage, { ...identity, host: 'proxy.example' }, prices), {
      amount: 0.6,
      currency: 'USD',
    });
    assert.equal(costOf(usage, { ...identity, model: 'unknown' }, prices), undefined);
    assert.equal(costOf(usage, { ...identity, model: 'toString' }, prices), undefined);
    assert.equal(costOf(usage, undefined, prices), undefined);
    assert.equal(costOf(usage, identity, undefined), undefined);
    const all = { ...prices, models: { '*': { input: 1, output: 1 } } };
    assert.equal(costOf(usage, identity, all)?.amount, 0.21);
  });
  it('may have their own for tokens that the provider had in its cache', () => {
    const table = { currency: 'USD', models: { 'gpt-5': { input: 1, cached_input: 0.1, output: 10 } } };
    const usage = { inputTokens: 1_000_000, cachedInputTokens: 800_000, outputTokens: 0 };
    assert.equal(costOf(usage, identity, table)?.amount.toFixed(6), '0.280000');
    assert.equal(costOf(usage, identity, prices)?.amount, 1, 'without a price of their own: as all others');
  });
  it('name what is wrong in their table', () => {
    const problem = (text: string): string => {
      const parsed = parsePrices(text);
      assert.ok(!parsed.ok, text);
      return parsed.error;
    };
    assert.match(problem('{"currency": "USD"}'), /has no "models"/);
    assert.match(problem('{"currency": "dollars", "models": {}}'), /currency/);
    assert.match(
      problem('{"currency": "USD", "models": {"m": {"input": -1, "output": 1}}}'),
      /models\.m\.input/,
    );
    assert.match(problem('{"currency": "USD", "models": {"m": {"input": 1}}}'), /models\.m has no "output"/);
    assert.match(problem('{'), /parse error at offset 1/);
  });
  it('are shown to a hundredth of a cent', () => {
    assert.equal(showCost({ amount: 0.02134, currency: 'USD' }), '0.0213 USD');
    assert.equal(showCost({ amount: 0.00001, currency: 'EUR' }), 'under 0.0001 EUR');
    assert.equal(showCost({ amount: 0, currency: 'EUR' }), '0.0000 EUR');
  });
});

describe('what was spent', () => {
  const usage = { inputTokens: 100, outputTokens: 10, estimated: false };
  it('adds up, and stays an estimate once a part of it is one', () => {
    const one = addReply(NOTHING_SPENT, 'm', usage, { amount: 0.25, currency: 'USD' });
    const two = addReply(one, 'm', { ...usage, estimated: true }, { amount: 0.5, currency: 'USD' });
    assert.deepEqual(two, {
      inputTokens: 200,
      outputTokens: 20,
      estimated: true,
      cost: { amount: 0.75, currency: 'USD' },
      unpriced: [],
    });
    assert.equal(addReply(two, 'm', usage, undefined).estimated, true);
  });
  it('counts the tokens that providers had in their cache', () => {
    const usage = { inputTokens: 10, cachedInputTokens: 8, outputTokens: 1, estimated: false };
    const one = addReply(NOTHING_SPENT, 'm', usage, undefined);
    assert.equal(addReply(one, 'm', usage, undefined).cachedInputTokens, 16);
    assert.equal('cachedInputTokens' in NOTHING_SPENT, false);
  });
  it('names each model whose price is missing once', () => {
    const one = addReply(NOTHING_SPENT, 'free', usage, undefined);
    const two = addSpent(one, addReply(one, 'm', usage, { amount: 1, currency: 'USD' }));
    assert.deepEqual([two.unpriced, two.cost?.amount, two.inputTokens], [['free'], 1, 300]);
  });
});
