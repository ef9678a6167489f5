import type { Edit } from './evidence-of.ts';
import { type Forms, itGrades } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/app.py':
      'from os import name, path, sep\n\n\nclass App:\n    @property\n    def size(self):\n        return 1\n\n    @size.setter\n    def size(self, value): ...\n\n    @property\n    def width(self):\n        return 1\n\n    def s(this, *, x, y): ...\n',
  },
  after: {
    'pkg/app.py':
      'from os import name, path, sep\n\n\nclass Kind:\n    pass\n\n\ndef fresh():\n    return 1\n\n\ndef g():\n    return fresh()\n\n\ndef h():\n    return fresh()\n\n\nclass App:\n    @property\n    def size(self):\n        return 1\n\n    @property\n    def width(self):\n        return 1\n\n    @width.setter\n    def width(self, value): ...\n\n    def s(this, *, x, y): ...\n',
  },
};

/** Sentences that were graded wrongly once, as a word of them was not looked at. */
const FORMS: Forms = {
  'words that must not be lost': {
    yes: ['`fresh` is new and called from `g`'],
    no: [
      'pkg/app.py imports `path`, formerly `sep`, from `os`',
      'pkg/app.py imports `path` (previously `name`) from `os`',
    ],
    open: [
      '`fresh` is new and only called by `g`',
      'App.size is still a read-only property',
      'App.size is still a property without a setter',
      'App still has a read-only `size` property',
      'App.width is still a settable property',
      'App.width is still a property with a setter',
      'All parameters of App.s other than self are keyword-only',
    ],
  },
};

describe('sentences in free words that were attacked [001-047]', () => {
  itGrades(EDIT, FORMS);
});
