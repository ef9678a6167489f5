import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Changed = Readonly<Record<string, string | null>>;

const of =
  (verdict: 'proved' | 'not_checkable') =>
  (name: string, before: Files, after: Changed): VerdictCase => [
    name,
    { 'pkg/__init__.py': '', ...before },
    after,
    { 'no weaker tests': verdict },
  ];
const [open, proved] = [of('not_checkable'), of('proved')];

const REGISTER = `REGISTRY = {}


def register(name):
    def deco(f):
        REGISTRY[name] = f
        return f
    return deco


def names():
    return sorted(REGISTRY)
`;
const A = '\n\n@register("a")\ndef a():\n    return 1\n';
const B = '\n\n@register("b")\ndef b():\n    return 1\n';
const FROM_REG = 'from pkg.reg import register\n';
const LOOP =
  'from pkg.m import REGISTRY\n\n\ndef test_e():\n    for f in REGISTRY.values():\n        assert f()\n';
const given = (values: string, imports: string) =>
  `import pytest\n${imports}\n\n\n@pytest.mark.parametrize("x", ${values})\ndef test_e(x):\n    assert x\n`;
const test = (text: string): Files => ({ 'tests/test_e.py': text });

const REGISTERED: readonly VerdictCase[] = [
  open(
    'a decorated function is gone, and a test loops over its registry',
    { 'pkg/m.py': REGISTER + A + B, ...test(LOOP) },
    { 'pkg/m.py': REGISTER + A },
  ),
  open(
    'a decorated function has another name in its registry',
    { 'pkg/m.py': REGISTER + A + B, ...test(LOOP) },
    { 'pkg/m.py': REGISTER + A + B.replace('"b"', '"a"') },
  ),
  open(
    'the test asks a function for the names',
    { 'pkg/m.py': REGISTER + A + B, ...test(given('names()', 'from pkg.m import names')) },
    { 'pkg/m.py': REGISTER + A },
  ),
  open(
    'the test keeps the names under a name of its own',
    {
      'pkg/m.py': REGISTER + A + B,
      ...test(
        'from pkg import m\n\n\ndef test_e():\n    all_of_it = list(m.names())\n    for x in all_of_it:\n        assert x\n',
      ),
    },
    { 'pkg/m.py': REGISTER + A },
  ),
  open(
    'another test file offers the names',
    {
      'pkg/m.py': REGISTER + A + B,
      'tests/__init__.py': '',
      'tests/cases.py': 'from pkg.m import REGISTRY\n\n\ndef cases():\n    return list(REGISTRY)\n',
      ...test(given('cases()', 'from .cases import cases')),
    },
    { 'pkg/m.py': REGISTER + A },
  ),
  open(
    'a fixture has one for each',
    {
      'pkg/m.py': REGISTER + A + B,
      'tests/conftest.py':
        'import pytest\nfrom pkg.m import REGISTRY\n\n\n@pytest.fixture(params=sorted(REGISTRY))\ndef x(request):\n    return request.param\n',
      ...test('def test_e(x):\n    assert x\n'),
    },
    { 'pkg/m.py': REGISTER + A },
  ),
  open(
    'a statement that registers is gone',
    {
      'pkg/m.py': 'ALL = []\n\n\ndef a():\n    return 1\n\n\nALL.append(a)\n',
      ...test(given('ALL', 'from pkg.m import ALL')),
    },
    { 'pkg/m.py': 'ALL = []\n\n\ndef a():\n    return 1\n' },
  ),
  open(
    'a new statement takes one away',
    { 'pkg/m.py': REGISTER + A + B, ...test(LOOP) },
    { 'pkg/m.py': `${REGISTER + A + B}\n\nREGISTRY.pop("b")\n` },
  ),
  open(
    'a module that registers is no longer imported',
    {
      'pkg/__init__.py': 'from . import a, b\nfrom .reg import REGISTRY\n',
      'pkg/reg.py': REGISTER,
      'pkg/a.py': FROM_REG + A,
      'pkg/b.py': FROM_REG + B,
      ...test('import pkg\n\n\ndef test_e():\n    assert all(f() == 1 for f in pkg.REGISTRY.values())\n'),
    },
    { 'pkg/__init__.py': 'from . import a\nfrom .reg import REGISTRY\n' },
  ),
  open(
    'a class below one that collects them is gone',
    {
      'pkg/m.py':
        'class Base:\n    all = []\n\n    def __init_subclass__(cls):\n        Base.all.append(cls)\n\n\nclass A(Base):\n    pass\n\n\nclass B(A):\n    pass\n',
      ...test(given('Base.all', 'from pkg.m import Base')),
    },
    {
      'pkg/m.py':
        'class Base:\n    all = []\n\n    def __init_subclass__(cls):\n        Base.all.append(cls)\n\n\nclass A(Base):\n    pass\n',
    },
  ),
  open(
    'a class has another base, and the test asks for the classes below the old one',
    {
      'pkg/m.py': 'class Base:\n    pass\n\n\nclass A(Base):\n    pass\n',
      ...test(
        'from pkg.m import Base\n\n\ndef test_e():\n    for each in Base.__subclasses__():\n        assert each()\n',
      ),
    },
    { 'pkg/m.py': 'class Base:\n    pass\n\n\nclass A:\n    pass\n' },
  ),
  proved(
    'what registers does something else',
    { 'pkg/m.py': REGISTER + A + B, ...test(LOOP) },
    { 'pkg/m.py': REGISTER + A + B.replace('return 1', 'return 2 - 1') },
  ),
  proved(
    'a function that registers nothing is gone',
    { 'pkg/m.py': `${REGISTER + A}\n\ndef old():\n    return 1\n`, ...test(LOOP) },
    { 'pkg/m.py': REGISTER + A },
  ),
  proved('one more registers', { 'pkg/m.py': REGISTER + A, ...test(LOOP) }, { 'pkg/m.py': REGISTER + A + B }),
  proved(
    'the test loops over something else',
    {
      'pkg/m.py': `${REGISTER + A + B}\n\nCASES = [1, 2]\n`,
      ...test(given('CASES', 'from pkg.m import CASES')),
    },
    { 'pkg/m.py': `${REGISTER + A}\n\nCASES = [1, 2]\n` },
  ),
  proved(
    'a method of a class that is collected does something else',
    {
      'pkg/m.py': 'class Base:\n    pass\n\n\nclass A(Base):\n    def f(self):\n        return 1\n',
      ...test(
        'from pkg.m import Base\n\n\ndef test_e():\n    for each in Base.__subclasses__():\n        assert each()\n',
      ),
    },
    { 'pkg/m.py': 'class Base:\n    pass\n\n\nclass A(Base):\n    def f(self):\n        return 2\n' },
  ),
  proved(
    'an import that nothing uses is gone',
    { 'pkg/m.py': `import os\n${REGISTER + A}`, ...test(LOOP) },
    { 'pkg/m.py': REGISTER + A },
  ),
];

