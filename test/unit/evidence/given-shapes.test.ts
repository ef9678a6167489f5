import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** What is said of `a.py` after a change, where `b.py` uses what it gives. */
async function verdictOf(phrase: string, before: string, after: string, others: Files = {}): Promise<string> {
  const { invariants } = await evidenceOf({
    before: { 'a.py': before, ...others },
    after: { 'a.py': after },
    invariants: [phrase],
  });
  return invariants[0]?.verdict ?? '';
}

describe('"no broken callers" is left open where a function gives something of another form', () => {
  const PARTIAL = 'from functools import partial\ndef add(a, b):\n    return a\n';
  const cases = {
    'a lambda that takes more': ['return lambda a: a', 'return lambda a, b: a', 'give()(1)'],
    'a lambda that takes less, in a list': [
      'return [lambda a, b: a]',
      'return [lambda a: a]',
      'give()[0](1, 2)',
    ],
    'a lambda whose parameter is given by name alone': [
      'return lambda a: a',
      'return lambda *, a: a',
      'give()(1)',
    ],
    'a longer tuple': ['return 1, 2', 'return 1, 2, 3', 'x, y = give()'],
    'a longer tuple in parentheses': ['return (1, 2)', 'return (1, 2, 3)', 'x, y = give()'],
    'a longer tuple that is yielded': ['yield 1, 2', 'yield 1, 2, 3', 'x, y = next(give())'],
    'one value in place of two': ['return 1, 2', 'return 1', 'x, y = give()'],
    'two values in place of one': ['return x', 'return x, 1', 'give().upper()'],
    'a list in place of a dictionary': ["return {'a': 1}", 'return [1]', "give()['a']"],
    'nothing in place of something': ['return [1]', 'return None', 'give()[0]'],
    'nothing at all any more': ['return [1]', 'pass', 'give()[0]'],
    'a dictionary without a key': ["return {'a': 1}", "return {'b': 1}", "give()['a']"],
    'a dictionary without a key, by call': ['return dict(a=1)', 'return dict(b=1)', "give()['a']"],
    'a class without a member': ["return type('T', (), {'x': 1})", "return type('T', (), {})", 'give().x'],
  } satisfies Readonly<Record<string, readonly [string, string, string]>>;
  for (const [name, [old, now, use]] of Object.entries(cases))
    it(name, async () => {
      const others = { 'b.py': `from a import give\ndef use():\n    ${use}\n` };
      const verdict = await verdictOf(
        'no broken callers',
        `def give():\n    ${old}\n`,
        `def give():\n    ${now}\n`,
        others,
      );
      assert.equal(verdict, 'not_checkable');
    });

  it('what partial leaves out', async () => {
    const verdict = await verdictOf(
      'no broken callers',
      `${PARTIAL}def give():\n    return partial(add, 1)\n`,
      `${PARTIAL}def give():\n    return partial(add)\n`,
      { 'b.py': 'from a import give\ndef use():\n    give()(2)\n' },
    );
    assert.equal(verdict, 'not_checkable');
  });

  const good = {
    'a lambda beside what was there': ['return list(x)', 'return sorted(x, key=lambda a: -a)'],
    'a lambda that does something else': ['return lambda a: a', 'return lambda b: b + 1'],
    'a way out that was not there': ['return list(x)', 'if not x: return None\n    return list(x)'],
    'what is worked out in another way': ['return x', 'return int(1)'],
    'another text': ["return 'a'", "return f'b{x}'"],
    'a dictionary with one more key': ["return {'a': 1}", "return {'a': 1, 'b': 2}"],
    'a tuple of as many': ['return 1, 2', 'return 1, int(x)'],
    'a call with more arguments': ['return max(1, 2)', 'return max(1, 2, 3)'],
  } satisfies Readonly<Record<string, readonly [string, string]>>;
  for (const [name, [old, now]] of Object.entries(good))
    it(`but not: ${name}`, async () => {
      const verdict = await verdictOf(
        'no broken callers',
        `def give(x):\n    ${old}\n`,
        `def give(x):\n    ${now}\n`,
      );
      assert.equal(verdict, 'proved');
    });
});

it('overloads are none of the forms that a function gives', async () => {
  const overloads =
    'from typing import overload\n@overload\ndef f(x: int) -> int: ...\n@overload\ndef f(x: str) -> str: ...\n' +
    'def f(x):\n    return x\n';
  const verdict = await verdictOf(
    'no broken callers',
    `${overloads}def g():\n    return 1\n`,
    `${overloads}def g():\n    return 2\n`,
  );
  assert.equal(verdict, 'proved');
});

describe('"no broken callers" is left open where a function takes something else by keys', () => {
  const cases = {
    'of what ** takes': ['**k', "return k['a']", "return k['b']"],
    'of what ** takes, which it takes out': ['**k', "return k.pop('a', 1)", "return k.pop('b', 1)"],
    'of a dictionary': ['k', "return k['a']", "return k['b']"],
    'another number of values by *': ['*k', 'x, y = k', 'x, y, z = k'],
  } satisfies Readonly<Record<string, readonly [string, string, string]>>;
  for (const [name, [parameter, old, now]] of Object.entries(cases))
    it(name, async () => {
      const head = `def take(${parameter}):\n    `;
      assert.equal(
        await verdictOf('no broken callers', `${head}${old}\n`, `${head}${now}\n`),
        'not_checkable',
      );
    });

  it('but not: a key that it sets, and one that it asked for already', async () => {
    const head = 'def take(k):\n    ';
    const verdict = await verdictOf(
      'no broken callers',
      `${head}return k['a']\n`,
      `${head}k['b'] = 1\n    return str(k['a'])\n`,
    );
    assert.equal(verdict, 'proved');
  });
});

describe('imports are left open where a dynamic import differs, or what decides what it imports', () => {
  const plug = { 'plug.py': 'X = 1\n', 'other.py': 'X = 1\n' };
  const cases = {
    'one is gone': ['def f():\n    __import__("plug")\n', 'def f():\n    pass\n'],
    'one is new': ['def f():\n    pass\n', 'def f():\n    __import__("plug")\n'],
    'of another module': ['def f():\n    __import__("plug")\n', 'def f():\n    __import__("other")\n'],
    'of a value of the module': [
      'P = ["plug"]\ndef f():\n    for p in P:\n        __import__(p)\n',
      'P = []\ndef f():\n    for p in P:\n        __import__(p)\n',
    ],
    'told by a function beside it': [
      'from importlib import import_module\ndef load(n):\n    return import_module(n)\ndef f():\n    load("plug")\n',
      'from importlib import import_module\ndef load(n):\n    return import_module(n)\ndef f():\n    load("plugg")\n',
    ],
  } satisfies Readonly<Record<string, readonly [string, string]>>;
  for (const phrase of ['no import shape changes', 'no broken imports', 'no broken callers'])
    for (const [name, [before, after]] of Object.entries(cases))
      it(`${phrase}: ${name}`, async () =>
        assert.equal(await verdictOf(phrase, before, after, plug), 'not_checkable'));

  it('but not: a function that has nothing to do with it', async () => {
    const load = 'from importlib import import_module\ndef load(n):\n    return import_module(n)\n';
    const verdict = await verdictOf(
      'no import shape changes',
      `${load}def g():\n    return 1\n`,
      `${load}def g():\n    return 2\n`,
    );
    assert.equal(verdict, 'proved');
  });
});
