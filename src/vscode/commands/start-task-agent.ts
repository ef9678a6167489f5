import * as vscode from 'vscode';
import type { AgentMode, DeliveryPolicy } from '../../core/taskagent/events.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import type { TaskAgent } from '../../core/taskagent/task-agent.ts';
import { eligibleTasks } from '../../core/taskagent/tasks-file.ts';
import type { TaskAgentSettings } from '../agents/task-agent-adapter.ts';
import { showErrorMessage, showQuickPick } from '../inert-window.ts';
import { folderFor } from '../orders/order-source.ts';
import type { Services } from '../services.ts';
import { askWords } from './ask-words.ts';
import { DELIVERIES_TO_A_BRANCH } from './deliveries.ts';

/** What was chosen last is offered first. */
const LAST = 'taskAgent.last';

interface Choices {
  readonly task: string;
  readonly mode: AgentMode;
  readonly review: TaskAgentSettings['review'];
  readonly delivery: DeliveryPolicy;
}

/** Lets an agent work on a task; answers the run's last state for tests. Tests hand over the choices. */
export async function startTaskAgent(services: Services, argument: unknown): Promise<AgentState | undefined> {
  const folder = await folderFor(undefined);
  if (folder === undefined) return undefined;
  if (services.agents.isTaken(folder)) return undefined;
  const { taskAgent } = (await services.folders.of(folder)).app;
  const choices = isChoices(argument) ? argument : await askForChoices(services, taskAgent);
  if (choices === undefined) return undefined;
  const { task, mode, review, delivery } = choices;
  const assignment = await taskAgent.assign(task);
  if (!assignment.ok) {
    void showErrorMessage(`The agent was not started: ${assignment.error}`);
    return undefined;
  }
  return services.taskAgents.start(folder, { assignment: assignment.value, mode, review, delivery });
}

function isChoices(value: unknown): value is Choices {
  return typeof value === 'object' && value !== null && 'task' in value && 'mode' in value;
}

async function askForChoices(services: Services, taskAgent: TaskAgent): Promise<Choices | undefined> {
  const last = services.context.workspaceState.get<Partial<Choices>>(LAST) ?? {};
  const canCommit = await taskAgent.canCommit();
  const task = await askForTask(taskAgent, canCommit);
  if (task === undefined) return undefined;
  const mode =
    task === NEXT_TASK
      ? 'continuous'
      : await pick('Task Agent (2 of 4): how long should it work?', MODES, last.mode);
  if (mode === undefined) return undefined;
  const review = await pick('Task Agent (3 of 4): who approves its changes?', REVIEWS, last.review);
  if (review === undefined) return undefined;
  // Task after task never works here.
  const places = mode === 'continuous' ? BESIDE : [...HERE, ...BESIDE];
  const delivery = canCommit
    ? await pick('Task Agent (4 of 4): where should the result go?', places, last.delivery)
    : 'none';
  if (delivery === undefined) return undefined;
  const choices = { task, mode, review, delivery };
  await services.context.workspaceState.update(LAST, choices);
  return choices;
}

const NEXT_TASK = 'Take up the next eligible task of TASKS.md.';

async function askForTask(taskAgent: TaskAgent, canCommit: boolean): Promise<string | undefined> {
  const list = await taskAgent.tasks();
  const described = { label: 'Describe a task…', iconPath: new vscode.ThemeIcon('edit'), task: undefined };
  const tasks = eligibleTasks(list.tasks, []).map(({ id, mark, title }) => ({
    label: `${id}) ${title}`,
    description: mark === '~' ? 'in progress' : 'open',
    task: id,
  }));
  const all =
    tasks.length > 0 && canCommit
      ? [
          {
            label: 'One task after the other',
            iconPath: new vscode.ThemeIcon('sync'),
            description: 'continuous, each on a fresh checkout',
            task: NEXT_TASK,
          },
        ]
      : [];
  if (tasks.length === 0) return describeTask();
  const picked = await showQuickPick([...tasks, ...all, described], {
    title: 'Task Agent (1 of 4): what should change?',
    placeHolder: `Open tasks of ${list.path}`,
    ignoreFocusOut: true,
  });
  return picked === described ? describeTask() : picked?.task;
}

const describeTask = (): Promise<string | undefined> =>
  askWords('Task Agent (1 of 4): what should change?', {
    prompt: 'In your words, or the number of a task in TASKS.md',
    placeHolder: 'for example: give gift wrap a price, with a test',
    missing: 'Say what should change',
  });

type Item<T> = vscode.QuickPickItem & { readonly value: T };

const MODES: readonly Item<AgentMode>[] = [
  {
    label: 'Until done',
    description: 'turns, with the results of its calls, until it finishes',
    value: 'converse',
  },
  { label: 'One turn', description: 'exactly one plan is executed', value: 'single' },
  {
    label: 'Task after task',
    description: 'each on a fresh checkout; your folder is not touched',
    value: 'continuous',
  },
];

const REVIEWS: readonly Item<Choices['review']>[] = [
  { label: 'Ask per turn', description: 'one diff for everything a turn changes', value: 'turn' },
  { label: 'Ask for each change', description: 'one diff per call', value: 'each' },
  {
    label: 'Apply what passes every check',
    description:
      'files that configure tools, and everything that runs code or leaves this machine, still ask',
    value: 'auto',
  },
];

const HERE: readonly Item<DeliveryPolicy>[] = [
  {
    label: 'This folder, with commits',
    description: 'on the branch here, or on a new one instead of the default branch',
    value: 'folder',
  },
  { label: 'This folder', description: 'nothing is committed', value: 'none' },
];

const BESIDE: readonly Item<DeliveryPolicy>[] = DELIVERIES_TO_A_BRANCH.map(({ delivery, ...item }) => ({
  ...item,
  value: delivery,
}));

/** The last choice is preselected. */
async function pick<T>(
  title: string,
  items: readonly Item<T>[],
  last: T | undefined,
): Promise<T | undefined> {
  const inOrder = [...items].sort((a, b) => Number(b.value === last) - Number(a.value === last));
  return (await showQuickPick(inOrder, { title, ignoreFocusOut: true }))?.value;
}
