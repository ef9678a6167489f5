import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** Another module, what `pkg/b.py` runs on import, and the changed module before and after where it is another one. */
type Case = readonly [name: string, others: Files, use: string, before?: string, after?: string];

const CHECK = 'def check(cls=0):\n    return 1\n';
const FAILS = 'def check(cls=0):\n    raise TypeError(cls)\n';
const PHRASES = ['no broken callers', 'no broken imports', 'no public names removed', 'no signature changes'];

async function verdictsOf([, others, use, before = CHECK, after = FAILS]: Case): Promise<readonly string[]> {
  const { invariants } = await evidenceOf({
    before: { 'pkg/__init__.py': '', 'pkg/a.py': before, 'pkg/b.py': use, ...others },
    after: { 'pkg/a.py': after },
    invariants: PHRASES,
  });
  return invariants.map(({ verdict }) => verdict);
}

const c = (text: string): Files => ({ 'pkg/c.py': text });
const NAMED = 'from pkg.a import check\n';

describe('what a module runs on import by way of another one, and does something else', () => {
  const run: readonly Case[] = [
    [
      'a function by its module',
      c('import pkg.a\n\n\ndef make():\n    return pkg.a.check()\n'),
      'from pkg.c import make\n\nX = make()\n',
    ],
    [
      'a method',
      c('import pkg.a\n\n\nclass App:\n    def go(self):\n        return pkg.a.check()\n'),
      'from pkg.c import App\n\nX = App().go()\n',
    ],
    [
      'a decorator',
      c('import pkg.a\n\n\ndef deco(f):\n    pkg.a.check(f)\n    return f\n'),
      'from pkg.c import deco\n\n\n@deco\ndef g():\n    pass\n',
    ],
    [
      'a module under another name',
      c('import pkg.a\n\nmod = pkg.a\n\n\ndef make():\n    return mod.check()\n'),
      'from pkg.c import make\n\nX = make()\n',
    ],
    [
      'a value',
      c('import pkg.a\n\n\ndef make():\n    return 1 / pkg.a.LIMIT\n'),
      'from pkg.c import make\n\nX = make()\n',
      'LIMIT = 5\n',
      'LIMIT = 0\n',
    ],
    [
      'a class that looks at those below it',
      c(`${NAMED}\n\nclass Base:\n    def __init_subclass__(cls):\n        check(cls)\n`),
      'from pkg.c import Base\n\n\nclass K(Base):\n    pass\n',
    ],
    [
      'the same under another name',
      c(`${NAMED}\n\nclass Base:\n    def __init_subclass__(cls):\n        check(cls)\n\n\nOther = Base\n`),
      'from pkg.c import Other\n\n\nclass K(Other):\n    pass\n',
    ],
    [
      'a class of classes',
      {
        ...c(`${NAMED}\n\nclass Meta(type):\n    def __init__(cls, *given):\n        check(cls)\n`),
        'pkg/d.py': 'from pkg.c import Meta\n\n\nclass Base(metaclass=Meta):\n    pass\n',
      },
      'from pkg.d import Base\n\n\nclass K(Base):\n    pass\n',
    ],
    [
      'a type that is made in an annotation',
      c(`${NAMED}\n\nclass A:\n    def __class_getitem__(cls, key):\n        return check(cls)\n`),
      'from pkg.c import A\n\n\ndef f(x: A[int]):\n    pass\n',
    ],
    [
      'an attribute that a statement sets',
      c(
        `${NAMED}\n\nclass App:\n    def run(self):\n        return self.handler()\n\n\napp = App()\napp.handler = check\n`,
      ),
      'from pkg.c import app\n\nX = app.run()\n',
    ],
    [
      'an entry that a statement sets',
      c(`${NAMED}\nTABLE = {}\nTABLE["a"] = check\n`),
      'from pkg.c import TABLE\n\nX = TABLE["a"]()\n',
    ],
    [
      'a text that names it',
      {},
      'import importlib\n\nX = getattr(importlib.import_module("pkg.a"), "check")()\n',
    ],
    [
      'a text that another module imports by',
      c(
        'import importlib\n\n\ndef load(text):\n    module, name = text.split(":")\n    return getattr(importlib.import_module(module), name)()\n',
      ),
      'from pkg.c import load\n\nX = load("pkg.a:check")\n',
    ],
  ];
  for (const each of run)
    it(`is not known to be imported as before: ${each[0]}`, async () =>
      assert.ok((await verdictsOf(each)).every(verdict => verdict === 'not_checkable')));

  const waiting: readonly Case[] = [
    [
      'a function that nobody calls on import',
      c('import pkg.a\n\n\ndef make():\n    return pkg.a.check()\n'),
      'from pkg.c import make\n\n\ndef go():\n    return make()\n',
    ],
    [
      'a plain class, with one below it',
      c(`${NAMED}\n\nclass Base:\n    def go(self):\n        return check()\n`),
      'from pkg.c import Base\n\n\nclass K(Base):\n    pass\n',
    ],
    ['a text that imports nothing', {}, 'import logging\n\nlog = logging.getLogger("pkg.a")\n'],
  ];
  for (const each of waiting)
    it(`is imported as before: ${each[0]}`, async () =>
      assert.deepEqual(
        await verdictsOf(each),
        PHRASES.map(() => 'proved'),
      ));
});