const ROOT = 'from pathlib import Path\nROOT = Path(__file__).parent.parent\n\n\n';
const EXAMPLES: Files = { 'examples/a.py': 'print(1)\n', 'examples/b.py': 'print(2)\n' };

const LISTED: readonly VerdictCase[] = [
  open(
    'a file of a folder that a test goes through is gone',
    {
      ...EXAMPLES,
      ...test(
        `${ROOT}def test_e():\n    for p in (ROOT / "examples").rglob("*.py"):\n        exec(p.read_text())\n`,
      ),
    },
    { 'examples/b.py': null },
  ),
  open(
    'a helper lists the files',
    {
      ...EXAMPLES,
      ...test(
        `import os\nimport pytest\n\n\ndef examples():\n    return [x for x in os.listdir("examples")]\n\n\n@pytest.mark.parametrize("x", examples())\ndef test_e(x):\n    exec(open(x).read())\n`,
      ),
    },
    { 'examples/b.py': null },
  ),
  open(
    'a page of prose is gone, and tests go through all pages',
    {
      'docs/a.md': 'a\n',
      'docs/b.md': 'b\n',
      ...test(`${ROOT}def test_e():\n    for p in ROOT.glob("docs/*.md"):\n        assert p.read_text()\n`),
    },
    { 'docs/b.md': null },
  ),
  open(
    'a module of a package whose modules are listed is gone',
    {
      'pkg/plugins/__init__.py': '',
      'pkg/plugins/a.py': 'X = 1\n',
      'pkg/plugins/b.py': 'X = 1\n',
      ...test(
        'import pkgutil\nimport pkg.plugins\n\n\ndef test_e():\n    names = [each.name for each in pkgutil.walk_packages(pkg.plugins.__path__)]\n    for name in names:\n        assert name\n',
      ),
    },
    { 'pkg/plugins/b.py': null },
  ),
  open(
    'a name of a module whose names are listed is gone',
    {
      'pkg/m.py': 'def a():\n    return 1\n\n\ndef b():\n    return 1\n',
      ...test(
        'import inspect\nfrom pkg import m\n\n\ndef test_e():\n    for name, f in inspect.getmembers(m, inspect.isfunction):\n        assert f()\n',
      ),
    },
    { 'pkg/m.py': 'def a():\n    return 1\n' },
  ),
  open(
    'a method of a class whose members are listed is gone',
    {
      'pkg/m.py': 'class A:\n    def a(self):\n        return 1\n\n    def b(self):\n        return 1\n',
      ...test(given('[n for n in vars(A) if n[0] != "_"]', 'from pkg.m import A')),
    },
    { 'pkg/m.py': 'class A:\n    def a(self):\n        return 1\n' },
  ),
  proved(
    'a file is gone, and the test lists a folder of its own',
    { ...EXAMPLES, ...test('def test_e(tmp_path):\n    for p in tmp_path.iterdir():\n        assert p\n') },
    { 'examples/b.py': null },
  ),
  proved(
    'a name is gone, and no test lists names',
    {
      'pkg/m.py': 'def a():\n    return 1\n\n\ndef b():\n    return 1\n',
      ...test('from pkg import m\n\n\ndef test_e():\n    for i in range(3):\n        assert m.a()\n'),
    },
    { 'pkg/m.py': 'def a():\n    return 1\n' },
  ),
  proved(
    'a name comes where names are listed',
    {
      'pkg/m.py': 'def a():\n    return 1\n',
      ...test('from pkg import m\n\n\ndef test_e():\n    for name in dir(m):\n        assert name\n'),
    },
    { 'pkg/m.py': 'def a():\n    return 1\n\n\ndef b():\n    return 1\n' },
  ),
];

