import { labelData } from '../conversation/labelled-data.ts';
import { fillTemplate } from '../kernel/template.ts';
import type { RunContext } from './run-request.ts';

/**
 * What a role gets. The system message is the same for every order, so that providers can cache it; the
 * values are in the user's message, as data that cannot pass for anything else.
 */
export function fillPrompts(
  { prompts, ports }: Pick<RunContext, 'prompts' | 'ports'>,
  role: 'designer' | 'qa',
  values: Readonly<Record<string, string>>,
): { readonly system: string; readonly user: string } {
  return {
    system: prompts.texts[role],
    user: fillTemplate(prompts.texts[`${role}-task`], labelData(values, ports.sha256)),
  };
}
