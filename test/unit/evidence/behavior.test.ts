import assert from 'node:assert/strict';
import { type Edit, evidenceOf, evidenceOfModule } from './evidence-of.ts';

const invariants = ['no behavior changes'];

const verdictOf = ({ invariants: [check] }: Awaited<ReturnType<typeof evidenceOf>>) =>
  `${check?.verdict}: ${check?.reason}`;

const ofModule = async (before: string, after: string, expected: RegExp) =>
  assert.match(verdictOf(await evidenceOfModule(before, after, { invariants })), expected);

const ofFiles = async (before: Edit['before'], after: Edit['after'], expected: RegExp) =>
  assert.match(
    verdictOf(await evidenceOf({ before: { 'pkg/__init__.py': '', ...before }, after, invariants })),
    expected,
  );

describe('"no behavior changes" [001-063]', () => {
  describe('is proved', () => {
    it('where only comments, layout and quotes differ', () =>
      ofModule(
        "x = f('a', b)\n",
        '# why\nx = f(\n    "a",\n    b,\n)\n',
        /^proved: only comments and layout differ in 1 file/,
      ));

    it('where only docstrings differ', () =>
      ofModule(
        'def f():\n    "Old."\n    return 1\n',
        '"""Module."""\n\n\ndef f():\n    """New."""\n    return 1\n',
        /^proved: only docstrings/,
      ));

    it('where definitions move to another module that knows everything they use', () =>
      ofFiles(
        {
          'pkg/a.py':
            'import os\nfrom pkg.c import LIMIT\n\n\ndef f(x):\n    return os.path.join(x, str(LIMIT))\n\n\ndef g():\n    return f("a")\n',
          'pkg/c.py': 'LIMIT = 1\n',
          'pkg/d.py': 'from pkg.a import f\n',
        },
        {
          'pkg/a.py': 'from pkg.b import f\n\n\ndef g():\n    return f("a")\n',
          'pkg/b.py':
            '"""Paths."""\nimport os\nfrom pkg.c import LIMIT\n\n\ndef f(x):\n    return os.path.join(x, str(LIMIT))\n',
        },
        /^proved: 1 definition moved, token for token the same/,
      ));

    it('where a private helper moves along with its only user', () =>
      ofFiles(
        { 'pkg/a.py': 'def _h():\n    return 1\n\n\ndef f():\n    return _h()\n' },
        {
          'pkg/a.py': 'from pkg.b import f\n',
          'pkg/b.py': 'def _h():\n    return 1\n\n\ndef f():\n    return _h()\n',
        },
        /^proved: 2 definitions moved/,
      ));

    it('where functions change places and nothing runs on import', () =>
      ofModule(
        'def f(): return g()\ndef g(): return 1\nX = 1\n',
        'X = 1\ndef g(): return 1\ndef f(): return g()\n',
        /^proved: .* in another order/,
      ));

    it('where imports are sorted', () =>
      ofModule(
        'import sys\nimport os\n\nos.getcwd()\n',
        'import os\nimport sys\n\nos.getcwd()\n',
        /^proved/,
      ));
  });

  describe('is violated', () => {
    it('by a file that no longer parses, with the line', async () => {
      const evidence = await evidenceOfModule('x = 1\n', 'x = 1\ny = (\n', { invariants });
      assert.match(
        verdictOf(evidence),
        /^violated: pkg\/m\.py is not Python any more: '\(' was never closed \(line 2\)/,
      );
      assert.deepEqual(evidence.invariants[0]?.places, [{ file: 'pkg/m.py', line: 2, side: 'after' }]);
    });

    it('by an import that worked and no longer does', () =>
      ofFiles(
        { 'pkg/a.py': 'def f(): ...\n', 'app.py': 'from pkg.a import f\n' },
        { 'pkg/a.py': 'def g(): ...\n' },
        /^violated: "from pkg\.a import f" worked before, but pkg\/a\.py has no f/,
      ));

    it('but not by an import that may fail: in a try, a function, for type checkers', () =>
      ofFiles(
        {
          'pkg/a.py': 'def f(): ...\n',
          'b.py': 'try:\n    from pkg.a import f\nexcept ImportError:\n    f = None\n',
          'c.py': 'def g():\n    from pkg.a import f\n',
        },
        { 'pkg/a.py': 'def g(): ...\n' },
        /^not_checkable/,
      ));
  });

  describe('is not checkable', () => {
    const open = /^not_checkable/;

    it('where code is changed, added or removed', async () => {
      await ofModule('x = 1\n', 'x = 2\n', /^not_checkable: x is changed/);
      await ofModule('x = 1\n', 'x = 1\ny = 2\n', /^not_checkable: y is new/);
      await ofModule('f()\ng()\n', 'f()\n', /^not_checkable: code of pkg\/m\.py is removed/);
    });

    it('where a file that is not Python changes', () =>
      ofFiles({ 'a.json': '{}' }, { 'a.json': '[]' }, /^not_checkable: a\.json is not a Python file/));

    it('where docstrings are read by the program', async () => {
      await ofModule(
        '"""Old."""\nprint(__doc__)\n',
        '"""New."""\nprint(__doc__)\n',
        /pkg\/m\.py reads docstrings/,
      );
      await ofModule(
        '@app.command()\ndef f():\n    "Old."\n',
        '@app.command()\ndef f():\n    "New."\n',
        /a decorator may read the docstring/,
      );
    });

    it('where a moved definition means something else in its new place', async () => {
      const move = (before: string, after: string, a: string, b: string, expected: RegExp) =>
        ofFiles(
          { 'pkg/a.py': before, 'pkg/b.py': b },
          { 'pkg/a.py': `from pkg.b import f\n${a}`, 'pkg/b.py': after },
          expected,
        );
      const f = 'def f():\n    return LIMIT\n';
      await move(
        `LIMIT = 1\n${f}`,
        `LIMIT = 2\n${f}`,
        'LIMIT = 1\n',
        'LIMIT = 2\n',
        /LIMIT is not the same there/,
      );
      await move(
        f,
        `from os import LIMIT\n${f}`,
        '',
        'from os import LIMIT\n',
        /LIMIT is not the same there/,
      );
      const named = 'def f():\n    return __name__\n';
      await move(named, named, '', '', /__name__ means something else there/);
      const set = 'def f():\n    global count\n    count = 1\n';
      await move(set, set, '', '', /it assigns to a global name/);
      const registered = '@register\ndef f(): ...\n';
      await move(registered, registered, '', '', /@register runs on import/);
      const called = 'f = make()\n';
      await move(called, called, '', '', /make\(…\) is called on import/);
    });

    it('where a moved definition is no longer found by those who use it', () =>
      ofFiles(
        { 'pkg/a.py': 'def _f(): ...\n', 'pkg/b.py': '', 'pkg/c.py': 'import pkg.a\npkg.a._f()\n' },
        { 'pkg/a.py': '', 'pkg/b.py': 'def _f(): ...\n' },
        /pkg\.a\._f is not found there any more/,
      ));

    it('where modules now import each other', () =>
      ofFiles(
        { 'pkg/a.py': 'X = 1\ndef f(): return X\n', 'pkg/b.py': 'from pkg.a import X\n' },
        {
          'pkg/a.py': 'from pkg.b import f\nX = 1\n',
          'pkg/b.py': 'from pkg.a import X\ndef f(): return X\n',
        },
        /import each other/,
      ));

    it('where an import is gone whose module may do something', () =>
      ofFiles(
        { 'pkg/a.py': 'import plugins\nX = 1\n' },
        { 'pkg/a.py': 'X = 1\n' },
        /"import plugins" is gone/,
      ));

    it('where a name is imported that may not be there', () =>
      ofModule(
        'from collections import deque\n',
        'from collections import deck\n',
        /"from collections import deck" is new/,
      ));

    it('where a new import hides a builtin', () =>
      ofFiles(
        { 'pkg/a.py': 'def f(): ...\ndef g(): return sum([1])\n', 'pkg/b.py': 'def sum(x): ...\n' },
        {
          'pkg/a.py': 'from pkg.b import f, sum\ndef g(): return sum([1])\n',
          'pkg/b.py': 'def sum(x): ...\ndef f(): ...\n',
        },
        /"from pkg\.b import sum" is new in pkg\/a\.py/,
      ));

    it('where something runs on import, and what it needs comes later now', async () => {
      await ofModule(
        'import os\nx = os.sep\n',
        'x = os.sep\nimport os\n',
        /os is used on import before it is there/,
      );
      await ofModule('def f(): ...\ndef g(): ...\nf()\n', 'def g(): ...\nf()\ndef f(): ...\n', open);
      await ofModule(
        'def f(): ...\n@f\ndef g(): ...\nX = 1\n',
        'X = 1\n@f\ndef g(): ...\ndef f(): ...\n',
        open,
      );
      await ofModule(
        'from a import x\ndef x(): ...\n',
        'def x(): ...\nfrom a import x\n',
        /x is bound more than once/,
      );
    });

    it('where the same name is defined in another order', () =>
      ofModule('def f(): return 1\ndef f(): return 2\n', 'def f(): return 2\ndef f(): return 1\n', open));
  });
});
