import type { LoopEnd } from '../conversation/agent-loop.ts';
import { versionsOf } from '../conversation/prompt-versions.ts';
import { Consents } from '../gate/consents.ts';
import type { Staging } from '../gate/staging.ts';
import { assertNever } from '../kernel/assert-never.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type { Files } from '../ports/files.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { OwnFolders } from '../ports/result-branch.ts';
import { beginRun } from '../runs/begin-run.ts';
import { notSeenSentence } from '../runs/not-seen.ts';
import { inFolder } from '../runs/open-stored.ts';
import { orFault } from '../runs/or-fault.ts';
import { beganAt, uncommitted } from '../runs/own-state.ts';
import { NeedsPerson, OwnWork, ownRun } from '../runs/own-work.ts';
import { whileSteered } from '../runs/steered-run.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { type CycleEnd, runCycle } from './cycle.ts';
import { placeWords } from './events.ts';
import { filesAsStaging } from './find-assignment.ts';
import { instructions, tasksText } from './instructions.ts';
import type { AgentOutcome } from './outcome.ts';
import { reconcileCommit } from './reconcile-commit.ts';
import type { Continuation } from './resume.ts';
import type { AgentPorts, AgentRequest, AgentRun } from './run-request.ts';
import { startBranch } from './start-branch.ts';
import type { AgentState } from './state.ts';
import { taskList } from './task-list.ts';
import { TASKS_FILES } from './tasks-file.ts';
import { agentWorkflow } from './workflow.ts';

/**
 * Runs a task agent in one of its modes. Expected faults do not reject: look at the
 * state's `outcome`. Each step is a journal line first.
 */
export function runTaskAgent(ports: AgentPorts, request: AgentRequest): Promise<AgentState> {
  const { assignment, mode, profile, model, review, delivery, onEvent } = request;
  const { text: task, taskId } = assignment;
  return beginRun(inFolder(ports), agentWorkflow, {
    title: `agent: ${task}`,
    onEvent,
    work: async recorder => {
      await recorder.record({
        type: 'run_started',
        runId: recorder.runId,
        task,
        ...(taskId === undefined ? {} : { taskId }),
        mode,
        profile,
        model: model.label,
        review,
        delivery,
        prompts: versionsOf(['task-agent'], request.qa),
      });
      const { steering } = ports;
      const { runId } = recorder;
      return whileSteered({ steering, runId, signal: request.signal }, (steered, signal) => {
        const run: AgentRun = { ports, request: { ...request, signal }, recorder, steered };
        return startsBeside(run.request, ports) ? runBeside(run) : runHere(run);
      });
    },
  });
}

/** Whether a new run works in checkouts beside the user's folder. */
export const startsBeside = (
  { mode, delivery }: Pick<AgentRequest, 'mode' | 'delivery'>,
  { branches }: AgentPorts,
): boolean =>
  mode === 'continuous' || (delivery !== 'none' && delivery !== 'folder' && branches !== undefined);

const consentsOf = ({ request, recorder }: AgentRun, continuation: Continuation | undefined): Consents =>
  new Consents(request.reviewer, event => recorder.record(event), continuation !== undefined, recorder.runId);

/** One cycle in the user's own folder. */
export async function runHere(run: AgentRun, continuation?: Continuation): Promise<AgentOutcome> {
  const { workspace } = run.ports;
  let resumed = continuation;
  const wantsCommits = !['none', 'folder'].includes(run.request.delivery);
  if (!workspace.delivery && wantsCommits && !continuation)
    await run.recorder.record({ type: 'warning', sentence: IN_THE_FOLDER, about: 'delivery' });
  if (workspace.delivery && run.request.delivery !== 'none') {
    const ready = await startBranch(run, workspace.delivery);
    if (!ready.ok) return blocked('workspace', ready.error);
    for (const sentence of ready.value) await run.recorder.record({ type: 'warning', sentence });
    if (continuation) resumed = await reconcileCommit(run, workspace.delivery, continuation);
  }
  const cycle = await oneCycle(run, {
    number: 1,
    workspace,
    submittedBefore: [],
    consents: consentsOf(run, continuation),
    continuation: resumed,
  });
  return outcomeOf(run, cycle);
}

/** In checkouts beside the user's folder, which stays as it is. */
export async function runBeside(run: AgentRun, continuation?: Continuation): Promise<AgentOutcome> {
  const { ports, request, recorder } = run;
  const isContinuous = request.mode === 'continuous';
  if (!ports.branches) return blocked('workspace', isContinuous ? NO_CYCLES : NO_REPOSITORY);
  const opened = await ports.branches.open(recorder.runId, request.signal);
  if (!opened.ok) return blocked('workspace', opened.error);
  const folders = opened.value;
  try {
    if (isContinuous) return await runCycles(run, folders, continuation);
    const { ended, moved } = await cycleBeside(run, folders, { submittedBefore: [], continuation });
    return moved === undefined ? outcomeOf(run, ended) : blocked('workspace', moved);
  } catch (error) {
    if (error instanceof NeedsPerson) return blocked('workspace', error.message);
    throw error;
  } finally {
    await sayWhatIsLeft(run);
    // What cannot be removed now is when the next run begins.
    await folders.close().catch(() => undefined);
  }
}

