// How long a question of a session takes (workorder mcp over a workspace of 8,000 files): node bench/session.ts
// Measured when nothing changed and right after one file did. Reads processor time where Linux shows it. Exits with 1
// when a target is missed. Build first (npm run build).
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/setup/places.mjs';
import { Figures } from './figures.ts';
import { writeLargeWorkspace } from './large-workspace.ts';

const FILES = 8000;
const ROUNDS = 5;
const QUESTIONS_A_ROUND = 20;
/** Milliseconds of processor time for one question: unchanged, and three times that after one change. */
const QUESTIONS = [
  { name: 'locate_symbol', args: { symbol_name: 'fn_77' }, most: 5 },
  { name: 'get_source', args: { qualified_name: 'pkg77.mod77.fn_77' }, most: 5 },
  { name: 'discover_api', args: { module_name: 'pkg1.mod1' }, most: 5 },
  { name: 'trace_calls', args: { function: 'fn_77' }, most: 30 },
] as const;
const AFTER_A_CHANGE = 3;

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'work-order-session-')));
const workspace = path.join(folder, 'workspace');
const env = { ...process.env, WORKORDER_STATE_DIR: path.join(folder, 'state') };

interface Answer {
  readonly id?: number;
  readonly error?: unknown;
  readonly result?: { readonly isError?: boolean };
}

/** The server and one question at a time. */
class Session {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, () => void>();
  #buffer = '';
  #id = 0;

  constructor() {
    const args = [path.join(root, 'dist/cli.js'), 'mcp', '--root', workspace];
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => this.#read(text));
  }

  async begin(): Promise<void> {
    const clientInfo = { name: 'bench', version: '1' };
    await this.#send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
    this.#child.stdin?.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  }

  ask(name: string, args: object): Promise<void> {
    return this.#send('tools/call', { name, arguments: args });
  }

  /** Milliseconds of processor time so far, in steps of ten. */
  processorTime(): number {
    const stat = fs.readFileSync(`/proc/${this.#child.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  }

  end(): void {
    // As clients end it; a signal cancels what is at work.
    this.#child.stdin?.end();
  }

  #send(method: string, params: object): Promise<void> {
    const id = ++this.#id;
    return new Promise(resolve => {
      this.#waiting.set(id, resolve);
      this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  }

  #read(text: string): void {
    this.#buffer += text;
    for (let end = this.#buffer.indexOf('\n'); end >= 0; end = this.#buffer.indexOf('\n')) {
      const answer = this.#buffer.slice(0, end);
      const { id, error, result } = JSON.parse(answer) as Answer;
      this.#buffer = this.#buffer.slice(end + 1);
      // A refusal costs nothing, and would be measured as an answer.
      if (error !== undefined || result?.isError) throw new Error(`the server refused: ${answer}`);
      if (id !== undefined) this.#waiting.get(id)?.();
    }
  }
}

/** Milliseconds of processor time of one question, in so many rounds: the system counts in steps of ten. */
async function measure(session: Session, act: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = session.processorTime();
    for (let i = 0; i < QUESTIONS_A_ROUND; i++) await act();
    times.push((session.processorTime() - start) / QUESTIONS_A_ROUND);
  }
  return times;
}

const figures = new Figures('session');
try {
  writeLargeWorkspace(workspace, FILES);
  // Files of the last two seconds are read again each time: their times do not tell whether they changed.
  await new Promise(resolve => setTimeout(resolve, 2500));
  const changed = path.join(workspace, 'pkg1/mod1.py');
  for (const { name, args, most } of QUESTIONS) {
    // One for each: a client may only ask so often within a minute.
    const session = new Session();
    await session.begin();
    for (let i = 0; i < 2; i++) await session.ask(name, args);
    const still = await measure(session, () => session.ask(name, args));
    figures.add(`${name}, ${FILES} files, nothing changed`, still, { unit: 'ms', target: `≤ ${most}` });
    const after = await measure(session, () => {
      fs.appendFileSync(changed, '\n# changed\n');
      return session.ask(name, args);
    });
    const target = `≤ ${most * AFTER_A_CHANGE}` as const;
    figures.add(`${name}, ${FILES} files, one changed before each`, after, { unit: 'ms', target });
    session.end();
  }
} finally {
  fs.rmSync(folder, { recursive: true, force: true });
}
figures.end();
