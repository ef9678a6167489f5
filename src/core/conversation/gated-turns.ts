import type { ChangeGate } from '../gate/change-gate.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { ToolEffect } from '../tools/tool.ts';
import type { AgentLoop } from './agent-loop.ts';
import { type CallResult, MUTATING } from './execute-calls.ts';

/** Effects that need the staged changes on disk, approved, before they run. */
const NEEDS_DISK: ReadonlySet<ToolEffect> = new Set(['verify', 'vcs', 'control']);

/** Puts the change gate between the calls of a talk and the disk. */
export class GatedTurns implements Pick<AgentLoop, 'before' | 'after' | 'closeTurn'> {
  readonly #gate: ChangeGate;
  readonly #review: ReviewPolicy;
  readonly #notes: string[] = [];

  constructor(gate: ChangeGate, review: ReviewPolicy) {
    this.#gate = gate;
    this.#review = review;
  }

  /** Something the agent is told with the results of this turn. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  /** Nothing that relies on the workspace runs on changes that nobody let through. */
  readonly before = async (_name: string, effect: ToolEffect | undefined): Promise<string | undefined> => {
    if (effect === undefined) return undefined;
    const relies = NEEDS_DISK.has(effect);
    if (relies) await this.#settle();
    const refused = this.#gate.refusedThisTurn;
    return refused !== undefined && (relies || MUTATING.has(effect))
      ? `not run: a change of this reply was refused (${refused})`
      : undefined;
  };

  readonly after = async (result: CallResult, effect: ToolEffect | undefined): Promise<CallResult> => {
    if (effect !== 'write' || result.status !== 'ok' || this.#review !== 'each') return result;
    const settled = await this.#gate.settle();
    if (settled.ok) {
      this.#notes.push(...settled.value);
      return result;
    }
    return { ...result, status: 'error', response: { error: settled.error, changed: false } };
  };

  readonly closeTurn = async (): Promise<readonly string[]> => {
    await this.#settle();
    return this.#notes.splice(0);
  };

  async #settle(): Promise<void> {
    const settled = await this.#gate.settle();
    if (settled.ok) this.#notes.push(...settled.value);
    else this.note(`the changes of this reply before this point: ${settled.error}`);
  }
}
