import assert from 'node:assert/strict';
import { approvalOf, reviewGroups } from '../../../src/core/campaign/review-groups.ts';
import { editsOf, shapeOf } from '../../../src/core/campaign/shape.ts';
import { fillFor, targetsOf } from '../../../src/core/campaign/targets.ts';
import { sha256 } from '../../../src/node/system.ts';
import { CAMPAIGN, campaignOf } from '../../support/campaign/campaign-in-memory.ts';

const patch = (file: string, ...lines: readonly string[]): string =>
  [
    `diff --git a/${file} b/${file}`,
    'index 1..2 100644',
    `--- a/${file}`,
    `+++ b/${file}`,
    '@@ -1,9 +1,9 @@',
    ...lines,
    '',
  ].join('\n');

describe('the shape of a change', () => {
  it('is what was exchanged, not where, how often, or around what', () => {
    const one = patch('a.py', ' def f():', '-    return get(x, 1)', '+    return fetch(x, 1)');
    const other = [
      patch('pkg/b.py', '-y = get(z)', '+y = fetch(z)', ' ', '-    get()', '+    fetch()'),
      patch('pkg/c.py', '-print(get)', '+print(fetch)'),
    ].join('');
    assert.deepEqual(editsOf(one), ['get → fetch']);
    assert.equal(shapeOf(one, sha256), shapeOf(other, sha256));
  });

  it('differs where anything else was done besides', () => {
    const one = patch('a.py', '-get(x)', '+fetch(x)');
    const more = patch('a.py', '-get(x)', '+fetch(x)', ' ', '+import os');
    assert.deepEqual(editsOf(more), [' → import os', 'get → fetch']);
    assert.notEqual(shapeOf(one, sha256), shapeOf(more, sha256));
  });

  it('sees changes of spaces, modes, new files and binary files', () => {
    assert.deepEqual(editsOf(patch('a.py', '-x  = 1', '+x = 1')), ['spaces: "x  = 1" → "x = 1"']);
    const created =
      'diff --git a/n b/n\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+hello\n';
    assert.deepEqual(editsOf(created), [' → hello', 'new file mode 100644']);
    const binary = 'diff --git a/i.png b/i.png\nindex 1..2 100644\nGIT binary patch\nliteral 3\nabc\n';
    assert.deepEqual(editsOf(binary), [binary]);
  });
});

describe('review of a campaign', () => {
  const notRun = { checks: [{ check: 'lint', verdict: 'not run' as const, reason: 'no linter' }] };

  it('puts first those for which not every check passed, exceptions one by one, and equal changes into one group', () => {
    const one = campaignOf('abcdefg');
    for (const name of 'abcdefg') one.send(name);
    for (const name of 'abc') one.end(name);
    one.end('d', notRun);
    one.end('e', notRun);
    const doubt = { rule: 'evidence/x', severity: 'risk' as const, message: 'look' };
    one.end('f', { findings: [doubt] });
    one.end('g', { shape: 'other' });
    const groups = reviewGroups(one.state);
    assert.deepEqual(
      groups.map(({ passedEveryCheck, members }) => [
        passedEveryCheck,
        one.names(members.map(({ target }) => target.id)),
      ]),
      [
        [false, 'f'],
        [false, 'de'],
        [true, 'g'],
        [true, 'abc'],
      ],
    );
    assert.equal(groups[1]?.id, 'shape-without-lint');
    assert.deepEqual(approvalOf(groups.slice(1, 2)), [
      { target: one.idOf('d'), hash: 'hash-d' },
      { target: one.idOf('e'), hash: 'hash-e' },
    ]);
  });
});

describe('targets of a campaign', () => {
  const entry = (more: object) => ({ entry: { repository: 'r', ...more }, repository: '/r' });

  it('are one for each folder, in the order of their priority, with their variables in the template', () => {
    const found = [
      { ...entry({}), folders: ['b', 'a/c'] },
      entry({ ref: 'v1', priority: 1, variables: { old: 'x' } }),
    ];
    const targets = targetsOf(CAMPAIGN, found, sha256);
    assert.ok(targets.ok);
    assert.deepEqual(
      targets.value.map(({ id, folder, ref }) => [id.replace(/\w{8}$/, '#'), folder, ref]),
      [
        ['r-#', undefined, 'v1'],
        ['r-b-#', 'b', undefined],
        ['r-a-c-#', 'a/c', undefined],
      ],
    );
    const [first, second] = targets.value.map(target =>
      fillFor({ wrap: { command: ['p', '{{old}}', 'in {{folder}}'] } }, target),
    );
    assert.deepEqual(first, { ok: true, value: { wrap: { command: ['p', 'x', 'in .'] } } });
    assert.deepEqual(second, { ok: true, value: { wrap: { command: ['p', 'get', 'in b'] } } });
  });

  it('are refused when one is there twice, or a variable has no value', () => {
    const twice = targetsOf(CAMPAIGN, [entry({}), entry({})], sha256);
    assert.deepEqual(twice, { ok: false, error: '/r is listed twice; name each target once' });
    const [target] = campaignOf('a').state.targets.values();
    assert.ok(target);
    const filled = fillFor({ wrap: { command: ['{{new}}'] } }, target.target);
    assert.ok(!filled.ok);
    assert.match(filled.error, /uses \{\{new\}\}, which has no value at a-\w{8}: set it in variables/);
  });
});
