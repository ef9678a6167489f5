import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [name: string, before: Files, after: Files];

function none(phrase: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, [phrase], [phrase]), []));
}

function proved(phrase: string, cases: readonly Case[]): void {
  for (const [name, before, after] of cases)
    it(`but not: ${name}`, async () =>
      assert.equal((await wrongVerdicts(before, after, [phrase], [])).length, 1));
}

describe('what a change means to another file, and what no name there says', () => {
  describe('"no _id/_key renames" is left open for a part of a name that another file puts together', () => {
    const makers = {
      'formatted, by who imports it': ["kind = 'user'\n", 'import a\nd = {f"{a.kind}_id": 1}\n'],
      'added, by who imports it': [
        "KINDS = ['user']\n",
        'from a import KINDS\nd = [k + "_id" for k in KINDS]\n',
      ],
      'by what it imports': [
        "from b import make\nx = make('user')\n",
        'def make(n):\n    return n + "_key"\n',
      ],
      'a member of an enumeration': [
        'from enum import Enum\nclass K(Enum):\n    user = 1\n',
        'from a import K\nd = [f"{k.name}_id" for k in K]\n',
      ],
      'over two imports': [
        "from b import f\nx = f('user')\n",
        'from c import g\ndef f(n):\n    return g(n)\n',
        "def g(n):\n    return n + '_id'\n",
      ],
      'the name of an argument': ["def f(**k):\n    return [n + '_id' for n in k]\nx = f(user=1)\n", ''],
      'the name of a parameter': [
        'import inspect\ndef f(user): pass\nd = [n + "_id" for n in inspect.signature(f).parameters]\n',
        '',
      ],
      'a word of a text that is split': [
        "KINDS = 'user order'\nd = [n + '_id' for n in KINDS.split()]\n",
        '',
      ],
      'a field': [
        'from dataclasses import dataclass\n@dataclass\nclass K:\n    user: int\n',
        'from dataclasses import fields\nfrom a import K\nd = [f.name + "_id" for f in fields(K)]\n',
      ],
    };
    const renamed = (text: string) => text.replace('user', 'member');
    none(
      'no _id/_key renames',
      Object.entries(makers).map(([name, [a = '', b = '', c = '']]) => [
        name,
        { 'a.py': a, 'b.py': b, 'c.py': c },
        { 'a.py': renamed(a) },
      ]),
    );
    none('no _id/_key renames', [
      [
        'in a file of data',
        {
          'kinds.json': '["user"]',
          'b.py': "import json\nd = [k + '_id' for k in json.load(open('kinds.json'))]\n",
        },
        { 'kinds.json': '["member"]' },
      ],
    ]);
    none('no _id/_key renames', [
      [
        'an end that is written by numbers',
        { 'a.py': "x = 'user'\nprint(x + '\\x5fid')\n" },
        { 'a.py': "x = 'member'\nprint(x + '\\x5fid')\n" },
      ],
      [
        'an end that is written by names',
        { 'a.py': "x = 'user'\nprint(x + '\\N{LOW LINE}id')\n" },
        { 'a.py': "x = 'member'\nprint(x + '\\N{LOW LINE}id')\n" },
      ],
      [
        'a parameter, where parameters are asked for by their names',
        {
          'a.py':
            "from inspect import signature\ndef f(user): pass\nd = [p + '_id' for p in signature(f).parameters]\n",
        },
        {
          'a.py':
            "from inspect import signature\ndef f(member): pass\nd = [p + '_id' for p in signature(f).parameters]\n",
        },
      ],
    ]);
    proved('no _id/_key renames', [
      [
        'a field behind a line end, which is no letter by its name',
        { 'a.py': "x = 'user'\nprint(f'{x}\\n{x}')\n" },
        { 'a.py': "x = 'member'\nprint(f'{x}\\n{x}')\n" },
      ],
      [
        'a letter by its name that is in no such end, and a backslash before a letter',
        { 'a.py': "x = 'user'\nprint(x + '\\N{SNOWMAN}', '\\\\x5fid')\n" },
        { 'a.py': "x = 'member'\nprint(x + '\\N{SNOWMAN}', '\\\\x5fid')\n" },
      ],
      [
        'what is only read, where parameters are asked for by their names',
        {
          'a.py':
            "from inspect import signature\ndef f(user): return len(user)\nd = [p + '_id' for p in signature(f).parameters]\n",
        },
        {
          'a.py':
            "from inspect import signature\ndef f(user): return max(user)\nd = [p + '_id' for p in signature(f).parameters]\n",
        },
      ],
      [
        'of a file that has nothing to do with it',
        { 'a.py': "x = 'user'\n", 'b.py': 'def f(n):\n    return n + "_id"\n' },
        { 'a.py': "x = 'member'\n" },
      ],
    ]);
  });

  describe('"no new dependencies" is left open for a text that a function of another file imports', () => {
    const helper = 'from importlib import import_module\ndef load(n):\n    return import_module(n)\n';
    const use = (from: string, text: string) => `${from}\nX = load('${text}')\n`;
    const edit = (name: string, from: string, others: Files): Case => [
      name,
      { 'a.py': use(from, 'json'), ...others },
      { 'a.py': use(from, 'requests') },
    ];
    const cases = [
      edit('called directly', 'from b import load', { 'b.py': helper }),
      edit('imported there under another name', 'from b import load', {
        'b.py': 'from importlib import import_module as load\n',
      }),
      edit('through a package', 'from p import load', {
        'p/__init__.py': 'from .b import load\n',
        'p/b.py': helper,
      }),
      edit('through another function', 'from c import load', {
        'b.py': helper.replace('def load', 'def get'),
        'c.py': 'from b import get\ndef load(n):\n    return get(n)\n',
      }),
      [
        'in a list that a file reads which imports what is in it',
        {
          'a.py': "ALL = ['json']\n",
          'b.py': 'import importlib\nimport a\nfor p in a.ALL:\n    importlib.import_module(p)\n',
        },
        { 'a.py': "ALL = ['json', 'requests']\n" },
      ],
      [
        'in a class that a file reads which imports what is in it',
        {
          'a.py': "class C:\n    P = 'json'\n",
          'b.py': 'import importlib\nfrom a import C\nimportlib.import_module(C.P)\n',
        },
        { 'a.py': "class C:\n    P = 'requests'\n" },
      ],
      [
        'returned to a file that imports it',
        {
          'a.py': "def p():\n    return 'json'\n",
          'b.py': 'import importlib\nfrom a import p\nimportlib.import_module(p())\n',
        },
        { 'a.py': "def p():\n    return 'requests'\n" },
      ],
      [
        'required by name',
        { 'a.py': "import pkg_resources\npkg_resources.require('a')\n" },
        { 'a.py': "import pkg_resources\npkg_resources.require('b')\n" },
      ],
      [
        'installed by a session',
        { 'noxfile.py': "def tests(s):\n    s.install('a')\n" },
        { 'noxfile.py': "def tests(s):\n    s.install('b')\n" },
      ],
    ] as const;
    none('no new dependencies', cases);
    proved('no new dependencies', [
      edit('another function of that file', 'from b import other as load', {
        'b.py': `${helper}def other(n):\n    return n\n`,
      }),
    ]);
  });

  describe('"no weaker tests" is left open', () => {
    const test = { 'test_m.py': 'from m import check\ndef test_a():\n    check(1)\n' };
    const checks = 'def strict(x):\n    assert x == 1\ndef lax(x):\n    pass\n';
    none('no weaker tests', [
      [
        'where a helper is bound to another one',
        { 'm.py': `${checks}check = strict\n`, ...test },
        { 'm.py': `${checks}check = lax\n` },
      ],
      [
        'where a helper calls another one',
        { 'm.py': `${checks}def check(x):\n    strict(x)\n`, ...test },
        { 'm.py': `${checks}def check(x):\n    lax(x)\n` },
      ],
      [
        'where an example is gone that a text begins with',
        { 'm.py': "__test__ = {'a': '>>> 1\\n1'}\n", 'test_a.py': 'def test_a(): pass\n' },
        { 'm.py': '__test__ = {}\n' },
      ],
      [
        'where a program runs the tests in another way',
        { 'run.py': "import subprocess\nsubprocess.run(['python', '-m', 'pytest'])\n", ...test },
        { 'run.py': "import subprocess\nsubprocess.run(['python', '-O', '-m', 'pytest'])\n" },
      ],
    ]);
    proved('no weaker tests', [
      [
        'what the helpers are not',
        { 'm.py': `${checks}check = strict\ndef f():\n    return 1\n`, ...test },
        { 'm.py': `${checks}check = strict\ndef f():\n    return 2\n` },
      ],
    ]);
  });

  describe('"no new suppressions" is left open for an example that is not run any more', () => {
    const text = (directive: string, says = '') =>
      `def f():\n    """${says}\n    >>> f()${directive}\n    1\n    """\n`;
    none('no new suppressions', [
      ['skipped', { 'a.py': text('') }, { 'a.py': text('  # doctest: +SKIP') }],
      ['skipped in prose', { 'a.md': '>>> f()\n' }, { 'a.md': '>>> f()  # doctest: +SKIP\n' }],
      [
        'left out under a condition',
        { 'a.rst': '.. doctest::\n' },
        { 'a.rst': '.. doctest::\n   :skipif: True\n' },
      ],
      ['with dots', { 'a.py': text('') }, { 'a.py': text('  # doctest: +ELLIPSIS') }],
    ]);
    proved('no new suppressions', [
      [
        'one that was skipped before, in a text that says more',
        { 'a.py': text('  # doctest: +SKIP') },
        { 'a.py': text('  # doctest: +SKIP', 'More.') },
      ],
    ]);
  });

  describe('"no broken imports" is left open for an import on the other side of what may decide what it finds', () => {
    const lib = { 'lib/q.py': 'x = 1\n', 'conf.py': 'import sys\nsys.path.insert(0, "lib")\n' };
    const around = (first: string, second: string) => `import sys\nimport os\n${first}\n${second}\n`;
    const swapped = (name: string, effect: string): Case => [
      name,
      { 'b.py': around(effect, 'import q'), ...lib },
      { 'b.py': around('import q', effect) },
    ];
    none('no broken imports', [
      swapped('a path is added', 'sys.path.insert(0, "lib")'),
      swapped('paths are set', 'sys.path = ["lib"]'),
      swapped('a variable of the environment is set', 'os.environ["SETTINGS"] = "q"'),
      swapped('a value is made by a call', 'x = os.setup()'),
      swapped('a function is decorated', '@os.setup\ndef f(): pass'),
      swapped('a module adds the path', 'import conf'),
      [
        'a module that adds the path is no longer imported',
        { 'b.py': 'import conf\nimport q\n', ...lib },
        { 'b.py': 'import q\n' },
      ],
      [
        'a new import above it',
        { 'b.py': 'import sys\nsys.path.insert(0, "lib")\n', ...lib },
        { 'b.py': 'import sys\nimport q\nsys.path.insert(0, "lib")\n' },
      ],
    ]);
    proved('no broken imports', [
      [
        'imports in another order above it',
        { 'b.py': 'import sys\nimport os\nsys.path.insert(0, "lib")\n', ...lib },
        { 'b.py': 'import os\nimport sys\nsys.path.insert(0, "lib")\n' },
      ],
    ]);
  });

  describe('"no broken callers" is left open for a protocol that asks for more', () => {
    const protocol = (more: string) =>
      `from typing import Protocol, runtime_checkable\n@runtime_checkable\nclass P(Protocol):\n    def f(self): ...\n${more}`;
    const uses = {
      'b.py':
        'from a import P\nclass C:\n    def f(self): return 1\ndef g():\n    return isinstance(C(), P)\n',
    };
    none('no broken callers', [
      ['one more method', { 'a.py': protocol(''), ...uses }, { 'a.py': protocol('    def g(self): ...\n') }],
    ]);
  });
});
