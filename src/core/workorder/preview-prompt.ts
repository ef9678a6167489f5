import type { WorkOrder } from '../../generated/contracts.ts';
import { estimateUsage } from '../conversation/estimate-usage.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { NOT_HELD } from '../ports/hold.ts';
import type { Model, ModelRequest } from '../ports/model.ts';
import type { RunEvent } from './events.ts';
import type { Outcome } from './outcome.ts';
import type { PipelinePorts } from './run-request.ts';
import { runWorkOrder } from './run-work-order.ts';

export interface PreviewRequest {
  readonly order: WorkOrder;
  readonly role: 'designer' | 'qa';
  /** The Designer's reply that QA is asked about. */
  readonly designerReply?: string;
  readonly signal: AbortSignal;
}

/** The first request of a role, as it would be sent. */
export interface PromptPreview {
  readonly request: Pick<ModelRequest, 'role' | 'messages' | 'tools' | 'output' | 'temperature'>;
  /** Estimated. */
  readonly inputTokens: number;
  /** Prompt files of the workspace that are used, by path. */
  readonly overrides: readonly string[];
}

/**
 * What a role would be asked, exactly: the pipeline itself runs up to that request, with a model that only
 * listens. Nothing is journaled, sent or written. The error is how the run would have ended before the request.
 */
export async function previewPrompt(
  ports: PipelinePorts,
  { order, role, designerReply, signal }: PreviewRequest,
): Promise<Result<PromptPreview, Outcome>> {
  let heard: ModelRequest | undefined;
  const overrides: string[] = [];
  const listener: Model = {
    label: 'preview',
    ask: async request => {
      heard = { ...request, messages: [...request.messages] };
      return { kind: 'fault', code: 'preview', reason: 'this is a preview, no model was asked' };
    },
  };
  const state = await runWorkOrder(
    {
      ...ports,
      journals: {
        ...ports.journals,
        create: async () => ({ runId: 'preview', append: async () => undefined }),
      },
      // No run begins, so there is none to be the only one at.
      hold: NOT_HELD,
    },
    {
      order,
      designer: role === 'designer' ? listener : given(designerReply ?? ''),
      qa: role === 'qa' ? listener : undefined,
      reviewer: { review: unreachable, approveLint: unreachable },
      until: 'check',
      onLintFailure: 'revert',
      lintPreview: false,
      signal,
      onEvent: (event: RunEvent) => {
        if (event.type === 'prompt_overridden') overrides.push(event.path);
      },
    },
  );
  if (!heard) return fail(state.outcome ?? { kind: 'CHECKED' });
  const { messages, tools, output, temperature } = heard;
  return ok({
    request: { role, messages, tools, output, ...(temperature === undefined ? {} : { temperature }) },
    inputTokens: estimateUsage(heard, 0).inputTokens,
    overrides,
  });
}

const given = (text: string): Model => ({
  label: 'given reply',
  ask: async () => ({
    kind: 'answer',
    text,
    model: 'given reply',
    usage: { inputTokens: 0, outputTokens: 0, estimated: false },
  }),
});

const unreachable = () => Promise.reject(new Error('a preview ends before any review'));
