import { throwIfCancelled } from '../../core/kernel/cancel.ts';
import type { Linter, LintOutcome } from '../../core/ports/linter.ts';
import type { Environments } from './environments.ts';
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
export function rememberReports(
  linter: Linter,
  root: string,
  settings: () => LintSettings,
  environments: Environments,
): Linter {
  const memories = new Map<string, Memory>();
  const fingerprintOf = async (
    programs: readonly string[],
    signal: AbortSignal,
  ): Promise<string | undefined> => {
    // Another environment may have come first since.
    const { environments: found } = await environments.list(signal);
    const folders = found.map(({ bin }) => bin);
    const fingerprint = await takeFingerprint(root, programs, [settings(), folders], folders);
    return fingerprint.kind === 'known' ? fingerprint.value : undefined;
  };
  return {
    async lint(args, options) {
      if (settings().keepWarm !== true || options.approvedCode || options.files)
        return linter.lint(args, options);
      throwIfCancelled(options.signal);
      const key = JSON.stringify([args.path, args.check_all]);
      const memory = memories.get(key);
      const before = await fingerprintOf(memory?.programs ?? [], options.signal);
      if (memory !== undefined && before === memory.fingerprint) {
        options.onProgress?.(UNCHANGED);
        return { ...memory.outcome, notes: [...memory.outcome.notes, UNCHANGED] };
      }
      const withoutPrograms = memory === undefined ? before : await fingerprintOf([], options.signal);
      const outcome = await linter.lint(args, options);
      memories.delete(key);
      if (
        outcome.kind === 'report' &&
        withoutPrograms !== undefined &&
        withoutPrograms === (await fingerprintOf([], options.signal))
      ) {
        const programs = outcome.tools.map(tool => tool.program);
        const fingerprint = await fingerprintOf(programs, options.signal);
        if (fingerprint !== undefined) memories.set(key, { fingerprint, programs, outcome });
      }
      return outcome;
    },
  };
}
