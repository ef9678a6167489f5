import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

const NAMES = 'no public names removed';
const OLD = 'class A:\n    X = 1\n    _y = 2\n    def one(self): return self.X\n';
const MORE = `${OLD}    def __init__(self, need): pass\n`;
const OTHER = OLD.replace('_y = 2', '_y = None');

async function verdictOf(before: string, after: string, others: Files): Promise<string | undefined> {
  const { invariants } = await evidenceOf({
    before: { ...others, 'm.py': before },
    after: { 'm.py': after },
    invariants: [NAMES],
  });
  return invariants[0]?.verdict;
}

const n = (text: string): Files => ({ 'n.py': `from m import A\n${text}` });

describe('a class that has other members', () => {
  const KEPT: readonly (readonly [what: string, after: string, others?: Files])[] = [
    ['nobody uses it', MORE],
    ['functions make objects of it', MORE, n('def g(): return A(1)\n')],
    ['it is an annotation', MORE, n('def g(a: A) -> A: ...\nx: A\n')],
    ['a plain class is below it', MORE, n('class B(A):\n    def two(self): ...\n')],
    ['a value of it is another one', OTHER, n('def g(): return A._y\n')],
  ];
  for (const [what, after, others = {}] of KEPT)
    it(`takes no name away where ${what}`, async () => {
      assert.equal(await verdictOf(OLD, after, others), 'proved');
    });

  const OPEN: readonly (readonly [what: string, after: string, others?: Files])[] = [
    ['an object of it is made', MORE, n('V = A()\n')],
    ['it is made by way of a list', MORE, n('V = [c() for c in [A]]\n')],
    ['it is made under another name', MORE, n('class B:\n    a = A\n    b = a()\n')],
    ['it is made by what another function calls', MORE, n('def g(): return A()\nV = g()\n')],
    ['it is asked for a value', OTHER, n('V = A._y + 1\n')],
    ['its module is asked for it', OTHER, { 'n.py': 'import m\nV = m.A._y + 1\n' }],
    [
      'the maker of a class below it asks',
      OTHER,
      n(
        'class M(type):\n    def __new__(m, n, b, d):\n        b[0]._y.real\n        return super().__new__(m, n, b, d)\nclass B(A, metaclass=M): pass\n',
      ),
    ],
    [
      'a class below it asks those below itself',
      OTHER,
      n('class B(A):\n    def __init_subclass__(cls): cls._y.real\nclass C(B): pass\n'),
    ],
    ['its body asks for what differs', `${OTHER}    z = _y + 1\n`],
    [
      'its body asks for what is hidden now',
      `${OLD}    def int(self): ...\n    def two(self, a: int | None): ...\n`,
    ],
    ['a value of it may fail', `${OLD}    z = 1 / 0\n`],
    ['it has slots', `${OLD}    __slots__ = ("X",)\n`],
    [
      'what stands above what it needs is below it now',
      'class A:\n    def one(self, a=X): ...\n    X = 1\n    _y = 2\n',
    ],
    ['it decides what classes below it are', `${OLD}    def __init_subclass__(cls): raise TypeError\n`],
    ['a file cannot be read', MORE, { 'n.py': 'def broken(:\n' }],
  ];
  for (const [what, after, others = {}] of OPEN)
    it(`is left open where ${what}`, async () => {
      assert.notEqual(await verdictOf(OLD, after, others), 'proved');
    });
});

describe('what only files of tests run on import', () => {
  const F = 'def f(a):\n    return a\n';
  const FAILS = 'def f(a):\n    return a.b\n';
  const runs = 'from m import f\nV = f(1)\n';

  it('takes no name away from others', async () => {
    assert.equal(await verdictOf(F, FAILS, { 'tests/test_m.py': runs }), 'proved');
    assert.equal(await verdictOf(F, FAILS, { 'test_m.py': runs }), 'proved');
  });

  it('is left open where others import such a file, or it lies in a package', async () => {
    const imported = { 'tests/test_m.py': runs, 'n.py': 'from tests.test_m import V\n' };
    assert.equal(await verdictOf(F, FAILS, imported), 'not_checkable');
    const through = {
      'tests/test_m.py': runs,
      'tests/test_n.py': 'from tests.test_m import V\n',
      'n.py': 'from tests.test_n import V\n',
    };
    assert.equal(await verdictOf(F, FAILS, through), 'not_checkable');
    const fromPackage = {
      'tests/test_m.py': runs,
      'p/__init__.py': '',
      'p/test_n.py': 'from tests.test_m import V\n',
    };
    assert.equal(await verdictOf(F, FAILS, fromPackage), 'not_checkable');
    const packaged = { 'p/__init__.py': '', 'p/test_m.py': runs };
    assert.equal(await verdictOf(F, FAILS, packaged), 'not_checkable');
    assert.equal(await verdictOf(F, FAILS, { 'tests/conftest.py': runs }), 'not_checkable');
    assert.equal(await verdictOf(F, FAILS, { 'n.py': runs }), 'not_checkable');
  });

  it('says nothing of imports: those of the test may not be reached', async () => {
    const { invariants } = await evidenceOf({
      before: { 'm.py': F, 'tests/test_m.py': runs },
      after: { 'm.py': FAILS },
      invariants: ['no broken imports'],
    });
    assert.equal(invariants[0]?.verdict, 'not_checkable');
  });
});
