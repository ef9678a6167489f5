import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Processes } from '../../core/ports/processes.ts';
import { findOnPath, pathOutside } from '../find-on-path.ts';
import { HARDENED, hardenedEnvironment } from './hardening.ts';
import { keepConfig, keptConfig } from './kept-config.ts';
import { overridesFor, reasonNotToConnect } from './overrides.ts';
import { type ConfigEntry, LIST_CONFIG, originsOf, readConfig } from './repository-config.ts';
import { workTreeOf } from './work-tree.ts';

const TIMEOUT_MS = 30_000;
/** Fetch and push wait for another machine. */
const NETWORK_TIMEOUT_MS = 120_000;

export interface GitCall {
  readonly args: readonly string[];
  readonly stdin?: string;
  /** Talks to a remote: gets the SSH agent and more time. */
  readonly network?: boolean;
  /** For the one command that does not know how to take a path literally; it may get no path from outside. */
  readonly ownPathsOnly?: boolean;
  /** Gets what git prints as it comes, byte for byte; the value is then empty. */
  readonly onBytes?: (bytes: Uint8Array) => void;
  /** Exit codes that are an answer, too, beside 0. */
  readonly goodCodes?: readonly number[];
  /** For questions about a whole history. */
  readonly timeoutMs?: number;
}

/** The value is what git printed, the error its first line of complaint. */
export type RunGit = ((call: GitCall, signal: AbortSignal) => Promise<Result<string>>) & {
  /** What git's configuration says now. */
  readonly config: (signal: AbortSignal) => Promise<Result<readonly ConfigEntry[]>>;
};

export interface RunGitOptions {
  /** The calls only read, and are made within moments: what the configuration says is asked once for all of them. */
  readonly together?: boolean;
}

/**
 * The only way to git: runs it in `root` (absolute) so that nothing of the repository starts a program
 * (docs/security.md, "git").
 */
export function createRunGit(
  root: string,
  processes: Processes,
  environment: Readonly<NodeJS.ProcessEnv> = process.env,
  { together = false }: RunGitOptions = {},
): RunGit {
  const start = async (
    settings: readonly string[],
    call: GitCall,
    signal: AbortSignal,
  ): Promise<Result<string>> => {
    const { args, stdin, network = false, ownPathsOnly = false, onBytes } = call;
    // git looks for ssh and its own helpers there; an active environment of the workspace is left out.
    const PATH = await pathOutside(root, environment);
    const program = await findOnPath('git', { environment: { PATH } });
    if (program === undefined) return fail('git was not found on PATH');
    const agent = network ? environment['SSH_AUTH_SOCK'] : undefined;
    const timeoutMs = call.timeoutMs ?? (network ? NETWORK_TIMEOUT_MS : TIMEOUT_MS);
    const result = await processes.run({
      program,
      args: [...HARDENED, ...(ownPathsOnly ? [] : ['--literal-pathspecs']), ...settings, ...args],
      cwd: root,
      ...(stdin === undefined ? {} : { stdin: Buffer.from(stdin) }),
      ...(onBytes && { onBytes }),
      env: {
        ...hardenedEnvironment(network),
        PATH,
        ...(agent === undefined ? {} : { SSH_AUTH_SOCK: agent }),
      },
      timeoutMs,
      signal,
    });
    switch (result.kind) {
      case 'exited':
        if (result.code !== 0 && call.goodCodes?.includes(result.code) !== true)
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

  const config: RunGit['config'] = async signal => {
    const known = await keptConfig(processes, root);
    if (known !== undefined) return ok(known);
    const at = Date.now();
    const listed = await start([], { args: LIST_CONFIG }, signal);
    if (!listed.ok) return listed;
    const entries = await readConfig(listed.value, root);
    await keepConfig(processes, root, entries, originsOf(listed.value), at);
    return ok(entries);
  };
  let known: ReturnType<typeof config> | undefined;
  const configOfAll: RunGit['config'] = async signal => {
    known ??= config(signal);
    try {
      const entries = await known;
      if (!entries.ok) known = undefined;
      return entries;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };

  const run = async (call: GitCall, signal: AbortSignal): Promise<Result<string>> => {
    // Read before each call: a switch of branches can bring in another part of the configuration.
    const entries = await (together ? configOfAll : config)(signal);
    if (!entries.ok) return entries;
    const overrides = overridesFor(entries.value);
    if (!overrides.ok) return overrides;
    const refusal = call.network === true ? reasonNotToConnect(entries.value) : undefined;
    if (refusal !== undefined) return fail(refusal);
    if (entries.value.some(({ key, untrusted }) => key === 'core.worktree' && untrusted)) {
      const place = await start(overrides.value, { args: ['rev-parse', '--show-toplevel'] }, signal);
      if (!place.ok) return place;
      const expected = await workTreeOf(root);
      if (place.value.trim() !== expected)
        return fail(`the repository's configuration puts its files at ${place.value.trim()}, not here`);
    }
    return start(overrides.value, call, signal);
  };
  return Object.assign(run, { config: together ? configOfAll : config });
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
