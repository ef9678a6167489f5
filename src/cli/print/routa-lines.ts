import { callSubject } from '../../core/conversation/call-subject.ts';
import { rejectedWords } from '../../core/gate/decided-words.ts';
import type { Agent } from '../../core/routa/agent.ts';
import type { PlannedTask, RoutaEvent } from '../../core/routa/events.ts';
import { type RoutaOutcome, routaHeadline } from '../../core/routa/outcome.ts';
import { taskStatus } from '../../core/routa/task-status.ts';
import { routaRows } from '../../core/routa/work-rows.ts';
import { type RoutaWorkspace, routaResults } from '../../core/routa/workspace.ts';
import { branchLines } from '../../core/runs/branch-lines.ts';
import type { CommandLine } from '../options.ts';
import { branchText } from './branch-text.ts';
import { callDetails, reasonIn, unchangedWords } from './call-details.ts';
import type { Colours } from './colours.ts';
import { kindAndSentence } from './kind-and-sentence.ts';
import { optionsToGoOn } from './next-command.ts';
import { runEndText } from './run-end.ts';
import { sessionLine } from './session-lines.ts';
import { testsText } from './tests-text.ts';
import { triedLines } from './trials.ts';
import { workLine } from './work-lines.ts';
import { workTableJson } from './work-table.ts';

/** What a person reads of one event; `undefined` when it is not of interest. */
export function routaLine(event: RoutaEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'run_started':
      return c.bold(event.goal);
    case 'agent_created':
      return `${c.bold(event.agentId)} is a new ${event.role} (${event.tier})`;
    case 'agent_moved':
      return event.to === 'ERROR' || event.to === 'CANCELLED'
        ? c.red(`${event.agentId}: ${event.to}: ${event.cause}`)
        : undefined;
    case 'joined':
      return `${c.bold(event.agentId)} is played by ${event.client}${onCopy(event)}`;
    case 'planned':
    case 'acted':
    case 'permitted':
      return `  ${event.agentId}:${sessionLine(event, c)}`;
    case 'agent_waits':
      return event.reason === undefined ? undefined : c.yellow(`${event.agentId} ${event.reason}`);
    case 'task_delegated':
      return `${event.by} gives ${c.bold(event.taskId)} to ${event.agentId}${event.as === 'verifier' ? ' to verify' : ''}`;
    case 'task_moved': {
      const line = `${event.taskId} is ${taskStatus(event.to)}`;
      return event.to === 'DONE' ? c.green(line) : event.to === 'BLOCKED' ? c.red(line) : line;
    }
    case 'turn_started':
      return `\n${c.bold(`${event.agentId} ${event.turn}`)}  ${firstLine(event.note)}`;
    case 'called': {
      const line = `  ${event.agentId}: ${event.tool} ${callSubject(event.args)}`.trimEnd();
      return event.status === 'ok'
        ? c.dim(`${line}${unchangedWords(event)}`)
        : `${c.red(`${line}: ${event.status.replace('_', ' ')}${reasonIn(event.response)}`)}${callDetails(event, c)}`;
    }
    case 'applied':
      return `  ${event.agentId} wrote ${event.files.map(f => f.path).join(', ')}`;
    case 'reported':
      return `${event.agentId} reports on ${event.taskId}: ${event.success ? c.green('success') : c.red('failed')}  ${event.summary}`;
    case 'message_sent':
      return event.kind === 'message' || event.kind === 'fix'
        ? `${event.from} → ${event.to}: ${firstLine(event.text)}`
        : undefined;
    case 'plan_reviewed':
      return `the plan was ${event.decision === 'approve' ? `approved by ${event.by}` : rejectedWords(event.by, event.reason)}`;
    case 'branch_made':
      return `the result goes to the branch ${c.bold(event.branch)}; your checkout stays as it is`;
    case 'merged':
      if (event.empty) return `  no commit for ${event.taskId}: the branch is the same without its changes`;
      return c.green(`  ${event.sha.slice(0, 9)} ${event.subject}  (${event.branch})`);
    case 'set_aside':
      return event.reason === 'conflict'
        ? c.red(
            `  ${event.agentId}: its work on ${event.taskId} does not fit on what others merged: ${event.paths.join(', ')}`,
          )
        : undefined;
    case 'pushed':
      return `pushed ${event.branch} to ${event.remote}`;
    case 'pull_request':
      return event.created ? `pull request: ${c.bold(event.url)}` : undefined;
    case 'tried':
      return triedLines(event, c);
    case 'protocol_fault':
    case 'inspected':
    case 'verified':
    case 'reviewed':
    case 'warning':
    case 'waiting':
      return workLine(event, c, event.agentId);
    default:
      return undefined;
  }
}

/** Where an agent of another maker works. */
const onCopy = ({ player, sandbox }: Extract<RoutaEvent, { type: 'joined' }>): string =>
  player === undefined
    ? ''
    : `, on a copy ${sandbox === undefined ? 'without a sandbox' : `in a sandbox (${sandbox})`}`;

