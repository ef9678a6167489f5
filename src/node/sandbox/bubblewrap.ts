import { realpath } from 'node:fs/promises';
import type { ProcessRequest } from '../../core/ports/processes.ts';
import type { SandboxRules } from '../../core/ports/sandbox.ts';

/**
 * Arguments of bubblewrap: the whole disk is there to read, devices are the harmless ones, the only network is the
 * machine's own loopback, and the program ends when we do.
 */
export async function bubblewrapArguments(
  { program, args, cwd }: Pick<ProcessRequest, 'program' | 'args' | 'cwd'>,
  { writable, readOnly = [], seesProcesses = false, network = false, shown = [] }: SandboxRules,
): Promise<readonly string[]> {
  return [
    ...['--ro-bind', '/', '/', '--dev', '/dev'],
    // Its own processes only: what others have in their environment is not its to read.
    ...(seesProcesses ? [] : ['--unshare-pid', '--proc', '/proc']),
    ...(network ? [] : ['--unshare-net']),
    ...['--unshare-ipc', '--cap-drop', 'ALL', '--die-with-parent'],
    ...shown.flatMap(({ from, at, writable: isWritable }) => [isWritable ? '--bind' : '--ro-bind', from, at]),
    ...(await bind('--bind', writable)),
    // What is not shown there belongs to no one, and would be memory.
    ...(shown.length > 0 ? ['--remount-ro', '/dev'] : []),
    ...(await bind('--ro-bind', readOnly)),
    ...['--chdir', cwd, '--', program, ...args],
  ];
}

/** Where links lead: a mount has no other place. What does not exist cannot be bound. */
async function bind(how: '--bind' | '--ro-bind', paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(
    [...new Set(paths)].map(async path => {
      const real = await realpath(path).catch(() => undefined);
      return real === undefined ? [] : [how, real, real];
    }),
  );
  return found.flat();
}
