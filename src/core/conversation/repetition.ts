import { canonicalJson } from '../changes/canonical-json.ts';
import type { CallResult } from './execute-calls.ts';

const WARN_AT = 3;
const STOP_AT = 5;

export type Repetition =
  | { readonly kind: 'fine' }
  | { readonly kind: 'warn' | 'stop'; readonly sentence: string };

/**
 * Counts identical calls with identical results. What only looks at the workspace may give the same answer
 * again once something was written, so a change starts its count anew.
 */
export class RepetitionDetector {
  readonly #counts = new Map<string, number>();
  #changes = 0;

  /** @param observes the call only reads or checks */
  count({ tool, args, response }: CallResult, observes: boolean): Repetition {
    const key = canonicalJson({ tool, args, response, state: observes ? this.#changes : -1 });
    const times = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, times);
    if (times >= STOP_AT) {
      return {
        kind: 'stop',
        sentence: `${tool} was called ${times} times with the same arguments and the same result`,
      };
    }
    if (times < WARN_AT) return { kind: 'fine' };
    return {
      kind: 'warn',
      sentence: `${tool} was called ${times} times with the same arguments and the same result; you know what it says, so go on with your next step (${STOP_AT} times end the run)`,
    };
  }

  noteChange(): void {
    this.#changes++;
  }
}
