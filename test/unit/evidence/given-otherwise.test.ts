import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

/** What is said of a function after a change, which `b.py` uses. */
async function verdictOf(before: string, after: string, head: string, path = 'a.py'): Promise<string> {
  const { invariants } = await evidenceOf({
    before: { [path]: `${head}${before}\n`, 'b.py': 'from a import give\ndef use(x):\n    return give(x)\n' },
    after: { [path]: `${head}${after}\n` },
    invariants: ['no broken callers'],
  });
  return invariants[0]?.verdict ?? '';
}

type Case = readonly [old: string, now: string, head?: string];

function verdicts(verdict: string, cases: readonly Case[]): void {
  for (const [old, now, head = 'def give(x):\n    '] of cases)
    it(`${old} → ${now}`, async () => assert.equal(await verdictOf(old, now, head), verdict));
}

const RES =
  'from dataclasses import dataclass\n@dataclass\nclass Res:\n    a: int\n    b: int\ndef give(x):\n    ';
const MANAGER =
  'from contextlib import contextmanager\n@contextmanager\ndef manage(x):\n    yield x\ndef give(x):\n    return x\n';
const managed = (body: string): Case => ['', body, MANAGER.slice(0, MANAGER.indexOf('    yield'))];
const SETTING = 'def other(d):\n    d["total"] = 1\ndef give(x):\n    ';
const PARTIAL = 'from functools import partial\ndef add(a, b): return a\ndef give(x):\n    ';

