import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const given = (name: string, above: string, result: string, verdict: 'proved' | 'not_checkable') =>
  ofModule(name, [`${above}def f(a):\n    return 0\n`, `${above}def f(a):\n    return ${result}\n`], verdict);

const TYPING = 'from typing import Any, Iterable, Literal, Protocol, runtime_checkable\n';
const SHAPES = `${TYPING}class A: pass\n@runtime_checkable\nclass P(Protocol):\n    def go(self): ...\nclass Q(Protocol):\n    x: int\n`;

describe('what is newly asked for as a class', () =>
  testVerdicts([
    given('is a list of a certain kind', '', 'isinstance(a, list[int])', 'not_checkable'),
    given('is one of two such lists', '', 'isinstance(a, (str, dict[str, int]))', 'not_checkable'),
    given('is such a list by its name', 'L = tuple[int, ...]\n', 'isinstance(a, L)', 'not_checkable'),
    given('is for tools alone', TYPING, 'isinstance(a, Any)', 'not_checkable'),
    given('is one of some words', TYPING, 'isinstance(a, Literal["x"])', 'not_checkable'),
    given('is a list of classes', 'L = [int]\n', 'isinstance(a, L)', 'not_checkable'),
    given('is a protocol for tools alone', SHAPES, 'isinstance(a, Q)', 'not_checkable'),
    given('is of another package', 'from attrs import Made\n', 'isinstance(a, Made)', 'not_checkable'),
    given('is a function of Python', 'import threading\n', 'isinstance(a, threading.Lock)', 'not_checkable'),
    given('is a class, and what is asked is none', 'X = 1\n', 'issubclass(X, int)', 'not_checkable'),
    given('is a class of Python', '', 'isinstance(a, int)', 'proved'),
    given('is a class of its library', 'import pathlib\n', 'isinstance(a, pathlib.Path)', 'proved'),
    given('is a class of this module', SHAPES, 'isinstance(a, A)', 'proved'),
    given('is a protocol that can be asked for', SHAPES, 'isinstance(a, P)', 'proved'),
    given('is what can be looped over', TYPING, 'isinstance(a, Iterable)', 'proved'),
    given('is one of several by their name', 'L = (int, (str, bytes))\n', 'isinstance(a, L)', 'proved'),
    given('is this one or nothing', SHAPES, 'isinstance(a, A | None)', 'proved'),
    given('is that of an object', '', 'isinstance(1, type(a))', 'proved'),
    given('is asked about a class', SHAPES, 'issubclass(A, (int, A))', 'proved'),
  ]));

const KEPT = [
  'from functools import cache',
  '@cache',
  'def g(x): return 1',
  'def several(): return [1]',
  'def one(): return "x"',
  'class E:',
  '    def __eq__(self, other): return True',
  '    @cache',
  '    def size(self): return 1',
  'class H:',
  '    @cache',
  '    def size(self): return 1',
  '',
].join('\n');

describe('what a function that keeps its results is newly given', () =>
  testVerdicts([
    given('is a list by a call', KEPT, 'g(several())', 'not_checkable'),
    given('is a tuple with a list in it', KEPT, 'g((1, [a]))', 'not_checkable'),
    given('is a sum of lists', KEPT, 'g(several() + several())', 'not_checkable'),
    given('is an object that is equal to others', KEPT, 'E().size()', 'not_checkable'),
    given('comes from elsewhere', `import json\n${KEPT}`, 'g(json.loads("1"))', 'not_checkable'),
    given('is a text by a call', KEPT, 'g(one())', 'proved'),
    given('is a tuple of texts', KEPT, 'g(("a", one(), None))', 'proved'),
    given('is an object that is itself alone', KEPT, 'H().size()', 'proved'),
    given('is what the caller gives', KEPT, 'g(a)', 'proved'),
  ]));

const LATER = 'import asyncio\nasync def later(): return 1\ndef now(): return 1\n';
const inLoop = (name: string, result: string, verdict: 'proved' | 'not_checkable') => {
  const above = `${LATER}async def f(a):\n    return `;
  return ofModule(name, [`${above}0\n`, `${above}${result}\n`], verdict);
};

describe('what newly runs later', () =>
  testVerdicts([
    given('is no coroutine', LATER, 'asyncio.run(now())', 'not_checkable'),
    given('is a coroutine that is not called', LATER, 'asyncio.run(later)', 'not_checkable'),
    given('has no loop', LATER, 'asyncio.create_task(later())', 'not_checkable'),
    inLoop('has a loop already', 'asyncio.run(later())', 'not_checkable'),
    inLoop('is no coroutine beside others', 'await asyncio.gather(later(), now())', 'not_checkable'),
    given('is a coroutine', LATER, 'asyncio.run(later())', 'proved'),
    inLoop('is a task in a loop', 'asyncio.create_task(later())', 'proved'),
    inLoop('is waited for', 'await asyncio.wait_for(later(), 1)', 'proved'),
  ]));

describe('what a function of Python is newly given', () =>
  testVerdicts([
    given('is a number for several', '', 'max(1)', 'not_checkable'),
    given('is a number for several, with a key', '', 'min(1, key=abs)', 'not_checkable'),
    given('is a number for a series', '', 'sorted(1)', 'not_checkable'),
    given('is nothing for a series', '', 'len(None)', 'not_checkable'),
    given('is a text for a number', '', 'abs("1")', 'not_checkable'),
    given('is a list for what is called', 'from functools import partial\n', 'partial([a])', 'not_checkable'),
    given(
      'is a list for objects of fields',
      'import dataclasses\n',
      'dataclasses.asdict([a])',
      'not_checkable',
    ),
    given('has no hash', KEPT, 'hash(E())', 'not_checkable'),
    given('has no hash by its name', 'X = [1]\n', 'hash(X)', 'not_checkable'),
    given('is as many as it takes', '', 'max(1, 2) + max([1]) + max("ab", key=ord)', 'proved'),
    given('is what it takes', '', 'len(sorted([a])) + len("a") + abs(-1) + int("1") + sum([1])', 'proved'),
    given('has a hash', KEPT, 'hash(H()) + hash((1, "a"))', 'proved'),
  ]));

const COLOR = 'from enum import Enum\nclass Color(Enum):\n    RED = 1\n    BLUE = "b"\n';
const asks = (name: string, was: string, is: string, verdict: 'proved' | 'not_checkable') => {
  const text = (asked: string) => `${COLOR}def f(a):\n    return ${asked}\n`;
  return ofModule(name, [text(was), text(is)], verdict);
};

describe('a member of an enumeration that is asked for', () =>
  testVerdicts([
    asks('by a name that none has', 'Color["RED"]', 'Color["GREEN"]', 'not_checkable'),
    asks('by a number that none has', 'Color(1)', 'Color(3)', 'not_checkable'),
    asks('by a text that is a name and no value', 'Color(1)', 'Color("RED")', 'not_checkable'),
    asks('by another name', 'Color["RED"]', 'Color["BLUE"]', 'proved'),
    asks('by another value', 'Color(1)', 'Color("b")', 'proved'),
    asks('by what the caller gives', 'Color(1)', 'Color(a)', 'proved'),
  ]));
