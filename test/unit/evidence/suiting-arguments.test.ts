import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const changed = (
  name: string,
  above: string,
  [before, after]: readonly [before: string, after: string],
  verdict: 'proved' | 'not_checkable',
) => ofModule(name, [`${above}def f(a):\n${before}`, `${above}def f(a):\n${after}`], verdict);

const KEPT = 'from functools import cache\n@cache\ndef g(x): return 1\n';
const SLOTS = 'import weakref\nclass B:\n    __slots__ = ("x",)\nclass A(B):\n    __slots__ = ()\n';
const TYPED = 'from typing import TypedDict\nclass D(TypedDict):\n    x: int\nclass E(D):\n    y: int\n';

describe('what newly is an argument', () =>
  testVerdicts([
    changed(
      'a list by its name, of a function that keeps its results',
      KEPT,
      ['    return g(1)\n', '    x = [1]\n    return g(x)\n'],
      'not_checkable',
    ),
    changed(
      'a dictionary by a keyword, of a method that keeps its results',
      'from functools import lru_cache\nclass K:\n    @lru_cache(maxsize=2)\n    def g(self, x): return 1\n',
      ['    return K().g(x=1)\n', '    return K().g(x={"a": 1})\n'],
      'not_checkable',
    ),
    changed(
      'an object of a class whose base has slots, of weakref.proxy',
      SLOTS,
      ['    x = A()\n    return x\n', '    x = A()\n    return weakref.proxy(x)\n'],
      'not_checkable',
    ),
    changed(
      'a number, of weakref.ref',
      'import weakref\n',
      ['    return 1\n', '    return weakref.ref(1)\n'],
      'not_checkable',
    ),
    changed(
      'a text where a class is asked for',
      '',
      ['    return issubclass(a, dict)\n', '    return issubclass(a, "dict")\n'],
      'not_checkable',
    ),
    changed(
      'a type of dictionaries where a class is asked for',
      TYPED,
      ['    return isinstance(a, dict)\n', '    return isinstance(a, E)\n'],
      'not_checkable',
    ),
    changed(
      'one thing too few for a lambda',
      '',
      ['    return list(map(lambda x, y: x, a, a))\n', '    return list(map(lambda x, y: y, a))\n'],
      'not_checkable',
    ),
    changed(
      'an object that only says when two are equal, as a key',
      'class P:\n    def __eq__(self, o): return True\n',
      ['    return {1: 2}\n', '    x = P()\n    return {x: 2}\n'],
      'not_checkable',
    ),
    changed(
      'an object of fields that can be set, in a set',
      'from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int\n',
      ['    return {1}\n', '    return {P(1)}\n'],
      'not_checkable',
    ),
    changed(
      'an object of fields that stay as they are, in a set',
      'from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    x: int\n',
      ['    return {1}\n', '    return {P(1)}\n'],
      'proved',
    ),
    changed(
      'what stars give, with one thing less',
      'def g(x, y): return x\n',
      ['    d = [a, 1]\n    return g(*d)\n', '    d = [a]\n    return g(*d)\n'],
      'not_checkable',
    ),
    changed(
      'what stars give, as before',
      'def g(x, y): return x\n',
      ['    d = [a, 1]\n    return g(*d)\n', '    d = [a, 1]\n    print(a)\n    return g(*d)\n'],
      'proved',
    ),
    changed(
      'the name of a member that is not there',
      'from enum import Enum\nclass E(Enum):\n    A = 1\n    B = 2\n',
      ['    return E["A"]\n', '    return E["C"]\n'],
      'not_checkable',
    ),
    changed(
      'the name of another member',
      'from enum import Enum\nclass E(Enum):\n    A = 1\n    B = 2\n',
      ['    return E["A"]\n', '    return E["B"]\n'],
      'proved',
    ),
    changed(
      'a text, of a function that keeps its results',
      KEPT,
      ['    return g(1)\n', '    x = "b"\n    return g(x)\n'],
      'proved',
    ),
    changed(
      'an object without slots, of weakref.ref',
      'import weakref\nclass A:\n    x = 1\n',
      ['    return A()\n', '    x = A()\n    return weakref.ref(x)\n'],
      'proved',
    ),
    changed(
      'several classes that are asked for',
      '',
      ['    return isinstance(a, dict)\n', '    return isinstance(a, (dict, list))\n'],
      'proved',
    ),
    changed(
      'a list, of a function that keeps nothing',
      'def g(x): return 1\n',
      ['    return g(1)\n', '    return g([1])\n'],
      'proved',
    ),
  ]));

describe('an object that has less than others', () =>
  testVerdicts([
    ofModule(
      'a dictionary of a known form is asked for an attribute',
      [`${TYPED}def f(e: E): return e["x"]\n`, `${TYPED}def f(e: E): return e.x\n`],
      'not_checkable',
    ),
    changed(
      'one without a format gets a width',
      'class A:\n    def __str__(self): return "a"\n',
      ['    return f"{A()}"\n', '    return f"{A():>10}"\n'],
      'not_checkable',
    ),
    changed(
      'one without a format gets a width by a local name',
      'class A: pass\n',
      ['    x = A()\n    return f"{x}"\n', '    x = A()\n    return f"{x:{a}}"\n'],
      'not_checkable',
    ),
    changed(
      'one with a format gets a width',
      'class A:\n    def __format__(self, how): return how\n',
      ['    return f"{A()}"\n', '    return f"{A():>10}"\n'],
      'proved',
    ),
    changed(
      'what is made a text before gets a width',
      'class A: pass\n',
      ['    return f"{A()}"\n', '    return f"{A()!s:>10} {a:>4}"\n'],
      'proved',
    ),
    ofModule(
      'a named tuple is asked for an attribute',
      [
        'from typing import NamedTuple\nclass T(NamedTuple):\n    x: int\ndef f(t: T): return t[0]\n',
        'from typing import NamedTuple\nclass T(NamedTuple):\n    x: int\ndef f(t: T): return t.x\n',
      ],
      'proved',
    ),
  ]));
