import { simulate } from '../../core/changes/simulate.ts';
import type { Spending } from '../../core/conversation/budget.ts';
import { addSpent, NOTHING_SPENT, type Spent } from '../../core/conversation/spent.ts';
import { type JudgedRun, judge } from '../../core/eval/judge.ts';
import { lintPath, type Task } from '../../core/eval/task.ts';
import { checkCommands } from '../../core/gate/check-commands.ts';
import { loadSnapshot } from '../../core/gate/load-snapshot.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { Files } from '../../core/ports/files.ts';
import type { Model } from '../../core/ports/model.ts';
import type { Reviewer } from '../../core/ports/reviewer.ts';
import type { PolicyLayer } from '../../core/verification/policy.ts';
import { reasonsOf } from '../../core/workorder/outcome.ts';
import type { RunState } from '../../core/workorder/state.ts';
import type { DesignerOutput, EvalRun } from '../../generated/contracts.ts';
import { sha256 } from '../system.ts';
import { BrokenCheck, checkTask } from './check-task.ts';
import { type EvalTools, openApp } from './open-app.ts';
import { oracleReply } from './players.ts';
import { copyTask, pythonFiles, readTexts, type TaskCopy, writeTexts } from './task-copy.ts';

/** Who answers the orders of a task: asked for anew for each of them, with the copy as it is then. */
export type Cast = (
  index: number,
  copy: TaskCopy,
) => Promise<Result<{ readonly designer: Model; readonly qa: Model }>>;

export interface TaskRun {
  readonly task: Task;
  /** The unpacked package (absolute). */
  readonly release: string;
  readonly cast: Cast;
  readonly spending: Spending;
  readonly signal: AbortSignal;
}

/** How a run ended, without the words about who ran it. */
export interface TaskEnd
  extends Pick<
    EvalRun,
    | 'verdict'
    | 'by'
    | 'valid'
    | 'reasons'
    | 'failures'
    | 'risks'
    | 'claims'
    | 'usage'
    | 'replies'
    | 'tool_calls'
  > {
  /** Why a model gave no answer: then it may not be the model's fault. */
  readonly fault?: string;
  readonly seconds: number;
}

/** Runs the orders of a task on a copy of its package, and judges what became of it. The error is about the suite. */
export async function runTask(run: TaskRun, tools: EvalTools): Promise<Result<TaskEnd>> {
  const copied = await copyTask(run.task, run.release, tools.processes, run.signal);
  if (!copied.ok) return copied;
  const copy = copied.value;
  try {
    return await runOnCopy(run, tools, copy);
  } catch (error) {
    if (error instanceof BrokenCheck) return fail(error.message);
    throw error;
  } finally {
    await copy.dispose();
  }
}

async function runOnCopy(run: TaskRun, tools: EvalTools, copy: TaskCopy): Promise<Result<TaskEnd>> {
  const { task, signal, spending } = run;
  const { definition, release } = task;
  const tests = definition.tests ?? release.tests ?? [];
  const { app, files } = openApp(copy, tests, lintPath(release, definition), { ...tools });
  const states: RunState[] = [];
  let replies = 0;
  const started = performance.now();
  for (const [index, { order }] of task.orders.entries()) {
    const cast = await run.cast(index, copy);
    if (!cast.ok) return cast;
    const state = await app.runWorkOrder({
      order,
      ...cast.value,
      ...(task.orders.length > 1 ? { workflow: 'plan' } : {}),
      reviewer: YES,
      until: 'end',
      onLintFailure: 'revert',
      policy: [policyOf(tools.runsTests && tests.length > 0)],
      lintPreview: true,
      spending: withSpent(spending, states),
      signal,
      onEvent: event => {
        if (event.type === 'model_replied') replies += 1;
      },
    });
    states.push(state);
    if (state.outcome?.kind !== 'APPLIED') break;
  }
  const seconds = (performance.now() - started) / 1000;
  const last = states.at(-1);
  if (last?.outcome === undefined) return fail(`${task.name}: its run ended without an outcome`);
  const judged = await judgeCopy(run, tools, copy, files, states);
  const { outcome } = last;
  const fault = outcome.kind === 'BLOCKED' && outcome.by === 'model' ? (outcome.fault ?? 'model') : undefined;
  const spent = spentIn(states);
  return ok({
    ...judge({ expects: task.expects, state: last, proposal: judged.proposal }),
    valid: fault === undefined && states.every(isValid),
    reasons: [...reasonsIn(last)].slice(0, MOST_REASONS),
    failures: judged.failures.slice(0, MOST_REASONS),
    risks: states.flatMap(risksIn).slice(0, MOST_REASONS),
    claims: { designer: countClaims(states, 'claims'), qa: countClaims(states, 'spot_checks') },
    usage: usageOf(spent),
    replies,
    tool_calls: states.reduce(
      (sum, { stages }) => sum + stages.reduce((all, { toolCalls }) => all + toolCalls, 0),
      0,
    ),
    ...(fault === undefined ? {} : { fault }),
    seconds,
  });
}

const MOST_REASONS = 5;

