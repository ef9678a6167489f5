import type { Services } from '../services.ts';

/** One command: what a person (or a test) gets when it runs. */
export type Command = (services: Services, ...args: readonly unknown[]) => Promise<unknown>;
