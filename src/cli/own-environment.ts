import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/** Variables whose values are secrets. */
const SECRET = ['WORKORDER_API_KEY', 'WORKORDER_MCP_TOKEN', 'WORKORDER_QUEUE'] as const;

/**
 * Takes the secrets out of this process's environment, so that no program it starts finds them: not in its own
 * environment, and not in ours, which it may read (`/proc/PPID/environ` on Linux). Deleting a variable leaves the
 * block that the process was started with as it was; there the value is overwritten.
 *
 * @returns the environment as it was, for us, and whether the block is known to be clean
 */
export function takeSecrets(environment: NodeJS.ProcessEnv): {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly isClean: boolean;
} {
  const env = { ...environment };
  const found = SECRET.filter(name => environment[name] !== undefined);
  if (found.length === 0) return { env, isClean: true };
  for (const name of found) delete environment[name];
  return { env, isClean: process.platform === 'linux' && found.every(name => overwrite(name)) };
}

/** Overwrites the variable's value in the block; afterwards nothing of it can be read there. */
function overwrite(name: string): boolean {
  try {
    const block = readFileSync('/proc/self/environ');
    const start = startOfBlock();
    const entry = `${name}=`;
    for (let at = 0; at < block.length; at = endOf(block, at) + 1) {
      if (block.toString('latin1', at, at + entry.length) !== entry) continue;
      const from = at + entry.length;
      const memory = openSync('/proc/self/mem', 'r+');
      try {
        const length = endOf(block, at) - from;
        writeSync(memory, Buffer.alloc(length), 0, length, start + from);
      } finally {
        closeSync(memory);
      }
    }
    return !readFileSync('/proc/self/environ', 'latin1')
      .split('\0')
      .some(variable => variable.startsWith(entry) && variable.length > entry.length);
  } catch {
    return false;
  }
}

const endOf = (block: Buffer, from: number): number => {
  const end = block.indexOf(0, from);
  return end === -1 ? block.length : end;
};

/** `env_start`, the 50th field; the name of the program, the second, may hold spaces and brackets. */
function startOfBlock(): number {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[47]);
}
