import { exists } from './existence-claims.ts';
import { splitOutside } from './split-outside.ts';
import type { SpotCheckClaim, When } from './spot-check-claim.ts';

const HEADER = /^(?:class )?(_*[A-Z]\w*)\((.*)\)$/s;
const BASE = /^(?:[\w.]+\.)?_*[A-Z]\w*(?:\[.*\])?$/s;

/** `ParseError(ValueError, Base)`: a class with its bases, as its header has it. */
export function isClassNotation(text: string): boolean {
  const inner = HEADER.exec(text.trim())?.[2];
  return inner !== undefined && splitOutside(inner, ',').every(each => BASE.test(each));
}

export function notationClaims(
  text: string,
  place: string | undefined,
  when: When,
  isNew: boolean,
): readonly SpotCheckClaim[] {
  const [, symbol = '', inner = ''] = HEADER.exec(text.trim()) ?? [];
  const names = splitOutside(inner, ',');
  return [
    exists(symbol, place, 'there', when, 'defined'),
    ...(isNew ? [exists(symbol, place, 'absent', 'before', 'defined')] : []),
    { kind: 'bases', symbol, place, names, exact: true, isDirect: true, is: 'there', when },
  ];
}
