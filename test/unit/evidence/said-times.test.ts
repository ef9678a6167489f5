import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/a.py':
      'import os\nimport typing as t\n\n\nLIMIT = 1\nNAME = "a"\n\n\nclass Box:\n    def open(self) -> int:\n        return 1\n\n    @property\n    def size(self) -> int:\n        return 1\n\n    def rate(self) -> int:\n        return 1\n\n\ndef load(path: str, mode, deep) -> str:\n    return path\n\n\ndef keep(a, b, *, c=1) -> int:\n    return helper(a)\n\n\ndef helper(a):\n    return a\n\n\ndef count(a, b=1, c=2):\n    return len(a)\n',
  },
  after: {
    'pkg/a.py':
      'import sys\nimport typing as t\nfrom dataclasses import dataclass\n\n\nLIMIT = 2\nNAME = "a"\n\n\nclass Box:\n    def open(self) -> str:\n        return ""\n\n    def shut(self) -> int:\n        return 1\n\n    @property\n    def size(self) -> int:\n        return 1\n\n    @property\n    def rate(self) -> int:\n        return 1\n\n\n@dataclass\nclass Row:\n    width: int = 1\n\n\ndef load(path: str, mode="r") -> str:\n    return path\n\n\ndef keep(a, b, *, c=1) -> int:\n    return a\n\n\ndef helper(a):\n    return a\n\n\ndef count(a, b=1, c=2):\n    return len(a)\n',
  },
};

const FORMS: Forms = {
  'still is of both sides': {
    yes: [
      '`NAME` is still "a"',
      '`Box.size` is still a property',
      '`keep` still takes `a` and `b`',
      '`Box.size` remains a property',
      'pkg/a.py continues to import `typing`',
    ],
    no: [
      '`LIMIT` is still 1',
      '`LIMIT` is still 2',
      'pkg/a.py still imports `sys`',
      'pkg/a.py still imports `os`',
    ],
    open: ['`Box.rate` remains a property', '`Box` keeps the method `shut`'],
  },
  'now and newly are of what was not so': {
    yes: ['`LIMIT` is now 2', 'pkg/a.py now imports `sys`', '`Box.open` now returns `str`'],
    no: ['`LIMIT` is now 3', 'pkg/a.py now imports `os`'],
    open: ['`NAME` is now "a"', 'pkg/a.py now imports `typing`', 'pkg/a.py newly imports `typing`'],
  },
  'what became so was not': {
    yes: ['`Box.rate` became a property'],
    no: ['`Box.shut` became a property'],
    open: ['`Box.size` became a property', '`Box.shut` became a method'],
  },
  'already is of the time before, too': {
    yes: ['`NAME` is already "a"'],
    no: ['`NAME` is already "b"'],
    open: ['`LIMIT` is already 2', '`LIMIT` is already 1'],
  },
  'what need not be given any more has a default, or is gone': {
    yes: [
      '`load` no longer requires `mode`',
      '`load` no longer requires `deep`',
      '`mode` is no longer required by `load`',
      '`load` no longer requires `mode` and `deep`',
      '`load` does not require `mode`',
      '`load` still requires `path`',
    ],
    no: [
      '`load` no longer requires `path`',
      '`load` no longer accepts `mode`',
      '`count` no longer requires `b`',
      '`load` does not require `path`',
    ],
    open: ['`load` does not require `path` and `mode`', '`count` requires only `b`'],
  },
  'so many that are required are not all': {
    yes: ['`count` requires one parameter', '`load` requires one argument', '`keep` requires two parameters'],
    no: ['`count` requires three parameters', '`count` requires no parameters'],
    open: ['`keep` takes three positional parameters', '`keep` takes two positional arguments'],
  },
  'what is gained is what it is called': {
    yes: ['`Box` gained the method `shut`', '`Row` is a dataclass'],
    no: ['`Box` gained the method `size`', '`Box` is a dataclass', '`Row` is not a dataclass'],
    open: [
      '`Box` gained the property `shut`',
      '`Box` gained the attribute `shut`',
      '`Box` gained the class `shut`',
    ],
  },
  'only says more': {
    yes: ['`load` only takes `path` and `mode`'],
    no: ['`load` only takes `path`', '`count` only takes `a`', 'pkg/a.py only imports `json`'],
    open: ['`keep` only returns `int`'],
  },
  'a name behind as counts': {
    yes: ['pkg/a.py imports `typing as t`'],
    no: ['pkg/a.py imports `typing as te`', 'pkg/a.py no longer imports `typing as te`'],
  },
  'a call is no longer there': {
    yes: ['`keep` no longer calls `helper`', '`helper` is no longer called by `keep`'],
    no: ['`keep` still calls `helper`'],
    open: ['`count` no longer calls `helper`', '`count` no longer calls `len`'],
  },
};

describe('what sentences say of the time and of all there is [001-047]', () => {
  itGrades(EDIT, FORMS);
});
