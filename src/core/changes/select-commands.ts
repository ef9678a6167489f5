import type { Command } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { CommandReceipt } from './change-set.ts';
import { canonicalPath } from './path-policy.ts';
import { pathsOf } from './simulate.ts';

/** Some commands of a list, in their order. */
export interface SelectedCommands {
  /** 0-based places in the whole list, ascending. */
  readonly kept: readonly number[];
  readonly commands: readonly Command[];
  /** Of the files to make those that a kept command fills. */
  readonly newFiles: readonly string[];
}

/**
 * Takes some commands out of a list that was simulated. A move counts lines of its file as the commands before it left
 * them, so it cannot do without those: the error has a sentence for each. Whether the texts of the kept commands are
 * still there, the simulation of what is left finds out.
 */
export function selectCommands(
  whole: readonly Command[],
  receipts: readonly CommandReceipt[],
  newFiles: readonly string[],
  wanted: Iterable<number>,
): Result<SelectedCommands, readonly string[]> {
  const isKept = new Set(wanted);
  const kept = whole.flatMap((_, index) => (isKept.has(index) ? [index] : []));
  if (kept.length === 0) return fail(['no command is chosen']);
  const commands = kept.flatMap(index => whole[index] ?? []);
  const reasons = kept.flatMap(index => {
    const command = whole[index];
    if (command?.tool !== 'move_text') return [];
    const needed = droppedBefore(index, pathsOf(command), isKept, receipts);
    return needed.length === 0
      ? []
      : [`command ${index + 1} (move_text) counts lines that ${nameCommands(needed)} changes`];
  });
  if (reasons.length > 0) return fail(reasons);
  const filled = new Set(commands.flatMap(pathsOf));
  return ok({ kept, commands, newFiles: newFiles.filter(path => filled.has(canonicalPath(path))) });
}

/** Why a kept command does not apply: what it finds no more may be what a command that is left out produced. */
export function explainMissing(
  index: number,
  { kept }: SelectedCommands,
  whole: readonly Command[],
  receipts: readonly CommandReceipt[],
): string {
  const original = kept[index] ?? index;
  const command = whole[original];
  const paths = command ? pathsOf(command) : [];
  const needed = droppedBefore(original, paths, new Set(kept), receipts);
  const why = needed.length === 0 ? '' : `: it works on what ${nameCommands(needed)} leaves`;
  return `command ${original + 1} (${command?.tool}) cannot stand alone${why}`;
}

function droppedBefore(
  index: number,
  paths: readonly string[],
  isKept: ReadonlySet<number>,
  receipts: readonly CommandReceipt[],
): readonly number[] {
  return receipts
    .filter(receipt => receipt.index < index && !isKept.has(receipt.index))
    .filter(receipt => receipt.files?.some(file => paths.includes(file.path)) ?? true)
    .map(receipt => receipt.index);
}

const nameCommands = (indices: readonly number[]): string =>
  `command ${indices.map(index => index + 1).join(' and ')}`;
