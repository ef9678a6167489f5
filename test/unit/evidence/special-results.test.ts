import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const K = (method: string, more = '') =>
  `class K:\n    def __init__(self, a):\n        self.a = a\n${more}    ${method}\n`;
const doubtful = (name: string, before: string, after: string, more = '') =>
  ofModule(name, [K(before, more), K(after, more)], 'not_checkable');
const harmless = (name: string, before: string, after: string, more = '') =>
  ofModule(name, [K(before, more), K(after, more)], 'proved');

describe('what a special method gives and Python checks', () =>
  testVerdicts([
    doubtful(
      '__repr__: an attribute that may be no text',
      'def __repr__(self): return f"K({self.a})"',
      'def __repr__(self): return self.a',
    ),
    doubtful(
      '__str__: nothing on one way',
      'def __str__(self): return str(self.a)',
      'def __str__(self):\n        if self.a:\n            return str(self.a)',
    ),
    doubtful(
      '__str__: a name that is something else',
      'def __str__(self):\n        s = str(self.a)\n        return s',
      'def __str__(self):\n        s = self.a\n        return s',
    ),
    doubtful(
      '__len__: a difference, which may be below 0',
      'def __len__(self): return len(self.a)',
      'def __len__(self): return len(self.a) - 1',
    ),
    doubtful(
      '__iter__: a view of a dictionary',
      'def __iter__(self): return iter(self.a)',
      'def __iter__(self): return self.a.items()',
    ),
    doubtful(
      '__iter__: itself, without __next__',
      'def __iter__(self): return iter(self.a)',
      'def __iter__(self): return self',
    ),
    doubtful(
      '__hash__: of more than before',
      'def __hash__(self): return hash((self.a,))',
      'def __hash__(self): return hash((self.a, self.b))',
      '        self.b = [a]\n',
    ),
    doubtful(
      '__bool__: the value itself',
      'def __bool__(self): return bool(self.a)',
      'def __bool__(self): return self.a and True',
    ),
    doubtful(
      '__new__: of another class',
      'def __new__(cls, a): return super().__new__(cls)',
      'def __new__(cls, a): return super().__new__(B)',
    ),
    doubtful(
      '__enter__: something else',
      'def __enter__(self): return self',
      'def __enter__(self): return self.a',
    ),
    doubtful(
      '__index__: an attribute',
      'def __index__(self): return int(self.a)',
      'def __index__(self): return self.a',
    ),
    doubtful(
      'a method that the class has as __str__, too',
      'def show(self): return str(self.a)\n    __str__ = show',
      'def show(self): return self.a\n    __str__ = show',
    ),
    doubtful(
      'a method that __str__ gives on',
      'def show(self): return str(self.a)\n    def __str__(self): return self.show()',
      'def show(self): return self.a\n    def __str__(self): return self.show()',
    ),
    harmless(
      '__repr__: another text',
      'def __repr__(self): return f"K({self.a})"',
      'def __repr__(self): return f"<K {self.a}>"',
    ),
    harmless(
      '__str__: texts on both ways',
      'def __str__(self): return str(self.a)',
      'def __str__(self):\n        if self.a:\n            return "K: " + str(self.a)\n        return "none"',
    ),
    harmless(
      '__str__: texts that are joined',
      'def __str__(self): return "%s" % self.a',
      'def __str__(self): return ", ".join(str(x) for x in self.a)',
    ),
    harmless(
      '__len__: the length of another thing',
      'def __len__(self): return len(self.a)',
      'def __len__(self): return len(self.a or "")',
    ),
    harmless(
      '__iter__: what goes over the same',
      'def __iter__(self): return iter(self.a)',
      'def __iter__(self): return map(str, self.a)',
    ),
    harmless(
      '__bool__: a comparison',
      'def __bool__(self): return bool(self.a)',
      'def __bool__(self): return self.a is not None',
    ),
    harmless(
      '__hash__: of the text of what was there',
      'def __hash__(self): return hash((self.a, 1))',
      'def __hash__(self): return hash((str(self.a), self.a))',
    ),
    harmless(
      '__enter__: itself, and more is done',
      'def __enter__(self): return self',
      'def __enter__(self):\n        print(1)\n        return self',
    ),
    harmless(
      '__eq__: Python takes whatever it gives',
      'def __eq__(self, o): return self.a == o.a',
      'def __eq__(self, o): return self.a == o.a and True',
    ),
  ]));
