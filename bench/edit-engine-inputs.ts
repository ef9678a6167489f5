import { Buffer } from 'node:buffer';
import type { Replacement } from '../src/generated/contracts.ts';

/** mulberry32: the same inputs in every run. */
export function randomSource(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return limit => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * limit);
  };
}

const SYLLABLES =
  'al an ar ba be co con da de di en er ex fi for ge in is it la le li lo ma me mo ne no on or pa pe po ra re ri ro se si so sta te ti to tra un ur va ve'.split(
    ' ',
  );

/** 800 made-up words of two or three syllables: as many as the identifiers of a real package are made of. */
function vocabulary(): readonly string[] {
  const below = randomSource(77);
  const syllable = () => SYLLABLES[below(SYLLABLES.length)] ?? 'x';
  return Array.from({ length: 800 }, () => syllable() + syllable() + (below(2) === 0 ? syllable() : ''));
}

/** Text that looks like Python: some words are frequent, most are rare, and lines resemble each other. */
export function pythonLike(bytes: number, seed = 1): Uint8Array {
  const below = randomSource(seed);
  const words = vocabulary();
  // The square makes the first words the frequent ones.
  const word = () => words[Math.floor((below(1000) / 1000) ** 2 * words.length)] ?? 'x';
  const lines: string[] = [];
  let length = 0;
  while (length < bytes) {
    const line =
      below(12) === 0
        ? `\n    def ${word()}_${word()}(self, ${word()}):`
        : `        self.${word()}_${word()} = ${word()}(${word()}, ${word()}_${below(1000)})`;
    lines.push(line);
    length += line.length + 1;
  }
  return new TextEncoder().encode(lines.join('\n')).subarray(0, bytes);
}

/** `count` replacements spread over the text, each of one to three lines that occur only once (nearly always). */
export function editsFor(text: Uint8Array, count: number, seed = 2): readonly Replacement[] {
  const below = randomSource(seed);
  const decoder = new TextDecoder();
  const gap = Math.floor(text.length / count);
  const edits: Replacement[] = [];
  for (let i = 0; i < count; i++) {
    const from = i * gap + below(Math.max(1, gap - 400));
    const length = Math.min(gap - 1, 80 + below(120));
    const old_string = decoder.decode(text.subarray(from, from + length));
    edits.push({
      old_string,
      new_string: `${old_string.slice(0, 20)} # changed ${i}${old_string.slice(30)}`,
    });
  }
  return edits;
}

/** Inputs made to be slow: name, text, edits. Most of them fail; the whole answer with its help is timed. */
export function* craftedInputs(
  size: number,
): Generator<readonly [string, Uint8Array, readonly Replacement[]]> {
  const same = Buffer.alloc(size, 'a');
  const edit = (old_string: string) => ({ old_string, new_string: 'x' });
  const spoil = (length: number, at: number) => `${'a'.repeat(at)}b${'a'.repeat(length - at - 1)}`;
  yield ['all a, one long a…a', same, [edit('a'.repeat(1000))]];
  yield ['all a, b first of 100 KB', same, [edit(spoil(100_000, 0))]];
  yield ['all a, b in the middle of 100 KB', same, [edit(spoil(100_000, 50_000))]];
  yield ['all a, b last of 100 KB', same, [edit(spoil(100_000, 99_999))]];
  yield ['all a, aaaaaab', same, [edit('aaaaaab')]];
  yield ['all a, a', same, [edit('a')]];
  yield [
    'all a, 200 spoiled at every place',
    same,
    Array.from({ length: 200 }, (_, i) => edit(spoil(200, i))),
  ];
  yield ['all a, 1000 lengths of a', same, Array.from({ length: 1000 }, (_, i) => edit('a'.repeat(i + 24)))];
  yield [
    'all a, 1000 short and long',
    same,
    Array.from({ length: 1000 }, (_, i) => edit(spoil(5 + (i % 60), i % 5))),
  ];
  const pairs = Buffer.alloc(size, 'ab');
  yield ['abab…, 500 spoiled', pairs, Array.from({ length: 500 }, (_, i) => edit(`${'ab'.repeat(20 + i)}b`))];
  const blank = Buffer.alloc(size, '        \n');
  yield [
    'blank lines, 300 lines of blanks',
    blank,
    Array.from({ length: 300 }, (_, i) => edit(`${' '.repeat(8)}\n`.repeat(3 + i))),
  ];
  const lines = Buffer.alloc(size, '        return self.value\n');
  const common = '        return self.value\n'.repeat(40);
  yield [
    'one line repeated, 300 that end differently',
    lines,
    Array.from({ length: 300 }, (_, i) => edit(`${common}${i}`)),
  ];
  yield [
    'one line repeated, 300 that start differently',
    lines,
    Array.from({ length: 300 }, (_, i) => edit(`${i}${common}`)),
  ];
  const crlf = Buffer.alloc(size, '\r\n');
  yield ['empty CRLF lines, one LF', crlf, [edit('\n\n\n')]];
  const fibonacci = ['a', 'b'];
  while ((fibonacci.at(-1)?.length ?? 0) < size) fibonacci.push(`${fibonacci.at(-1)}${fibonacci.at(-2)}`);
  const word = fibonacci.at(-1)?.slice(0, size) ?? '';
  yield [
    'Fibonacci word, its pieces',
    Buffer.from(word),
    [100, 1000, 10_000].map(n => edit(`${word.slice(0, n)}aa`)),
  ];
}
