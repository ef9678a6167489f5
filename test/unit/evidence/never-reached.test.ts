import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

type Expected = 'violated' | 'not violated';

/** `f` takes one more argument, and a function calls it as before, below or in something that decides whether it runs. */
const calling = (body: string, expected: Expected, above = ''): VerdictCase => [
  `${expected === 'violated' ? 'runs' : 'may never run'}: ${above}${body}`,
  {
    'pkg/__init__.py': '',
    'pkg/m.py': 'def f(x):\n    return x\n',
    'pkg/c.py': `import os, posix, typing\nfrom os import _exit, execv\nfrom typing import assert_never\nfrom pkg.m import f\n${above}\n\ndef g(x):\n${body.replace(/^/gm, '    ')}\n`,
  },
  { 'pkg/m.py': 'def f(x, y):\n    return x + y\n' },
  { 'no broken callers': expected },
];

const LEAVES = [
  ...['assert_never(1)', 'typing.assert_never(1)', 'posix._exit(0)', '_exit(0)', 'execv("a", [])'],
  ...['execl', 'execle', 'execlp', 'execlpe', 'execv', 'execve', 'execvp', 'execvpe'].map(
    name => `os.${name}("a", "b")`,
  ),
  'try:\n    x = 1\nexcept ValueError:\n    raise\nelse:\n    return 1',
  'try:\n    return 1\nexcept ValueError:\n    return 2\nelse:\n    x = 1',
  'for i in x:\n    pass\nelse:\n    return 1',
  'while x:\n    x -= 1\nelse:\n    raise ValueError',
  'for i in x:\n    if i:\n        continue\nelse:\n    return 1',
];

const STAYS = [
  'try:\n    x = 1\nexcept ValueError:\n    pass\nelse:\n    return 1',
  'try:\n    return 1\nexcept ValueError:\n    pass',
  'try:\n    x = 1\nexcept ValueError:\n    return 1\nelse:\n    x = 2',
  'for i in x:\n    if i:\n        break\nelse:\n    return 1',
  'for i in x:\n    return 1',
  'os.execute("a")',
  'os.getpid()',
];

const DIES =
  'class A:\n    def die(self):\n        raise SystemExit(1)\n    def live(self):\n        print(1)\n';

const NEVER = [
  ...[
    '()',
    '[]',
    '{}',
    '""',
    'b""',
    'range(0)',
    'range(-1)',
    'range(2, 1)',
    'list()',
    'reversed([])',
  ].flatMap(nothing => [`for _ in ${nothing}:\n    f(1)`, `return [f(1) for _ in ${nothing}]`]),
  'return {i: f(1) for i in x for _ in ()}',
  'return sum(f(1) for _ in [])',
  ...['""', '()', '[]', '{}', '0.0', 'not "x"', '1 == 2', '"a" == "b"', '1 > 2', 'len("")', 'bool()'].map(
    condition => `if ${condition}:\n    f(1)`,
  ),
  'while "":\n    f(1)',
  'if x:\n    pass\nelif ():\n    f(1)',
  'match 1:\n    case 2:\n        f(1)',
  'match "a", 1:\n    case ("b", _):\n        f(1)',
  'return "" and f(1)',
  'return () and f(1)',
  'return 1 > 2 > f(1)',
  'return f(1) if () else x',
  'assert True, f(1)',
  'assert x, f(1)',
  'assert x(1, 2), "%s" % f(1)',
  'try:\n    return 1\nexcept ValueError:\n    return 2\nelse:\n    f(1)',
  'try:\n    x()\nexcept ():\n    f(1)',
];

const RUNS = [
  'for _ in (1, 2):\n    f(1)',
  'for _ in [()]:\n    f(1)',
  'for _ in "a":\n    f(1)',
  'for _ in range(2):\n    f(1)',
  'for _ in range(1, 2):\n    f(1)',
  'for _ in x[()]:\n    f(1)',
  'for _ in list(x):\n    f(1)',
  'return [f(1) for _ in (1, 2)]',
  'return [f(i) for i in x]',
  'while True:\n    f(1)',
  'if x == "":\n    f(1)',
  'if x in ():\n    pass\nelse:\n    pass\nf(1)',
  'match x:\n    case 2:\n        f(1)',
  'match x(1):\n    case _:\n        f(1)',
  'assert f(1)',
  'assert f(1), "message"',
  'assert x(1, f(1))',
  'assert [x, f(1)]',
  'assert (lambda a, b: a) and f(1)',
  'return x() and f(1)',
  'return x < 1 < f(1)',
  'try:\n    x = 1\nexcept ValueError:\n    return 2\nelse:\n    f(1)',
  'return 1 + f(1)',
  'return x[0] or f(1)',
];

describe('What is never reached', () =>
  testVerdicts([
    ...LEAVES.map(each => calling(`${each}\nreturn f(1)`, 'not violated')),
    ...STAYS.map(each => calling(`${each}\nreturn f(1)`, 'violated')),
    ...NEVER.map(each => calling(each, 'not violated')),
    ...RUNS.map(each => calling(each, 'violated')),
    ...['A().die()', 'x = A().die()', 'A(1).b(2).die()', 'x.a.die()', 'x().a.die()'].map(each =>
      calling(`${each}\nreturn f(1)`, 'not violated', DIES),
    ),
    ...['A().live()', 'A().die().b', 'A().die', 'x.append(A().die)'].map(each =>
      calling(`${each}\nreturn f(1)`, 'violated', DIES),
    ),
  ]));

/** `g` calls what is broken; what stands behind it decides whether somebody catches that. */
const tried = (below: string, expected: Expected): VerdictCase => {
  const [name, before, after, verdicts] = calling('return f(1)', expected);
  return [`${name}${below}`, { ...before, 'pkg/c.py': `${before['pkg/c.py']}${below}` }, after, verdicts];
};

describe('A function that is only called where it is caught', () =>
  testVerdicts([
    tried('try:\n    X = g(1)\nexcept TypeError:\n    X = 0\n', 'not violated'),
    tried(
      'def h():\n    try:\n        if 1:\n            g(1)\n    except Exception:\n        pass\n',
      'not violated',
    ),
    tried('try:\n    X = g(1)\nfinally:\n    X = 0\n', 'violated'),
    tried('try:\n    X = 1\nexcept TypeError:\n    X = g(1)\n', 'violated'),
    tried('try:\n    X = g(1)\nexcept TypeError:\n    X = g(2)\n', 'violated'),
    tried('try:\n    X = g(1)\nexcept (KeyboardInterrupt, OSError) as Exception:\n    X = 0\n', 'violated'),
    tried('try:\n    X = g(1)\nexcept OSError:\n    X = 0\nexcept:\n    X = 1\n', 'not violated'),
    tried('X = g(1)\n', 'violated'),
  ]));
