import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASES = ['no broken callers', 'no broken imports', 'no public names removed'] as const;
const MODULE = 'LIMIT = 1\n\n\ndef f():\n    return LIMIT\n\n\ndef main():\n    print(f())\n';
const GUARD = '\n\nif __name__ == "__main__":\n    main()\n';

const change = (
  name: string,
  before: string,
  after: string,
  verdict: 'proved' | 'not_checkable',
  others: Record<string, string> = {},
  phrases: readonly string[] = PHRASES,
): VerdictCase => [
  name,
  { 'app/__init__.py': '', 'app/m.py': before, 'app/use.py': 'from app.m import f\n\nX = 1\n', ...others },
  { 'app/m.py': after },
  Object.fromEntries(phrases.map(phrase => [phrase, verdict])),
];

describe('what runs where a module is the program', () =>
  testVerdicts([
    change('comes', MODULE, MODULE + GUARD, 'proved'),
    change('goes, and may have been started by another program', MODULE + GUARD, MODULE, 'not_checkable'),
    change(
      'does something else',
      MODULE + GUARD,
      MODULE + GUARD.replace('main()', 'print(f())'),
      'not_checkable',
    ),
    change(
      'calls what is not there',
      MODULE,
      MODULE + GUARD.replace('main()', 'missing()'),
      'not_checkable',
      {},
      ['no broken callers'],
    ),
    change('runs for others too', MODULE, MODULE + GUARD.replace('==', '!='), 'not_checkable'),
    change('has another branch', MODULE, `${MODULE}${GUARD}else:\n    f()\n`, 'not_checkable'),
    change('binds a name', MODULE, MODULE + GUARD.replace('main()', 'LIMIT = 2'), 'not_checkable', {}, [
      'no broken callers',
    ]),
  ]));

describe('an __all__', () => {
  const ALL = '__all__ = ["LIMIT", "f", "main"]\n\n';
  testVerdicts([
    change('that comes and has all public names', MODULE, ALL + MODULE, 'proved'),
    change(
      'that has another order',
      ALL + MODULE,
      ALL.replace('"LIMIT", "f"', '"f", "LIMIT"') + MODULE,
      'proved',
    ),
    change(
      'that lacks a name which was public',
      MODULE,
      ALL.replace('"f", ', '') + MODULE,
      'not_checkable',
      {},
      ['no public names removed'],
    ),
    change(
      'of a module with a class and a logger',
      `import logging\n\nlogger = logging.getLogger(__name__)\n\n\nclass K:\n    def run(self):\n        return 1\n\n\n${MODULE}`,
      `import logging\n\n__all__ = ["K", "LIMIT", "f", "main"]\n\nlogger = logging.getLogger(__name__)\n\n\nclass K:\n    def run(self):\n        return 1\n\n\n${MODULE}`,
      'proved',
    ),
    change('that names what is not there', MODULE, ALL.replace('"f"', '"g"') + MODULE, 'not_checkable'),
    change('that is put together', MODULE, ALL.replace(']', '] + MORE') + MODULE, 'not_checkable'),
    change('of which another module brings all', MODULE, ALL + MODULE, 'not_checkable', {
      'app/all.py': 'from app.m import *\n',
    }),
    change(
      'that grows from a tuple',
      `__all__ = ("f", "main", "LIMIT")\n\n${MODULE}`,
      `__all__ = ("f", "main", "LIMIT")\n__all__ += ["f"]\n\n${MODULE}`,
      'not_checkable',
    ),
    change('that an example brings', MODULE, ALL + MODULE, 'not_checkable', {
      'docs/use.md': '```\n>>> from app.m import *\n```\n',
    }),
    change('for which a module asks by name', MODULE, ALL + MODULE, 'not_checkable', {
      'tests/test_m.py': 'from app.m import __all__\n\n\ndef test_all():\n    assert __all__\n',
    }),
    change('for which a module asks', MODULE, ALL + MODULE, 'not_checkable', {
      'app/all.py': 'from app import m\n\nNAMES = m.__all__\n',
    }),
    [
      'of a package that brings names of its modules',
      { 'app/__init__.py': '', 'app/m.py': MODULE },
      { 'app/__init__.py': 'from app.m import f\n\n__all__ = ["f"]\n' },
      Object.fromEntries(PHRASES.map(phrase => [phrase, 'proved'])),
    ],
  ]);
});
