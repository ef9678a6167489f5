import { decodeUtf8 } from '../kernel/utf8.ts';
import { encodeText, indexOfBytes } from './host-bytes.ts';
import { endOfLine, eolLengthBefore, startOfLine } from './lines.ts';
import { TextSample } from './text-sample.ts';
import { isWellFormed } from './well-formed.ts';

/** A place in a file that comes near a text that was not found. */
export interface NearPlace {
  /** Byte offset of its first line. */
  readonly offset: number;
  /** The file's text there. */
  readonly text: string;
  /** How it differs, as the end of a sentence; `line` gives the number of the line at an offset. */
  readonly why: (line: (offset: number) => number) => string;
}

/** Lines longer than this (bytes) are not compared: no one means a minified file. */
const MAX_LINE = 1000;
const MIN_SIMILARITY = 0.5;
const MAX_PLACES = 3;
/** Words to look for, and lines to look at for each. */
const MAX_WORDS = 3;
const MAX_LINES_PER_WORD = 60;
/** Characters of a word, or of a whole line, that are searched for; the rest is compared. */
const MAX_WORD = 60;

const withoutExtraSpace = (line: string): string => line.trim().replace(/\s+/gu, ' ');

function wantedLinesOf(wanted: string): readonly string[] {
  const lines = wanted.split(/\r\n|\n|\r/u, 500).map(line => withoutExtraSpace(line.slice(0, MAX_LINE)));
  const first = lines.findIndex(line => line !== '');
  return first < 0 ? [] : lines.slice(first, lines.findLastIndex(line => line !== '') + 1);
}

/** A line of the file: where it is and its text without the line end. */
interface FileLine {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function lineAround(bytes: Uint8Array, offset: number): FileLine | undefined {
  // Looked at in a window, so that one endless line costs no more than others.
  const floor = Math.max(0, offset - MAX_LINE);
  const window = bytes.subarray(floor, offset + MAX_LINE);
  const start = floor + startOfLine(window, offset - floor);
  const end = floor + endOfLine(window, offset - floor);
  const isCut = (start === floor && floor > 0) || (end === offset + MAX_LINE && end < bytes.length);
  if (isCut || end - start > MAX_LINE) return undefined;
  const text = decodeUtf8(bytes.subarray(start, end - eolLengthBefore(bytes, end)));
  return text === undefined ? undefined : { start, end, text };
}

/** Lines that hold the word, each once. */
function linesWith(bytes: Uint8Array, word: string, sample: TextSample): readonly FileLine[] {
  const needle = encodeText(word);
  // A text that is mostly one byte has no lines worth naming, and is slow to search.
  if (sample.shareOf(needle[0]) > 0.5) return [];
  const lines: FileLine[] = [];
  for (let at = indexOfBytes(bytes, needle, 0); at >= 0 && lines.length < MAX_LINES_PER_WORD; ) {
    const line = lineAround(bytes, at);
    if (line === undefined) break;
    lines.push(line);
    at = indexOfBytes(bytes, needle, line.end);
  }
  return lines;
}

/** The lines of the file worth comparing with a line: those that hold it, or one of its longest words. */
function candidatesFor(bytes: Uint8Array, line: string): readonly FileLine[] {
  const words = [...new Set(line.match(/[\p{L}\p{N}_]{3,}/gu) ?? [])];
  words.sort((a, b) => b.length - a.length);
  const sample = new TextSample(bytes);
  const found = new Map<number, FileLine>();
  for (const word of new Set([line, ...words.slice(0, MAX_WORDS)].map(text => text.slice(0, MAX_WORD)))) {
    if (!isWellFormed(word)) continue;
    for (const candidate of linesWith(bytes, word, sample)) found.set(candidate.start, candidate);
  }
  return [...found.values()].sort((a, b) => a.start - b.start);
}

/** The file's text compared with the wanted lines from one line on, white space aside. */
function comparedFrom(bytes: Uint8Array, first: FileLine, wanted: readonly string[]) {
  let last = first;
  for (const [i, line] of wanted.entries()) {
    const next = i === 0 ? first : last.end < bytes.length ? lineAround(bytes, last.end) : undefined;
    if (next === undefined) return { same: i, differing: undefined, end: last.end };
    if (withoutExtraSpace(next.text) !== line) return { same: i, differing: next, end: last.end };
    last = next;
  }
  return { same: wanted.length, differing: undefined, end: last.end };
}

function describeBlock(bytes: Uint8Array, first: FileLine, wanted: readonly string[]) {
  const { same, differing, end } = comparedFrom(bytes, first, wanted);
  const place = { offset: first.start, text: first.text };
  if (same === wanted.length) {
    const text = decodeUtf8(bytes.subarray(first.start, end - eolLengthBefore(bytes, end))) ?? first.text;
    return {
      same,
      place: { ...place, text: text.replace(/\r\n?/gu, '\n'), why: () => 'differs in white space only' },
    };
  }
  if (differing === undefined) return { same, place: { ...place, why: () => 'but the file ends there' } };
  const why = (line: (offset: number) => number) =>
    `starts the same, but line ${line(differing.start)} is ${JSON.stringify(differing.text.slice(0, 200))}`;
  return { same, place: { ...place, why } };
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (let i = 0; i + 1 < text.length; i++) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** Dice's coefficient over pairs of characters: 1 for equal texts, 0 for nothing in common. */
function similarity(a: string, b: string): number {
  const left = new Map(pairsOf(a.toLowerCase()));
  let common = 0;
  for (const [pair, count] of pairsOf(b.toLowerCase())) common += Math.min(count, left.get(pair) ?? 0);
  return (2 * common) / Math.max(1, a.length + b.length - 2);
}

/**
 * At most three places of the file that come near `wanted`, best first: the same text but for white space, the
 * same beginning, similar first lines. For help in messages only; nothing is ever applied to such a place.
 * The cost is a few searches of the file.
 */
export function nearestLines(bytes: Uint8Array, wanted: string): readonly NearPlace[] {
  const wantedLines = wantedLinesOf(wanted);
  const first = wantedLines[0];
  if (first === undefined) return [];
  const candidates = candidatesFor(bytes, first);
  const same = candidates.filter(line => withoutExtraSpace(line.text) === first);
  if (same.length > 0) {
    const blocks = same.map(line => describeBlock(bytes, line, wantedLines));
    blocks.sort((a, b) => b.same - a.same);
    return blocks.slice(0, MAX_PLACES).map(block => block.place);
  }
  const scored = candidates.map(line => ({ line, score: similarity(first, withoutExtraSpace(line.text)) }));
  scored.sort((a, b) => b.score - a.score);
  return scored
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .slice(0, MAX_PLACES)
    .map(({ line }) => ({ offset: line.start, text: line.text, why: () => 'is similar' }));
}
