import type { NeedleSet, Occurrences } from './needle-set.ts';
import { NOWHERE } from './needle-set.ts';

/** How a set of needles is probed for: grams of `size` bytes at every `stride`-th place of the text. */
export interface Probe {
  readonly size: 4 | 8 | 16;
  readonly stride: 1 | 4 | 8 | 16;
}

/** A needle must hold a window of `stride` grams, so that one of them lies on a probed place of the text. */
export const shortestNeedle = ({ size, stride }: Probe): number => size + stride - 1;

/** Places of a needle that are looked at to find its rarest window. */
const MAX_PLACES = 96;
const SAMPLES = 1 << 15;
const HISTOGRAM_BITS = 16;

function hashAt(view: DataView, at: number, size: Probe['size']): number {
  let hash = Math.imul(view.getInt32(at, true), 0x9e3779b1);
  if (size > 4) hash ^= Math.imul(view.getInt32(at + 4, true), 0x85ebca6b);
  if (size > 8) {
    hash ^=
      Math.imul(view.getInt32(at + 8, true), 0xc2b2ae35) ^
      Math.imul(view.getInt32(at + 12, true), 0x27d4eb2f);
  }
  // The high bits are used, so they must depend on all others.
  return Math.imul(hash ^ (hash >>> 15), 0x165667b1);
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** How common grams are: in a sample of the text, and among the needles themselves. */
function countGrams(text: DataView, needles: NeedleSet, probe: Probe): Int32Array {
  const shift = 32 - HISTOGRAM_BITS;
  const histogram = new Int32Array(1 << HISTOGRAM_BITS);
  const end = text.byteLength - probe.size;
  // An odd step does not keep in time with the lengths of lines.
  const step = Math.max(1, Math.floor(end / SAMPLES) | 1);
  for (let at = 0; at <= end; at += step) {
    const slot = hashAt(text, at, probe.size) >>> shift;
    histogram[slot] = (histogram[slot] ?? 0) + 4;
  }
  const view = viewOf(needles.bytes);
  for (let i = 0; i < needles.count; i++) {
    const start = needles.starts[i] ?? 0;
    const stop = Math.min((needles.starts[i + 1] ?? 0) - probe.size, start + MAX_PLACES);
    for (let at = start; at <= stop; at++) {
      const slot = hashAt(view, at, probe.size) >>> shift;
      histogram[slot] = (histogram[slot] ?? 0) + 1;
    }
  }
  return histogram;
}

/** For every needle: where in it the window of `stride` grams starts that is the rarest as a whole. */
function chooseWindows(needles: NeedleSet, histogram: Int32Array, probe: Probe): Int32Array {
  const { size, stride } = probe;
  const shift = 32 - HISTOGRAM_BITS;
  const view = viewOf(needles.bytes);
  const windows = new Int32Array(needles.count);
  const costs = new Int32Array(MAX_PLACES + 1);
  for (let i = 0; i < needles.count; i++) {
    const start = needles.starts[i] ?? 0;
    const places = Math.min((needles.starts[i + 1] ?? 0) - start - size, MAX_PLACES);
    let cost = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at <= places; at++) {
      const here = histogram[hashAt(view, start + at, size) >>> shift] ?? 0;
      costs[at] = here;
      cost += here;
      if (at >= stride) cost -= costs[at - stride] ?? 0;
      if (at >= stride - 1 && cost < least) {
        least = cost;
        windows[i] = at - stride + 1;
      }
    }
  }
  return windows;
}

/**
 * Grams of all windows by hash. A bit filter small enough for the processor's cache is in front, because most
 * places of the text hold none; then one look at a slot `hash, entry` tells whether one is there.
 * An entry is `needle * stride + place`.
 */
interface GramTable {
  readonly filter: Int32Array;
  readonly filterShift: number;
  /** Open addressing: two numbers per slot, the hash and the newest entry with it; -1: free. */
  readonly slots: Int32Array;
  readonly slotShift: number;
  /** The entry with the same hash that was registered before; -1: none. */
  readonly next: Int32Array;
}

/** Index into `slots` of the hash, or of the free slot where it belongs. */
function findSlot(slots: Int32Array, slotShift: number, hash: number): number {
  let at = (hash >>> slotShift) << 1;
  while (slots[at + 1] !== -1 && slots[at] !== hash) at = (at + 2) & (slots.length - 1);
  return at;
}

