import { type ChildProcess, spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { Cancelled } from '../core/kernel/cancel.ts';
import type { Processes, ProcessInput, ProcessRequest, ProcessResult } from '../core/ports/processes.ts';
import { scrubbedEnvironment } from './environment.ts';
import { keepOutput } from './kept-output.ts';
import { killTree } from './kill-tree.ts';

const DEFAULT_OUTPUT_BYTES = 32 * 1024 * 1024;
/** How long a program may tidy up after SIGTERM: short on cancel, because a person waits. */
const GRACE_MS = { cancelled: 150, timedOut: 1000 } as const;
/** How long pipes may stay open once the program itself is gone: something it left behind holds them. */
const LEFT_OPEN_MS = 500;

type Ending = 'running' | 'cancelled' | 'timed_out';

/** Starts real programs; see the port. `environment` is what is scrubbed, by default this process's own. */
export function createProcesses(environment: Readonly<NodeJS.ProcessEnv> = process.env): Processes {
  return { run: request => run(request, environment) };
}

async function run(
  request: ProcessRequest,
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<ProcessResult> {
  if (request.signal.aborted) throw new Cancelled();
  const refusal = await reasonNotToStart(request);
  if (refusal !== undefined) return { kind: 'not_started', reason: refusal };
  if (request.signal.aborted) throw new Cancelled();
  return new Promise((resolve, reject) => start(request, environment, resolve, reject));
}

async function reasonNotToStart({ program, cwd }: ProcessRequest): Promise<string | undefined> {
  if (!isAbsolute(program)) return `${program} is not an absolute path`;
  if (/\.(bat|cmd)$/i.test(program)) return `${program} needs a shell, and none is used`;
  if (!isAbsolute(cwd)) return `the folder ${cwd} is not an absolute path`;
  // Otherwise a missing folder is reported as if the program were missing.
  const folder = await stat(cwd).catch(() => undefined);
  return folder?.isDirectory() ? undefined : `the folder ${cwd} does not exist`;
}

function start(
  request: ProcessRequest,
  environment: Readonly<NodeJS.ProcessEnv>,
  resolve: (result: ProcessResult) => void,
  reject: (reason: unknown) => void,
): void {
  const started = performance.now();
  let child: ChildProcess;
  try {
    child = spawn(request.program, request.args, {
      cwd: request.cwd,
      env: { ...scrubbedEnvironment(environment), ...request.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own process group: what it starts in turn is killed with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
      shell: false,
    });
  } catch (error) {
    resolve({ kind: 'not_started', reason: `${request.program}: ${messageOf(error)}` });
    return;
  }

  if (child.pid !== undefined) request.onStart?.(child.pid);
  const limit = request.maxOutputBytes ?? DEFAULT_OUTPUT_BYTES;
  const { onBytes } = request;
  if (onBytes) child.stdout?.on('data', (chunk: Buffer) => onBytes(chunk));
  const stdout = keepOutput(onBytes ? null : child.stdout, limit);
  const stderr = keepOutput(child.stderr, limit);
  if (request.onOutput) for (const stream of [child.stdout, child.stderr]) follow(stream, request.onOutput);
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, act: () => void) => void timers.add(setTimeout(act, ms));
  let ending: Ending = 'running';
  let concluded = false;

  const end = (how: 'cancelled' | 'timed_out', grace: number) => {
    if (ending !== 'running' || concluded) return;
    ending = how;
    killTree(child, 'SIGTERM');
    later(grace, () => {
      killTree(child, 'SIGKILL');
      // A child that left the group can hold the pipes for ever; its parent is gone, so stop listening.
      later(LEFT_OPEN_MS, () => conclude(null, 'SIGKILL'));
    });
  };
  const onAbort = () => end('cancelled', GRACE_MS.cancelled);

  const conclude = (code: number | null, signal: NodeJS.Signals | null) => {
    if (concluded) return;
    concluded = true;
    for (const timer of timers) clearTimeout(timer);
    request.signal.removeEventListener('abort', onAbort);
    child.stdout?.destroy();
    child.stderr?.destroy();
    const text = { stdout: stdout.text(), stderr: stderr.text() };
    if (ending === 'cancelled') reject(new Cancelled());
    else if (ending === 'timed_out') resolve({ kind: 'timed_out', ...text });
    else if (code === null) resolve({ kind: 'signalled', signal: signal ?? 'unknown', ...text });
    else
      resolve({
        kind: 'exited',
        code,
        ...text,
        truncated: stdout.truncated() || stderr.truncated(),
        ms: performance.now() - started,
      });
  };

  child.once('error', error => {
    if (child.pid !== undefined || concluded) return;
    concluded = true;
    for (const timer of timers) clearTimeout(timer);
    request.signal.removeEventListener('abort', onAbort);
    if (ending === 'cancelled') reject(new Cancelled());
    else resolve({ kind: 'not_started', reason: `${request.program}: ${messageOf(error)}` });
  });
  child.once('exit', (code, signal) =>
    later(LEFT_OPEN_MS, () => {
      killTree(child, 'SIGKILL');
      conclude(code, signal);
    }),
  );
  child.once('close', conclude);

  // A program that does not read its input closes the pipe; that is no fault of ours.
  child.stdin?.on('error', () => undefined);
  if (request.onInput) request.onInput(inputOf(child.stdin));
  else child.stdin?.end(request.stdin ?? '');

  later(request.timeoutMs, () => end('timed_out', GRACE_MS.timedOut));
  request.signal.addEventListener('abort', onAbort, { once: true });
}

const inputOf = (stdin: Writable | null): ProcessInput => ({
  write: bytes => new Promise(resolve => (stdin?.writable ? stdin.write(bytes, () => resolve()) : resolve())),
  end: () => stdin?.end(),
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Passes on a stream's text as it arrives; a character cut in two pieces is passed on whole. */
function follow(stream: Readable | null, onText: (text: string) => void): void {
  const decoder = new StringDecoder('utf8');
  stream?.on('data', (chunk: Buffer) => onText(decoder.write(chunk)));
}
