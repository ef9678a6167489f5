const NAME = /\w+/gu;
const DOTTED = /[\w.]+/gu;

/** Words of our sentences that are also words of Python. */
const COMMON = new Set([
  'is',
  'not',
  'and',
  'the',
  'for',
  'use',
  'name',
  'from',
  'import',
  'class',
  'test',
  'new',
]);

/** Start and length of the first name of the message that is in the line; otherwise of all the line's code. */
export function namedInLine(source: string, message: string): readonly [number, number] {
  const places = new Map<string, number>();
  for (const { 0: word, index } of source.matchAll(NAME)) if (!places.has(word)) places.set(word, index);
  // Of `module.Class.method` the last part is what it is about.
  for (const [dotted] of message.matchAll(DOTTED))
    for (const word of dotted.split('.').reverse()) {
      const at = places.get(word);
      if (at !== undefined && word.length > 2 && !COMMON.has(word)) return [at, word.length];
    }
  const start = source.length - source.trimStart().length;
  return [start, Math.max(1, source.length - start)];
}
