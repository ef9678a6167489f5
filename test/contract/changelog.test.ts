import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';

/** One or two short sentences. */
const LONGEST = 360;

describe('CHANGELOG.md', () => {
  const text = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  const [, unreleased = ''] = text.split(/^## /m);
  const sections = unreleased.split(/^### /m).slice(1);
  const entries = unreleased.split('\n').filter(line => line.startsWith('- '));

  it('keeps the form of Keep a Changelog', () => {
    assert.match(unreleased, /^\[/);
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    for (const section of sections)
      assert.ok(kinds.includes(section.split('\n', 1)[0] ?? ''), section.slice(0, 40));
  });

  it('says each change in one or two short sentences; what is longer belongs to docs/', () =>
    assert.deepEqual(
      entries
        .filter(entry => entry.length > LONGEST)
        .map(entry => `${entry.length} characters: ${entry.slice(0, 100)}…`),
      [],
    ));

  it('has what was added or fixed below the feature it belongs to, each feature once', () => {
    for (const section of sections) {
      const name = section.split('\n', 1)[0] ?? '';
      const [first = '', ...features] = section.split(/^#### /m);
      if (name === 'Added' || name === 'Fixed')
        assert.doesNotMatch(first, /^- /m, `${name}: an entry stands before the first feature`);
      const names = features.map(feature => feature.split('\n', 1)[0]);
      assert.deepEqual(names, [...new Set(names)], name);
    }
  });

  it('says nothing twice', () => assert.deepEqual(entries, [...new Set(entries)]));
});
