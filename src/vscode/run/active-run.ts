import * as vscode from 'vscode';
import type { RunState } from '../../core/workorder/state.ts';
import { setContextKey } from '../context-keys.ts';

/** The folder a run belongs to and the file its order came from, if any. */
export interface RunOrigin {
  readonly folder: vscode.WorkspaceFolder;
  readonly orderFile: vscode.Uri | undefined;
}

/**
 * The run this window shows: the active one, or an earlier one a person opened. At most one run is active
 * in a window, because two would compete for the same files and the same person.
 */
export class ActiveRun {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  #state: RunState | undefined;
  #origin: RunOrigin | undefined;
  #cancel: AbortController | undefined;

  get state(): RunState | undefined {
    return this.#state;
  }

  get origin(): RunOrigin | undefined {
    return this.#origin;
  }

  get isRunning(): boolean {
    return this.#cancel !== undefined;
  }

  /** Begins a run; the signal is aborted by `cancel`. */
  begin(origin: RunOrigin): AbortSignal {
    this.#origin = origin;
    this.#state = undefined;
    this.#cancel = new AbortController();
    setContextKey('running', true);
    this.#changed.fire();
    return this.#cancel.signal;
  }

  update(state: RunState): void {
    this.#state = state;
    this.#changed.fire();
  }

  end(): void {
    this.#cancel = undefined;
    setContextKey('running', false);
    this.#changed.fire();
  }

  /** Shows a run that is over. */
  show(origin: RunOrigin, state: RunState): void {
    this.#origin = origin;
    this.update(state);
  }

  cancel(): void {
    this.#cancel?.abort();
  }

  dispose(): void {
    this.cancel();
    this.#changed.dispose();
  }
}
