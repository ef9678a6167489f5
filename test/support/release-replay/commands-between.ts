import { diffArrays } from 'diff';
import type { Command, MoveTextCommand, Replacement } from '../../../src/generated/contracts.ts';

/** A changed region in lines: `before[start, end)` becomes `after[afterStart, afterEnd)`. */
interface Region {
  start: number;
  end: number;
  afterStart: number;
  afterEnd: number;
}

/** A block must be this long to be moved rather than deleted here and written there. */
const MIN_MOVE = 2;

/**
 * The commands that lead from one text to another, as a Designer would write them: `move_text` for blocks that
 * stand elsewhere in the new text, then one `atomic_replace` whose old strings are unique.
 */
export function commandsBetween(path: string, before: string, after: string): Command[] {
  const commands: Command[] = [];
  let lines = splitLines(before);
  const target = splitLines(after);
  for (let moves = 0; moves < 3; moves++) {
    const move = findMove(path, lines, target);
    if (!move) break;
    commands.push(move);
    lines = carryOut(lines, move);
  }
  const text = lines.join('');
  if (text !== after) {
    commands.push({
      tool: 'atomic_replace',
      args: { file_path: path, replacements: replacementsBetween(lines, target) },
      reason: 'The next release.',
    });
  }
  return commands;
}

/** Lines with their ends, as the tools count them. */
export const splitLines = (text: string): string[] => text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];

function regionsBetween(before: readonly string[], after: readonly string[]): Region[] {
  const regions: Region[] = [];
  let [at, afterAt] = [0, 0];
  let open: Region | undefined;
  for (const part of diffArrays([...before], [...after])) {
    const n = part.value.length;
    if (!part.added && !part.removed) {
      open = undefined;
      at += n;
      afterAt += n;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, afterStart: afterAt, afterEnd: afterAt };
      regions.push(open);
    }
    if (part.removed) at += n;
    else afterAt += n;
    open.end = at;
    open.afterEnd = afterAt;
  }
  return regions;
}

/** A block that goes in one place and comes, line for line, in another. */
function findMove(
  path: string,
  before: readonly string[],
  after: readonly string[],
): MoveTextCommand | undefined {
  const regions = regionsBetween(before, after);
  for (const from of regions) {
    const block = before.slice(from.start, from.end);
    // The last line of a file may have no end; moving it is another case.
    if (block.length < MIN_MOVE || !/[\r\n]$/.test(block.at(-1) ?? '')) continue;
    for (const to of regions) {
      if (to === from || to.start !== to.end) continue;
      const comes = after.slice(to.afterStart, to.afterEnd);
      if (comes.join('') !== block.join('')) continue;
      return {
        tool: 'move_text',
        args: {
          file_path: path,
          source_start: from.start + 1,
          source_end: from.end,
          target_line: to.start + 1,
        },
        reason: 'It stands elsewhere in the next release.',
      };
    }
  }
  return undefined;
}

function carryOut(lines: readonly string[], { args }: MoveTextCommand): string[] {
  const block = lines.slice(args.source_start - 1, args.source_end);
  const rest = [...lines.slice(0, args.source_start - 1), ...lines.slice(args.source_end)];
  const at = args.target_line > args.source_end ? args.target_line - 1 - block.length : args.target_line - 1;
  return [...rest.slice(0, at), ...block, ...rest.slice(at)];
}

function replacementsBetween(before: readonly string[], after: readonly string[]): Replacement[] {
  const text = before.join('');
  const regions = regionsBetween(before, after);
  for (let i = 0; i < regions.length; i++) i = growUntilUnique(regions, i, before, text);
  return regions.map(r => ({
    old_string: before.slice(r.start, r.end).join(''),
    new_string: after.slice(r.afterStart, r.afterEnd).join(''),
  }));
}

/** Takes in unchanged lines round a region until its old text is unique; a neighbour it meets joins it. */
function growUntilUnique(regions: Region[], index: number, before: readonly string[], text: string): number {
  let i = index;
  for (;;) {
    const region = regions[i];
    if (!region || isUnique(text, before.slice(region.start, region.end).join(''))) return i;
    const [previous, next] = [regions[i - 1], regions[i + 1]];
    if (region.start > (previous?.end ?? 0)) {
      region.start--;
      region.afterStart--;
    } else if (previous) {
      regions.splice(i - 1, 2, { ...previous, end: region.end, afterEnd: region.afterEnd });
      i--;
      continue;
    }
    if (region.end < (next?.start ?? before.length)) {
      region.end++;
      region.afterEnd++;
    } else if (next) {
      regions.splice(i, 2, { ...region, end: next.end, afterEnd: next.afterEnd });
    } else if (region.start === 0) return i;
  }
}

function isUnique(text: string, part: string): boolean {
  if (part === '') return false;
  const first = text.indexOf(part);
  return first >= 0 && text.indexOf(part, first + 1) < 0;
}
