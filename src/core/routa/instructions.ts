import { prompts } from '../../generated/prompts.ts';
import type { EnvelopeProfile } from '../conversation/envelope.ts';
import { fillTemplate } from '../kernel/template.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { Agent } from './agent.ts';
import { type Role, toolsIn } from './roles.ts';
import type { RoutaWorkspace } from './workspace.ts';

const PROMPTS: Readonly<Record<Role, string>> = {
  ROUTA: prompts['routa/routa'],
  CRAFTER: prompts['routa/crafter'],
  GATE: prompts['routa/gate'],
};

/**
 * What an agent that is played from outside gets: its role and who it is; its tools it has from its own
 * protocol.
 */
export const outsideInstructions = (agent: Agent, workspaceId: string): string =>
  fillTemplate(PROMPTS[agent.role], {
    agent_id: agent.id,
    workspace_id: workspaceId,
    protocol: prompts['routa/outside'].trim(),
  });

/** What an agent is sent first, once: its role, who it is, and its tools. */
export function instructionsFor(
  agent: Agent,
  { name, profile }: Pick<RoutaWorkspace, 'name' | 'profile'>,
  toolbox: Toolbox,
): string {
  return fillTemplate(PROMPTS[agent.role], {
    agent_id: agent.id,
    workspace_id: name,
    protocol: protocolOf(agent, profile, toolbox),
  });
}

/** How to call tools: native calls are declared to the endpoint, so nothing needs to list them. */
function protocolOf(agent: Agent, profile: EnvelopeProfile, toolbox: Toolbox): string {
  if (profile === 'calls/1') return prompts['routa/protocol-calls'].trim();
  const tools = toolbox
    .declarations(toolsIn(profile, agent.role))
    .map(({ name, description, parameters }) => {
      const { properties = {}, required = [] } = parameters;
      return JSON.stringify({ tool_name: name, description, arguments: properties, required });
    });
  return fillTemplate(prompts['routa/protocol'], { tools: tools.join('\n') }).trim();
}
