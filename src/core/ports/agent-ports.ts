import type { Sha256 } from '../kernel/sha256.ts';
import type { Analyst } from './analyst.ts';
import type { Clock } from './clock.ts';
import type { Hold } from './hold.ts';
import type { Journals } from './journal.ts';
import type { SimulatedLinter } from './linter.ts';
import type { Steering } from './steering.ts';

/** What a run of agents of any kind needs of its host. */
export interface AgentHostPorts<E extends { readonly at: number }> {
  /** Ruff on what is proposed; left out: no linter looks at it before it is written. */
  readonly simulatedLinter?: SimulatedLinter | undefined;
  /** Left out: each run has its own. */
  readonly analyst?: Analyst | undefined;
  readonly journals: Journals<E>;
  readonly clock: Clock;
  readonly sha256: Sha256;
  readonly hold: Hold;
  /** Words of a person while it works; left out: none can come. */
  readonly steering?: Steering | undefined;
}
