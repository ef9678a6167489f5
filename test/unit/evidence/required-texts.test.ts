import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { mayMatch, requiredTexts } from '../../../src/core/evidence/spot-checks/required-texts.ts';
import { readForm } from '../../../src/core/evidence/spot-checks/sentence-form.ts';
import { PHRASES } from '../../../src/core/evidence/spot-checks/spot-check-sentences.ts';
import { type Random, seeded } from '../../faults/support/random.ts';

const SENTENCES = path.resolve(import.meta.dirname, '../../fixtures/sentences');
const TEXTS_OF_EACH = 20;

describe('what a sentence must contain to be a phrase of the grammar', () => {
  for (const [source, required] of Object.entries({
    'a (?<n>\\d+) bc': [['a '], [' bc']],
    'ab?c': [['a'], ['c']],
    'ab+c': [['ab'], ['c']],
    'ab{0,2}c': [['a'], ['c']],
    'x(?:more )?y': [['x'], ['y']],
    'x(?: more)+y': [['x'], [' more'], ['y']],
    '(?:gets|gained) one': [['gets', 'gained'], [' one']],
    '(?:gets|gained\\d*) one': [['gets', 'gained'], [' one']],
    '(?:gets|\\d) one': [[' one']],
    '(?:a (?:b|cc)|dd) e': [['a ', 'dd'], [' e']],
    'a|b': [['a', 'b']],
    '[abc(]d\\(e': [['d'], ['e']],
    'a(?=b)c(?!d)e': [['a'], ['c'], ['e']],
    '(?:a|)b': [['b']],
  }))
    it(source, () => assert.deepEqual(requiredTexts(source), required));

  it('is in every text that a phrase matches', () => {
    const random = seeded(20261123);
    let matched = 0;
    for (const { expression, required } of PHRASES)
      for (let i = 0; i < TEXTS_OF_EACH; i++) {
        const text = textFor(new RegExpParser().parsePattern(expression.source), random);
        if (!expression.test(text)) continue;
        matched++;
        assert.ok(mayMatch(text, required), `${text}\n${expression.source}\n${JSON.stringify(required)}`);
      }
    assert.ok(matched > PHRASES.length * TEXTS_OF_EACH * 0.9, `${matched}`);
  });

  it('leaves few phrases to try for what reviewers write', () => {
    const lines = fs
      .readdirSync(SENTENCES)
      .filter(name => name.endsWith('.txt'))
      .flatMap(name => fs.readFileSync(path.join(SENTENCES, name), 'utf8').split('\n'));
    const words = lines.map(line => readForm(line.replace(/^[TF] /, '')).words);
    const tried = words.map(text => PHRASES.filter(({ required }) => mayMatch(text, required)).length);
    const mean = tried.reduce((sum, count) => sum + count, 0) / tried.length;
    console.log(`      ${mean.toFixed(1)} of ${PHRASES.length} phrases on average`);
    assert.ok(mean < PHRASES.length / 10, `${mean} of ${PHRASES.length}`);
  });
});

/** A text that the pattern matches, whatever stands for what it does not say exactly. */
function textFor(node: AST.Node, random: Random): string {
  const each = (nodes: readonly AST.Node[]) => nodes.map(one => textFor(one, random)).join('');
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup':
      return textFor(random.pick(node.alternatives), random);
    case 'Alternative':
      return each(node.elements);
    case 'Quantifier': {
      const times = node.min + random.int(Math.min(node.max, node.min + 2) - node.min + 1);
      return Array.from({ length: times }, () => textFor(node.element, random)).join('');
    }
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
      return node.kind === 'digit' ? '7' : node.kind === 'space' ? ' ' : 'w';
    case 'CharacterClass': {
      const [first] = node.elements;
      if (node.negate || first === undefined) return 'w';
      return first.type === 'CharacterClassRange'
        ? String.fromCodePoint(first.min.value)
        : textFor(first, random);
    }
    default:
      return '';
  }
}
