import assert from 'node:assert/strict';
import { type Edit, evidenceOf } from './evidence-of.ts';

const PHRASE = 'no broken callers';

async function verdictOf(before: Edit['before'], after: Edit['after']) {
  const { invariants } = await evidenceOf({ before, after, invariants: [PHRASE] });
  return invariants[0];
}

const LIBRARY = {
  'm.py':
    'import os\ndef f(a, b=1):\n    return a\ndef g():\n    return 1\nLIMIT = 3\nif os.name == "nt":\n    def only():\n        pass\n',
  'shapes.py':
    'class Base:\n    def __init__(self, name):\n        self.name = name\n    def area(self, scale=1):\n        return 0\n    @classmethod\n    def make(cls, name):\n        return cls(name)\nclass Square(Base):\n    side = 1\n    def twice(self):\n        return self.area()\n',
};

/** The body of `run` before and after, in a module that imports the library. */
const ofBody = (before: string, after: string, more: Edit['before'] = {}) => {
  const source = (body: string) =>
    `import json\nimport os\nimport m\nfrom m import f\nfrom shapes import Square\n\ndef run(x, s: Square, t: str = ""):\n${body
      .split('\n')
      .map(line => `    ${line}\n`)
      .join('')}\n`;
  return verdictOf({ ...LIBRARY, ...more, 'a.py': source(before) }, { 'a.py': source(after) });
};

const FITTING: readonly string[] = [
  'return f(1)',
  'return f(1, b=2)',
  'return f(x, x)',
  'return m.f(a=1)',
  'return m.LIMIT',
  'return m.g()',
  'y = Square("n")\nreturn y.name',
  'y = Square("n")\nreturn y.area(2)',
  'return Square.make("n")',
  'return s.twice()',
  'return s.area(scale=2)',
  'return t.upper().strip()',
  'return ", ".join([t])',
  'y = []\ny.append(x)\nreturn y',
  'return len(t) + max(1, 2)',
  'return os.path.join("a", "b")',
  'return json.dumps(x, indent=2)',
  'return f"{f(x)} {m.LIMIT:>3}"',
  'raise ValueError("no")',
  'return [f(each) for each in x]',
  'return (lambda each: f(each))(1) if False else 1'.replace(
    '(lambda each: f(each))(1) if False else 1',
    'f(1)',
  ),
  'def inner(a):\n    return f(a)\nreturn inner(1)',
  'return x.size + x.size',
  'y = Square("n")\nif x:\n    y = Square("m")\nreturn y.name',
];

const UNKNOWN: readonly string[] = [
  'return x.missing',
  'return x.size()',
  'return s.missing()',
  'return s.area(1, 2)',
  'return Square()',
  'return Square("n", 2)',
  'return m.only()',
  'return t.push()',
  'return os.getcwd(1)',
  'return os.nothing',
  'return json.dumps()',
  'return len(t, t)',
  'return f(*x)',
  'return nowhere',
  'return f"{x.missing}"',
  'return f"{m.only()}"',
  'y = x\nreturn y.size',
  'x = m\nreturn x.size',
  'return [each.size for each in x]',
  'global LATER\nLATER = 1\nreturn LATER',
  'return f.cache_clear()',
  'from os import nothing\nreturn nothing',
  'import notthere\nreturn 1',
  'from re import compile as size\nreturn size()',
  'try:\n    return f()\nexcept TypeError:\n    return 1',
  'if x:\n    return f()\nreturn 1',
  'return 1\nf()',
  'return (await_ := 1) and f()',
  'class Inner(Square):\n    def area(self):\n        return 1\nreturn Inner',
  'class Inner(x):\n    pass\nreturn Inner',
  '@x\ndef inner():\n    pass\nreturn inner',
  'sizes = [each for each in x]\nreturn each',
  'try:\n    pass\nexcept ValueError as error:\n    pass\nreturn error',
  'class Inner:\n    def size(self):\n        return m.__hidden()\nreturn Inner',
  'class Inner:\n    side = 1\n    def size(self):\n        return side\nreturn Inner',
  'sizes = []\ndef inner():\n    nonlocal sizes\n    sizes = 1\ninner()\nreturn sizes.append(1)',
  'match x:\n    case Square(a, b, c):\n        return a',
  'return Square.area()',
  'return m.os.nothing',
  'y = Square("n")\nif x:\n    y = m.LIMIT\nreturn y.name',
  'y = Square("n")\ny += 1\nreturn y.name',
  'y = Square("n")\nfor y in x:\n    pass\nreturn y.name',
];

const BROKEN: readonly string[] = [
  'return f()',
  'return f(1, 2, 3)',
  'return f(1, c=2)',
  'return m.f()',
  'return m.h()',
  'return m.missing',
  'print(m.g(1))',
];

