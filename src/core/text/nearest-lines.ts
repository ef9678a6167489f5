/** A place in a file that comes near a text that was not found. */
export interface NearPlace {
  /** 1-indexed. */
  readonly line: number;
  /** The file's text there. */
  readonly text: string;
  /** How it differs, as the end of a sentence. */
  readonly why: string;
}

/** Lines shorter than this are not compared by similarity: everything resembles `}`. */
const MIN_SIMILAR_LENGTH = 4;
const MIN_SIMILARITY = 0.5;
const MAX_PLACES = 3;

const withoutExtraSpace = (line: string): string => line.trim().replace(/\s+/gu, ' ');

const isBlank = (line: string): boolean => line.trim() === '';

function withoutBlankEdges(lines: readonly string[]): readonly string[] {
  const first = lines.findIndex(line => !isBlank(line));
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(line => !isBlank(line)) + 1);
}

/** How many lines of `wanted` the file has from line `at` on, white space aside. */
function matchingLines(fileLines: readonly string[], at: number, wanted: readonly string[]): number {
  let count = 0;
  while (count < wanted.length && fileLines[at + count] === wanted[count]) count++;
  return count;
}

function describeBlock(
  lines: readonly string[],
  at: number,
  count: number,
  wanted: readonly string[],
): NearPlace {
  if (count === wanted.length) {
    return { line: at + 1, text: lines.slice(at, at + count).join('\n'), why: 'differs in white space only' };
  }
  const differing = lines[at + count];
  if (differing === undefined) return { line: at + 1, text: lines[at] ?? '', why: 'but the file ends there' };
  const why = `starts the same, but line ${at + count + 1} is ${JSON.stringify(differing)}`;
  return { line: at + 1, text: lines[at] ?? '', why };
}

function pairsOf(text: string): Map<string, number> {
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient over pairs of characters: 1 for equal texts, 0 for nothing in common. */
function similarity(wantedPairs: ReadonlyMap<string, number>, wantedLength: number, line: string): number {
  let common = 0;
  const left = new Map(wantedPairs);
  for (let i = 0; i + 1 < line.length; i++) {
    const pair = line.slice(i, i + 2);
    const count = left.get(pair) ?? 0;
    if (count === 0) continue;
    left.set(pair, count - 1);
    common++;
  }
  return (2 * common) / (wantedLength - 1 + line.length - 1);
}

function similarLines(lines: readonly string[], fileLines: readonly string[], wanted: string): NearPlace[] {
  const folded = wanted.toLowerCase();
  const pairs = pairsOf(folded);
  const scored: { readonly line: number; readonly score: number }[] = [];
  for (const [index, text] of fileLines.entries()) {
    // Twice as long or half as long cannot reach the threshold.
    if (
      text.length < MIN_SIMILAR_LENGTH ||
      text.length > 3 * folded.length ||
      folded.length > 3 * text.length
    ) {
      continue;
    }
    const score = similarity(pairs, folded.length, text.toLowerCase());
    if (score >= MIN_SIMILARITY) scored.push({ line: index + 1, score });
  }
  scored.sort((a, b) => b.score - a.score || a.line - b.line);
  return scored
    .slice(0, MAX_PLACES)
    .map(({ line }) => ({ line, text: lines[line - 1] ?? '', why: 'is similar' }));
}

/**
 * At most three places of the file that come near `wanted`, best first: the same text but for white space, the
 * same beginning, similar first lines. For help in messages only; nothing is ever applied to such a place.
 */
export function nearestLines(fileText: string, wanted: string): readonly NearPlace[] {
  const lines = fileText.split(/\r\n|\n|\r/u);
  const fileLines = lines.map(withoutExtraSpace);
  const wantedLines = withoutBlankEdges(wanted.split(/\r\n|\n|\r/u)).map(withoutExtraSpace);
  const first = wantedLines[0];
  if (first === undefined) return [];
  const blocks: { readonly at: number; readonly count: number }[] = [];
  for (let at = fileLines.indexOf(first); at >= 0; at = fileLines.indexOf(first, at + 1)) {
    blocks.push({ at, count: matchingLines(fileLines, at, wantedLines) });
  }
  if (blocks.length > 0) {
    blocks.sort((a, b) => b.count - a.count || a.at - b.at);
    return blocks.slice(0, MAX_PLACES).map(({ at, count }) => describeBlock(lines, at, count, wantedLines));
  }
  return first.length < MIN_SIMILAR_LENGTH ? [] : similarLines(lines, fileLines, first);
}
