import type { Command } from '../../generated/contracts.ts';
import type { CommandReceipt } from '../changes/change-set.ts';
import type { FileRecord } from '../workorder/events.ts';
import type { RunState } from '../workorder/state.ts';
import { count } from './amounts.ts';
import type { Box } from './view-node.ts';

/** A command of the whole list, chosen or not. */
export interface ListedCommand {
  /** Its place in QA's whole list, from 0. */
  readonly index: number;
  readonly command: Command | undefined;
  /** Of the simulation that is shown; of the whole one for a command that is left out. */
  readonly receipt: CommandReceipt;
  readonly isKept: boolean;
}

/** A change with what a person left out of it. */
export interface ListedChange {
  readonly files: readonly (FileRecord & { readonly isKept: boolean })[];
  readonly commands: readonly ListedCommand[];
}

/** The commands that are (or would be) executed: QA's once it approved, the Designer's until then. */
export function commandsOf(state: RunState): readonly Command[] {
  if (state.qa?.decision === 'APPROVED') return state.qa.commands;
  return state.designer?.commands ?? [];
}

export function listChange(state: RunState): ListedChange {
  const { choice, files, receipts, wholeQa } = state;
  if (!choice || wholeQa?.decision !== 'APPROVED') {
    const commands = commandsOf(state);
    return {
      files: files.map(file => ({ ...file, isKept: true })),
      commands: receipts.map(receipt => ({
        index: receipt.index,
        command: commands[receipt.index],
        receipt,
        isKept: true,
      })),
    };
  }
  const shown = new Map(files.map(file => [file.path, file]));
  return {
    files: choice.whole.files.map(file => ({
      ...(shown.get(file.path) ?? file),
      isKept: shown.has(file.path),
    })),
    commands: choice.whole.receipts.map(receipt => {
      const { index } = receipt;
      const part = receipts[choice.kept.indexOf(index)];
      const command = wholeQa.commands[index];
      return { index, command, receipt: part ?? receipt, isKept: part !== undefined };
    }),
  };
}

/** The box of a row that stands for these commands: ticked when all of them are. */
export const boxOf = (commands: readonly number[], wanted: ReadonlySet<number>): Box => ({
  ticked: commands.every(index => wanted.has(index)),
  commands,
});

/** `7 of 10 commands`; nothing while all are chosen. */
export function choiceWords({ choice }: Pick<RunState, 'choice'>): string | undefined {
  if (!choice || choice.kept.length === choice.of) return undefined;
  return `${choice.kept.length} of ${count(choice.of, 'command')}`;
}
