import { isCheckable } from '../evidence/invariants/invariants.ts';
import type { ClaimText } from './given-change.ts';

/** What a text says about a change, in the words that code can hold against it. */
export interface Said {
  readonly from: string;
  readonly text: string;
}

export interface SaidClaims {
  /** Something that does not change. */
  readonly invariants: readonly Said[];
  /** Something about a public name. */
  readonly claims: readonly Said[];
  /** Ticked lines that are about neither. */
  readonly others: readonly Said[];
}

/** `Invariant: no behavior changes`, as a trailer of a commit or anywhere at the start of a line. */
const TRAILER = /^[ \t]*(invariants?|claims?|changed-signatures?)[ \t]*:[ \t]*(\S.*)$/iu;
/** `- [x] no public API changes`; what is not ticked is not claimed. */
const TICKED = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[[xX]\][ \t]+(\S.*)$/u;
const FENCE = /^[ \t]*(?:```|~~~)/u;
/** A name with dots, brackets or an underscore: the line is about code. */
const NAMES_CODE = /[`_(]|\w\.\w/u;
const MOST_LINES = 20_000;

/** Trailers and ticked lines of commit messages and descriptions; text in code fences is an example. */
export function claimsInText(texts: readonly ClaimText[]): SaidClaims {
  const said = { invariants: [] as Said[], claims: [] as Said[], others: [] as Said[] };
  for (const { from, text } of texts)
    for (const { kind, words } of readLines(text)) said[kind].push({ from, text: words });
  return said;
}

/** The lines of a text that say something: read again, they say the same. */
export const claimingLines = (text: string): string =>
  readLines(text)
    .map(({ line }) => line)
    .join('\n');

interface SayingLine {
  readonly line: string;
  readonly kind: keyof SaidClaims;
  readonly words: string;
}

function readLines(text: string): readonly SayingLine[] {
  let isCode = false;
  const found: SayingLine[] = [];
  for (const line of text.split(/\r\n|\n|\r/u, MOST_LINES)) {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode) continue;
    const [kind, words] = readLine(line);
    if (kind !== undefined) found.push({ line, kind, words });
  }
  return found;
}

function readLine(line: string): readonly [keyof SaidClaims | undefined, string] {
  const [, key, value] = TRAILER.exec(line) ?? [];
  if (key !== undefined && value !== undefined)
    return [/^invariant/iu.test(key) ? 'invariants' : 'claims', value.trim()];
  const ticked = TICKED.exec(line)?.[1]?.trim();
  if (ticked === undefined) return [undefined, ''];
  const [, inner, text] = TRAILER.exec(ticked) ?? [];
  if (inner !== undefined && text !== undefined)
    return [/^invariant/iu.test(inner) ? 'invariants' : 'claims', text.trim()];
  const plain = ticked.replaceAll(/[*_`]{2}|`/gu, '');
  if (isCheckable(plain)) return ['invariants', plain];
  return [NAMES_CODE.test(ticked) ? 'claims' : 'others', plain];
}
