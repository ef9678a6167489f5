import { type ListRequest, listModels } from './list-models.ts';

/** `owned_by` in the list of models of llama.cpp, Ollama, LM Studio, vLLM and SGLang. */
const OWNERS: ReadonlySet<string> = new Set(['llamacpp', 'library', 'organization_owner', 'vllm', 'sglang']);

/** A silent server is asked nothing more: what follows finds out. */
const TIMEOUT_MS = 3000;

/**
 * Whether the endpoint is one of the servers that hold a model to the schema of the answer from its first character
 * on, so that no tool would ever be called.
 */
export async function holdsToGrammar(request: ListRequest): Promise<boolean> {
  const list = await listModels({ timeoutMs: TIMEOUT_MS, ...request });
  return list.kind === 'list' && list.owners.length > 0 && list.owners.every(owner => OWNERS.has(owner));
}
