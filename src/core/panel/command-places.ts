import type { Command } from '../../generated/contracts.ts';
import type { ChangedSpan, CommandReceipt, FileChange } from '../changes/change-set.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { countLineEnds } from '../text/lines.ts';

interface KnownLines {
  readonly receipts: readonly CommandReceipt[];
  readonly lines: ReadonlyMap<number, number>;
}

/** The tree is drawn often, and a change stays what it is. */
const knownLines = new WeakMap<FileChange, KnownLines>();

/**
 * Where each command's result begins in the file as it will be, 1-indexed, by the command's index: followed through
 * the commands after it. Without the receipts' bytes (runs of older versions) there is nothing to follow.
 */
export function linesOfCommands(
  receipts: readonly CommandReceipt[],
  change: FileChange,
): ReadonlyMap<number, number> {
  const known = knownLines.get(change);
  if (known?.receipts === receipts) return known.lines;
  const lines = findLines(receipts, change);
  knownLines.set(change, { receipts, lines });
  return lines;
}

function findLines(receipts: readonly CommandReceipt[], { path, after }: FileChange): Map<number, number> {
  const lines = new Map<number, number>();
  if (after === undefined) return lines;
  const steps = receipts.flatMap(({ index, files = [] }) =>
    files.filter(file => file.path === path).map(({ spans }) => ({ index, spans })),
  );
  const starts: { readonly index: number; readonly at: number }[] = [];
  for (const [i, { index, spans }] of steps.entries()) {
    let at = spans[0]?.afterStart;
    if (at === undefined) continue;
    for (let later = i + 1; later < steps.length; later++) at = moveOn(at, steps[later]?.spans ?? []);
    starts.push({ index, at });
  }
  starts.sort((a, b) => a.at - b.at);
  let counted = 0;
  let line = 1;
  for (const { index, at } of starts) {
    line += countLineEnds(after, counted, at);
    counted = at;
    lines.set(index, line);
  }
  return lines;
}

/** Where a place is after another edit; inside of what that edit replaced: where its replacement begins. */
function moveOn(at: number, spans: readonly ChangedSpan[]): number {
  let moved = 0;
  for (const { start, end, afterStart, afterEnd } of spans) {
    if (end > at) return start < at ? afterStart : at + moved;
    moved = afterEnd - end;
  }
  return at + moved;
}

/** Where a command's result begins in the file as it will be, 1-indexed; `undefined` when that is unknown. */
export function lineOfCommand(
  command: Command,
  path: string,
  changes: readonly FileChange[],
): number | undefined {
  const after = changes.find(change => change.path === path)?.after;
  const text = after === undefined ? undefined : decodeUtf8(after);
  if (text === undefined) return undefined;
  if (command.tool === 'move_text') return lineOfMove(command.args, path, text);
  // A replacement that deletes leaves nothing to look for; one that occurs twice could be either.
  for (const { new_string } of command.args.replacements) {
    const at = new_string.trim() === '' ? -1 : text.indexOf(new_string);
    if (at >= 0) return lineAt(text, at);
  }
  return firstChangedLine(changes, path, text);
}

function lineOfMove(
  args: Extract<Command, { tool: 'move_text' }>['args'],
  path: string,
  text: string,
): number {
  const lines = countLines(text);
  const toOtherFile = args.target_file !== undefined && args.target_file !== args.file_path;
  if (toOtherFile) return Math.min(path === args.target_file ? args.target_line : args.source_start, lines);
  // Moved down: the lines above the target have moved up by the size of the range.
  const moved = args.source_end - args.source_start + 1;
  return Math.min(args.target_line > args.source_end ? args.target_line - moved : args.target_line, lines);
}

/** The first line that differs, 1-indexed. */
function firstChangedLine(changes: readonly FileChange[], path: string, text: string): number | undefined {
  const change = changes.find(c => c.path === path);
  const start = change?.spans[0]?.afterStart;
  if (change?.after === undefined || start === undefined) return undefined;
  const before = decodeUtf8(change.after.subarray(0, start));
  return lineAt(text, before?.length ?? 0);
}

function lineAt(text: string, offset: number): number {
  return countLines(text.slice(0, offset));
}

const countLines = (text: string): number => text.split(/\r\n|\n|\r/).length;
