import { type Refusal, refuse } from './task-board.ts';

/** An agent must name itself: otherwise a model could act for another role, so nothing happens. */
export function checkIdentity(argument: string, claimed: string, own: string): Refusal | undefined {
  if (claimed === own) return undefined;
  return refuse(`identity_mismatch: ${argument} is "${claimed}", but you are "${own}"`);
}

export function checkWorkspace(claimed: string, own: string): Refusal | undefined {
  if (claimed === own) return undefined;
  return refuse(`there is no workspace "${claimed}"; this one is "${own}"`);
}
