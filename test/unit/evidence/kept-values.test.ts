import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no broken callers';
const HEAD =
  'import logging\nfrom pathlib import Path\n\nlogger = logging.getLogger(__name__)\nROOT = Path("x")\n\n\n';
const CLASS = `${HEAD}class Store:
    def __init__(self, path):
        self._cache = {}
        self._seen: list[str] = []
        self.path = Path(path)

    def load(self, name):
        return name
`;

/** A line that a method newly has. */
const line = (
  code: string,
  verdict: 'proved' | 'not_checkable',
  others: Record<string, string> = {},
  before = CLASS,
): VerdictCase => [
  `${code.split('\n')[0]}${Object.keys(others).length > 0 ? ' beside another file' : ''}`,
  { 'a.py': before, ...others },
  {
    'a.py': before.replace(
      '        return name\n',
      `        ${code.replaceAll('\n', '\n        ')}\n        return name\n`,
    ),
  },
  { [PHRASE]: verdict },
];

describe('a value that is of one type wherever it is given', () => {
  testVerdicts([
    ...[
      'logger.debug("loading %s", name)',
      'logger.warning("no %s", name, exc_info=True)',
      'self._cache.pop(name, None)',
      'self._cache.setdefault(name, 1)',
      'self._seen.append(name)',
      'ROOT.joinpath(name).mkdir(parents=True)',
      'self.path.exists()',
      'with open(name) as file:\n    file.read()',
      'with self.path.open() as file:\n    file.readlines()',
    ].map(code => line(code, 'proved')),
    ...[
      'logger.debgu("loading")',
      'logger.debug()',
      'self._cache.add(name)',
      'self._seen.pop(1, 2)',
      'self.path.read()',
      'with open(name) as file:\n    file.reads()',
      'with name.open() as file:\n    file.read()',
    ].map(code => line(code, 'not_checkable')),
  ]);

  describe('and is left open where something else may give it another one', () =>
    testVerdicts([
      line('self._cache.pop(name, None)', 'not_checkable', { 'b.py': 'def f(s):\n    s._cache = None\n' }),
      line('self._cache.pop(name, None)', 'not_checkable', {
        'b.py': 'def f(s):\n    setattr(s, "_cache", 1)\n',
      }),
      line('self._cache.pop(name, None)', 'proved', { 'b.py': 'def f(s):\n    return len(s._cache)\n' }),
      ...[
        'for s._cache in x:\n        pass',
        'with x as s._cache:\n        pass',
        'del s._cache',
        's._cache, y = x',
      ].map(each =>
        line('self._cache.pop(name, None)', 'not_checkable', { 'b.py': `def f(s, x):\n    ${each}\n` }),
      ),
      line('self._cache.pop(name, None)', 'proved', {
        'b.py': 'def f(s):\n    show(s._cache, end=1)\n    s._cache.x = 1\n',
      }),
      line('logger.debug("x")', 'not_checkable', { 'b.py': 'import a\na.logger = None\n' }),
      line(
        'logger.debug("x")',
        'not_checkable',
        {},
        `${CLASS}\n\ndef off():\n    global logger\n    logger = None\n`,
      ),
      line(
        'ROOT.exists()',
        'not_checkable',
        {},
        CLASS.replace('ROOT = Path("x")', 'ROOT = Path("x")\nROOT = ""'),
      ),
      line(
        'ROOT.exists()',
        'not_checkable',
        {},
        CLASS.replace('ROOT = Path("x")', 'ROOT = OTHER\nOTHER = ROOT'),
      ),
      line('self._cache.pop(name)', 'not_checkable', {}, CLASS.replace('class Store:', 'class Store(Base):')),
      ...['HttpStore("x")', 'make()'].map(made =>
        line(
          'self._cache.pop(name, None)',
          'not_checkable',
          {
            'b.py': `from a import ${made.replace(/\(.*/, '')}\n\n\ndef load(names):\n    ${made}.__dict__.update(names)\n`,
          },
          `${CLASS}\n\nclass HttpStore(Store):\n    pass\n\n\ndef make():\n    return Store("x")\n`,
        ),
      ),
    ]));
});
