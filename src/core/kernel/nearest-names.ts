import { at } from './at.ts';

/** Names further away than this many changed characters are no help. */
const FURTHEST = 3;

/**
 * The names that come nearest to the one asked for: fewest changed characters (case does not count),
 * or beginning with it. At most `count`, best first; ties in alphabetical order.
 */
export function nearestNames(asked: string, names: Iterable<string>, count = 5): readonly string[] {
  const wanted = asked.toLowerCase();
  const furthest = Math.min(FURTHEST, Math.max(1, Math.floor(wanted.length / 2)));
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const distance = distanceTo(name.toLowerCase(), wanted, furthest);
    if (distance <= furthest) found.push({ name, distance });
  }
  found.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return found.slice(0, count).map(({ name }) => name);
}

function distanceTo(name: string, wanted: string, furthest: number): number {
  if (wanted.length >= 3 && (name.includes(wanted) || (name.length >= 3 && wanted.includes(name))))
    return Math.min(furthest, Math.abs(name.length - wanted.length));
  return Math.abs(name.length - wanted.length) > furthest
    ? furthest + 1
    : editDistance(name, wanted, furthest);
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(a: string, b: string, furthest: number): number {
  let beforeLast: readonly number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let distance = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        distance = Math.min(distance, at(beforeLast, j - 2) + 1);
      row.push(distance);
      smallest = Math.min(smallest, distance);
    }
    if (smallest > furthest) return furthest + 1;
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}
