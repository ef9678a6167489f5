import type { Model } from '../../core/ports/model.ts';
import type { EndpointFact } from '../../core/workorder/preflight.ts';
import { factOf, type ListRequest, listModels } from './list-models.ts';

/** What the endpoint says of these models, asked once; nothing of models that are asked elsewhere or only played. */
export async function lookAtEndpoints(
  models: readonly Pick<Model, 'identity'>[],
  request: ListRequest,
): Promise<readonly EndpointFact[]> {
  const asked = new Map<string, string>();
  for (const { identity } of models)
    if (identity && URL.canParse(identity.endpoint)) asked.set(identity.model, identity.host);
  if (asked.size === 0) return [];
  const list = await listModels(request);
  return [...asked].map(([model, host]) => factOf(list, model, host));
}
