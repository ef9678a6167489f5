import { chooseModel, type ModelChoices, type ModelUse } from '../../core/conversation/choose-model.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Model } from '../../core/ports/model.ts';
import { type ModelSpec, parseModelSpec } from './model-spec.ts';

/** A model, and what to say about its choice. */
export interface ModelInUse {
  readonly model: Model;
  /** A sentence for the person when the tier has no model of its own; left out otherwise. */
  readonly note?: string;
}

/** The model for a role or tier. The error names what is not set up or wrong with it. */
export type ModelFor = (use: ModelUse) => Result<ModelInUse, string>;

/**
 * The one place where roles and tiers become models, for every workflow and host. A model that several of them
 * use is opened once, so that a replay plays each turn once.
 *
 * @param howToSet the end of the sentence for a use that nothing is set up for: the option or setting to give
 */
export function createModelFor(
  choices: ModelChoices,
  open: (spec: ModelSpec) => Result<Model, string>,
  howToSet: (use: ModelUse) => string,
): ModelFor {
  const opened = new Map<string, Result<Model, string>>();
  const openOnce = (text: string): Result<Model, string> => {
    const known = opened.get(text);
    if (known) return known;
    const spec = parseModelSpec(text);
    const model = spec.ok ? open(spec.value) : spec;
    opened.set(text, model);
    return model;
  };
  return use => {
    const chosen = chooseModel(use, choices);
    if (!chosen) return fail(`no model is set: ${howToSet(use)}`);
    const model = openOnce(chosen.spec);
    if (!model.ok) return model;
    return ok({ model: model.value, ...(chosen.note === undefined ? {} : { note: chosen.note }) });
  };
}
