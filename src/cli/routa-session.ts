import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { orCancelled } from '../core/kernel/cancel.ts';
import { Semaphore } from '../core/kernel/semaphore.ts';
import type { PlannedTask } from '../core/routa/events.ts';
import { parseTasks } from '../core/routa/parse-tasks.ts';
import { MODEL_CALLS, TURNS_PER_ASSIGNMENT, TURNS_PER_WORKSPACE } from '../core/routa/roles.ts';
import type { PlanDecision, PlanProposal, RoutaReviewer, RoutaSettings } from '../core/routa/run-request.ts';
import { terminalAgentReviewer } from './agent-reviewer.ts';
import { type Io, UsageError } from './io.ts';
import type { RoleModels } from './models.ts';
import { textOption } from './option-table.ts';
import { chooseWord, readCount } from './option-values.ts';
import type { CommandLine } from './options.ts';
import type { Colours } from './print/colours.ts';
import { planLines } from './print/routa-lines.ts';
import { AGENT_OPTIONS, OUTSIDE_SCOPE, TIER_OPTIONS } from './shared-options.ts';
import { readSpending } from './spending.ts';

/** What `routa` and `mcp --role` have in common. */
export const SESSION_OPTIONS = {
  goal: textOption('TEXT', 'what to reach'),
  tasks: textOption('FILE', 'tasks you wrote down as @@@task blocks; they need no approval'),
  ...AGENT_OPTIONS,
  ...TIER_OPTIONS,
  ...OUTSIDE_SCOPE,
  'model-calls': textOption('N', `model calls at the same time (default: ${MODEL_CALLS})`),
  'max-turns': textOption('N', `replies of one agent for one task (default: ${TURNS_PER_ASSIGNMENT})`),
  'max-workspace-turns': textOption(
    'N',
    `replies of all agents until the workspace rests and can be resumed (default: ${TURNS_PER_WORKSPACE})`,
  ),
} as const;

/** QA with `--qa` or `--qa-model`; no one looks at the changes before a person does without them. */
export const readQa = (line: CommandLine, modelFor: RoleModels['modelFor']): Pick<RoutaSettings, 'qa'> =>
  line.flag('qa') || line.text('qa-model') !== undefined ? { qa: modelFor({ role: 'qa' }).model } : {};

/** Everything of a session but its models, its reviewer and its listener. */
export async function readSettings(
  line: CommandLine,
  io: Io,
  usage: string,
): Promise<Omit<RoutaSettings, 'modelFor' | 'reviewer'>> {
  const outside = line.flag('yes') ? 'refuse' : 'ask';
  return {
    review: chooseWord(line, 'review', ['each', 'turn', 'auto'] as const, usage) ?? 'turn',
    outsideScope: chooseWord(line, 'outside-scope', ['ask', 'refuse'] as const, usage) ?? outside,
    modelCalls: readCount(line, 'model-calls', usage) ?? MODEL_CALLS,
    turnsPerAssignment: readCount(line, 'max-turns', usage) ?? TURNS_PER_ASSIGNMENT,
    turnsPerWorkspace: readCount(line, 'max-workspace-turns', usage) ?? TURNS_PER_WORKSPACE,
    spending: await readSpending(line, io, usage),
    signal: line.signal,
  };
}

/**
 * Shows plans and changes on the terminal and asks, one question before the next is put; `--yes` answers for the
 * person and says so.
 */
export function terminalRoutaReviewer(
  line: CommandLine,
  io: Io,
  c: Colours,
  write: (text: string) => void,
): RoutaReviewer {
  const yes = line.flag('yes');
  const controlPlaneApproved = line.list('approve-control-plane');
  const changes = terminalAgentReviewer(io, c, { yes, controlPlaneApproved, write });
  const questions = new Semaphore();
  return {
    review: (proposal, signal) => questions.run(() => changes.review(proposal, signal)),
    consent: (request, signal) => questions.run(() => changes.consent(request, signal)),
    reviewPlan: (plan, signal) => questions.run(() => askForPlan(plan, signal)),
  };

  async function askForPlan({ tasks }: PlanProposal, signal: AbortSignal): Promise<PlanDecision> {
    write(`\nPlan\n${planLines(tasks, c)}\n`);
    if (yes) return { kind: 'approve', by: '--yes' };
    const answer = await orCancelled(io.ask('Approve this plan? [y/N, or why not] ', signal), signal);
    const nobody = 'there is no terminal to ask on; give --yes to approve without a question';
    if (answer === undefined) return { kind: 'reject', by: 'nobody', reason: nobody };
    if (/^y(es)?$/i.test(answer.trim())) return { kind: 'approve', by: 'you' };
    return { kind: 'reject', by: 'you', reason: /^n?o?$/i.test(answer.trim()) ? '' : answer.trim() };
  }
}

/** The `@@@task` blocks of `--tasks FILE`; none without it. */
export async function readTasks(line: CommandLine, io: Io, usage: string): Promise<readonly PlannedTask[]> {
  const file = line.text('tasks');
  if (file === undefined) return [];
  const text = await readFile(path.resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new UsageError(`--tasks: ${error instanceof Error ? error.message : String(error)}`, usage);
  });
  const tasks = parseTasks(text);
  if (!tasks.ok) throw new UsageError(`--tasks: ${file}: ${tasks.error}`, usage);
  if (tasks.value.length === 0) throw new UsageError(`--tasks: ${file} has no @@@task block`, usage);
  return tasks.value;
}
