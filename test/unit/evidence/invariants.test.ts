import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { CHECKABLE_INVARIANTS } from '../../../src/core/evidence/invariants/invariant-catalog.ts';
import { isCheckable } from '../../../src/core/evidence/invariants/invariants.ts';
import { COMMON_INVARIANTS } from '../../../src/core/panel/new-order.ts';
import { schemas } from '../../../src/generated/schemas.ts';
import { type Edit, evidenceOf, evidenceOfModule } from './evidence-of.ts';

const check = async (invariant: string, edit: Omit<Edit, 'invariants'>, expected: RegExp) => {
  const { invariants } = await evidenceOf({ ...edit, invariants: [invariant] });
  assert.match(`${invariants[0]?.verdict}: ${invariants[0]?.reason}`, expected);
};

const module = (before: string, after: string): Edit => ({
  before: { 'pkg/__init__.py': '', 'pkg/m.py': before },
  after: { 'pkg/m.py': after },
});

describe('invariants that code checks [001-063]', () => {
  it('are known by their phrase, whatever its case, spelling and stop', () => {
    for (const phrase of [
      'No Behaviour Changes.',
      ' no  behavior changes',
      'no _id/_key renames',
      'formatting only',
    ])
      assert.ok(isCheckable(phrase), phrase);
    for (const phrase of ['no behavior changes in the parser', 'keep it simple', ''])
      assert.ok(!isCheckable(phrase), phrase);
  });

  it('are each described by one sentence, under phrases of their own', () => {
    const phrases = CHECKABLE_INVARIANTS.flatMap(invariant => [...invariant.phrases]);
    assert.equal(new Set(phrases).size, phrases.length);
    for (const { means } of CHECKABLE_INVARIANTS) assert.match(means, /^[A-Z].*\.$/);
  });

  it('leave free text to the models, and say so', () =>
    check(
      'the shop stays fast',
      module('x = 1\n', 'x = 2\n'),
      /^not_checked: free text is not checked by code/,
    ));

  it('no import shape changes: names can still be imported, imports stay as they are [001-063]', async () => {
    const phrase = 'no import shape changes';
    await check(
      phrase,
      module('import os\ndef f(): ...\n', 'import os\ndef f(): return 1\ndef g(): ...\n'),
      /^proved/,
    );
    await check(
      phrase,
      module('def f(): ...\n', 'def g(): ...\n'),
      /^violated: pkg\.m\.f can no longer be imported \(pkg\/m\.py:1 before the change\)/,
    );
    await check(
      phrase,
      module('import os\nos\n', 'from os import path\npath\n'),
      /^violated: "import os" is removed .*; "from os import path" is added/,
    );
    await check(
      phrase,
      module('from a import b\n', 'from c import b\n'),
      /^violated: "from a import b" became "from c import b" \(pkg\/m\.py:1\)/,
    );
    await check(phrase, module('x = 1\n', 'x = (\n'), /^not_checkable: pkg\/m\.py cannot be read/);
  });

  it('no import shape changes: what was split off is still found in the old place', () =>
    check(
      'no import shape changes',
      {
        before: { 'pkg/__init__.py': '', 'pkg/a.py': 'import re\ndef f(): return re.I\n' },
        after: { 'pkg/a.py': 'from pkg.b import f\n', 'pkg/b.py': 'import re\ndef f(): return re.I\n' },
      },
      /^proved/,
    ));

  it('no _id/_key renames: a name in the place of another is one, a name that is gone may be one', async () => {
    const phrase = 'no _id/_key renames';
    await check(phrase, module('f(user_id)\n', 'f(user_id, order_id)\n'), /^proved/);
    await check(
      phrase,
      module('def f(user_id): ...\n', 'def f(account_id): ...\n'),
      /^violated: user_id became account_id \(pkg\/m\.py:1\)/,
    );
    await check(
      phrase,
      module('f(user_id)\n', 'f(account_id)\n'),
      /^not_checkable: user_id became account_id, but it may be another thing/,
    );
    await check(
      phrase,
      module('f(user_id)\ng()\n', 'g()\n'),
      /^not_checkable: user_id does not stand where before/,
    );
  });

  it('no public API changes · no signature changes · no public names removed', async () => {
    const added = module('def f(): ...\n', 'def f(): ...\ndef g(): ...\n');
    await check('no public API changes', added, /^violated: pkg\.m\.g is added \(pkg\/m\.py:2\)/);
    await check('no signature changes', added, /^proved/);
    const changed = module('def f(): ...\n', 'def f(a): ...\n');
    await check('no signature changes', changed, /^violated: pkg\.m\.f is changed/);
    await check('no public names removed', changed, /^proved/);
    await check('no public names removed', module('X = 1\n', ''), /^violated: pkg\.m\.X is removed/);
  });

  it('no broken imports · no broken callers', async () => {
    const edit = {
      before: {
        'pkg/__init__.py': '',
        'pkg/m.py': 'def f(): ...\n',
        'app.py': 'from pkg.m import f\ndef g(): f()\n',
      },
      after: { 'pkg/m.py': 'def f(a): ...\n' },
    };
    await check('no broken imports', edit, /^proved/);
    await check('no broken callers', edit, /^violated: pkg\.m\.f: a is not given \(app\.py:2\)/);
    await check(
      'no broken imports',
      { ...edit, after: { 'pkg/m.py': '' } },
      /^violated: "from pkg\.m import f"/,
    );
    await check('no broken callers', { ...edit, after: { 'pkg/m.py': 'def f(a=1): ...\n' } }, /^proved/);
  });

  it('no new imports · no new dependencies', async () => {
    const edit = module('import os\n', 'import os\nimport json\nimport pkg\n');
    await check('no new imports', edit, /^violated: "import json" is new .*; "import pkg" is new/);
    await check('no new dependencies', edit, /^proved/);
    await check(
      'no new dependencies',
      module('', 'import numpy.linalg\n'),
      /^violated: "import numpy\.linalg" needs numpy \(pkg\/m\.py:1\)/,
    );
    await check(
      'no new dependencies',
      { before: { 'pyproject.toml': '' }, after: { 'pyproject.toml': 'a' } },
      /^not_checkable: pyproject\.toml is changed/,
    );
  });

  it('no new suppressions · no weaker tests · no test changes', async () => {
    await check(
      'no new suppressions',
      module('x = 1\n', 'x = 1  # noqa\n'),
      /^violated: "# noqa" is new \(pkg\/m\.py:1\)/,
    );
    const tests = {
      before: { 'tests/test_a.py': 'def test_a():\n    assert f() == 1\n' },
      after: { 'tests/test_a.py': 'def test_a():\n    assert f()\n' },
    };
    await check(
      'no weaker tests',
      tests,
      /^violated: tests\.test_a\.test_a: an assertion says less \(tests\/test_a\.py:2\)/,
    );
    await check('no test changes', tests, /^violated: tests\/test_a\.py is changed/);
    await check('no test changes', module('x = 1\n', 'x = 2\n'), /^proved/);
  });

  it('no new files · no syntax errors', async () => {
    await check('no new files', { before: {}, after: { 'a.txt': '' } }, /^violated: a\.txt is created/);
    await check(
      'no syntax errors',
      module('x = 1\n', 'x = = 1\n'),
      /^violated: invalid syntax \(pkg\/m\.py:1\)/,
    );
    await check('no syntax errors', module('x = 1\n', 'x = 2\n'), /^proved/);
  });

  it('only comments and docstrings change · only comments and layout change', async () => {
    const docs = module('def f():\n    "A."\n', 'def f():\n    "B."\n');
    await check('only comments and docstrings change', docs, /^proved/);
    await check('only comments and layout change', docs, /^violated: pkg\/m\.py has other code/);
    await check('only comments and layout change', module('x = 1\n', 'x  =  1  # one\n'), /^proved/);
    await check(
      'only comments and docstrings change',
      { before: { 'a.md': '' }, after: { 'a.md': 'x' } },
      /^violated: a\.md is changed/,
    );
  });

  it('decide on all of the change, also on what is not listed', async () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => `def f${i}(): ...\n`).join('');
    const evidence = await evidenceOfModule('', many(300), { invariants: ['no public API changes'] });
    assert.equal(evidence.api_changes.length, 200);
    assert.match(evidence.not_looked_at.join(), /100 more entries of api_changes are not listed/);
    assert.equal(evidence.invariants[0]?.verdict, 'violated');
  });
});

describe('the list of invariants', () => {
  it('is what the editor offers in *.workorder.json, each with what it means', () => {
    const { items } = schemas['work-order'].properties.invariants;
    assert.deepEqual(
      items.defaultSnippets.slice(0, -2),
      CHECKABLE_INVARIANTS.map(({ phrases: [label], means }) => ({ label, description: means, body: label })),
    );
    // The last two take names, which the editor asks for.
    for (const { body } of items.defaultSnippets.slice(-2))
      assert.ok(isCheckable(body.replaceAll(/\$\{\d:(\w+)\}/g, '$1')), body);
  });

  it('holds all that are offered when a step is typed in', () =>
    assert.deepEqual(
      COMMON_INVARIANTS.filter(phrase => !isCheckable(phrase)),
      [],
    ));

  it('is the one in docs/evidence.md', () => {
    const text = readFileSync(new URL('../../../docs/evidence.md', import.meta.url), 'utf8');
    for (const { phrases, means } of CHECKABLE_INVARIANTS)
      assert.ok(text.includes(`| \`${phrases[0]}\` | ${means} |`), phrases[0]);
  });
});
