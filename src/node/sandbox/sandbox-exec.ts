import { realpath } from 'node:fs/promises';
import type { ProcessRequest } from '../../core/ports/processes.ts';
import type { SandboxRules } from '../../core/ports/sandbox.ts';

/** Arguments of macOS's sandbox-exec; its rules compare real paths, and the last that fits holds. */
export async function sandboxExecArguments(
  { program, args }: Pick<ProcessRequest, 'program' | 'args'>,
  { writable, readOnly = [], network = false }: SandboxRules,
): Promise<readonly string[]> {
  const real = (paths: readonly string[]) =>
    Promise.all([...new Set(paths)].map(path => realpath(path).catch(() => path)));
  const profile = [
    '(version 1)',
    '(allow default)',
    ...(network ? [] : ['(deny network*)']),
    '(allow network* (local ip "localhost:*"))',
    '(allow network* (remote ip "localhost:*"))',
    '(allow network* (remote unix-socket))',
    '(allow network* (local unix-socket))',
    '(deny file-write*)',
    '(allow file-write* (literal "/dev/null") (literal "/dev/tty") (literal "/dev/dtracehelper"))',
    ...(await real(writable)).map(path => `(allow file-write* (subpath ${quote(path)}))`),
    ...(await real(readOnly)).map(path => `(deny file-write* (subpath ${quote(path)}))`),
  ];
  return ['-p', profile.join('\n'), program, ...args];
}

const quote = (path: string): string => `"${path.replace(/["\\]/g, '\\$&')}"`;
