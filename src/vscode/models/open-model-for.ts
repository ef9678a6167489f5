import { ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { EndpointFact } from '../../core/workorder/preflight.ts';
import { type BoundKey, bindKey, OPENAI_BASE_URL, parseEndpoint } from '../../node/model/endpoint.ts';
import { lookAtEndpoints } from '../../node/model/look-at-endpoints.ts';
import { createModelFor, type ModelFor } from '../../node/model/model-for.ts';
import { createModelOpener } from '../../node/model/model-spec.ts';
import type { ApiKeys } from '../secrets.ts';
import { modelSettings } from '../settings.ts';
import { createLmModel } from './lm-model.ts';

export interface EditorModels {
  readonly modelFor: ModelFor;
  /** What the endpoint says of models without being paid. */
  readonly lookAt: (models: readonly Model[], signal: AbortSignal) => Promise<readonly EndpointFact[]>;
  /** What must not get into any file. */
  readonly secrets: readonly string[];
}

/** The models of every role and tier as the settings have them. The error names the setting or the key. */
export async function openModelFor(keys: ApiKeys): Promise<Result<EditorModels>> {
  const { designer, qa, smart, fast, baseUrl, timeoutSeconds, idleSeconds, maxAnswerTokens } =
    modelSettings();
  const url = baseUrl === '' ? OPENAI_BASE_URL : baseUrl;
  const bound = await boundKeyOf(keys, url);
  if (!bound.ok) return bound;
  const deadlineMs = timeoutSeconds * 1000;
  const open = createModelOpener({
    baseUrl: url,
    apiKey: bound.value,
    deadlineMs,
    idleMs: idleSeconds * 1000,
    ...(maxAnswerTokens > 0 && { maxTokens: maxAnswerTokens }),
    editorModel: name => createLmModel(name, { deadlineMs }),
  });
  const howToSet = () => 'choose one with Work Order: Select Models';
  return ok({
    modelFor: createModelFor({ designer, qa, smart, fast }, open, howToSet),
    lookAt: (models, signal) => lookAtEndpoints(models, { baseUrl: url, apiKey: bound.value, signal }),
    secrets: bound.value ? [bound.value.key] : [],
  });
}

/** The key that is stored for this address, if there is one; it is sent nowhere else. */
export async function boundKeyOf(keys: ApiKeys, url: string): Promise<Result<BoundKey | undefined>> {
  const endpoint = parseEndpoint(url);
  if (!endpoint.ok) return endpoint;
  const key = await keys.get(endpoint.value.origin);
  return key === undefined ? ok(undefined) : bindKey(key, url);
}
