import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const ABOVE = `import asyncio
import json
import os
import re
from collections import defaultdict
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import reduce
from threading import Thread


@dataclass
class Q:
    a: int = 1


class K:
    def __len__(self):
        return 1


class E(ValueError):
    pass


def g(x):
    if x:
        return 1, 2
    return x


async def h(x):
    return 1, 2


`;

/** What a function newly does. */
const verdictOf = async (body: string) => {
  const source = (lines: string) => `${ABOVE}async def f(x=1, xs=()):\n${lines}    return 1\n`;
  const { invariants } = await evidenceOf({
    before: { 'pkg/__init__.py': '', 'pkg/a.py': source('') },
    after: { 'pkg/a.py': source(body.replace(/^/gm, '    ').concat('\n')) },
    invariants: ['no broken callers'],
  });
  return invariants[0];
};

const FITTING: readonly string[] = [
  'print(sorted(xs, key=lambda a: a))',
  'print(sorted(xs, key=lambda a, b=1: a), sorted(xs, key=lambda *a: a))',
  'print(max(xs, key=lambda a: a, default=None))',
  'print(list(filter(lambda a: a, xs)), reduce(lambda a, b: a + b, xs))',
  'print(re.sub("a", lambda m: "b", "abc"), defaultdict(lambda: []))',
  't = Thread(target=lambda a: a, args=(1,))\nt.start()',
  'print(list(map(lambda a, b: a, xs, xs)), list(map(lambda a, b=2: a, xs)))',
  'a, b = 1, 2\na, b = b, a\np = a, b = a, b',
  'for i, (a, b) in enumerate(zip(xs, xs)):\n    print(i, a, b)',
  'd = {}\nprint([a for a, b in sorted(d.items())])\nfor a, (b, c) in d.items():\n    print(a, b, c)',
  'd = {(1, 2): 3}\nfor a, b in d:\n    print(a, b)',
  'a, b = divmod(7, 2)\na, b = os.path.splitext("a")\na, _, b = "a:b".partition(":")',
  'for a, b, c in os.walk("."):\n    print(a)\nfor a, b in [(1, 2), (3, 4)]:\n    print(a)',
  'a, b = g(x)\na, b = (1, 2) if x else (3, 4)',
  'a, b = await h(x)',
  'with suppress(ValueError, E):\n    print(1)',
  'print(len(K()), asdict(Q()), json.loads("{}"))',
  'await asyncio.wait([asyncio.create_task(h(1)), asyncio.create_task(h(2))])',
  't = asyncio.create_task(h(1))\nawait asyncio.sleep(0)\nprint(await t)',
  'print(await x, await x[0], await asyncio.sleep(1))',
  'try:\n    print(1)\nexcept ValueError:\n    if x:\n        raise',
];

const NOT_FITTING: readonly string[] = [
  'print(sorted(xs, key=lambda: 1))',
  'print(sorted(xs, key=lambda *, a: a))',
  'k = lambda: 1\nprint(list(map(k, xs)))',
  'print(re.sub("a", lambda: "b", "abc"))',
  't = Thread(target=lambda a: a)\nt.start()',
  'a, b, c = 1, 2',
  'a, b = (1, 2) if x else (3, 4, 5)',
  'a, b, c = g(x)',
  'a, b, c = await h(x)',
  'd = {"abc": 1}\nfor a, b in d:\n    print(a, b)',
  'for i, (a, b) in enumerate(zip(xs, xs, xs)):\n    print(i, a, b)',
  'with suppress([ValueError]):\n    print(1)',
  'print(asdict(K()))',
  'print(json.load("a"))',
  'await asyncio.wait([h(1)])',
  'print(await len(xs))',
  'async for a in range(3):\n    print(a)',
  'raise',
];

describe('values that are taken apart, called back, awaited or raised again', () => {
  for (const body of FITTING)
    it(`fit: ${JSON.stringify(body)}`, async () => {
      const verdict = await verdictOf(body);
      assert.equal(verdict?.verdict, 'proved', verdict?.reason);
    });
  for (const body of NOT_FITTING)
    it(`are not shown to fit: ${JSON.stringify(body)}`, async () => {
      const verdict = await verdictOf(body);
      assert.equal(verdict?.verdict, 'not_checkable', verdict?.reason);
    });
});