const IN_THE_FOLDER =
  'this folder is not a git repository with a commit: the agent works in the folder itself, and nothing is committed';
const NO_CYCLES = 'continuous mode needs a git repository with a commit; use converse mode here';
const NO_REPOSITORY =
  'it worked in a checkout of its own, and this folder is not a git repository with a commit any more';

async function sayWhatIsLeft({ recorder, request }: AgentRun): Promise<void> {
  const paths = new Set(
    uncommitted(recorder.state.applied).flatMap(({ files }) => files.map(({ path }) => path)),
  );
  if (paths.size === 0) return;
  const next = request.mode === 'single' ? '' : '; the run goes on with it when it is resumed';
  const sentence = `in no commit yet: ${[...paths].sort().join(', ')}${next}`;
  await recorder.record({ type: 'warning', sentence });
}

/** Cycles without a change or a submission in a row that show that nothing will come of it. */
const FRUITLESS_CYCLES = 2;

/**
 * Continuous: each cycle begins at the newest base. Ends by `ask_question`, by no tasks, by the user, a limit or an
 * error, and by nothing else.
 */
async function runCycles(
  run: AgentRun,
  folders: OwnFolders,
  continuation: Continuation | undefined,
): Promise<AgentOutcome> {
  const { request, recorder } = run;
  let fruitless = 0;
  for (let count = 0; count < request.maxCycles; count++) {
    const { ended, moved } = await cycleBeside(run, folders, {
      submittedBefore: recorder.state.submittedTasks,
      continuation: count === 0 ? continuation : undefined,
    });
    const { end, progressed } = ended;
    const finished = finishedWith(end);
    const { cycle } = recorder.state;
    await recorder.record({ type: 'cycle_ended', cycle, how: finished?.outcome ?? end.kind });
    if (moved !== undefined) return blocked('workspace', moved);
    if (!finished || finished.outcome === 'no_tasks') return outcomeOf(run, ended);
    fruitless = progressed ? 0 : fruitless + 1;
    if (fruitless >= FRUITLESS_CYCLES)
      return blocked(
        'stalled',
        `${fruitless} cycles in a row finished without a change, although tasks are open`,
      );
  }
  return blocked('limit', `the limit of ${request.maxCycles} cycles is reached`);
}

interface CycleBeside {
  readonly submittedBefore: readonly number[];
  readonly continuation: Continuation | undefined;
}

/** A cycle in a checkout of its own: at a new base, or, when one continues, as it was. */
async function cycleBeside(
  run: AgentRun,
  folders: OwnFolders,
  { submittedBefore, continuation }: CycleBeside,
): Promise<{ readonly ended: CycleEnd; readonly moved: string | undefined }> {
  const { recorder, ports, request } = run;
  const { signal } = request;
  const isContinuous = request.mode === 'continuous';
  const isResumed = continuation !== undefined && continuation.earlier.length > 0;
  const before = isResumed ? recorder.state.own : undefined;
  const from = before ?? beganAt(await startAt(run, folders, isContinuous ? 'newest' : 'here'));
  const open = () => uncommitted(recorder.state.applied.filter(c => c.cycle === recorder.state.cycle));
  const own = await OwnWork.open(
    ownRun({ recorder, from, open, folders, journals: ports.journals, signal }),
    { own: from, open: before ? open() : [] },
  );
  if (!isResumed && !folders.notSeen.some(isTaskList))
    await sayListMissing(run, own.workspace.files, from.start);
  const ended = await oneCycle(run, {
    number: isResumed ? recorder.state.cycle : recorder.state.cycle + 1,
    workspace: { ...own.workspace, base: from.start },
    submittedBefore,
    consents: consentsOf(run, continuation),
    continuation: continuation && withCommit(continuation, own.foundCommit),
  });
  const isDone = ended.end.kind === 'halted' || ended.end.kind === 'executed';
  return { ended, moved: isDone ? await own.whyMoved() : undefined };
}

/** The commit that a cycle begins from; what a person should know of it is said. */
async function startAt(
  { recorder, request: { signal } }: AgentRun,
  folders: OwnFolders,
  from: 'here' | 'newest',
): Promise<string> {
  const { commit, notes } = orFault(await folders.start(from, signal), signal);
  for (const sentence of notes) await recorder.record({ type: 'warning', sentence });
  // The list of tasks is named before what is only counted.
  const paths = [...folders.notSeen.filter(isTaskList), ...folders.notSeen.filter(path => !isTaskList(path))];
  const notSeen = from === 'here' ? notSeenSentence(paths, commit) : undefined;
  if (notSeen !== undefined) await recorder.record({ type: 'warning', sentence: notSeen });
  return commit;
}

const isTaskList = (path: string): boolean => TASKS_FILES.some(name => name === path);

