import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { evidenceOf } from './evidence-of.ts';

/** An edit about which a verdict was wrong, found by somebody who looked for such edits; mostly shown by running Python. */
interface Attack {
  readonly name: string;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string | null>>;
  /** The wrong verdict by its phrase. */
  readonly wrong: Readonly<Record<string, string>>;
  readonly why: string;
}

const file = path.join(import.meta.dirname, '../../fixtures/edits/attacked.json');
const attacks: readonly Attack[] = JSON.parse(fs.readFileSync(file, 'utf8'));

describe('an edit that a verdict was wrong about once', () => {
  for (const { name, before, after, wrong, why } of attacks)
    it(`is not judged so any more: ${name}`, async () => {
      const { invariants } = await evidenceOf({ before, after, invariants: Object.keys(wrong) });
      for (const { text, verdict, reason } of invariants)
        assert.notEqual(verdict, wrong[text], `${text}: ${reason}; but ${why}`);
    });
});
