import type { Command } from '../../generated/contracts.ts';
import type { FileChange } from '../changes/change-set.ts';
import { type CommandHunk, hunksOf } from '../changes/command-hunks.ts';
import { count } from '../kernel/amounts.ts';
import { decodeUtf8, encodeUtf8 } from '../kernel/utf8.ts';
import { readableText } from '../text/host-bytes.ts';
import { boxOfHunk, type ListedCommand, type Ticked } from './choice.ts';
import { COLOR, type ViewNode, viewNode } from './view-node.ts';

/** A row with a box for each hunk of a command that has several; one alone is the command. */
export function hunkRows(
  { index, command, shown = command, hunksLeftOut, isKept }: ListedCommand,
  path: string,
  changes: readonly FileChange[],
  ticked: Ticked | undefined,
  lineOfCommand: number | undefined,
): readonly ViewNode[] {
  const hunks = command === undefined || !isKept ? [] : hunksOf(command);
  if (!ticked || command === undefined || hunks.length < 2) return [];
  const change = changes.find(file => file.path === path);
  const lines = change && shown ? linesOfHunks(command, shown, hunksLeftOut, change) : [];
  return hunks.map((hunk, place) => {
    const line = lines[place] ?? lineOfCommand;
    const isOut = hunksLeftOut.has(place);
    return viewNode({
      id: `hunk:${index}.${place}`,
      label: labelOf(hunk),
      description: [isOut ? 'left out' : '', sizeOf(hunk)].filter(Boolean).join(' · '),
      icon: isOut ? { codicon: 'circle-slash', color: COLOR.quiet } : iconOf(hunk),
      tooltip: [
        `Hunk ${place + 1} of ${hunks.length} of command ${index + 1}${line === undefined ? '' : `, line ${line}`}`,
        ...signed(hunk.removed, '-'),
        ...signed(hunk.added, '+'),
      ].join('\n'),
      spoken: `hunk ${place + 1} of command ${index + 1}`,
      ...(change ? { target: { kind: 'diff' as const, path, ...(line === undefined ? {} : { line }) } } : {}),
      context: 'hunk',
      box: boxOfHunk({ command: index, hunk: place }, ticked),
    });
  });
}

/** Of a command that some hunks are left out of. */
export function hunksWords({ command, hunksLeftOut }: ListedCommand): string {
  if (command === undefined || hunksLeftOut.size === 0) return '';
  const all = hunksOf(command).length;
  return `${all - hunksLeftOut.size} of ${count(all, 'hunk')}`;
}

const LONGEST_TOOLTIP = 12;

function signed(text: string, sign: string): readonly string[] {
  if (text === '') return [];
  const lines = text.replace(/\r?\n$/, '').split(/\r\n|\n|\r/);
  const shown = lines.slice(0, LONGEST_TOOLTIP).map(line => `${sign} ${line}`);
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `${sign} … ${count(more, 'more line')}`] : shown;
}

/** The first line that says something: what comes, else what goes. */
function labelOf({ added, removed }: CommandHunk): string {
  for (const text of [added, removed])
    for (const line of text.split(/\r\n|\n|\r/)) if (line.trim() !== '') return line.trim();
  return 'blank lines';
}

const linesIn = (text: string): number => {
  if (text === '') return 0;
  const lines = text.split(/\r\n|\n|\r/).length;
  return /[\r\n]$/.test(text) ? lines - 1 : lines;
};

const sizeOf = ({ added, removed }: CommandHunk): string => `+${linesIn(added)} −${linesIn(removed)}`;

function iconOf({ added, removed }: CommandHunk): ViewNode['icon'] {
  if (removed === '') return { codicon: 'diff-added', color: COLOR.added };
  if (added === '') return { codicon: 'diff-removed', color: COLOR.removed };
  return { codicon: 'diff-modified', color: COLOR.modified };
}

/** The tree is drawn often, and a change stays what it is. */
const knownLines = new WeakMap<FileChange, Map<Command, readonly (number | undefined)[]>>();
const knownTexts = new WeakMap<FileChange, string>();

/** Where each hunk is in the file as it will be, 1-indexed: where the text of its replacement is the only one. */
function linesOfHunks(
  command: Command,
  shown: Command,
  leftOut: ReadonlySet<number>,
  change: FileChange,
): readonly (number | undefined)[] {
  const ofChange = knownLines.get(change) ?? new Map<Command, readonly (number | undefined)[]>();
  knownLines.set(change, ofChange);
  const lines = ofChange.get(shown) ?? findLines(command, leftOut, textOf(change));
  ofChange.set(shown, lines);
  return lines;
}

function textOf(change: FileChange): string {
  const text = knownTexts.get(change) ?? normalise(decodeUtf8(change.after ?? new Uint8Array()) ?? '');
  knownTexts.set(change, text);
  return text;
}

const normalise = (text: string): string => text.replaceAll('\r\n', '\n');

function findLines(
  command: Command,
  leftOut: ReadonlySet<number>,
  text: string,
): readonly (number | undefined)[] {
  if (command.tool !== 'atomic_replace') return [];
  const hunks = hunksOf(command);
  return hunks.map((hunk, place) => {
    const old = command.args.replacements[hunk.replacement]?.old_string ?? '';
    const own = hunks.flatMap((other, at) => (other.replacement === hunk.replacement ? [{ other, at }] : []));
    // The text that stands there now: the old one with the hunks that are kept.
    let result = '';
    let from = 0;
    let before = 0;
    const bytes = encodeUtf8(old);
    for (const { other, at } of own) {
      result += readableText(bytes, from, other.edit.start);
      if (at === place) before = result.length;
      result += leftOut.has(at) ? other.removed : other.added;
      from = other.edit.end;
    }
    result += readableText(bytes, from, bytes.length);
    return onlyLine(text, result, before);
  });
}

function onlyLine(text: string, result: string, before: number): number | undefined {
  const sought = normalise(result);
  const at = sought.trim() === '' ? -1 : text.indexOf(sought);
  if (at < 0 || text.indexOf(sought, at + 1) >= 0) return undefined;
  const upTo = at + normalise(result.slice(0, before)).length;
  return text.slice(0, upTo).split('\n').length;
}
