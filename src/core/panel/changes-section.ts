import type { Command } from '../../generated/contracts.ts';
import type { CommandReceipt, FileChange } from '../changes/change-set.ts';
import type { WantedCommands } from '../changes/pick-commands.ts';
import { count, firstLine } from '../kernel/amounts.ts';
import { choiceWords } from '../workorder/choice-words.ts';
import type { FileRecord } from '../workorder/events.ts';
import type { RunState } from '../workorder/state.ts';
import {
  boxOf,
  commandsOf,
  type ListedChange,
  type ListedCommand,
  listChange,
  type Ticked,
  tickedOf,
} from './choice.ts';
import { lineOfCommand, linesOfCommands } from './command-places.ts';
import { hunkRows, hunksWords } from './hunk-rows.ts';
import { COLOR, type NodeIcon, type Target, type ViewNode, viewNode } from './view-node.ts';

/**
 * Files that change, each with the commands that change it and why. `wanted`: the commands that are ticked, while
 * they can be; each row has a box then.
 */
export function changesSection(
  state: RunState,
  changes: readonly FileChange[],
  wanted?: WantedCommands,
): ViewNode | undefined {
  if (state.files.length === 0) return undefined;
  const listed = listChange(state);
  const ticked = wanted && tickedOf(wanted);
  const children = listed.files.map(file => fileNode(file, listed, state, changes, ticked));
  const chosen = choiceWords(state);
  const hint = ticked && '\nUntick what you do not want: the rest is simulated and verified anew.';
  return viewNode({
    id: 'changes',
    label: 'Changes',
    description: [chosen, count(state.files.length, 'file'), lineCounts(sumLines(state.files))]
      .filter(Boolean)
      .join(' · '),
    icon: { codicon: 'diff-multiple' },
    tooltip: `${count(state.files.length, 'file')}, ${chosen ?? count(commandsOf(state).length, 'command')}${hint ?? ''}`,
    children,
    open: true,
    context: 'changes',
  });
}

function fileNode(
  file: ListedChange['files'][number],
  listed: ListedChange,
  state: RunState,
  changes: readonly FileChange[],
  ticked: Ticked | undefined,
): ViewNode {
  const kind = changeKind(file);
  const folder = file.path.includes('/') ? file.path.slice(0, file.path.lastIndexOf('/')) : '';
  const commands = listed.commands.filter(({ receipt }) => receipt.paths.includes(file.path));
  const what = file.isKept ? lineCounts([file.lines_added, file.lines_removed]) : 'left out';
  const choosable = commands.filter(isChoosable).map(({ index }) => index);
  const box = ticked && choosable.length > 0 ? boxOf(choosable, ticked) : undefined;
  const isEdited = commands.some(({ receipt }) => receipt.by === 'person');
  return viewNode({
    id: `file:${file.path}`,
    label: file.path.slice(file.path.lastIndexOf('/') + 1),
    description: [what, isEdited ? 'edited by hand' : '', folder].filter(Boolean).join(' · '),
    icon: file.isKept ? FILE_ICONS[kind] : LEFT_OUT,
    tooltip: [
      `${file.path} (${file.isKept ? kind : 'left out'})`,
      `${count(file.lines_added, 'line')} added, ${file.lines_removed} removed`,
      `SHA-256 ${shortHash(file.before_sha256)} → ${shortHash(file.after_sha256)}`,
    ].join('\n'),
    spoken: `${kind} file`,
    target: targetOf(state, changes, file.path),
    context: isEdited && ticked ? 'editedFile' : 'file',
    ...(box && { box }),
    children: commands.map(command => commandNode(command, file.path, state, changes, ticked)),
    open: listed.files.length <= 3,
  });
}

type ChangeKind = 'created' | 'deleted' | 'modified';

function changeKind(file: FileRecord): ChangeKind {
  if (file.before_sha256 === null) return 'created';
  return file.after_sha256 === null ? 'deleted' : 'modified';
}

const LEFT_OUT: NodeIcon = { codicon: 'circle-slash', color: COLOR.quiet };

