import type { Services } from '../services.ts';
import type { outsideAgents } from './outside-agent-adapter.ts';

let host: Promise<ReturnType<typeof outsideAgents>> | undefined;

/** The host of agents of other makers: made when a folder is opened, so that what earlier windows left is shown. */
export function loadOutsideAgents({
  agents,
  agentParts,
  context,
}: Pick<Services, 'agents' | 'agentParts' | 'context'>): Promise<ReturnType<typeof outsideAgents>> {
  host ??= import('./outside-agent-adapter.ts').then(({ outsideAgents }) => {
    const made = outsideAgents(agentParts);
    context.subscriptions.push(made, agents.add(made));
    return made;
  });
  return host;
}
