import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

const NAMES = ['no broken imports', 'no public names removed', 'no import shape changes'];
const ALL = ['no broken callers', ...NAMES];

const OLD =
  'class A:\n    def __init__(self, x=1):\n        self.x = x\n    def m(self, x):\n        return x\n';
const MORE = OLD.replace('def m(self, x)', 'def m(self, x, y=None)');
const MORE_TO_MAKE = OLD.replace('x=1)', 'x=1, y=2)');
const USES = 'from a import A\ndef k(o):\n    return A().m(1) + o.m(1)\n';
const within = (head: string, text: string) => text.replace('class A', head);

async function provedOf(before: string, after: string, others: Files): Promise<readonly string[]> {
  const { invariants } = await evidenceOf({
    before: { 'a.py': before, 'b.py': USES, ...others },
    after: { 'a.py': after },
    invariants: ALL,
  });
  return invariants.flatMap(({ text, verdict }) => (verdict === 'proved' ? [text] : []));
}

const NONE: Files = {};
const c = (text: string): Files => ({ 'c.py': text });

/** What no caller can notice, and what else is in the workspace. */
const UNSEEN: readonly (readonly [what: string, after: string, others?: Files, before?: string])[] = [
  ['a further parameter with a default', MORE],
  ['one that is given by its name alone', MORE.replace('y=None', '*, y=None')],
  ['a default where there was none', OLD.replace('self, x)', 'self, x=0)')],
  ['a type of a parameter', OLD.replace('self, x)', 'self, x: int)')],
  ['a type of a result that is the same', OLD.replace('self, x)', 'self, x) -> int')],
  ['more to make an object of', MORE_TO_MAKE],
  [
    'a class that is named as a type, and asked for',
    MORE_TO_MAKE,
    c(
      'from a import A\ndef g(a: A, b: list[A]) -> A:\n    return isinstance(a, A) or isinstance(b, (A, int))\n',
    ),
  ],
  [
    'a class that is raised and caught',
    within('class A(Exception)', MORE),
    NONE,
    within('class A(Exception)', OLD),
  ],
  [
    'a class below it, which gives on what it is given',
    MORE_TO_MAKE,
    c('from a import A\nclass B(A):\n    def __init__(self, **kw):\n        super().__init__(**kw)\n'),
  ],
  [
    'a method that is asked for by its name and called',
    MORE,
    c('def g(o):\n    return getattr(o, "m")(1)\n'),
  ],
];

/** Where callers may notice it, though every name is still there. */
const NOTICED: readonly (readonly [what: string, after: string, others?: Files, before?: string])[] = [
  ['a method that is given on', MORE, c('def g(o, s):\n    s.connect(o.m)\n')],
  [
    'something that reads signatures',
    MORE,
    c('import inspect\ndef g(f):\n    return inspect.signature(f)\n'),
  ],
  ['something that counts parameters', MORE, c('def g(f):\n    return f.__code__.co_argcount\n')],
  ['a method that yields', MORE.replace('return x', 'yield x')],
  ['a method that is awaited', MORE.replace('def m', 'async def m')],
  ['a method that is given no object', MORE.replace('    def m(self, ', '    @staticmethod\n    def m(')],
  ['a class that is given on', MORE_TO_MAKE, c('from a import A\ndef g(r):\n    r.register(A)\n')],
  ['a class that is put in a list', MORE_TO_MAKE, c('from a import A\ndef g():\n    return [A]\n')],
  ['a class that is put in a table', MORE_TO_MAKE, c('from a import A\ndef g():\n    return {"a": A}\n')],
  ['a class that is given back', MORE_TO_MAKE, c('from a import A\ndef g():\n    return A\n')],
  ['a class of another name', MORE_TO_MAKE, c('from a import A\ndef g():\n    B = A\n    return B()\n')],
  [
    'a class below it that is given on',
    MORE_TO_MAKE,
    {
      'c.py': 'from a import A\nclass B(A): ...\n',
      'd.py': 'from c import B\ndef g(r):\n    r.register(B)\n',
    },
  ],
  ['parameters in another order', OLD.replace('self, x)', 'self, y=None, x=None)')],
  ['a parameter of another name', OLD.replace('self, x)', 'self, z)')],
  ['a parameter that must be given', OLD.replace('self, x)', 'self, x, y)')],
  ['one that must be given by its name', OLD.replace('self, x)', 'self, x, *, y)')],
  ['one that is given by position alone', OLD.replace('self, x)', 'self, x, /)')],
  ['a default that is gone', OLD.replace('x=1)', 'x)')],
  [
    'a parameter that ** took before',
    MORE.replace('y=None)', 'y=None, **kw)'),
    NONE,
    OLD.replace('self, x)', 'self, x, **kw)'),
  ],
  [
    'a parameter that * took before',
    MORE.replace('y=None)', 'y=None, *args)'),
    NONE,
    OLD.replace('self, x)', 'self, x, *args)'),
  ],
  [
    'a new call of a class below it that does not take it',
    `${MORE}    def zork(self):\n        return self.m(1, y=2)\n`,
    c('from a import A\nclass B(A):\n    def m(self, x):\n        return 2\n'),
  ],
  [
    'an attribute that is a property in a class below it',
    MORE_TO_MAKE.replace('self.x = x', 'self.x = x\n        self.v = y'),
    c('from a import A\nclass B(A):\n    @property\n    def v(self):\n        return 1\n'),
  ],
  [
    'a protocol',
    within('from typing import Protocol\nclass A(Protocol)', MORE),
    NONE,
    within('from typing import Protocol\nclass A(Protocol)', OLD),
  ],
  [
    'a method that Python calls',
    OLD.replace('def m(self, x)', 'def __exit__(self, x, y=None)'),
    NONE,
    OLD.replace('def m(self, x)', 'def __exit__(self, x)'),
  ],
];

