import type { Command } from '../../generated/contracts.ts';
import type { FileChange } from '../changes/change-set.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';

/** Where a command's result begins in the file as it will be, 1-indexed; `undefined` when that cannot be told. */
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
export function firstChangedLine(
  changes: readonly FileChange[],
  path: string,
  text: string,
): number | undefined {
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
