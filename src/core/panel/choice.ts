import type { Command } from '../../generated/contracts.ts';
import type { CommandReceipt } from '../changes/change-set.ts';
import { type HunkPlace, hunkKey } from '../changes/hunk-place.ts';
import type { WantedCommands } from '../changes/pick-commands.ts';
import type { FileRecord } from '../workorder/events.ts';
import type { RunState } from '../workorder/state.ts';
import type { Box } from './view-node.ts';

/** A command of the whole list, chosen or not, or one of the person's. */
export interface ListedCommand {
  /** Its place in QA's whole list, from 0; the person's are behind it. */
  readonly index: number;
  readonly command: Command | undefined;
  /** As it is proposed: without the hunks that are left out. */
  readonly shown: Command | undefined;
  readonly hunksLeftOut: ReadonlySet<number>;
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

const NO_HUNKS: ReadonlySet<number> = new Set();

export function listChange(state: RunState): ListedChange {
  const { choice, files, receipts, wholeQa } = state;
  const shownCommands = commandsOf(state);
  if (!choice || wholeQa?.decision !== 'APPROVED') {
    return {
      files: files.map(file => ({ ...file, isKept: true })),
      commands: receipts.map(receipt => {
        const command = shownCommands[receipt.index];
        return {
          index: receipt.index,
          command,
          shown: command,
          hunksLeftOut: NO_HUNKS,
          receipt,
          isKept: true,
        };
      }),
    };
  }
  const shown = new Map(files.map(file => [file.path, file]));
  const listed = choice.whole.receipts.map((receipt): ListedCommand => {
    const { index } = receipt;
    const place = choice.kept.indexOf(index);
    const part = receipts[place];
    const out = choice.hunksLeftOut.filter(({ command }) => command === index).map(({ hunk }) => hunk);
    return {
      index,
      command: wholeQa.commands[index],
      shown: part && shownCommands[place],
      hunksLeftOut: new Set(out),
      receipt: part ?? receipt,
      isKept: part !== undefined,
    };
  });
  const own = choice.edits.flatMap((command, place): readonly ListedCommand[] => {
    const receipt = receipts[choice.kept.length + place];
    if (!receipt) return [];
    const index = choice.of + place;
    return [{ index, command, shown: command, hunksLeftOut: NO_HUNKS, receipt, isKept: true }];
  });
  const known = new Set(choice.whole.files.map(({ path }) => path));
  // What two commands undo between them, one of them alone does not.
  const more = files.filter(({ path }) => !known.has(path));
  return {
    files: [...choice.whole.files, ...more].map(file => ({
      ...(shown.get(file.path) ?? file),
      isKept: shown.has(file.path),
    })),
    commands: [...listed, ...own],
  };
}

/** What is ticked, to look up. */
export interface Ticked {
  readonly commands: ReadonlySet<number>;
  /** `3.1`: the second hunk of the fourth command. */
  readonly hunksLeftOut: ReadonlySet<string>;
}

export const tickedOf = ({ kept, hunksLeftOut = [] }: WantedCommands): Ticked => ({
  commands: new Set(kept),
  hunksLeftOut: new Set(hunksLeftOut.map(hunkKey)),
});

/** The box of a row that stands for these commands: ticked when all of them are, with all of their hunks. */
export const boxOf = (commands: readonly number[], ticked: Ticked): Box => ({
  ticked: commands.every(
    index => ticked.commands.has(index) && ![...ticked.hunksLeftOut].some(key => key.startsWith(`${index}.`)),
  ),
  commands,
  hunks: [],
});

export const boxOfHunk = (place: HunkPlace, ticked: Ticked): Box => ({
  ticked: ticked.commands.has(place.command) && !ticked.hunksLeftOut.has(hunkKey(place)),
  commands: [],
  hunks: [place],
});
