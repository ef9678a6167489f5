import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Case = readonly [what: string, test: string, before: string, after: string];

const below = (header: string) =>
  `import lib\nclass TestA${header}:\n    def test_a(self):\n        assert 1\n`;
const RAISES = 'import lib, pytest\ndef test_a():\n    with pytest.raises(lib.E):\n        lib.f()\n';
const LOOP = 'import lib\ndef test_a():\n    for x in lib.Color:\n        assert x\n';
const WITH = 'import lib\ndef test_a():\n    with lib.cm():\n        assert lib.f() == 1\n';
const color = (members: string) => `from enum import Enum\nclass Color(Enum):\n${members}`;
const exit = (result: string) =>
  `class cm:\n    def __enter__(self): pass\n    def __exit__(self, *a):\n        return ${result}\n`;
const manager = (body: string) =>
  `from contextlib import contextmanager\n@contextmanager\ndef cm():\n${body}def f(): return 1\n`;

const WEAKER: readonly Case[] = [
  [
    'a base is told of the class',
    below('(lib.B)'),
    'class B:\n    def __init_subclass__(cls): pass\n',
    'class B:\n    def __init_subclass__(cls):\n        cls.__test__ = False\n',
  ],
  [
    'a base checks',
    below('(lib.B)'),
    'class B:\n    def check(self, x):\n        if x != 1: raise ValueError\n',
    'class B:\n    def check(self, x): pass\n',
  ],
  [
    'the base of a base checks',
    below('(lib.B)'),
    'class R:\n    def run(self, r=None): return 1\nclass B(R): pass\n',
    'class R:\n    def run(self, r=None): return 2\nclass B(R): pass\n',
  ],
  [
    'a metaclass makes the class',
    below('(metaclass=lib.M)'),
    'class M(type):\n    def __new__(m, n, b, d): return type.__new__(m, n, b, d)\n',
    'class M(type):\n    def __new__(m, n, b, d): return type.__new__(m, n, b, {})\n',
  ],
  ['a member is gone', LOOP, color('    A = 1\n    B = 2\n'), color('    A = 1\n')],
  [
    'a member behind a method is gone',
    LOOP,
    color('    A = 1\n    def f(self): return 1\n    B = 2\n'),
    color('    A = 1\n    def f(self): return 2\n'),
  ],
  [
    'an exception became any',
    RAISES,
    'class E(ValueError): pass\ndef f(): raise E\n',
    'E = Exception\ndef f(): raise E\n',
  ],
  [
    'an exception has another base',
    RAISES,
    'class E(KeyError): pass\ndef f(): raise E\n',
    'class E(Base): pass\ndef f(): raise E\n',
  ],
  ['what fails in a with is kept', WITH, exit('None'), exit('True')],
  [
    'what fails in a with is caught',
    WITH,
    manager('    yield\n'),
    manager('    try:\n        yield\n    except Exception:\n        pass\n'),
  ],
];

const NO_WEAKER: readonly Case[] = [
  [
    'what a base of another class does',
    'import lib\nclass Fake(lib.B):\n    def go(self): return 1\ndef test_a():\n    assert Fake().go()\n',
    'class B:\n    def check(self): return 1\n',
    'class B:\n    def check(self): return 2\n',
  ],
  ['a further member', LOOP, color('    A = 1\n'), color('    A = 1\n    B = 2\n')],
  [
    'a method of what is looped over',
    LOOP,
    color('    A = 1\n    def f(self): return 1\n    B = 2\n'),
    color('    A = 1\n    def f(self): return 2\n    B = 2\n'),
  ],
  [
    'the text of an exception',
    RAISES,
    'class E(KeyError):\n    def __str__(self): return "1"\n',
    'class E(KeyError):\n    def __str__(self): return "2"\n',
  ],
  ['what a with gives', WITH, manager('    yield 1\n'), manager('    yield 2\n')],
  [
    'what another function catches',
    WITH,
    manager('    yield 1\n'),
    `${manager('    yield 1\n')}def g():\n    try:\n        f()\n    except KeyError:\n        pass\n`,
  ],
];

describe('what tests stand on, and is no test', () => {
  const phrase = 'no weaker tests';
  const verdicts = ([, test, before, after]: Case) =>
    wrongVerdicts({ 'lib.py': before, 'tests/test_a.py': test }, { 'lib.py': after }, [phrase], []);

  for (const each of WEAKER)
    it(`leaves "${phrase}" open: ${each[0]}`, async () => assert.deepEqual(await verdicts(each), []));

  for (const each of NO_WEAKER)
    it(`but not: ${each[0]}`, async () => assert.equal((await verdicts(each)).length, 1));
});

describe('what a new test reaches', () => {
  const phrase = 'no weaker tests';
  const old = 'from a import f\ndef test_a():\n    assert f() == 1\n';
  const added = (line: string, package_: string) =>
    wrongVerdicts(
      { 'tests/test_a.py': old, 'p/__init__.py': package_, 'p/q.py': 'x = 1\n' },
      { 'tests/test_a.py': `${old}\n${line}` },
      [phrase],
      [],
    );
  const IMPORT = 'from p.q import x\ndef test_b():\n    assert x\n';
  const config = (line: string) => `def test_b(pytestconfig):\n    ${line}\n`;

  it(`leaves "${phrase}" open: a package around what it imports, which changes others`, async () =>
    assert.deepEqual(await added(IMPORT, 'import a\na.f = lambda: 1\n'), []));

  it(`leaves "${phrase}" open: what decides about all tests`, async () =>
    assert.deepEqual(await added(config('pytestconfig.option.maxfail = 1'), ''), []));

  it('but not: a package that changes nothing', async () =>
    assert.equal((await added(IMPORT, 'import a\n')).length, 1));

  it('but not: what only tells where it is', async () =>
    assert.equal((await added(config('assert pytestconfig.rootpath'), '')).length, 1));
});
