import { decodeUtf8 } from '../kernel/utf8.ts';
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

/** At most `limit` lines that end at `at`. */
function linesAbove(bytes: Uint8Array, at: number, limit: number): LineRange[] {
  const lines: LineRange[] = [];
  for (let end = at; end > 0 && lines.length < limit; ) {
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

/** Makes blocks of one file's lines; lines of a block follow each other. A mark that stays is not shown. */
function blockMaker(bytes: Uint8Array, isMarkKept: boolean) {
  return (sign: Block['sign'], lines: readonly LineRange[]): Block[] => {
    const [first, last] = [lines[0], lines.at(-1)];
    if (first === undefined || last === undefined) return [];
    const start = isMarkKept && first.start === 0 ? bodyStart(bytes) : first.start;
    const text = decodeUtf8(bytes.subarray(start, last.end)) ?? '(not UTF-8)\n';
    return [{ sign, lines: lines.length, text }];
  };
}

function hunkOf(
  group: readonly NumberedRegion[],
  before: Uint8Array,
  after: Uint8Array,
  isMarkKept: boolean,
): Hunk | undefined {
  const first = group[0];
  if (first === undefined) return undefined;
  const [old, now] = [blockMaker(before, isMarkKept), blockMaker(after, isMarkKept)];
  const above = linesAbove(before, first.start, CONTEXT);
  const blocks = old(' ', above);
  for (const [i, region] of group.entries()) {
    const following = group[i + 1];
    const below =
      following === undefined
        ? linesBelow(before, region.end, before.length, CONTEXT)
        : linesBelow(before, region.end, following.start, 2 * CONTEXT);
    blocks.push(...old('-', region.removed), ...now('+', region.added), ...old(' ', below));
  }
  return {
    beforeLine: first.beforeLine - above.length,
    afterLine: first.afterLine - above.length,
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
  const hunks = groups.flatMap(group => hunkOf(group, before, after, isMarkKept) ?? []);
  const showsEols = hasSeveralEols(hunks);
  const head = [
    `--- ${change.before === undefined ? '/dev/null' : `a/${path}`}`,
    `+++ ${change.after === undefined ? '/dev/null' : `b/${path}`}`,
  ];
  return `${[...head, ...hunks.map(hunk => hunkText(hunk, showsEols))].join('\n')}\n`;
}
