import type { EvidencePlace, InvariantWitness } from '../../../generated/contracts.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import { cut } from '../code/api-surface.ts';
import { showPlace } from '../code/places.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';

/** What shows that an invariant is violated: where, why, and the text on both sides as far as it is known. */
export interface Witness {
  readonly reason: string;
  readonly place: EvidencePlace;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

export type Witnesses = readonly [Witness, ...Witness[]];

export const hasWitness = (found: readonly Witness[]): found is Witnesses => found.length > 0;

/**
 * Violated, with what shows it; the text of a place is with it even where no one has read it before.
 * @param unseen how many others may be violations, too
 */
export function violated(facts: Facts, witnesses: Witnesses, unseen = 0): Verdict {
  const shown = witnesses.slice(0, MOST_SHOWN);
  const reasons = shown.map(({ reason, place }) => `${reason} (${showPlace(place)})`);
  const more = witnesses.length - shown.length;
  if (more > 0) reasons.push(`${more} more are not listed`);
  if (unseen > 0) reasons.push(`${unseen} more were not looked at`);
  return {
    verdict: 'violated',
    reason: reasons.join('; '),
    places: shown.map(({ place }) => place),
    witnesses: withTexts(shown, facts),
  };
}

/** So many are listed: nobody reads what a renamed prefix does to each of 50,000 names. */
const MOST_SHOWN = 200;
/** So many are looked at where more than enough is found: the number of the others says nothing new. */
const MOST_COUNTED = 5000;

/** Something that looks like a violation and may be none; `undefined` where a person would call it one. */
export type Doubted<T> = (each: T) => string | undefined;

/** Violated by what is clear, left open by what is in doubt; `undefined` where nothing was found. */
export function decideFound<T>(
  facts: Facts,
  found: readonly T[],
  witnessOf: (each: T) => Witness,
  doubtAbout: Doubted<T>,
): Verdict | undefined {
  const clear: Witness[] = [];
  let looked = 0;
  for (const each of found) {
    if (looked >= MOST_COUNTED && clear.length >= MOST_SHOWN) break;
    looked++;
    if (doubtAbout(each) === undefined) clear.push(witnessOf(each));
  }
  if (hasWitness(clear)) return violated(facts, clear, found.length - looked);
  const [first] = found;
  if (first === undefined) return undefined;
  const places = found.slice(0, 5).map(each => witnessOf(each).place);
  return undecided(`${witnessOf(first).reason}, but ${doubtAbout(first)}`, places);
}

function withTexts(witnesses: readonly Witness[], { files }: Facts): InvariantWitness[] {
  const byPath = new Map(files.map(file => [file.path, file]));
  // One side of one file at a time: many witnesses are in the same.
  let read: { readonly bytes: Uint8Array; readonly lines: readonly string[] } | undefined;
  const lineAt = ({ file, line, side }: EvidencePlace) => {
    const bytes = byPath.get(file)?.[side];
    if (bytes === undefined) return undefined;
    if (read?.bytes !== bytes) read = { bytes, lines: decodeUtf8(bytes)?.split(/\r\n|\n|\r/) ?? [] };
    return read.lines[line - 1]?.trim();
  };
  return witnesses.map(({ reason, place, before, after }) => {
    if (before !== undefined || after !== undefined)
      return {
        reason,
        place,
        ...(before === undefined ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      };
    const line = lineAt(place);
    return { reason, place, ...(line === undefined ? {} : { [place.side]: cut(line) }) };
  });
}
