import type { Replacement } from '../../generated/contracts.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { offsetsOf } from './find-occurrences.ts';
import { encodeText, indexOfBytes } from './host-bytes.ts';
import { countLineEnds, lineNumberAt } from './lines.ts';
import { nearestLines } from './nearest-lines.ts';
import { previewOf } from './preview.ts';
import { uniqueContext } from './unique-context.ts';

/** Why a replacement fails; the help depends on it. */
export interface FailedReplacement {
  readonly index: number;
  readonly kind: 'invalid' | 'not found' | 'ambiguous' | 'overlap';
  /** The wording that models and scripts match. */
  readonly sentence: string;
}

/** What the help is made from: the original content and what is wrong with it. */
export interface FailedReplace {
  readonly bytes: Uint8Array;
  readonly replacements: readonly Replacement[];
  readonly failures: readonly FailedReplacement[];
  /** Whether every line of the file ends with CRLF; its text is then quoted with LF, as it would be sent back. */
  readonly crlf: boolean;
  readonly reader: 'person' | 'agent';
}

const MAX_LINES_NAMED = 50;
const MAX_CONTEXTS = 5;
const MAX_QUOTE = 200;
/** Characters of replacements that are suggested. */
const MAX_SUGGESTION = 1500;
/** Searches of file text that help may make for one call, in bytes; failures behind that get the plain sentence. */
const WORK_LIMIT = 2_000_000;

const withCrlf = (text: string): string => text.replace(/(?<!\r)\n/gu, '\r\n');

const quote = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}...` : text);

/** Line numbers of offsets that ascend, with one look at the bytes. */
function lineNumbersOf(bytes: Uint8Array, offsets: readonly number[]): readonly number[] {
  let counted = 0;
  let line = 1;
  return offsets.map(offset => {
    line += countLineEnds(bytes, counted, offset);
    counted = offset;
    return line;
  });
}

/** One place of an ambiguous text, with as much around it as makes it unique. */
interface UniquePlace {
  /** Of the text, and of what is around it, as byte offsets. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly line: number | undefined;
  /** With LF, as it would be sent back. */
  readonly text: string;
}

function helpForAmbiguous(
  { bytes, crlf, reader }: FailedReplace,
  { old_string, new_string }: Replacement,
): string {
  const needle = encodeText(crlf ? withCrlf(old_string) : old_string);
  const offsets = offsetsOf(bytes, needle, MAX_LINES_NAMED + 1);
  const lines = lineNumbersOf(bytes, offsets.slice(0, MAX_LINES_NAMED));
  const more = offsets.length > MAX_LINES_NAMED ? ' and more' : '';
  const withLf = (text: string): string => (crlf ? text.replace(/\r\n/gu, '\n') : text);
  const places: UniquePlace[] = [];
  for (const [i, at] of offsets.slice(0, MAX_CONTEXTS).entries()) {
    // A context that would be cut in the message is no use to whoever copies it.
    const wide = uniqueContext(bytes, at, at + needle.length, MAX_QUOTE);
    const text = wide && decodeUtf8(wide);
    if (wide === undefined || text === undefined) continue;
    const from = wide.byteOffset - bytes.byteOffset;
    places.push({ at, from, to: from + wide.length, line: lines[i], text: withLf(text) });
  }
  const contexts = places.map(({ line, text }) => `line ${line} with ${quote(text)}`);
  const help =
    contexts.length === 0 ? 'add the lines around the one you mean' : `unique: ${contexts.join(', ')}`;
  const isWhole = reader === 'agent' && places.length === offsets.length;
  const all = isWhole ? replacementsOfAll(bytes, places, needle.length, new_string, withLf) : undefined;
  const forAll = all === undefined ? '' : `; to change all of them, these replacements: ${all}`;
  return `lines ${lines.join(', ')}${more}; ${help}${forAll}`;
}

/** One replacement for each place, ready to be sent; `undefined` where they would overlap, delete or be long. */
function replacementsOfAll(
  bytes: Uint8Array,
  places: readonly UniquePlace[],
  length: number,
  new_string: string,
  withLf: (text: string) => string,
): string | undefined {
  if (new_string === '' || places.some(({ from }, i) => from < (places[i - 1]?.to ?? 0))) return undefined;
  const text = (from: number, to: number) => decodeUtf8(bytes.subarray(from, to)) ?? '';
  const all = places.map(({ at, from, to, text: old_string }) => ({
    old_string,
    new_string: withLf(`${text(from, at)}${new_string}${text(at + length, to)}`),
  }));
  const json = JSON.stringify(all);
  return json.length <= MAX_SUGGESTION ? json : undefined;
}

/** A new text shorter than this may stand anywhere. */
const SHORTEST_NEW = 4;

/** The line where the new text of a replacement stands already: a model may repeat what it has done. */
function lineOfNew({ bytes, crlf }: FailedReplace, { new_string }: Replacement): number | undefined {
  if (new_string.trim().length < SHORTEST_NEW) return undefined;
  const at = indexOfBytes(bytes, encodeText(crlf ? withCrlf(new_string) : new_string), 0);
  return at < 0 ? undefined : lineNumberAt(bytes, at);
}

function helpForNotFound(failed: FailedReplace, index: number, replacement: Replacement): string {
  const line = lineOfNew(failed, replacement);
  const help = helpToFind(failed, index, replacement.old_string);
  return line === undefined ? help : `its new_string is in line ${line} already; ${help}`;
}

function helpToFind({ bytes, replacements }: FailedReplace, index: number, old: string): string {
  const other = replacements.findIndex((r, i) => i !== index && r.new_string.includes(old));
  if (other >= 0) {
    return `it is in the new_string of replacement ${other}, but all are matched against the file as it was before`;
  }
  const places = nearestLines(bytes, old);
  if (places.length === 0) return 'no similar line; read the file again';
  const line = (offset: number) => lineNumberAt(bytes, offset);
  const near = places.map(({ offset, text, why }) => `line ${line(offset)} ${quote(text)} ${why(line)}`);
  return `nearest: ${near.join('; ')}`;
}

/**
 * One sentence per failing replacement, in their order: the exact wording, then in brackets what helps to
 * write it right. The work is bounded, however many replacements fail.
 */
export function helpForFailure(failed: FailedReplace): readonly string[] {
  const { bytes, failures, replacements } = failed;
  let work = 0;
  return [...failures]
    .sort((a, b) => a.index - b.index)
    .map(({ index, kind, sentence }) => {
      const replacement = replacements[index];
      if (replacement === undefined || kind === 'invalid' || kind === 'overlap') return sentence;
      // The first failure always gets its help.
      if (work > WORK_LIMIT) return sentence;
      work += bytes.length + 10_000;
      const help =
        kind === 'ambiguous'
          ? helpForAmbiguous(failed, replacement)
          : helpForNotFound(failed, index, replacement);
      return `${sentence} [${help}]`;
    });
}

/** `Replacement {i}: {what}: {preview}`, the wording every failing replacement has. */
export function failureSentence(index: number, what: string, replacement: Replacement): string {
  return `Replacement ${index}: ${what}: ${previewOf(replacement.old_string)}`;
}
