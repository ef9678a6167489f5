import { ok } from '../kernel/result.ts';
import type { ModelIdentity } from '../ports/model.ts';
import { blocked } from './blocked.ts';
import type { RunContext, RunRequest, StageResult } from './run-request.ts';

/**
 * QA is to find what the Designer missed. The same model at the same endpoint tends to miss it again: that is
 * told, or blocked where different models are required.
 */
export async function checkModels({
  request,
  recorder,
}: Pick<RunContext, 'request' | 'recorder'>): Promise<StageResult<void>> {
  const { designer } = request;
  if (!asksOneModel(request)) return ok(undefined);
  const sentence = `Designer and QA are the same model (${designer.label})`;
  if (refusesOneModel(request)) {
    return blocked('model', [`${sentence}, and different ones are required; choose another one for QA`]);
  }
  await recorder.record({
    type: 'warning',
    stage: 'designer',
    about: 'models',
    sentence: `${sentence}: what one overlooks, the other may overlook too`,
  });
  return ok(undefined);
}

type Asked = Pick<RunRequest, 'designer' | 'qa' | 'models'>;

const asksOneModel = ({ designer, qa }: Asked): boolean =>
  qa !== undefined && isSameModel(designer.identity, qa.identity);

/** Whether the run would be blocked because Designer and QA are the same. */
export const refusesOneModel = (asked: Asked): boolean => asked.models === 'different' && asksOneModel(asked);

function isSameModel(a: ModelIdentity | undefined, b: ModelIdentity | undefined): boolean {
  return a !== undefined && b !== undefined && a.endpoint === b.endpoint && a.model === b.model;
}
