import { setMaxListeners } from 'node:events';
import type { Spending } from '../../core/conversation/budget.ts';
import { createSharedBudget } from '../../core/conversation/shared-budget.ts';
import { addSpent, NOTHING_SPENT, type Spent } from '../../core/conversation/spent.ts';
import { applyEdits, type Texts } from '../../core/eval/edits.ts';
import { APPROVE } from '../../core/eval/tally.ts';
import type { Task } from '../../core/eval/task.ts';
import { Cancelled, throwIfCancelled } from '../../core/kernel/cancel.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { Semaphore } from '../../core/kernel/semaphore.ts';
import { joinReasons } from '../../core/kernel/sentences.ts';
import type { Model } from '../../core/ports/model.ts';
import type { EvalRun } from '../../generated/contracts.ts';
import type { EvalTools } from './open-app.ts';
import { approveAll, emptyReply, oracleReply, PLAYERS, sayer, wrongReplies } from './players.ts';
import type { Releases } from './releases.ts';
import type { RunsFile } from './results-file.ts';
import { type Cast, runTask } from './run-task.ts';
import { pythonFiles, readTexts } from './task-copy.ts';

/** One run of the suite, by what makes it the only one of its kind. */
export type RunKey = Pick<EvalRun, 'task' | 'model' | 'qa' | 'variant' | 'run'>;

/** The models of one run, and what is to be done when it has ended. */
export interface OpenedModels {
  /** Left out where a built-in player answers. */
  readonly designer?: Model;
  readonly qa?: Model;
  readonly save: () => Promise<void>;
}

export interface SuiteRun {
  readonly tasks: readonly Task[];
  readonly pairs: readonly { readonly model: string; readonly qa: string }[];
  /** How often each model does each task; built-in players do it once. */
  readonly runs: number;
  readonly jobs: number;
  readonly releases: Releases;
  readonly open: (key: RunKey) => Result<OpenedModels>;
  readonly spending: Spending;
  readonly file: RunsFile;
  /** Replies are played: times mean nothing. */
  readonly isPlayed: boolean;
  /** Which seeded faults are played; left out: all. */
  readonly wantsVariant?: (task: Task, variant: string) => boolean;
  readonly signal: AbortSignal;
  readonly onPlan?: (open: number, done: number) => void;
  readonly onRun?: (run: EvalRun) => void;
}

/** Faults that say nothing of the model: nothing more is asked, and what is done stays. */
const NOT_ITS_FAULT = new Set([
  'over_budget',
  'unreachable',
  'redirected',
  'unauthorized',
  'forbidden',
  'not_found',
  'insufficient_quota',
  'rate_limited',
  'client',
  'replay',
  'no_model',
]);

export const isPlayer = (spec: string): boolean => (PLAYERS as readonly string[]).includes(spec);

/** Runs what is not in the file yet. The error says why not all of it could be run; what has ended is in the file. */
export async function runSuite(suite: SuiteRun, tools: EvalTools): Promise<Result<void>> {
  const planned = await plan(suite);
  if (!planned.ok) return planned;
  const done = new Set(suite.file.runs.map(nameOf));
  const open = planned.value.filter(job => !done.has(nameOf(job.key)));
  suite.onPlan?.(open.length, planned.value.length - open.length);
  const shared = createSharedBudget(spentBefore(suite.file.runs));
  const turns = new Semaphore(suite.jobs);
  const stop = new AbortController();
  const signal = AbortSignal.any([suite.signal, stop.signal]);
  // Every run that waits for its turn listens.
  setMaxListeners(0, signal);
  let problem: string | undefined;
  await Promise.all(
    open.map(job =>
      turns
        .run(async () => {
          const share = shared.join();
          try {
            const ended = await runJob(suite, job, { ...suite.spending, shared: share }, tools, signal);
            if (ended.ok) return;
            problem ??= ended.error;
            stop.abort();
          } finally {
            share.leave();
          }
        }, signal)
        .catch((error: unknown) => {
          if (error instanceof Cancelled) return;
          stop.abort();
          throw error;
        }),
    ),
  );
  if (suite.signal.aborted) throw new Cancelled();
  return problem === undefined ? ok(undefined) : fail(problem);
}

interface Job {
  readonly key: RunKey;
  readonly task: Task;
  readonly release: string;
  /** What the Designer says to the first order, for a seeded fault. */
  readonly reply?: string;
}