/** Says yes to every proposal, as `--yes` does, and to nothing that needs a name. */
const YES: Reviewer = {
  review: async ({ approvalSha256 }) => ({
    kind: 'apply',
    by: 'workorder eval',
    approvalSha256,
    controlPlaneApproved: [],
  }),
  approveLint: async () => false,
  consent: async ({ kind }) => ({ granted: kind === 'run tests', by: 'workorder eval' }),
};

const policyOf = (testsRun: boolean): PolicyLayer => ({
  from: 'workorder eval',
  by: 'person',
  lintTools: 'auto',
  ...(testsRun ? { checks: { tests: 'required' } } : {}),
});

/** What earlier orders of the task spent counts for a budget of its own. */
const withSpent = (spending: Spending, states: readonly RunState[]): Spending => ({
  ...spending,
  caps: spending.caps.map(cap =>
    cap.of === 'run' ? { ...cap, before: addSpent(cap.before, spentIn(states)) } : cap,
  ),
});

const spentIn = (states: readonly RunState[]): Spent =>
  states.reduce((sum, { spent }) => addSpent(sum, spent), NOTHING_SPENT);

/** Understood, in scope, and its commands applied in the dry run; a refusal in the right form is valid, too. */
function isValid({ stages, outcome, designer }: RunState): boolean {
  if (outcome?.kind === 'BLOCKED' && outcome.by === 'designer') return true;
  return (
    designer !== undefined && stages.some(({ stage, status }) => stage === 'validation' && status === 'done')
  );
}

function reasonsIn({ outcome }: RunState): readonly string[] {
  if (outcome === undefined) return [];
  return outcome.kind === 'FAILED' ? outcome.reasons : reasonsOf(outcome);
}

/** What a person would have been shown first, in the review. */
const risksIn = ({ findings }: RunState): readonly string[] =>
  findings.filter(({ severity }) => severity === 'risk').map(({ rule, message }) => `${rule}: ${message}`);

function countClaims(states: readonly RunState[], kind: 'claims' | 'spot_checks') {
  const verdicts = states.flatMap(({ evidence }) => (evidence?.[kind] ?? []).map(({ verdict }) => verdict));
  const count = (word: string) => verdicts.filter(verdict => verdict === word).length;
  return { confirmed: count('confirmed'), refuted: count('refuted'), open: count('not_checkable') };
}

const usageOf = ({
  inputTokens,
  outputTokens,
  cachedInputTokens = 0,
  estimated,
  cost,
}: Spent): EvalRun['usage'] => ({
  input_tokens: inputTokens,
  output_tokens: outputTokens,
  cached_input_tokens: cachedInputTokens,
  estimated,
  ...(cost ? { cost } : {}),
});

/** What is on the disk of the copy, or what would be there if nothing had stopped the last proposal. */
async function judgeCopy(
  { task, signal }: TaskRun,
  tools: EvalTools,
  copy: TaskCopy,
  files: Files,
  states: readonly RunState[],
): Promise<{ readonly proposal: JudgedRun['proposal']; readonly failures: readonly string[] }> {
  const last = states.at(-1);
  const { outcome } = last ?? {};
  const isOnDisk = outcome?.kind === 'APPLIED' || (outcome?.kind === 'FAILED' && outcome.changeKept);
  if (!isOnDisk) {
    const written =
      last?.designer && (await writeProposal(task, states.length - 1, last.designer, copy, files));
    if (!written) return { proposal: 'none', failures: [] };
  }
  if (task.expects === 'blocked')
    return { proposal: 'wrong', failures: [`nothing may be changed: ${task.definition.blocked}`] };
  const failures = await checkTask(task, copy, tools, signal);
  return { proposal: failures.length === 0 ? 'right' : 'wrong', failures };
}

/** A proposal that was stopped, on the copy; later orders of a plan are carried out rightly. `false`: it cannot be applied. */
async function writeProposal(
  task: Task,
  index: number,
  { commands }: DesignerOutput,
  copy: TaskCopy,
  files: Files,
): Promise<boolean> {
  const { order } = task.orders[index] ?? {};
  const newFiles = order?.new_files ?? [];
  const { problems, paths } = checkCommands(commands, newFiles, order?.scope_allowlist ?? []);
  if (problems.length > 0) return false;
  const { snapshot, real } = await loadSnapshot([...paths, ...newFiles], files);
  const simulated = simulate({ commands, newFiles, snapshot, sha256, aliases: real });
  if (!simulated.ok) return false;
  const decoder = new TextDecoder();
  const after = simulated.changes.files.flatMap(({ path, after: bytes }) =>
    bytes === undefined ? [] : [[path, decoder.decode(bytes)] as const],
  );
  await writeTexts(copy.work, new Map(after));
  for (let next = index + 1; next < task.orders.length; next++) {
    const texts = await readTexts(copy.work, await pythonFiles(copy.work));
    const reply = oracleReply(task, next, texts);
    if (!reply.ok) return false;
    const rest: DesignerOutput = JSON.parse(reply.value);
    if (!(await writeProposal({ ...task, orders: task.orders.slice(0, next + 1) }, next, rest, copy, files)))
      return false;
  }
  return true;
}
