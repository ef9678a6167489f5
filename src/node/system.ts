import { createHash } from 'node:crypto';
import type { Sha256 } from '../core/kernel/sha256.ts';
import type { Clock } from '../core/ports/clock.ts';

export const sha256: Sha256 = bytes => createHash('sha256').update(bytes).digest('hex');

export const systemClock: Clock = { now: () => Date.now() };
