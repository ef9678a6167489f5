import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no broken callers';

/** A function newly shows something. */
const shown = (after: string, verdict: 'proved' | 'not proved', parameters = ''): VerdictCase => [
  `${after} with ${parameters === '' ? 'no parameters' : parameters}`,
  { 'pkg/__init__.py': '', 'pkg/m.py': `def g(${parameters}):\n    return 1\n` },
  { 'pkg/m.py': `def g(${parameters}):\n    print((${after}))\n    return 1\n` },
  { [PHRASE]: verdict },
];

const gone = (text: string): VerdictCase => [
  `nothing binds it any more: ${text}`,
  { 'pkg/__init__.py': '', 'pkg/m.py': `x = [1]\n\n\ndef g():\n    print((${text}))\n` },
  { 'pkg/m.py': `def g():\n    print((${text}))\n` },
  { [PHRASE]: 'not proved' },
];

/** The first iterable, the defaults of a lambda and what stands behind are looked up around it. */
const OUTSIDE = [
  '[x for x in x]',
  '{x for x in x}',
  '{x: 1 for x in x}',
  'sum(n for n in n)',
  'list(x for x in x)',
  '[y for y in x for x in [[1]]]',
  '[a for a, b in b]',
  '[a for (a, [b]) in [[a]]]',
  '[y for y in [z for z in y]]',
  '[x for x in x if x]',
  '[x for x in x.items()]',
  'lambda n=n: n',
  'lambda a, n=n: n',
  '(lambda n: n)(n)',
  '[lambda n: n, n]',
  '([x for x in [1]], x)',
  '[f(1) for f in [print]] + [f]',
  '(lambda n: 1) if n else 2',
  '(n, lambda n: n)',
  '(lambda n: n, n)',
  'dict(a=lambda n: n, b=n)',
  '[i for i in range(i)]',
  'any(x.a for x in x)',
  '[f for f in [lambda f=f: f]]',
  '[1 for x.a in x for x in []]',
];

const INSIDE = [
  '[x for x in [1]]',
  '{x: y for x, y in {}.items() if x}',
  '[y for x in [[1]] for y in x]',
  '[y for x in [[1]] if x for y in x if y]',
  '[[y for y in x] for x in [[1]]]',
  '[y for x in [[1]] for y in [z for z in x]]',
  '[(a, b) for (a, [b]) in []]',
  'lambda n: n',
  'lambda n, m=1, *a, k=2, **o: (n, m, a, k, o)',
  'lambda n: lambda m: (n, m)',
  'lambda n: [x for x in n if x]',
  '[lambda n: n, 1]',
  '{1: lambda n: n, 2: lambda m: m}',
  'lambda n=(lambda: 1): n',
  '[lambda: x for x in [1]]',
  '[x if x else 1 for x in [1]]',
];

describe('What comprehensions and lambdas bind is not bound around them', () =>
  testVerdicts([
    ...OUTSIDE.map(each => shown(each, 'not proved')),
    ...INSIDE.map(each => shown(each, 'proved')),
    shown('[x for x in x]', 'proved', 'x=()'),
    shown('lambda n=n: n', 'proved', 'n=1'),
    shown('([x for x in [1]], x)', 'proved', 'x=()'),
    ...['[x for x in x]', 'sum(x for x in x)', 'lambda x=x: x'].map(gone),
  ]));
