import type { Agent } from './agent.ts';
import { type Refusal, refuse, type TaskBoard } from './task-board.ts';

/** An agent must name itself: otherwise a model could act for another role, so nothing happens. */
export function checkIdentity(argument: string, claimed: string, own: string): Refusal | undefined {
  if (claimed === own) return undefined;
  return refuse(`identity_mismatch: ${argument} is "${claimed}", but you are "${own}"`);
}

export function checkWorkspace(claimed: string, own: string): Refusal | undefined {
  if (claimed === own) return undefined;
  return refuse(`there is no workspace "${claimed}"; this one is "${own}"`);
}

/** Runs a call of this agent alone on the board, when the argument names no other agent. */
export const actingAs =
  (board: TaskBoard, self: Agent) =>
  <T>(argument: string, claimed: string, act: () => T | Promise<T>): Promise<T | Refusal> =>
    board.decide(async () => checkIdentity(argument, claimed, self.id) ?? act());
