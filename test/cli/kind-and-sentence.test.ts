import assert from 'node:assert/strict';
import { kindAndSentence } from '../../src/cli/print/kind-and-sentence.ts';

describe('the last line of a run', () => {
  for (const [kind, sentence, line] of [
    ['FAILED', 'Failed: the disk is full', '*FAILED*  the disk is full'],
    ['FAILED', 'Failed in lint: E501 (nothing is changed)', '*FAILED*  in lint: E501 (nothing is changed)'],
    ['CANCELLED', 'Cancelled; nothing was changed', '*CANCELLED*  nothing was changed'],
    ['CANCELLED', 'Cancelled', '*CANCELLED*'],
    ['CANCELLED', 'Stopped by you', '*CANCELLED*  Stopped by you'],
    ['APPLIED', 'Applied 2 files, lint clean', '*APPLIED*  2 files, lint clean'],
    ['BLOCKED', 'Nothing was applied: no', '*BLOCKED*  Nothing was applied: no'],
    ['', 'It was interrupted', 'It was interrupted'],
    ['interrupted', 'interrupted', '*interrupted*'],
  ] as const)
    it(`${kind || 'no outcome'}: ${sentence}`, () =>
      assert.equal(
        kindAndSentence(kind, sentence, word => `*${word}*`),
        line,
      ));
});
