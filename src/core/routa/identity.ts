import { type Refusal, refuse } from './task-board.ts';

/** Who an agent says it is must be who it is (C27); nothing happens otherwise. */
export function checkIdentity(argument: string, claimed: string, own: string): Refusal | undefined {
  if (claimed === own) return undefined;
  return refuse(`identity_mismatch: ${argument} is "${claimed}", but you are "${own}"`);
}

export function checkWorkspace(claimed: string, own: string): Refusal | undefined {
  if (claimed === own) return undefined;
  return refuse(`there is no workspace "${claimed}"; this one is "${own}"`);
}