describe('what changed code newly uses', () => {
  const size = 'return x.size';
  for (const body of FITTING)
    it(`is proved where it is shown to fit: ${JSON.stringify(body)}`, async () => {
      const verdict = await ofBody(size, body);
      assert.equal(verdict?.verdict, 'proved', verdict?.reason);
    });
  for (const body of UNKNOWN)
    it(`is not checkable where it is not: ${JSON.stringify(body)}`, async () => {
      const verdict = await ofBody(size, body);
      assert.equal(verdict?.verdict, 'not_checkable', verdict?.reason);
    });
  for (const body of BROKEN)
    it(`is violated where it certainly cannot work: ${JSON.stringify(body)}`, async () => {
      const verdict = await ofBody(size, body);
      assert.equal(verdict?.verdict, 'violated', verdict?.reason);
      assert.equal(verdict?.witnesses?.[0]?.place.file, 'a.py');
      assert.equal(verdict?.witnesses?.[0]?.after, body);
    });

  it('counts as before where the same was asked of the same, under no fewer conditions', async () => {
    const proved: readonly (readonly [string, string])[] = [
      ['x.a()\nx.b()', 'x.b()\nx.a()'],
      ['x.a(1)', 'x.a(2)'],
      ['x.a()', 'if x:\n    x.a()'],
      ['y = x.a()\nreturn y.b', 'y = x.a()\nif x:\n    return None\nreturn y.b'],
    ];
    for (const [before, after] of proved)
      assert.equal((await ofBody(before, after))?.verdict, 'proved', after);
    const open: readonly (readonly [string, string])[] = [
      ['x.a(1)', 'x.a(1, 2)'],
      ['if hasattr(x, "a"):\n    x.a()', 'x.a()'],
      ['return hasattr(x, "a") and x.a()', 'return x.a()'],
      ['try:\n    x.a()\nexcept AttributeError:\n    pass', 'try:\n    x.a()\nexcept ValueError:\n    pass'],
      ['y = x.a()\nreturn y.b', 'y = x.c\nreturn y.b'],
      ['y = x\nz = y\nreturn z.b', 'y = t\nz = y\nreturn z.b'],
      ['with x as y:\n    y.a()', 'with t as y:\n    y.a()'],
      ['for y in x:\n    y.a()', 'for y in t:\n    y.a()'],
      ['return [y.a for y in x]', 'return [y.a for y in t]'],
    ];
    for (const [before, after] of open)
      assert.equal((await ofBody(before, after))?.verdict, 'not_checkable', after);
  });

  it('is not violated where another module gives the name', async () => {
    const body = 'return m.h()';
    const set = { 'third.py': 'import m\nm.h = lambda: 1\n' };
    assert.equal((await ofBody('return 1', body, set))?.verdict, 'not_checkable');
    const patched = { 'third.py': 'import m\nsetattr(m, "h", print)\n' };
    assert.equal((await ofBody('return 1', body, patched))?.verdict, 'not_checkable');
  });

  it('is not checkable where it was there before, never ran, and cannot work', async () => {
    assert.equal((await ofBody('return 1\nf()', 'f()'))?.verdict, 'not_checkable');
    assert.equal(
      (await ofBody('return nowhere()\nreturn 1', 'return 1\nnowhere()'))?.verdict,
      'not_checkable',
    );
  });

  it('is not checkable where a module that does not change replaces what it is shown to fit', async () => {
    const set = { 'third.py': 'import m\nm.f = lambda: 1\n' };
    assert.equal((await ofBody('return 1', 'return f(1)', set))?.verdict, 'not_checkable');
  });

  it('is not checkable where another module may be meant, or where a class may not be made', async () => {
    const call = (body: string) => `import m\nimport json\ndef run():\n    return ${body}\n`;
    const verdict = async (body: string, more: Edit['before']) =>
      (await verdictOf({ ...LIBRARY, ...more, 'a.py': call('1') }, { 'a.py': call(body) }))?.verdict;
    assert.equal(await verdict('m.f(1)', {}), 'proved');
    assert.equal(await verdict('m.f(1)', { 'm/__init__.py': '' }), 'not_checkable');
    assert.equal(await verdict('json.dumps(1)', { 'json.py': 'def dumps(a, b): pass\n' }), 'not_checkable');
    const made = 'import abc\nclass A(abc.ABC):\n    @abc.abstractmethod\n    def h(self): pass\n';
    assert.equal(await verdict('m.A()', { 'm.py': made }), 'not_checkable');
  });

  it('is not proved where a value is one of another type', async () => {
    const value = (text: string) => `NAME = ${text}\ndef run():\n    return NAME.upper()\n`;
    const verdict = async (text: string) => {
      const found = await verdictOf({ 'a.py': value('"a"') }, { 'a.py': value(text) });
      return found?.verdict;
    };
    assert.equal(await verdict('"b"'), 'proved');
    assert.equal(await verdict('None'), 'not_checkable');
  });

  it('is asked of self as the class and its bases have it', async () => {
    const shapes = (body: string) =>
      `from shapes import Base\nclass Round(Base):\n    def __init__(self, name):\n        super().__init__(name)\n        self.radius = 1\n    def half(self):\n        return ${body}\n`;
    const verdict = async (body: string, more: Edit['before'] = {}) =>
      (await verdictOf({ ...LIBRARY, ...more, 'b.py': shapes('1') }, { 'b.py': shapes(body) }))?.verdict;
    assert.equal(await verdict('self.radius'), 'proved');
    assert.equal(await verdict('self.name'), 'proved');
    assert.equal(await verdict('self.area(2)'), 'proved');
    assert.equal(await verdict('super().area()'), 'proved');
    assert.equal(await verdict('self.h()'), 'not_checkable');
    assert.equal(await verdict('self.radius.real'), 'not_checkable');
    assert.equal(await verdict('self.area(1, 2)'), 'not_checkable');
    // A class below it may take something else.
    const below = {
      'c.py': 'from b import Round\nclass Small(Round):\n    def area(self):\n        return 0\n',
    };
    assert.equal(await verdict('self.area(2)', below), 'not_checkable');
  });

  it('is found to its end where modules import a name from each other', async () => {
    const circle = { 'p.py': 'from q import x\n', 'q.py': 'from p import x\n' };
    assert.notEqual((await ofBody('return 1', 'import p\nreturn p.x', circle))?.verdict, 'violated');
  });

  it('is not proved where a new name stands in for a builtin, or a new value runs on import', async () => {
    const source = 'def run(x):\n    return len(x)\n';
    const verdict = async (after: string) =>
      (await verdictOf({ 'a.py': source }, { 'a.py': after }))?.verdict;
    assert.equal(await verdict(`${source}def len(a, b):\n    return 1\n`), 'not_checkable');
    assert.equal(await verdict(`X = run([])\n${source}`), 'not_checkable');
    assert.equal(await verdict(`${source}X = run([])\n`), 'not_checkable');
    assert.equal(await verdict(`${source}X = (1, 2)\n`), 'proved');
    assert.equal(await verdict(`${source}def more(y):\n    return run(y)\n`), 'proved');
  });
});

