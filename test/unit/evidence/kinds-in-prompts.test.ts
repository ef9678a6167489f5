import assert from 'node:assert/strict';
import { prompts } from '../../../src/generated/prompts.ts';
import { schemas } from '../../../src/generated/schemas.ts';

/** What a prompt lists behind `kinds:`, without what it says of each in brackets. */
const kindsNamedIn = (prompt: string): readonly string[] =>
  (/^ *kinds: (.*?)\. Optional:/m.exec(prompt)?.[1] ?? '').replace(/ \([^()]*\)/g, '').split(/, | and /);

describe('kinds of facts that QA states', () => {
  const kinds = schemas['spot-check'].properties.kind.enum;

  for (const name of ['workorder/qa', 'conversation/qa-change'] as const)
    it(`are named in the prompt ${name}, each of the schema and no other`, () => {
      assert.deepEqual([...kindsNamedIn(prompts[name])].sort(), [...kinds].sort());
    });
});
