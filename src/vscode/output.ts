import * as vscode from 'vscode';
import { showControls } from '../core/kernel/inert-text.ts';
import { redact } from '../core/kernel/redact.ts';

/** The log a person reads; nothing that looks like a secret gets into it. */
export class Log {
  readonly #channel: vscode.LogOutputChannel;
  readonly #secrets = new Set<string>();

  constructor() {
    this.#channel = vscode.window.createOutputChannel('Work Order', { log: true });
  }

  /** Never shown from now on, however it gets into a sentence. */
  hide(secret: string): void {
    if (secret !== '') this.#secrets.add(secret);
  }

  info(sentence: string): void {
    this.#channel.info(this.#clean(sentence));
  }

  warn(sentence: string): void {
    this.#channel.warn(this.#clean(sentence));
  }

  /** What no one expected: with its stack, for the report of the fault. */
  error(error: unknown, doing: string): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    this.#channel.error(this.#clean(`${doing}: ${text}`));
  }

  /** Long texts such as prompts and replies: only at trace level, which a person turns on. */
  trace(sentence: string): void {
    this.#channel.trace(this.#clean(sentence));
  }

  show(): void {
    this.#channel.show(true);
  }

  dispose(): void {
    this.#channel.dispose();
  }

  #clean(text: string): string {
    return showControls(redact(text, [...this.#secrets]));
  }
}
