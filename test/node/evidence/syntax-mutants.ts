type Random = () => number;

const pick = <T>(list: readonly T[], random: Random): T => list[Math.floor(random() * list.length)] as T;

/** Statements that parse and that Python refuses to compile in the wrong place. */
const STATEMENTS = [
  'return 1',
  'yield 1',
  'await thing()',
  'break',
  'continue',
  'global late',
  'nonlocal late',
  'from __future__ import annotations',
  'from __future__ import magic',
  'from os import *',
  'def twice(a, a): pass',
  'def once(a, *, b=1, **a): pass',
  'call(a=1, a=2)',
  'async with x: pass',
  'async for x in y: pass',
  'late = 1; global late',
  'def inner():\n    nonlocal nowhere',
  'def inner():\n    late = 1\n    global late',
  'def inner(late):\n    global late',
  'def inner():\n    print(late)\n    nonlocal late',
  'lambda a, a: 1',
  'class K:\n    return 1',
  'class K:\n    from os import *',
  'while True:\n    def f():\n        break',
  'for x in y:\n    pass\nelse:\n    continue',
  'async def g():\n    yield from x',
  'async def g():\n    return 1\n    yield 2',
  'def g():\n    x = await y',
  '__debug__ = 1',
  'x: int = (yield)',
  '*a, *b = c',
  '*a = b',
  'f(**a, *b)',
  'f(a for a in b, 1)',
  'try:\n    pass\nexcept:\n    pass\nexcept E:\n    pass',
  'match x:\n    case y: pass\n    case z: pass',
  'match x:\n    case [a, a]: pass',
  'match x:\n    case a | 1: pass',
  '[x := 1 for x in y]',
  'print(b"ä")',
  '"a" b"b"',
  'del f()',
  'f() = 1',
  'a + 1 = 2',
  'None = 1',
  'x = *y',
  '(yield) = 1',
  'with a as 1: pass',
  'def f(a=1, b): pass',
  'def f(*): pass',
  'f(a=1, 2)',
  'import a.b as c.d',
  'raise',
  'pass',
  'x = lambda: (yield)',
];

/** One source with something of the kind put into it, or a line lost, doubled or moved. */
export function mutateSource(source: string, random: Random): string {
  const lines = source.split('\n');
  const at = Math.floor(random() * lines.length);
  const indent = /^ */.exec(lines[at] ?? '')?.[0] ?? '';
  const kind = random();
  if (kind < 0.65) {
    const statement = pick(STATEMENTS, random);
    lines.splice(at, 0, ...statement.split('\n').map(line => indent + line));
  } else if (kind < 0.75) lines.splice(at, 1);
  else if (kind < 0.85) lines.splice(at, 0, lines[at] ?? '');
  else if (kind < 0.92) lines[at] = (lines[at] ?? '').slice(random() < 0.5 ? 4 : 0).replace(/\(|\)|:|,/, '');
  else lines[at] = `${' '.repeat(4 * Math.floor(random() * 3))}${(lines[at] ?? '').trimStart()}`;
  return lines.join('\n');
}
