import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type AGENT_CLIENTS, agentClient } from '../../../scripts/setup/agent-clients.mjs';
import { projectNode, python } from '../../../scripts/setup/places.mjs';
import { killTree } from '../../../src/node/kill-tree.ts';
import { runCli } from '../built-cli/run-cli.ts';
import { eventually } from '../eventually.ts';
import { SmallRepository } from '../small-repository.ts';
import type { ScriptedModel } from './scripted-model.ts';

export type AgentClientName = keyof typeof AGENT_CLIENTS;

/** How a client's session ended, with everything that it printed. */
export interface SessionEnd {
  readonly code: number | null;
  readonly printed: string;
}

/** A real client at a person's desk: a home of its own, a small project, and nothing but this machine to talk to. */
export class ClientDesk {
  readonly repository = new SmallRepository();
  readonly home = path.join(this.repository.folder, 'home');
  readonly #name: AgentClientName;
  readonly #own: Readonly<Record<string, string>>;

  /** `own` are the variables that the client is told with; the model's address comes with each session. */
  constructor(name: AgentClientName, own: Readonly<Record<string, string>> = {}) {
    this.#name = name;
    this.#own = own;
    fs.mkdirSync(this.home);
    this.repository.commit('start', {
      'shop/__init__.py': '',
      'shop/money.py': 'CURRENCY = "EUR"\n\n\ndef total(prices: list[int]) -> int:\n    return sum(prices)\n',
      'pyproject.toml': '[project]\nname = "shop"\nversion = "1"\n',
    });
  }

  get environment(): Record<string, string> {
    return {
      PATH: process.env['PATH'] ?? '',
      TMPDIR: process.env['TMPDIR'] ?? '/tmp',
      HOME: this.home,
      WORKORDER_STATE_DIR: process.env['WORKORDER_STATE_DIR'] ?? '',
      // Whatever else a client wants to call ends on this machine, where nothing listens.
      HTTPS_PROXY: 'http://127.0.0.1:9',
      NO_PROXY: '127.0.0.1,localhost',
      ...this.#own,
    };
  }

  /** `workorder mcp --install`, as a person at this desk types it. */
  async install(...options: readonly string[]): Promise<void> {
    const args = ['mcp', '--install', this.#name, ...options];
    const { code, stderr } = await runCli(args, { cwd: this.repository.root, env: this.environment });
    assert.equal(code, 0, stderr);
  }

  /** A file of the person's, made before the client is started. */
  writeHome(file: string, content: object): void {
    const full = path.join(this.home, file);
    fs.mkdirSync(path.dirname(full), { recursive: true });
    fs.writeFileSync(full, JSON.stringify(content));
  }

  /** Runs the client until it ends by itself; `more` says where its model is. */
  async run(args: readonly string[], more: Readonly<Record<string, string>>): Promise<SessionEnd> {
    const script = await agentClient(this.#name);
    return this.#watch(projectNode, [script, ...args], more);
  }

  /** The same on a terminal: each of the texts is waited for, then its keys are typed; the last one ends the session. */
  async runOnTerminal(
    args: readonly string[],
    steps: readonly (readonly [seen: string, keys: string])[],
    more: Readonly<Record<string, string>>,
  ): Promise<SessionEnd> {
    const script = await agentClient(this.#name);
    const terminal = path.join(import.meta.dirname, 'on-terminal.py');
    return this.#watch(
      python.executable,
      [terminal, JSON.stringify(steps), projectNode, script, ...args],
      more,
    );
  }

  async #watch(
    program: string,
    args: readonly string[],
    more: Readonly<Record<string, string>>,
  ): Promise<SessionEnd> {
    const env = { ...this.environment, ...more };
    const cwd = this.repository.root;
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    const limit = setTimeout(() => killTree(child, 'SIGKILL'), LIMIT_MS);
    try {
      const [code] = await once(child, 'close');
      return { code, printed };
    } finally {
      clearTimeout(limit);
      killTree(child, 'SIGKILL');
    }
  }

  /** Which of the client's processes, our server among them, are still there; read where the system shows it. */
  left(): readonly string[] {
    if (process.platform !== 'linux') return [];
    return fs.readdirSync('/proc').flatMap(id => {
      if (!/^\d+$/.test(id)) return [];
      try {
        const environment = fs.readFileSync(`/proc/${id}/environ`, 'latin1');
        const isOurs = environment.split('\0').includes(`HOME=${this.home}`);
        return isOurs
          ? [`${id}: ${fs.readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ')}`]
          : [];
      } catch {
        return []; // it has just ended
      }
    });
  }

  /** Everything that was started at this desk has ended by itself. */
  async isQuiet(): Promise<void> {
    await eventually(() => this.left().length === 0, `the end of ${this.#name} and of our server`);
  }

  text(file: string): string {
    return fs.readFileSync(path.join(this.repository.root, file), 'utf8');
  }

  dispose(): void {
    for (const line of this.left()) process.kill(Number.parseInt(line, 10), 'SIGKILL');
    this.repository.dispose();
  }
}

/** A client that never ends is ended; what it printed is in the failure. */
const LIMIT_MS = 150_000;

/** The model of a session as the failure shows it. */
export const seen = (model: ScriptedModel, { printed }: SessionEnd): string =>
  `${printed.slice(-3000)}\n${model.results().join('\n').slice(0, 3000)}`;
