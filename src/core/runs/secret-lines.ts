import { SHORTEST_HIDDEN } from '../kernel/hide-texts.ts';

/** What could hold a value on its own: `key = value`, `key: value`. */
const ASSIGNED = /[=:](.*)/s;
const QUOTED = /"([^"]*)"(?!\s*:)|'([^']*)'/g;
const BETWEEN_WORDS = /[\s"'`=:,;()[\]{}<>\\]+/;
const AROUND_VALUE = new Set([...' \t"\'`,;']);

/**
 * What of a text must not be seen elsewhere: the whole of it, its lines, values after `=` and `:`, what is in
 * quotes, and words with a digit in them. Other words are left: they are everywhere.
 */
export function* partsToHide(text: string): Generator<string> {
  yield text.trim();
  for (const raw of text.split(/\r\n|\n|\r/)) {
    const line = raw.trim();
    if (line.length < SHORTEST_HIDDEN) continue;
    yield line;
    // A line of a diff.
    if (/^[+-]/.test(line)) yield line.slice(1).trim();
    yield trimmedValue(ASSIGNED.exec(line)?.[1] ?? '');
    for (const [, double, single] of line.matchAll(QUOTED)) yield double ?? single ?? '';
    for (const word of line.split(BETWEEN_WORDS)) if (/\d/.test(word)) yield word;
  }
}

function trimmedValue(value: string): string {
  let [start, end] = [0, value.length];
  while (start < end && AROUND_VALUE.has(value[start] ?? '')) start += 1;
  while (end > start && AROUND_VALUE.has(value[end - 1] ?? '')) end -= 1;
  return value.slice(start, end);
}
