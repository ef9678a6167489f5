import { fail, ok, type Result } from '../../core/kernel/result.ts';

/** How much of the history of runs is kept; what is beyond either limit goes, oldest first. */
export interface HistoryLimits {
  readonly runs: number;
  /** Of 1,000,000 bytes, for all runs together. */
  readonly megabytes: number;
}

export const DEFAULT_LIMITS: HistoryLimits = { runs: 200, megabytes: 500 };

const VARIABLES = { runs: 'WORKORDER_HISTORY_RUNS', megabytes: 'WORKORDER_HISTORY_MB' } as const;

/** The limits as environment variables set them; the error is a sentence. */
export function limitsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Result<HistoryLimits> {
  const limits = { ...DEFAULT_LIMITS };
  for (const key of ['runs', 'megabytes'] as const) {
    const text = environment[VARIABLES[key]];
    if (text === undefined || text === '') continue;
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1)
      return fail(`${VARIABLES[key]} must be a whole number of at least 1, not ${JSON.stringify(text)}`);
    limits[key] = value;
  }
  return ok(limits);
}
