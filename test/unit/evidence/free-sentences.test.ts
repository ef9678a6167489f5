import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': 'from .shapes import Round as Round\n',
    'pkg/shapes.py':
      'from .old import helper\n\n\nclass Item:\n    pass\n\n\nclass Thing:\n    pass\n\n\nclass Round(Item):\n    limit = None\n    size = 3\n\n    def __init__(self, name, depth=1):\n        self.name = name\n\n    def draw(self, color, width=2):\n        return make(color)\n\n\nclass Flat(Item, Thing):\n    pass\n\n\nclass Bare(Thing):\n    pass\n\n\ndef make(color):\n    return color\n\n\ndef take(a, b, c=None, d=" "):\n    return a\n',
    'pkg/old.py':
      'LIMIT = 10\nNAME = "x"\n\n\ndef helper():\n    return 1\n\n\ndef former(a: int):\n    total = a + 1\n    return [total, total * 2, a]\n\n\ndef gone():\n    return 2\n\n\ndef gone_too():\n    return 3\n',
    'pkg/new.py': 'import os\n',
    'pkg/same.py': 'SAME = 1\n',
  },
  after: {
    'pkg/shapes.py':
      'from .new import helper\n\n\nclass Item:\n    pass\n\n\nclass Thing:\n    pass\n\n\nclass Round(Thing):\n    limit = 500_000\n    size = 3\n\n    def __init__(self, name, *, depth=2, hidden=False):\n        self.name = name\n\n    def draw(self, colour: str, width=2):\n        return make(colour)\n\n\nclass Flat(Item, Thing):\n    pass\n\n\nclass Bare:\n    pass\n\n\nclass Fresh(Item):\n    pass\n\n\ndef make(color, deep: bool = False) -> str:\n    return color\n\n\ndef take(a, b, c=None, d=" "):\n    return a\n\n\ndef only(*, x, y=1):\n    return x\n',
    'pkg/old.py':
      'LIMIT = 20\nNAME = "x"\n\n\ndef later(a: int):\n    total = a + 1\n    return [total, total * 2, a]\n',
    'pkg/new.py': 'import os\n\n\ndef helper():\n    return 1\n',
  },
};

