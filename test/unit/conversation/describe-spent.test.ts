import assert from 'node:assert/strict';
import { describeSpent } from '../../../src/core/conversation/describe-spent.ts';
import { addReply, addSpent, NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import { spentWords } from '../../../src/core/panel/spent-words.ts';

const USAGE = { inputTokens: 100, outputTokens: 10, estimated: false };
const asked = addReply(NOTHING_SPENT, 'm', USAGE, { amount: 0.5, currency: 'USD' });
const played = addReply(NOTHING_SPENT, 'replay', { ...USAGE, played: true }, undefined);

describe('what models used, in words', () => {
  it('is nothing where nothing was asked or played', () => {
    assert.equal(describeSpent(NOTHING_SPENT), undefined);
    assert.deepEqual(spentWords(NOTHING_SPENT), []);
  });

  it('says of a recording that nothing was sent', () => {
    const twice = addSpent(played, played);
    assert.equal(describeSpent(twice), 'replies were played back, nothing was sent');
    assert.deepEqual(spentWords(twice), ['replayed, nothing spent']);
  });

  it('counts as sent what was sent, beside what was played; a recording needs no price', () => {
    const both = addSpent(played, asked);
    assert.equal(
      describeSpent(both),
      '100 tokens sent, 10 answered, 0.5000 USD; other replies were played back',
    );
    assert.equal(spentWords(both)[0], '110 tokens');
    assert.deepEqual(both.unpriced, []);
    assert.equal(describeSpent(asked), '100 tokens sent, 10 answered, 0.5000 USD');
  });
});
