import type { Result } from '../../core/kernel/result.ts';
import type { Decision } from '../../node/files/resolve-interrupted.ts';
import {
  decideInterrupted,
  type InterruptedRun,
  type RecoveryPlaces,
  recoverWorkspace,
  type WorkspaceRecovery,
} from '../../node/recover-workspace.ts';

/** The interrupted runs of one folder that wait for a person. */
export class InterruptedRuns {
  readonly #places: RecoveryPlaces;
  #waiting: readonly InterruptedRun[] = [];

  constructor(places: RecoveryPlaces) {
    this.#places = places;
  }

  get waiting(): readonly InterruptedRun[] {
    return this.#waiting;
  }

  /** Finishes or undoes what was interrupted, and finds what only a person can decide. */
  async recover(): Promise<WorkspaceRecovery> {
    const recovery = await recoverWorkspace(this.#places);
    this.#waiting = recovery.interrupted;
    return recovery;
  }

  async decide(run: InterruptedRun, decision: Decision): Promise<Result<string>> {
    const decided = await decideInterrupted(this.#places, run, decision);
    if (decided.ok) this.#waiting = this.#waiting.filter(other => other.id !== run.id);
    return decided;
  }
}
