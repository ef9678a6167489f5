import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import { createPythonSymbols } from '../../../src/core/python/python-symbols.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { symbolsOf } from './symbols-of.ts';

async function traceOf(name: string, files: Readonly<Record<string, string>>) {
  const answer = await symbolsOf(files).traceCalls(name);
  if ('error' in answer) throw new Error(answer.error);
  return {
    callers: answer.callers.map(
      c =>
        `${c.qualified_name} ${c.file}:${c.called_at.join(',')}${c.certainty === 'possible' ? ' possible' : ''}`,
    ),
    callees: answer.callees.map(c => `${c.qualified_name}:${c.line} at ${c.called_at.join(',')}`),
    external: answer.external.map(c => c.call),
    unresolved: answer.unresolved.map(c => c.call),
  };
}

const shop = {
  'shop/__init__.py': 'from .repo import Repo as Store\nfrom .text import shout\n',
  'shop/text.py': 'def shout(x):\n    return helper(x).upper()\n\ndef helper(x) -> str:\n    return str(x)\n',
  'shop/repo.py':
    'import json\nfrom typing import Optional\nfrom .text import helper as h\n\nclass Base:\n    def save(self): ...\n    def close(self): self.save()\n\nclass Repo(Base):\n    def __init__(self, path):\n        self.data = json.loads(path)\n    def save(self):\n        super().save()\n        h(1)\n    @classmethod\n    def open(cls, path) -> "Repo":\n        return cls(path)\n\ndef connect() -> Optional[Repo]:\n    return Repo.open("x")\n',
  'shop/service.py':
    'import shop.text\nfrom shop import Store, shout\nfrom shop.repo import connect\n\nclass Service:\n    store: Store\n    def __init__(self, store: Store | None = None):\n        self.store = store\n        self.other = Store("y")\n\n    def run(self, thing, items):\n        self.store.save()\n        self.other.save()\n        connect().save()\n        thing.save()\n        local = Store("z")\n        local.close()\n        for item in items:\n            item.go()\n        def inner():\n            shout(1)\n        inner()\n        shop.text.helper(2)\n        print(len(items), f"{shout(3)}")\n        return [shout(x) for x in items if (lambda: shout(4))()]\n\nshout(0)\n',
};

