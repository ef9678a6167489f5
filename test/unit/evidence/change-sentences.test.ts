import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import { computeFor, type Edit } from './evidence-of.ts';

const EDIT: Edit = {
  before: {
    'shop/__init__.py': '',
    'shop/orders.py':
      'import os\nfrom typing import Any\n\n\nclass Order:\n    def total(self, tax=1):\n        rate = tax\n        return count(rate)\n\n    def state(self):\n        return 1\n\n\ndef count(items, limit=10, **more):\n    return items\n\n\ndef gone():\n    return 2\n\n\ndef same(a):\n    return a\n',
    'shop/app.py': 'from shop.orders import count\n\n\ndef main():\n    import json\n\n    return count(1)\n',
    'tests/test_app.py': 'def test_main():\n    assert 1\n',
    'CHANGES.md': '\n',
  },
  after: {
    'shop/orders.py':
      'import sys\nimport os\n\n\nclass Order:\n    def total(self, tax=2):\n        return count(tax)\n\n    @property\n    def state(self):\n        return 1\n\n    def label(self, width):\n        return "x"\n\n\ndef count(items, limit=10, step=1, **more):\n    return items\n\n\ndef same(a):\n    return a\n',
    'tests/test_app.py': 'def test_main():\n    assert 2\n',
    'CHANGES.md': 'more\n',
  },
};

/** True, false, or not to be decided. */
const SENTENCES: readonly (readonly ['confirmed' | 'refuted' | 'not_checkable', string])[] = [
  ['confirmed', '`step` is a new parameter of `count`.'],
  ['refuted', '`limit` is a new parameter of `count`.'],
  ['confirmed', 'A new parameter `step` was added to `count` in this commit.'],
  ['refuted', 'A `page` parameter was added to `count`.'],
  ['confirmed', '`count` takes a new keyword argument `step` that defaults to 1.'],
  ['refuted', '`count` takes a new keyword argument `step` that defaults to 2.'],
  ['refuted', 'The `limit` parameter of `count` was dropped.'],
  ['confirmed', 'The default of `tax` in `Order.total` changed from 1 to 2.'],
  ['refuted', 'The commit flips the default of `tax` in `Order.total` from 2 to 1.'],
  ['refuted', '`same` was given a new parameter for the width.'],
  ['not_checkable', '`count` was given a new parameter for the width.'],
  ['confirmed', '`Order` gained a new method `label`.'],
  ['confirmed', 'A method `label` was added to `Order`.'],
  ['refuted', 'A method `state` was added to `Order`.'],
  // Words that may be false are not passed over.
  ['not_checkable', '`Order` gets a new private method `label(self, width)`.'],
  ['not_checkable', 'A new async method `label` was added to `Order`.'],
  ['not_checkable', 'A new keyword-only parameter `step` was added to `count`.'],
  ['refuted', 'A new class was introduced to hold the labels.'],
  ['not_checkable', 'A new method was introduced to hold the labels.'],
  ['confirmed', 'The function `gone` disappeared from shop/orders.py.'],
  ['refuted', 'The function `same` disappeared from shop/orders.py.'],
  ['confirmed', 'The commit removes `gone`.'],
  ['confirmed', '`orders.py` has lost its import of `Any` from typing.'],
  ['confirmed', '`import sys` was added to the top of `shop/orders.py`.'],
  ['refuted', '`json` is imported at the top of shop/app.py.'],
  ['confirmed', "`Any` isn't imported by shop/orders.py any more."],
  ['confirmed', 'The local variable `rate` is gone from `Order.total`.'],
  ['refuted', 'The local variable `tax` is gone from `Order.total`.'],
  ['confirmed', '`Order.state` has been turned from a method into a property.'],
  ['refuted', '`Order.total` has been turned from a method into a property.'],
  ['refuted', '`same` was adapted accordingly.'],
  ['not_checkable', '`count` was adapted accordingly.'],
  ['refuted', '`same` was changed to return a copy.'],
  ['not_checkable', '`same` was not changed to return a copy.'],
  ['not_checkable', '`same` was changed only in its callers.'],
  ['confirmed', 'The signature of `same` is the same as before.'],
  ['refuted', 'The parameters of `count` are unchanged.'],
  ['confirmed', 'shop/orders.py is the only source file that was modified.'],
  ['not_checkable', 'shop/orders.py is the only file that was modified.'],
  ['refuted', 'shop/app.py is the only module in this commit.'],
  ['refuted', 'The commit touches two modules under `shop`.'],
  ['confirmed', 'The commit touches one module under `shop`.'],
  ['not_checkable', '`same` is not affected.'],
  ['not_checkable', 'This makes `count` easier to use.'],
];