describe('files that are not Python', () => {
  const other = (a: string) => `def job(${a}):\n    return 1\n`;
  it('may name what is called differently', async () => {
    const verdict = async (more: Edit['before'], after: Edit['after'] = {}) =>
      (await verdictOf({ 'm.py': other(''), ...more }, { 'm.py': other('a'), ...after }))?.verdict;
    assert.equal(await verdict({}), 'proved');
    assert.equal(await verdict({ 'settings.yaml': 'run: m:job\n' }), 'not_checkable');
    assert.equal(await verdict({ 'pyproject.toml': '[project.scripts]\njob = "m:job"\n' }), 'not_checkable');
    assert.equal(await verdict({ 'page.html': '{{ job() }}\n' }), 'not_checkable');
    assert.equal(await verdict({ 'page.html': '{{ jobs }}\n' }), 'proved');
    assert.equal(await verdict({}, { 'new.ini': 'run = m:job\n' }), 'not_checkable');
    assert.equal(await verdict({ 'old.ini': 'run = m:job\n' }, { 'old.ini': 'run = m:task\n' }), 'proved');
  });

  it('may show docstrings', async () => {
    const documented = (text: string) => `def job():\n    "${text}"\n    return 1\n`;
    const invariants = ['no behavior changes'];
    const verdict = async (more: Edit['before']) =>
      (
        await evidenceOf({
          before: { 'm.py': documented('a'), ...more },
          after: { 'm.py': documented('b') },
          invariants,
        })
      ).invariants[0]?.verdict;
    assert.equal(await verdict({}), 'proved');
    assert.equal(await verdict({ 'page.html': '{{ job.__doc__ }}\n' }), 'not_checkable');
  });
});

describe('a class whose base leads back to it', () => {
  it('has bases that are not known, and is not waited for', async () => {
    const file = (body: string) =>
      `class A:\n    def m(self, x):\n        return x\n\n\ndef g():\n${body}    return A().m(1)\n`;
    const { invariants } = await evidenceOf({
      before: {
        'a.py': file(''),
        'test_a.py':
          'def test_it():\n    class X(base):\n        def m(self):\n            return 1\n\n    base = X()\n',
      },
      after: { 'a.py': file('    A().m(2)\n') },
      invariants: ['no broken callers'],
    });
    assert.equal(invariants[0]?.verdict, 'not_checkable', invariants[0]?.reason);
  });
});
