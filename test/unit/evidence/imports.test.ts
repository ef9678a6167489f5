import assert from 'node:assert/strict';
import { type Edit, evidenceOf, evidenceOfModule } from './evidence-of.ts';

const importsOf = async (before: string, after: string) =>
  (await evidenceOfModule(before, after)).imports.map(({ change, before: old, after: now, place }) =>
    [`${place.side}:${place.line}`, change, old, now].filter(Boolean).join(' '),
  );

describe('imports before and after', () => {
  it('are compared name by name', async () =>
    assert.deepEqual(
      await importsOf('import os, sys\nfrom a import b, c\n', 'import os\nfrom a import (\n  c,\n  d,\n)\n'),
      ['before:1 removed import sys', 'before:2 removed from a import b', 'after:2 added from a import d'],
    ));

  it('are changed when the same name comes from elsewhere, or the same thing in another way', async () =>
    assert.deepEqual(
      await importsOf(
        'from a import b\nimport x.y as y\nfrom . import n\n',
        'from c import b\nfrom x import y\nfrom pkg import n\n',
      ),
      [
        'after:1 changed from a import b from c import b',
        'after:2 changed import x.y as y from x import y',
        'after:3 changed from . import n from pkg import n',
      ],
    ));

  it('are the same when only their order or layout differs', async () =>
    assert.deepEqual(
      await importsOf(
        'import a\nimport b\nfrom c import d, e\n',
        'import b\nimport a\nfrom c import (e, d)\n',
      ),
      [],
    ));

  it('follow a move: needed in the new place, no longer in the old one, or leading from one to the other', async () => {
    const { imports } = await evidenceOf({
      before: {
        'pkg/__init__.py': '',
        'pkg/a.py': 'import os\nimport re\n\ndef f():\n    return os.sep\n\ndef g():\n    return re.I\n',
        'pkg/b.py': '',
      },
      after: {
        'pkg/a.py': 'import re\nimport json\nfrom pkg.b import f\n\ndef g():\n    return re.I\n',
        'pkg/b.py': 'import os\n\ndef f():\n    return os.sep\n',
      },
    });
    assert.deepEqual(
      imports.map(({ before, after, follows_move: follows }) => [before ?? after, follows]),
      [
        ['import os', true],
        ['import json', false],
        ['from pkg.b import f', true],
        ['import os', true],
      ],
    );
  });
});

async function brokenOf(edit: Edit): Promise<readonly string[]> {
  const { broken_imports: broken } = await evidenceOf(edit);
  return broken.map(
    ({ text, reason, cause, outside, place }) =>
      `${outside ? 'outside' : 'inside'} ${place.file}:${place.line} ${cause}: ${text}: ${reason}`,
  );
}

describe('imports that find nothing', () => {
  it('are found in files that the change does not touch', async () =>
    assert.deepEqual(
      await brokenOf({
        before: {
          'pkg/__init__.py': 'from .m import f as g\n',
          'pkg/m.py': 'def f(): ...\nx = 1\n',
          'app.py': '\nfrom pkg import g\nfrom pkg.m import (\n  f,\n  x,\n)\n',
        },
        after: { 'pkg/m.py': 'x = 1\n' },
      }),
      [
        'outside app.py:3 broken: from pkg.m import f: pkg/m.py has no f',
        'outside pkg/__init__.py:1 broken: from .m import f as g: pkg/m.py has no f',
      ],
    ));

  it('are found in the change itself: new ones, and old ones that lose their ground', async () =>
    assert.deepEqual(
      await brokenOf({
        before: { 'pkg/__init__.py': '', 'pkg/m.py': 'def f(): ...\n', 'pkg/n.py': 'from pkg.m import f\n' },
        after: {
          'pkg/m.py': 'def g(): ...\n',
          'pkg/n.py': 'from pkg.m import f, h\nfrom .o import x\nimport pkg.q\nimport numpy\n',
        },
      }),
      [
        'inside pkg/n.py:1 broken: from pkg.m import f: pkg/m.py has no f',
        'inside pkg/n.py:1 new: from pkg.m import h: pkg/m.py has no h',
        'inside pkg/n.py:2 new: from .o import x: there is no module .o in the workspace',
        'inside pkg/n.py:3 new: import pkg.q: there is no module pkg.q in the workspace',
      ],
    ));

  it('are not those that found nothing before, or that only running the module can answer', async () =>
    assert.deepEqual(
      await brokenOf({
        before: {
          'pkg/__init__.py': '',
          'pkg/lazy.py': 'def __getattr__(name): ...\n',
          'pkg/star.py': 'from numpy import *\n',
          'pkg/sub/x.py': '',
          'pkg/m.py': 'from pkg.gone import x\n',
        },
        after: {
          'pkg/m.py':
            'from pkg.gone import x\nfrom pkg.lazy import anything\nfrom pkg.star import array\nfrom pkg import sub\nfrom pkg.sub import x\nfrom . import m, __name__\nimport pkg.sub\n',
        },
      }),
      [],
    ));

  it('are not those of names that are still bound: by another import, a loop, a condition', async () =>
    assert.deepEqual(
      await brokenOf({
        before: {
          'pkg/__init__.py': '',
          'pkg/m.py': 'a = b = c = 1\n',
          'app.py': 'from pkg.m import a, b, c\n',
        },
        after: { 'pkg/m.py': 'from os import sep as a\nfor b in (1,): pass\nif a:\n    c = 2\n' },
      }),
      [],
    ));
});
