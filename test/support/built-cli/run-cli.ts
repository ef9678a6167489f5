import { spawn } from 'node:child_process';
import path from 'node:path';
import { chosenUserNode, python, root, type UserNode } from '../../../scripts/setup/places.mjs';
import { WarmCli } from './warm-cli.ts';

/** What users run. */
export const builtCli = path.join(root, 'dist/cli.js');
/** The Node that the tests of this process run it on, where they do not name another. */
export const userNode = chosenUserNode();
console.log(`  dist/cli.js runs on Node ${userNode.version}, the ${userNode.age} supported`);

/** How a command line ended. */
export interface CliEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliStart {
  readonly cwd: string;
  /** The whole environment; without it, this process's own without settings of Work Order but the state folder. */
  readonly env?: NodeJS.ProcessEnv;
  /** Typed in on a terminal at its questions, in order; without any there is no terminal to ask on. */
  readonly answers?: readonly string[];
  /** Aborted: Ctrl+C. */
  readonly signal?: AbortSignal;
  readonly node?: UserNode;
  /** In a process of its own: for what is about being one (its end, its Node, what it inherits). */
  readonly isAlone?: boolean;
}

const warm = new WarmCli(userNode, builtCli);

/**
 * Runs the built `workorder` as a user does, on a Node that users have: in a process that is used again by the next
 * one, and in its own where a Node, a terminal or a signal is asked for, or two run at once.
 */
export function runCli(args: readonly string[], start: CliStart): Promise<CliEnd> {
  const { cwd, env = plainEnvironment(), answers = [], signal, isAlone = start.node !== undefined } = start;
  const shared = isAlone || answers.length > 0 || signal ? undefined : warm.for(env);
  if (shared) return shared.run(args, cwd, env);
  const node = start.node ?? userNode;
  const own = [node.program, builtCli, ...args];
  const [program = '', ...rest] =
    answers.length === 0
      ? own
      : [python.executable, path.join(import.meta.dirname, 'type-answers.py'), answers.join('\n'), ...own];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const interrupt = () => child.kill('SIGINT');
    signal?.addEventListener('abort', interrupt);
    child.once('error', reject);
    child.once('close', code => {
      signal?.removeEventListener('abort', interrupt);
      resolve({ code, stdout, stderr });
    });
  });
}

/** What programs inherit here, without settings of Work Order but the state folder. */
export function plainEnvironment(): Record<string, string> {
  const isKept = (name: string) => !/^(WORKORDER|OPENAI)_/.test(name) || name === 'WORKORDER_STATE_DIR';
  const entries = Object.entries(process.env).flatMap(([name, value]) =>
    value !== undefined && isKept(name) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries);
}