describe('trace_calls: what a function calls', () => {
  it('follows imports, renamed re-exports, dotted modules, comprehensions, lambdas and f-strings', async () => {
    const { callees, external, unresolved } = await traceOf('Service.run', shop);
    assert.deepEqual(callees, [
      'shop.repo.Repo.save:12 at 12,13,14',
      'shop.repo.connect:19 at 14',
      'shop.repo.Repo:9 at 16',
      'shop.repo.Base.close:7 at 17',
      'shop.service.Service.run.inner:20 at 22',
      'shop.text.helper:4 at 23',
      'shop.text.shout:1 at 24,25',
    ]);
    assert.deepEqual(external, []);
    assert.deepEqual(unresolved, ['thing.save', 'item.go', '(lambda: shout(4))']);
  });

  it('follows super, classmethods, inherited methods, and names what leaves the workspace', async () => {
    assert.deepEqual((await traceOf('Repo.save', shop)).callees, [
      'shop.repo.Base.save:6 at 13',
      'shop.text.helper:4 at 14',
    ]);
    assert.deepEqual((await traceOf('Repo.open', shop)).callees, ['shop.repo.Repo:9 at 17']);
    assert.deepEqual((await traceOf('Repo', shop)).external, ['json.loads']);
  });

  it('takes the type a call returns from its annotation, and says when there is none', async () => {
    const files = {
      'm.py':
        'class A:\n  def f(self): ...\ndef typed() -> A: ...\ndef untyped(): ...\ndef g():\n  typed().f()\n  untyped().f()\n',
    };
    const { callees, unresolved } = await traceOf('g', files);
    assert.deepEqual(callees, ['m.typed:3 at 6', 'm.A.f:2 at 6', 'm.untyped:4 at 7']);
    assert.deepEqual(unresolved, ['untyped().f']);
  });

  it('does not take a parameter or a local for the module name it hides', async () => {
    const files = {
      'm.py': 'def f(): ...\ndef g(f): f()\ndef h():\n  for f in x: f()\ndef k():\n  f = 1\n  f = 2\n  f()\n',
    };
    for (const name of ['g', 'h', 'k']) {
      const { callees, unresolved } = await traceOf(name, files);
      assert.deepEqual([callees, unresolved], [[], ['f']], name);
    }
  });

  it('does not take the variable of a comprehension or a lambda for the module it hides', async () => {
    const files = {
      'm.py':
        'import typing as t\nimport n\ndef g(self):\n  a = [t.go() for t in self.types]\n  b = {k: n.go() for k, n in a}\n  c = sorted(a, key=lambda n=1: n.go())\n  n.f()\n  return t.overload()\n',
      'n.py': 'def f(): ...\ndef go(): ...\n',
    };
    const { callees, external, unresolved } = await traceOf('g', files);
    assert.deepEqual([callees, external], [['n.f:1 at 7'], ['typing.overload']]);
    assert.deepEqual(unresolved, ['t.go', 'n.go']);
  });

  it('follows typing.cast, copy.copy, staticmethod(…), Self, and self with a type variable', async () => {
    const files = {
      'm.py':
        'import copy\nfrom typing import Any, Self, TypeVar, cast\nT = TypeVar("T", bound="A")\ndef free(x): ...\nclass A:\n  made = staticmethod(free)\n  def f(self): ...\n  def me(self) -> Self: ...\n  def g(self: T, x: Any, y):\n    self.f()\n    self.me().f()\n    cast("A", y).f()\n    cast(A, y).f()\n    copy.copy(self).f()\n    A.made(1)\n    x.f()\n',
    };
    const { callees, external, unresolved } = await traceOf('A.g', files);
    assert.deepEqual(callees, ['m.A.f:7 at 10,11,12,13,14', 'm.A.me:8 at 11', 'm.free:4 at 15']);
    assert.deepEqual([external, unresolved], [['typing.cast', 'copy.copy'], ['x.f']]);
  });

  it('leaves open what a call from outside gives, unless that surely is its own', async () => {
    const files = {
      'm.py':
        'import collections, logging, lib\nlog = logging.getLogger(__name__)\ndef g(xs):\n  log.info("x".join(xs).upper().strip())\n  next(xs).test()\n  getattr(xs, "a").b()\n  collections.deque(xs).popleft().go()\n  lib.Session().get("/")\n  lib.find(xs).go()\n  str(xs).strip().lower()\n',
    };
    const { external, unresolved } = await traceOf('g', files);
    assert.deepEqual(external, [
      'logging.getLogger().info',
      'collections.deque',
      'collections.deque().popleft',
      'lib.Session',
      'lib.Session().get',
      'lib.find',
    ]);
    assert.deepEqual(unresolved, [
      'next(xs).test',
      'getattr(xs, "a").b',
      'collections.deque(xs).popleft().go',
      'lib.find(xs).go',
    ]);
  });

  it('follows imports inside functions, namespace folders and functions given another name', async () => {
    const files = {
      'ns/deep/m.py': 'def f(): ...\n',
      'a.py':
        'import ns.deep.m\ndef g():\n  from ns.deep import m as n\n  n.f()\n  ns.deep.m.f()\n  alias()\ndef other(): ...\nalias = other\n',
    };
    assert.deepEqual((await traceOf('g', files)).callees, ['ns.deep.m.f:1 at 4,5', 'a.other:7 at 6']);
  });
});

