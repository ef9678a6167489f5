import assert from 'node:assert/strict';
import { wrongVerdicts } from './wrong-verdicts.ts';

type Files = Readonly<Record<string, string>>;
type Case = readonly [what: string, phrase: string, before: Files, after: Files];

const moved = (line: string, name: string): readonly [Files, Files] => {
  const f = `def f():\n    return ${name}("x")\n`;
  return [
    { 'a.py': `${line}\n${f}`, 'b.py': `${line}\n` },
    { 'a.py': `${line}\nfrom b import f\n`, 'b.py': `${line}\n${f}` },
  ];
};
const ordered = (user: string): readonly [Files, Files] => [
  { 'p/__init__.py': 'from . import a\n', 'p/a.py': 'def f(): pass\ndef g(): pass\n', 'b.py': user },
  { 'p/a.py': 'def g(): pass\ndef f(): pass\n' },
];
const MOVE = 'no behavior changes';
const KEYS = 'no _id/_key renames';
const SIGNATURE =
  'import inspect\ndef reg(f):\n    return [p + "_id" for p in inspect.signature(f).parameters]\n';
const COLUMN = 'class A(B):\n    user_id = Column(Integer)\n    name = Column(Integer)\n';
const column = (old: string, now: string): readonly [Files, Files] => [
  { 'a.py': COLUMN },
  { 'a.py': COLUMN.replace(old, now) },
];
const reads = (one: string, other: string, text: string, more: Files = {}): readonly [Files, Files] => [
  { 'a.py': text.replaceAll('%', one), ...more },
  { 'a.py': text.replaceAll('%', other) },
];
const added = (line: string): readonly [Files, Files] => [
  { 'a.py': 'x = 1\n' },
  { 'a.py': `x = 1\n${line}\n` },
];
const many = Array.from({ length: 300 }, (_, i) => `a${i}`).join(', ');

const documented = (user: string): readonly [Files, Files] => {
  const f = (said: string) => `def f(x):\n    "${said}"\n    return x\n`;
  return [{ 'a.py': f('one'), 'b.py': user }, { 'a.py': f('two') }];
};
const inside = (line: string): readonly [Files, Files] => {
  const f = `def f():\n    class T: pass\n    ${line}\n`;
  return [
    { 'a.py': f, 'b.py': '' },
    { 'a.py': 'from b import f\n', 'b.py': f },
  ];
};

const WRONG: readonly Case[] = [
  ['a function in a list of tools', MOVE, ...documented('from a import f\nTOOLS = [f]\n')],
  ['a function in a list that is given', MOVE, ...documented('import a\nrun(tools=[a.f])\n')],
  ['the text of a class in a function that moved', MOVE, ...inside('return str(T)')],
  ['what warns, imported as another name', MOVE, ...moved('from warnings import warn as w', 'w')],
  ['the names of a module, by its package', MOVE, ...ordered('import p\nX = list(vars(p.a))\n')],
  ['a module that is given away, by its package', MOVE, ...ordered('import p, r\nr.show(p.a)\n')],
  [
    'a parameter that another file asks for its name',
    KEYS,
    ...reads('user', 'member', 'from i import reg\n@reg\ndef f(%): pass\n', { 'i.py': SIGNATURE }),
  ],
  [
    'what an object is asked for that answers everything',
    KEYS,
    ...reads('user', 'member', 'from i import D\nX = D().%\n', {
      'i.py': 'class D:\n    def __getattr__(self, n): return n + "_id"\n',
    }),
  ],
  [
    'a field of a named tuple',
    KEYS,
    ...reads('user', 'member', 'from i import reg\nf = namedtuple("f", "% x")\nreg(f)\n', {
      'i.py': 'def reg(c):\n    return [p + "_id" for p in c._fields]\n',
    }),
  ],
  ['a column of another name', KEYS, ...column('user_id = Column(', 'user_id = Column("member", ')],
  ['what was strict', 'no new suppressions', { 'a.py': '# pyre-strict\nx = 1\n' }, { 'a.py': 'x = 1\n' }],
  ['a name at the start of a slice', 'no syntax errors', ...added('x[a := 1:2]')],
  ['a star behind many names', 'no syntax errors', ...added(`${many}, *b = x`)],
];

const RIGHT: readonly Case[] = [
  ['what a function gives, in a list', MOVE, ...documented('from a import f\nX = [f(1)]\n')],
  ['an object of a class in a function that moved', MOVE, ...inside('return T()')],
  ['what does not look where it is', MOVE, ...moved('from os.path import join as w', 'w')],
  ['the names of the package', MOVE, ...ordered('import p\nX = list(vars(p))\n')],
  [
    'a parameter',
    KEYS,
    ...reads('user', 'member', 'from i import reg\n@reg\ndef f(%): pass\n', { 'i.py': '' }),
  ],
  ['what an object is asked for', KEYS, ...reads('user', 'member', 'from i import D\nX = D().%\n')],
  ['a column without such a name', KEYS, ...column('name = Column(', 'name = Column("title", ')],
  ['a name in an index', 'no syntax errors', ...added('x[a := 1]')],
];

describe('what is said under another name', () => {
  for (const [what, phrase, before, after] of WRONG)
    it(`leaves "${phrase}" open: ${what}`, async () =>
      assert.deepEqual(await wrongVerdicts(before, after, [phrase], []), []));

  for (const [what, phrase, before, after] of RIGHT)
    it(`but not: ${what}`, async () =>
      assert.equal((await wrongVerdicts(before, after, [phrase], [])).length, 1));
});
