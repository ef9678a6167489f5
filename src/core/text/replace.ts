import type { AtomicReplaceFailure, AtomicReplaceSuccess, Replacement } from '../../generated/contracts.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { findOccurrences } from './find-occurrences.ts';
import { equalBytes } from './index-of-bytes.ts';
import { bodyStart, isUniformlyCrlf } from './lines.ts';
import { previewOf } from './preview.ts';
import type { FailedReplacement } from './replace-help.ts';
import { failureSentence, helpForFailure } from './replace-help.ts';
import type { Edit, Span } from './spans.ts';
import { applyEdits, trimSpans } from './spans.ts';
import { invalidUtf8Message, isValidUtf8 } from './valid-utf8.ts';

export type ReplaceOutcome =
  | {
      readonly ok: true;
      /** The new content; the very same array when nothing changed. */
      readonly bytes: Uint8Array;
      readonly spans: readonly Span[];
      readonly response: AtomicReplaceSuccess;
    }
  | { readonly ok: false; readonly response: AtomicReplaceFailure };

/** The error text of every failed `atomic_replace` [001-009]. */
export const VALIDATION_FAILED = 'Validation failed - no changes made';

export const replaceFailure = (path: string, problems: readonly string[]): AtomicReplaceFailure => ({
  path,
  error: VALIDATION_FAILED,
  validation_errors: [...problems],
  changed: false,
});

/** One replacement with its strings as bytes, ready to be matched. */
interface Wanted {
  readonly old: Uint8Array;
  readonly next: Uint8Array;
}

const LONE_SURROGATE = /\p{Surrogate}/u;
const LF_WITHOUT_CR = /(?<!\r)\n/g;

function textProblem(replacement: Replacement): string | undefined {
  if (replacement.old_string === '') return 'old_string is empty; give the text to replace';
  if (LONE_SURROGATE.test(replacement.old_string)) return 'old_string holds half of a surrogate pair';
  if (LONE_SURROGATE.test(replacement.new_string)) return 'new_string holds half of a surrogate pair';
  return undefined;
}

/** In a file whose every line ends with CRLF, an LF of the replacement means CRLF (C16). */
function needsCrlf(bytes: Uint8Array, replacements: readonly Replacement[]): boolean {
  const hasLf = replacements.some(r => r.old_string.includes('\n') || r.new_string.includes('\n'));
  return hasLf && isUniformlyCrlf(bytes);
}

function encodeWanted(replacement: Replacement, crlf: boolean): Wanted {
  const convert = (text: string) => encodeUtf8(crlf ? text.replace(LF_WITHOUT_CR, '\r\n') : text);
  return { old: convert(replacement.old_string), next: convert(replacement.new_string) };
}

/** An old_string that begins with the file's byte order mark replaces what is behind it: the mark stays first. */
function editOf(bytes: Uint8Array, at: number, wanted: Wanted): Edit {
  const skip = at === 0 ? bodyStart(bytes) : 0;
  const text = skip > 0 ? wanted.next.subarray(bodyStart(wanted.next)) : wanted.next;
  return { start: at + skip, end: at + wanted.old.length, text };
}

/** Where a replacement goes, and whether it puts there what is there already. */
interface Place {
  readonly index: number;
  readonly edit: Edit;
  readonly isSame: boolean;
}

/** For every replacement whose place overlaps another's: the index of that other. */
function findOverlaps(
  places: readonly { readonly index: number; readonly edit: Edit }[],
): Map<number, number> {
  const overlaps = new Map<number, number>();
  const sorted = [...places].sort((a, b) => a.edit.start - b.edit.start || a.edit.end - b.edit.end);
  let widest = sorted[0];
  for (const place of sorted.slice(1)) {
    if (widest === undefined) break;
    if (place.edit.start < widest.edit.end) {
      if (!overlaps.has(place.index)) overlaps.set(place.index, widest.index);
      if (!overlaps.has(widest.index)) overlaps.set(widest.index, place.index);
    }
    if (place.edit.end > widest.edit.end) widest = place;
  }
  return overlaps;
}

function unchangedResponse(path: string, replacements: readonly Replacement[]): AtomicReplaceSuccess {
  return {
    path,
    changed: false,
    replacements_applied: 0,
    details: replacements.map(r => ({ old_string_preview: previewOf(r.old_string), status: 'unchanged' })),
  };
}

/**
 * `atomic_replace` on the bytes of one file: all of the replacements or none [001-003]. Every old_string must
 * occur exactly once in the original content, overlapping occurrences counted [001-005]; the places must not
 * overlap [001-006]. Outside of the places no byte changes.
 */
export function replace(
  path: string,
  bytes: Uint8Array,
  replacements: readonly Replacement[],
): ReplaceOutcome {
  if (!isValidUtf8(bytes)) {
    return { ok: false, response: replaceFailure(path, [invalidUtf8Message(path, bytes)]) };
  }
  const failures: FailedReplacement[] = [];
  const fail = (index: number, kind: FailedReplacement['kind'], what: string) => {
    const replacement = replacements[index];
    if (replacement !== undefined) {
      failures.push({ index, kind, sentence: failureSentence(index, what, replacement) });
    }
  };
  const crlf = needsCrlf(bytes, replacements);
  const matchable: number[] = [];
  const wanted: Wanted[] = [];
  for (const [index, replacement] of replacements.entries()) {
    const problem = textProblem(replacement);
    if (problem !== undefined) fail(index, 'invalid', problem);
    else {
      matchable.push(index);
      wanted.push(encodeWanted(replacement, crlf));
    }
  }
  const found = findOccurrences(
    bytes,
    wanted.map(w => w.old),
  );
  const places: Place[] = [];
  for (const [k, want] of wanted.entries()) {
    const [index, occurrences] = [matchable[k], found[k]];
    if (index === undefined || occurrences === undefined) continue;
    const { count, first } = occurrences;
    if (count === 0) fail(index, 'not found', 'not found');
    else if (count > 1) fail(index, 'ambiguous', `ambiguous (${count} occurrences)`);
    else {
      const edit = editOf(bytes, first, want);
      places.push({ index, edit, isSame: equalBytes(bytes.subarray(edit.start, edit.end), edit.text) });
    }
  }
  for (const [index, other] of findOverlaps(places)) fail(index, 'overlap', `overlaps replacement ${other}`);
  if (failures.length > 0) {
    const sentences = helpForFailure({ bytes, replacements, failures, crlf: isUniformlyCrlf(bytes) });
    return { ok: false, response: replaceFailure(path, sentences) };
  }

  const unchanged = { ok: true, bytes, spans: [], response: unchangedResponse(path, replacements) } as const;
  const changing = places.filter(p => !p.isSame);
  if (changing.length === 0) return unchanged;
  const edits = changing.map(p => p.edit).sort((a, b) => a.start - b.start || a.end - b.end);
  const { after, spans } = applyEdits(bytes, edits);
  // Several edits can cancel each other out: `a` → `ab` and `bc` → `c` leave `abc` as it was.
  if (equalBytes(bytes, after)) return unchanged;
  const changed = new Set(changing.map(p => p.index));
  return {
    ok: true,
    bytes: after,
    spans: trimSpans(bytes, after, spans),
    response: {
      path,
      changed: true,
      replacements_applied: changed.size,
      details: replacements.map((r, index) => ({
        old_string_preview: previewOf(r.old_string),
        status: changed.has(index) ? 'applied' : 'unchanged',
      })),
    },
  };
}
