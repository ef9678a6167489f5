import * as vscode from 'vscode';
import { Cancelled } from '../core/kernel/cancel.ts';
import { forTerminal } from '../node/terminal-text.ts';

/** A terminal that closes sooner with a non-zero code is shown as one that failed to launch. */
const SHORTEST_LIFE_MS = 600;
const CTRL_C = '\x03';
/** What a task that was ended by the person answers. */
const CANCELLED_CODE = 130;
/** What a task answers whose work could not be done at all. */
const FAULT_CODE = 2;

/** What a task does until `signal` is aborted: prints pieces of text, and answers its exit code. */
export type TaskWork = (signal: AbortSignal, write: (text: string) => void) => Promise<number>;

/** One run of a task in its terminal; what it runs is a child of the extension, not of the terminal. */
export class TaskTerminal implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #cancel = new AbortController();
  readonly #work: TaskWork;
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  constructor(work: TaskWork) {
    this.#work = work;
  }

  open(): void {
    void this.#run();
  }

  /** The person closed the terminal or ended the task. */
  close(): void {
    this.#cancel.abort();
  }

  handleInput(data: string): void {
    if (data === CTRL_C) this.#cancel.abort();
  }

  async #run(): Promise<void> {
    const startedAt = Date.now();
    const code = await this.#exitCode();
    setTimeout(() => this.#closed.fire(code), Math.max(0, SHORTEST_LIFE_MS - (Date.now() - startedAt)));
  }

  async #exitCode(): Promise<number> {
    try {
      return await this.#work(this.#cancel.signal, text => this.#write(text));
    } catch (error) {
      if (error instanceof Cancelled) {
        this.#write('Cancelled.\n');
        return CANCELLED_CODE;
      }
      this.#write(`${error instanceof Error ? error.message : String(error)}\n`);
      return FAULT_CODE;
    }
  }

  /** A terminal needs both characters at the end of a line. */
  #write(text: string): void {
    this.#written.fire(forTerminal(text).replace(/\r?\n/g, '\r\n'));
  }
}
