import assert from 'node:assert/strict';
import { askWithTools } from '../../../src/core/conversation/ask-with-tools.ts';
import { estimateUsage, RequestEstimates } from '../../../src/core/conversation/estimate-usage.ts';
import type { Model } from '../../../src/core/ports/model.ts';

const request = (text: string) => ({
  messages: [{ role: 'user', text }] as const,
  tools: [],
  output: { name: 'agent_turn', schema: { type: 'object', description: 'd'.repeat(9000) } },
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

  it('leaves the schema out of the first request, too, where the server shows the model nothing of it', async () => {
    const asked: number[] = [];
    const model: Model = {
      label: 'm',
      showsSchema: async () => false,
      ask: async () => ({ kind: 'answer', text: '{}', usage: counted(1200), model: 'm' }),
    };
    await askWithTools({
      model,
      role: 'qa',
      system: '',
      user: 'w'.repeat(3500),
      tools: [],
      output: FIRST.output,
      callTool: () => assert.fail('no tool is called'),
      label: text => text,
      maxTurns: 1,
      signal: new AbortController().signal,
      onReply: async () => undefined,
      onUnanswered: async () => undefined,
      onToolCall: async () => undefined,
      allow: tokens => {
        asked.push(tokens);
        return { kind: 'go' };
      },
    });
    assert.deepEqual(asked, [1000]);
    const estimates = new RequestEstimates(false);
    assert.equal(estimates.of(FIRST), 1000);
    estimates.learn(FIRST, counted(1500));
    assert.equal(estimates.of(FIRST), 1500);
  });

  it('never leaves out more than the schema', () => {
    const estimates = new RequestEstimates();
    estimates.learn(FIRST, counted(0));
    assert.ok(estimates.of(FIRST) >= 1000);
  });
});
