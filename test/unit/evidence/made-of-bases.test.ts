import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const CLASSES = [
  'import enum',
  'class A: pass',
  'class B(A): pass',
  'class C: pass',
  'class S:',
  '    __slots__ = ("s",)',
  'class T:',
  '    __slots__ = ("t",)',
  'class N:',
  '    def __init_subclass__(cls, name): pass',
  'class M:',
  '    def __init_subclass__(cls, name="m"): pass',
  'class E(enum.Enum):',
  '    ONE = 1',
  '',
].join('\n');

/** A function that newly makes a class. */
const made = (name: string, header: string, verdict: 'proved' | 'not_checkable') =>
  ofModule(
    name,
    [`${CLASSES}def f():\n    return 0\n`, `${CLASSES}def f():\n    ${header}: pass\n    return 0\n`],
    verdict,
  );

describe('a class that is newly made', () =>
  testVerdicts([
    made('of a base before a class below it', 'class Q(A, B)', 'not_checkable'),
    made('of the same base twice', 'class Q(C, C)', 'not_checkable'),
    made('of two bases with slots', 'class Q(S, T)', 'not_checkable'),
    made('without what its base asks for', 'class Q(N)', 'not_checkable'),
    made('with what its base does not take', 'class Q(A, name="q")', 'not_checkable'),
    made('below members', 'class Q(E)', 'not_checkable'),
    made('below what is final', 'class Q(bool)', 'not_checkable'),
    made('below a function', 'class Q(f)', 'not_checkable'),
    made('of two exceptions', 'class Q(OSError, ImportError)', 'not_checkable'),
    made('of two bases', 'class Q(B, C)', 'proved'),
    made('of a base with slots beside another one', 'class Q(C, S)', 'proved'),
    made('of a base that has what it asks for', 'class Q(M)', 'proved'),
    made('of an exception', 'class Q(A, ValueError)', 'proved'),
    made('of nothing', 'class Q', 'proved'),
  ]));

const KINDS = [
  'from typing import Generic, TypeVar',
  'X = TypeVar("X")',
  'class A: pass',
  'class G(Generic[X]): pass',
  'class I(G[int]): pass',
  'class O:',
  '    def __class_getitem__(cls, item): return cls',
  '',
].join('\n');

const bracketed = (name: string, result: string, verdict: 'proved' | 'not_checkable') =>
  ofModule(name, [`${KINDS}def f():\n    return 0\n`, `${KINDS}def f():\n    return ${result}\n`], verdict);

describe('a class that newly has something in brackets behind it', () =>
  testVerdicts([
    bracketed('is no class of many kinds', 'A[int]', 'not_checkable'),
    bracketed('is of one kind already', 'I[int]', 'not_checkable'),
    bracketed('is of any kind', 'G[int]', 'proved'),
    bracketed('has a way of its own for that', 'O[int]', 'proved'),
  ]));
