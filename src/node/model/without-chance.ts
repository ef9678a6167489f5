import { tmpdir } from 'node:os';

/** What a second run of the same work writes otherwise, in the order in which it is looked for. */
const CHANCE: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b\d{8}T\d{6}-[0-9a-f]{4}\b/g, '<run>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d+\.\d+ ?(?:ms|s|secs?|seconds?)\b(?: \(\d+:\d\d:\d\d\))?/g, '<duration>'],
  [/\b0x[0-9a-f]{6,}\b/gi, '<address>'],
  // The keys of labels come from the text between them, which holds times. Of these and of commits, some are all digits.
  [/(?<=<\/?[a-z_]+-)[0-9a-f]{12}(?=>)/g, '<id>'],
  [/(?<=\bcommit )(?:[0-9a-f]{40}|[0-9a-f]{7,12})\b/g, '<id>'],
  // Other ids of commits: letters and digits both, or a number would be one.
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])(?:[0-9a-f]{40}|[0-9a-f]{7,12})\b/g, '<id>'],
];

/**
 * The text with times, durations, ids of runs and commits, addresses and temporary folders replaced by their names:
 * what tools print of the same work is then the same text.
 */
export function withoutChance(text: string): string {
  const [first = '', ...insideOfTemporary] = text.split(tmpdir());
  const named = [first, ...insideOfTemporary.map(rest => rest.replace(/^[/\\]+[\w.-]+/, '<folder>'))].join(
    '',
  );
  return CHANCE.reduce((cleaned, [pattern, name]) => cleaned.replace(pattern, name), named);
}
