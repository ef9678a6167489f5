import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';
import { PROMPTS, type PromptOf, textOf } from '../../../src/core/conversation/prompt-versions.ts';
import { prompts } from '../../../src/generated/prompts.ts';

const page = readFileSync(path.join(root, 'docs/prompts.md'), 'utf8');
const hashOf = (who: PromptOf) => createHash('sha256').update(textOf(who)).digest('hex').slice(0, 12);

/** What the page says of a prompt, newest first. */
function changelog(who: string) {
  const section = page.split(/^## /m).find(part => part.startsWith(`${who}\n`)) ?? '';
  return [...section.matchAll(/^- \*\*(\d+)\*\* \(`([0-9a-f]{12})`\)(.*)$/gm)].map(
    ([, version, hash, words = '']) => ({ version: Number(version), hash, words: words.trim() }),
  );
}

describe('prompts have versions', () => {
  it('that cover every text', () => {
    const covered = new Set<string>(Object.values(PROMPTS).flatMap(({ texts }) => texts));
    assert.deepEqual(
      Object.keys(prompts).filter(name => !covered.has(name)),
      [],
    );
  });

  for (const who of Object.keys(PROMPTS) as PromptOf[])
    it(`and no text of ${who} changes without a new one and a line in docs/prompts.md`, () => {
      const { version } = PROMPTS[who];
      const listed = changelog(who);
      assert.deepEqual(
        listed.map(one => one.version),
        Array.from({ length: version }, (_, k) => version - k),
        `docs/prompts.md lists other versions of ${who} than 1 to ${version}`,
      );
      assert.equal(
        listed[0]?.hash,
        hashOf(who),
        `the texts of ${who} have changed: raise its version in prompt-versions.ts and add to docs/prompts.md "- **${version + 1}** (\`${hashOf(who)}\`) what changed and why"`,
      );
      assert.deepEqual(
        listed.filter(one => one.version > 1 && one.words === '').map(one => one.version),
        [],
        'a version without a reason',
      );
    });
});
