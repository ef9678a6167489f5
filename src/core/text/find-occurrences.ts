import { automatonSearch, MAX_AUTOMATON_BYTES } from './aho-corasick.ts';
import { indexOfBytes } from './host-bytes.ts';
import { nativeSearch } from './native-search.ts';
import type { Occurrences } from './needle-set.ts';
import { NOWHERE, packNeedles } from './needle-set.ts';
import type { Probe } from './qgram-search.ts';
import { qgramSearch, shortestNeedle } from './qgram-search.ts';
import { TextSample } from './text-sample.ts';

export type { Occurrences } from './needle-set.ts';

/** Needles × bytes of text below which one native search per needle is the fastest. */
const FEW = 2_000_000;

/** Needles of one length class, and how many of them one native search each is still the fastest for. */
interface LengthClass {
  readonly shortest: number;
  /** Absent: too short to be probed for. */
  readonly probe?: Probe;
  readonly nativeUpTo: number;
}

const probed = (probe: Probe, nativeUpTo: number): LengthClass => ({
  shortest: shortestNeedle(probe),
  probe,
  nativeUpTo,
});

/** The longest first. Short needles must not shorten the stride of long ones, so each class has its own pass. */
const CLASSES: readonly LengthClass[] = [
  probed({ size: 16, stride: 16 }, 4),
  probed({ size: 8, stride: 16 }, 4),
  probed({ size: 8, stride: 8 }, 6),
  probed({ size: 8, stride: 4 }, 8),
  probed({ size: 8, stride: 1 }, 24),
  probed({ size: 4, stride: 1 }, 24),
  { shortest: 1, nativeUpTo: 100 },
];

/** Groups of needles whose bytes together are few enough for one automaton. */
function groupBySize(needles: readonly Uint8Array[]): Uint8Array[][] {
  const groups: Uint8Array[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const needle of needles) {
    if (size + needle.length > MAX_AUTOMATON_BYTES) {
      groups.push([]);
      size = 0;
    }
    size += needle.length;
    groups.at(-1)?.push(needle);
  }
  return groups;
}

function searchOneByOne(haystack: Uint8Array, needles: readonly Uint8Array[]): readonly Occurrences[] {
  const sample = new TextSample(haystack);
  return needles.map(needle => nativeSearch(haystack, needle, sample));
}

function searchLinearly(haystack: Uint8Array, needles: readonly Uint8Array[]): readonly Occurrences[] {
  return groupBySize(needles).flatMap(group => automatonSearch(haystack, packNeedles(group)));
}

function searchClass(
  haystack: Uint8Array,
  needles: readonly Uint8Array[],
  { probe, nativeUpTo }: LengthClass,
): readonly Occurrences[] {
  if (needles.length <= nativeUpTo || needles.length * haystack.length < FEW) {
    return searchOneByOne(haystack, needles);
  }
  const found = probe === undefined ? undefined : qgramSearch(haystack, packNeedles(needles), probe);
  return found ?? searchLinearly(haystack, needles);
}

/**
 * The occurrences of every needle, overlapping ones counted, in the order of the needles. Needles are not
 * empty. Time is linear in the text and almost flat in the number of needles, for any input.
 */
export function findOccurrences(
  haystack: Uint8Array,
  needles: readonly Uint8Array[],
): readonly Occurrences[] {
  if (needles.length * haystack.length < FEW) return searchOneByOne(haystack, needles);
  const found: Occurrences[] = needles.map(() => NOWHERE);
  const open = new Set(needles.keys());
  for (const lengthClass of CLASSES) {
    const members = [...open].filter(i => (needles[i]?.length ?? 0) >= lengthClass.shortest);
    if (members.length === 0) continue;
    const chosen = members.flatMap(i => needles[i] ?? []);
    const results = searchClass(haystack, chosen, lengthClass);
    for (const [k, i] of members.entries()) {
      open.delete(i);
      found[i] = results[k] ?? NOWHERE;
    }
  }
  return found;
}

/** Byte offsets of at most `limit` occurrences, overlapping ones too. */
export function offsetsOf(haystack: Uint8Array, needle: Uint8Array, limit: number): readonly number[] {
  const offsets: number[] = [];
  for (let at = indexOfBytes(haystack, needle, 0); at >= 0 && offsets.length < limit; ) {
    offsets.push(at);
    at = indexOfBytes(haystack, needle, at + 1);
  }
  return offsets;
}
