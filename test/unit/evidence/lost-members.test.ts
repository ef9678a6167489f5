import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const PHRASE = 'no public names removed';

const one = (
  name: string,
  before: string,
  after: string,
  verdict: 'proved' | 'violated' | 'not_checkable',
  others: Record<string, string> = {},
): VerdictCase => [name, { 'a.py': before, ...others }, { 'a.py': after }, { [PHRASE]: verdict }];

const PRIVATE =
  'class _Base:\n    def close(self):\n        return 1\n\n    def open(self):\n        return 2\n';
const SHORT = 'class _Base:\n    def open(self):\n        return 2\n';
const CHILD = '\n\nclass Client(_Base):\n    pass\n';

describe('a member that a class no longer has under its name', () =>
  testVerdicts([
    one('is one of a private base that another module has', PRIVATE, `${SHORT}\n\nX = 1\n`, 'not_checkable', {
      'b.py': `from a import _Base\n${CHILD}`,
    }),
    one(
      'is one of a private base in the same module',
      PRIVATE + CHILD,
      `${SHORT + CHILD}\n\nX = 1\n`,
      'not_checkable',
    ),
    one('is one of a private class that nobody speaks of', PRIVATE, `${SHORT}\n\nX = 1\n`, 'proved'),
    one(
      'is private itself',
      PRIVATE.replace('close', '_close') + CHILD,
      `${SHORT}${CHILD}\n\nX = 1\n`,
      'proved',
    ),
    one(
      'is one of objects alone now',
      'class C:\n    size = 1\n',
      'class C:\n    def __init__(self):\n        self.size = 1\n',
      'not_checkable',
    ),
    one(
      'has a type, and no value any more',
      'class C:\n    debug: bool = False\n    name = "x"\n',
      'class C:\n    debug: bool\n    name = "x"\n',
      'not_checkable',
    ),
    one(
      'has another value',
      'class C:\n    debug: bool = False\n',
      'class C:\n    debug: bool = True\n',
      'proved',
    ),
    one(
      'is one of a public class',
      'class C:\n    def run(self):\n        return 1\n\n    def stop(self):\n        return 1\n',
      'class C:\n    def run(self):\n        return 1\n',
      'violated',
    ),
  ]));
