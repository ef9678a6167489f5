/** A plan as a person reads it before work on it begins. */
export interface ProposedPlan {
  /** Of its document. */
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  readonly sentence: string;
}
