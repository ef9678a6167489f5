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
];

describe('What is read, found or run in another way', () => testVerdicts(CASES));
