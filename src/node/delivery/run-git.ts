import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath } from '../find-on-path.ts';

/**
 * No hook, no file-system monitor, no signing program of a configuration runs, and paths are
 * taken literally (reliability, "Trust and secrets").
 */
const HARDENED = [
  '--no-pager',
  '--literal-pathspecs',
  '-c',
  'core.hooksPath=/dev/null',
  '-c',
  'core.fsmonitor=false',
  '-c',
  'commit.gpgSign=false',
  '-c',
  'push.gpgSign=false',
  '-c',
  'submodule.recurse=false',
  '-c',
  'protocol.ext.allow=never',
  '-c',
  'gc.auto=0',
] as const;

const TIMEOUT_MS = 30_000;
/** Fetch and push wait for another machine. */
const NETWORK_TIMEOUT_MS = 120_000;

export interface GitCall {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Talks to a remote: gets the SSH agent and more time. */
  readonly network?: boolean;
}

export type RunGit = (call: GitCall, signal: AbortSignal) => Promise<Result<string>>;

/** Runs git in `root` (absolute); the value is what it printed, the error its first line of complaint. */
export function createRunGit(
  root: string,
  processes: Processes,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
): RunGit {
  return async ({ args, stdin, network = false }, signal) => {
    const program = await findOnPath('git', { outside: root });
    if (program === undefined) return fail('git was not found on PATH');
    const agent = network ? environment['SSH_AUTH_SOCK'] : undefined;
    const timeoutMs = network ? NETWORK_TIMEOUT_MS : TIMEOUT_MS;
    const result = await processes.run({
      program,
      args: [...HARDENED, ...args],
      cwd: root,
      ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
      env: {
        LC_ALL: 'C',
        GIT_TERMINAL_PROMPT: '0',
        GIT_EDITOR: 'true',
        ...(agent === undefined ? {} : { SSH_AUTH_SOCK: agent }),
      },
      timeoutMs,
      signal,
    });
    switch (result.kind) {
      case 'exited':
        if (result.code !== 0)
          return fail(complaint(result.stderr) ?? `git ${args[0]} ended with ${result.code}`);
        return result.truncated ? fail(`git ${args[0]} printed more than could be kept`) : ok(result.stdout);
      case 'not_started':
        return fail(result.reason);
      case 'signalled':
        return fail(`git ${args[0]} was ended by ${result.signal}`);
      case 'timed_out':
        return fail(`git ${args[0]} took longer than ${timeoutMs / 1000} s`);
    }
  };
}

/** The line that says what is wrong, without git's prefix. */
function complaint(stderr: string): string | undefined {
  const lines = stderr
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
  const line = lines.find(l => /^(fatal|error): |rejected\]/.test(l)) ?? lines[0];
  return line?.replace(/^(fatal|error): /, '');
}
