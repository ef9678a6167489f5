import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;
type Verdict = 'confirmed' | 'refuted' | 'not_checkable';

const verdicts = async (before: Files, after: Files, expected: Readonly<Record<string, Verdict>>) => {
  const { claims } = await evidenceOf({
    before: { 'pkg/__init__.py': '', ...before },
    after,
    claims: Object.keys(expected),
  });
  assert.deepEqual(
    Object.fromEntries(claims.map(({ text, verdict }) => [text, verdict])),
    expected,
    JSON.stringify(claims, undefined, 1),
  );
};

const inModule = (before: string, after: string, expected: Readonly<Record<string, Verdict>>) =>
  verdicts({ 'pkg/m.py': before }, { 'pkg/m.py': after }, expected);

const OPEN = 'not_checkable';

describe('a claim about a member that nobody wrote down', () => {
  for (const [made, head, claim] of [
    ['a dataclass', '@dataclass\nclass A:', 'A.__init__(self, x: int, y: int = 0)'],
    ['a dataclass', '@dataclass(order=True)\nclass A:', 'A.__lt__(self, other)'],
    ['attrs', '@attrs.define\nclass A:', 'A.__init__(self, x: int, y: int = 0) -> None'],
    ['a decorator', '@with_helpers\nclass A:', 'A.evolve(self, **changes)'],
    ['a base', 'class A(BaseModel):', 'A.model_dump(self, mode)'],
    ['a base of a base', 'class B(BaseModel): pass\nclass A(B):', 'A.model_dump(self, mode)'],
    ['a named tuple', 'class A(NamedTuple):', 'A._replace(self, **changes)'],
    ['a metaclass', 'class A(metaclass=Meta):', 'A.objects(self)'],
    ['__getattr__', 'class A:\n    def __getattr__(self, n): ...', 'A.objects(self)'],
  ] as const)
    it(`that ${made} may make is left open: ${claim}`, () =>
      inModule(`${head}\n    x: int\n`, `${head}\n    x: int\n    y: int = 0\n`, { [claim]: OPEN }));

  it('of something that is no class of the workspace is left open', () =>
    inModule(
      'from lib import Thing\nP = namedtuple("P", "a")\n@cache\ndef f(): ...\n',
      'from lib import Thing\nP = namedtuple("P", "a b")\n@cache\ndef f(a): ...\n',
      { 'Thing.go(self, a)': OPEN, 'P.make(cls, a)': OPEN, 'f.clear(a)': OPEN },
    ));

  it('is refuted where nothing can make it', () =>
    inModule('class A:\n    x = 1\n', 'class A:\n    x = 2\n', {
      'A.join(self, timeout)': 'refuted',
      'pkg.m.foo(a)': 'refuted',
      'foo(a)': 'refuted',
    }));

  for (const [made, source] of [
    ['__getattr__ of the module', 'def __getattr__(n): ...\n'],
    ['an import of *', 'from elsewhere import *\n'],
    ['what writes globals', 'globals()["f" + "oo"] = 1\n'],
  ] as const)
    it(`of a module is left open where ${made} may give it`, () =>
      inModule(source, `${source}x = 1\n`, { 'pkg.m.foo(a, b)': OPEN, 'foo(a, b)': OPEN }));

  it('is no member that comes where a class newly has a base from outside', () =>
    inModule('class A:\n    pass\n', 'class A(Thread):\n    pass\n', {
      'added A.join': OPEN,
      'added A.join(self, timeout)': OPEN,
    }));
});

