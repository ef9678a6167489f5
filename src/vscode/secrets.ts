import type * as vscode from 'vscode';
import type { Log } from './output.ts';

/** API keys in the editor's secret storage, each under the origin it was entered for and sent to no other. */
export class ApiKeys {
  readonly #storage: vscode.SecretStorage;
  readonly #log: Log;

  constructor(storage: vscode.SecretStorage, log: Log) {
    this.#storage = storage;
    this.#log = log;
  }

  /** `origin` as in `https://api.openai.com`. */
  async get(origin: string): Promise<string | undefined> {
    const key = await this.#storage.get(nameOf(origin));
    if (key !== undefined) this.#log.hide(key);
    return key;
  }

  async store(origin: string, key: string): Promise<void> {
    this.#log.hide(key);
    await this.#storage.store(nameOf(origin), key);
  }

  async remove(origin: string): Promise<void> {
    await this.#storage.delete(nameOf(origin));
  }
}

const nameOf = (origin: string): string => `workorder.apiKey ${origin}`;