function registerWindows(needles: NeedleSet, windows: Int32Array, { size, stride }: Probe): GramTable {
  const entries = needles.count * stride;
  const bits = 32 - Math.clz32(entries);
  const filterBits = Math.min(25, Math.max(17, bits + 3));
  const slotBits = Math.min(28, Math.max(6, bits + 1));
  const filterShift = 32 - filterBits;
  const slotShift = 32 - slotBits;
  const filter = new Int32Array(1 << (filterBits - 5));
  const slots = new Int32Array(2 << slotBits).fill(-1);
  const next = new Int32Array(entries);
  const view = viewOf(needles.bytes);
  for (let i = 0; i < needles.count; i++) {
    const window = (needles.starts[i] ?? 0) + (windows[i] ?? 0);
    for (let k = 0; k < stride; k++) {
      const hash = hashAt(view, window + k, size);
      const bit = hash >>> filterShift;
      filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
      const entry = i * stride + k;
      const slot = findSlot(slots, slotShift, hash);
      next[entry] = slots[slot + 1] ?? -1;
      slots[slot] = hash;
      slots[slot + 1] = entry;
    }
  }
  return { filter, filterShift, slots, slotShift, next };
}

/** What is needed to check a candidate, five numbers per needle side by side. */
const FIELDS = 5;

/**
 * Start, length, window, and a witness: where in the needle four bytes beside the window are, and these bytes.
 * They tell most wrong candidates without a look at the needle.
 */
function describeNeedles(needles: NeedleSet, windows: Int32Array, probe: Probe): Int32Array {
  const view = viewOf(needles.bytes);
  const fields = new Int32Array(needles.count * FIELDS);
  for (let i = 0; i < needles.count; i++) {
    const start = needles.starts[i] ?? 0;
    const length = (needles.starts[i + 1] ?? 0) - start;
    const window = windows[i] ?? 0;
    const behind = window + shortestNeedle(probe);
    const witness = behind + 4 <= length ? behind : Math.max(0, window - 4);
    fields.set([start, length, window, witness, view.getInt32(start + witness, true)], i * FIELDS);
  }
  return fields;
}

/** Bytes that are equal from the start of the needle on. */
function equalLength(
  text: Uint8Array,
  at: number,
  needles: Uint8Array,
  start: number,
  length: number,
): number {
  let i = 0;
  while (i < length && text[at + i] === needles[start + i]) i++;
  return i;
}

/**
 * All occurrences of all needles by probing the text at every `stride`-th place only: the cost hardly grows
 * with the number of needles. Every occurrence is met exactly once, because exactly one gram of its window
 * lies on a probed place. `undefined` when the input makes verifying too dear; then someone else must search.
 */
export function qgramSearch(
  haystack: Uint8Array,
  needles: NeedleSet,
  probe: Probe,
): readonly Occurrences[] | undefined {
  const { size, stride } = probe;
  const text = viewOf(haystack);
  const end = haystack.length - size;
  if (end < 0) return Array.from({ length: needles.count }, () => NOWHERE);
  const windows = chooseWindows(needles, countGrams(text, needles, probe), probe);
  const fields = describeNeedles(needles, windows, probe);
  const { filter, filterShift, slots, slotShift, next } = registerWindows(needles, windows, probe);
  const first = new Int32Array(needles.count).fill(-1);
  const count = new Int32Array(needles.count);
  let budget = 8 * needles.count * stride + haystack.length / 2 + needles.bytes.length;
  for (let at = 0; at <= end; at += stride) {
    const hash = hashAt(text, at, size);
    const bit = hash >>> filterShift;
    if (((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) continue;
    const slot = findSlot(slots, slotShift, hash);
    for (let entry = slots[slot + 1] ?? -1; entry >= 0; entry = next[entry] ?? -1) {
      const needle = Math.floor(entry / stride);
      const field = needle * FIELDS;
      const length = fields[field + 1] ?? 0;
      const from = at - (fields[field + 2] ?? 0) - (entry % stride);
      budget -= 4;
      if (from < 0 || from + length > haystack.length) continue;
      if (text.getInt32(from + (fields[field + 3] ?? 0), true) !== fields[field + 4]) continue;
      const equal = equalLength(haystack, from, needles.bytes, fields[field] ?? 0, length);
      budget -= equal / 4;
      if (equal < length) continue;
      if (count[needle] === 0) first[needle] = from;
      count[needle] = (count[needle] ?? 0) + 1;
    }
    if (budget < 0) return undefined;
  }
  return Array.from(count, (n, i) => (n === 0 ? NOWHERE : { first: first[i] ?? -1, count: n }));
}
