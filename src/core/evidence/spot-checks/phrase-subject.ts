import { isClassLike } from '../code/dotted-names.ts';
import type { Found } from './grammar.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';

export interface Subject {
  readonly symbol: string;
  readonly place: string | undefined;
  readonly when: When;
  readonly more: readonly SpotCheckClaim[];
}

/** Reads the subject of a phrase, and what its own brackets say. */
export function subjectOf(found: Found, otherwise: When = 'present'): Subject | undefined {
  const callee = found.callee('s');
  const said = found.place();
  if (callee === undefined || said === null || found.isPath('s')) return undefined;
  const when = found.when(otherwise);
  const { signature } = callee;
  // `size of Box` is what the class has: no module is written so.
  const isOfClass =
    said !== undefined && !found.isPath('p') && isClassLike(said) && /^\w+$/.test(callee.name);
  const [symbol, place] = isOfClass ? [`${said}.${callee.name}`, undefined] : [callee.name, said];
  const more = [...found.nounClaims(symbol, place, when)];
  if (signature !== undefined) more.push({ kind: 'signature', symbol, place, signature, when });
  return { symbol, place, when, more };
}

/** All claims of a phrase with what its subject claims; `undefined` where one of them cannot be read. */
export const all = (
  subject: Subject | undefined,
  ...claims: readonly (SpotCheckClaim | undefined)[]
): readonly SpotCheckClaim[] | undefined => {
  if (subject === undefined) return undefined;
  const read = claims.filter(claim => claim !== undefined);
  return read.length === claims.length ? [...read, ...subject.more] : undefined;
};
