import { randomUUID } from 'node:crypto';
import { isAbsolute } from 'node:path';
import type {
  CreateTerminalRequest,
  EnvVariable,
  TerminalExitStatus,
  TerminalOutputResponse,
} from '@agentclientprotocol/sdk';
import type { Processes } from '../../core/ports/processes.ts';
import type { PlacedProgram } from '../wrap/placed-program.ts';

const MOST_OUTPUT = 256 * 1024;
const MOST_TERMINALS = 32;
const ENV = '/usr/bin/env';

interface Kept {
  text: string;
  truncated: boolean;
  readonly most: number;
}

interface Terminal {
  readonly kept: Kept;
  exit: TerminalExitStatus | undefined;
  readonly ended: Promise<TerminalExitStatus>;
  readonly kill: () => void;
}

/** Commands that an agent lets its client run: where it runs itself, with the same rights and no more. */
export class Terminals {
  readonly #placed: PlacedProgram;
  readonly #processes: Processes;
  readonly #onStart: (pid: number) => () => void;
  readonly #open = new Map<string, Terminal>();
  /** Asked for at the same moment. */
  #starting = 0;

  /** @param onStart its processes count among those of the agent, until the result is called */
  constructor(placed: PlacedProgram, processes: Processes, onStart: (pid: number) => () => void) {
    this.#placed = placed;
    this.#processes = processes;
    this.#onStart = onStart;
  }

  /** The id; an error says why nothing was started. */
  async create(request: CreateTerminalRequest): Promise<string> {
    if (this.#open.size + this.#starting >= MOST_TERMINALS)
      throw new Error(`${MOST_TERMINALS} terminals are open already`);
    this.#starting++;
    return this.#start(request).finally(() => {
      this.#starting--;
    });
  }

  async #start({
    command,
    args = [],
    env = [],
    cwd,
    outputByteLimit,
  }: CreateTerminalRequest): Promise<string> {
    if (cwd && !isAbsolute(cwd)) throw new Error(`the folder ${cwd} is not an absolute path`);
    const stop = new AbortController();
    // A line for a shell, or a program with its arguments.
    const script = args.length === 0 ? command : 'exec "$0" "$@"';
    const most = Math.min(outputByteLimit ?? MOST_OUTPUT, MOST_OUTPUT);
    const kept: Kept = { text: '', truncated: false, most };
    let forget: () => void = () => undefined;
    const request = await this.#placed.start({
      // Its variables are for the command: the sandbox itself would be started with them, outside of itself.
      program: ENV,
      args: [...env.map(variable), '/bin/sh', '-c', script, ...(args.length === 0 ? [] : [command, ...args])],
      cwd: cwd ?? this.#placed.workspace,
      onStart: pid => {
        forget = this.#onStart(pid);
      },
      maxOutputBytes: 1024,
      signal: stop.signal,
      onOutput: text => keep(kept, text),
    });
    const ended = this.#processes.run(request).then(
      (result): TerminalExitStatus => {
        if (result.kind === 'exited') return { exitCode: result.code };
        if (result.kind === 'not_started') keep(kept, result.reason);
        return { signal: result.kind === 'signalled' ? result.signal : 'SIGKILL' };
      },
      (): TerminalExitStatus => ({ signal: 'SIGTERM' }),
    );
    const id = randomUUID();
    const terminal: Terminal = { kept, exit: undefined, ended, kill: () => stop.abort() };
    this.#open.set(id, terminal);
    void ended.then(exit => {
      forget();
      terminal.exit = exit;
    });
    return id;
  }

  output(id: string): TerminalOutputResponse {
    const { kept, exit } = this.#terminal(id);
    return { output: kept.text, truncated: kept.truncated, ...(exit ? { exitStatus: exit } : {}) };
  }

  waitForExit(id: string): Promise<TerminalExitStatus> {
    return this.#terminal(id).ended;
  }

  kill(id: string): void {
    this.#terminal(id).kill();
  }

  release(id: string): void {
    this.kill(id);
    this.#open.delete(id);
  }

  async close(): Promise<void> {
    const all = [...this.#open.values()];
    this.#open.clear();
    for (const terminal of all) terminal.kill();
    await Promise.all(all.map(({ ended }) => ended));
  }

  #terminal(id: string): Terminal {
    const terminal = this.#open.get(id);
    if (terminal === undefined) throw new Error(`there is no terminal ${id}`);
    return terminal;
  }
}

/** As `env` takes it: a name that begins with `-` would be an option of its. */
function variable({ name, value }: EnvVariable): string {
  if (!/^[A-Za-z_]\w*$/.test(name) || value.includes('\0'))
    throw new Error(`the variable ${JSON.stringify(name)} cannot be set`);
  return `${name}=${value}`;
}

/** The end of it counts. */
function keep(kept: Kept, text: string): void {
  const all = kept.text + text;
  kept.truncated ||= all.length > kept.most;
  kept.text = all.slice(-kept.most);
}
