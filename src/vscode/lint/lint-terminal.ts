import * as vscode from 'vscode';
import { Cancelled } from '../../core/kernel/cancel.ts';
import type { LintOutcome } from '../../core/ports/linter.ts';

/** A terminal that closes sooner with a non-zero code is shown as one that failed to launch. */
const SHORTEST_LIFE_MS = 600;
const CTRL_C = '\x03';

/** What the task does: lints until `signal` is aborted and prints a line now and then. */
export type LintWork = (signal: AbortSignal, print: (line: string) => void) => Promise<LintOutcome>;

/** One run of the linters in a task's terminal. Exit code: 0 clean, 1 not clean, 2 did not run, 130 cancelled. */
export class LintTerminal implements vscode.Pseudoterminal {
  readonly #written = new vscode.EventEmitter<string>();
  readonly #closed = new vscode.EventEmitter<number>();
  readonly #cancel = new AbortController();
  readonly #work: LintWork;
  readonly onDidWrite = this.#written.event;
  readonly onDidClose = this.#closed.event;

  constructor(work: LintWork) {
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
    const code = await this.#lint();
    setTimeout(() => this.#closed.fire(code), Math.max(0, SHORTEST_LIFE_MS - (Date.now() - startedAt)));
  }

  async #lint(): Promise<number> {
    try {
      const outcome = await this.#work(this.#cancel.signal, line => this.#print(line));
      this.#printOutcome(outcome);
      if (outcome.kind === 'did_not_run') return 2;
      return outcome.report.summary.clean ? 0 : 1;
    } catch (error) {
      if (error instanceof Cancelled) {
        this.#print('Cancelled.');
        return 130;
      }
      this.#print(error instanceof Error ? error.message : String(error));
      return 2;
    }
  }

  #printOutcome(outcome: LintOutcome): void {
    for (const tool of outcome.tools) this.#print(dim(`${tool.tool} ${tool.version}, ${tool.ms} ms`));
    if (outcome.kind === 'did_not_run') {
      this.#print(red(outcome.failure.error));
      if (outcome.failure.detail !== undefined) this.#print(outcome.failure.detail);
      return;
    }
    for (const note of outcome.notes) this.#print(dim(note));
    for (const problem of outcome.diagnostics ?? []) {
      const column = problem.column === undefined ? '' : `:${problem.column}`;
      this.#print(
        `${problem.file}:${problem.line}${column}: ${problem.message} ${dim(`[${problem.tool} ${problem.code}]`)}`,
      );
    }
    const { total_errors, clean, files_checked } = outcome.report.summary;
    const found = `${total_errors} ${total_errors === 1 ? 'problem' : 'problems'}, ${files_checked} files checked`;
    this.#print(clean ? green(`Clean: ${found}.`) : red(`Not clean: ${found}.`));
  }

  /** A terminal needs both characters at the end of a line. */
  #print(text: string): void {
    this.#written.fire(`${text.trimEnd().replace(/\r?\n/g, '\r\n')}\r\n`);
  }
}

const paint = (code: number) => (text: string) => `\x1b[${code}m${text}\x1b[0m`;
const dim = paint(2);
const red = paint(31);
const green = paint(32);
