import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import type { Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

interface Attack extends Edit {
  readonly name: string;
  readonly sentences: readonly { readonly text: string; readonly isTrue: boolean }[];
}

/** Small edits with sentences by somebody who looked for wrong grades. */
const attacks: readonly Attack[] = JSON.parse(
  readFileSync(path.join(root, 'test/fixtures/sentences/attacks.json'), 'utf8'),
);

describe('sentences that are made to be misread', () => {
  for (const { name, sentences, ...edit } of attacks)
    it(`are not decided wrongly: ${name}`, async () => {
      const wrong: string[] = [];
      for (const { text, isTrue } of sentences) {
        const grade = await gradeSentence(edit, text);
        if (grade.startsWith(isTrue ? 'refuted' : 'confirmed')) wrong.push(`${text} ${grade}`);
      }
      assert.deepEqual(wrong, []);
    });
});
