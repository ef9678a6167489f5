import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { root, type UserNode } from '../../../scripts/setup/places.mjs';
import type { CliEnd } from './run-cli.ts';

const script = path.join(import.meta.dirname, 'one-after-the-other.mjs');

/** What a process reads once or is started with, or must not keep: with another value of these it is started alone. */
const OF_A_PROCESS = [
  'HOME',
  'NODE_OPTIONS',
  'TMPDIR',
  'WORKORDER_API_KEY',
  'WORKORDER_MCP_TOKEN',
  'WORKORDER_QUEUE',
  'WORKORDER_SANDBOX',
  'XDG_CACHE_HOME',
];
/** Programs are looked for once, so that each PATH has a process of its own; beyond so many they are started alone. */
const MOST_PATHS = 3;

/**
 * Processes that run one command line of the built `workorder` after the other. Most of what a test of the command
 * line costs is Node compiling it; here that happens once. Each run is the built bundle on the Node of users, with
 * its own arguments, folder and environment, real pipes, and ends when a process would: when nothing is left to do.
 */
export class WarmCli {
  readonly #node: UserNode;
  readonly #builtCli: string;
  readonly #processes = new Map<string, WarmProcess>();

  constructor(node: UserNode, builtCli: string) {
    this.#node = node;
    this.#builtCli = builtCli;
  }

  /** One that can stand for a process with this environment now. */
  for(env: NodeJS.ProcessEnv): WarmProcess | undefined {
    if (OF_A_PROCESS.some(name => env[name] !== process.env[name])) return undefined;
    const known = this.#processes.get(env['PATH'] ?? '');
    if (known) return known.isBusy ? undefined : known;
    if (this.#processes.size >= MOST_PATHS) return undefined;
    const made = new WarmProcess(this.#node, this.#builtCli);
    this.#processes.set(env['PATH'] ?? '', made);
    return made;
  }
}

class WarmProcess {
  readonly #node: UserNode;
  readonly #builtCli: string;
  #child: ChildProcess | undefined;
  isBusy = false;

  constructor(node: UserNode, builtCli: string) {
    this.#node = node;
    this.#builtCli = builtCli;
  }

  async run(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<CliEnd> {
    this.isBusy = true;
    const child = this.#started();
    hold(child, true);
    try {
      return await runIn(child, { args, cwd, env });
    } finally {
      hold(child, false);
      if (child.exitCode !== null || child.signalCode !== null) this.#child = undefined;
      this.isBusy = false;
    }
  }

  #started(): ChildProcess {
    if (this.#child) return this.#child;
    const child = spawn(this.#node.program, [script, mainOf(this.#builtCli), this.#builtCli], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    // It ends with the tests, which wait for it.
    process.once('beforeExit', () => {
      child.ref();
      if (child.connected) child.disconnect();
    });
    child.stdout?.setEncoding('utf8');
    child.stderr?.setEncoding('utf8');
    this.#child = child;
    return child;
  }
}

interface Request {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Both pipes are read to the mark that is written behind what the command line printed. */
function runIn(child: ChildProcess, request: Request): Promise<CliEnd> {
  const end = `\0end of ${Math.random()}\0`;
  return new Promise(resolve => {
    const texts = { stdout: '', stderr: '' };
    let code: number | undefined;
    const settle = (endCode: number | null) => {
      child.stdout?.off('data', onStdout);
      child.stderr?.off('data', onStderr);
      child.off('message', onMessage);
      child.off('close', settle);
      const without = (text: string) => (text.endsWith(end) ? text.slice(0, -end.length) : text);
      resolve({ code: endCode, stdout: without(texts.stdout), stderr: without(texts.stderr) });
    };
    const finish = () => {
      if (code !== undefined && texts.stdout.endsWith(end) && texts.stderr.endsWith(end)) settle(code);
    };
    const onStdout = (text: string) => {
      texts.stdout += text;
      finish();
    };
    const onStderr = (text: string) => {
      texts.stderr += text;
      finish();
    };
    const onMessage = (message: unknown) => {
      code = (message as { code: number }).code;
      finish();
    };
    child.stdout?.on('data', onStdout);
    child.stderr?.on('data', onStderr);
    child.on('message', onMessage);
    // An error that nothing catches ends it as it would end a process of the command's own.
    child.once('close', settle);
    child.send({ ...request, end });
  });
}

/** Only while a command line runs in it the process keeps the tests from ending. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const handles = [
    child,
    child.channel,
    child.stdout,
    child.stderr,
  ] as readonly (Partial<NodeJS.RefCounted> | null)[];
  for (const handle of handles) isHeld ? handle?.ref?.() : handle?.unref?.();
}

/** The module that cli.js loads when it has set up Node's cache of compiled code. */
function mainOf(builtCli: string): string {
  const folder = path.dirname(builtCli);
  const { outputs } = JSON.parse(fs.readFileSync(path.join(folder, 'bundles.json'), 'utf8')) as {
    outputs: Readonly<Record<string, { entryPoint?: string }>>;
  };
  const found = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === 'src/cli/main.ts');
  if (!found) throw new Error('dist/bundles.json names no src/cli/main.ts: run "node scripts/build.mjs".');
  return path.join(folder, path.relative(path.dirname(path.dirname(found[0])), found[0]));
}
