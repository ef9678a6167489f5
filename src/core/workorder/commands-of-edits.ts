import type { Command, DesignerOutput } from '../../generated/contracts.ts';
import type { ChangeSet, FileChange } from '../changes/change-set.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { equalBytes } from '../text/host-bytes.ts';
import { lineRegions } from '../text/line-regions.ts';
import { bodyStart, isUniformlyCrlf } from '../text/lines.ts';
import { replace } from '../text/replace.ts';

/**
 * The Designer's answer that makes exactly these edits; the error says which of them no command can make. Everything
 * is linted: what a program thinks of its edits is not known.
 */
export function designOfEdits({ files }: ChangeSet): Result<DesignerOutput> {
  const commands: Command[] = [];
  for (const file of files) {
    const command = commandOf(file);
    if (!command.ok) return command;
    commands.push(command.value);
  }
  return ok({
    touched_files: files.map(({ path }) => path),
    commands,
    changed_signatures: [],
    verification: { tool: 'lint_backend', args: { path: '.', check_all: true } },
  });
}

function commandOf(file: FileChange): Result<Command> {
  const { path, before, after } = file;
  if (before === undefined || after === undefined)
    return fail(
      `it ${after === undefined ? 'deletes' : 'creates'} ${path}, and the commands of a work order change files that are there`,
    );
  const texts = [decodeUtf8(before), decodeUtf8(after)];
  const [old, now] = texts;
  if (old === undefined || now === undefined) return fail(`${path} is not UTF-8 text`);
  if (old === '') return fail(`${path} was empty: no text in it can be replaced`);
  const whole: Replacements = [{ old_string: old, new_string: now }];
  for (const replacements of [regionReplacements(file, old) ?? whole, whole]) {
    const made = replace(path, before, replacements);
    if (!made.ok || !equalBytes(made.bytes, after)) continue;
    return ok({
      tool: 'atomic_replace',
      args: { file_path: path, replacements },
      reason: 'Made by the program of the Designer.',
    });
  }
  return fail(`no command of a work order makes its edit of ${path}: ${whyNoCommand(before, after)}`);
}

/** A replacement keeps the line ends of a file that has only CRLF, and its byte order mark. */
function whyNoCommand(before: Uint8Array, after: Uint8Array): string {
  if (bodyStart(before) > 0 && bodyStart(after) === 0)
    return 'it removes the byte order mark, and a replacement keeps it';
  if (isUniformlyCrlf(before) && !isUniformlyCrlf(after))
    return 'every line of the file ends with CRLF, and a replacement writes CRLF for each LF';
  return 'a replacement would make other bytes of it';
}

interface Replacement {
  readonly old_string: string;
  readonly new_string: string;
}

type Replacements = [Replacement, ...Replacement[]];

/** A replacement for each changed place, with as much around it as makes it the only one; `undefined`: they meet. */
function regionReplacements(file: FileChange, old: string): Replacements | undefined {
  const { before = NOTHING, after = NOTHING } = file;
  const made: Replacement[] = [];
  let [shift, free] = [0, 0];
  for (const { start, end, added } of lineRegions(file)) {
    const length = added.reduce((sum, line) => sum + line.end - line.start, 0);
    let [from, to] = [start, end];
    for (let tries = 0; !isOnly(decode(before, from, to), old); tries++) {
      if (tries > MOST_LINES_AROUND || (from === 0 && to === before.length)) return undefined;
      from = lineStartBefore(before, from);
      to = lineEndAfter(before, to);
    }
    if (from < free) return undefined;
    made.push({
      old_string: decode(before, from, to),
      new_string: `${decode(before, from, start)}${decode(after, start + shift, start + shift + length)}${decode(before, end, to)}`,
    });
    free = to;
    shift += length - (end - start);
  }
  const [first, ...more] = made;
  return first === undefined ? undefined : [first, ...more];
}

const MOST_LINES_AROUND = 20;
const NOTHING = new Uint8Array(0);
const LF = 10;

const isOnly = (text: string, whole: string): boolean =>
  text !== '' && whole.indexOf(text) >= 0 && whole.indexOf(text) === whole.lastIndexOf(text);

const decode = (bytes: Uint8Array, from: number, to: number): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(from, to));

function lineStartBefore(bytes: Uint8Array, at: number): number {
  let start = Math.max(0, at - 1);
  while (start > 0 && bytes[start - 1] !== LF) start--;
  return start;
}

function lineEndAfter(bytes: Uint8Array, at: number): number {
  let end = at;
  while (end < bytes.length && bytes[end] !== LF) end++;
  return Math.min(bytes.length, end + 1);
}
