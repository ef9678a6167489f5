import type { Patience } from '../../core/ports/patience.ts';
import { waitAwake } from './wait.ts';

/** Waits for models that cannot be asked; with 0 minutes for none. */
export const createPatience = (minutes: number): Patience => ({
  milliseconds: minutes * 60_000,
  wait: waitAwake,
  random: Math.random,
});
