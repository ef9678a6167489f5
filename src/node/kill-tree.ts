import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Signals a program and everything in its process group; nothing happens when they are gone.
 * Only for children started with a group of their own (`detached`), else the group is ours.
 */
export function killTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    if (child.exitCode === null) killTreeOnWindows(pid);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // ESRCH: the group is empty. EPERM: only what runs under another user is left.
  }
}

/** Windows has no process groups to signal; taskkill walks the tree. */
function killTreeOnWindows(pid: number): void {
  const taskkill = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
  spawn(taskkill, ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true }).on(
    'error',
    () => undefined,
  );
}
