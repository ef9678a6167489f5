import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

type Case = readonly [name: string, before: string, after: string, use: string];

function verdicts(phrase: string, verdict: string, cases: readonly Case[]): void {
  for (const [name, before, after, use] of cases)
    it(name, async () => {
      const edit = { before: { 'm.py': before, 'u.py': use }, after: { 'm.py': after } };
      const [found] = (await evidenceOf({ ...edit, invariants: [phrase] })).invariants;
      assert.equal(found?.verdict, verdict, found?.reason);
    });
}

const parse = (calls: string): string =>
  `import argparse\ndef parse():\n    p = argparse.ArgumentParser()\n    p.add_argument("--size")\n${calls}    return p.parse_args()\n`;
const parsed = (name: string): string => `import m\ndef go(): return m.parse().${name}\n`;
const init = (body: string): string =>
  'def fill(o): o.x = 1\nclass B:\n    def _prepare(self):\n        self.x = 1\n    def _log(self):\n        return 1\n' +
  `class A(B):\n    def __init__(self):\n        self.y = 1\n${body}`;
const made = 'import m\ndef go(): return m.A().x\n';
const line = (head: string, body: string): string => `${head}\ndef init():\n    ${body}\n    return 1\n`;

describe('names that calls, items and lines of functions make', () => {
  describe('"no broken callers" is left open where they are no longer made, and asked for', () => {
    verdicts('no broken callers', 'not_checkable', [
      ['an option', parse('    p.add_argument("--name")\n'), parse(''), parsed('name')],
      [
        'an option of two words',
        parse('    p.add_argument("--file-name")\n'),
        parse(''),
        parsed('file_name'),
      ],
      [
        'an option with a name of its own',
        parse('    p.add_argument("-n", dest="name")\n'),
        parse(''),
        parsed('name'),
      ],
      ['a default', parse('    p.set_defaults(func=print)\n'), parse(''), parsed('func')],
      [
        'a field of a namespace',
        'from types import SimpleNamespace as S, SimpleNamespace\ndef parse(): return SimpleNamespace(a=1, b=2)\n',
        'from types import SimpleNamespace as S, SimpleNamespace\ndef parse(): return SimpleNamespace(a=1)\n',
        parsed('b'),
      ],
      ['an item of an object', init('        vars(self)["x"] = 1\n'), init(''), made],
      ['an attribute that object sets', init('        object.__setattr__(self, "x", 1)\n'), init(''), made],
      ['what a method sets that is no longer called', init('        self._prepare()\n'), init(''), made],
      [
        'what a function may set that is no longer given the object',
        init('        fill(self)\n'),
        init(''),
        made,
      ],
      [
        'a translation for all modules',
        line('import gettext', 'gettext.install("x")'),
        line('import gettext', 'pass'),
        'def go(): return _("x")\n',
      ],
    ]);
    verdicts('no broken callers', 'proved', [
      ['an option that no one asks for', parse('    p.add_argument("--name")\n'), parse(''), parsed('size')],
      ['a method that sets nothing', init('        self._log()\n'), init(''), made],
    ]);
  });

  describe('"no broken imports" is left open where a function decided what is found', () => {
    verdicts('no broken imports', 'not_checkable', [
      ['a path', line('import sys', 'sys.path.append("lib")'), line('import sys', 'pass'), 'import m\n'],
      [
        'another name of a module',
        line('import sys, json', 'sys.modules["alias"] = json'),
        line('import sys, json', 'pass'),
        'import m\n',
      ],
    ]);
    verdicts('no broken imports', 'proved', [
      [
        'a path that is only read',
        line('import sys', 'x = sys.path'),
        line('import sys', 'x = list(sys.path)'),
        'import m\n',
      ],
    ]);
  });

  describe('"no public names removed" is left open where a function made names of the module', () => {
    verdicts('no public names removed', 'not_checkable', [
      ['an item of globals()', line('', 'globals()["X"] = 1'), line('', 'pass'), 'import m\n'],
    ]);
  });

  describe('"no _id/_key renames" is left open for', () => {
    const model = (name: string, field: string) =>
      `class A(Model):\n    ${name} = ${field}("U")\n    x = 1\n`;
    verdicts('no _id/_key renames', 'not_checkable', [
      ['a field that gets a key beside it', model('user', 'ForeignKey'), model('owner', 'ForeignKey'), ''],
      [
        'the same of another kind',
        model('user', 'models.OneToOneField'),
        model('owner', 'models.OneToOneField'),
        '',
      ],
      ['a name with hyphens', 'H = {"X-User-Id": 1}\n', 'H = {"X-Owner-Id": 1}\n', ''],
    ]);
    verdicts('no _id/_key renames', 'proved', [
      ['another field', model('user', 'CharField'), model('owner', 'CharField'), ''],
      ['another name with hyphens', 'H = {"X-User-Name": 1}\n', 'H = {"X-Owner-Name": 1}\n', ''],
    ]);
  });
});
