import type { Replacement } from '../../generated/contracts.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import { offsetsOf } from './find-occurrences.ts';
import { lineNumberAt } from './lines.ts';
import { nearestLines } from './nearest-lines.ts';
import { previewOf } from './preview.ts';
import { uniqueContext } from './unique-context.ts';

/** Why a replacement fails; the help depends on it. */
export interface FailedReplacement {
  readonly index: number;
  readonly kind: 'invalid' | 'not found' | 'ambiguous' | 'overlap';
  /** The exact wording of specification 1 [001-010]. */
  readonly sentence: string;
}

/** What the help is made from: the original content and what is wrong with it. */
export interface FailedReplace {
  readonly bytes: Uint8Array;
  readonly replacements: readonly Replacement[];
  readonly failures: readonly FailedReplacement[];
  /** Whether every line of the file ends with CRLF; its text is then quoted with LF, as it would be sent back. */
  readonly crlf: boolean;
}

const MAX_LINES_NAMED = 50;
const MAX_CONTEXTS = 5;
const MAX_QUOTE = 200;
/** Bytes of file text that help may look through for one call; failures behind that get the plain sentence. */
const WORK_LIMIT = 4_000_000;

const quote = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}...` : text);

function helpForAmbiguous(failed: FailedReplace, replacement: Replacement): string {
  const { bytes, crlf } = failed;
  const old = replacement.old_string;
  const needle = encodeUtf8(crlf ? old.replace(/(?<!\r)\n/gu, '\r\n') : old);
  const offsets = offsetsOf(bytes, needle, MAX_LINES_NAMED + 1);
  const named = offsets.slice(0, MAX_LINES_NAMED).map(at => lineNumberAt(bytes, at));
  const more = offsets.length > MAX_LINES_NAMED ? ' and more' : '';
  const places = named.length === 1 ? `line ${named[0]}` : `lines ${named.join(', ')}${more}`;
  const contexts: string[] = [];
  for (const [i, at] of offsets.slice(0, MAX_CONTEXTS).entries()) {
    const wide = uniqueContext(bytes, at, at + needle.length);
    const text = wide === undefined ? undefined : decodeUtf8(wide);
    // A context that would be cut in the message is no use to whoever copies it.
    if (text === undefined || text.length > MAX_QUOTE) continue;
    contexts.push(`line ${named[i]} with ${quote(crlf ? text.replace(/\r\n/gu, '\n') : text)}`);
  }
  return contexts.length === 0
    ? `${places}; add the lines around the one you mean`
    : `${places}; unique: ${contexts.join(', ')}`;
}

function helpForNotFound(failed: FailedReplace, index: number, fileText: string): string {
  const old = failed.replacements[index]?.old_string ?? '';
  const other = failed.replacements.findIndex((r, i) => i !== index && r.new_string.includes(old));
  if (other >= 0) {
    return `it is in the new_string of replacement ${other}, but all are matched against the file as it was before`;
  }
  const places = nearestLines(fileText, old);
  if (places.length === 0) return 'no similar line; read the file again';
  return `nearest: ${places.map(({ line, text, why }) => `line ${line} ${quote(text)} ${why}`).join('; ')}`;
}

/**
 * One sentence per failing replacement, in their order: the exact wording, then in brackets what helps to
 * write it right. The work is bounded, however many replacements fail.
 */
export function helpForFailure(failed: FailedReplace): readonly string[] {
  const { bytes, failures, replacements } = failed;
  let work = 0;
  let fileText: string | undefined;
  return [...failures]
    .sort((a, b) => a.index - b.index)
    .map(({ index, kind, sentence }) => {
      const replacement = replacements[index];
      if (replacement === undefined || kind === 'invalid' || kind === 'overlap') return sentence;
      work += bytes.length + 1000;
      if (work > WORK_LIMIT) return sentence;
      if (kind === 'ambiguous') return `${sentence} [${helpForAmbiguous(failed, replacement)}]`;
      fileText ??= decodeUtf8(bytes) ?? '';
      return `${sentence} [${helpForNotFound(failed, index, fileText)}]`;
    });
}

/** `Replacement {i}: {what}: {preview}`, the wording every failing replacement has [001-010]. */
export function failureSentence(index: number, what: string, replacement: Replacement): string {
  return `Replacement ${index}: ${what}: ${previewOf(replacement.old_string)}`;
}
