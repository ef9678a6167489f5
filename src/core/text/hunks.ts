import { decodeUtf8 } from '../kernel/utf8.ts';
import type { LineRange, LineRegion, TextChange } from './line-regions.ts';
import { lineRegions } from './line-regions.ts';
import { bodyStart, endOfLine, eolLengthBefore, LF, startOfLine } from './lines.ts';

/** Unchanged lines shown above and below a change. */
const CONTEXT = 3;

interface ShownLine {
  readonly sign: ' ' | '-' | '+';
  readonly bytes: Uint8Array;
}

interface Hunk {
  readonly beforeLine: number;
  readonly afterLine: number;
  readonly lines: readonly ShownLine[];
}

const NOTHING = new Uint8Array(0);

/** At most `limit` lines that end at `at`, not reaching back behind `floor`. */
function linesAbove(bytes: Uint8Array, at: number, floor: number, limit: number): LineRange[] {
  const lines: LineRange[] = [];
  for (let end = at; end > floor && lines.length < limit; ) {
    const start = startOfLine(bytes, end - 1);
    lines.unshift({ start, end });
    end = start;
  }
  return lines;
}

/** At most `limit` lines from `at` on, up to `ceiling`. */
function linesBelow(bytes: Uint8Array, at: number, ceiling: number, limit: number): LineRange[] {
  const lines: LineRange[] = [];
  for (let start = at; start < ceiling && lines.length < limit; ) {
    const end = endOfLine(bytes, start);
    lines.push({ start, end });
    start = end;
  }
  return lines;
}

const show = (sign: ShownLine['sign'], bytes: Uint8Array, lines: readonly LineRange[]): ShownLine[] =>
  lines.map(line => ({ sign, bytes: bytes.subarray(line.start, line.end) }));

function groupRegions(regions: readonly LineRegion[]): LineRegion[][] {
  const groups: LineRegion[][] = [];
  let previous: LineRegion | undefined;
  for (const region of regions) {
    const gap =
      previous === undefined ? 0 : region.beforeLine - previous.beforeLine - previous.removed.length;
    const group = groups.at(-1);
    if (group === undefined || gap > 2 * CONTEXT) groups.push([region]);
    else group.push(region);
    previous = region;
  }
  return groups;
}

function hunkOf(group: readonly LineRegion[], before: Uint8Array, after: Uint8Array): Hunk | undefined {
  const first = group[0];
  if (first === undefined) return undefined;
  const above = linesAbove(before, first.start, 0, CONTEXT);
  const lines = show(' ', before, above);
  for (const [i, region] of group.entries()) {
    lines.push(...show('-', before, region.removed), ...show('+', after, region.added));
    const following = group[i + 1];
    const below =
      following === undefined
        ? linesBelow(before, region.end, before.length, CONTEXT)
        : linesBelow(before, region.end, following.start, 2 * CONTEXT);
    lines.push(...show(' ', before, below));
  }
  return {
    beforeLine: first.beforeLine - above.length,
    afterLine: first.afterLine - above.length,
    lines,
  };
}

/** `12,3` as unified diffs count: 1-indexed, `,1` left out, and the line before when there is no line. */
function rangeText(line: number, count: number): string {
  if (count === 1) return `${line + 1}`;
  return `${count === 0 ? line : line + 1},${count}`;
}

/** Whether the shown lines end in different ways; only then are line ends made visible. */
function hasSeveralEols(hunks: readonly Hunk[]): boolean {
  let seen: string | undefined;
  for (const { lines } of hunks) {
    for (const { bytes } of lines) {
      const length = eolLengthBefore(bytes, bytes.length);
      if (length === 0) continue;
      const eol = `${length}${bytes[bytes.length - 1]}`;
      if (seen !== undefined && seen !== eol) return true;
      seen = eol;
    }
  }
  return false;
}

function lineText({ sign, bytes }: ShownLine, showsEols: boolean): string {
  const eolLength = eolLengthBefore(bytes, bytes.length);
  const text = decodeUtf8(bytes.subarray(0, bytes.length - eolLength)) ?? '(not UTF-8)';
  const isLf = eolLength === 1 && bytes[bytes.length - 1] === LF;
  const eol = showsEols && eolLength > 0 && !isLf ? (eolLength === 2 ? '␍␊' : '␍') : '';
  const missing = eolLength === 0 ? '\n\\ No newline at end of file' : '';
  return `${sign}${text}${eol}${missing}`;
}

function hunkText(hunk: Hunk, showsEols: boolean): string {
  const { beforeLine, afterLine, lines } = hunk;
  const removed = lines.filter(l => l.sign !== '+').length;
  const added = lines.filter(l => l.sign !== '-').length;
  const head = `@@ -${rangeText(beforeLine, removed)} +${rangeText(afterLine, added)} @@`;
  return [head, ...lines.map(line => lineText(line, showsEols))].join('\n');
}

/** A byte order mark that stays is not shown. */
function withoutKeptMark(lines: readonly ShownLine[], isKept: boolean): readonly ShownLine[] {
  if (!isKept) return lines;
  return lines.map(line => ({ ...line, bytes: line.bytes.subarray(bodyStart(line.bytes)) }));
}

/**
 * The change as a unified diff for people and models: three lines of context, made from the known spans.
 * Line ends are hidden as long as all shown lines end alike (CRLF files read like others) and shown as `␍␊`
 * or `␍` otherwise. Ends with a line feed.
 */
export function unifiedDiffOf(path: string, change: TextChange): string {
  const before = change.before ?? NOTHING;
  const after = change.after ?? NOTHING;
  const isMarkKept = bodyStart(before) > 0 && bodyStart(after) > 0;
  const hunks: Hunk[] = [];
  for (const group of groupRegions(lineRegions(change))) {
    const hunk = hunkOf(group, before, after);
    if (hunk === undefined) continue;
    const startsFile = hunk.beforeLine === 0 || hunk.afterLine === 0;
    hunks.push({ ...hunk, lines: withoutKeptMark(hunk.lines, isMarkKept && startsFile) });
  }
  const showsEols = hasSeveralEols(hunks);
  const head = [
    `--- ${change.before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${change.after === undefined ? '/dev/null' : `b/${path}`}`,
  ];
  return `${[...head, ...hunks.map(hunk => hunkText(hunk, showsEols))].join('\n')}\n`;
}
