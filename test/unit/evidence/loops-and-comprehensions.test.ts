import assert from 'node:assert/strict';
import { evidenceOf } from './evidence-of.ts';

async function judge(before: string, after: string) {
  const module = (body: string) => `def f(xs, ys, n):\n${body.replace(/^(?=.)/gm, '    ')}\n`;
  const { invariants } = await evidenceOf({
    before: { 'a.py': module(before) },
    after: { 'a.py': module(after) },
    invariants: ['no broken callers'],
  });
  return invariants[0];
}

const LOOP = 'found = []\nfor x in xs:\n    if x.id == n:\n        found.append(x)\nreturn found';

/** What is asked of each thing, as before, though by another name. */
const FINE: readonly (readonly [what: string, before: string, after: string])[] = [
  ['a comprehension for a loop', LOOP, 'return [x for x in xs if x.id == n]'],
  ['with another name', LOOP, 'return [each for each in xs if each.id == n]'],
  ['of what a call gives', LOOP.replace('in xs', 'in xs.all()'), 'return [o for o in xs.all() if o.id == n]'],
  [
    'a loop for a comprehension',
    'found = [x.id for x in xs]\nreturn found',
    'for x in xs:\n    print(x.id)\nreturn [n]',
  ],
  [
    'a loop with another name',
    LOOP,
    'found = []\nfor o in xs:\n    if o.id == n:\n        found.append(o)\nreturn found',
  ],
  ['a generator', LOOP, 'return list(x for x in xs if x.id == n)'],
];

/** What was asked of other things, or not of all. */
const OPEN: readonly (readonly [what: string, before: string, after: string])[] = [
  ['of others', LOOP, 'return [x for x in ys if x.id == n]'],
  ['something else', LOOP, 'return [x for x in xs if x.key == n]'],
  ['of what it gives', LOOP, 'return [x for x in xs if x.id.real == n]'],
  [
    'of those of another call',
    LOOP.replace('in xs', 'in xs.all()'),
    'return [x for x in xs.some() if x.id == n]',
  ],
  [
    'without the condition above it',
    'found = []\nfor x in xs:\n    if x:\n        found.append(x.id)\nreturn found',
    'return [x.id for x in xs]',
  ],
  [
    'without what went on above it',
    'found = []\nfor x in xs:\n    if not x:\n        continue\n    found.append(x.id)\nreturn found',
    'return [x.id for x in xs]',
  ],
  ['without the condition behind it', 'return [x.id for x in xs if x]', 'return [x.id for x in xs]'],
  ['without the one beside it', 'return [x and x.id for x in xs]', 'return [x.id for x in xs]'],
  [
    'of those that are kept now',
    LOOP.replace('found = []', 'found = []\nxs = xs.good()'),
    'return [x for x in xs if x.id == n]',
  ],
  [
    'of a name that is set again',
    'for x in xs:\n    x = ys\n    n(x.id)\nreturn n',
    'n([x.id for x in xs])\nreturn n',
  ],
  ['of a parameter of that name', LOOP, 'return [x for x in xs if (lambda x: x.id)(n)]'],
  ['of what a comprehension around it goes through', LOOP, 'return [[x.id for x in y] for y in xs]'],
  [
    'where the first ones are asked alone',
    'for x in xs:\n    break\nreturn [x.id for y in xs]',
    'return [x.id for x in xs]',
  ],
];

describe('what is asked of one thing after the other', () => {
  for (const [what, before, after] of FINE)
    it(`is as it was: ${what}`, async () => {
      const found = await judge(before, after);
      assert.equal(found?.verdict, 'proved', found?.reason);
    });
  for (const [what, before, after] of OPEN)
    it(`is left open: ${what}`, async () => {
      const found = await judge(before, after);
      assert.equal(found?.verdict, 'not_checkable', found?.reason);
    });
});
