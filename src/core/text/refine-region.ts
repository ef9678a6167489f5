/** Lines inside a region, as counts: after `skip` equal lines, `removed` lines go and `added` ones come. */
export interface Refinement {
  readonly skip: number;
  readonly removed: number;
  readonly added: number;
}

/** Beyond this a region is shown whole: the work stays bounded whatever the change is. */
const MAX_LINES = 2000;
const MAX_EDITS = 100;

type IsSame = (removed: number, added: number) => boolean;

/** Whether the path to diagonal `k` comes down from the one above it, in step `d` (Myers' greedy rule). */
const comesDown = (reach: Int32Array, middle: number, k: number, d: number): boolean =>
  k === -d || (k !== d && (reach[middle + k - 1] ?? 0) < (reach[middle + k + 1] ?? 0));

/** How far each diagonal reaches after 0, 1, 2 … edits, up to the number that is enough (Myers 1986). */
function reaches(removed: number, added: number, isSame: IsSame): readonly Int32Array[] | undefined {
  const limit = Math.min(MAX_EDITS, removed + added);
  const middle = limit + 1;
  const reach = new Int32Array(2 * limit + 3);
  const steps: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    steps.push(reach.slice());
    for (let k = -d; k <= d; k += 2) {
      const down = comesDown(reach, middle, k, d);
      let x = down ? (reach[middle + k + 1] ?? 0) : (reach[middle + k - 1] ?? 0) + 1;
      while (x < removed && x - k < added && isSame(x, x - k)) x++;
      reach[middle + k] = x;
      if (x >= removed && x - k >= added) return steps;
    }
  }
  return undefined;
}

/** The equal lines on the shortest path, the last pair first. */
function equalPairs(
  removed: number,
  added: number,
  steps: readonly Int32Array[],
): (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = [];
  let x = removed;
  let y = added;
  for (let d = steps.length - 1; d >= 0; d--) {
    const reach = steps[d];
    if (reach === undefined) break;
    const middle = (reach.length - 1) / 2;
    const k = x - y;
    const down = comesDown(reach, middle, k, d);
    const from = d === 0 ? 0 : down ? (reach[middle + k + 1] ?? 0) : (reach[middle + k - 1] ?? 0);
    const start = d === 0 || down ? from : from + 1;
    while (x > start) {
      x--;
      y--;
      pairs.push([x, y]);
    }
    if (d === 0) break;
    x = from;
    y = from - (down ? k + 1 : k - 1);
  }
  return pairs;
}

/**
 * Which lines inside one known region really differ, so that a reader is not shown equal lines as removed
 * and added again. Only refines what the spans already say, within a bound; `undefined` when the region is
 * too large or too different.
 */
export function refineRegion(
  removed: number,
  added: number,
  isSame: IsSame,
): readonly Refinement[] | undefined {
  if (removed === 0 || added === 0 || removed + added > MAX_LINES) return undefined;
  if (removed === 1 && added === 1 && !isSame(0, 0)) return undefined;
  const steps = reaches(removed, added, isSame);
  if (steps === undefined) return undefined;
  const refinements: Refinement[] = [];
  let [gone, come, skip] = [0, 0, 0];
  for (const [x, y] of [...equalPairs(removed, added, steps).reverse(), [removed, added] as const]) {
    if (x > gone || y > come) {
      refinements.push({ skip, removed: x - gone, added: y - come });
      skip = 0;
    }
    skip++;
    gone = x + 1;
    come = y + 1;
  }
  return refinements;
}
