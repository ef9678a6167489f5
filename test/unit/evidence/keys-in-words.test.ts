import { testVerdicts, type VerdictCase } from './expected-verdicts.ts';

const KEYS = 'no _id/_key renames';

const becomes =
  (verdict: 'proved' | 'not proved') =>
  (name: string, from: string, to: string, around = 'D = {"§": 1}\n'): VerdictCase => [
    name,
    { 'pkg/__init__.py': '', 'pkg/m.py': around.replaceAll('§', from) },
    { 'pkg/m.py': around.replaceAll('§', to) },
    { [KEYS]: verdict },
  ];
const open = becomes('not proved');
const proved = becomes('proved');

describe('names of keys with letters outside of ASCII', () =>
  testVerdicts([
    open('in a text', 'usér_id', 'usèr_id'),
    open('with the mark on its own', 'use\u0301r_id', 'use\u0300r_id'),
    open('as a name', 'usér_id', 'usèr_id', '§ = 1\n'),
    open('of another script', 'пользователь_id', 'счёт_id'),
    open('without an underscore', 'usérId', 'usèrId'),
    open('with hyphens', 'X-Usér-Id', 'X-Usèr-Id'),
    open('as a part', 'usér', 'usèr', 'def f(o, p):\n    return o[f"{p}_id"]\nf({}, "§")\n'),
  ]));

describe('words of which code may make one name', () =>
  testVerdicts([
    open('with spaces', 'User Id', 'Account Id', 'def f(o):\n    return o["§".lower().replace(" ", "_")]\n'),
    open('with dots', 'user.id', 'account.id', 'def f(o):\n    return o["§".replace(".", "_")]\n'),
    open(
      'with a name of its own',
      'User Key',
      'Account Key',
      'L = "§"\ndef f(o):\n    return o[to_snake(L)]\n',
    ),
    open('of a path', 'user/id', 'account/id'),
    proved('and a sentence is none', 'The user has no id.', 'The account has no id.', 'X = "§"\n'),
  ]));

const given = (imports: number): VerdictCase => {
  const files: Record<string, string> = {
    'pkg/__init__.py': '',
    'pkg/m0.py': 'def f(o, p):\n    return o[f"{p}_id"]\n',
  };
  for (let i = 1; i < imports; i++)
    files[`pkg/m${i}.py`] = `from pkg.m${i - 1} import f as g\ndef f(o, p): return g(o, p)\n`;
  const last = `from pkg.m${imports - 1} import f\nf({}, "user")\n`;
  return [
    `over ${imports} imports`,
    { ...files, 'pkg/e.py': last },
    { 'pkg/e.py': last.replace('user', 'account') },
    { [KEYS]: 'not proved' },
  ];
};

describe('a word that calls give on to where it becomes a part of a key', () =>
  testVerdicts([2, 3, 4].map(given)));
