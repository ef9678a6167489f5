import { diffArrays } from 'diff';

/** A run of lines inside a region, as counts: `removed` lines go and `added` come after `skip` equal ones. */
export interface Refinement {
  readonly skip: number;
  readonly removed: number;
  readonly added: number;
}

/** Beyond this a region is shown whole: the work stays bounded whatever the change is. */
const MAX_LINES = 2000;
const MAX_EDITS = 400;

/**
 * Which lines inside one known region really differ, so that a reader is not shown equal lines as removed
 * and added again. Only refines what the spans already say; `undefined` when the region is too different.
 */
export function refineRegion(
  removed: readonly string[],
  added: readonly string[],
): readonly Refinement[] | undefined {
  if (removed.length === 0 || added.length === 0 || removed.length + added.length > MAX_LINES)
    return undefined;
  const parts = diffArrays([...removed], [...added], { maxEditLength: MAX_EDITS });
  if (!parts) return undefined;
  const refinements: Refinement[] = [];
  let open = { skip: 0, removed: 0, added: 0 };
  for (const part of parts) {
    const count = part.value.length;
    if (part.removed) open.removed += count;
    else if (part.added) open.added += count;
    else {
      if (open.removed + open.added > 0) {
        refinements.push(open);
        open = { skip: 0, removed: 0, added: 0 };
      }
      open.skip += count;
    }
  }
  if (open.removed + open.added > 0) refinements.push(open);
  return refinements;
}
