import type { FileChange } from '../../core/changes/change-set.ts';
import type { HeldChange } from './holdable.ts';

/** A replacement in an editor's text: UTF-16 offsets in the version before. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The change's spans as replacements, so that cursors, folding and breakpoints elsewhere stay. One replacement
 * of everything where a span would cut a character or a line end in two.
 */
export function replacementsOf({ change, before, after }: HeldChange): readonly TextReplacement[] {
  return fromSpans(change, before, after) ?? [{ start: 0, end: before.length, text: after }];
}

function fromSpans(change: FileChange, before: string, after: string): TextReplacement[] | undefined {
  const start = new Offsets(change.before, before);
  const afterStart = new Offsets(change.after, after);
  const replacements: TextReplacement[] = [];
  for (const span of change.spans) {
    const from = start.at(span.start);
    const to = start.at(span.end);
    const textFrom = afterStart.at(span.afterStart);
    const textTo = afterStart.at(span.afterEnd);
    if (from === undefined || to === undefined || textFrom === undefined || textTo === undefined)
      return undefined;
    replacements.push({ start: from, end: to, text: after.slice(textFrom, textTo) });
  }
  return replacements;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Byte offsets to UTF-16 offsets, asked in rising order, so that the text is walked once. */
class Offsets {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  /** The byte order mark is in the bytes and not in the text. */
  readonly #markUnits: number;
  #byte = 0;
  #unit = 0;

  constructor(bytes: Uint8Array | undefined, text: string) {
    this.#bytes = bytes ?? new Uint8Array();
    this.#text = text;
    this.#markUnits = this.#bytes[0] === 0xef && this.#bytes[1] === 0xbb && this.#bytes[2] === 0xbf ? 1 : 0;
  }

  /** `undefined` inside a character, a line end or the byte order mark. */
  at(byte: number): number | undefined {
    if (((this.#bytes[byte] ?? 0) & 0xc0) === 0x80) return undefined;
    if (byte < this.#byte) return undefined;
    this.#unit += decoder.decode(this.#bytes.subarray(this.#byte, byte)).length;
    this.#byte = byte;
    const unit = this.#unit - this.#markUnits;
    if (unit < 0) return undefined;
    return this.#text[unit - 1] === '\r' && this.#text[unit] === '\n' ? undefined : unit;
  }
}
