import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files, after: Files];
const CALLERS = 'no broken callers';

function none(cases: readonly Case[], phrases: readonly string[] = [CALLERS]): void {
  for (const [name, before, after] of cases)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, phrases, []), []));
}

function proved(cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(`but not: ${name}`, async () => {
      const [found] = (await evidenceOf({ before, after, invariants: [CALLERS] })).invariants;
      assert.equal(found?.verdict, 'proved', found?.reason);
    });
}

const REGISTRY = {
  'reg.py': 'R = {}\ndef register(f):\n    R[f.__name__] = f\n    return f\n',
  'plug.py': 'from reg import register\n@register\ndef x(): return 1\n',
  'use.py': 'import reg\ndef go(): return reg.R["x"]()\n',
};
const gone = (name: string, files: Files, m: string, left = 'X = 1\n'): Case => [
  name,
  { ...files, 'm.py': m },
  { 'm.py': left },
];

describe('what is found in another way than by its name', () => {
  describe('"no broken callers" is left open for an import that is gone, and was there for what it does', () => {
    const made = (plug: string, reg = 'R = {}\n'): Files => ({ 'reg.py': reg, 'plug.py': plug });
    none([
      gone('a decorator registers', REGISTRY, 'import plug\n'),
      gone(
        'the same in a function',
        REGISTRY,
        'def ready():\n    import plug\n    return 1\n',
        'def ready():\n    return 1\n',
      ),
      gone('through another module', { ...REGISTRY, 'all.py': 'import plug\n' }, 'import all\n'),
      gone(
        'only in a function now',
        REGISTRY,
        'from plug import x as _x\n',
        'def f():\n    from plug import x as _x\n',
      ),
      gone('an item is set', made('from reg import R\nR["x"] = 1\n'), 'import plug\n'),
      gone('a table is updated', made('from reg import R\nR.update(x=1)\n'), 'import plug\n'),
      gone('a list grows', made('import reg\nreg.R += [1]\n', 'R = []\n'), 'import plug\n'),
      gone(
        'an attribute is set in a loop',
        made('import reg\nfor i in [1]:\n    reg.x = i\n'),
        'import plug\n',
      ),
      gone(
        'a decorator of a method registers',
        made(
          'from reg import cmd\nclass A:\n    @cmd("x")\n    def x(self): return 1\n',
          'def cmd(n): return lambda f: f\n',
        ),
        'import plug\n',
      ),
      gone(
        'a base is told of its classes',
        made(
          'from reg import B\nclass A(B): pass\n',
          'class B:\n    def __init_subclass__(cls): pass\nclass C(B): pass\n',
        ),
        'from plug import A\n',
      ),
      gone(
        'a base is asked for its classes, in a file that imports none of them',
        {
          ...made('from reg import B\nclass A(B): pass\n', 'class B: pass\n'),
          'use.py': 'from reg import B\ndef go(): return {c.__name__: c for c in B.__subclasses__()}\n',
        },
        'from plug import A\n',
      ),
      gone(
        'a base from outside',
        made(
          'from reg import Base\nclass A(Base): pass\n',
          'from orm import make_base\nBase = make_base()\n',
        ),
        'import plug\n',
      ),
      gone('a package from outside that nothing there used', {}, 'import hvplot.pandas\n'),
    ]);
    none(
      [
        gone(
          'another module gets a name',
          {
            'a.py': 'def f(): return 1\n',
            'patch.py': 'import a\na.g = 1\n',
            'u.py': 'import a\ndef go(): return a.g\n',
          },
          'import patch\n',
        ),
      ],
      [CALLERS, 'no broken imports', 'no public names removed'],
    );
    proved([
      gone('functions', { 'u.py': 'def f(): return 1\n' }, 'from u import f\nX = 1\n'),
      gone(
        'classes below each other, a log, a pattern',
        {
          'u.py':
            'import logging\nimport re\nlog = logging.getLogger(__name__)\nR = re.compile("x")\nclass B: pass\n' +
            'class A(B):\n    @property\n    def y(self): return 1\n    @y.setter\n    def y(self, v): pass\n',
        },
        'from u import A\nX = 1\n',
      ),
      gone(
        'what runs as a program alone',
        { 'u.py': 'def f(): return 1\nif __name__ == "__main__":\n    f()\n' },
        'from u import f\nX = 1\n',
      ),
      gone(
        'what another import still leads to',
        { ...REGISTRY, 'all.py': 'import plug\n' },
        'import all\nimport plug\n',
        'import all\n',
      ),
      gone(
        'a package that was used',
        {},
        'import requests\ndef f(): return requests.get(1)\n',
        'def f(): return 1\n',
      ),
      gone('a name of a package that nothing used', {}, 'from requests import get\nX = 1\n'),
    ]);
  });

  describe('"no broken callers" is left open for what is found by who made or keeps it', () => {
    const register =
      'R = {}\ndef register(k):\n    def w(f):\n        R[k] = f\n        return f\n    return w\n';
    const text = 'from reg import register\n@register("y")\ndef _y(): return 2\n';
    const B = 'class Loader:\n    def load(self): return 1\n';
    const A = 'from base import Loader\nclass A(Loader):\n    kind = "csv"\n';
    none([
      [
        'a function that a decorator kept under another name',
        {
          'reg.py': register,
          'a.py': `${text}@register("x")\ndef _x(): return 1\n`,
          'c.py': 'import reg\ndef go(): return reg.R["x"]()\n',
        },
        { 'a.py': text },
      ],
      [
        'a new class below one that is asked for those below it',
        {
          'base.py': B,
          'a.py': A,
          'c.py':
            'from base import Loader\ndef go(): return {c.kind: c for c in Loader.__subclasses__()}["csv"]\n',
        },
        { 'a.py': `${A}class C(Loader):\n    pass\n` },
      ],
      [
        'a program whose name a list of programs has',
        {
          'a.py': 'def start(): return 1\n',
          'x.egg-info/entry_points.txt': '[console_scripts]\nx = a:start\n',
        },
        { 'a.py': 'def begin(): return 1\n' },
      ],
      [
        'a fixture that is asked for by a text in parts',
        {
          'tests/test_a.py':
            'import pytest\n@pytest.fixture\ndef db_x(): return 1\ndef test_a(request): assert request.getfixturevalue("db_" + "x")\n',
        },
        {
          'tests/test_a.py':
            'import pytest\ndef test_a(request): assert request.getfixturevalue("db_" + "x")\n',
        },
      ],
      [
        'a new property of a class that sets what it is told',
        {
          'm.py':
            'class B:\n    def __init__(self, **k):\n        for n, v in k.items(): setattr(self, n, v)\n',
          'b.py': 'from m import B\nimport json\nB(**json.load(open("x.json")))\n',
        },
        {
          'm.py':
            'class B:\n    def __init__(self, **k):\n        for n, v in k.items(): setattr(self, n, v)\n    @property\n    def size(self): return 1\n',
        },
      ],
    ]);
    proved([
      [
        'a new class, where no file asks so',
        { 'base.py': B, 'a.py': A },
        { 'a.py': `${A}class C(Loader):\n    pass\n` },
      ],
    ]);
  });

  describe('"no broken callers" is left open for a private method whose name is made of another text', () => {
    const method = (name: string) =>
      `class A:\n    def ${name}(self):\n        return 1\n    def g(self):\n        return self.${name}()\n`;
    const asked = (name: string, b: string, h: string): Case => [
      name,
      { 'a.py': method('_do_it'), 'b.py': `from a import A\nfrom h import norm\n${b}\n`, 'h.py': h },
      { 'a.py': method('_run_it') },
    ];
    const go = (text: string) => `def go(): return getattr(A(), norm("${text}"))()`;
    const makes = (value: string, head = '') => `${head}def norm(n): return ${value}\n`;
    const own = 'def norm(n): return n\n';
    none([
      asked('by replacing, in another file', go('-do-it'), makes('n.replace("-", "_")')),
      asked('by other letters, in another file', go('_DO_IT'), makes('n.lower()')),
      asked('read backwards, in another file', go('ti_od_'), makes('n[::-1]')),
      asked(
        'of words with capital letters',
        go('DoIt'),
        makes('re.sub("([A-Z])", r"_\\\\1", n).lower()', 'import re\n'),
      ),
      asked('of the name of a function', 'def do_it(): return getattr(A(), "_" + do_it.__name__)()', own),
      asked(
        'of the name of the running function',
        'import inspect\ndef do_it(): return getattr(A(), "_" + inspect.stack()[0].function)()',
        own,
      ),
      asked(
        'of local names',
        'def go():\n    do_it = 1\n    return [getattr(A(), "_" + n)() for n in locals()]',
        own,
      ),
      asked(
        'of the names of a class',
        'class K:\n    do_it = 1\ndef go(): return [getattr(A(), "_" + n)() for n in vars(K)]',
        own,
      ),
      asked(
        'in parts, where a test replaces it',
        'from unittest import mock\nP = "_do"\ndef go():\n    with mock.patch.object(A, P + "_it"): pass',
        own,
      ),
      asked(
        'in parts of a path, where a test replaces it',
        'from unittest import mock\ndef go(n="it"):\n    with mock.patch("a.A._do_%s" % n): pass',
        own,
      ),
    ]);
    proved([
      asked('where no file turns texts', go('-do-it'), own),
      asked('a text with other letters', go('-do-at'), makes('n.replace("-", "_")')),
      asked('the same word without its underscore', `X = "do_it"\n${go('other')}`, makes('n.lower()')),
    ]);
  });
});