describe('a claim without a module, where several have the name', () => {
  const b = {
    'pkg/b.py': 'def f(x):\n    return x\ndef g(y):\n    return y\nclass B:\n    def m(self): ...\n',
  };

  it('is about the one that comes or goes', async () => {
    const [full, none] = [
      'def f(x):\n    return x\nclass A:\n    def m(self): ...\n',
      'class A:\n    pass\n',
    ];
    await verdicts(
      { ...b, 'pkg/a.py': full },
      { 'pkg/a.py': none },
      {
        'removed f': 'confirmed',
        'f(x): removed': 'confirmed',
        '`f` was removed': 'confirmed',
        'removed A.m': 'confirmed',
        'removed g': 'refuted',
        'added f': 'refuted',
        'removed B.m': 'refuted',
        'removed f(y)': 'refuted',
      },
    );
    await verdicts(
      { ...b, 'pkg/a.py': none },
      { 'pkg/a.py': full },
      {
        'added f(x)': 'confirmed',
        'new: f': 'confirmed',
        'added g': 'refuted',
        'removed f': 'refuted',
      },
    );
  });

  it('is about the one that is renamed, also to a name that another module has', async () => {
    const [f, g, h] = ['f', 'g', 'h'].map(name => `def ${name}(x):\n    return x\n`);
    await verdicts(
      { ...b, 'pkg/a.py': f ?? '' },
      { 'pkg/a.py': h ?? '' },
      {
        'renamed f to h': 'confirmed',
        'f → h': 'confirmed',
        'renamed g to h': 'refuted',
      },
    );
    await verdicts(
      { ...b, 'pkg/a.py': f ?? '' },
      { 'pkg/a.py': g ?? '' },
      {
        'renamed f to g': 'confirmed',
        'added g': 'confirmed',
        'removed f': 'confirmed',
      },
    );
  });

  it('is left open where the change is about several of them, or only imports it', async () => {
    await verdicts(
      { ...b, 'pkg/a.py': 'def f(x): ...\n', 'pkg/c.py': 'def f(x): ...\n' },
      { 'pkg/a.py': '', 'pkg/c.py': '' },
      { 'removed f': OPEN },
    );
    await verdicts(
      { ...b, 'pkg/a.py': 'class X:\n    f = 1\n' },
      { 'pkg/a.py': 'from pkg.b import f\n' },
      {
        'added f': OPEN,
      },
    );
  });
});

describe('a renaming that keeps the old name for old callers', () => {
  const before = 'def old(a):\n    check(a)\n    return a * 2\n';
  const renamed = before.replace('old', 'new');
  for (const [how, after] of [
    ['another name for it', `${renamed}old = new\n`],
    ['an alias that something makes', `${renamed}old = deprecated(new)\n`],
    ['an alias by its name', `${renamed}old = alias("m.new")\n`],
    ['a function that calls it', `${renamed}def old(a):\n    warn("x")\n    return new(a)\n`],
    ['the other way round', `${before}new = old\n`],
    ['a function that refuses to work', `${renamed}def old(a):\n    raise TypeError("gone")\n`],
  ] as const)
    it(`is left open: ${how}`, () =>
      inModule(before, after, {
        'renamed old to new': OPEN,
        'old → new': OPEN,
        '`old` was renamed to `new`': OPEN,
      }));

  it('is left open for classes and methods', async () => {
    await inModule('class A:\n    x = 1\n', 'class B:\n    x = 1\nclass A(B):\n    pass\n', {
      'A → B': OPEN,
    });
    await inModule(
      'class A:\n    def old(self): ...\n',
      'class A:\n    def new(self): ...\n    def old(self): return self.new()\n',
      { 'A.old → A.new': OPEN },
    );
  });

  it('is left open for what moved and leaves a function that calls it', () =>
    verdicts(
      { 'pkg/a.py': before, 'pkg/b.py': '' },
      { 'pkg/a.py': 'import pkg.b\ndef old(a):\n    return pkg.b.old(a)\n', 'pkg/b.py': before },
      { 'old() moved from pkg.a to pkg.b': OPEN },
    ));

  it('is none where the old one is just as before', () =>
    inModule(before, `${before}def new(b):\n    return b\n`, { 'renamed old to new': 'refuted' }));
});

describe('a name with brackets', () => {
  const after =
    'X = 1\nY = 3\nclass C:\n    Z = 1\n    def __init__(self, a): self.q = a\n    @property\n    def p(self): return 1\n    def m(self): ...\ndef fn(): ...\n';
  it('is something that can be called, and a method is in a class', () =>
    inModule('X = 1\n', after, {
      'added Y()': OPEN,
      'added C.Z()': OPEN,
      'added C.p()': OPEN,
      'added C.q()': OPEN,
      'C.q(): added': OPEN,
      'added method fn': OPEN,
      '`C.p()` was added to pkg/m.py': OPEN,
      '`fn()` was added to pkg/m.py': 'confirmed',
      'added method C.p': OPEN,
      'added Y': 'confirmed',
      'added C.p': 'confirmed',
      'added fn()': 'confirmed',
      'added C()': 'confirmed',
      'added C.m()': 'confirmed',
      'added method C.m': 'confirmed',
      'added function fn': 'confirmed',
    }));

  it('is so of what goes, and of what is renamed', async () => {
    await inModule(after, 'X = 1\n', {
      'removed Y()': OPEN,
      'C.p() removed': OPEN,
      'removed fn()': 'confirmed',
    });
    await inModule('Y = 31\ndef f(a): return [a]\n', 'Z = 31\ndef g(a): return [a]\n', {
      'renamed Y() to Z()': OPEN,
      'Y() → Z()': OPEN,
      'renamed Y to Z': 'confirmed',
      'renamed f() to g()': 'confirmed',
      'f() is now g()': 'confirmed',
    });
  });
});
