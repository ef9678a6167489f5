import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
/** What it is about, the files before, those that differ after it, what must not be proved and what not be violated. */
type Case = readonly [
  string,
  Files,
  Readonly<Record<string, string | null>>,
  readonly string[],
  readonly string[],
];

const CASES: readonly Case[] = [
  [
    'a new test file replaces a function when it is collected',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import m\nm.f = lambda x: 3\ndef test_b(): assert m.f(1) == 3\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file replaces it by setattr',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import m\nsetattr(m, "f", lambda x: 3)\ndef test_b(): assert 1\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file replaces a module',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    {
      'tests/test_a_first.py':
        'import sys, types\nsys.modules["m"] = types.SimpleNamespace(f=lambda x: 3)\ndef test_b(): assert 1\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test empties what another one goes through',
    {
      'm.py': 'CASES = [1, 2]\ndef f(x): return 3\n',
      'tests/test_m.py': 'import m\ndef test_a():\n    for c in m.CASES: assert m.f(c) == 3\n',
    },
    {
      'tests/test_m.py':
        'import m\ndef test_0(): m.CASES.clear()\ndef test_a():\n    for c in m.CASES: assert m.f(c) == 3\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file sets a variable of the environment',
    {
      'm.py': 'import os\ndef f(x): return 3\n',
      'tests/test_m.py':
        'import os\nfrom m import f\ndef test_a():\n    if not os.environ.get("QUICK"): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import os\nos.environ["QUICK"] = "1"\ndef test_b(): assert 1\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test sets a variable of the environment',
    {
      'm.py': 'import os\ndef f(x): return 3\n',
      'tests/test_m.py':
        'import os\nfrom m import f\ndef test_a():\n    if not os.environ.get("QUICK"): assert f(1) == 3\n',
    },
    {
      'tests/test_m.py':
        'import os\nfrom m import f\ndef test_0(): os.environ.update(QUICK="1")\ndef test_a():\n    if not os.environ.get("QUICK"): assert f(1) == 3\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test file ends the run',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\ndef test_a(): assert f(1) == 3\n',
    },
    { 'tests/test_a_first.py': 'import pytest\npytest.exit("no", 0)\n' },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test replaces a method of a base',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py':
        'from m import f\nclass Base:\n    def check(self): assert f(1) == 3\nclass TestA(Base):\n    def test_a(self): self.check()\n',
    },
    {
      'tests/test_m.py':
        'from m import f\nclass Base:\n    def check(self): assert f(1) == 3\nclass TestA(Base):\n    def test_a(self): self.check()\nclass TestB(Base):\n    def test_b(self): Base.check = lambda self: None\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'a new test empties a list of its file',
    {
      'm.py': 'def f(x): return 3\n',
      'tests/test_m.py': 'from m import f\nDATA = [1]\ndef test_a():\n    for d in DATA: assert f(d) == 3\n',
    },
    {
      'tests/test_m.py':
        'from m import f\nDATA = [1]\ndef test_0(): DATA.clear()\ndef test_a():\n    for d in DATA: assert f(d) == 3\n',
    },
    ['no weaker tests'],
    [],
  ],
  [
    'two test files of one name',
    { 'a/test_x.py': 'def test_a(): assert 1 == 1\n' },
    { 'b/test_x.py': 'def test_b(): assert 1 == 1\n' },
    ['no weaker tests'],
    [],
  ],
];

describe('tests that new tests disturb', () => {
  for (const [name, before, after, unproved, unviolated] of CASES)
    it(name, async () => assert.deepEqual(await wrongVerdicts(before, after, unproved, unviolated), []));
});
