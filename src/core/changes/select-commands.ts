import type { Command } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { CommandReceipt } from './change-set.ts';
import { canonicalPath } from './path-policy.ts';
import { type PickedCommands, pickCommands, type WantedCommands } from './pick-commands.ts';
import { pathsOf } from './simulate.ts';

/** Some commands of a list, in their order. */
export interface SelectedCommands extends PickedCommands {
  /** Of the files to make those that a kept command fills. */
  readonly newFiles: readonly string[];
}

/**
 * Takes some commands, and hunks of others, out of a list that was simulated. A move counts lines of its file as the
 * commands before it left them, so it cannot do without those: the error has a sentence for each. Whether the texts of
 * the kept commands are still there, the simulation of what is left finds out.
 */
export function selectCommands(
  whole: readonly Command[],
  receipts: readonly CommandReceipt[],
  newFiles: readonly string[],
  wanted: WantedCommands,
): Result<SelectedCommands, readonly string[]> {
  const selected = pickCommands(whole, wanted);
  const { kept, commands } = selected;
  if (kept.length === 0) return fail(['no command is chosen']);
  const reasons = kept.flatMap(index => {
    const command = whole[index];
    if (command?.tool !== 'move_text') return [];
    const needed = leftOutBefore(index, pathsOf(command), selected, receipts);
    return needed.length === 0
      ? []
      : [`command ${index + 1} (move_text) counts lines that ${nameParts(needed)} changes`];
  });
  if (reasons.length > 0) return fail(reasons);
  const filled = new Set(commands.flatMap(pathsOf));
  return ok({ ...selected, newFiles: newFiles.filter(path => filled.has(canonicalPath(path))) });
}

/** Why a kept command does not apply: what it finds no more may be what a part that is left out produced. */
export function explainMissing(
  index: number,
  selected: Pick<SelectedCommands, 'kept' | 'hunksLeftOut'>,
  whole: readonly Command[],
  receipts: readonly CommandReceipt[],
): string {
  const original = selected.kept[index] ?? index;
  const command = whole[original];
  const paths = command ? pathsOf(command) : [];
  const needed = leftOutBefore(original, paths, selected, receipts);
  const why = needed.length === 0 ? '' : `: it works on what ${nameParts(needed)} leaves`;
  return `command ${original + 1} (${command?.tool}) cannot stand alone${why}`;
}

/** What is left out of a file before a command, by the person's numbers. */
export function leftOutBefore(
  index: number,
  paths: readonly string[],
  { kept, hunksLeftOut }: Pick<SelectedCommands, 'kept' | 'hunksLeftOut'>,
  receipts: readonly CommandReceipt[],
): readonly string[] {
  const isKept = new Set(kept);
  return receipts
    .filter(receipt => receipt.index < index)
    .filter(receipt => receipt.files?.some(file => paths.includes(file.path)) ?? true)
    .flatMap(receipt => {
      const command = `command ${receipt.index + 1}`;
      if (!isKept.has(receipt.index)) return [command];
      const hunks = hunksLeftOut.filter(place => place.command === receipt.index);
      return hunks.map(({ hunk }) => `hunk ${hunk + 1} of ${command}`);
    });
}

export const nameParts = (parts: readonly string[]): string => parts.join(' and ');
