import { prompts } from '../../generated/prompts.ts';
import { fillTemplate } from '../kernel/template.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { Agent } from './agent.ts';
import { type Role, toolsOf } from './roles.ts';

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
export function instructionsFor(agent: Agent, workspaceId: string, toolbox: Toolbox): string {
  const tools = toolbox.declarations(toolsOf(agent.role)).map(({ name, description, parameters }) => {
    const { properties = {}, required = [] } = parameters;
    return JSON.stringify({ tool_name: name, description, arguments: properties, required });
  });
  return fillTemplate(PROMPTS[agent.role], {
    agent_id: agent.id,
    workspace_id: workspaceId,
    protocol: fillTemplate(prompts['routa/protocol'], { tools: tools.join('\n') }).trim(),
  });
}