/** Where not even the names are known to be there. */
const OPEN: readonly (readonly [what: string, after: string, others?: Files, before?: string])[] = [
  ['a default that fails', MORE.replace('y=None', 'y=1/0')],
  ['a default that nothing binds', MORE.replace('y=None', 'y=NONE')],
  ['a type that nothing binds', MORE.replace('y=None', 'y: Nothing = None')],
  ['a metaclass', within('class A(metaclass=M)', MORE), NONE, within('class A(metaclass=M)', OLD)],
  [
    'a base from outside',
    within('import q\nclass A(q.B)', MORE),
    NONE,
    within('import q\nclass A(q.B)', OLD),
  ],
  [
    'a decorated class',
    within('import q\n@q.d\nclass A', MORE),
    NONE,
    within('import q\n@q.d\nclass A', OLD),
  ],
  ['an object that is made on import', MORE, c('from a import A\nX = A().m(1)\n')],
  ['an object that its own module makes', `${MORE}X = A()\n`, NONE, `${OLD}X = A()\n`],
  [
    'a method that answers for others',
    MORE.replace('def m(', 'def __getattr__('),
    NONE,
    OLD.replace('def m(', 'def __getattr__('),
  ],
];

describe('methods that take more than before', () => {
  for (const [what, after, others = NONE, before = OLD] of UNSEEN)
    it(`break nothing: ${what}`, async () => {
      assert.deepEqual(await provedOf(before, after, others), ALL);
    });

  for (const [what, after, others = NONE, before = OLD] of NOTICED)
    it(`take no name away, and may be noticed: ${what}`, async () => {
      assert.deepEqual(await provedOf(before, after, others), NAMES);
    });

  for (const [what, after, others = NONE, before = OLD] of OPEN)
    it(`are left open: ${what}`, async () => {
      assert.deepEqual(await provedOf(before, after, others), []);
    });
});

describe('a class with a new method', () => {
  const BODIES = ['raise RuntimeError', 'self.m(1)[3]', 'open("none")', 'exit()', 'yield 1'];
  const MADE = ['X = A()', 'def g():\n    return A()\nX = g()'];
  for (const body of BODIES)
    for (const made of MADE)
      it(`is run on import, and another method does something else: ${body} · ${made.split('\n')[0]}`, async () => {
        const after = `${OLD.replace('self.x = x', body)}    def zork(self):\n        return 2\n`;
        assert.deepEqual(await provedOf(OLD, after, c(`from a import A\n${made}\n`)), []);
      });

  it('breaks those who call a method that yields now', async () => {
    const after = `${OLD.replace('return x', 'yield x')}    def zork(self):\n        return 2\n`;
    assert.deepEqual(await provedOf(OLD, after, NONE), NAMES);
  });
});
