import type { Command } from '../../generated/contracts.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { readableText } from '../text/host-bytes.ts';
import { lineRegions } from '../text/line-regions.ts';
import { applyEdits, type Edit } from '../text/spans.ts';

/** Lines that one replacement takes out and puts in at one place. */
export interface CommandHunk {
  /** 0-based, in the command's list. */
  readonly replacement: number;
  readonly removed: string;
  readonly added: string;
  /** The place in the replacement's `old_string`, in bytes. */
  readonly edit: Edit;
}

/** A command is data, and rows are drawn often. */
const known = new WeakMap<Command, readonly CommandHunk[]>();

/**
 * The parts of a command that can be left out on their own: the changed lines of each replacement, from its texts alone.
 * A move is one unit and has none.
 */
export function hunksOf(command: Command): readonly CommandHunk[] {
  const found = known.get(command) ?? findHunks(command);
  known.set(command, found);
  return found;
}

function findHunks(command: Command): readonly CommandHunk[] {
  if (command.tool !== 'atomic_replace') return [];
  return command.args.replacements.flatMap(({ old_string, new_string }, replacement) => {
    const [before, after] = [encodeUtf8(old_string), encodeUtf8(new_string)];
    const whole = { start: 0, end: before.length, afterStart: 0, afterEnd: after.length };
    return lineRegions({ before, after, spans: [whole] }).map(({ start, end, added }) => {
      const text = after.subarray(added[0]?.start ?? 0, added.at(-1)?.end ?? 0);
      return {
        replacement,
        removed: readableText(before, start, end),
        added: readableText(text, 0, text.length),
        edit: { start, end, text },
      };
    });
  });
}

/**
 * The command without some of its hunks: each `old_string` stays, so that it is found where it was found, and its
 * `new_string` keeps the old lines of what is left out. `undefined` when nothing is left of it.
 */
export function withoutHunks(command: Command, leftOut: ReadonlySet<number>): Command | undefined {
  if (command.tool !== 'atomic_replace' || leftOut.size === 0) return command;
  const hunks = hunksOf(command);
  const replacements = command.args.replacements.flatMap((replacement, index) => {
    const own = hunks.flatMap((hunk, place) => (hunk.replacement === index ? [{ hunk, place }] : []));
    const kept = own.filter(({ place }) => !leftOut.has(place));
    if (kept.length === 0) return [];
    if (kept.length === own.length) return [replacement];
    const edits = kept.map(({ hunk }) => hunk.edit);
    const { after } = applyEdits(encodeUtf8(replacement.old_string), edits);
    return [{ ...replacement, new_string: readableText(after, 0, after.length) }];
  });
  const [first, ...rest] = replacements;
  if (first === undefined) return undefined;
  return { ...command, args: { ...command.args, replacements: [first, ...rest] } };
}
