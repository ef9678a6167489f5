import { testVerdicts } from './expected-verdicts.ts';
import { ofModule } from './module-cases.ts';

const TOP = 'from dataclasses import InitVar, dataclass, field\n';

/** A method of a class newly asks for `self.size`. */
const asked = (name: string, made: string, verdict: 'proved' | 'not_checkable') => {
  const method = (result: string) => `${TOP}${made}    def area(self): return ${result}\n`;
  return ofModule(name, [method('0'), method('self.size')], verdict);
};

describe('a field that is newly asked for', () =>
  testVerdicts([
    asked(
      'which the object is not given',
      '@dataclass\nclass B:\n    size: int = field(init=False)\n',
      'not_checkable',
    ),
    asked('which only making it takes', '@dataclass\nclass B:\n    size: InitVar[int]\n', 'not_checkable'),
    asked(
      'of a class that is made without its fields',
      '@dataclass(init=False)\nclass B:\n    size: int\n',
      'not_checkable',
    ),
    asked(
      'of a class that is made by a function of its own',
      '@dataclass(frozen=True)\nclass B:\n    size: int\n    def __init__(self, a): print(a)\n',
      'not_checkable',
    ),
    asked(
      'of a base that is made by a function of its own',
      '@dataclass\nclass A:\n    size: int\n    def __init__(self): pass\nclass B(A):\n    x = 1\n',
      'not_checkable',
    ),
    asked(
      'which is set once the others are there',
      '@dataclass\nclass B:\n    size: int = field(init=False)\n    def __post_init__(self): self.size = 1\n',
      'proved',
    ),
    asked(
      'which is set although objects stay as they are',
      '@dataclass(frozen=True)\nclass B:\n    size: int = field(init=False)\n' +
        '    def __post_init__(self): object.__setattr__(self, "size", 1)\n',
      'proved',
    ),
    asked(
      'which has a value of its own',
      '@dataclass\nclass B:\n    size: int = field(init=False, default=1)\n    names: list = field(default_factory=list)\n',
      'proved',
    ),
    asked('like every other one', '@dataclass\nclass B:\n    size: int\n    x: InitVar[int] = 0\n', 'proved'),
  ]));
