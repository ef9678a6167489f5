import assert from 'node:assert/strict';
import { createLoopDetector } from '../../../src/node/model/endless-answer.ts';

/** What is found when a text comes in pieces of so many characters. */
function findIn(text: string, size: number): string | undefined {
  const find = createLoopDetector();
  for (let at = 0; at < text.length; at += size) {
    const found = find(text.slice(at, at + size));
    if (found !== undefined) return found;
  }
  return undefined;
}

describe('an answer that never ends', () => {
  for (const size of [1, 7, 3000, 50_000]) {
    it(`is known by its repetition, in pieces of ${size}`, () => {
      assert.equal(findIn(`{"a": "${' '.repeat(12_000)}`, size), ' ');
      const sentence = 'The user asked for a rename. ';
      const found = findIn(`{"reason": "${sentence.repeat(600)}`, size);
      assert.equal(found?.length, sentence.length);
    });
  }

  it('is not what repeats itself with differences, or not for long', () => {
    const table = Array.from({ length: 4000 }, (_, row) => `    (${row}, 0, 0, 0, 0),\n`).join('');
    assert.equal(findIn(table, 40), undefined);
    assert.equal(findIn(`${'='.repeat(5000)}${table}${'-'.repeat(5000)}`, 40), undefined);
  });
});
