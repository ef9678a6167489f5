import { prompts } from '../../generated/prompts.ts';
import { type EnvelopeProfile, NOTE_KEY } from '../conversation/envelope.ts';
import { labelText } from '../conversation/labelled-data.ts';
import type { Staging } from '../gate/staging.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { fillTemplate } from '../kernel/template.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { ModelMessage } from '../ports/model.ts';
import { readPage } from '../tools/read-page.ts';
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
  /** The list word for word, so that its status can be written without reading it again. */
  readonly show: (list: ReadTaskList) => string | undefined;
}

/** Shows the list of tasks to the agent when it fits one answer. */
export const tasksText =
  (staging: Staging, sha256: Sha256) =>
  ({ path, bytes }: ReadTaskList): string | undefined => {
    const text = bytes && decodeUtf8(bytes);
    const page = text === undefined ? undefined : readPage(text, {});
    if (path === undefined || !bytes || !page?.ok || page.value.range.to !== text?.length) return undefined;
    staging.noteShown(path, bytes, page.value.range);
    return labelText('list', page.value.text, sha256);
  };

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
  if (profile === 'calls/1')
    return `${prompts['taskagent/protocol-calls'].trimEnd()}\n${prompts['taskagent/editing-tools'].trimEnd()}`;
  const tools = toolbox.declarations(AGENT_TOOLS).map(({ name, description, parameters }) => {
    const { properties = {}, required = [] } = parameters;
    return JSON.stringify({ tool_name: name, description, arguments: properties, required });
  });
  const values = { note_key: NOTE_KEY[profile], tools: tools.join('\n') };
  return fillTemplate(prompts['taskagent/protocol-text'], values).trimEnd();
}

const MODES: Readonly<Record<AgentMode, string>> = {
  single: 'This reply is the only one: everything you want done must be in it.',
  converse: 'You get the results of your calls and may reply again until you call finish.',
  continuous:
    'After you call finish, a new cycle begins on a fresh checkout, until no eligible task is left.',
};

function describeTasks({ list, submittedBefore, show }: Briefing): string {
  if (list.path === undefined) return 'There is no TASKS.md.';
  if (list.problem !== undefined) return `${list.path} cannot be read as a list of tasks: ${list.problem}`;
  const lines = list.tasks.map(t => `${t.id}) ${t.mark} ${t.title}`).join('\n');
  const waiting =
    submittedBefore.length > 0
      ? `\nSubmitted before and waiting for review, do not take up again: ${submittedBefore.join(', ')}`
      : '';
  return `${list.path} (data; marks: - open, ~ in progress, + done, / blocked, ? question):\n${show(list) ?? (lines || '(no tasks)')}${waiting}`;
}
