import type { AtomicReplaceFailure, AtomicReplaceSuccess, Replacement } from '../../generated/contracts.ts';
import { findOccurrences } from './find-occurrences.ts';
import { encodeText, equalBytes } from './host-bytes.ts';
import { bodyStart, isUniformlyCrlf } from './lines.ts';
import { NOWHERE } from './needle-set.ts';
import { previewOf } from './preview.ts';
import type { FailedReplacement } from './replace-help.ts';
import { failureSentence, helpForFailure } from './replace-help.ts';
import type { Edit, Span } from './spans.ts';
import { applyEdits, trimSpans } from './spans.ts';
import { invalidUtf8Message, isValidUtf8 } from './valid-utf8.ts';
import { isWellFormed } from './well-formed.ts';

export type ReplaceOutcome =
  | {
      readonly ok: true;
      /** The new content; the very same array when nothing changed. */
      readonly bytes: Uint8Array;
      readonly spans: readonly Span[];
      readonly response: AtomicReplaceSuccess;
    }
  | { readonly ok: false; readonly response: AtomicReplaceFailure };

/** The error text of every failed `atomic_replace`. */
const VALIDATION_FAILED = 'Validation failed - no changes made';

export const replaceFailure = (path: string, problems: readonly string[]): AtomicReplaceFailure => ({
  path,
  error: VALIDATION_FAILED,
  validation_errors: [...problems],
  changed: false,
});

/** One replacement with its strings as bytes, ready to be matched. */
interface Wanted {
  readonly index: number;
  readonly old: Uint8Array;
  readonly next: Uint8Array;
}

const LF_WITHOUT_CR = /(?<!\r)\n/g;

function textProblem(replacement: Replacement): string | undefined {
  if (replacement.old_string === '') return 'old_string is empty; give the text to replace';
  if (!isWellFormed(replacement.old_string)) return 'old_string holds half of a surrogate pair';
  if (!isWellFormed(replacement.new_string)) return 'new_string holds half of a surrogate pair';
  return undefined;
}

/** In a file whose every line ends with CRLF, an LF of the replacement means CRLF. */
function needsCrlf(bytes: Uint8Array, replacements: readonly Replacement[]): boolean {
  const hasLf = replacements.some(r => r.old_string.includes('\n') || r.new_string.includes('\n'));
  return hasLf && isUniformlyCrlf(bytes);
}

function encodeWanted(index: number, replacement: Replacement, crlf: boolean): Wanted {
  const convert = (text: string) => encodeText(crlf ? text.replace(LF_WITHOUT_CR, '\r\n') : text);
  return { index, old: convert(replacement.old_string), next: convert(replacement.new_string) };
}

/** Where a replacement goes, and whether it puts there what is there already. */
interface Place {
  readonly index: number;
  readonly edit: Edit;
  readonly isSame: boolean;
}

/** An old_string that begins with the file's byte order mark replaces what is behind it: the mark stays first. */
function placeOf(bytes: Uint8Array, at: number, { index, old, next }: Wanted): Place {
  const skip = at === 0 ? bodyStart(bytes) : 0;
  const text = skip > 0 ? next.subarray(bodyStart(next)) : next;
  const edit = { start: at + skip, end: at + old.length, text };
  return { index, edit, isSame: equalBytes(bytes.subarray(edit.start, edit.end), text) };
}

/** For every replacement whose place overlaps another's: the index of that other. Places are sorted. */
function findOverlaps(places: readonly Place[]): Map<number, number> {
  const overlaps = new Map<number, number>();
  let widest: Place | undefined;
  for (const place of places) {
    if (widest !== undefined && place.edit.start < widest.edit.end) {
      if (!overlaps.has(place.index)) overlaps.set(place.index, widest.index);
      if (!overlaps.has(widest.index)) overlaps.set(widest.index, place.index);
    }
    if (widest === undefined || place.edit.end > widest.edit.end) widest = place;
  }
  return overlaps;
}

/** Where all replacements go, and which of them fail. */
function placeAll(bytes: Uint8Array, replacements: readonly Replacement[]) {
  const failures: FailedReplacement[] = [];
  const fail = (index: number, kind: FailedReplacement['kind'], what: string) => {
    const replacement = replacements[index];
    if (replacement !== undefined) {
      failures.push({ index, kind, sentence: failureSentence(index, what, replacement) });
    }
  };
  const crlf = needsCrlf(bytes, replacements);
  const wanted: Wanted[] = [];
  for (const [index, replacement] of replacements.entries()) {
    const problem = textProblem(replacement);
    if (problem === undefined) wanted.push(encodeWanted(index, replacement, crlf));
    else fail(index, 'invalid', problem);
  }
  const found = findOccurrences(
    bytes,
    wanted.map(w => w.old),
  );
  const places: Place[] = [];
  for (const [k, want] of wanted.entries()) {
    const { count, first } = found[k] ?? NOWHERE;
    if (count === 1) places.push(placeOf(bytes, first, want));
    else if (count === 0) fail(want.index, 'not found', 'not found');
    else fail(want.index, 'ambiguous', `ambiguous (${count} occurrences)`);
  }
  places.sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end);
  for (const [index, other] of findOverlaps(places)) fail(index, 'overlap', `overlaps replacement ${other}`);
  return { places, failures };
}

function answer(
  path: string,
  replacements: readonly Replacement[],
  changed: ReadonlySet<number>,
): AtomicReplaceSuccess {
  return {
    path,
    changed: changed.size > 0,
    replacements_applied: changed.size,
    details: replacements.map((r, index) => ({
      old_string_preview: previewOf(r.old_string),
      status: changed.has(index) ? 'applied' : 'unchanged',
    })),
  };
}

/** Several edits can cancel each other out: `a` → `ab` and `bc` → `c` leave `abc` as it was. */
function cancelOut(before: Uint8Array, after: Uint8Array, edits: readonly Edit[]): boolean {
  return edits.length > 1 && before.length === after.length && equalBytes(before, after);
}

/**
 * `atomic_replace` on the bytes of one file: all of the replacements or none. Every old_string must
 * occur exactly once in the original content, overlapping occurrences counted; the places must not
 * overlap. Outside of the places no byte changes.
 *
 * @param reader of what is said of a failure: an agent can send the replacements again, and is given those it may mean
 */
export function replace(
  path: string,
  bytes: Uint8Array,
  replacements: readonly Replacement[],
  reader: 'person' | 'agent' = 'person',
): ReplaceOutcome {
  if (!isValidUtf8(bytes)) {
    return { ok: false, response: replaceFailure(path, [invalidUtf8Message(path, bytes)]) };
  }
  const { places, failures } = placeAll(bytes, replacements);
  if (failures.length > 0) {
    const crlf = isUniformlyCrlf(bytes);
    const sentences = helpForFailure({ bytes, replacements, failures, crlf, reader });
    return { ok: false, response: replaceFailure(path, sentences) };
  }
  const changing = places.filter(place => !place.isSame);
  const edits = changing.map(place => place.edit);
  const { after, spans } = edits.length > 0 ? applyEdits(bytes, edits) : { after: bytes, spans: [] };
  if (edits.length === 0 || cancelOut(bytes, after, edits)) {
    return { ok: true, bytes, spans: [], response: answer(path, replacements, new Set()) };
  }
  const changed = new Set(changing.map(place => place.index));
  return {
    ok: true,
    bytes: after,
    spans: trimSpans(bytes, after, spans),
    response: answer(path, replacements, changed),
  };
}
