import assert from 'node:assert/strict';
import type { Edit } from './evidence-of.ts';
import { gradeSentence } from './sentence-grades.ts';

const EDIT: Edit = {
  before: {
    'pkg/__init__.py': '',
    'pkg/a.py':
      'import os\nfrom functools import cache\n\n\ndef load(path): ...\n\n\n@cache\ndef run_all(first, second): ...\n\n\nclass Base: ...\n\n\nclass Child(Base): ...\n',
    'pkg/b.py': 'from pkg.a import load, run_all\n\n\ndef use():\n    return load(run_all(1, 2))\n',
  },
  after: {
    'pkg/a.py':
      'import os\nfrom functools import cache\n\n\ndef load(path, mode="r"): ...\n\n\n@cache\ndef run_all(first, second): ...\n\n\nclass Base: ...\n\n\nclass Child(Base): ...\n',
  },
};

/** Said in front of a sentence, or behind it, or around its names, and no part of what it claims. */
const TRIMMED = (sentence: string): readonly string[] => [
  ...['Indeed', 'Notably', 'However', 'Yes', 'First', 'Therefore', 'In particular', 'Additionally'].map(
    word => `${word}, ${sentence}`,
  ),
  `It is true that ${sentence}`,
  `The diff shows that ${sentence}`,
  `- ${sentence}`,
  `1. ${sentence}`,
  `✓ ${sentence}`,
  ...['checked', 'tested', 'done', 'true'].map(word => `${sentence} (${word})`),
  sentence.replace(/`([^`]+)`/g, '**$1**'),
  sentence.replace(/`([^`]+)`/g, '**`$1`**'),
];
/** In front of it something else is said than that it is so, or what is no word of ours. */
const DOUBTED = (sentence: string): readonly string[] => [
  ...['Luckily', 'Supposedly', 'Hopefully', 'Well', 'So', 'Sigh', 'Here'].map(word => `${word}, ${sentence}`),
  ...['verbatim', 'sic', 'L12', 'incorrect', 'false', 'no'].map(word => `${sentence} (${word})`),
  sentence.replace(/`([^`]+)`/g, '_$1_'),
  sentence.replace(/`([^`]+)`/g, '__$1__'),
];
const DENIALS = [
  ' (not true)',
  ' (wrong)',
  ' (to be done)',
  '; the opposite is true',
  ', which is doubtful',
  ', almost',
  '; reverted',
  ' (this is false)',
  '; this is not the case',
  '; it was not',
  '; that was not done',
  ' — not so',
  ' — false',
  ', which is wrong',
  ', which is not the case',
  ', which never happened',
  ', but this is untrue',
  ' and this is incorrect',
  '. This is not true',
];

const TRUE = [
  '`load` takes `path` and `mode`',
  '`run_all` is unchanged',
  '`run_all` and `Base` are unchanged',
  '`load` is called in `use`',
  '`run_all` is decorated with `cache`',
  '`first` is the first parameter of `run_all`',
  'pkg/b.py imports `load` and `run_all` from `pkg.a`',
];
const FALSE = [
  '`load` takes `path` and `size`',
  '`load` is unchanged',
  '`load` and `Base` are unchanged',
  '`run_all` was changed',
  '`load` is called in `run_all`',
  '`mode` is the first parameter of `load`',
  'pkg/b.py imports `cache` and `Base` from `pkg.a`',
];

const verdictOf = async (sentence: string) => (await gradeSentence(EDIT, sentence)).split(':')[0];

describe('what stands around a sentence [001-047]', () => {
  for (const [sentences, verdict, other] of [
    [TRUE, 'confirmed', 'refuted'],
    [FALSE, 'refuted', 'confirmed'],
  ] as const)
    for (const sentence of sentences) {
      it(`says nothing of it: ${sentence}`, async () => {
        assert.equal(await verdictOf(sentence), verdict);
        for (const said of TRIMMED(sentence)) assert.equal(await verdictOf(said), verdict, said);
      });

      it(`is no name: ${sentence}`, async () => {
        for (const said of DOUBTED(sentence)) assert.notEqual(await verdictOf(said), other, said);
      });

      it(`takes it back: ${sentence}`, async () => {
        for (const denial of DENIALS)
          assert.equal(await verdictOf(`${sentence}${denial}`), 'not_checkable', denial);
        assert.equal(await verdictOf(`That ${sentence} is false`), 'not_checkable');
        assert.equal(await verdictOf(`It is false that ${sentence}`), 'not_checkable');
      });
    }

  it('is read where it is code, or a value', async () => {
    for (const said of ['`Base` and `Child` are unchanged', 'Base, Child are unchanged'])
      assert.notEqual(await verdictOf(said), 'refuted', said);
    for (const said of [
      'the signature of `run_all` is (first, second)',
      '`run_all` keeps its signature (first, second)',
    ])
      assert.equal(await verdictOf(said), 'confirmed', said);
  });
});