/** The tasks of a plan, for a person to decide on. */
export const planLines = (tasks: readonly PlannedTask[], c: Colours): string =>
  tasks
    .map(({ taskId, title, scope, dependencies, acceptance }) =>
      [
        `  ${c.bold(taskId)}  ${title}`,
        ...(scope.length > 0 ? [`    changes ${scope.join(', ')}`] : []),
        ...(dependencies.length > 0 ? [`    after ${dependencies.join(', ')}`] : []),
        ...acceptance.map(point => `    done when: ${point}`),
      ].join('\n'),
    )
    .join('\n');

/** Agents as a tree by parent, and the tasks. */
export function workspaceText(workspace: RoutaWorkspace, c: Colours): string {
  const lines: string[] = [`${c.bold(workspace.goal)}  (${workspace.id})`, ''];
  const agents = [...workspace.agents.values()];
  const show = (agent: Agent, depth: number): void => {
    const doing = agent.open.map(a => a.taskId).join(', ');
    const words = [agent.role, agent.status, agent.waitingFor ?? '', doing].filter(word => word !== '');
    lines.push(`${'  '.repeat(depth)}${agent.id}  ${words.join(' · ')}`);
    for (const child of agents.filter(a => a.parentId === agent.id)) show(child, depth + 1);
  };
  for (const agent of agents.filter(a => a.parentId === null)) show(agent, 0);
  if (workspace.tasks.size > 0) lines.push('');
  for (const task of workspace.tasks.values()) {
    const fixes = task.waves > 0 ? `  (fixed ${task.waves}×)` : '';
    lines.push(`${task.taskId}  ${taskStatus(task.status)}  ${task.title}${fixes}`);
  }
  lines.push('', ...routaResults(workspace).flatMap(branchLines), stateLine(workspace));
  return `${lines.join('\n')}\n`;
}

function stateLine({ outcome, id }: RoutaWorkspace): string {
  if (outcome) return kindAndSentence(outcome.kind, routaHeadline(outcome), kind => kind);
  return `interrupted, or at work in another process. workorder resume ${id} continues it.`;
}

/** Options of `routa` that a resumed workspace has from its journal, or that were said this time. */
const SAID_ONCE = ['goal', 'tasks', 'profile', 'resume', 'message', 'unblock'];

/** The last lines of a run, with what can be done next. */
export function routaOutcomeText(
  workspace: RoutaWorkspace,
  outcome: RoutaOutcome,
  line: CommandLine,
  c: Colours,
): string {
  const { id: runId } = workspace;
  const blocked = [...workspace.tasks.values()].filter(t => t.status === 'BLOCKED');
  const unblock = blocked.map(t => ` --unblock ${t.taskId}`).join('');
  const resume = `  resume with: workorder resume ${runId}${unblock}${optionsToGoOn(outcome, line, SAID_ONCE)}`;
  const next = [
    ...testsText(workspace, outcome),
    ...branchText(routaResults(workspace)),
    ...(outcome.kind === 'DONE' ? [] : [resume]),
  ];
  const canBeReverted = workspace.applied.some(({ isolated }) => !isolated);
  return runEndText({ runId, outcome, headline: routaHeadline(outcome), next, canBeReverted }, line, c);
}

/** The whole workspace as one JSON value: the answer of `--status --json` and the last line of a run. */
export const routaJson = (workspace: RoutaWorkspace): string =>
  JSON.stringify({
    run: workspace.id,
    workspace: workspace.name,
    goal: workspace.goal,
    outcome: workspace.outcome?.kind ?? null,
    reasons: workspace.outcome && workspace.outcome.kind !== 'DONE' ? [routaHeadline(workspace.outcome)] : [],
    agents: [...workspace.agents.values()].map(agent => ({
      id: agent.id,
      name: agent.name,
      role: agent.role,
      tier: agent.tier,
      status: agent.status,
      ...(agent.waitingFor === undefined ? {} : { waiting_for: agent.waitingFor }),
      parent: agent.parentId,
      turns: agent.turns,
      tasks: agent.open.map(a => a.taskId),
    })),
    tasks: [...workspace.tasks.values()].map(task => ({
      id: task.taskId,
      title: task.title,
      status: taskStatus(task.status),
      cause: task.cause,
      agent: task.worker ?? null,
      waves: task.waves,
      files: [...task.written].sort(),
    })),
    files: [...new Set(workspace.applied.flatMap(a => a.paths))].sort(),
    ...(workspace.branch
      ? {
          branch: workspace.branch.name,
          from: workspace.branch.start,
          commit: workspace.branch.tip,
          pull_request: workspace.pullRequest ?? null,
        }
      : {}),
    work: workTableJson(routaRows(workspace)),
    tokens: { input: workspace.spent.inputTokens, output: workspace.spent.outputTokens },
  });

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
