import assert from 'node:assert/strict';
import { automatonSearch } from '../../../src/core/text/aho-corasick.ts';
import { findOccurrences, offsetsOf } from '../../../src/core/text/find-occurrences.ts';
import { linearSearch } from '../../../src/core/text/linear-search.ts';
import { nativeSearch } from '../../../src/core/text/native-search.ts';
import type { Occurrences } from '../../../src/core/text/needle-set.ts';
import { packNeedles } from '../../../src/core/text/needle-set.ts';
import type { Probe } from '../../../src/core/text/qgram-search.ts';
import { qgramSearch, shortestNeedle } from '../../../src/core/text/qgram-search.ts';
import { TextSample } from '../../../src/core/text/text-sample.ts';
import { Random } from './random.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function naive(haystack: Uint8Array, needle: Uint8Array): Occurrences {
  let first = -1;
  let count = 0;
  for (let at = 0; at + needle.length <= haystack.length; at++) {
    let i = 0;
    while (i < needle.length && haystack[at + i] === needle[i]) i++;
    if (i < needle.length) continue;
    if (count === 0) first = at;
    count++;
  }
  return { first, count };
}

const PROBES: readonly Probe[] = [
  { size: 16, stride: 16 },
  { size: 8, stride: 16 },
  { size: 8, stride: 8 },
  { size: 8, stride: 4 },
  { size: 8, stride: 1 },
  { size: 4, stride: 1 },
];

/** Pieces of the text, some of them spoiled, and texts of the same alphabet. */
function needlesFor(
  random: Random,
  text: Uint8Array,
  alphabet: readonly string[],
  least: number,
): Uint8Array[] {
  return Array.from({ length: 1 + random.below(12) }, () => {
    const length = least + random.below(random.below(3) === 0 ? 60 : 4);
    if (random.below(4) === 0 || text.length < length) {
      const other = encode(random.text(alphabet, length + 1));
      return other.length < least ? encode('?'.repeat(least)) : other;
    }
    const start = random.below(text.length - length + 1);
    const piece = text.slice(start, start + length);
    if (random.below(4) === 0) piece[random.below(length)] = 0x7a;
    return piece;
  });
}

const ALPHABETS = [
  ['a'],
  ['a', 'b'],
  ['a', 'a', 'a', 'a', 'b'],
  ['ab', 'ba', 'c'],
  ['x', 'y', 'z', '\n', '    ', 'é'],
];

describe('searching for many texts', () => {
  it('finds the same with every method as comparing at every place (1,200 random cases)', () => {
    const random = new Random(3);
    for (let round = 0; round < 1200; round++) {
      const alphabet = random.pick(ALPHABETS);
      const text = encode(random.text(alphabet, random.below(300)));
      // A haystack that does not start at the beginning of its buffer.
      const haystack = Uint8Array.from([0, ...text]).subarray(1);
      const probe = random.pick(PROBES);
      const needles = needlesFor(
        random,
        haystack,
        alphabet,
        random.below(2) === 0 ? 1 : shortestNeedle(probe),
      );
      const expected = needles.map(needle => naive(haystack, needle));
      assert.deepEqual(
        needles.map(needle => nativeSearch(haystack, needle, new TextSample(haystack))),
        expected,
        'native',
      );
      assert.deepEqual(
        needles.map(needle => linearSearch(haystack, needle, 0)),
        expected,
        'linear',
      );
      assert.deepEqual(automatonSearch(haystack, packNeedles(needles)), expected, 'automaton');
      assert.deepEqual(findOccurrences(haystack, needles), expected);
      if (needles.some(needle => needle.length < shortestNeedle(probe))) continue;
      const probed = qgramSearch(haystack, packNeedles(needles), probe);
      if (probed !== undefined) assert.deepEqual(probed, expected, `probe ${probe.size}/${probe.stride}`);
    }
  });
  it('finds the same in texts large enough to be sampled, dull ones too (24 random cases)', () => {
    const random = new Random(8);
    const mostlyOne = [...Array.from({ length: 400 }, () => 'a'), 'b', 'c'];
    for (let round = 0; round < 24; round++) {
      const alphabet = random.pick([mostlyOne, ['a'], ['aab', 'ab', 'b'], ['    ', '    ', 'x = 1\n', 'y']]);
      const haystack = encode(random.text(alphabet, 70_000)).subarray(0, 70_000);
      const sample = new TextSample(haystack);
      for (const needle of needlesFor(random, haystack, alphabet, random.pick([1, 2, 7, 120, 300])).slice(
        0,
        4,
      )) {
        assert.deepEqual(nativeSearch(haystack, needle, sample), naive(haystack, needle));
      }
    }
  });
  it('finds thousands of texts of all lengths in a large one', () => {
    const random = new Random(11);
    const haystack = encode(
      random.text(['def ', 'return ', 'self', '.', 'x', '\n', '    ', '0', '1', 'é'], 100_000),
    );
    const needles = Array.from({ length: 1500 }, () => {
      const length = 1 + random.below(random.below(2) === 0 ? 12 : 200);
      const start = random.below(haystack.length - length);
      return haystack.subarray(start, start + length);
    });
    const found = findOccurrences(haystack, needles);
    for (const [i, needle] of needles.entries()) {
      // Buffer.indexOf is believed here: comparing at every place would take minutes.
      const view = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.length);
      assert.equal(found[i]?.first, view.indexOf(needle));
      if (i % 10 !== 0) continue;
      let count = 0;
      for (let at = view.indexOf(needle); at >= 0; at = view.indexOf(needle, at + 1)) count++;
      assert.equal(found[i]?.count, count);
    }
  });
  it('gives up probing, not the answer, when everything looks alike', () => {
    const haystack = new Uint8Array(200_000).fill(0x61);
    const needles = Array.from({ length: 200 }, (_, i) => new Uint8Array(31 + i).fill(0x61));
    assert.equal(qgramSearch(haystack, packNeedles(needles), { size: 16, stride: 16 }), undefined);
    assert.deepEqual(
      findOccurrences(haystack, needles),
      needles.map(needle => ({ first: 0, count: haystack.length - needle.length + 1 })),
    );
  });
  it('stays linear on texts that make a plain search quadratic', () => {
    const haystack = new Uint8Array(2_000_000).fill(0x61);
    const spoiled = new Uint8Array(200_000).fill(0x61);
    spoiled[0] = 0x62;
    assert.deepEqual(findOccurrences(haystack, [spoiled]), [{ first: -1, count: 0 }]);
    const start = performance.now();
    for (const at of [0, 1, 100_000, 199_999]) {
      const needle = new Uint8Array(200_000).fill(0x61);
      needle[at] = 0x62;
      nativeSearch(haystack, needle, new TextSample(haystack));
    }
    // Quadratic would be minutes.
    assert.ok(performance.now() - start < 5000);
  });
  it('lists the places of one text up to a limit', () => {
    assert.deepEqual(offsetsOf(encode('aaaa'), encode('aa'), 10), [0, 1, 2]);
    assert.deepEqual(offsetsOf(encode('aaaa'), encode('aa'), 2), [0, 1]);
  });
});
