import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const SHOP = (result: string, more = '') =>
  `class Shop:\n    kind = 1\n    def __init__(self):\n        self.name = "n"\n\n    def day(self):\n        return ${result}\n${more}`;

type Verdict = 'proved' | 'not_checkable';

/** `day` newly reads an attribute; a test uses it. */
const reads = (name: string, use: string, verdict: Verdict, asked = 'self.name', more = ''): VerdictCase =>
  ofModule(
    name,
    [SHOP('0', more), SHOP(asked, more), `from unittest import mock\nfrom pkg.m import *\n${use}`],
    verdict,
  );

const UNMADE: readonly VerdictCase[] = [
  reads('by __new__', 'def test_a():\n    Shop.__new__(Shop).day()\n', 'not_checkable'),
  reads('by object.__new__', 'def test_a():\n    object.__new__(Shop).day()\n', 'not_checkable'),
  reads(
    'by a method of the class',
    '',
    'not_checkable',
    'self.name',
    '    @classmethod\n    def make(cls):\n        return cls.__new__(cls)\n',
  ),
  reads(
    'another __init__',
    'def test_a():\n    Shop.__init__ = lambda s: None\n    Shop().day()\n',
    'not_checkable',
  ),
  reads(
    'another __init__, in brackets',
    'def test_a():\n    (Shop.__init__) = lambda s: None\n    Shop().day()\n',
    'not_checkable',
  ),
  reads(
    'another __init__ by two literals',
    'def test_a():\n    # Not Shop.__init__.\n    setattr(Shop, "__in" "it__", lambda s: None)\n    Shop().day()\n',
    'not_checkable',
  ),
  reads(
    'a patched __init__',
    'def test_a():\n    with mock.patch.object(Shop, "__init__", lambda s: None):\n        Shop().day()\n',
    'not_checkable',
  ),
  reads(
    'a patched __init__ by its path',
    'def test_a():\n    with mock.patch("pkg.m.Shop.__init__", return_value=None):\n        Shop().day()\n',
    'not_checkable',
  ),
  reads(
    'of a class below',
    'class Sub(Shop):\n    pass\ndef test_a():\n    Sub.__new__(Sub).day()\n',
    'not_checkable',
  ),
  reads(
    'a copy with a state of its own',
    '',
    'not_checkable',
    'self.name',
    '    def __getstate__(self):\n        return {}\n',
  ),
  reads('what the class itself has', 'def test_a():\n    Shop.__new__(Shop).day()\n', 'proved', 'self.kind'),
  reads(
    'of an unrelated class',
    'class Other:\n    pass\ndef test_a():\n    Other.__new__(Other)\n',
    'proved',
  ),
  reads(
    'by its own __new__, which __init__ follows',
    '',
    'proved',
    'self.name',
    '    def __new__(cls):\n        return super().__new__(cls)\n',
  ),
];

const GIVEN: readonly VerdictCase[] = [
  reads('a mock', 'def test_a():\n    Shop.day(mock.Mock(spec=["kind"]))\n', 'not_checkable'),
  reads(
    'another class',
    '',
    'not_checkable',
    'self.name',
    'class Other:\n    def day(self):\n        return Shop.day(self)\n',
  ),
  reads('one of the class', 'def test_a():\n    Shop.day(Shop())\n', 'proved'),
  reads(
    'one of a class below',
    '',
    'proved',
    'self.name',
    'class Sub(Shop):\n    def day(self):\n        return Shop.day(self)\n',
  ),
];

describe('Objects without what __init__ sets', () => {
  describe('made without it', () => testVerdicts(UNMADE));
  describe('given to a method of the class', () => testVerdicts(GIVEN));
});
