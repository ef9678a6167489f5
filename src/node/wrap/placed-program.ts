import { randomUUID } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes, ProcessRequest } from '../../core/ports/processes.ts';
import type { Sandbox } from '../../core/ports/sandbox.ts';
import type { Scratch, ScratchCopies } from '../../core/ports/scratch.ts';
import { findProgram } from './find-program.ts';
import { endLeftBehind, MARK } from './left-behind.ts';
import { differing, stampsOf } from './outside-writes.ts';
import { HIDDEN, preparePlace } from './place-in-sandbox.ts';
import type { Limits } from './watch-limits.ts';

/** A program of a person, and what they let it do. */
export interface ProgramOptions {
  /** The workspace (absolute, without links). */
  readonly root: string;
  /** The folder the person is in. */
  readonly cwd: string;
  readonly command: readonly string[];
  readonly stdin?: Uint8Array;
  /** Variables it gets beside the few that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly network: boolean;
  /** Absolute folders outside of the workspace that the person lets it write. */
  readonly writable: readonly string[];
  readonly seconds: number;
  readonly limits: Limits;
  readonly processes: Processes;
  readonly scratch: Scratch;
  readonly sandbox: Sandbox;
}

type Asked = Pick<ProcessRequest, 'program' | 'args'> & Partial<ProcessRequest>;

/** A place for a program on a copy of the workspace: in the sandbox where there is one. */
export interface PlacedProgram {
  /** Absolute. */
  readonly program: string;
  readonly args: readonly string[];
  /** Where programs there find the workspace. */
  readonly workspace: string;
  /** The folder of the copy that the person is in; the top of it for someone who is elsewhere. */
  readonly cwd: string;
  /** Left out: programs run there without a sandbox. */
  readonly sandbox?: string;
  /** Folders on the disk that programs there fill. */
  readonly filled: readonly [string, ...string[]];
  /** What starts this or any other program there, with the same rights. */
  start(asked: Asked): Promise<ProcessRequest>;
  /** Sentences about what it did not see, once it has ended with this. */
  notSeen(end: number | string): readonly string[];
  /** Remembers what the workspace holds, where no sandbox keeps programs from writing in it. */
  look(): Promise<void>;
  /** What was written past the copy since; `undefined`: nothing. */
  pastTheCopy(): Promise<string | undefined>;
  /** Ends what programs there left running. */
  tidy(): Promise<void>;
}

export async function placeProgram(
  copies: ScratchCopies,
  options: ProgramOptions,
  signal: AbortSignal,
): Promise<Result<PlacedProgram>> {
  const { root, sandbox, seconds } = options;
  const [typed = '', ...args] = options.command;
  const program = await findProgram(typed, options.cwd, copies.folder);
  if (!program.ok) return program;
  const state = await sandbox.state();
  const isReady = state.kind === 'ready';
  const isMounted = isReady && state.mounts;
  const place = await preparePlace({ ...options, copies, program: program.value, args, isMounted }, signal);
  const cwd = await folderIn(place.workspace, options);
  const mark = randomUUID();
  let stamps: Awaited<ReturnType<typeof stampsOf>> | undefined;
  return ok({
    program: program.value,
    args,
    workspace: place.workspace,
    cwd,
    ...(isReady ? { sandbox: state.name } : {}),
    filled: place.filled,
    notSeen: end => [
      ...place.notSeen,
      ...(end === 0 || place.seenAlone.length === 0
        ? []
        : [
            `it saw ${place.seenAlone.join(', ')} and nothing beside: the sandbox hides ${HIDDEN.join(', ')}`,
          ]),
    ],
    async start(asked) {
      const request: ProcessRequest = {
        cwd,
        timeoutMs: seconds * 1000,
        signal,
        ...asked,
        env: { ...place.environment, ...options.environment, ...asked.env, [MARK]: mark },
      };
      const wrapped = isReady ? await sandbox.wrap(request, place.rules) : request;
      // A mounted folder is there for the program alone.
      return isMounted ? { ...wrapped, cwd: copies.folder } : wrapped;
    },
    async look() {
      stamps = isReady ? undefined : await stampsOf(root);
    },
    async pastTheCopy() {
      const outside = stamps && differing(stamps, await stampsOf(root));
      return outside === undefined || outside.length === 0
        ? undefined
        : `files outside of the copy changed while it ran, and no sandbox here keeps it from that: ${named(outside)}. Look at them: they were not taken back`;
    },
    tidy: () => endLeftBehind(mark),
  });
}

/** What the sandbox says when it could not start a program. */
export function whySandboxFailed(code: number, stderr: string): Result<never> | undefined {
  const said = code === 0 ? undefined : /^bwrap: .*/m.exec(stderr)?.[0];
  if (said === undefined) return undefined;
  const [, absent] = /^bwrap: execvp (.*): No such file or directory$/.exec(said) ?? [];
  return fail(
    absent === undefined
      ? `the sandbox did not start: ${said}`
      : `${absent} cannot be started in the sandbox: what its first line names, or a library, is not there. Nothing below ${HIDDEN.join(', ')} is seen but the program and the files that are named`,
  );
}

/** The folder of the copy that a person is in; the top of it for someone who is elsewhere. */
async function folderIn(workspace: string, { root, cwd }: ProgramOptions): Promise<string> {
  const below = relative(root, await realpath(cwd));
  return below === '..' || below.startsWith(`..${sep}`) ? workspace : join(workspace, below);
}

const named = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`;
