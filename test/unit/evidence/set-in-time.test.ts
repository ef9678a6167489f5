import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const BASE =
  'class Base:\n    def __init__(self):\n        self.day()\n\n    def day(self):\n        return 2\n\n\n';
const SHOP = (making: readonly string[], method: string, result: string, header = 'class Shop:') =>
  `def show(it):\n    return it.day()\n\n\n${header}\n    def __init__(self):\n${making.map(line => `        ${line}\n`).join('')}\n${method}        return ${result}\n`;

/** A method newly reads `self.name`. */
const reads = (
  name: string,
  making: readonly string[],
  verdict: 'proved' | 'not_checkable',
  method = '    def day(self):\n',
  header = 'class Shop:',
): VerdictCase =>
  ofModule(name, [SHOP(making, method, '0', header), SHOP(making, method, 'self.name', header)], verdict);

const SET = 'self.name = 1';
const special = (name: string, line: string, method: string) =>
  reads(name, [line, SET], 'not_checkable', `    def ${method}:\n`);

const CASES: readonly VerdictCase[] = [
  reads('called above', ['self.day()', SET], 'not_checkable'),
  reads('called below', [SET, 'self.day()'], 'proved'),
  reads('called above, with a word that is no setting', ['self.show(name=self.day())', SET], 'not_checkable'),
  reads('given as a callback', ['list(map(self.day, ()))', SET], 'not_checkable'),
  reads('the object is given on', ['show(self)', SET], 'not_checkable'),
  reads('the object is given on below', [SET, 'show(self)'], 'proved'),
  reads('another attribute is set above', ['self.age = 2', SET], 'proved'),
  reads('another attribute is used above', ['self.age = 2', 'self.old = self.age + 1', SET], 'proved'),
  reads(
    'by another method',
    ['self.open()', SET],
    'not_checkable',
    '    def open(self):\n        return self.day()\n\n    def day(self):\n',
  ),
  reads(
    'another method that does not run it',
    ['self.open()', SET],
    'proved',
    '    def open(self):\n        return 1\n\n    def day(self):\n',
  ),
  reads('by a base', ['super().__init__()', SET], 'not_checkable', undefined, `${BASE}class Shop(Base):`),
  reads(
    'a base that is asked below',
    [SET, 'super().__init__()'],
    'proved',
    undefined,
    `${BASE}class Shop(Base):`,
  ),
  reads('a property', ['self.age = self.day', SET], 'not_checkable', '    @property\n    def day(self):\n'),
  special('in a text', 'print(f"{self}")', '__repr__(self)'),
  special('an operator', 'self == 1', '__eq__(self, other)'),
  special('a condition', 'assert self', '__bool__(self)'),
  special('a call', 'self()', '__call__(self)'),
  special('an attribute that is set', 'self.age = 1', '__setattr__(self, key, value)'),
];

describe('Attributes that are asked for before they are set', () => testVerdicts(CASES));