const SKIPPING = test(
  'import os\nimport pytest\nfrom pkg.m import setup\nsetup()\n\n\n@pytest.mark.skipif("NO_NET" in os.environ, reason="net")\ndef test_e():\n    assert 1\n',
);
const setup = (line: string) => `import os\n\n\ndef setup():\n    ${line}\n    return 1\n`;

const ENVIRONMENT: readonly VerdictCase[] = [
  ...[
    'os.environ["NO_NET"] = "1"',
    'os.environ.setdefault("NO_NET", "1")',
    'os.environ |= {"NO_NET": "1"}',
    'os.putenv("NO_NET", "1")',
  ].map(line =>
    open(
      `a function newly says ${line}, and a test decides by the environment`,
      { 'pkg/m.py': setup('x = 1'), ...SKIPPING },
      { 'pkg/m.py': setup(line) },
    ),
  ),
  open(
    'a test asks for a variable that is no longer set',
    {
      'pkg/m.py': setup('os.environ["NET"] = "1"'),
      ...test(
        'import os\nfrom pkg import m\nm.setup()\n\n\ndef test_e():\n    if os.getenv("NET"):\n        assert m.setup()\n',
      ),
    },
    { 'pkg/m.py': setup('x = 1') },
  ),
  proved(
    'a function only reads the environment',
    { 'pkg/m.py': setup('x = 1'), ...SKIPPING },
    { 'pkg/m.py': setup('x = os.environ.get("HOME") or os.environ["USER"]') },
  ),
  proved(
    'no test decides by the environment',
    {
      'pkg/m.py': setup('x = 1'),
      ...test('from pkg.m import setup\n\n\ndef test_e():\n    assert setup()\n'),
    },
    { 'pkg/m.py': setup('os.environ["A"] = "1"') },
  ),
];

describe('tests that go through what registers itself', () => testVerdicts(REGISTERED));
describe('tests that go through files and names', () => testVerdicts(LISTED));
describe('tests that decide by the environment', () => testVerdicts(ENVIRONMENT));
