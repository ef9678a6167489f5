import type {
  FinishFeatureArgs,
  FinishFeatureResult,
  SubmitForReviewArgs,
  SubmitForReviewResult,
} from '../../generated/contracts.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

export interface ToolError {
  readonly error: string;
  /** Whether a commit was made, or the branch pushed. */
  readonly changed: boolean;
}

export interface DeliverySteps {
  readonly finishFeature: (
    args: FinishFeatureArgs,
    signal: AbortSignal,
  ) => Promise<FinishFeatureResult | ToolError>;
  readonly submitForReview: (
    args: SubmitForReviewArgs,
    signal: AbortSignal,
  ) => Promise<SubmitForReviewResult | ToolError>;
}

/** `finish_feature` and `submit_for_review`. */
export function deliveryTools(steps: DeliverySteps): readonly Tool[] {
  return [
    tool('finish_feature', 'vcs', (args, { signal }) => steps.finishFeature(args, signal)),
    tool('submit_for_review', 'vcs', (args, { signal }) => steps.submitForReview(args, signal)),
  ];
}
