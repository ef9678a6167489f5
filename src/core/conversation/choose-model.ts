/** How able a model an agent wants: ROUTA and GATE SMART, CRAFTER FAST unless modelTier says otherwise. */
export type ModelTier = 'SMART' | 'FAST';

/**
 * What a person set up, each as `openai:MODEL`, `vscode:VENDOR/FAMILY` or `replay:PATH`; empty counts as left out.
 */
export interface ModelChoices {
  /** Answers for every role and tier that has no model of its own. */
  readonly default?: string | undefined;
  readonly designer?: string | undefined;
  readonly qa?: string | undefined;
  readonly smart?: string | undefined;
  readonly fast?: string | undefined;
}

/** Who is going to ask. */
export interface ModelUse {
  /** designer, qa, manager, CRAFTER … */
  readonly role: string;
  /** Left out by roles that know no tiers. */
  readonly tier?: ModelTier;
}

export interface ChosenModel {
  readonly spec: string;
  /** Shown to the person when only the other tier has a model of its own. */
  readonly note?: string;
}

/**
 * The model for a role or a tier: the role's own, else the tier's, else the default; the Designer's answers where
 * there is no default, because it is the one that everybody sets up. `undefined` when nothing is set up.
 */
export function chooseModel({ role, tier }: ModelUse, choices: ModelChoices): ChosenModel | undefined {
  const isSet = (spec: string | undefined): spec is string => spec !== undefined && spec !== '';
  const fallback = [choices.default, choices.designer].find(isSet);
  const own = { designer: choices.designer, qa: choices.qa }[role];
  if (isSet(own)) return { spec: own };
  if (tier === undefined) return fallback === undefined ? undefined : { spec: fallback };
  const tiers = { SMART: choices.smart, FAST: choices.fast };
  const [tiered, other] = [tiers[tier], tier === 'SMART' ? 'FAST' : 'SMART'] as const;
  if (isSet(tiered)) return { spec: tiered };
  if (fallback === undefined) return undefined;
  // Whoever set up one model for all was told nothing new by this.
  if (!isSet(tiers[other])) return { spec: fallback };
  return { spec: fallback, note: `${role} uses ${fallback}: only the tier ${other} has a model of its own` };
}
