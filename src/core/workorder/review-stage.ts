import type { RunState } from './state.ts';

/** Whether a proposal is before a person, also while what they chose of it is verified. */
export const isReviewed = ({ stages }: Pick<RunState, 'stages'>): boolean =>
  stages.some(({ stage, status }) => stage === 'review' && status === 'running');

/** Whether what they see is verified, so that they can decide. */
export const waitsForDecision = (state: Pick<RunState, 'stages' | 'approvalSha256'>): boolean =>
  isReviewed(state) && state.approvalSha256 !== undefined;