/** The list of tasks may be the person's alone: git ignores it, or it was never committed. */
async function sayListMissing({ recorder, ports }: AgentRun, files: Files, start: string): Promise<void> {
  const { path } = await taskList(filesAsStaging(ports.workspace.files)).read();
  if (path === undefined || (await files.read(path)).kind !== 'missing') return;
  const sentence = `${path} is not in commit ${start.slice(0, 9)}, so the agent works without the list and marks nothing in it: commit it to change that`;
  await recorder.record({ type: 'warning', sentence });
}

const withCommit = (continuation: Continuation, subject: string | undefined): Continuation => {
  if (subject === undefined) return continuation;
  const text = `"${subject}" was committed before the interruption; do not commit it again.`;
  const newMessages = [...continuation.newMessages, { role: 'user', text } as const];
  // Its line is behind those that the continuation was made from.
  const committed = { at: 0, type: 'committed', sha: '', branch: '', subject, paths: [] } as const;
  return { ...continuation, events: [...continuation.events, committed], newMessages };
};

interface CycleStart {
  readonly number: number;
  readonly workspace: AgentWorkspace & { readonly base?: string };
  readonly submittedBefore: readonly number[];
  readonly consents: Consents;
  readonly continuation: Continuation | undefined;
}

async function oneCycle(
  run: AgentRun,
  { number, workspace, submittedBefore, consents, continuation }: CycleStart,
): Promise<CycleEnd> {
  const { recorder, request } = run;
  const { label, isolated, base } = workspace;
  const resumed = continuation !== undefined && continuation.earlier.length > 0;
  if (resumed)
    await recorder.record({
      type: 'warning',
      sentence: `continues in ${placeWords({ workspace: label, isolated })}`,
    });
  else
    await recorder.record({
      type: 'cycle_started',
      cycle: number,
      workspace: label,
      isolated,
      ...(base === undefined ? {} : { base }),
    });
  const own = new Set(
    continuation?.events.flatMap(e => (e.type === 'applied' ? e.files.map(f => f.path) : [])),
  );
  const changedBefore = isolated
    ? []
    : (await changedPaths(workspace, request.signal)).filter(path => !own.has(path));
  const messages = async (toolbox: Toolbox, staging: Staging): Promise<readonly ModelMessage[]> => {
    if (resumed) {
      await recordMessages(run, continuation.newMessages);
      return [...continuation.earlier, ...continuation.newMessages];
    }
    const messages = [
      ...instructions(toolbox, {
        profile: request.profile,
        mode: request.mode,
        assignment: request.assignment,
        list: await taskList(staging).read(),
        show: tasksText(staging, run.ports.sha256),
        submittedBefore,
      }),
      ...(continuation?.newMessages ?? []),
    ];
    await recordMessages(run, messages);
    return messages;
  };
  return runCycle(run, {
    workspace,
    consents,
    taskId: request.assignment.taskId,
    submittedBefore,
    changedBefore: new Set(changedBefore),
    messages,
    turnsBefore: continuation?.turns ?? 0,
    eventsBefore: continuation?.events ?? [],
  });
}

async function recordMessages({ recorder }: AgentRun, messages: readonly ModelMessage[]): Promise<void> {
  for (const message of messages) {
    if (message.role !== 'assistant') await recorder.record({ type: 'told', ...message });
  }
}

async function changedPaths({ delivery }: AgentWorkspace, signal: AbortSignal): Promise<readonly string[]> {
  const status = await delivery?.status(signal);
  return status?.ok ? status.value.changed : [];
}

const blocked = (by: Extract<AgentOutcome, { kind: 'BLOCKED' }>['by'], reason: string): AgentOutcome => ({
  kind: 'BLOCKED',
  by,
  reasons: [reason],
});

interface Finished {
  readonly outcome: 'cycle_complete' | 'no_tasks';
  readonly reason?: string;
}

function finishedWith(end: LoopEnd): Finished | undefined {
  if (end.kind !== 'halted' || end.by.tool !== 'finish') return undefined;
  const { outcome, reason } = end.by.response as {
    readonly outcome: Finished['outcome'];
    readonly reason?: string;
  };
  return { outcome, ...(reason === undefined ? {} : { reason }) };
}

export async function outcomeOf(
  run: AgentRun,
  { end, refused, leftNothing, open }: CycleEnd,
): Promise<AgentOutcome> {
  switch (end.kind) {
    case 'halted': {
      const finished = finishedWith(end);
      if (finished) return { kind: 'DONE', ...finished, ...(leftNothing ? { nothingChanged: true } : {}) };
      const { question_text } = end.by.response as { readonly question_text: string };
      await run.recorder.record({ type: 'asked', question: question_text });
      return { kind: 'WAITING', question: question_text };
    }
    case 'executed':
      return {
        kind: 'EXECUTED',
        failed: [
          ...end.results.filter(r => r.status !== 'ok').map(r => `${r.tool} (${r.status})`),
          ...(refused === undefined ? [] : [refused]),
          ...(open === undefined ? [] : [open]),
        ],
      };
    case 'stopped':
      return { kind: 'BLOCKED', by: end.by, reasons: [end.reason] };
    default:
      return assertNever(end);
  }
}
