import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { ChangedModule } from '../code/two-versions.ts';

/** Something outside of the bodies of functions that is not what it was: what callers and importers see. */
export interface ShapeChange {
  readonly what: 'function' | 'class' | 'value' | 'statement' | 'name' | 'module';
  readonly change: 'changed' | 'removed' | 'added';
  readonly name: string;
  readonly module: ChangedModule;
  /** A function whose parameters alone differ, and nothing at the top of its module uses it. */
  readonly isPlain: boolean;
  /** It is bound as before, to something else: a function, a value, a class of the same members. */
  readonly keepsName?: boolean;
  /** It matters to files of tests alone, which offer nothing to others. */
  readonly isOfTests?: boolean;
  readonly reason: string;
  readonly place: EvidencePlace;
}