/** Each form of sentence: true, false, and what it must not be taken for. */
const FORMS: Forms = {
  'a parameter and its function, in any order': {
    yes: [
      'The `depth` parameter of Round.__init__ defaults to 2.',
      'Round.__init__: `depth` now defaults to 2',
      'In Round.__init__, depth defaults to 2 where it used to be 1',
      "Round.__init__'s `depth` default changed from 1 to 2",
      'Round.__init__: default of depth changed 1 -> 2',
      'The default for the width argument of Round.draw is still 2',
      "take's d parameter defaults to a single space",
      'deep in `make` is typed `bool` with default False',
      "make's `deep` parameter is annotated `bool` only",
      'In `make`, deep is annotated as `bool`',
      'depth in Round.__init__ is keyword-only',
      "Round.__init__'s depth and hidden are keyword-only",
      'The new `hidden` parameter of Round.__init__ is optional',
    ],
    no: [
      'The `depth` parameter of Round.__init__ defaults to 3.',
      'Round.__init__: default of depth changed 1 -> 3',
      "Round.__init__'s `depth` default changed from 2 to 1",
      "take's d parameter defaults to an empty string",
      "make's `deep` parameter is annotated `str` only",
      'name in Round.__init__ is keyword-only',
      'The `depth` parameter of Round.__init__ still defaults to 2',
      "Round.__init__'s name and hidden are keyword-only",
    ],
    open: [
      'The `depth` parameter of Round.__init__ now defaults to 3 or 2',
      'The `width` parameter of Round.draw now defaults to 2',
      'The `depth` parameter of Round.__init__ defaults to at least 2',
      'The other parameter of Round.__init__ defaults to 2',
    ],
  },
  'where parameters stand': {
    yes: [
      'In `take`, the parameter b comes before c.',
      "take's `c` parameter comes right after `b`",
      'b sits before d in the signature of `take`',
      'The b parameter of `take` precedes d',
      'c is the third parameter of `take`',
      "take's fourth parameter is `d`",
      'take: parameter order is (a, b, c, d)',
      '`take` takes a, b, c and d in exactly that order',
      'The first parameter of Round.draw after self is called colour',
      'Every parameter of `only` is keyword-only',
      "take's parameters are a, b, c and d",
      "`only`'s `x` can only be passed by keyword",
      "`take`'s `c` can be passed positionally",
      "only's parameters are all keyword-only",
      'the first parameter of `take` is `a` and is required',
    ],
    no: [
      'In `take`, the parameter c comes before b.',
      "take's `d` parameter comes right after `b`",
      'd sits before b in the signature of `take`',
      'c is the fourth parameter of `take`',
      'take: parameter order is (a, c, b, d)',
      '`take` takes b, a, c and d in exactly that order',
      'All parameters of Round.draw other than self are keyword-only.',
      "take's parameters are a, b and c",
      "`only`'s `x` can be passed positionally",
    ],
    open: ['b is the third parameter of `Round.draw` or of `take`', 'In `take`, b does not come before c'],
  },
  'what happens to parameters': {
    yes: [
      'The `color` parameter of Round.draw is gone.',
      "Round.draw's `color` parameter became `colour`",
      "Round.draw's first parameter was renamed from color to `colour`",
      'Round.draw: color -> colour',
      'Round.__init__: hidden added',
      'Round.draw: color removed, colour added',
      '`make` got a `deep` parameter',
      "make's new parameter is called deep and defaults to False",
      'color is no longer a parameter of Round.draw',
      'width remains a parameter of Round.draw, default 2',
    ],
    no: [
      'The `width` parameter of Round.draw is gone.',
      "Round.draw's `width` parameter became `colour`",
      "Round.draw's third parameter was renamed from color to `colour`",
      'Round.draw: width removed, colour added',
      '`take` got a `deep` parameter',
      "make's new parameter is called deep and is required",
      '`hue` remains a parameter of Round.draw',
    ],
    open: ['Round: size removed', 'One of the parameters of Round.draw was renamed from color to colour'],
  },
  'what classes inherit from': {
    yes: [
      'Round: base changed Item -> Thing',
      'Round: base class changed from Item to Thing',
      'The base class of Round went from Item to Thing.',
      'Round now derives from Thing instead of Item',
      'Round now extends Thing (previously Item)',
      'Round no longer derives from Item but from Thing',
      'Round derives from Thing, not Item',
      "Flat's bases are Item and Thing.",
      'Bare has no base class any more; before the change it derived from Thing.',
      'Bare lost its base class',
      'new class `Fresh(Item)` in shapes.py',
      'new class `Fresh` in shapes.py, deriving from Item',
      "Round's only base is Thing",
    ],
    no: [
      'Round: base changed Thing -> Item',
      'Flat: base changed Item -> Thing',
      'Flat now derives from ValueError instead of Item',
      'Flat derives from Thing, not Item',
      "Flat's only base is Item",
      "Flat's bases are Item and ValueError.",
      'Flat has no base class any more',
      'new class `Fresh(Thing)` in shapes.py',
      'new class `Round` in shapes.py, deriving from Thing',
      'Round used to derive from Thing',
    ],
    open: ['Round derives from Item or Thing', 'Flat has no third base class'],
  },
  'what comes, goes and gets another name': {
    yes: [
      'The `gone` function is gone from old.py',
      'pkg/old.py: `gone` is gone, along with `gone_too`',
      '`gone` no longer exists anywhere in the package',
      'pkg/old.py: `former` -> `later`',
      '`former` became `later` in old.py',
      '`later` (formerly `former`)',
      '`only` is new in shapes.py',
      'shapes.py gained a `Fresh` class',
      '`NAME` still exists under that name in pkg/old.py',
      'pkg/same.py is byte-identical in both versions',
      '`helper` is no longer defined in old.py and was moved to new.py',
    ],
    no: [
      '`NAME` is gone from old.py',
      // It goes, but not from there.
      'pkg/new.py: `gone` is gone',
      'pkg/old.py: `NAME` is gone, along with `gone_too`',
      '`make` no longer exists anywhere in the package',
      '`take` became `only` in shapes.py',
      '`take` is new in shapes.py',
      '`gone` still exists under that name in pkg/old.py',
      'pkg/old.py is byte-identical in both versions',
    ],
    open: [
      '`gone` or `NAME` is gone from old.py',
      'pkg/shapes.py is nearly identical in both versions',
      '`Fresh` survives in shapes.py',
      // It may be said of what comes back.
      '`make` -> `str`',
      '`make` -> `Round`',
      // What happened earlier is not seen.
      '`former` was renamed to `later` before the change',
      '`gone` was removed from old.py before the change',
      'Round.draw lost its color parameter before the change',
      // Nothing is said of a parameter `if`.
      'If param is still a parameter of Round.draw',
      'Round.draw: parameters added',
    ],
  },
  values: {
    yes: [
      'Round.limit: None -> 500_000',
      'Round.limit is now 500000 (was None)',
      'The `limit` attribute of Round is 500_000',
      "Round's `size` attribute is still 3",
      'LIMIT changed 10 -> 20',
      'LIMIT in old.py is 20, previously 10',
      '`Round.size` defaults to 3',
      'Round.limit: before None, now 500_000',
      'The default of `Round.size` remains 3',
      'Round.size is 3, not 4',
      'Round.size is 3 rather than 4',
      'LIMIT in old.py is now 20 instead of 10',
    ],
    no: [
      'Round.limit: None -> 600_000',
      'Round.size: 3 -> 4',
      'The `limit` attribute of Round is 1_000',
      'LIMIT changed 10 -> 30',
      'Round.limit: before None, now 400_000',
      'The default of `Round.size` is 4',
      'Round.size is 4, not 3',
      'LIMIT in old.py is now 20 instead of 15',
    ],
    open: [
      // What was so is said of what is not so now.
      'Round.size is not 3, formerly 4',
      'LIMIT in old.py is not 30 (was 10)',
      'Round.size is now 3',
      'Round.size is 3 rather than 4, previously',
      'Round.limit is at least 500_000',
    ],
  },
};

describe('sentences in free words [001-047]', () => {
  itGrades(EDIT, FORMS);
});
