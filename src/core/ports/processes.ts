/** The standard input of a program that runs. */
export interface ProcessInput {
  /** Resolves when it is handed over; of a program that has ended or closed it, at once. */
  write(bytes: Uint8Array): Promise<void>;
  end(): void;
}

export interface ProcessRequest {
  /** Absolute path of the program; never looked up in the workspace, never run through a shell. */
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute folder. */
  readonly cwd: string;
  readonly stdin?: Uint8Array;
  /** Called once it runs, in place of `stdin`: what it reads is written as one goes along, and ended by the caller. */
  readonly onInput?: (input: ProcessInput) => void;
  /** Added to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Bytes kept of each of stdout and stderr; the rest is dropped and `truncated` is set. */
  readonly maxOutputBytes?: number;
  /** Called with the id of the process once it runs. */
  readonly onStart?: (pid: number) => void;
  /** Called with each piece of stdout and stderr as it arrives, for a terminal. */
  readonly onOutput?: (text: string) => void;
  /** Called with each piece of stdout as it arrives, byte for byte; nothing of it is kept then. */
  readonly onBytes?: (bytes: Uint8Array) => void;
}

export type ProcessResult =
  | {
      readonly kind: 'exited';
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
      readonly truncated: boolean;
      readonly ms: number;
    }
  | { readonly kind: 'signalled'; readonly signal: string; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'not_started'; readonly reason: string }
  | { readonly kind: 'timed_out'; readonly stdout: string; readonly stderr: string };

/** Starts programs in their own process group; the group is killed on time-out and cancel (rejects with `Cancelled`). */
export interface Processes {
  run(request: ProcessRequest): Promise<ProcessResult>;
}
