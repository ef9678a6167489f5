import assert from 'node:assert/strict';
import { type Edit, evidenceOf, evidenceOfModule } from './evidence-of.ts';

/** Each change in one line: what, kind, name, line, before → after. */
async function changesOf(
  before: string,
  after: string,
  more: Partial<Edit> = {},
): Promise<readonly string[]> {
  return show(await evidenceOfModule(before, after, more));
}

const show = ({ api_changes: changes }: Awaited<ReturnType<typeof evidenceOf>>) =>
  changes.map(({ name, kind, change, before, after, moved_to: to, place }) => {
    const texts = [before, after].filter(text => text !== undefined).join(' → ');
    const where = to === undefined ? '' : ` at ${to}`;
    return `${change} ${kind} ${name}${where} ${place.side}:${place.line} ${texts}`;
  });

const check = async (before: string, after: string, expected: readonly string[]) =>
  assert.deepEqual(await changesOf(before, after), expected);

describe('public API before and after', () => {
  it('tells functions added, removed and declared differently, with both texts [001-057]', () =>
    check(
      'def a(): ...\ndef b(x: int): ...\ndef c(): ...\n',
      'def b(x: int, y=1): ...\ndef c(): return 1\ndef d(): ...\n',
      [
        'removed function pkg.m.a before:1 def a()',
        'changed function pkg.m.b after:1 def b(x: int) → def b(x: int, y=1)',
        'added function pkg.m.d after:3 def d()',
      ],
    ));

  it('does not care how a signature is laid out', () =>
    check('def a(x,y = 1): ...\n', 'def a(\n    x,  # first\n    y=1,\n): ...\n', []));

  it('compares members of classes, what methods assign included', () =>
    check(
      'class A:\n    size: int = 0\n    def m(self): self.x = 1\n    def n(self): ...\n',
      'class A:\n    size: int = 1\n    def m(self, b): self.x = 2; self.y = 3\n',
      [
        'changed attribute pkg.m.A.size after:2 size: int = 0 → size: int = 1',
        'changed method pkg.m.A.m after:3 def m(self) → def m(self, b)',
        'removed method pkg.m.A.n before:4 def n(self)',
        'added attribute pkg.m.A.y after:3 self.y',
      ],
    ));

  it('tells a class as a whole when it is new or gone', () =>
    check('class A:\n    def m(self): ...\n', 'class B:\n    def m(self): ...\n', [
      'removed class pkg.m.A before:1 class A',
      'added class pkg.m.B after:1 class B',
    ]));

  it('compares bases, decorators that change a call, overloads and properties', () =>
    check(
      'class A(B): ...\nclass C:\n    def m(cls): ...\n    @property\n    def p(self): ...\n',
      'class A(B, D): ...\nclass C:\n    @classmethod\n    def m(cls): ...\n    @property\n    @cache\n    def p(self): ...\n',
      [
        'changed class pkg.m.A after:1 class A(B) → class A(B, D)',
        'changed method pkg.m.C.m after:3 def m(cls) → @classmethod def m(cls)',
      ],
    ));

  it('compares constants with their values, and type aliases', () =>
    check('LIMIT = 3\nname: str = "a"\ntype T = int\n', 'LIMIT = 4\nname: str = "a"\ntype T = str\n', [
      'changed constant pkg.m.LIMIT after:1 LIMIT = 3 → LIMIT = 4',
      'changed type pkg.m.T after:3 type T = int → type T = str',
    ]));

  it('leaves out what is private: underscores, locals, test files', async () => {
    await check('def _a(): ...\nclass A:\n    def _m(self): ...\n', 'class A: ...\n', []);
    await check('def a():\n    def b(): ...\n', 'def a():\n    x = 1\n', []);
    const tests = await evidenceOf({
      before: { 'tests/test_a.py': 'def helper(): ...\n' },
      after: { 'tests/test_a.py': 'x = 1\n' },
    });
    assert.deepEqual(tests.api_changes, []);
  });

  it('counts __init__ and names of __all__ as public', () =>
    check(
      '__all__ = ["_a"]\ndef _a(): ...\nclass A:\n    def __init__(self): ...\n',
      '__all__ = ["_a"]\ndef _a(x): ...\nclass A:\n    def __init__(self, x): ...\n',
      [
        'changed function pkg.m._a after:2 def _a() → def _a(x)',
        'changed method pkg.m.A.__init__ after:4 def __init__(self) → def __init__(self, x)',
      ],
    ));

  it('compares __all__ and what a package offers of its modules [001-058]', async () => {
    await check(
      '__all__ = ["a"]\ndef a(): ...\ndef b(): ...\n',
      '__all__ = ["a", "b"]\ndef a(): ...\ndef b(): ...\n',
      ['added export pkg.m.b after:1 pkg.m.b'],
    );
    const evidence = await evidenceOf({
      before: { 'pkg/__init__.py': 'from .m import a\n', 'pkg/m.py': 'def a(): ...\n' },
      after: { 'pkg/__init__.py': 'from .m import b\n', 'pkg/m.py': 'def b(): ...\n' },
    });
    assert.deepEqual(show(evidence), [
      'removed import pkg.a before:1 pkg.m.a',
      'added import pkg.b after:1 pkg.m.b',
      'removed function pkg.m.a before:1 def a()',
      'added function pkg.m.b after:1 def b()',
    ]);
  });

  it('knows a definition that moved and is still found in the old place', async () => {
    const evidence = await evidenceOf({
      before: { 'pkg/__init__.py': '', 'pkg/a.py': 'def f(x): return x\n', 'pkg/b.py': '' },
      after: { 'pkg/a.py': 'from pkg.b import f\n', 'pkg/b.py': 'def f(x):\n    return x\n' },
    });
    assert.deepEqual(show(evidence), ['moved function pkg.a.f at pkg.b.f after:1 def f(x) → def f(x)']);
  });

  it('tells a definition that moved away for good, and where to', async () => {
    const evidence = await evidenceOf({
      before: { 'pkg/__init__.py': '', 'pkg/a.py': 'def f(x): return x\n', 'pkg/b.py': '' },
      after: { 'pkg/a.py': '', 'pkg/b.py': 'def f(x): return x\n' },
    });
    assert.deepEqual(show(evidence), [
      'removed function pkg.a.f at pkg.b.f before:1 def f(x)',
      'added function pkg.b.f after:1 def f(x)',
    ]);
    assert.equal(evidence.api_changes[1]?.moved_from, 'pkg.a.f');
  });

  it('compares nothing in a file that does not parse, and says so', async () => {
    const evidence = await evidenceOfModule('def a(): ...\n', 'def a(:\n');
    assert.deepEqual(evidence.api_changes, []);
    assert.deepEqual(evidence.modules, [
      {
        file: 'pkg/m.py',
        change: 'modified',
        code: 'unreadable',
        parse_error: { reason: 'invalid syntax', line: 1, introduced: true },
      },
    ]);
  });
});