const FILE_ICONS: Readonly<Record<ChangeKind, NodeIcon>> = {
  created: { codicon: 'diff-added', color: COLOR.added },
  deleted: { codicon: 'diff-removed', color: COLOR.removed },
  modified: { codicon: 'diff-modified', color: COLOR.modified },
};

function commandNode(
  listed: ListedCommand,
  path: string,
  state: RunState,
  changes: readonly FileChange[],
  ticked: Ticked | undefined,
): ViewNode {
  const { index, command, receipt, isKept } = listed;
  const what = command === undefined ? receipt.tool : describeCommand(command, path);
  const line = isKept ? lineOf(receipt, command, path, changes, state.receipts) : undefined;
  const own = receipt.by === 'person';
  const rows = hunkRows(listed, path, changes, ticked, line);
  const out = isKept ? hunksWords(listed) : 'left out';
  const described = [out, ...(receipt.reason ? [what] : [])].filter(Boolean).join(' · ');
  return viewNode({
    // A row that gets rows below it later would stay closed.
    id: `command:${index}:${path}${rows.length > 0 ? ':hunks' : ''}`,
    label: firstLine(receipt.reason) || what,
    ...(described ? { description: described } : {}),
    icon: isKept ? { codicon: iconOf(receipt) } : LEFT_OUT,
    tooltip: [
      own ? `Your command: ${what}` : `Command ${index + 1}: ${receipt.tool}, ${what}`,
      receipt.reason,
    ]
      .filter(Boolean)
      .join('\n'),
    spoken: own ? 'your command' : `command ${index + 1}`,
    target: targetOf(state, changes, path, line),
    ...(ticked && isChoosable(listed) && { box: boxOf([index], ticked) }),
    ...(ticked && { context: own ? 'ownCommand' : 'command' }),
    children: rows,
    open: true,
  });
}

/** What a person typed is taken back in the editor, as a whole. */
const isChoosable = ({ receipt }: ListedCommand): boolean => receipt.by !== 'person';

function iconOf({ by, tool }: CommandReceipt): string {
  if (by === 'person') return 'edit';
  return tool === 'move_text' ? 'arrow-swap' : 'replace-all';
}

function lineOf(
  receipt: CommandReceipt,
  command: Command | undefined,
  path: string,
  changes: readonly FileChange[],
  receipts: readonly CommandReceipt[],
): number | undefined {
  const change = changes.find(file => file.path === path);
  if (change === undefined) return undefined;
  if (receipt.files !== undefined) return linesOfCommands(receipts, change).get(receipt.index);
  return command === undefined ? undefined : lineOfCommand(command, path, changes);
}

/** What a command does, as seen from one of its files. */
export function describeCommand(command: Command, path: string): string {
  if (command.tool === 'atomic_replace') return count(command.args.replacements.length, 'replacement');
  const { source_start, source_end, target_file, target_line, file_path } = command.args;
  const lines = source_start === source_end ? `line ${source_start}` : `lines ${source_start}–${source_end}`;
  if (target_file === undefined || target_file === file_path) return `${lines} moved to line ${target_line}`;
  return path === target_file ? `${lines} from ${file_path}` : `${lines} to ${target_file}`;
}

/** The diff while its bytes are at hand, else the file itself. */
function targetOf(state: RunState, changes: readonly FileChange[], path: string, line?: number): Target {
  const at = line === undefined ? {} : { line };
  const inMemory = changes.some(change => change.path === path);
  return inMemory && !state.reverted ? { kind: 'diff', path, ...at } : { kind: 'file', path, ...at };
}

function sumLines(files: readonly FileRecord[]): [number, number] {
  return files.reduce<[number, number]>(
    ([added, removed], file) => [added + file.lines_added, removed + file.lines_removed],
    [0, 0],
  );
}

const lineCounts = ([added, removed]: readonly [number, number]): string => `+${added} −${removed}`;
const shortHash = (hash: string | null): string => (hash === null ? 'no file' : hash.slice(0, 12));
