import { access } from 'node:fs/promises';
import type { Processes, ProcessRequest } from '../../core/ports/processes.ts';
import type { Sandbox, SandboxRules, SandboxState } from '../../core/ports/sandbox.ts';
import { findOnPath } from '../find-on-path.ts';
import { createProcesses } from '../processes.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import { sandboxExecArguments } from './sandbox-exec.ts';

const TRY_MS = 10_000;
const MAC_PROGRAM = '/usr/bin/sandbox-exec';

type Wrap = (request: ProcessRequest, rules: SandboxRules) => Promise<ProcessRequest>;

/** Whether programs run in the sandbox of the machine where there is one, or never. */
export type SandboxChoice = 'auto' | 'off';

let choiceOfHost: () => SandboxChoice = () => 'auto';

/** How a host lets a person choose: one choice for the machine, asked at every start of a program. */
export function chooseSandboxBy(choice: () => SandboxChoice): void {
  choiceOfHost = choice;
}

/** What was found out; the machine does not change while a process runs. */
let tried: Promise<Found> | undefined;

interface Found {
  readonly state: SandboxState;
  readonly wrap: Wrap;
}

/**
 * The sandbox of this machine: bubblewrap on Linux, sandbox-exec on macOS. A program that is installed may be forbidden
 * to do its work (no user namespaces in a container), so it is tried once. `WORKORDER_SANDBOX=off` does without.
 */
export function openSandbox(root: string): Sandbox {
  const found = async () => {
    if (choiceOfHost() === 'off') return none('the setting workorder.sandbox is off');
    tried ??= findSandbox(root, createProcesses());
    return tried;
  };
  return {
    state: async () => (await found()).state,
    wrap: async (request, rules) => (await found()).wrap(request, rules),
  };
}

/** Looks and tries; nothing is remembered. */
export async function findSandbox(root: string, processes: Processes): Promise<Found> {
  if (process.env['WORKORDER_SANDBOX'] === 'off') return none('WORKORDER_SANDBOX is off');
  if (process.platform === 'darwin') return trySandboxExec(processes);
  if (process.platform !== 'linux') return none(`there is none for ${process.platform}`);
  const program = await findOnPath('bwrap', { outside: root });
  if (program === undefined) return none('bubblewrap (bwrap) is not installed');
  const wrap: Wrap = async (request, rules) => ({
    ...request,
    program,
    args: await bubblewrapArguments(request, rules),
  });
  return tryOut({ name: 'bubblewrap', mounts: true }, wrap, processes);
}

async function trySandboxExec(processes: Processes): Promise<Found> {
  const isThere = await access(MAC_PROGRAM).then(
    () => true,
    () => false,
  );
  if (!isThere) return none(`${MAC_PROGRAM} does not exist`);
  const wrap: Wrap = async (request, rules) => ({
    ...request,
    program: MAC_PROGRAM,
    args: await sandboxExecArguments(request, rules),
  });
  return tryOut({ name: 'sandbox-exec', mounts: false }, wrap, processes);
}

/** Runs a program that does nothing, with the strictest rules. */
async function tryOut(
  { name, mounts }: { readonly name: string; readonly mounts: boolean },
  wrap: Wrap,
  processes: Processes,
): Promise<Found> {
  const request = await wrap(
    {
      program: '/bin/sh',
      args: ['-c', ':'],
      cwd: '/',
      timeoutMs: TRY_MS,
      signal: new AbortController().signal,
    },
    { writable: [] },
  );
  const result = await processes.run(request);
  if (result.kind === 'exited' && result.code === 0) return { state: { kind: 'ready', name, mounts }, wrap };
  const said = result.kind === 'exited' ? result.stderr.trim().split('\n').at(-1) : undefined;
  return none(`${name} does not work here${said ? ` (${said})` : ''}`);
}

const none = (reason: string): Found => ({ state: { kind: 'none', reason }, wrap: async request => request });
