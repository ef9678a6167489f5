import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const KEYS = 'no _id/_key renames';

const W = 'def w(k):\n    return k\n';
const CAMEL = "def w(k):\n    h, *t = k.split('_')\n    return h + ''.join(x.title() for x in t)\n";
const USE = 'X = out({"user_id": 1})\n';

const written = (
  name: string,
  out: string,
  verdict: 'proved' | 'not proved' = 'not proved',
  after = CAMEL,
): VerdictCase => [
  `a function: ${name}`,
  { 'a.py': `${W}${out}${USE}` },
  { 'a.py': `${after}${out}${USE}` },
  { [KEYS]: verdict },
];

/** Keys that are written by a function of the workspace, or put together from parts that have names. */
const CASES: readonly VerdictCase[] = [
  written('in a comprehension', 'def out(r):\n    return {w(k): v for k, v in r.items()}\n'),
  written(
    'in a subscript',
    'def out(r):\n    d = {}\n    for k, v in r.items():\n        d[w(k)] = v\n    return d\n',
  ),
  written(
    'by a name',
    'def out(r):\n    d = {}\n    for k, v in r.items():\n        n = w(k)\n        d[n] = v\n    return d\n',
  ),
  written('in a pair', 'def out(r):\n    return dict((w(k), v) for k, v in r.items())\n'),
  written('given to another one', 'def out(r):\n    return dict(zip(map(w, r), r.values()))\n'),
  written(
    'in other words',
    'def out(r):\n    return {w(k): v for k, v in r.items()}\n',
    'not proved',
    'M = {}\ndef w(k):\n    return M.get(k, k)\n',
  ),
  written('of values', 'def out(r):\n    return {k: w(v) for k, v in r.items()}\n', 'proved'),
  written('of nothing', 'def out(r):\n    if w(r):\n        return w(r)\n', 'proved'),
  written(
    'as before',
    'def out(r):\n    return {w(k): v for k, v in r.items()}\n',
    'proved',
    '# w\ndef w(k):\n    return k\n',
  ),
  written(
    'with a docstring',
    'def out(r):\n    return {w(k): v for k, v in r.items()}\n',
    'proved',
    'def w(k):\n    "W."\n    return k\n',
  ),
  [
    'a function of another module',
    { 'a.py': W, 'b.py': `import a\ndef out(r):\n    return {a.w(k): v for k, v in r.items()}\n${USE}` },
    { 'a.py': CAMEL },
    { [KEYS]: 'not proved' },
  ],
  ...[
    ['the end has a name', 'S = "id"\nd = {}\nd["_".join(["user", S])] = 1\n', '"user"'],
    ['the end becomes another word', 'S = "id"\nd = {}\nd["_".join(["user", S])] = 1\n', '"id"'],
    ['the end is a default', 'def g(u, s="id"):\n    return "_".join([u, s])\nx = g("user")\n', '"user"'],
    ['both are fields', 'S = "id"\nU = "user"\nd = {}\nd[f"{U}_{S}"] = 1\n', '"user"'],
    ['both are put in', 'S = "id"\nU = "user"\nd = {}\nd["%s_%s" % (U, S)] = 1\n', '"user"'],
    ['both are formatted', 'S = "id"\nU = "user"\nd = {}\nd["{}_{}".format(U, S)] = 1\n', '"user"'],
    ['both are added', 'S = "id"\nU = "user"\nd = {}\nd[U + "_" + S] = 1\n', '"id"'],
  ].map(
    ([name, text, word]): VerdictCase => [
      `parts: ${name}`,
      { 'a.py': text ?? '' },
      { 'a.py': (text ?? '').replace(word ?? '', '"account"') },
      { [KEYS]: 'not proved' },
    ],
  ),
  [
    'parts: the end has a name in another module',
    { 'c.py': 'S = "id"\n', 'a.py': 'import c\nd = {}\nd["_".join(["user", c.S])] = 1\n' },
    { 'c.py': 'S = "account"\n' },
    { [KEYS]: 'not proved' },
  ],
  [
    'parts: another word',
    { 'a.py': 'S = "x"\nd = {}\nd["_".join(["user", S])] = 1\n' },
    { 'a.py': 'S = "y"\nd = {}\nd["_".join(["user", S])] = 1\n' },
    { [KEYS]: 'proved' },
  ],
];

/** Names that classes write as their own. */
const renamed = (
  name: string,
  text: string,
  from: string,
  to: string,
  verdict: 'proved' | 'not proved',
): VerdictCase => [
  `a name in classes: ${name}`,
  { 'a.py': text },
  { 'a.py': text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to) },
  { [`only \`${from}\` is renamed to \`${to}\``]: verdict },
];

const CALLED = 'def f():\n    return 1\nclass A:\n    def m(self):\n        return f()\n';

const RENAMED: readonly VerdictCase[] = [
  renamed('a new one', CALLED, 'f', '__g', 'not proved'),
  renamed('an old one', CALLED.replaceAll('f()', '_A__f()'), '_A__f', '__f', 'not proved'),
  renamed(
    'in the body of the class',
    'def f():\n    return 1\nclass A:\n    x = f()\n',
    'f',
    '__g',
    'not proved',
  ),
  renamed('one with a single underscore', CALLED, 'f', '_g', 'proved'),
  renamed('a name as Python has them', CALLED, 'f', '__g__', 'proved'),
  renamed(
    'outside of classes',
    'def f():\n    return 1\nx = f()\nclass A:\n    pass\n',
    'f',
    '__g',
    'proved',
  ),
];

describe('Names that are written in another way', () => testVerdicts([...CASES, ...RENAMED]));
