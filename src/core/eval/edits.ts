import { diffLines } from 'diff';
import type { Command, DesignerOutput, EvalEdit } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Span } from '../text/spans.ts';
import { designOfEdits } from '../workorder/commands-of-edits.ts';

/** Files of a package by path, as text. */
export type Texts = ReadonlyMap<string, string>;

const NO_HASH = '';

/** The texts after edits that were written by hand; the error names the edit. */
export function applyEdits(edits: readonly EvalEdit[], texts: Texts): Result<Texts> {
  const now = new Map(texts);
  for (const [index, edit] of edits.entries()) {
    const problem = applyEdit(edit, now);
    if (problem !== undefined) return fail(`edit ${index + 1} (${edit.file}): ${problem}`);
  }
  return ok(now);
}

function applyEdit(edit: EvalEdit, now: Map<string, string>): string | undefined {
  const { file, old, new: next, rename, lines, append, write } = edit;
  if (write !== undefined) {
    now.set(file, write);
    return undefined;
  }
  const text = now.get(file);
  if (text === undefined) return 'there is no such file';
  if (old !== undefined) {
    const at = text.indexOf(old);
    if (at < 0) return `its old text is not in the file: ${JSON.stringify(old.slice(0, 80))}`;
    if (text.indexOf(old, at + 1) >= 0)
      return `its old text is there twice: ${JSON.stringify(old.slice(0, 80))}`;
    now.set(file, text.slice(0, at) + (next ?? '') + text.slice(at + old.length));
    return undefined;
  }
  if (rename) {
    const [from = '', to = ''] = rename;
    const renamed = renameWords(text, from, to);
    if (renamed === text) return `the name ${from} is not in the file`;
    now.set(file, renamed);
    return undefined;
  }
  if (append !== undefined) {
    now.set(file, text + append);
    return undefined;
  }
  return lines ? moveLines(edit, lines, now) : 'it names no change';
}

/** Every whole word, also in comments and strings. */
function renameWords(text: string, from: string, to: string): string {
  const isWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  let [made, at] = ['', 0];
  for (let found = text.indexOf(from); found >= 0; found = text.indexOf(from, at)) {
    const isWhole = !isWord(text[found - 1]) && !isWord(text[found + from.length]);
    made += text.slice(at, found) + (isWhole ? to : from);
    at = found + from.length;
  }
  return made + text.slice(at);
}

function moveLines(edit: EvalEdit, lines: readonly number[], now: Map<string, string>): string | undefined {
  const { file, to = file, at = 1 } = edit;
  const [first = 1, last = 1] = lines;
  const source = linesOf(now.get(file) ?? '');
  if (last > source.length || first > last) return `it has no lines ${first} to ${last}`;
  const moved = source.slice(first - 1, last);
  const rest = [...source.slice(0, first - 1), ...source.slice(last)];
  if (edit.at === undefined) {
    now.set(file, rest.join(''));
    return undefined;
  }
  const target = to === file ? rest : linesOf(now.get(to) ?? '');
  const before = to === file && at > last ? at - moved.length : at;
  if (before - 1 > target.length) return `${to} has no line ${at}`;
  if (to !== file) now.set(file, rest.join(''));
  now.set(to, [...target.slice(0, before - 1), ...moved, ...target.slice(before - 1)].join(''));
  return undefined;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/(?<=\n)/));

/** The Designer's reply that makes these edits, with exact commands; `texts` are the files before. */
export function replyOf(edits: readonly EvalEdit[], texts: Texts, lintPath: string): Result<DesignerOutput> {
  const commands: Command[] = [];
  let now: Texts = texts;
  for (let index = 0; index < edits.length; ) {
    const edit = edits[index];
    if (!edit) break;
    // What is not a move is one command for each file.
    const end = isMove(edit) ? index + 1 : endOfGroup(edits, index);
    const after = applyEdits(edits.slice(index, end), now);
    if (!after.ok) return after;
    const made = isMove(edit) ? ok([moveOf(edit, edit.lines)]) : replacementsOf(now, after.value);
    if (!made.ok) return made;
    commands.push(...made.value);
    now = after.value;
    index = end;
  }
  return ok(replyWith(commands, lintPath));
}

export function replyWith(commands: readonly Command[], lintPath: string): DesignerOutput {
  const paths = commands.flatMap(({ args }) => [
    args.file_path,
    ...('target_file' in args && args.target_file !== undefined ? [args.target_file] : []),
  ]);
  return {
    touched_files: [...new Set(paths)],
    commands: [...commands],
    changed_signatures: [],
    verification: { tool: 'lint_backend', args: { path: lintPath, check_all: false } },
  } as DesignerOutput;
}

/** Lines with a place to go to; those without are taken out. */
const isMove = (edit: EvalEdit): edit is EvalEdit & Required<Pick<EvalEdit, 'lines'>> =>
  edit.lines !== undefined && edit.at !== undefined;

function endOfGroup(edits: readonly EvalEdit[], from: number): number {
  const next = edits.findIndex((edit, index) => index > from && isMove(edit));
  return next < 0 ? edits.length : next;
}

const REASON = 'The step asks for it.';

function moveOf({ file, to, at = 1 }: EvalEdit, [first = 1, last = 1]: readonly number[]): Command {
  const target = to === undefined ? {} : { target_file: to };
  const args = { file_path: file, source_start: first, source_end: last, target_line: at, ...target };
  return { tool: 'move_text', args, reason: REASON };
}

function replacementsOf(before: Texts, after: Texts): Result<readonly Command[]> {
  const changed = [...after].filter(([file, text]) => before.get(file) !== text);
  const encoder = new TextEncoder();
  const bytes = (text: string | undefined) => (text === undefined ? undefined : encoder.encode(text));
  const files = changed.map(([path, text]) => ({
    path,
    before: bytes(before.get(path)),
    after: bytes(text),
    beforeSha256: NO_HASH,
    afterSha256: NO_HASH,
    spans: spansOf(before.get(path) ?? '', text),
  }));
  const design = designOfEdits({ files, receipts: [] });
  return design.ok
    ? ok(design.value.commands.map(command => ({ ...command, reason: REASON })))
    : fail(design.error);
}

/** The changed lines, as bytes. */
function spansOf(before: string, after: string): readonly Span[] {
  const spans: Span[] = [];
  let [start, afterStart] = [0, 0];
  const length = (text: string) => new TextEncoder().encode(text).length;
  for (const { added, removed, value } of diffLines(before, after)) {
    const bytes = length(value);
    const [taken, put] = [added ? 0 : bytes, removed ? 0 : bytes];
    const last = spans.at(-1);
    const span = { start, end: start + taken, afterStart, afterEnd: afterStart + put };
    if (added || removed) {
      // What is taken out and what is put in its place are one change.
      if (last?.end === start && last.afterEnd === afterStart)
        spans[spans.length - 1] = { ...span, start: last.start, afterStart: last.afterStart };
      else spans.push(span);
    }
    start += taken;
    afterStart += put;
  }
  return spans;
}

/** The Designer's answer where a step cannot be done. */
export const refusal = (reason: string): string =>
  JSON.stringify({
    touched_files: [],
    commands: [{ tool: '__error__', args: {}, reason }],
    changed_signatures: [],
    verification: { tool: 'lint_backend', args: { path: '', check_all: false } },
  });
