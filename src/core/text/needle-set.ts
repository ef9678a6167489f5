/** Where a text occurs: the first byte offset (-1 when nowhere) and how often, overlaps counted. */
export interface Occurrences {
  readonly first: number;
  readonly count: number;
}

export const NOWHERE: Occurrences = { first: -1, count: 0 };

/** Needles one behind the other in one array, so that searching touches no objects. */
export interface NeedleSet {
  readonly bytes: Uint8Array;
  /** Where needle i starts in `bytes`; one more entry than needles. */
  readonly starts: Int32Array;
  readonly count: number;
}

export function packNeedles(needles: readonly Uint8Array[]): NeedleSet {
  const starts = new Int32Array(needles.length + 1);
  let length = 0;
  for (const [i, needle] of needles.entries()) {
    starts[i] = length;
    length += needle.length;
  }
  starts[needles.length] = length;
  const bytes = new Uint8Array(length);
  for (const [i, needle] of needles.entries()) bytes.set(needle, starts[i]);
  return { bytes, starts, count: needles.length };
}
