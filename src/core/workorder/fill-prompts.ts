import { labelData } from '../conversation/labelled-data.ts';
import { fillTemplate } from '../kernel/template.ts';
import { revisionValues } from './revision.ts';
import type { RunContext } from './run-request.ts';

/**
 * What a role gets. The system message is the same for every order, so that providers can cache it; the
 * values are in the user's message, as data that cannot pass for anything else.
 */
export function fillPrompts(
  { prompts, ports, request }: Pick<RunContext, 'prompts' | 'ports' | 'request'>,
  role: 'designer' | 'qa',
  values: Readonly<Record<string, string>>,
): { readonly system: string; readonly user: string } {
  const task = fillTemplate(prompts.texts[`${role}-task`], labelData(values, ports.sha256));
  const { revision } = request;
  if (revision === undefined) return { system: prompts.texts[role], user: task };
  const earlier = labelData(revisionValues(revision), ports.sha256);
  return {
    system: prompts.texts[role],
    user: `${task}\n${fillTemplate(prompts.texts[`${role}-revision`], earlier)}`,
  };
}
