import type {
  FinishFeatureArgs,
  FinishFeatureResult,
  SubmitForReviewArgs,
  SubmitForReviewResult,
} from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import { validateFinishFeatureArgs, validateSubmitForReviewArgs } from '../../generated/validators.cjs';
import { defineTool } from './define-tool.ts';
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

/** `finish_feature` and `submit_for_review` (rows 002-019 … 002-025, 004-011, 004-012, 004-017). */
export function deliveryTools(steps: DeliverySteps): readonly Tool[] {
  return [
    defineTool({
      name: 'finish_feature',
      description: schemas['tools/finish_feature'].description,
      effect: 'vcs',
      parameters: schemas['tools/finish_feature'],
      validate: validateFinishFeatureArgs,
      run: (args, { signal }) => steps.finishFeature(args, signal),
    }),
    defineTool({
      name: 'submit_for_review',
      description: schemas['tools/submit_for_review'].description,
      effect: 'vcs',
      parameters: schemas['tools/submit_for_review'],
      validate: validateSubmitForReviewArgs,
      run: (args, { signal }) => steps.submitForReview(args, signal),
    }),
  ];
}
