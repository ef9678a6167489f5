import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import type { CapabilityCache } from './capabilities.ts';
import { type BoundKey, OPENAI_BASE_URL } from './endpoint.ts';
import { createOpenAiModel, type OpenAiModelOptions } from './openai-model.ts';
import { openReplay, type ReplayModels } from './replay-model.ts';

/** Which model a person chose, as `openai:MODEL`, `vscode:VENDOR/FAMILY` or `replay:PATH`. */
export type ModelSpec =
  | { readonly kind: 'openai'; readonly model: string }
  | ({ readonly kind: 'vscode' } & EditorModelName)
  | { readonly kind: 'replay'; readonly path: string };

/** A model of VS Code, for example Copilot's. */
export interface EditorModelName {
  readonly vendor: string;
  readonly family: string;
}

/** The model name may contain colons (`openai:llama3:8b`). The error shows the right forms. */
export function parseModelSpec(text: string): Result<ModelSpec, string> {
  const colon = text.indexOf(':');
  const kind = text.slice(0, Math.max(0, colon));
  const rest = text.slice(colon + 1).trim();
  const forms =
    'write openai:MODEL, vscode:VENDOR/FAMILY (in VS Code) or replay:PATH, for example openai:gpt-5';
  if (kind === 'openai' && rest !== '') return ok({ kind, model: rest });
  if (kind === 'replay' && rest !== '') return ok({ kind, path: rest });
  if (kind === 'vscode') {
    const [, vendor, family] = /^([^/\s]+)\/(\S+)$/.exec(rest) ?? [];
    if (vendor !== undefined && family !== undefined) return ok({ kind, vendor, family });
    return fail(`The model "${text}" names no vendor and family; ${forms}`);
  }
  if (kind === 'openai' || kind === 'replay') return fail(`The model "${text}" has no name; ${forms}`);
  return fail(`The model "${text}" is not understood; ${forms}`);
}

export interface OpenModelOptions extends Omit<OpenAiModelOptions, 'baseUrl' | 'model' | 'apiKey'> {
  /** Where `openai:` goes; api.openai.com when not given. */
  readonly baseUrl?: string | undefined;
  readonly apiKey?: BoundKey | undefined;
  /** Opens the editor's own models; only a host inside VS Code can. */
  readonly editorModel?: (name: EditorModelName) => Model;
}

/** What was learned about endpoints, for as long as this process runs. */
const knownToThisProcess: CapabilityCache = new Map();

/** Opens the models of one run. Keep one opener for all roles: a replay then plays each turn once. */
export function createModelOpener(options: OpenModelOptions): (spec: ModelSpec) => Result<Model, string> {
  const replays = new Map<string, ReplayModels>();
  const capabilities = options.capabilities ?? knownToThisProcess;
  return spec => {
    if (spec.kind === 'openai') {
      return createOpenAiModel({
        ...options,
        baseUrl: options.baseUrl ?? OPENAI_BASE_URL,
        model: spec.model,
        capabilities,
      });
    }
    if (spec.kind === 'vscode') {
      if (options.editorModel) return ok(options.editorModel(spec));
      return fail(
        `The model vscode:${spec.vendor}/${spec.family} can only be asked inside VS Code; choose openai:MODEL here`,
      );
    }
    const known = replays.get(spec.path);
    if (known) return ok(known());
    const opened = openReplay(spec.path);
    if (!opened.ok) return opened;
    replays.set(spec.path, opened.value);
    return ok(opened.value());
  };
}

/** One model from one spec, for a host that needs no more than that. */
export function openModel(spec: string, options: OpenModelOptions = {}): Result<Model, string> {
  const parsed = parseModelSpec(spec);
  return parsed.ok ? createModelOpener(options)(parsed.value) : parsed;
}
