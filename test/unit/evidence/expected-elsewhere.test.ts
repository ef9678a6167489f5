import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Expected = 'violated' | 'not violated';

const HEAD = 'import asyncio, unittest\nimport pytest\nfrom pkg.m import f\n\n\n';

/** `f` takes one more argument, and a file calls it as before. */
const calling = (
  code: string,
  expected: Expected,
  others: Files = {},
  path = 'tests/test_c.py',
): VerdictCase => [
  `${expected === 'violated' ? 'fails' : 'may not fail'}: ${code}${Object.keys(others).join()}`,
  {
    'pkg/__init__.py': '',
    'pkg/m.py': 'def f(x):\n    return x\n',
    'tests/__init__.py': '',
    [path]: `${HEAD}${code}`,
    ...others,
  },
  { 'pkg/m.py': 'def f(x, y):\n    return x + y\n' },
  { 'no broken callers': expected },
];

const RAISES = 'with pytest.raises(TypeError):\n        ';
const HELPER = 'def call():\n    return f(1)\n\n\n';
const METHOD = 'class TestX:\n    def call(self):\n        return f(1)\n\n';
const CASE = 'class T(unittest.TestCase):\n    def call(self):\n        return f(1)\n\n';
const GIVING = '@pytest.fixture\ndef call():\n    def c():\n        return f(1)\n    return c\n\n\n';

const EXPECTED = [
  `def test_g():\n    def h():\n        return f(1)\n    ${RAISES}h()\n`,
  `def test_g():\n    def h(): return f(1)\n    ${RAISES}h()\n`,
  `def test_g():\n    h = lambda: f(1)\n    ${RAISES}h()\n`,
  `def test_g():\n    g = (f(i) for i in [1])\n    ${RAISES}next(g)\n`,
  `def test_g():\n    def g():\n        yield f(1)\n    ${RAISES}list(g())\n`,
  'def test_g():\n    def h():\n        return f(1)\n    try:\n        h()\n    except TypeError:\n        pass\n',
  'def test_g():\n    h = lambda: f(1)\n    try:\n        h()\n    except TypeError:\n        pass\n',
  'def test_g(request):\n    request.node.add_marker(pytest.mark.xfail(raises=TypeError))\n    f(1)\n',
  'def test_g(request):\n    request.applymarker(pytest.mark.xfail)\n    f(1)\n',
  `${HELPER}def test_g():\n    ${RAISES}call()\n`,
  `${HELPER}def test_g():\n    pytest.raises(TypeError, call)\n`,
  `${HELPER}def outer():\n    call()\n\n\ndef test_g():\n    ${RAISES}outer()\n`,
  `${HELPER}@pytest.mark.xfail\ndef test_g():\n    call()\n`,
  `${HELPER}@pytest.mark.parametrize("c", [call])\ndef test_g(c):\n    ${RAISES}c()\n`,
  `@pytest.mark.parametrize("c", [lambda: f(1)])\ndef test_g(c):\n    ${RAISES}c()\n`,
  `CASES = [\n    lambda: f(1),\n]\n\n\ndef test_g():\n    for c in CASES:\n        with pytest.raises(TypeError):\n            c()\n`,
  `async ${HELPER}def test_g():\n    ${RAISES}asyncio.run(call())\n`,
  `${METHOD}    def test_g(self):\n        with pytest.raises(TypeError):\n            self.call()\n`,
  `${CASE}    def test_g(self):\n        self.assertRaises(TypeError, self.call)\n`,
  `${CASE}    @unittest.expectedFailure\n    def test_g(self):\n        self.call()\n`,
  `${GIVING}def test_g(call):\n    ${RAISES}call()\n`,
  '@pytest.fixture\ndef call():\n    return lambda: f(1)\n\n\ndef test_g(call):\n    with pytest.raises(TypeError):\n        call()\n',
];

const PLAIN = [
  'def test_g():\n    f(1)\n',
  'def test_g():\n    def h():\n        return f(1)\n    h()\n',
  'def test_g():\n    h = lambda: f(1)\n    h()\n',
  'def test_g():\n    list(f(i) for i in [1])\n',
  'def test_g():\n    g = (f(i) for i in [1])\n    list(g)\n',
  `${HELPER}def test_g():\n    call()\n`,
  `${HELPER}def test_g():\n    call()\n\n\ndef test_h():\n    ${RAISES}int("x")\n`,
  `${HELPER}def test_g():\n    call()\n\n\ndef test_h():\n    ${RAISES}call()\n`,
  `${HELPER}def outer():\n    call()\n\n\ndef test_g():\n    outer()\n`,
  `def test_g():\n    ${RAISES}int("x")\n    f(1)\n`,
  `${METHOD}    def test_g(self):\n        self.call()\n`,
  `${GIVING}def test_g(call):\n    call()\n`,
  'def test_g(request):\n    request.getfixturevalue("x")\n    f(1)\n',
];

const SKIPPING = '@pytest.fixture\ndef server():\n    pytest.skip("x")\n\n\n';
const IN_CLASS = (body: string) => `class TestX:\n${body}\n    def test_g(self):\n        f(1)\n`;

