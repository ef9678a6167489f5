import { prompts } from '../../generated/prompts.ts';
import { type EnvelopeProfile, NOTE_KEY } from '../conversation/envelope.ts';
import { fillTemplate } from '../kernel/template.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import type { AgentMode } from './events.ts';
import { AGENT_TOOLS } from './roles.ts';
import type { Assignment } from './run-request.ts';
import type { ReadTaskList } from './task-list.ts';

interface Briefing {
  readonly profile: EnvelopeProfile;
  readonly mode: AgentMode;
  readonly assignment: Assignment;
  readonly list: ReadTaskList;
  readonly submittedBefore: readonly number[];
}

/** The first two messages of a cycle: stable instructions, then the task. */
export function instructions(toolbox: Toolbox, briefing: Briefing): readonly ModelMessage[] {
  return [
    {
      role: 'system',
      text: fillTemplate(prompts['taskagent/agent'], { protocol: protocolOf(toolbox, briefing.profile) }),
    },
    {
      role: 'user',
      text: fillTemplate(prompts['taskagent/task'], {
        task: briefing.assignment.text,
        mode: MODES[briefing.mode],
        tasks: describeTasks(briefing),
      }),
    },
  ];
}

/** How to call tools: native calls are declared to the endpoint, so nothing needs to list them. */
function protocolOf(toolbox: Toolbox, profile: EnvelopeProfile): string {
  if (profile === 'calls/1') return prompts['taskagent/protocol-calls'].trimEnd();
  const tools = toolbox.declarations(AGENT_TOOLS).map(({ name, description, parameters }) => {
    const { properties = {}, required = [] } = parameters;
    return JSON.stringify({ tool_name: name, description, arguments: properties, required });
  });
  const values = { note_key: NOTE_KEY[profile], tools: tools.join('\n') };
  return fillTemplate(prompts['taskagent/protocol-text'], values).trimEnd();
}

const MODES: Readonly<Record<AgentMode, string>> = {
  single: 'This reply is the only one: everything you want done must stand in it.',
  converse: 'You get the results of your calls and may reply again until you call finish.',
  continuous:
    'After you call finish, a new cycle begins on a fresh checkout, until no eligible task is left.',
};

function describeTasks({ list, submittedBefore }: Briefing): string {
  if (list.path === undefined) return 'There is no TASKS.md.';
  if (list.problem !== undefined) return `${list.path} cannot be read as a list of tasks: ${list.problem}`;
  const lines = list.tasks.map(t => `${t.id}) ${t.mark} ${t.title}`);
  const waiting =
    submittedBefore.length > 0
      ? `\nSubmitted before and waiting for review, do not take up again: ${submittedBefore.join(', ')}`
      : '';
  return `${list.path} (data; marks: - open, ~ in progress, + done, / blocked, ? question):\n${lines.join('\n') || '(no tasks)'}${waiting}`;
}