describe('"no broken callers" is left open where a function gives what is written in another form', () => {
  describe('another kind of display, or none any more', () => {
    verdicts('not_checkable', [
      ['return [i for i in x]', 'return (i for i in x)'],
      ['return (i for i in x)', 'return [i for i in x]'],
      ['return {i for i in x}', 'return [i for i in x]'],
      ['return {i: 1 for i in x}', 'return {i for i in x}'],
      ['return [i for i in x]', 'return map(str, x)'],
      ['return [i for i in x]', 'return x'],
      ['return [x]', 'return None if x else [x]'],
      ['return []', 'return tuple(x)'],
      ['return (x,)', 'return x'],
      ['return ()', 'return x'],
      ['return x, 1', 'return x'],
      ['return x, 1', 'return str(x)'],
      ['return x, 1', 'return *x, 1'],
      ['return x, 1', 'r = (x, 1, 2)\n    return r'],
      ['r = (x, 1)\n    return r', 'r = (x, 1, 2)\n    return r'],
      ['r = (x, 1)\n    return r', 'r = x\n    return r'],
      ['return x, 1', 'return (x, 1) if x > 5 else (x, 1, 2)'],
      ['return x, 1', 'return x and (x, 1)'],
      ['return x, 1', 'if not x:\n        return x\n    return x, 1'],
      ['return x, 1', 'if not x:\n        return None\n    return x, 1'],
      ['if x:\n        return x, 1\n    return x, 2', 'if x:\n        return x\n    return x, 2'],
      ['yield x, 1', 'yield x'],
      ['for i in x:\n        yield i, x', 'yield from x'],
      ['y = yield x, 1', 'y = yield x'],
      ['return (r := (x, 1))', 'return (r := (x, 1, 2))'],
      ['return x', 'return [x]'],
      ['return x', 'return {"a": x}'],
      ['return list(x)', 'return 5'],
      ['return lambda a: (a, 1)', 'return lambda a: a'],
      ['return lambda a: a', 'return x'],
      ['return {"a": x}', 'return Res(x, 2)', RES],
      ['return x, 2', 'return Res(x, 2)', RES],
      ['return [x, 2]', 'return Res(x, 2)', RES],
      ['return partial(add, 1)', 'return add', PARTIAL],
    ]);
  });

  describe('inside of what it gives', () => {
    verdicts('not_checkable', [
      ['return [(i, 1) for i in x]', 'return [i for i in x]'],
      ['return [(i, 1) for i in x]', 'return [(i, 1, 2) for i in x]'],
      ['return [i for i in x]', 'return [(i, 1) for i in x]'],
      ['return {"a": (x, 1)}', 'return {"a": x}'],
      ['return {i: [1] for i in x}', 'return {i: 1 for i in x}'],
      ['r = []\n    r.append((x, 1))\n    return r', 'r = []\n    r.append(x)\n    return r'],
      ['return (x, 1), 2', 'return x, 2'],
      ['yield [x]', 'yield [[x]]'],
      ['return 1, 2', 'return 1, (2, 3)'],
      ['return [i for i in x]', 'return [[i] for i in x]'],
    ]);
  });

  describe('a key that is gone', () => {
    verdicts('not_checkable', [
      ['r = {"amount": x, "total": 1}\n    return r', 'r = {"amount": x}\n    return r'],
      ['return {"amount": x, "total": 1}', 'r = {"amount": x}\n    return r'],
      ['return [{"amount": i, "total": 1} for i in x]', 'return [{"amount": i} for i in x]'],
      [
        'r = []\n    r.append({"amount": x, "total": 1})\n    return r',
        'r = []\n    r.append({"amount": x})\n    return r',
      ],
      ['return {"data": {"amount": x, "total": 1}}', 'return {"data": {"amount": x}}'],
      ['return {"a": x, **x}', 'return {"a": x}'],
      ['r = {}\n    r["b"] = 1\n    return r', 'r = {}\n    return r'],
      ['return {"a": x, "b": 1}', 'r = {"a": x}\n    if x:\n        r["b"] = 1\n    return r'],
      ['return {"a": x, 1: x}', 'return {"a": x}'],
      ['return dict(x, total=1)', 'return dict(x)'],
      ['return dict([("a", 1), ("b", x)])', 'return dict([("a", 1)])'],
      ['return dict.fromkeys(["a", "b"])', 'return dict.fromkeys(["a"])'],
      ['r = {"a": x}\n    r["total"] = 1\n    return r', 'r = {"a": x}\n    return r', SETTING],
      ['r = {"a": x}\n    r.update(total=1)\n    return r', 'r = {"a": x}\n    return r', SETTING],
      ['r = {"a": x, "b": 1}\n    return r', 'r = {"a": x, "b": 1}\n    r.pop("b")\n    return r'],
      [
        'r = {"a": x, "b": 1}\n    return r',
        'r = {"a": x, "b": 1}\n    return {k: v for k, v in r.items() if v}',
      ],
    ]);
  });

  describe('a key that another dictionary has now', () => {
    verdicts('not_checkable', [
      ['return {"a": x, "meta": {"b": 1}}', 'return {"meta": {"a": x, "b": 1}}'],
      ['log = {"b": 1}\n    return {"a": x}', 'log = {"a": x}\n    return {"b": 1}'],
      ['y = dict(b=1)\n    return dict(a=x)', 'y = dict(a=1)\n    return dict(b=x)'],
    ]);
    verdicts('proved', [['return {"a": x, "b": 1}', 'out = {"a": x, "b": 2}\n    return out']]);
  });

  it('and is read to an end however long names and choices are followed', async () => {
    const names = Array.from({ length: 3000 }, (_, i) => `p${i + 1} = {"a": p${i}}\n    `).join('');
    const choices = Array.from({ length: 3000 }, (_, i) => `${i} if x == ${i} else `).join('');
    for (const [old, now] of [
      [`p0 = {}\n    ${names}return p3000`, `p0 = {}\n    ${names}return dict(p3000)`],
      [`return ${choices}1`, `return ${choices}2`],
    ] as const)
      assert.match(await verdictOf(old, now, 'def give(x):\n    '), /^(?:proved|not_checkable)$/);
  });

  describe('what it makes', () => {
    const inner = (parameters: string, body = 'pass') =>
      `class K:\n        def __init__(${parameters}):\n            ${body}\n    return K`;
    verdicts('not_checkable', [
      [inner('self, a'), inner('self, a, b')],
      ['class K:\n        a = 1\n    return K', 'class K:\n        b = 1\n    return K'],
      ['def f(a):\n        return a\n    return f', 'def f(a, b):\n        return a\n    return f'],
      ['def f(a):\n        return a\n    return f', 'def g(a, b):\n        return a\n    return g'],
      ['def f(a):\n        return a\n    return f', 'async def f(a):\n        return a\n    return f'],
      ['def f(a):\n        return a, 1\n    return f', 'def f(a):\n        return a\n    return f'],
    ]);
  });

  describe('an attribute that it sets', () => {
    const head = 'class A:\n    def __init__(self, x):\n        ';
    verdicts('not_checkable', [
      ['self.pos = (x, 1)', 'self.pos = x', head],
      ['self.pos = (x, 1)', 'self.pos = (x, 1, 2)', head],
      ['self.pos: tuple = (x, 1)', 'self.pos: list = [x, 1]', head],
    ]);
  });

  describe('a manager that may give control never, or twice', () => {
    const head = managed('')[2] ?? '';
    verdicts('not_checkable', [
      ['    yield x', '    if x:\n        yield x', head],
      ['    yield x', '    for i in x:\n        yield x', head],
      ['    yield x', '    if not x:\n        return\n    yield x', head],
      ['    yield x', '    yield x\n    yield x', head],
    ]);
    verdicts('proved', [
      ['    yield x', '    try:\n        yield x\n    finally:\n        print(x)', head],
      ['    yield x', '    print(x)\n    yield x', head],
    ]);
  });

  describe('but not where it is written in the same form, or was never written', () => {
    verdicts('proved', [
      ['return x, 1', 'r = (x, 1)\n    return r'],
      ['return (x, 1)', 'return x, 2'],
      ['return x, 1', 'if not x:\n        return None, 1\n    return x, 1'],
      ['return x, 1', 'if not x:\n        raise ValueError(x)\n    return x, 1'],
      ['r = []\n    for i in x:\n        r.append(i)\n    return r', 'return [i for i in x]'],
      ['r = []\n    for i in x:\n        r.append((i, 1))\n    return r', 'return [(i, 1) for i in x]'],
      ['return [i for i in x]', 'return list(x)'],
      ['return [i for i in x]', 'return sorted(x)'],
      ['r = {}\n    for i in x:\n        r[i] = 1\n    return r', 'return {i: 1 for i in x}'],
      ['return {i: 1 for i in x}', 'return {j: 1 for j in x}'],
      ['return {"a": x}', 'r = {"a": x}\n    return r'],
      ["return {'a': x}", 'return {"a": x, "b": [1]}'],
      ['return {}', 'return {"a": x}'],
      ['return str(x)', 'return f"{x}"'],
      ['return x', 'return str(x)'],
      ['return x.split(",")', 'return [each for each in x.split(",")]'],
      ['return x', 'if not x:\n        return None\n    return x'],
      ['return 0', 'return len(x)'],
      ['if x:\n        return []\n    return [x]', 'return [x]'],
      ['def f(a):\n        return a\n    return f', 'def f(a):\n        return a + 1\n    return f'],
      ['def f(a):\n        return a\n    return f(x)', 'def f(a, b):\n        return a\n    return f(x, 1)'],
      ['print({"a": x})', 'print({"a": x, "b": 1})'],
    ]);
  });

  it('and not what a test makes for itself', async () => {
    const verdict = await verdictOf(
      '    assert x == {"a": 1, "b": 2}',
      '    assert x == {"a": 1}',
      'def give(x):\n    return x\ndef test_a(x):\n',
      'test_a.py',
    );
    assert.equal(verdict, 'proved');
  });
});
