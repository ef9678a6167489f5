import type { Result } from '../core/kernel/result.ts';
import type { Model } from '../core/ports/model.ts';

/** What a command may touch of the outside world; tests give their own. */
export interface Io {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Whether colours and questions make sense. */
  readonly isTerminal: boolean;
  /** Of the terminal; left out where there is none. */
  readonly size?: () => { readonly columns: number; readonly rows: number };
  /** Asks one line; `undefined` when no one can answer. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Shows a long text in the person's pager; left out where no one reads a terminal. */
  readonly page?: (text: string) => Promise<void>;
  /** Opens a file in the person's editor until they close it; left out where no one is at a terminal. */
  readonly edit?: (file: string) => Promise<Result<void>>;
  /** All of standard input. */
  readonly readInput: () => string;
  /** The same byte for byte. */
  readonly readInputBytes: () => Uint8Array;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
  /** What every model goes through that is opened: a campaign holds its workers to a rate; left out: nothing. */
  readonly model?: (model: Model) => Model;
}

/** Exit codes of `workorder`. */
export const EXIT = { ok: 0, failed: 1, blocked: 2, usage: 3, cancelled: 130 } as const;

/** What each of them means, for the help. */
export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [
    EXIT.ok,
    'applied, done, clean, or what was asked for is printed; with --lint-tools auto also where a missing linter did not look',
  ],
  [EXIT.failed, 'failed: it did not work, the lint is not clean, or records do not agree'],
  [EXIT.blocked, 'blocked: a check, QA or you stopped it, or it waits for you; the reason says what to do'],
  [EXIT.usage, 'wrong use: an option, a file or a run that is not there; nothing was begun'],
  [EXIT.cancelled, 'cancelled by Ctrl+C, Ctrl+D or --timeout'],
];

/** Wrong use of the command line: the sentence, and what to do; left out: the command's right form. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly advice: string | undefined;
  constructor(message: string, advice?: string) {
    super(message);
    this.advice = advice;
  }
}

/** The value; its error is wrong use. */
export function requireOk<T>(result: Result<T>): T {
  if (!result.ok) throw new UsageError(result.error);
  return result.value;
}
