import { readableText } from './host-bytes.ts';
import type { LineRange, LineRegion, TextChange } from './line-regions.ts';
import { lineRegions } from './line-regions.ts';
import { bodyStart, countLineEnds, endOfLine, startOfLine } from './lines.ts';

/** Unchanged lines shown above and below a change. */
const CONTEXT = 3;

/** Lines one behind the other that are shown with the same sign. */
interface Block {
  readonly sign: ' ' | '-' | '+';
  readonly lines: number;
  readonly text: string;
}

/** A region with the 0-based numbers of its first lines. */
interface NumberedRegion extends LineRegion {
  readonly beforeLine: number;
  readonly afterLine: number;
}

interface Hunk {
  readonly beforeLine: number;
  readonly afterLine: number;
  readonly blocks: readonly Block[];
}

const NOTHING = new Uint8Array(0);

/** `lines` whole lines that follow each other, as the byte range `[start, end)`. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly lines: number;
}

/** At most `limit` lines that end at `at`. */
function linesAbove(bytes: Uint8Array, at: number, limit: number): Run {
  let [start, lines] = [at, 0];
  for (; start > 0 && lines < limit; lines++) start = startOfLine(bytes, start - 1);
  return { start, end: at, lines };
}

/** At most `limit` lines from `at` on, up to `ceiling`. */
function linesBelow(bytes: Uint8Array, at: number, ceiling: number, limit: number): Run {
  let [end, lines] = [at, 0];
  for (; end < ceiling && lines < limit; lines++) end = endOfLine(bytes, end);
  return { start: at, end, lines };
}

function runOf(lines: readonly LineRange[]): Run {
  return { start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0, lines: lines.length };
}

/** One look at the bytes of `before`, up to the last change. */
function numberRegions(before: Uint8Array, regions: readonly LineRegion[]): NumberedRegion[] {
  let counted = 0;
  let beforeLine = 0;
  // How many lines more `after` has than `before`, up to here.
  let shift = 0;
  return regions.map(region => {
    beforeLine += countLineEnds(before, counted, region.start);
    counted = region.start;
    const numbered = { ...region, beforeLine, afterLine: beforeLine + shift };
    shift += region.added.length - region.removed.length;
    return numbered;
  });
}

function groupRegions(regions: readonly NumberedRegion[]): NumberedRegion[][] {
  const groups: NumberedRegion[][] = [];
  let previous: NumberedRegion | undefined;
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

/** The text of runs that lie in one stretch of a file, decoded at once where a byte is a character. */
function textReader(bytes: Uint8Array, stretch: Run, isMarkKept: boolean): (run: Run) => string {
  const whole = readableText(bytes, stretch.start, stretch.end);
  const isAscii = whole.length === stretch.end - stretch.start;
  return ({ start, end }) => {
    if (isAscii) return whole.slice(start - stretch.start, end - stretch.start);
    // A byte order mark that stays is not shown.
    return readableText(bytes, isMarkKept && start === 0 ? bodyStart(bytes) : start, end);
  };
}

function hunkOf(
  group: readonly NumberedRegion[],
  before: Uint8Array,
  after: Uint8Array,
  isMarkKept: boolean,
): Hunk {
  const [first, last] = [group[0], group.at(-1)];
  const above = linesAbove(before, first?.start ?? 0, CONTEXT);
  const below = linesBelow(before, last?.end ?? 0, before.length, CONTEXT);
  const read = textReader(before, { start: above.start, end: below.end, lines: 0 }, isMarkKept);
  const blocks: Block[] = [];
  const show = (sign: Block['sign'], run: Run, text: (run: Run) => string) => {
    if (run.lines > 0) blocks.push({ sign, lines: run.lines, text: text(run) });
  };
  show(' ', above, read);
  for (const [i, region] of group.entries()) {
    const stop = group[i + 1]?.start;
    const added = runOf(region.added);
    show('-', runOf(region.removed), read);
    show('+', added, run => textReader(after, run, isMarkKept)(run));
    show(' ', stop === undefined ? below : linesBelow(before, region.end, stop, 2 * CONTEXT), read);
  }
  return {
    beforeLine: (first?.beforeLine ?? 0) - above.lines,
    afterLine: (first?.afterLine ?? 0) - above.lines,
    blocks,
  };
}

/** `12,3` as unified diffs count: 1-indexed, `,1` left out, and the line before when there is no line. */
function rangeText(line: number, count: number): string {
  if (count === 1) return `${line + 1}`;
  return `${count === 0 ? line : line + 1},${count}`;
}

/** Whether the shown lines end in different ways; only then are line ends made visible. */
function hasSeveralEols(hunks: readonly Hunk[]): boolean {
  const blocks = hunks.flatMap(hunk => hunk.blocks);
  if (!blocks.some(block => block.text.includes('\r'))) return false;
  return new Set(blocks.flatMap(block => block.text.match(/\r\n|\n|\r/g) ?? [])).size > 1;
}

const VISIBLE: Readonly<Record<string, string>> = { '\n': '\n', '\r\n': '␍␊\n', '\r': '␍\n' };

function blockText({ sign, text }: Block, showsEols: boolean): string {
  const plain = text.includes('\r')
    ? text.replace(/\r\n|\n|\r/g, eol => (showsEols ? (VISIBLE[eol] ?? eol) : '\n'))
    : text;
  const isEnded = plain.endsWith('\n');
  const signed = sign + (isEnded ? plain.slice(0, -1) : plain).replaceAll('\n', `\n${sign}`);
  return isEnded ? signed : `${signed}\n\\ No newline at end of file`;
}

function hunkText({ beforeLine, afterLine, blocks }: Hunk, showsEols: boolean): string {
  const count = (other: Block['sign']) =>
    blocks.reduce((sum, b) => sum + (b.sign === other ? 0 : b.lines), 0);
  const head = `@@ -${rangeText(beforeLine, count('+'))} +${rangeText(afterLine, count('-'))} @@`;
  return [head, ...blocks.map(block => blockText(block, showsEols))].join('\n');
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
  const groups = groupRegions(numberRegions(before, lineRegions(change)));
  const hunks = groups.map(group => hunkOf(group, before, after, isMarkKept));
  const showsEols = hasSeveralEols(hunks);
  const head = [
    `--- ${change.before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${change.after === undefined ? '/dev/null' : `b/${path}`}`,
  ];
  return `${[...head, ...hunks.map(hunk => hunkText(hunk, showsEols))].join('\n')}\n`;
}
