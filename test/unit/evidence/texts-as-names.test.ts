import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

describe('a text by which something is asked for', () =>
  testVerdicts([
    ofModule(
      'a constant that getattr is given',
      ['N = "upper"\ndef f(): return getattr("x", N)()\n', 'N = "uper"\ndef f(): return getattr("x", N)()\n'],
      'not_checkable',
    ),
    ofModule(
      'a list that is gone through for the names of options',
      [
        'import argparse\nOPTIONS = ["--size", "--name"]\ndef f(p):\n    for o in OPTIONS:\n        p.add_argument(o)\n    return p.parse_args().size\n',
        'import argparse\nOPTIONS = ["--width", "--name"]\ndef f(p):\n    for o in OPTIONS:\n        p.add_argument(o)\n    return p.parse_args().size\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'what a function gives on to setattr',
      [
        'class A: pass\ndef put(a, n): setattr(a, n, 1)\ndef f():\n    a = A()\n    put(a, "x")\n    return a\n',
        'class A: pass\ndef put(a, n): setattr(a, n, 1)\ndef f():\n    a = A()\n    put(a, "y")\n    return a\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'a local name of a destination',
      [
        'def f(p):\n    d = "size"\n    p.add_argument("-s", dest=d)\n    return p.parse_args([]).size\n',
        'def f(p):\n    d = "width"\n    p.add_argument("-s", dest=d)\n    return p.parse_args([]).size\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'an attribute that methodcaller is given',
      [
        'from operator import methodcaller\nclass A:\n    how = "lower"\n    def f(self, x): return methodcaller(self.how)(x)\n',
        'from operator import methodcaller\nclass A:\n    how = "lowr"\n    def f(self, x): return methodcaller(self.how)(x)\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'a constant that a formatted name has in it',
      [
        'KIND = "start"\nclass A:\n    def do_start(self): return 1\ndef f(a): return getattr(a, f"do_{KIND}")()\n',
        'KIND = "begin"\nclass A:\n    def do_start(self): return 1\ndef f(a): return getattr(a, f"do_{KIND}")()\n',
      ],
      'not_checkable',
    ),
    ofModule(
      'is none: a message beside such a name',
      [
        'def get(a, n): return getattr(a, n, None)\ndef f(a):\n    text = "no name"\n    return [get(a, "x"), text]\n',
        'def get(a, n): return getattr(a, n, None)\ndef f(a):\n    text = "not a name"\n    return [get(a, "x"), text]\n',
      ],
      'proved',
    ),
    ofModule(
      'is none: a constant that is only shown',
      [
        'TITLE = "a"\ndef f(a): return getattr(a, "x", None)\n',
        'TITLE = "b"\ndef f(a): return getattr(a, "x", None)\n',
      ],
      'proved',
    ),
    ofModule(
      'is none: the object whose attribute is set',
      [
        'class A: pass\ndef mark(a, text): setattr(a, "x", text)\ndef f():\n    a = A()\n    mark(a, "one")\n    return a\n',
        'class A: pass\ndef mark(a, text): setattr(a, "x", text)\ndef f():\n    a = A()\n    mark(a, "two")\n    return a\n',
      ],
      'proved',
    ),
  ]));

const test = (decorators: string, header = 'def test_a(a, b): assert a\n') =>
  `import pytest\n${decorators}${header}`;
const parametrize = (name: string, before: string, after: string, verdict: 'proved' | 'not_checkable') =>
  [
    name,
    { 'pkg/__init__.py': '', 'pkg/m.py': 'X = 1\n', 'tests/test_b.py': before },
    { 'tests/test_b.py': after },
    { 'no broken callers': verdict },
  ] as const;

describe('what stands in parametrize', () =>
  testVerdicts([
    parametrize(
      'a name that the test does not take',
      test('@pytest.mark.parametrize(("a", "b"), [(1, 2)])\n'),
      test('@pytest.mark.parametrize(("a", "c"), [(1, 2)])\n'),
      'not_checkable',
    ),
    parametrize(
      'too few values, further down',
      test('@pytest.mark.parametrize("a,b", [(1, 2)])\n'),
      test('@pytest.mark.parametrize("a,b", [(1, 2), [3]])\n'),
      'not_checkable',
    ),
    parametrize(
      'two values for one name',
      test('@pytest.mark.parametrize("a", [1])\n', 'def test_a(a): assert a\n'),
      test('@pytest.mark.parametrize("a", [pytest.param(1, 2)])\n', 'def test_a(a): assert a\n'),
      'not_checkable',
    ),
    parametrize(
      'a value more than ids',
      test('@pytest.mark.parametrize("a", [1], ids=["x"])\n', 'def test_a(a): assert a\n'),
      test('@pytest.mark.parametrize("a", [1, 2], ids=["x"])\n', 'def test_a(a): assert a\n'),
      'not_checkable',
    ),
    parametrize(
      'values that are worked out, for two names',
      test('@pytest.mark.parametrize("a,b", [(1, 2)])\n'),
      test('@pytest.mark.parametrize("a,b", [pair()])\n'),
      'not_checkable',
    ),
    parametrize(
      'one more of each',
      test('@pytest.mark.parametrize("a,b", [(1, 2)], ids=["x"])\n'),
      test('@pytest.mark.parametrize("a,b", [(1, 2), pytest.param(3, 4, id="z")], ids=["x", "y"])\n'),
      'proved',
    ),
    parametrize(
      'lists for one name',
      test('@pytest.mark.parametrize("a", [[1]])\n', 'def test_a(a): assert a\n'),
      test('@pytest.mark.parametrize("a", [[1, 2], (3,), 4])\n', 'def test_a(a): assert a\n'),
      'proved',
    ),
  ]));