const UNRUN = [
  ...['setup_method', 'setup_class', 'setup', 'setUp'].map(name =>
    IN_CLASS(`    def ${name}(self):\n        pytest.skip("x")\n`),
  ),
  ...['setup_module', 'setup_function', 'setUpModule'].map(
    name => `def ${name}():\n    pytest.skip("x")\n\n\ndef test_g():\n    f(1)\n`,
  ),
  IN_CLASS('    @pytest.fixture(autouse=True)\n    def _s(self):\n        pytest.importorskip("x")\n'),
  `${SKIPPING}def test_g(server):\n    f(1)\n`,
  `${SKIPPING}@pytest.fixture\ndef client(server):\n    return 1\n\n\ndef test_g(client):\n    f(1)\n`,
  `${SKIPPING}@pytest.mark.usefixtures("server")\ndef test_g():\n    f(1)\n`,
  `${SKIPPING}@pytest.mark.usefixtures("server")\n${IN_CLASS('')}`,
  `${SKIPPING}pytestmark = pytest.mark.usefixtures("server")\n\n\ndef test_g():\n    f(1)\n`,
  '@pytest.fixture(name="server")\ndef _s():\n    pytest.skip("x")\n\n\ndef test_g(server):\n    f(1)\n',
  '@pytest.fixture(autouse=True)\ndef _s():\n    pytest.skip("x")\n\n\ndef test_g():\n    f(1)\n',
  '@pytest.mark.parametrize("x", [])\ndef test_g(x):\n    f(1)\n',
  '@pytest.mark.parametrize("x", ())\ndef test_g(x):\n    f(1)\n',
  'CASES = []\n\n\n@pytest.mark.parametrize("x", CASES)\ndef test_g(x):\n    f(1)\n',
  '@pytest.fixture(params=[])\ndef x(request):\n    return f(1)\n\n\ndef test_g(x):\n    print(x)\n',
  '@pytest.fixture(params=[])\ndef x(request):\n    return 1\n\n\ndef test_g(x):\n    f(1)\n',
  IN_CLASS('    def __init__(self):\n        pass\n'),
  IN_CLASS('    def __new__(cls):\n        return 1\n'),
  'def test_g():\n    f(1)\n\n\ndel test_g\n',
  'def test_g():\n    f(1)\n\n\ntest_g = None\n',
  `${IN_CLASS('')}\n\ndel TestX.test_g\n`,
  `${IN_CLASS('')}\n\nTestX.test_g = None\n`,
];

const RUN = [
  IN_CLASS('    def setup_method(self):\n        self.x = 1\n'),
  'def setup_module():\n    print(1)\n\n\ndef test_g():\n    f(1)\n',
  `${SKIPPING}def test_g():\n    f(1)\n\n\ndef test_h(server):\n    pass\n`,
  '@pytest.fixture\ndef server():\n    return 1\n\n\ndef test_g(server):\n    f(1)\n',
  '@pytest.fixture(autouse=True)\ndef _s():\n    print(1)\n\n\ndef test_g():\n    f(1)\n',
  '@pytest.mark.parametrize("x", [1])\ndef test_g(x):\n    f(1)\n',
  '@pytest.mark.parametrize("x", [[]])\ndef test_g(x):\n    f(1)\n',
  '@pytest.mark.parametrize("x, y", [((), 1)])\ndef test_g(x, y):\n    f(1)\n',
  'CASES = [1]\n\n\n@pytest.mark.parametrize("x", CASES)\ndef test_g(x):\n    f(1)\n',
  'def test_g():\n    f(1)\n\n\ndef test_h():\n    x = [1]\n    del x[0]\n',
];

const BESIDE: readonly VerdictCase[] = [
  calling('def test_g(server):\n    f(1)\n', 'not violated', {
    'tests/conftest.py': `import pytest\n${SKIPPING}`,
  }),
  calling('def test_g():\n    f(1)\n', 'not violated', {
    'conftest.py': 'import pytest\n@pytest.fixture(autouse=True)\ndef _s():\n    pytest.skip("x")\n',
  }),
  calling('def test_g():\n    f(1)\n', 'violated', { 'tests/conftest.py': `import pytest\n${SKIPPING}` }),
  calling(
    HELPER,
    'not violated',
    {
      'tests/test_c.py': `import pytest\nfrom tests.helpers import call\n\n\ndef test_g():\n    ${RAISES}call()\n`,
    },
    'tests/helpers.py',
  ),
  calling(
    GIVING,
    'not violated',
    { 'tests/test_c.py': `import pytest\n\n\ndef test_g(call):\n    ${RAISES}call()\n` },
    'tests/conftest.py',
  ),
  calling(
    HELPER,
    'violated',
    { 'tests/test_c.py': 'from tests.helpers import call\n\n\ndef test_g():\n    call()\n' },
    'tests/helpers.py',
  ),
  calling(
    'def g():\n    def h():\n        return f(1)\n    try:\n        h()\n    except TypeError:\n        pass\n',
    'not violated',
    {},
    'pkg/c.py',
  ),
  calling('def g():\n    def h():\n        return f(1)\n    return h()\n', 'violated', {}, 'pkg/c.py'),
  calling(
    HELPER,
    'violated',
    {
      'tests/test_c.py': `import pytest\nfrom pkg.c import call\n\n\ndef test_g():\n    ${RAISES}int("x")\n`,
    },
    'pkg/c.py',
  ),
];

describe('What is expected to fail further out, and tests that never run', () =>
  testVerdicts([
    ...[...EXPECTED, ...UNRUN].map(each => calling(each, 'not violated')),
    ...[...PLAIN, ...RUN].map(each => calling(each, 'violated')),
    ...BESIDE,
  ]));
