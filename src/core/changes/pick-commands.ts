import type { Command } from '../../generated/contracts.ts';
import { hunksOf, withoutHunks } from './command-hunks.ts';
import type { HunkPlace } from './hunk-place.ts';

/** What a person wants of a list of commands. */
export interface WantedCommands {
  /** 0-based places in the whole list. */
  readonly kept: readonly number[];
  /** Hunks of kept commands that are left out. */
  readonly hunksLeftOut?: readonly HunkPlace[] | undefined;
}

/** The same, put in order. */
export interface PickedCommands {
  /** 0-based places in the whole list, ascending. */
  readonly kept: readonly number[];
  readonly hunksLeftOut: readonly HunkPlace[];
  readonly commands: readonly Command[];
}

/** The commands as data, nothing checked; a command that no hunk is left of is left out. */
export function pickCommands(
  whole: readonly Command[],
  { kept, hunksLeftOut = [] }: WantedCommands,
): PickedCommands {
  const isKept = new Set(kept);
  const picked = whole.flatMap((command, index) => {
    if (!isKept.has(index)) return [];
    const out = hunksLeftOut.filter(place => place.command === index && place.hunk < hunksOf(command).length);
    const part = withoutHunks(command, new Set(out.map(({ hunk }) => hunk)));
    return part === undefined ? [] : [{ index, part, out }];
  });
  return {
    kept: picked.map(({ index }) => index),
    hunksLeftOut: picked.flatMap(({ out }) => out.toSorted((a, b) => a.hunk - b.hunk)),
    commands: picked.map(({ part }) => part),
  };
}
