import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import type { Linter, LintOutcome } from '../../core/ports/linter.ts';
import { takeFingerprint } from './fingerprint.ts';
import type { LintSettings } from './settings.ts';

type Report = Extract<LintOutcome, { kind: 'report' }>;

interface Memory {
  readonly fingerprint: string;
  readonly programs: readonly string[];
  readonly outcome: Report;
}

export const UNCHANGED = 'Nothing changed since the last lint; this is its result.';

/**
 * Gives the last report again, without starting a process, when nothing it can depend on has changed since. Only whole
 * reports are remembered, and only when the workspace was the same before and after the tools looked at it.
 */
export function rememberReports(linter: Linter, root: string, settings: () => LintSettings): Linter {
  const memories = new Map<string, Memory>();
  const fingerprintOf = async (programs: readonly string[]): Promise<string | undefined> => {
    const all = [...programs, ...(settings().interpreters ?? [])];
    const fingerprint = await takeFingerprint(root, all, settings());
    return fingerprint.kind === 'known' ? fingerprint.value : undefined;
  };
  return {
    async lint(args, options) {
      if (settings().keepWarm !== true) return linter.lint(args, options);
      throwIfCancelled(options.signal);
      const key = JSON.stringify([args.path, args.check_all]);
      const memory = memories.get(key);
      const before = await fingerprintOf(memory?.programs ?? []);
      if (memory !== undefined && before === memory.fingerprint) {
        options.onProgress?.(UNCHANGED);
        return { ...memory.outcome, notes: [...memory.outcome.notes, UNCHANGED] };
      }
      const withoutPrograms = memory === undefined ? before : await fingerprintOf([]);
      const outcome = await linter.lint(args, options);
      memories.delete(key);
      if (
        outcome.kind === 'report' &&
        withoutPrograms !== undefined &&
        withoutPrograms === (await fingerprintOf([]))
      ) {
        const programs = outcome.tools.map(tool => tool.program);
        const fingerprint = await fingerprintOf(programs);
        if (fingerprint !== undefined) memories.set(key, { fingerprint, programs, outcome });
      }
      return outcome;
    },
  };
}
