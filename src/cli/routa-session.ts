import { Semaphore } from '../core/kernel/semaphore.ts';
import type { PlannedTask } from '../core/routa/events.ts';
import { parseTasks } from '../core/routa/parse-tasks.ts';
import { FIX_WAVES, MODEL_CALLS, TURNS_PER_ASSIGNMENT, TURNS_PER_WORKSPACE } from '../core/routa/roles.ts';
import type { PlanDecision, PlanProposal, RoutaReviewer, RoutaSettings } from '../core/routa/run-request.ts';
import { readOutsideScope, readReviewPolicy } from './agent-settings.ts';
import { type Io, UsageError } from './io.ts';
import { readCap } from './models/spending.ts';
import { readNamedText } from './named-file.ts';
import { textOption } from './option-table.ts';
import { chooseWord, readCount } from './option-values.ts';
import type { CommandLine } from './options.ts';
import type { Colours } from './print/colours.ts';
import { planLines } from './print/routa-lines.ts';
import { type AgentReviewOptions, terminalAgentReviewer } from './review/agent-reviewer.ts';
import { askApproval } from './review/ask-approval.ts';
import { askerWords, namingQuestions } from './review/name-questions.ts';
import { AGENT_OPTIONS, OUTSIDE_SCOPE, TIER_OPTIONS } from './shared-options.ts';

/** What `routa` and `mcp --role` have in common. */
export const SESSION_OPTIONS = {
  goal: textOption('TEXT', 'what to reach'),
  tasks: textOption('FILE', 'tasks you wrote down as @@@task blocks; they need no approval'),
  ...AGENT_OPTIONS,
  ...TIER_OPTIONS,
  ...OUTSIDE_SCOPE,
  profile: textOption(
    'calls|thoughts',
    'native tool calls with partial edits, searches and run_tests, or JSON objects with the tools of the document alone (default: calls)',
  ),
  delivery: textOption(
    'none|commit|push|pr',
    'none: the agents work in the folder; commit: each in a git checkout of its own, a commit for each task on a branch of the workspace; push; pr: a pull request (default: none)',
  ),
  'model-calls': textOption('N', `model calls at the same time (default: ${MODEL_CALLS})`),
  'max-turns': textOption('N', `replies of one agent for one task (default: ${TURNS_PER_ASSIGNMENT})`),
  'fix-waves': textOption('N', `how often a task may come back for a fix (default: ${FIX_WAVES})`),
  'agent-budget': textOption('LIMIT', 'the most one agent but the coordinator may use: tokens or money'),
  'task-budget': textOption('LIMIT', 'the most the work on one task may use: tokens or money'),
  'max-workspace-turns': textOption(
    'N',
    `replies of all agents until the workspace rests and can be resumed (default: ${TURNS_PER_WORKSPACE})`,
  ),
} as const;

/** How a session works: the rules and limits of its agents. */
export function readSettings(
  line: CommandLine,
): Pick<
  RoutaSettings,
  | 'profile'
  | 'delivery'
  | 'review'
  | 'outsideScope'
  | 'modelCalls'
  | 'turnsPerAssignment'
  | 'turnsPerWorkspace'
  | 'fixWaves'
  | 'agentBudget'
  | 'taskBudget'
> {
  const [agentCap] = readCap(line, 'agent-budget', 'agent');
  const [taskCap] = readCap(line, 'task-budget', 'task');
  return {
    review: readReviewPolicy(line),
    outsideScope: readOutsideScope(line),
    profile: `${chooseWord(line, 'profile', ['calls', 'thoughts'] as const) ?? 'calls'}/1`,
    delivery: chooseWord(line, 'delivery', ['none', 'commit', 'push', 'pr'] as const) ?? 'none',
    modelCalls: readCount(line, 'model-calls') ?? MODEL_CALLS,
    turnsPerAssignment: readCount(line, 'max-turns') ?? TURNS_PER_ASSIGNMENT,
    turnsPerWorkspace: readCount(line, 'max-workspace-turns') ?? TURNS_PER_WORKSPACE,
    fixWaves: readCount(line, 'fix-waves') ?? FIX_WAVES,
    ...(agentCap ? { agentBudget: agentCap.limit } : {}),
    ...(taskCap ? { taskBudget: taskCap.limit } : {}),
  };
}

/**
 * Shows plans and changes on the terminal and asks, one question before the next is put; `--yes` answers for the
 * person and says so.
 */
export function terminalRoutaReviewer(io: Io, c: Colours, approvals: AgentReviewOptions): RoutaReviewer {
  const changes = terminalAgentReviewer(io, c, approvals);
  const { write } = approvals;
  const questions = new Semaphore();
  return {
    review: (proposal, signal) => questions.run(() => changes.review(proposal, signal)),
    consent: (request, signal, runId) => questions.run(() => changes.consent(request, signal, runId)),
    reviewPlan: (plan, signal) => questions.run(() => askForPlan(plan, signal)),
  };

  async function askForPlan({ runId, tasks }: PlanProposal, signal: AbortSignal): Promise<PlanDecision> {
    write(`\nPlan\n${planLines(tasks, c)}\n`);
    if (approvals.yes) return { kind: 'approve', by: '--yes' };
    const answer = await askApproval(
      namingQuestions(io, askerWords(runId)),
      'Approve this plan? [y/N, or why not] ',
      signal,
      'approve without a question',
    );
    return answer.kind === 'yes' ? { kind: 'approve', by: 'you' } : answer;
  }
}

/** The `@@@task` blocks of `--tasks FILE`; none without it. */
export async function readTasks(line: CommandLine, io: Io): Promise<readonly PlannedTask[]> {
  const file = line.text('tasks');
  if (file === undefined) return [];
  const text = await readNamedText(file, io, `--tasks ${file}`);
  const tasks = parseTasks(text);
  if (!tasks.ok) throw new UsageError(`--tasks: ${file}: ${tasks.error}`);
  if (tasks.value.length === 0)
    throw new UsageError(
      `--tasks: ${file} has no @@@task block; one begins with a line "@@@task NAME" and ends with "@@@"`,
    );
  return tasks.value;
}
