import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Expected = 'violated' | 'not violated';

const TEST = 'from pkg.m import f\n\n\ndef test_g():\n    f(1)\n';

/** A test uses `f` of `pkg/m.py`, which takes one more argument, or is gone. */
const below = (name: string, files: Files, expected: Expected = 'not violated'): readonly VerdictCase[] =>
  ['def f(x, y):\n    return x + y\n', 'X = 1\n'].map((after, i) => [
    `${i === 0 ? 'another call' : 'a name that is gone'}: ${name}`,
    {
      'pkg/__init__.py': '',
      'pkg/m.py': 'def f(x):\n    return x\n',
      'tests/unit/test_c.py': TEST,
      ...files,
    },
    { 'pkg/m.py': after },
    { [i === 0 ? 'no broken callers' : 'no broken imports']: expected },
  ]);

const HEAD = 'import sys\nfrom unittest import mock\nfrom unittest.mock import MagicMock, patch\n';

const GIVEN = [
  'sys.modules["pkg.m"] = MagicMock()',
  'sys.modules["pkg"] = sys.modules["pkg.m"] = MagicMock()',
  'sys.modules.setdefault("pkg.m", MagicMock())',
  'sys.modules.update({"pkg.m": MagicMock()})',
  'sys.modules |= {"pkg.m": MagicMock()}',
  'for n in ["pkg", "pkg.m"]:\n    sys.modules[n] = MagicMock()',
  'NAMES = """\npkg\npkg.m\n"""\nfor n in NAMES.split():\n    sys.modules[n] = MagicMock()',
  'mock.patch.dict("sys.modules", {"pkg.m": MagicMock()}).start()',
  'patch.dict(sys.modules, {"pkg.m": MagicMock()}).start()',
  'import pytest\n@pytest.fixture(autouse=True, scope="session")\ndef fake():\n    with pytest.MonkeyPatch.context() as m:\n        m.setitem(sys.modules, "pkg.m", MagicMock())\n        yield',
  'from sys import modules\nmodules["pkg.m"] = MagicMock()',
];

const FAKES: Files = {
  'tests/fakes/pkg/__init__.py': '',
  'tests/fakes/pkg/m.py': 'def f(x): return x\n',
};

const PATHS = [
  'sys.path.insert(0, "tests/fakes")',
  'sys.path[:0] = ["tests/fakes"]',
  'import site\nsite.addsitedir("tests/fakes")',
];

const CASES: readonly VerdictCase[] = [
  ...GIVEN.flatMap(line => below(line, { 'tests/conftest.py': `${HEAD}${line}\n` })),
  ...below('in the file itself', {
    'tests/unit/test_c.py': `${HEAD}sys.modules["pkg.m"] = MagicMock()\n${TEST}`,
  }),
  ...below('in the package of the tests', {
    'tests/unit/__init__.py': `${HEAD}sys.modules["pkg.m"] = MagicMock()\n`,
  }),
  ...below('at the root', { 'conftest.py': `${HEAD}sys.modules["pkg.m"] = MagicMock()\n` }),
  ...below('in what a conftest imports', {
    'tests/conftest.py': 'import tests.fakes\n',
    'tests/__init__.py': '',
    'tests/fakes.py': `${HEAD}sys.modules["pkg.m"] = MagicMock()\n`,
  }),
  ...PATHS.flatMap(line => below(line, { ...FAKES, 'tests/conftest.py': `import sys\n${line}\n` })),
  ...below('nothing', {}, 'violated'),
  ...below('a file of fakes alone', FAKES, 'violated'),
  ...below('a conftest of other tests', { 'tests/other/conftest.py': `${HEAD}${GIVEN[0]}\n` }, 'violated'),
  ...below(
    'another module',
    { 'tests/conftest.py': `${HEAD}for n in ["RPi", "RPi.GPIO"]:\n    sys.modules[n] = MagicMock()\n` },
    'violated',
  ),
  ...below(
    'a module that is only read',
    { 'tests/conftest.py': 'import sys\nprint(sys.modules["pkg.m"])\n' },
    'violated',
  ),
  ...below(
    'a path without fakes',
    { 'tests/conftest.py': 'import sys\nsys.path.insert(0, ".")\n' },
    'violated',
  ),
  ...below(
    'what is no test',
    {
      'tests/unit/test_c.py': '',
      'pkg/c.py': TEST,
      'conftest.py': `${HEAD}${GIVEN[0]}\n`,
    },
    'violated',
  ),
];

describe('Tests that are given another module', () => testVerdicts(CASES));
