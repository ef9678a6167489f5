import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Files = Readonly<Record<string, string>>;

/** What is said where a method of a class newly has a line. */
async function verdictOf(base: string, line: string, head = '', more = ''): Promise<string> {
  const made = `class A(${base}):\n    def __init__(self):\n        super().__init__()\n        self.z = 1\n`;
  const before: Files = {
    'a.py': `${head}${made}${more}`,
    'b.py': 'from a import A\ndef use():\n    return A()\n',
  };
  const after = { 'a.py': `${head}${made}        ${line}\n${more}` };
  const { invariants } = await evidenceOf({ before, after, invariants: ['no broken callers'] });
  return invariants[0]?.verdict ?? '';
}

const THREAD = 'from threading import Thread\n';
const LOGGING = 'import logging\n';

describe('"no broken callers" is left open where an attribute is newly set that a base from outside may have', () => {
  const cases: readonly (readonly [base: string, line: string, head?: string, more?: string])[] = [
    ['dict', 'self.items = []'],
    ['dict', 'self.items: list = []'],
    ['dict', 'self.items, self.y = [], 1'],
    ['dict', '[self.y, *self.items] = 1, 2'],
    ['dict', 'self.y = self.items = 1'],
    ['dict', 'vars(self)["items"] = 1'],
    ['list', 'self.append = None'],
    ['Exception', 'self.args = 5'],
    ['Exception', 'self.with_traceback = 5'],
    ['Exception', 'self.__cause__ = 5'],
    ['OSError', 'self.errno = "x"'],
    ['SystemExit', 'self.code = "x"'],
    ['Thread', 'self.join = True', THREAD],
    ['Thread', 'self.ident = 5', THREAD],
    ['Thread', 'self._started = False', THREAD],
    ['logging.StreamHandler', 'self.format = "json"', LOGGING],
    ['logging.StreamHandler', 'self.stream = None', LOGGING],
    ['logging.Handler', 'self.level = "x"', LOGGING],
    ['argparse.ArgumentParser', 'self.parse_args = []', 'import argparse\n'],
    ['unittest.TestCase', 'self.id = 5', 'import unittest\n'],
    ['Enum', 'self.name = 5', 'from enum import Enum\n'],
    ['View', 'self.x = 5', 'from django.views import View\n'],
    ['tempfile.TemporaryDirectory', 'self.cleanup = 5', 'import tempfile\n'],
    ['', 'self.__class__ = int'],
    ['', 'self.items = 1', '', 'class B(A, dict): pass\n'],
    ['', 'self.items = 1', '', 'class B(A): pass\nclass C(int, B): pass\nclass D(B, dict): pass\n'],
    ['metaclass=M', 'self.x = 1', 'from m import M\n'],
  ];
  for (const [base, line, head, more] of cases)
    it(`${base || more}: ${line}`, async () =>
      assert.equal(await verdictOf(base, line, head, more), 'not_checkable'));

  const good: typeof cases = [
    ['', 'self.items = []'],
    ['', 'self.__name__ = "x"'],
    ['Exception', 'self.message = "x"'],
    ['ValueError', 'self.path, self.line = "x", 1'],
    ['dict', 'self.parent = None'],
    ['dict', 'self._parent = None'],
    ['Thread', 'self.result = None', THREAD],
    ['logging.Handler', 'self.records = []', LOGGING],
    ['ABC', 'self.items = []', 'from abc import ABC\n'],
    ['metaclass=ABCMeta', 'self.items = []', 'from abc import ABCMeta\n'],
    ['Generic[T]', 'self.items = []', 'from typing import Generic, TypeVar\nT = TypeVar("T")\n'],
    ['', 'self.items = 1', '', 'class B(A): pass\nclass C(dict, list): pass\n'],
    ['', 'self.x = 1', '', 'class B(A, dict): pass\n'],
  ];
  for (const [base, line, head, more] of good)
    it(`but not: ${base}: ${line}`, async () =>
      assert.equal(await verdictOf(base, line, head, more), 'proved'));
});