/** Where something moved to, said in brackets. */
const MOVED: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/a.py': 'def compute(x):\n    return x + 1\n\n\ndef stays():\n    return 2\n',
    'pkg/b.py': 'LIMIT = 1\n',
  },
  after: {
    'pkg/a.py': 'def stays():\n    return 2\n',
    'pkg/b.py': 'LIMIT = 1\n\n\ndef compute(x):\n    return x + 1\n',
  },
};
const SENTENCES_OF_MOVED: typeof SENTENCES = [
  ['confirmed', '`compute` is defined in b.py (moved there)'],
  ['confirmed', 'The function `compute` is defined in pkg/b.py (moved there).'],
  ['confirmed', '`compute` is now defined in `pkg/b.py` (moved from `pkg/a.py`)'],
  ['confirmed', '`compute` exists in b.py (moved from a.py)'],
  ['refuted', '`compute` is defined in a.py (moved there)'],
  ['refuted', '`stays` is defined in a.py (moved there)'],
  ['refuted', '`stays` is defined in b.py (moved there)'],
  ['not_checkable', '`compute` is defined in b.py (moved from c.py)'],
  ['not_checkable', '`compute` is defined in b.py (moved there and renamed)'],
  ['not_checkable', '`compute` is defined in b.py (faster now)'],
];

/** What is there as another kind, and which way a value went. */
const TURNED: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/a.py':
      'LIMIT = 10\nNAME = "x"\n\n\nclass C:\n    @property\n    def x(self):\n        return 1\n\n    def y(self):\n        return 2\n',
  },
  after: {
    'pkg/a.py':
      'LIMIT = 20\nNAME = "y"\n\n\nclass C:\n    def x(self):\n        return 1\n\n    @property\n    def y(self):\n        return 2\n',
  },
};
const SENTENCES_OF_TURNED: typeof SENTENCES = [
  ['not_checkable', 'The property `C.x` was removed.'],
  ['not_checkable', 'The method `C.x` was added.'],
  ['not_checkable', 'The method `C.y` was removed.'],
  ['refuted', '`C.x` was removed.'],
  ['refuted', 'The method `C.x` was removed.'],
  ['refuted', 'The method `C.y` was added.'],
  ['confirmed', '`LIMIT` was raised to 20.'],
  ['refuted', '`LIMIT` was lowered to 20.'],
  ['refuted', '`LIMIT` was raised to 30.'],
  ['not_checkable', '`NAME` was raised to "y".'],
];

describe('what sentences tell of a change', () => {
  const reads = async (edit: Edit, sentences: typeof SENTENCES) => {
    const { facts } = await computeFor(edit);
    const grades = await gradeSpotChecks({
      spotChecks: sentences.map(([, text]) => `verified: ${text}`),
      order: { scope_allowlist: ['**'] },
      facts,
      isFile: async path => path in edit.before,
    });
    assert.deepEqual(
      grades.map(
        ({ verdict, reason }, i) =>
          `${verdict}: ${sentences[i]?.[1]}${verdict === sentences[i]?.[0] ? '' : ` ${reason}`}`,
      ),
      sentences.map(([verdict, text]) => `${verdict}: ${text}`),
    );
  };

  it('is read in the words of commit messages and reviewers', () => reads(EDIT, SENTENCES));
  it('is read where it stands in brackets', () => reads(MOVED, SENTENCES_OF_MOVED));
  it('is held against what there is as another kind, and against what was less or more', () =>
    reads(TURNED, SENTENCES_OF_TURNED));
});
