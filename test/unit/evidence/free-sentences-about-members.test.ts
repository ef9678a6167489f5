import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/app.py':
      'import json\nfrom functools import lru_cache\nfrom pkg.maps import ImmutableDict\nfrom pkg.one import tool\n\n\nclass App:\n    defaults = ImmutableDict({"DEBUG": None, "LIMIT": 10, "GONE": 1})\n    open_ended = {"DEBUG": None}\n\n    @property\n    def size(self):\n        return 1\n\n    @property\n    def name(self):\n        return "x"\n\n    @name.setter\n    def name(self, value):\n        pass\n\n    def fill(self, **others):\n        return self.open_ended.update(others)\n\n\n@lru_cache\ndef kept():\n    return tool()\n\n\ndef plain() -> str:\n    return "x"\n\n\ndef other() -> str:\n    return "x"\n',
    'pkg/maps.py': 'class ImmutableDict(dict):\n    pass\n',
    'pkg/one.py':
      'def tool():\n    return 1\n\n\ndef moves(a):\n    total = a + 1\n    return [total, total * 2, a]\n',
    'pkg/two.py': 'import os\n',
    'pkg/types.py': 'from typing import TypedDict\n\n\nclass Extra(TypedDict):\n    one: int\n',
  },
  after: {
    'pkg/app.py':
      'import json\nfrom functools import cache\nfrom pkg.maps import ImmutableDict\nfrom pkg.two import tool\n\n\nclass App:\n    defaults = ImmutableDict({"DEBUG": None, "LIMIT": 20, "PARTS": 1_000})\n    open_ended = {"DEBUG": None, "PARTS": 1}\n\n    @property\n    def size(self):\n        return 1\n\n    @size.setter\n    def size(self, value):\n        pass\n\n    @property\n    def name(self):\n        return "x"\n\n    def fill(self, **others):\n        return self.open_ended.update(others)\n\n\n@cache\ndef kept():\n    import zlib\n    return tool()\n\n\ndef plain() -> int:\n    return 1\n\n\ndef other() -> str:\n    return "x"\n',
    'pkg/one.py': '',
    'pkg/two.py':
      'import os\n\n\ndef tool():\n    return 1\n\n\ndef moves(a):\n    total = a + 1\n    return [total, total * 2, a]\n',
    'pkg/types.py':
      'from typing import TypedDict\n\n\nclass Extra(TypedDict):\n    one: int\n    two: str\n\n\nclass More(Extra):\n    three: str\n',
  },
};

/** Each form of sentence: true, false, and what it must not be taken for. */
const FORMS: Forms = {
  'keys of a mapping that cannot be changed': {
    yes: [
      'App.defaults has a new key PARTS set to 1_000.',
      '`PARTS` was added to App.defaults with the value 1_000',
      'App.defaults gained the "PARTS" key, defaulting to 1000',
      'In App.defaults, LIMIT is 20',
      'App.defaults["LIMIT"]: 10 -> 20',
      '`LIMIT` in App.defaults is now 20 (was 10)',
      'App.defaults no longer contains the key "GONE"',
      'DEBUG is still None in App.defaults',
      'App.defaults has no key "OTHER"',
    ],
    no: [
      'App.defaults has a new key PARTS set to 2_000.',
      '`DEBUG` was added to App.defaults',
      'App.defaults["LIMIT"]: 10 -> 30',
      '`LIMIT` in App.defaults is 30',
      'App.defaults no longer contains the key "DEBUG"',
      'App.defaults has the key "OTHER"',
    ],
    open: [
      // Something may change it.
      'App.open_ended has the key "PARTS"',
      'App.defaults has the key "PARTS" or "LIMIT"',
      'App.defaults has at least the key "PARTS"',
      // A name in small letters may be one of a parameter.
      '`limit` in App.defaults is 20',
    ],
  },
  'what properties can do': {
    yes: [
      'App.size now has a setter',
      'App.size gained a setter',
      'App.name is a read-only property',
      'App.name lost its setter',
      'The `size` property of App has a setter',
      'App has a read-only `name` property',
      'a setter for `App.size` was added',
    ],
    no: [
      'App.size is a read-only property',
      'App.size has no setter',
      'App.name gained a setter',
      'the setter of `App.size` was removed',
    ],
    open: [
      // It was, before.
      'App.name is a property with a setter',
      'App.size has a deleter or a setter',
      'App.defaults is a read-only property',
    ],
  },
  'keys that a class declares': {
    yes: ['Extra has two keys', 'Extra has exactly 2 fields'],
    no: ['Extra has five keys'],
    // Those of its base may count.
    open: ['More has one key', 'More has three keys', 'App has two fields', 'Extra has at least two keys'],
  },
  'results, decorators and imports': {
    yes: [
      'plain: return type str -> int',
      "plain's return type went from str to int",
      '`plain` is annotated to return int (previously str)',
      '`kept` lost its `lru_cache` decorator',
      '`kept` is now decorated with `@cache`, previously with `@lru_cache`',
      '`kept`: decorator `@lru_cache` -> `@cache`',
      '`kept` imports `zlib` locally, inside the function body',
      'pkg/app.py now imports `tool` from pkg.two rather than from pkg.one',
      '`plain` is annotated to return int rather than float',
      '`tool` is no longer defined in pkg/one.py',
    ],
    no: [
      'plain: return type int -> str',
      '`other` is annotated to return int (previously str)',
      '`kept` is still decorated with `lru_cache`',
      '`kept`: decorator `@cache` -> `@lru_cache`',
      '`plain` imports `zlib` locally, inside the function body',
      'pkg/app.py now imports `tool` from pkg.one rather than from pkg.two',
      'pkg/app.py imports `json` from pkg.two instead of `tool`',
    ],
    open: [
      '`kept` imports `zlib` or `os` locally',
      // Nobody says that it was str.
      '`plain` is annotated to return int rather than float, as it should',
    ],
  },
  'other places': {
    yes: [
      '`moves` now lives in pkg/two.py (formerly in pkg/one.py)',
      '`moves`: pkg/one.py -> pkg/two.py',
      '`moves` lives in pkg/two.py now, no longer in pkg/one.py',
      'pkg/one.py: `moves` is gone; `tool` is gone',
    ],
    no: [
      '`moves` now lives in pkg/one.py (formerly in pkg/two.py)',
      '`moves`: pkg/two.py -> pkg/one.py',
      'pkg/app.py: `kept` is gone; `plain` is gone',
    ],
    open: [
      '`moves` lives in pkg/two.py, not in pkg/one.py, as far as I see',
      // `tool` goes from there as well, to another place.
      'pkg/one.py: `moves` is gone, along with `tool`',
    ],
  },
  'two things': {
    yes: [
      'Both `plain` and `kept` are defined in pkg/app.py',
      '`tool` and `moves` both disappeared from pkg/one.py',
    ],
    no: [
      'Both `plain` and `moves` are defined in pkg/app.py',
      '`plain` and `kept` both disappeared from pkg/app.py',
    ],
    open: ['`plain` and `kept` are not both gone', 'Both `plain` and `kept` are called the same'],
  },
};

describe('sentences in free words about members [001-047]', () => {
  itGrades(EDIT, FORMS);
});