describe('trace_calls: who calls a function', () => {
  it('finds calls under any name, at module level too', async () =>
    assert.deepEqual((await traceOf('shop.text.helper', shop)).callers, [
      'shop.repo.Repo.save shop/repo.py:14',
      'shop.service.Service.run shop/service.py:23',
      'shop.text.shout shop/text.py:2',
    ]));

  it('tells resolved calls of a method from possible ones on unknown objects', async () =>
    assert.deepEqual((await traceOf('Repo.save', shop)).callers, [
      'shop.service.Service.run shop/service.py:12,13,14',
      'shop.service.Service.run shop/service.py:15 possible',
    ]));

  it('finds where a class is made, by its names and through cls', async () => {
    const expected = [
      'shop.repo.Repo.open shop/repo.py:17',
      'shop.service.Service.__init__ shop/service.py:9',
      'shop.service.Service.run shop/service.py:16',
    ];
    assert.deepEqual((await traceOf('shop.repo.Repo', shop)).callers, expected);
    assert.deepEqual((await traceOf('Repo.__init__', shop)).callers, expected);
  });

  it('counts calls in decorators and defaults for what is around the function', async () => {
    const files = { 'm.py': 'def f(): ...\n@f()\ndef g(a=f()): ...\nclass A:\n  x = f()\n' };
    assert.deepEqual((await traceOf('f', files)).callers, ['m m.py:2,3', 'm.A m.py:5']);
  });

  it('finds calls of renamed re-exports of renamed imports', async () => {
    const files = {
      'a.py': 'def f(): ...\n',
      'b.py': 'from a import f as g\n',
      'c.py': 'from b import g as h\nh()\n',
    };
    assert.deepEqual((await traceOf('a.f', files)).callers, ['c c.py:2']);
  });
});

describe('trace_calls: what it says besides', () => {
  it('names its limits, and totals when it is cut', async () => {
    const callers = Array.from({ length: 600 }, (_, i) => [
      `p/m${i}.py`,
      'from a import f\ndef caller(): f()\n',
    ]);
    const answer = await symbolsOf({ 'a.py': 'def f(): ...\n', ...Object.fromEntries(callers) }).traceCalls(
      'a.f',
    );
    assert.ok(!('error' in answer));
    assert.match(answer.limits, /Not followed: functions passed as values, getattr/);
    assert.equal(answer.total_callers, 600);
    assert.match(answer.truncated ?? '', /^shown: \d+ of 600 callers$/);
    assert.ok(JSON.stringify(answer).length <= 32 * 1024);
  });

  it('refuses what is no function, with the nearest names', async () => {
    const files = { 'm.py': 'LIMIT = 1\ndef limit(): ...\n' };
    assert.deepEqual(await symbolsOf(files).traceCalls('limti'), {
      error: "No definition named limti in the workspace's Python files",
      changed: false,
      nearest: ['m.LIMIT', 'm.limit'],
    });
  });

  it('ends on circles of imports, bases and assignments', async () => {
    const files = {
      'a.py':
        'from b import x as y\nfrom b import *\nclass A(B): ...\ndef f():\n  y()\n  p.q()\n  A().m()\np = q\nq = p\n',
      'b.py': 'from a import y as x, A\nfrom a import *\nclass B(A): ...\n',
    };
    const { unresolved } = await traceOf('f', files);
    assert.deepEqual(unresolved, ['y', 'p.q', 'A().m']);
    const own = { 'm.py': 'class A(b.c, b.d): ...\nb = A()\ndef f():\n  b.e()\n  A().g()\n' };
    assert.deepEqual((await traceOf('f', own)).unresolved, ['b.e', 'A().g']);
  });
});

describe('a trace that nobody waits for any more', () => {
  it('reads no further file, and is refused as cancelled', async () => {
    const leave = new AbortController();
    let [isIndexed, reads] = [false, 0];
    class CountedFiles extends MemoryFiles {
      override read(path: string) {
        if (isIndexed && ++reads === 60) leave.abort();
        return super.read(path);
      }
    }
    const files = new CountedFiles({ 'm.py': 'def f(): ...\n' });
    for (let n = 0; n < 50; n++) files.set(`caller_${n}.py`, 'from m import f\nf()\n');
    const symbols = createPythonSymbols(files);
    await symbols.locateSymbol('f');
    isIndexed = true;
    await assert.rejects(symbols.traceCalls('f', leave.signal), Cancelled);
    // The 51 files are looked at for changes first; the trace had read nine of them.
    assert.equal(reads, 60);
    await assert.rejects(symbols.traceEndpoint('f', leave.signal), Cancelled);
  });
});
