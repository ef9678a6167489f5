import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

const LAZY = 'from __future__ import annotations\n';
const BLOCK = 'from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import b\n    from b import B\n\n';
const F = 'def f(x):\n    return x\n';

async function callersIn(before: string, after: string, others: Readonly<Record<string, string>> = {}) {
  const files = { 'b.py': 'class B:\n    pass\n', ...others };
  const { invariants } = await evidenceOf({
    before: { ...files, 'a.py': before },
    after: { 'a.py': after },
    invariants: ['no broken callers'],
  });
  return invariants[0];
}

/** What it is about, the module before and after, other modules. */
type Case = readonly [name: string, before: string, after: string, others?: Readonly<Record<string, string>>];

describe('annotations that are not evaluated, and names that are bound for type checkers alone', () => {
  const used: readonly Case[] = [
    [
      'that of a parameter',
      `${LAZY}${BLOCK}def f(x: B):\n    return x\n`,
      `${LAZY}${BLOCK}def f(x: B):\n    return isinstance(x, B)\n`,
    ],
    [
      'that of a parameter, by its module',
      `${LAZY}${BLOCK}def f(x: b.B):\n    return x\n`,
      `${LAZY}${BLOCK}def f(x: b.B):\n    return b.B\n`,
    ],
    [
      'that of a result',
      `${LAZY}${BLOCK}def f(x) -> dict[str, B]:\n    return x\n`,
      `${LAZY}${BLOCK}def f(x) -> dict[str, B]:\n    return B\n`,
    ],
    [
      'that of a local variable',
      `${BLOCK}def f(x):\n    y: B = x\n    return y\n`,
      `${BLOCK}def f(x):\n    y: B = x\n    return B\n`,
    ],
    [
      'that of an attribute of a class',
      `${LAZY}${BLOCK}class C:\n    x: B\n\n    def m(self):\n        return 1\n`,
      `${LAZY}${BLOCK}class C:\n    x: B\n\n    def m(self):\n        return B\n`,
    ],
    [
      'that of a type parameter',
      `${BLOCK}def f[T: B](x: T) -> T:\n    return x\n`,
      `${BLOCK}def f[T: B](x: T) -> T:\n    return B\n`,
    ],
    [
      'what a `type` stands for',
      `${BLOCK}type T = B | None\n\n\n${F}`,
      `${BLOCK}type T = B | None\n\n\ndef f(x):\n    return B\n`,
    ],
    [
      'a formatted text in one',
      `${BLOCK}def f(x):\n    y: f"{B}" = x\n    return y\n`,
      `${BLOCK}def f(x):\n    y: f"{B}" = x\n    return f"{B}"\n`,
    ],
  ];
  for (const [name, before, after] of used)
    it(`says nothing for code that runs: ${name}`, async () => {
      const found = await callersIn(before, after);
      assert.equal(found?.verdict, 'not_checkable', found?.reason);
    });

  const proved: readonly Case[] = [
    ['a local variable', BLOCK + F, `${BLOCK}def f(x):\n    y: B = x\n    return y\n`],
    ['a local variable, by a module', BLOCK + F, `${BLOCK}def f(x):\n    y: list[b.B] = x\n    return y\n`],
    [
      'a function',
      LAZY + BLOCK + F,
      `${LAZY}${BLOCK}${F}\ndef g(x: B, *y: b.B, z: B | None = None) -> list[B]:\n    return x\n`,
    ],
    [
      'a method',
      `${LAZY}${BLOCK}class C:\n    def m(self):\n        return 1\n`,
      `${LAZY}${BLOCK}class C:\n    def m(self):\n        return 1\n\n    @staticmethod\n    def n(x: B) -> B:\n        return x\n`,
    ],
    ['a value of the module', LAZY + BLOCK + F, `${LAZY}${BLOCK}${F}\ny: B | None = None\n`],
  ];
  for (const [name, before, after] of proved)
    it(`may name them, as nothing reads it: ${name}`, async () => {
      const found = await callersIn(before, after);
      assert.equal(found?.verdict, 'proved', found?.reason);
    });

  const G = '\ndef g(x: B):\n    return x\n';
  const read: readonly Case[] = [
    ['it is evaluated', BLOCK + F, `${BLOCK}${F}${G}`],
    [
      'another module evaluates annotations',
      LAZY + BLOCK + F,
      LAZY + BLOCK + F + G,
      { 'c.py': 'import typing\n\n\ndef hints(x):\n    return typing.get_type_hints(x)\n' },
    ],
    [
      'the function is given on',
      `${LAZY}${BLOCK}${F}\ndef g(x):\n    return x\n`,
      LAZY + BLOCK + F + G,
      { 'c.py': 'import outside\n\nimport a\n\noutside.register(a.g)\n' },
    ],
    [
      'a decorator may read it',
      LAZY + BLOCK + F,
      `${LAZY}${BLOCK}import outside\n\n\n${F}\n@outside.checked${G}`,
    ],
    [
      'a base of the class may read it',
      `${LAZY}${BLOCK}import outside\n\n\nclass C(outside.Model):\n    def m(self):\n        return 1\n`,
      `${LAZY}${BLOCK}import outside\n\n\nclass C(outside.Model):\n    def m(self):\n        return 1\n\n    def n(self, x: B):\n        return x\n`,
    ],
    [
      'the name stands beside it',
      LAZY + BLOCK + F,
      `${LAZY}${BLOCK}def f(x):\n    y: B = [B]\n    return y\n`,
    ],
    [
      'a lambda makes it hard to tell',
      LAZY + BLOCK + F,
      `${LAZY}${BLOCK}${F}\ndef g(x=lambda p, q: B, y: B = None):\n    return x\n`,
    ],
    ['nothing defines the name', LAZY + BLOCK + F, `${LAZY}${BLOCK}${F}\ndef g(x: Missing):\n    return x\n`],
    [
      'the module has no such name',
      `import b\n${F}`,
      `import b\ndef f(x):\n    y: b.Missing = x\n    return y\n`,
    ],
  ];
  for (const [name, before, after, others] of read)
    it(`is not known to be harmless where ${name}`, async () => {
      const found = await callersIn(before, after, others);
      assert.notEqual(found?.verdict, 'proved', found?.reason);
    });
});
