import { writtenBut } from '../gate/after-apply.ts';
import type { ChangeGate } from '../gate/change-gate.ts';
import type { ReviewPolicy } from '../gate/gate-events.ts';
import type { ToolEffect } from '../tools/tool.ts';
import type { AgentLoop } from './agent-loop.ts';
import { type CallGate, MUTATING } from './execute-calls.ts';

/** Effects that need the staged changes on disk, approved, before they run. */
const NEEDS_DISK: ReadonlySet<ToolEffect> = new Set(['verify', 'vcs', 'control']);

/** Puts the change gate between the calls of a conversation and the disk. */
export class GatedTurns implements Pick<AgentLoop, 'before' | 'gate' | 'closeTurn'> {
  readonly #gate: ChangeGate;
  readonly #review: ReviewPolicy;
  readonly #notes: string[] = [];

  constructor(gate: ChangeGate, review: ReviewPolicy) {
    this.#gate = gate;
    this.#review = review;
  }

  /** Something the agent is sent with the results of this turn. */
  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  get gate(): CallGate {
    return {
      isPerCall: this.#review === 'each',
      waits: effect => effect === 'write',
      relies: effect => effect !== undefined && NEEDS_DISK.has(effect),
      decide: async () => {
        const decided = await this.#gate.decideStaged();
        if (!decided.ok) return decided.error;
        const { warnings, open } = decided.value;
        this.#notes.push(...warnings, ...(open.length > 0 ? [writtenBut(open)] : []));
        return undefined;
      },
    };
  }

  /** Nothing that relies on the workspace runs on changes that no one let through. */
  readonly before = async (_name: string, effect: ToolEffect | undefined): Promise<string | undefined> => {
    const refused = this.#gate.refusedThisTurn;
    if (refused === undefined || effect === undefined) return undefined;
    return NEEDS_DISK.has(effect) || MUTATING.has(effect)
      ? `not run: a change of this reply was refused (${refused})`
      : undefined;
  };

  readonly closeTurn = async (): Promise<readonly string[]> => this.#notes.splice(0);
}
