import assert from 'node:assert/strict';
import { estimateUsage, RequestEstimates } from '../../../src/core/conversation/estimate-usage.ts';

const request = (text: string) => ({
  messages: [{ role: 'user', text }] as const,
  tools: [],
  output: { name: 'agent_turn', schema: { type: 'object', description: 'd'.repeat(7000) } },
});
const FIRST = request('w'.repeat(3500));
const counted = (inputTokens: number) => ({ inputTokens, outputTokens: 10, estimated: false });

describe('the estimate of what a conversation sends', () => {
  it('holds the schema until the endpoint has said that it does not count it', () => {
    const estimates = new RequestEstimates();
    const whole = estimateUsage(FIRST, 0).inputTokens;
    assert.equal(estimates.of(FIRST), whole);
    assert.ok(whole > 3000);
    estimates.learn(FIRST, counted(1500));
    assert.equal(estimates.of(FIRST), 1500);
    assert.equal(estimates.of(request('w'.repeat(7000))), 2500);
  });

  it('stays as it is where nothing was counted, or more than one try was', () => {
    const estimates = new RequestEstimates();
    estimates.learn(FIRST, { ...counted(5), estimated: true });
    estimates.learn(FIRST, counted(9000));
    assert.equal(estimates.of(FIRST), estimateUsage(FIRST, 0).inputTokens);
  });

  it('never leaves out more than the schema', () => {
    const estimates = new RequestEstimates();
    estimates.learn(FIRST, counted(0));
    assert.ok(estimates.of(FIRST) >= 1000);
  });
});
