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
  #ended: Promise<void> = Promise.resolve();
  #end: () => void = () => {};

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
    this.#ended = new Promise(resolve => {
      this.#end = resolve;
    });
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
    this.#end();
  }

  /** Shows a run that is over. */
  show(origin: RunOrigin, state: RunState): void {
    this.#origin = origin;
    this.update(state);
  }

  /** Settles when the run has ended, so that the next one may begin. */
  cancel(): Promise<void> {
    this.#cancel?.abort();
    return this.#ended;
  }

  dispose(): void {
    void this.cancel();
    this.#changed.dispose();
  }
}
