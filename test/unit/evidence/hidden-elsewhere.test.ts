import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string | null>>;
/** What it is about, the files before, those that differ after it, what must not be proved and what not be violated. */
type Case = readonly [string, Readonly<Record<string, string>>, Files, readonly string[], readonly string[]];

const CASES: readonly Case[] = [
  [
    'wt: assertion helper emptied, source file',
    {
      'a.py': 'def f(x): return x\n',
      'checks.py': 'def check(x):\n    assert x == 1\n',
      'tests/test_a.py': 'from checks import check\nfrom a import f\ndef test_x():\n    check(f(1))\n',
    },
    { 'checks.py': 'def check(x):\n    pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: skipif flag in source',
    {
      'compat.py': 'HAS_SSL = True\n',
      'tests/test_a.py':
        'import pytest\nfrom compat import HAS_SSL\n@pytest.mark.skipif(not HAS_SSL, reason="x")\ndef test_x():\n    assert g()\n',
    },
    { 'compat.py': 'HAS_SSL = False\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: parametrize list in source',
    {
      'codecs_.py': 'ALL = ["a", "b"]\n',
      'tests/test_a.py':
        'import pytest\nfrom codecs_ import ALL\n@pytest.mark.parametrize("c", ALL)\ndef test_x(c):\n    assert c\n',
    },
    { 'codecs_.py': 'ALL = ["a"]\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: parametrize function in source',
    {
      'codecs_.py': 'def all_():\n    return ["a", "b"]\n',
      'tests/test_a.py':
        'import pytest\nimport codecs_\n@pytest.mark.parametrize("c", codecs_.all_())\ndef test_x(c):\n    assert c\n',
    },
    { 'codecs_.py': 'def all_():\n    return []\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: doctest removed',
    { 'a.py': 'def f(x):\n    """F.\n\n    >>> f(1)\n    1\n    """\n    return x\n' },
    { 'a.py': 'def f(x):\n    """F."""\n    return x\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: doctest skip',
    { 'a.py': 'def f(x):\n    """F.\n\n    >>> f(1)\n    1\n    """\n    return x\n' },
    { 'a.py': 'def f(x):\n    """F.\n\n    >>> f(1)  # doctest: +SKIP\n    1\n    """\n    return x\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: doctest in test docstring',
    { 'tests/test_a.py': 'def test_x():\n    """\n    >>> f(1)\n    1\n    """\n' },
    { 'tests/test_a.py': 'def test_x():\n    """X."""\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: rst doctest removed',
    { 'docs/usage.rst': '>>> f(1)\n1\n', 'a.py': 'def f(x): return x\n' },
    { 'docs/usage.rst': 'Use f.\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: README doctest',
    { 'README.md': '>>> f(1)\n1\n', 'a.py': 'def f(x): return x\n' },
    { 'README.md': 'Use f.\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new test hides imported test',
    {
      'a.py': 'def f(x): return x\n',
      'common.py': 'def test_x():\n    assert 1 == 2\n',
      'tests/test_a.py': 'from common import test_x\n',
    },
    { 'tests/test_a.py': 'from common import test_x\ndef test_x():\n    pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new class hides imported class',
    {
      'a.py': 'def f(x): return x\n',
      'common.py': 'class TestX:\n    def test_a(self): assert g()\n',
      'tests/test_a.py': 'from common import TestX\n',
    },
    { 'tests/test_a.py': 'from common import TestX\nclass TestX:\n    def test_a(self): pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new test hides assigned',
    { 'a.py': 'def f(x): return x\n', 'tests/test_a.py': 'from a import f\ntest_x = lambda: f(1)\n' },
    { 'tests/test_a.py': 'from a import f\ntest_x = lambda: f(1)\ndef test_x():\n    pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: class body runs',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import a\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\nclass TestNew:\n    a.f = lambda x: 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: default arg runs',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\ndef test_new(x=CASES.clear()):\n    pass\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: parametrize arg runs',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n@pytest.mark.parametrize("x", CASES.pop())\ndef test_new(x):\n    pass\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new test patches module',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import a\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\ndef test_aa():\n    a.f = lambda x: 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new test setattr',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import a\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\ndef test_aa():\n    setattr(a, "f", lambda x: 1)\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new test os._exit',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import os\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import os\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\ndef test_aa():\n    os._exit(0)\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new test pytest.exit',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\ndef test_aa():\n    pytest.exit("x", 0)\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: import patches module',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/patches.py': 'import a\na.f = lambda x: 1\n',
      'tests/test_a.py':
        'import tests.patches\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: import existing patches',
    {
      'a.py': 'def f(x): return x\n',
      'patches.py': 'import a\na.f = lambda x: 1\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    {
      'tests/test_a.py':
        'import patches\nimport pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: tests/a.py shadows',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n#\n',
    },
    {
      'tests/a.py': 'def f(x): return 1\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: pytest.py shadows',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    { 'pytest.py': 'x=1\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: new tests/patches only',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    { 'tests/helper_new.py': 'x=1\n' },
    [],
    ['no weaker tests'],
  ],
  [
    'wt: root conftest new',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
    },
    { 'conftest.py': 'collect_ignore = ["tests/test_a.py"]\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: collect_ignore in plugin',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      'plug.py': 'X=1\n',
      'conftest.py': 'from plug import *\n',
    },
    { 'plug.py': 'X=1\ncollect_ignore_glob = ["*"]\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: conftest imports hook from source',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      'plug.py': 'def pytest_collection_modifyitems(items):\n    pass\n',
      'conftest.py': 'from plug import pytest_collection_modifyitems\n',
    },
    { 'plug.py': 'def pytest_collection_modifyitems(items):\n    items.clear()\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: runner script',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      'run.sh': 'pytest\n',
    },
    { 'run.sh': 'true\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: Jenkinsfile',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      Jenkinsfile: 'pytest\n',
    },
    { Jenkinsfile: 'true\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: justfile',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      justfile: 'test:\n pytest\n',
    },
    { justfile: 'test:\n true\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: package.json',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      'package.json': '{}',
    },
    { 'package.json': '{"a":1}' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: Dockerfile',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py': 'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\n',
      Dockerfile: 'RUN pytest',
    },
    { Dockerfile: 'RUN true' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: data read by tests',
    {
      'a.py': 'def f(x): return x\n',
      'tests/test_a.py':
        'import pytest\nfrom a import f\ndef test_x():\n    assert f(1) == 1\nimport json\nD = json.load(open("data/cases.json"))\n',
      'data/cases.json': '[1,2]',
    },
    { 'data/cases.json': '[]' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: mixin base in source',
    {
      'mix.py': 'class Mix:\n    def test_a(self):\n        assert f()\n',
      'tests/test_a.py': 'from mix import Mix\nclass TestA(Mix): pass\n',
    },
    { 'mix.py': 'class Mix:\n    pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: base helper in lib',
    {
      'lib/base.py': 'class Base:\n    def check(self, x):\n        self.assertEqual(x, 1)\n',
      'tests/test_a.py':
        'from lib.base import Base\nclass TestA(Base):\n    def test_a(self): self.check(f())\n',
    },
    { 'lib/base.py': 'class Base:\n    def check(self, x):\n        pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: decorator in source',
    {
      'lib/deco.py': 'def run(f):\n    return f\n',
      'tests/test_a.py': 'from lib.deco import run\n@run\ndef test_a():\n    assert f()\n',
    },
    { 'lib/deco.py': 'def run(f):\n    return lambda: None\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: __all__ star helpers',
    {
      'helpers.py': 'def check(x):\n    assert x\n',
      'tests/test_a.py': 'from helpers import *\ndef test_a(): check(f())\n',
    },
    { 'helpers.py': 'def check(x):\n    return x\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'wt: raises helper',
    {
      'util.py': 'def same(a, b):\n    if a != b:\n        raise AssertionError()\n',
      'tests/test_a.py': 'from util import same\ndef test_a(): same(f(), 1)\n',
    },
    { 'util.py': 'def same(a, b):\n    pass\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'cython directive',
    { 'a.py': '# cython: boundscheck=True\nx = 1\n' },
    { 'a.py': '# cython: boundscheck=False\nx = 1\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'distutils comment',
    { 'a.py': '# distutils: language = c\nx = 1\n' },
    { 'a.py': '# distutils: language = c++\nx = 1\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'f-string tuple',
    { 'a.py': 'x = 1\ny = f"{x}"\n' },
    { 'a.py': 'x = 1\ny = f"{x,}"\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'index tuple',
    { 'a.py': 'y = x[1]\n' },
    { 'a.py': 'y = x[1,]\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'case tuple',
    { 'a.py': 'match x:\n    case (a): pass\n' },
    { 'a.py': 'match x:\n    case (a,): pass\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'except tuple',
    { 'a.py': 'try: pass\nexcept (A): pass\n' },
    { 'a.py': 'try: pass\nexcept (A,): pass\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'paren tuple',
    { 'a.py': 'x = (1)\n' },
    { 'a.py': 'x = (1,)\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'subject tuple',
    { 'a.py': 'match x:\n    case [_]: y = 1\n' },
    { 'a.py': 'match x,:\n    case [_]: y = 1\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  ['del tuple', { 'a.py': 'del (a)\n' }, { 'a.py': 'del (a,)\n' }, [], ['no behavior changes']],
  [
    'for iter',
    { 'a.py': 'for x in y: pass\n' },
    { 'a.py': 'for x in y,: pass\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'return tuple',
    { 'a.py': 'def f(): return 1\n' },
    { 'a.py': 'def f(): return 1,\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'yield tuple',
    { 'a.py': 'def f(): yield 1\n' },
    { 'a.py': 'def f(): yield 1,\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'type generic',
    { 'a.py': 'x: A[int]\n' },
    { 'a.py': 'x: A[int,]\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'lambda comma',
    { 'a.py': 'f = lambda x: 1\n' },
    { 'a.py': 'f = lambda x,: 1\n' },
    [],
    ['no behavior changes'],
  ],
  [
    'f-string debug space',
    { 'a.py': 'y = f"{x=}"\n' },
    { 'a.py': 'y = f"{x = }"\n' },
    ['no behavior changes', 'only comments and layout change'],
    [],
  ],
  [
    'f-string debug nested comment',
    { 'a.py': 'y = f"{x}"\n' },
    { 'a.py': 'y = f"{ x}"\n' },
    [],
    ['no behavior changes'],
  ],
  [
    'doc fire',
    {
      'a.py':
        'import fire\ndef f():\n    """A."""\n    return 1\nif __name__ == "__main__":\n    fire.Fire(f)\n',
    },
    {
      'a.py':
        'import fire\ndef f():\n    """B."""\n    return 1\nif __name__ == "__main__":\n    fire.Fire(f)\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'doc argh',
    { 'a.py': 'import argh\ndef f():\n    """A."""\n    return 1\nargh.dispatch_command(f)\n' },
    { 'a.py': 'import argh\ndef f():\n    """B."""\n    return 1\nargh.dispatch_command(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc xmlrpc',
    {
      'a.py':
        'from xmlrpc.server import SimpleXMLRPCServer\ns = SimpleXMLRPCServer(("", 0))\ndef f():\n    """A."""\n    return 1\ns.register_function(f)\n',
    },
    {
      'a.py':
        'from xmlrpc.server import SimpleXMLRPCServer\ns = SimpleXMLRPCServer(("", 0))\ndef f():\n    """B."""\n    return 1\ns.register_function(f)\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'doc __code__',
    { 'a.py': 'def f():\n    """A."""\n    return 1\nprint(f.__code__.co_consts)\n' },
    { 'a.py': 'def f():\n    """B."""\n    return 1\nprint(f.__code__.co_consts)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc string format',
    { 'a.py': 'def f():\n    """A."""\n    return 1\nprint("{0.__doc__}".format(f))\n' },
    { 'a.py': 'def f():\n    """B."""\n    return 1\nprint("{0.__doc__}".format(f))\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc getattr str',
    { 'a.py': 'def f():\n    """A."""\n    return 1\nprint(getattr(f, "__doc__"))\n' },
    { 'a.py': 'def f():\n    """B."""\n    return 1\nprint(getattr(f, "__doc__"))\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc help',
    { 'a.py': 'def f():\n    """A."""\n    return 1\nhelp(f)\n' },
    { 'a.py': 'def f():\n    """B."""\n    return 1\nhelp(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc dis',
    { 'a.py': 'import dis\ndef f():\n    """A."""\n    return 1\ndis.dis(f)\n' },
    { 'a.py': 'import dis\ndef f():\n    """B."""\n    return 1\ndis.dis(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc marshal',
    { 'a.py': 'import marshal\ndef f():\n    """A."""\n    return 1\nmarshal.dumps(f.__code__)\n' },
    { 'a.py': 'import marshal\ndef f():\n    """B."""\n    return 1\nmarshal.dumps(f.__code__)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc rpyc',
    { 'a.py': 'import rpyc\ndef f():\n    """A."""\n    return 1\nrpyc.serve(f)\n' },
    { 'a.py': 'import rpyc\ndef f():\n    """B."""\n    return 1\nrpyc.serve(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc nox',
    { 'a.py': 'import nox\ndef f():\n    """A."""\n    return 1\nnox.register(f)\n' },
    { 'a.py': 'import nox\ndef f():\n    """B."""\n    return 1\nnox.register(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc telegram',
    { 'a.py': 'from aiogram import Bot\ndef f():\n    """A."""\n    return 1\nBot(f)\n' },
    { 'a.py': 'from aiogram import Bot\ndef f():\n    """B."""\n    return 1\nBot(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc semantic_kernel tool',
    { 'a.py': 'from smolagents import tool\ndef f():\n    """A."""\n    return 1\nt = tool(f)\n' },
    { 'a.py': 'from smolagents import tool\ndef f():\n    """B."""\n    return 1\nt = tool(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc autogen',
    { 'a.py': 'import autogen\ndef f():\n    """A."""\n    return 1\nautogen.register_function(f)\n' },
    { 'a.py': 'import autogen\ndef f():\n    """B."""\n    return 1\nautogen.register_function(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc flask cli',
    {
      'a.py':
        'import flask\ndef f():\n    """A."""\n    return 1\napp = flask.Flask("x")\napp.cli.command()(f)\n',
    },
    {
      'a.py':
        'import flask\ndef f():\n    """B."""\n    return 1\napp = flask.Flask("x")\napp.cli.command()(f)\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'doc llm',
    { 'a.py': 'import llm\ndef f():\n    """A."""\n    return 1\nllm.register(f)\n' },
    { 'a.py': 'import llm\ndef f():\n    """B."""\n    return 1\nllm.register(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc gradio',
    { 'a.py': 'import gradio as gr\ndef f():\n    """A."""\n    return 1\ngr.Interface(f)\n' },
    { 'a.py': 'import gradio as gr\ndef f():\n    """B."""\n    return 1\ngr.Interface(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc celery',
    { 'a.py': 'import celery\ndef f():\n    """A."""\n    return 1\ncelery.task(f)\n' },
    { 'a.py': 'import celery\ndef f():\n    """B."""\n    return 1\ncelery.task(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc pyramid docs',
    { 'a.py': 'import hug\ndef f():\n    """A."""\n    return 1\nhug.get(f)\n' },
    { 'a.py': 'import hug\ndef f():\n    """B."""\n    return 1\nhug.get(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc ninja',
    { 'a.py': 'import ninja\ndef f():\n    """A."""\n    return 1\nninja.API().get("x")(f)\n' },
    { 'a.py': 'import ninja\ndef f():\n    """B."""\n    return 1\nninja.API().get("x")(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc litestar',
    { 'a.py': 'import litestar\ndef f():\n    """A."""\n    return 1\nlitestar.get(f)\n' },
    { 'a.py': 'import litestar\ndef f():\n    """B."""\n    return 1\nlitestar.get(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc sanic',
    { 'a.py': 'from sanic_ext import openapi\ndef f():\n    """A."""\n    return 1\nopenapi.x(f)\n' },
    { 'a.py': 'from sanic_ext import openapi\ndef f():\n    """B."""\n    return 1\nopenapi.x(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc marimo',
    { 'a.py': 'import marimo\ndef f():\n    """A."""\n    return 1\nmarimo.x(f)\n' },
    { 'a.py': 'import marimo\ndef f():\n    """B."""\n    return 1\nmarimo.x(f)\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'doc operator.attrgetter',
    {
      'a.py':
        'import operator\ndef f():\n    """A."""\n    return 1\nx = operator.attrgetter("__doc__")(f)\n',
    },
    {
      'a.py':
        'import operator\ndef f():\n    """B."""\n    return 1\nx = operator.attrgetter("__doc__")(f)\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'deco body in other module: sig',
    {
      'd.py': 'def deco(f):\n    def w(*a): return f(*a)\n    return w\n',
      'a.py': 'from d import deco\n@deco\ndef f(a, b): return 1\n',
      'c.py': 'from a import f\nf(1, 2)\n',
    },
    { 'd.py': 'def deco(f):\n    def w(x): return f(x)\n    return w\n' },
    ['no broken callers', 'no signature changes', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'deco returns None',
    {
      'd.py': 'def deco(f):\n    return f\n',
      'a.py': 'from d import deco\n@deco\ndef f(a, b): return 1\n',
      'c.py': 'from a import f\nf(1, 2)\n',
    },
    { 'd.py': 'def deco(f):\n    return None\n' },
    ['no broken callers', 'no signature changes', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'factory body',
    {
      'd.py': 'from collections import namedtuple\ndef make():\n    return namedtuple("P", "x y")\n',
      'a.py': 'from d import make\nP = make()\n',
      'c.py': 'from a import P\nP(1, 2)\n',
    },
    { 'd.py': 'from collections import namedtuple\ndef make():\n    return namedtuple("P", "x")\n' },
    ['no broken callers', 'no signature changes', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'metaclass __call__',
    {
      'd.py': 'class M(type):\n    def __call__(cls, *a): return super().__call__(*a)\n',
      'a.py': 'from d import M\nclass A(metaclass=M):\n    def __init__(self, x): pass\n',
      'c.py': 'from a import A\nA(1)\n',
    },
    { 'd.py': 'class M(type):\n    def __call__(cls): return super().__call__(1)\n' },
    ['no broken callers', 'no signature changes', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'metaclass __new__ body',
    {
      'd.py':
        'class M(type):\n    def __new__(m, n, b, ns):\n        ns["x"] = 1\n        return type.__new__(m, n, b, ns)\n',
      'a.py': 'from d import M\nclass A(metaclass=M): pass\n',
      'c.py': 'from a import A\nA.x\n',
    },
    { 'd.py': 'class M(type):\n    def __new__(m, n, b, ns):\n        return type.__new__(m, n, b, ns)\n' },
    ['no broken callers', 'no public API changes', 'no public names removed', 'no behavior changes'],
    [],
  ],
  [
    'register function in other module',
    {
      'd.py': 'def setup(m):\n    m["x"] = 1\n',
      'a.py': 'from d import setup\nsetup(globals())\n',
      'c.py': 'from a import x\n',
    },
    { 'd.py': 'def setup(m):\n    pass\n' },
    [
      'no broken callers',
      'no public API changes',
      'no public names removed',
      'no broken imports',
      'no import shape changes',
      'no behavior changes',
    ],
    [],
  ],
  [
    'self attr removed in init',
    { 'a.py': 'class A:\n    def __init__(self):\n        self.name = 1\nA().name\n' },
    { 'a.py': 'class A:\n    def __init__(self):\n        pass\nA().name\n' },
    ['no broken callers', 'no public names removed', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'self attr removed other file',
    {
      'a.py': 'class A:\n    def __init__(self):\n        self.name = 1\n        self.x = 2\n',
      'b.py': 'from a import A\nprint(A().name)\n',
    },
    { 'a.py': 'class A:\n    def __init__(self):\n        self.x = 2\n' },
    ['no broken callers', 'no public names removed', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'self attr renamed private cls',
    {
      'a.py': 'class A:\n    def __init__(self):\n        self.name = 1\n',
      'b.py': 'from a import A\nprint(A().name)\n',
    },
    { 'a.py': 'class A:\n    def __init__(self):\n        self.title = 1\n' },
    ['no broken callers', 'no public names removed', 'no public API changes', 'no behavior changes'],
    [],
  ],
  [
    'setattr removed',
    {
      'a.py': 'class A:\n    def __init__(self):\n        setattr(self, "name", 1)\n',
      'b.py': 'from a import A\nprint(A().name)\n',
    },
    { 'a.py': 'class A:\n    def __init__(self):\n        pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    '__dict__ update removed',
    {
      'a.py': 'class A:\n    def __init__(self, **kw):\n        self.__dict__.update(kw)\n',
      'b.py': 'from a import A\nprint(A(n=1).n)\n',
    },
    { 'a.py': 'class A:\n    def __init__(self, **kw):\n        pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    'tuple attr removed',
    {
      'a.py': 'class A:\n    def __init__(self):\n        self.a, self.b = 1, 2\n',
      'b.py': 'from a import A\nprint(A().b)\n',
    },
    { 'a.py': 'class A:\n    def __init__(self):\n        self.a = 1\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    'for-with attr',
    {
      'a.py': 'class A:\n    def __init__(self):\n        with open("x") as self.f: pass\n',
      'b.py': 'from a import A\nprint(A().f)\n',
    },
    { 'a.py': 'class A:\n    def __init__(self):\n        pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    'other self name',
    {
      'a.py': 'class A:\n    def __init__(this):\n        this.f = 1\n',
      'b.py': 'from a import A\nprint(A().f)\n',
    },
    { 'a.py': 'class A:\n    def __init__(this):\n        pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    'obj attr set in factory',
    {
      'a.py': 'class A: pass\ndef make():\n    x = A()\n    x.f = 1\n    return x\n',
      'b.py': 'from a import make\nprint(make().f)\n',
    },
    { 'a.py': 'class A: pass\ndef make():\n    x = A()\n    return x\n' },
    [],
    ['no broken callers'],
  ],
  [
    'func attribute',
    { 'a.py': 'def f():\n    pass\nf.flag = 1\n', 'b.py': 'from a import f\nprint(f.flag)\n' },
    { 'a.py': 'def f():\n    pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    'global in body',
    { 'a.py': 'def init():\n    global X\n    X = 1\n', 'b.py': 'import a\na.init()\nprint(a.X)\n' },
    { 'a.py': 'def init():\n    pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes', 'no import shape changes'],
    [],
  ],
  [
    'cls attr in classmethod',
    {
      'a.py': 'class A:\n    @classmethod\n    def setup(cls):\n        cls.X = 1\n',
      'b.py': 'from a import A\nA.setup()\nprint(A.X)\n',
    },
    { 'a.py': 'class A:\n    @classmethod\n    def setup(cls):\n        pass\n' },
    ['no broken callers', 'no public names removed', 'no public API changes'],
    [],
  ],
  [
    'type comment',
    { 'a.py': 'def f(a):  # type: (int) -> int\n    return a\n' },
    { 'a.py': 'def f(a):  # type: (str) -> str\n    return a\n' },
    ['no signature changes', 'no public API changes'],
    [],
  ],
  [
    'type comment own line',
    { 'a.py': 'def f(a):\n    # type: (int) -> int\n    return a\n' },
    { 'a.py': 'def f(a):\n    # type: (str) -> str\n    return a\n' },
    ['no signature changes', 'no public API changes'],
    [],
  ],
  [
    'type comment var',
    { 'a.py': 'X = []  # type: list[int]\n' },
    { 'a.py': 'X = []  # type: list[str]\n' },
    ['no public API changes'],
    [],
  ],
  [
    'pyproject script private',
    {
      'pkg/__init__.py': '',
      'pkg/cli.py': 'def main(): return 0\n',
      'pyproject.toml': '[project.scripts]\nx = "pkg.cli:main"\n',
    },
    { 'pkg/cli.py': 'def main(argv): return 0\n' },
    ['no broken callers'],
    [],
  ],
  [
    'getattr string concat',
    { 'a.py': 'def on_start(): pass\n', 'b.py': 'import a\ndef go(e): getattr(a, "on_" + e)()\n' },
    { 'a.py': 'def on_start(x): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'getattr var',
    { 'a.py': 'def start(): pass\n', 'b.py': 'import a\nimport sys\ngetattr(a, sys.argv[1])()\n' },
    { 'a.py': 'def start(x): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'dict globals',
    { 'a.py': 'def start(): pass\ndef go(n): globals()[n]()\n' },
    { 'a.py': 'def start(x): pass\ndef go(n): globals()[n]()\n' },
    ['no broken callers'],
    [],
  ],
  [
    'inspect members',
    { 'a.py': 'def start(): pass\n', 'b.py': 'import a, inspect\nfor n, f in inspect.getmembers(a): f()\n' },
    { 'a.py': 'def start(x): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'vars(module)',
    { 'a.py': 'def start(): pass\n', 'b.py': 'import a\nfor f in vars(a).values(): f()\n' },
    { 'a.py': 'def start(x): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'pytest hook by name',
    { 'conftest.py': 'def pytest_configure(config): pass\n' },
    { 'conftest.py': 'def pytest_configure(cfg): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'pytest fixture param',
    { 'tests/test_a.py': 'def test_a(db): pass\n' },
    { 'tests/test_a.py': 'def test_a(database): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'wsgi app',
    { 'wsgi.py': 'def application(environ, start_response): pass\n' },
    { 'wsgi.py': 'def application(environ): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'dunder main called by name __call__',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'import a\na.f.__call__(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'call on same line twice',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\nf(1, 2); map(f, [1])\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'call twice one line nonfit',
    { 'a.py': 'def f(a, b=1): pass\n', 'b.py': 'from a import f\nf(1, 2); g(f)(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    ['no broken callers'],
    [],
  ],
  [
    'call in nested',
    { 'a.py': 'def f(a, b=1): return a\n', 'b.py': 'from a import f\nf(f(1), 2)\n' },
    { 'a.py': 'def f(a, b): return a\n' },
    ['no broken callers'],
    [],
  ],
  [
    'doctest call',
    { 'a.py': 'def f(a, b=1):\n    """\n    >>> f(1)\n    1\n    """\n    return a\n' },
    { 'a.py': 'def f(a, b):\n    """\n    >>> f(1)\n    1\n    """\n    return a\n' },
    ['no broken callers'],
    [],
  ],
  [
    'star import caller alias',
    { 'a.py': 'def f(a, b=1):\n    return a\n', 'b.py': 'from a import *\n', 'c.py': 'import b\nb.f(1)\n' },
    { 'a.py': 'def f(a, b):\n    return a\n' },
    ['no broken callers'],
    [],
  ],
  [
    'property setter',
    {
      'a.py': 'class A:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): pass\n',
      'b.py': 'from a import A\nA().x = 1\n',
    },
    { 'a.py': 'class A:\n    @property\n    def x(self): return 1\n' },
    ['no broken callers', 'no public API changes', 'no signature changes'],
    [],
  ],
  [
    'override in subclass',
    {
      'a.py': 'class B:\n    def f(self, x): pass\n    def go(self): self.f(1)\n',
      'c.py': 'from a import B\nclass A(B):\n    def f(self, x): pass\n',
    },
    { 'a.py': 'class B:\n    def f(self, x, y): pass\n    def go(self): self.f(1, 2)\n' },
    ['no broken callers'],
    [],
  ],
  [
    'def below cyc import',
    { 'a.py': 'def f(): return 1\nimport b\n', 'b.py': 'from a import f\ndef g(): return f()\n' },
    { 'a.py': 'import b\ndef f(): return 1\n' },
    ['no behavior changes', 'no broken imports', 'no broken callers'],
    [],
  ],
  [
    'cyc import through third',
    {
      'a.py': 'def f(): return 1\nimport c\n',
      'c.py': 'import b\n',
      'b.py': 'from a import f\ndef g(): return f()\n',
    },
    { 'a.py': 'import c\ndef f(): return 1\n' },
    ['no behavior changes', 'no broken imports', 'no broken callers'],
    [],
  ],
  [
    'submodule import narrowed',
    { 'pkg/__init__.py': '', 'pkg/sub.py': 'X=1\n', 'a.py': 'import pkg.sub\ndef f(): return pkg.sub.X\n' },
    { 'a.py': 'import pkg\ndef f(): return pkg.sub.X\n' },
    ['no behavior changes', 'no broken imports', 'no broken callers'],
    [],
  ],
  [
    'from pkg import sub vs attr',
    { 'pkg/__init__.py': 'sub = 3\n', 'pkg/sub.py': 'X=1\n', 'a.py': 'from pkg import sub\n' },
    { 'a.py': 'import pkg.sub as sub\n' },
    ['no behavior changes', 'no import shape changes'],
    [],
  ],
  [
    'other names submodule attr',
    {
      'pkg/__init__.py': '',
      'pkg/sub.py': 'X=1\n',
      'a.py': 'import pkg.sub\nY=1\n',
      'c.py': 'import a\nimport pkg\nprint(pkg.sub.X)\n',
    },
    { 'a.py': 'Y=1\n' },
    ['no behavior changes', 'no broken imports', 'no broken callers', 'no import shape changes'],
    [],
  ],
  [
    'pyx loses function',
    { 'fast.pyx': 'def f(): pass\n', 'a.py': 'from fast import f\n' },
    { 'fast.pyx': '' },
    [
      'no broken imports',
      'no broken callers',
      'no public API changes',
      'no public names removed',
      'no import shape changes',
    ],
    [],
  ],
  [
    'so deleted',
    { '_fast.so': 'x', 'a.py': 'from _fast import f\n' },
    { '_fast.so': null },
    [
      'no broken imports',
      'no broken callers',
      'no public API changes',
      'no public names removed',
      'no import shape changes',
    ],
    [],
  ],
  [
    'pyd stub',
    { 'pkg/__init__.py': '', 'pkg/_c.c': 'x', 'a.py': 'from pkg._c import f\n' },
    { 'pkg/_c.c': 'y' },
    ['no broken imports', 'no broken callers'],
    [],
  ],
  [
    'pyproject packages',
    { 'pkg/__init__.py': '', 'pyproject.toml': 'packages=["pkg"]', 'a.py': 'import pkg\n' },
    { 'pyproject.toml': 'packages=[]' },
    ['no broken imports'],
    [],
  ],
  [
    'package init new hides module',
    { 'u.py': 'X=1\n', 'a.py': 'from u import X\n' },
    { 'u/__init__.py': '' },
    [
      'no broken imports',
      'no broken callers',
      'no public names removed',
      'no public API changes',
      'no import shape changes',
    ],
    [],
  ],
  [
    'new module hides stdlib',
    { 'a.py': 'import queue\nqueue.Queue\n' },
    { 'queue.py': '' },
    ['no broken imports', 'no broken callers', 'no behavior changes'],
    [],
  ],
  [
    'new submodule hides attr',
    { 'pkg/__init__.py': 'def sub(): pass\n', 'a.py': 'from pkg import sub\nsub()\n' },
    { 'pkg/sub.py': 'X=1\n', 'b.py': 'import pkg.sub\n' },
    ['no broken callers', 'no broken imports', 'no behavior changes'],
    [],
  ],
  [
    'lazy import fails',
    { 'a.py': 'def f(): pass\n', 'b.py': 'def g():\n    from a import f\n    f()\n' },
    { 'a.py': 'def h(): pass\n' },
    ['no broken imports', 'no broken callers', 'no public names removed'],
    [],
  ],
  [
    '__all__ names missing',
    { 'a.py': '__all__ = ["f"]\ndef f(): pass\n', 'b.py': 'from a import *\n' },
    { 'a.py': '__all__ = ["f", "g"]\ndef f(): pass\n' },
    ['no broken imports', 'no behavior changes', 'no broken callers'],
    [],
  ],
  [
    'moved private with mock.patch',
    {
      'a.py': 'def h(): return 1\ndef f(): return h()\n',
      'b.py': '',
      'tests/test_a.py':
        'from unittest import mock\nimport a\ndef test_x():\n    with mock.patch("a.h", return_value=2):\n        assert a.f() == 2\n',
    },
    { 'a.py': 'from b import h, f\n', 'b.py': 'def h(): return 1\ndef f(): return h()\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'moved with monkeypatch.setattr obj',
    {
      'a.py': 'def h(): return 1\ndef f(): return h()\n',
      'b.py': '',
      'tests/test_a.py':
        'import a\ndef test_x(monkeypatch):\n    monkeypatch.setattr(a, "h", lambda: 2)\n    assert a.f() == 2\n',
    },
    { 'a.py': 'from b import h, f\n', 'b.py': 'def h(): return 1\ndef f(): return h()\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'moved with patch.object',
    {
      'a.py': 'def h(): return 1\ndef f(): return h()\n',
      'b.py': '',
      'tests/test_a.py':
        'from unittest.mock import patch\nimport a\ndef test_x():\n    with patch.object(a, "h", lambda: 2):\n        assert a.f() == 2\n',
    },
    { 'a.py': 'from b import h, f\n', 'b.py': 'def h(): return 1\ndef f(): return h()\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'moved test func',
    { 'tests/test_a.py': 'def test_x(): assert f()\n', 'tests/test_b.py': 'X = 1\n' },
    {
      'tests/test_a.py': 'from tests.test_b import test_x\n',
      'tests/test_b.py': 'X = 1\ndef test_x(): assert f()\n',
    },
    ['no behavior changes'],
    [],
  ],
  [
    'setup_module moved into test',
    { 'a.py': 'def setup_module(): return 1\n', 'test_b.py': 'X = 1\n' },
    { 'a.py': 'from test_b import setup_module\n', 'test_b.py': 'X = 1\ndef setup_module(): return 1\n' },
    ['no behavior changes'],
    [],
  ],
  [
    'move class pickled',
    {
      'a.py': 'import pickle\nclass P:\n    pass\n',
      'b.py': 'X = 1\n',
      'c.py': 'import pickle, a\nprint(pickle.dumps(a.P()))\n',
    },
    { 'a.py': 'import pickle\nfrom b import P\n', 'b.py': 'X = 1\nclass P:\n    pass\n' },
    [],
    ['no behavior changes'],
  ],
  [
    'caller: call guarded by version',
    {
      'a.py': 'def f(a): pass\n',
      'b.py': 'import sys\nfrom a import f\nif sys.version_info < (3,):\n    f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: TYPE_CHECKING',
    {
      'a.py': 'def f(a): pass\n',
      'b.py': 'from typing import TYPE_CHECKING\nfrom a import f\nif TYPE_CHECKING:\n    f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: assertRaises',
    {
      'a.py': 'def f(a): pass\n',
      'b.py':
        'from a import f\nclass T:\n    def t(self):\n        with self.assertRaises(TypeError):\n            f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: rebinding monkeypatched',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'import a\na.f = lambda x: x\na.f(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: local var shadows module',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'import a\ndef g(a):\n    return a.f(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: comp var shadows module',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'import a\nx = [a.f(1) for a in y]\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: comp var shadows func',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\nx = [f(1) for f in y]\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: lambda param shadows',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\nx = lambda f: f(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: walrus shadows',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\ndef g():\n    if f := h():\n        f(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: global rebinding in function',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\ndef g():\n    global f\n    f = h\ng()\nf(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: except as shadows',
    {
      'a.py': 'def f(a): pass\n',
      'b.py': 'from a import f\ndef g():\n    try: pass\n    except E as f:\n        f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: match capture',
    {
      'a.py': 'def f(a): pass\n',
      'b.py': 'from a import f\ndef g(x):\n    match x:\n        case f:\n            f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: class scope',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\nclass A:\n    f = h\n    x = f(1)\n' },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: suppress',
    {
      'a.py': 'def f(a): pass\n',
      'b.py': 'from a import f\nfrom contextlib import suppress\nwith suppress(TypeError):\n    f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: isinstance narrowing',
    {
      'a.py': 'class A:\n    def m(self, a): pass\nclass Z:\n    def m(self, a): pass\n',
      'b.py': 'from a import A, Z\ndef g(x: A):\n    if isinstance(x, Z):\n        x.m(1)\n',
    },
    { 'a.py': 'class A:\n    def m(self, a, b): pass\nclass Z:\n    def m(self, a): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: redefined x',
    {
      'a.py': 'class A:\n    def m(self, a): pass\n',
      'b.py': 'from a import A\ndef g():\n    x = A()\n    x = other()\n    x.m(1)\n',
    },
    { 'a.py': 'class A:\n    def m(self, a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: mocked in test',
    {
      'a.py': 'def f(a): pass\n',
      'tests/test_b.py':
        'import a\nfrom unittest import mock\n@mock.patch.object(a, "f")\ndef test_x(m):\n    a.f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: monkeypatch in test',
    {
      'a.py': 'def f(a): pass\n',
      'tests/test_b.py':
        'import a\ndef test_x(monkeypatch):\n    monkeypatch.setattr(a, "f", lambda x: x)\n    a.f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: mock string',
    {
      'a.py': 'def f(a): pass\n',
      'tests/test_b.py':
        'import a\nfrom unittest.mock import patch\ndef test_x():\n    with patch("a.f"):\n        a.f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: xfail test',
    {
      'a.py': 'def f(a): pass\n',
      'tests/test_b.py':
        'import a, pytest\n@pytest.mark.xfail(raises=TypeError)\ndef test_x():\n    a.f(1)\n',
    },
    { 'a.py': 'def f(a, b): pass\n' },
    [],
    ['no broken callers'],
  ],
  [
    'caller: removed name under hasattr ternary',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'import a\nx = a.f(1) if hasattr(a, "f") else None\n' },
    { 'a.py': '' },
    [],
    ['no broken callers'],
  ],
  [
    'import: exec defines',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\n' },
    { 'a.py': 'exec("def f(a): pass")\n' },
    [],
    [
      'no broken imports',
      'no behavior changes',
      'no public names removed',
      'no public API changes',
      'no broken callers',
      'no import shape changes',
    ],
  ],
  [
    'import: globals update',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\n' },
    { 'a.py': 'globals().update(f=1)\n' },
    [],
    [
      'no broken imports',
      'no behavior changes',
      'no public names removed',
      'no public API changes',
      'no broken callers',
      'no import shape changes',
    ],
  ],
  [
    'import: locals()',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\n' },
    { 'a.py': 'locals()["f"] = 1\n' },
    [],
    [
      'no broken imports',
      'no behavior changes',
      'no public names removed',
      'no public API changes',
      'no broken callers',
      'no import shape changes',
    ],
  ],
  [
    'import: vars()',
    { 'a.py': 'def f(a): pass\n', 'b.py': 'from a import f\n' },
    { 'a.py': 'vars()["f"] = 1\n' },
    [],
    [
      'no broken imports',
      'no behavior changes',
      'no public names removed',
      'no public API changes',
      'no broken callers',
      'no import shape changes',
    ],
  ],
  [
    'import: __path__ extended',
    { 'pkg/__init__.py': '', 'pkg/sub.py': '', 'b.py': 'from pkg import sub\n' },
    { 'pkg/__init__.py': '__path__.append("x")\n', 'pkg/sub.py': null },
    [],
    ['no broken imports', 'no behavior changes'],
  ],
  [
    'import: pyx replaces py',
    { 'pkg/__init__.py': '', 'pkg/sub.py': 'X=1\n', 'b.py': 'from pkg.sub import X\n' },
    { 'pkg/sub.pyx': 'X=1\n', 'pkg/sub.py': null },
    [],
    ['no broken imports', 'no behavior changes', 'no broken callers', 'no import shape changes'],
  ],
  [
    'import: class attr __all__ generated',
    { 'a.py': 'X=1\n' },
    { 'a.py': 'for n in ("X",):\n    globals()[n] = 1\n' },
    [],
    ['no public names removed', 'no public API changes', 'no import shape changes'],
  ],
];

describe('what other files decide is not overlooked', () => {
  for (const [name, before, after, unproved, unviolated] of CASES)
    it(name, async () => {
      assert.deepEqual(await wrongVerdicts(before, after, unproved, unviolated), []);
    });
});