async function plan({
  tasks,
  pairs,
  runs,
  releases,
  wantsVariant,
  signal,
}: SuiteRun): Promise<Result<readonly Job[]>> {
  const jobs: Job[] = [];
  const seeds = new Map<Task, readonly { readonly name: string; readonly reply: string }[]>();
  for (const task of tasks) {
    const release = await releases.open(task.release, signal);
    if (!release.ok) return release;
    for (const { model, qa } of pairs) {
      const key = { task: task.name, model, qa, variant: '' };
      const job = { task, release: release.value };
      if (model === 'wrong') {
        const replies = seeds.get(task) ?? (await seedsOf(task, release.value));
        if ('error' in replies) return replies;
        seeds.set(task, replies);
        const wanted = replies.filter(({ name }) => wantsVariant?.(task, name) ?? true);
        for (const { name, reply } of wanted)
          jobs.push({ ...job, key: { ...key, variant: name, run: 1 }, reply });
        continue;
      }
      // What always says the same is asked once, unless a model judges it.
      const times = isPlayer(model) && (qa === APPROVE || model === 'empty') ? 1 : runs;
      for (let run = 1; run <= times; run++) jobs.push({ ...job, key: { ...key, run } });
    }
  }
  return ok(jobs);
}

/** A checker that was never seen to refuse much is not believed. */
const FEWEST_WRONG = 5;

async function seedsOf(task: Task, release: string) {
  const texts = await textsOf(task, release);
  if (!texts.ok) return texts;
  const replies = wrongReplies(task, texts.value);
  if (!replies.ok) return replies;
  if (replies.value.length < FEWEST_WRONG)
    return fail(
      `${task.name}: only ${replies.value.length} wrong replies are known, and ${FEWEST_WRONG} are needed; write some`,
    );
  return replies.value.map(({ name, output }) => ({ name, reply: JSON.stringify(output) }));
}

/** The Python files of a package, and whatever the task touches, as the task finds them. */
async function textsOf({ definition, name }: Task, release: string): Promise<Result<Texts>> {
  const { setup = [], oracle = [], tempting = [], wrong = [], steps = [] } = definition;
  const edits = [
    setup,
    oracle,
    tempting,
    ...wrong.map(one => one.edits),
    ...steps.map(step => step.oracle),
  ].flat();
  const files = new Set([...(await pythonFiles(release)), ...edits.map(({ file }) => file)]);
  const texts = applyEdits(setup, await readTexts(release, [...files]));
  return texts.ok ? texts : fail(`${name}: its setup does not apply: ${texts.error}`);
}

async function runJob(
  suite: SuiteRun,
  { key, task, release, reply }: Job,
  spending: Spending,
  tools: EvalTools,
  signal: AbortSignal,
): Promise<Result<void>> {
  const opened = suite.open(key);
  if (!opened.ok) return opened;
  const { designer, qa, save } = opened.value;
  const cast: Cast = async (index, copy) => {
    let answers = designer;
    if (answers === undefined) {
      const text = await playerReply(task, key.model, index, reply, copy.work);
      if (!text.ok) return text;
      answers = sayer(key.model, text.value);
    }
    return ok(qa ? { designer: answers, qa } : approveAll(answers));
  };
  const ended = await runTask({ task, release, cast, spending, signal }, tools);
  await save();
  // A run that was cut off says nothing of anybody.
  throwIfCancelled(signal);
  if (!ended.ok) return ended;
  const { fault, seconds, ...end } = ended.value;
  if (fault !== undefined && NOT_ITS_FAULT.has(fault)) return fail(joinReasons(end.reasons));
  const isTimed = !suite.isPlayed && !(isPlayer(key.model) && key.qa === APPROVE);
  const run: EvalRun = {
    ...key,
    kind: task.definition.kind,
    ...end,
    seconds: isTimed ? Math.round(seconds * 10) / 10 : null,
  };
  try {
    await suite.file.add(run);
  } catch (error) {
    return fail(`a run could not be kept: ${error instanceof Error ? error.message : String(error)}`);
  }
  suite.onRun?.(run);
  return ok(undefined);
}

async function playerReply(
  task: Task,
  player: string,
  index: number,
  reply: string | undefined,
  work: string,
): Promise<Result<string>> {
  if (player === 'empty') return ok(emptyReply(task));
  if (index === 0 && reply !== undefined) return ok(reply);
  const edits = task.orders[index]?.oracle ?? [];
  const files = new Set([...(await pythonFiles(work)), ...edits.map(({ file }) => file)]);
  return oracleReply(task, index, await readTexts(work, [...files]));
}

const nameOf = ({ task, model, qa, variant, run }: RunKey): string =>
  [task, model, qa, variant, run].join('\0');

const spentBefore = (runs: readonly EvalRun[]): Spent =>
  runs.reduce(
    (sum, { usage }) =>
      addSpent(sum, {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        estimated: usage.estimated,
        unpriced: [],
        ...(usage.cost ? { cost: usage.cost } : {}),
      }),
    NOTHING_SPENT,
  );
