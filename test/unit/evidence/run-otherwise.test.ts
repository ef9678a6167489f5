import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const SCRIPT =
  '#!/usr/bin/env python3\nimport sys\n\n\ndef helper(x):\n    return x\n\n\ndef main():\n    print(helper(2))\n\n\nif __name__ == "__main__":\n    main()\n';
const moved = (statement: string): string =>
  SCRIPT.replace('import sys\n', `import sys\n${statement}\n`).replace(
    'def helper(x):\n    return x\n\n\n',
    '',
  );
const HELPER = 'def helper(x):\n    return x\n';
const COMMENTED = 'def f(x):\n    return x\n';
const EXAMPLE = 'def g(x):\n    """\n    >>> g(1)\n    1\n    """\n    return x\n';
const DECO = 'def deco(f):\n    def w(*a):\n        return f(*a)\n    return w\n\n\n';

/** What tools, and programs that are run in another way, read or find. */
const CASES: readonly VerdictCase[] = [
  [
    'a program that is run by its path does not find its own folder as a package',
    { 'scripts/run.py': SCRIPT },
    { 'scripts/run.py': moved('from scripts.util import helper'), 'scripts/util.py': HELPER },
    {
      'no behavior changes': 'not proved',
      'no broken imports': 'not proved',
      'no broken callers': 'not proved',
    },
  ],
  [
    'nor what lies beside its folder',
    { 'scripts/run.py': SCRIPT, 'lib/__init__.py': '', 'lib/util.py': 'X = 1\n' },
    { 'scripts/run.py': moved('from lib.util import helper'), 'lib/util.py': `X = 1\n\n\n${HELPER}` },
    { 'no behavior changes': 'not proved', 'no broken imports': 'not proved' },
  ],
  [
    'what lies beside the program is found',
    { 'scripts/run.py': SCRIPT },
    { 'scripts/run.py': moved('from util import helper'), 'scripts/util.py': HELPER },
    { 'no broken imports': 'proved' },
  ],
  [
    'what it imported from there before is found',
    {
      'scripts/run.py': SCRIPT.replace('import sys', 'import sys\nimport lib.base'),
      'lib/__init__.py': '',
      'lib/base.py': '',
    },
    {
      'scripts/run.py': moved('import lib.base\nfrom lib.util import helper'),
      'lib/util.py': HELPER,
    },
    { 'no broken imports': 'proved' },
  ],
  ...(
    [
      [
        'a tool completes what says so',
        '#!/usr/bin/env python\n# PYTHON_ARGCOMPLETE_OK\nprint(1)\n',
        '#!/usr/bin/env python\nprint(1)\n',
      ],
      [
        'init reads a block',
        '#!/usr/bin/env python\n### BEGIN INIT INFO\n# Provides: x\n### END INIT INFO\nprint(1)\n',
        '#!/usr/bin/env python\nprint(1)\n',
      ],
      [
        'a monitor reads marks',
        '#!/usr/bin/env python\n#%# family=auto\nprint(1)\n',
        '#!/usr/bin/env python\nprint(1)\n',
      ],
    ] as const
  ).map(
    ([what, before, after]): VerdictCase => [
      what,
      { 'job.py': before },
      { 'job.py': after },
      { 'no behavior changes': 'not proved' },
    ],
  ),
  [
    'a program without such marks',
    { 'job.py': '#!/usr/bin/env python\n# Prints one.\nprint(1)\n' },
    { 'job.py': '#!/usr/bin/env python\n# Prints a one\nprint(1)\n' },
    { 'no behavior changes': 'proved' },
  ],
  [
    'a test whose folder is no package finds nothing by dots',
    { 'tests/test_a.py': 'def test_a(): ...\n', 'tests/helpers.py': 'def h(): ...\n' },
    { 'tests/test_a.py': 'from .helpers import h\n\n\ndef test_a(): ...\n' },
    { 'no broken imports': 'not proved' },
  ],
  [
    'in a package it does',
    {
      'tests/__init__.py': '',
      'tests/test_a.py': 'def test_a(): ...\n',
      'tests/helpers.py': 'def h(): ...\n',
    },
    { 'tests/test_a.py': 'from .helpers import h\n\n\ndef test_a(): ...\n' },
    { 'no broken imports': 'proved' },
  ],
  [
    'a suppression of a line that is now two',
    { 'm.py': 'from a import b, c  # noqa: F401\n' },
    { 'm.py': 'from a import b  # noqa: F401\nfrom a import c  # noqa: F401\n' },
    { 'no new suppressions': 'not violated' },
  ],
  [
    'a test reads the source by the module',
    {
      'pkg/__init__.py': '',
      'pkg/m.py': COMMENTED,
      'tests/test_style.py':
        'import pkg.m\n\n\ndef test_todo():\n    assert "TODO" not in open(pkg.m.__file__).read()\n',
    },
    { 'pkg/m.py': `# TODO\n${COMMENTED}` },
    { 'no behavior changes': 'not proved' },
  ],
  ...['run: pytest --xdoctest\n', 'doctest_plus = enabled\n'].map(
    (text): VerdictCase => [
      `examples that another tool runs: ${text.trim()}`,
      { 'd.py': EXAMPLE, 'tox.ini': text },
      { 'd.py': EXAMPLE.replace('    1\n', '    2\n') },
      { 'no behavior changes': 'not proved' },
    ],
  ),
  [
    'a logger that shows who calls it',
    {
      'pkg/__init__.py': '',
      'pkg/a.py': 'from loguru import logger\n\n\ndef f(x):\n    logger.info("x")\n    return x\n',
      'pkg/b.py': 'from loguru import logger\n',
    },
    {
      'pkg/a.py': 'from loguru import logger\nfrom pkg.b import f\n',
      'pkg/b.py': 'from loguru import logger\n\n\ndef f(x):\n    logger.info("x")\n    return x\n',
    },
    { 'no behavior changes': 'not proved' },
  ],
  ...(
    [
      ['a decorator without wraps', `${DECO}@deco\n${EXAMPLE}`],
      ['a deletion', `${EXAMPLE}del g\n`],
      ['a docstring that is taken away', `${EXAMPLE}g.__doc__ = None\n`],
    ] as const
  ).map(
    ([what, after]): VerdictCase => [
      `an example that ${what} hides`,
      { 'd.py': EXAMPLE, 'pytest.ini': '[pytest]\naddopts = --doctest-modules\n' },
      { 'd.py': after },
      { 'no weaker tests': 'not proved' },
    ],
  ),
  [
    'an example that stays as it is',
    { 'd.py': EXAMPLE, 'pytest.ini': '[pytest]\naddopts = --doctest-modules\n' },
    { 'd.py': `${EXAMPLE}\n\ndef h(): ...\n` },
    { 'no weaker tests': 'proved' },
  ],
  ...(
    [
      ['imports what changes others', { 'tests/test_b.py': 'import pkg.patches\n\n\ndef test_b(): ...\n' }],
      ['brings plugins', { 'tests/test_b.py': 'pytest_plugins = ["pkg.plug"]\n\n\ndef test_b(): ...\n' }],
      [
        'calls what sets a global name',
        { 'tests/test_b.py': 'from pkg import core\n\n\ndef test_b():\n    core.off()\n' },
      ],
      ['hides a module', { 'pkg/core/__init__.py': 'STRICT = False\n' }],
    ] as const
  ).map(
    ([what, after]): VerdictCase => [
      `a new file that ${what}`,
      {
        'pkg/__init__.py': '',
        'pkg/core.py': 'STRICT = True\n\n\ndef off():\n    global STRICT\n    STRICT = False\n',
        'pkg/patches.py': 'from pkg import core\ncore.STRICT = False\n',
        'pkg/plug.py': 'def pytest_collection_modifyitems(items): items.clear()\n',
        'tests/test_x.py':
          'from pkg import core\n\n\ndef test_x():\n    if core.STRICT:\n        assert core.STRICT == 1\n',
      },
      after,
      { 'no weaker tests': 'not proved' },
    ],
  ),
  ...(
    [
      [
        'in front of the whole file',
        '"""Doc."""\n# type: ignore\nimport x\n',
        '# type: ignore\nimport x\n',
        'not proved',
      ],
      [
        'of a block that takes in more',
        'if a:  # pragma: no cover\n    x()\ny()\n',
        'if a:  # pragma: no cover\n    x()\n    y()\n',
        'not proved',
      ],
      [
        'of a block of which a line is new',
        'if a:  # pragma: no cover\n    x()\ny()\n',
        'if a:  # pragma: no cover\n    z()\ny()\n',
        'proved',
      ],
    ] as const
  ).map(
    ([what, before, after, verdict]): VerdictCase => [
      `a suppression ${what}`,
      { 'm.py': before },
      { 'm.py': after },
      { 'no new suppressions': verdict },
    ],
  ),
  ...(
    [
      [
        'a record of a log shows',
        'import logging\nlogging.warning("x")\n',
        "import logging\nfrom pkg.a import f\nlogging.basicConfig(format='%(module)-10s')\n",
      ],
      [
        'a filter of a log asks for',
        'import logging\nlogging.warning("x")\n',
        'import logging\nfrom pkg.a import f\nlogging.getLogger().addFilter(lambda r: r.pathname)\n',
      ],
      [
        'a queue keeps',
        'pass\n',
        'from celery import Celery\nfrom pkg.a import f\napp = Celery()\nt = app.task(f)\n',
      ],
      [
        'a frozen time minds',
        'pass\n',
        "from freezegun import freeze_time\nfrom pkg.a import f\nfreeze_time('2020-01-01', ignore=['pkg.b'])\n",
      ],
    ] as const
  ).map(([what, body, other]): VerdictCase => {
    const [head, line = head] = body.split('\n');
    const imports = body.startsWith('import') ? `${head}\n` : '';
    const f = `def f(a):\n    ${imports === '' ? head : line}\n    return a\n`;
    return [
      `a module that ${what}`,
      {
        'pkg/__init__.py': '',
        'pkg/a.py': `${imports}${f}\n\ndef stay(): ...\n`,
        'pkg/b.py': `${imports}def other(): ...\n`,
        'app.py': other,
      },
      {
        'pkg/a.py': `${imports}from .b import f\n\n\ndef stay(): ...\n`,
        'pkg/b.py': `${imports}def other(): ...\n\n\n${f}`,
      },
      { 'no behavior changes': 'not proved' },
    ];
  }),
  [
    'a function that moves and is given to a thread',
    {
      'pkg/__init__.py': '',
      'pkg/a.py': 'def f(a):\n    return a\n\n\ndef stay(): ...\n',
      'pkg/b.py': 'def other(): ...\n',
      'app.py': 'import threading\nfrom pkg.a import f\nt = threading.Thread(target=f)\n',
    },
    {
      'pkg/a.py': 'from .b import f\n\n\ndef stay(): ...\n',
      'pkg/b.py': 'def other(): ...\n\n\ndef f(a):\n    return a\n',
    },
    { 'no behavior changes': 'proved' },
  ],
  [
    'comments that are shown as help',
    {
      'pkg/__init__.py': '',
      'pkg/a.py': 'class Args:\n    lr: float = 1.0  # rate\n',
      'app.py': 'import tyro\nfrom pkg.a import Args\ntyro.cli(Args)\n',
    },
    { 'pkg/a.py': 'class Args:\n    lr: float = 1.0  # step\n' },
    { 'no behavior changes': 'not proved' },
  ],
  [
    'a key with a question behind it',
    { 'm.py': 'def f(q):\n    return q.filter(user_id__in=[1])\n' },
    { 'm.py': 'def f(q):\n    return q.filter(account_id__in=[1])\n' },
    { 'no _id/_key renames': 'not proved' },
  ],
  ...(
    [
      ['a loop', '    def u(self, xs):\n        for self in xs:\n            print(self.total)\n'],
      ['a static method', '    @staticmethod\n    def u(self):\n        return self.total\n'],
      [
        'a function inside',
        '    def u(self):\n        def v(self):\n            return self.total\n        return v\n',
      ],
    ] as const
  ).map(
    ([what, method]): VerdictCase => [
      `a self of ${what} is another object`,
      { 'm.py': `class Cart:\n    def total(self):\n        return 1\n\n\nclass F(Cart):\n${method}` },
      {
        'm.py': `class Cart:\n    def amount(self):\n        return 1\n\n\nclass F(Cart):\n${method.replaceAll('total', 'amount')}`,
      },
      { 'only `total` is renamed to `amount`': 'not proved' },
    ],
  ),
  [
    'the self of a method is what it was called on',
    {
      'm.py':
        'class Cart:\n    def total(self):\n        return 1\n    def u(self):\n        return self.total()\n',
    },
    {
      'm.py':
        'class Cart:\n    def amount(self):\n        return 1\n    def u(self):\n        return self.amount()\n',
    },
    { 'only `total` is renamed to `amount`': 'proved' },
  ],
  ...(
    [
      [
        'a test that replaces it',
        {
          'tests/test_a.py':
            "from unittest import mock\nfrom pkg import m\n\n\ndef test():\n    with mock.patch.object(m, 'json'): ...\n",
        },
      ],
      [
        'a fixture that replaces it',
        {
          'conftest.py':
            "import pytest\nfrom pkg import m\n\n\n@pytest.fixture(autouse=True)\ndef no(monkeypatch):\n    monkeypatch.setattr(m, 'json', None)\n",
        },
      ],
      [
        'a text in parts',
        {
          'tests/test_a.py':
            "from unittest.mock import patch\nM = 'pkg.m'\n\n\ndef test():\n    with patch(f'{M}.json'): ...\n",
        },
      ],
      [
        'a module that is given',
        {
          'tests/test_a.py': 'import importlib\n\n\ndef test():\n    importlib.import_module("pkg.m").json\n',
        },
      ],
    ] as const
  ).map(
    ([what, other]): VerdictCase => [
      `an import that is gone, and ${what}`,
      { 'pkg/__init__.py': '', 'pkg/m.py': 'import json\n\n\ndef u():\n    return 1\n', ...other },
      { 'pkg/m.py': 'def u():\n    return 1\n' },
      { 'no broken callers': 'not proved', 'no behavior changes': 'not proved' },
    ],
  ),
  [
    'an import that is gone, and another module that has it',
    {
      'pkg/__init__.py': '',
      'pkg/m.py': 'import json\n\n\ndef u():\n    return 1\n',
      'pkg/n.py': 'import json\nfrom pkg import m\n\n\ndef v():\n    return json.dumps(m.u())\n',
    },
    { 'pkg/m.py': 'def u():\n    return 1\n' },
    { 'no broken callers': 'proved' },
  ],
  [
    'a test that puts another class in the place of one that is asked for more',
    {
      'pkg/__init__.py': '',
      'pkg/m.py':
        'class B:\n    def x(self): ...\n    def y(self): ...\n\n\ndef run():\n    b = B()\n    return b.x()\n',
      'tests/test_a.py':
        "import pkg.m\n\n\nclass Fake:\n    def x(self): ...\n\n\ndef test(monkeypatch):\n    monkeypatch.setattr(pkg.m, 'B', Fake)\n    pkg.m.run()\n",
    },
    {
      'pkg/m.py':
        'class B:\n    def x(self): ...\n    def y(self): ...\n\n\ndef run():\n    b = B()\n    return b.y()\n',
    },
    { 'no broken callers': 'not proved' },
  ],
];

describe('What is read, found or run in another way', () => testVerdicts(CASES));
