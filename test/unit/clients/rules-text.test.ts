import assert from 'node:assert/strict';
import { withoutRules, withRules } from '../../../src/core/clients/rules-text.ts';

describe('our words in the rules file of an agent', () => {
  const shared = { path: 'AGENTS.md' };
  const own = { path: 'x.mdc', ownFile: ['---', 'alwaysApply: true', '---', ''] };

  for (const before of ['', '# Rules\n', '# Rules', '# Rules\r\n\r\n- one\r\n'])
    it(`are a section behind ${JSON.stringify(before)}, which goes in and out`, () => {
      const after = withRules(before, shared);
      assert.ok(after.startsWith(before));
      assert.match(after, /propose_changes/);
      if (before.includes('\r\n')) assert.ok(!/[^\r]\n/.test(after));
      assert.equal(withRules(after, shared), after);
      assert.equal(
        withoutRules(after, shared)?.trimEnd(),
        before.trim() === '' ? undefined : before.trimEnd(),
      );
    });

  it('are replaced where they are, between words of the person', () => {
    const around = `before\n\n${withRules(undefined, shared).replace('Editing files', 'Old words')}\nafter\n`;
    const after = withRules(around, shared);
    assert.match(after, /^before\n\n<!-- Work Order[\s\S]*## Editing files[\s\S]*-->\n\nafter\n$/);
    assert.equal(withoutRules(after, shared), 'before\n\nafter\n');
  });

  it('are the whole of a file of their own, with what the client wants in front', () => {
    const after = withRules(undefined, own);
    assert.match(after, /^---\nalwaysApply: true\n---\n\n<!--/);
    assert.equal(withoutRules(after, own), undefined);
  });
});
