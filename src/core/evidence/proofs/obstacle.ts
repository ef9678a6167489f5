import type { EvidencePlace } from '../../../generated/contracts.ts';

/** Something that keeps a proof from being made. */
export interface Obstacle {
  readonly reason: string;
  readonly place: EvidencePlace;
}

export type BehaviorVerdict =
  | { readonly kind: 'proved'; readonly reason: string }
  | {
      readonly kind: 'violated' | 'not_checkable';
      readonly reason: string;
      readonly places: readonly EvidencePlace[];
    };
