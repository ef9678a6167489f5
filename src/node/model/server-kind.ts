import { type ListRequest, listModels } from './list-models.ts';

/** `owned_by` in the list of models of llama.cpp, Ollama, LM Studio, vLLM and SGLang. */
const GRAMMAR_OWNERS: ReadonlySet<string> = new Set([
  'llamacpp',
  'library',
  'organization_owner',
  'vllm',
  'sglang',
]);

/** A silent server is asked nothing more: what follows finds out. */
const TIMEOUT_MS = 3000;

export interface ServerKind {
  /** It holds a model to the schema of the answer from its first character on, so that no tool would ever be called. */
  readonly holdsToGrammar: boolean;
  /** Asked for it, it says how far it has read the prompt (llama.cpp). */
  readonly tellsProgress: boolean;
}

/** What the list of an endpoint's models tells about the server behind it; `undefined`: it cannot say so now. */
export async function findServerKind(request: ListRequest): Promise<ServerKind | undefined> {
  const list = await listModels({ timeoutMs: TIMEOUT_MS, ...request });
  if (list.kind === 'unreachable' || (list.kind === 'no list' && list.notNow)) return undefined;
  const owners = list.kind === 'list' ? list.owners : [];
  const isAll = (known: (owner: string) => boolean) => owners.length > 0 && owners.every(known);
  return {
    holdsToGrammar: isAll(owner => GRAMMAR_OWNERS.has(owner)),
    tellsProgress: isAll(owner => owner === 'llamacpp'),
  };
}
