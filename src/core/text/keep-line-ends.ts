import { concatBytes } from './concat-bytes.ts';
import { lineRegions } from './line-regions.ts';
import { bodyStart, endOfLine, eolLengthBefore } from './lines.ts';
import { applyEdits, type Edit } from './spans.ts';

const NEWLINE = Uint8Array.of(0x0a);

interface Lines {
  /** Each line with its end, as it is. */
  readonly exact: readonly Uint8Array[];
  /** The same with a line feed as end. */
  readonly plain: readonly Uint8Array[];
}

function linesOf(bytes: Uint8Array): Lines {
  const exact: Uint8Array[] = [];
  const plain: Uint8Array[] = [];
  for (let at: number = bodyStart(bytes); at < bytes.length; ) {
    const end = endOfLine(bytes, at);
    const eol = eolLengthBefore(bytes, end);
    exact.push(bytes.subarray(at, end));
    plain.push(eol === 0 ? bytes.subarray(at, end) : concatBytes([bytes.subarray(at, end - eol), NEWLINE]));
    at = end;
  }
  return { exact, plain };
}

/**
 * An edited text with the line ends and the byte order mark of the text before: an editor knows one kind of line end
 * per file, and writes it everywhere. A new line ends as the one above it.
 */
export function keepLineEnds(before: Uint8Array, edited: Uint8Array): Uint8Array {
  const [old, now] = [linesOf(before), linesOf(edited)];
  const [a, b] = [concatBytes(old.plain), concatBytes(now.plain)];
  const regions = lineRegions({
    before: a,
    after: b,
    spans: [{ start: 0, end: a.length, afterStart: 0, afterEnd: b.length }],
  });
  const body = before.subarray(bodyStart(before));
  const exactAt = startsOf(old.exact);
  const plainAt = new Map([...startsOf(old.plain)].map((at, line) => [at, line]));
  const edits = regions.map(({ start, end, added }): Edit => {
    const line = plainAt.get(start) ?? old.exact.length;
    const stop = plainAt.get(end) ?? old.exact.length;
    const ending = endNear(old.exact, line);
    const text = added.map(range => {
      const eol = eolLengthBefore(b, range.end);
      const content = b.subarray(range.start, range.end - Math.min(eol, range.end - range.start));
      return eol === 0 ? content : concatBytes([content, ending]);
    });
    return {
      start: exactAt[line] ?? body.length,
      end: exactAt[stop] ?? body.length,
      text: concatBytes(text),
    };
  });
  const { after } = applyEdits(body, edits);
  return concatBytes([before.subarray(0, bodyStart(before)), after]);
}

/** Where each line starts, and the end of the last. */
function startsOf(lines: readonly Uint8Array[]): readonly number[] {
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return starts;
}

/** How the line above a place ends, else the one below, else with a line feed. */
function endNear(lines: readonly Uint8Array[], at: number): Uint8Array {
  for (const line of [lines[at - 1], lines[at]]) {
    const eol = line === undefined ? 0 : eolLengthBefore(line, line.length);
    if (line !== undefined && eol > 0) return line.subarray(line.length - eol);
  }
  return NEWLINE;
}
