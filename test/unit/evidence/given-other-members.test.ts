import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

type Verdict = 'proved' | 'not_checkable';

const SHOP = (result: string) =>
  `class Shop:\n    def __init__(self):\n        self.name = "n"\n\n    def close(self):\n        return 1\n\n    def day(self):\n        return ${result}\n`;
const newly = (asked: string) => (name: string, use: string, verdict: Verdict) =>
  ofModule(name, [SHOP('0'), SHOP(asked), `from pkg.m import Shop\n${use}`], verdict);

const callsOwn = newly('self.close()');
const readsOwn = newly('self.name');

const TAX = (result: string) =>
  `import time\n\n\ndef tax():\n    return 1\n\n\ndef total():\n    return ${result}\n`;
const callsTax = (name: string, use: string, verdict: Verdict) =>
  ofModule(name, [TAX('0'), TAX('tax()'), use], verdict);

/** A method that is newly called, and is another one on some objects. */
const METHODS: readonly VerdictCase[] = [
  callsOwn(
    'set on an object',
    'def test_a():\n    s = Shop()\n    s.close = None\n    s.day()\n',
    'not_checkable',
  ),
  callsOwn(
    'set on the class',
    'def test_a():\n    Shop.close = lambda: 1\n    Shop().day()\n',
    'not_checkable',
  ),
  callsOwn(
    'set by a text',
    'def test_a(monkeypatch):\n    monkeypatch.setattr(Shop, "close", lambda: 1)\n    Shop().day()\n',
    'not_checkable',
  ),
  callsOwn(
    'given by patch',
    'from unittest import mock\ndef test_a():\n    with mock.patch.object(Shop, "close", lambda: 1):\n        Shop().day()\n',
    'not_checkable',
  ),
  callsOwn(
    'a mock that takes any call',
    'from unittest import mock\ndef test_a():\n    with mock.patch.object(Shop, "close", return_value=1):\n        Shop().day()\n',
    'proved',
  ),
  callsOwn(
    'another name is set',
    'def test_a():\n    s = Shop()\n    s.open = None\n    s.day()\n',
    'proved',
  ),
];

/** A function that is newly called, and is another one for some tests. */
const FUNCTIONS: readonly VerdictCase[] = [
  callsTax(
    'set in its module',
    'from pkg import m\ndef test_a():\n    m.tax = 1\n    m.total()\n',
    'not_checkable',
  ),
  callsTax(
    'set in its globals',
    'from pkg.m import total\ndef test_a():\n    total.__globals__["tax"] = 1\n    total()\n',
    'not_checkable',
  ),
  ofModule(
    'a module that is replaced where it is used',
    [TAX('0'), TAX('time.time()'), 'from pkg import m\ndef test_a():\n    m.time = None\n    m.total()\n'],
    'not_checkable',
  ),
  callsTax(
    'deleted from its module',
    'from pkg import m\ndef test_a():\n    del m.tax\n    m.total()\n',
    'not_checkable',
  ),
  callsTax(
    'a plain patch',
    'from unittest.mock import patch\nfrom pkg import m\n@patch("pkg.m.tax")\ndef test_a(tax):\n    m.total()\n',
    'proved',
  ),
  callsTax('only called', 'from pkg import m\ndef test_a():\n    assert m.tax() == 1\n', 'proved'),
];

/** An attribute that is newly read, and is taken away from some objects. */
const ATTRIBUTES: readonly VerdictCase[] = [
  readsOwn('del', 'def test_a():\n    s = Shop()\n    del s.name\n    s.day()\n', 'not_checkable'),
  readsOwn(
    'delattr',
    'def test_a():\n    s = Shop()\n    delattr(s, "name")\n    s.day()\n',
    'not_checkable',
  ),
  readsOwn('pop', 'def test_a():\n    s = Shop()\n    vars(s).pop("name")\n    s.day()\n', 'not_checkable'),
  readsOwn('set to another value', 'def test_a():\n    s = Shop()\n    s.name = 2\n    s.day()\n', 'proved'),
  readsOwn('another one is deleted', 'def test_a():\n    s = Shop()\n    del s.age\n    s.day()\n', 'proved'),
];

const MADE = (result: string, below: string) =>
  `class Base:\n    def __init__(self, name):\n        self.name = name\n\n    @classmethod\n    def make(cls):\n        return ${result}\n\n\n${below}`;
const makes = (name: string, below: string, verdict: Verdict) =>
  ofModule(name, [MADE('0', below), MADE('cls("n")', below)], verdict);

/** `cls(…)` is newly called. */
const CLASSES: readonly VerdictCase[] = [
  makes(
    'a class below takes nothing',
    'class Sub(Base):\n    def __init__(self):\n        pass\n',
    'not_checkable',
  ),
  makes(
    'another base takes two',
    'class Other:\n    def __init__(self, a, b):\n        pass\n\n\nclass Sub(Other, Base):\n    pass\n',
    'not_checkable',
  ),
  makes(
    'a class below takes as much',
    'class Sub(Base):\n    def __init__(self, it):\n        pass\n',
    'proved',
  ),
  makes('a class below is made alike', 'class Sub(Base):\n    def more(self):\n        return 1\n', 'proved'),
  makes(
    'an unrelated class takes nothing',
    'class Other:\n    def __init__(self):\n        pass\n',
    'proved',
  ),
];

describe('Members that some objects have otherwise', () => {
  describe('methods', () => testVerdicts(METHODS));
  describe('functions', () => testVerdicts(FUNCTIONS));
  describe('attributes', () => testVerdicts(ATTRIBUTES));
  describe('classes below', () => testVerdicts(CLASSES));
});
