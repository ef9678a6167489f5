import type { LoopEnd } from '../conversation/agent-loop.ts';
import { versionsOf } from '../conversation/prompt-versions.ts';
import { Consents } from '../gate/consents.ts';
import type { Staging } from '../gate/staging.ts';
import { assertNever } from '../kernel/assert-never.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type { ModelMessage } from '../ports/model.ts';
import { beginRun } from '../runs/begin-run.ts';
import { inFolder } from '../runs/open-stored.ts';
import { whileSteered } from '../runs/steered-run.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { type CycleEnd, runCycle } from './cycle.ts';
import { instructions, tasksText } from './instructions.ts';
import type { AgentOutcome } from './outcome.ts';
import { reconcileCommit } from './reconcile-commit.ts';
import type { Continuation } from './resume.ts';
import type { AgentPorts, AgentRequest, AgentRun } from './run-request.ts';
import { startBranch } from './start-branch.ts';
import type { AgentState } from './state.ts';
import { taskList } from './task-list.ts';
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
        return mode === 'continuous' ? runCycles(run) : runHere(run);
      });
    },
  });
}

/** Single and converse: one cycle in the user's own folder. */
export async function runHere(run: AgentRun, continuation?: Continuation): Promise<AgentOutcome> {
  const { workspace } = run.ports;
  let resumed = continuation;
  if (workspace.delivery && run.request.delivery !== 'none') {
    const ready = await startBranch(run, workspace.delivery);
    if (!ready.ok) return blocked('workspace', ready.error);
    for (const sentence of ready.value) await run.recorder.record({ type: 'warning', sentence });
    if (continuation) resumed = await reconcileCommit(run, workspace.delivery, continuation);
  }
  const consents = new Consents(
    run.request.reviewer,
    event => run.recorder.record(event),
    continuation !== undefined,
    run.recorder.runId,
  );
  const cycle = await oneCycle(run, {
    number: 1,
    workspace,
    submittedBefore: [],
    consents,
    continuation: resumed,
  });
  return outcomeOf(run, cycle);
}

/** Cycles without a change or a submission in a row that show that nothing will come of it. */
const FRUITLESS_CYCLES = 2;

/**
 * Continuous: a fresh checkout per cycle, the user's folder untouched. Ends by `ask_question`, by no tasks, by the
 * user, a limit or an error, and by nothing else.
 */
export async function runCycles(run: AgentRun, continuation?: Continuation): Promise<AgentOutcome> {
  const { ports, request, recorder } = run;
  if (!ports.checkouts) {
    return blocked(
      'workspace',
      'continuous mode needs a git repository with a commit; use converse mode here',
    );
  }
  const consents = new Consents(
    request.reviewer,
    event => recorder.record(event),
    continuation !== undefined,
    recorder.runId,
  );
  let fruitless = 0;
  const first = recorder.state.cycle + 1;
  for (let number = first; number < first + request.maxCycles; number++) {
    const opened = await ports.checkouts.open(recorder.runId, number, request.signal);
    if (!opened.ok) return blocked('workspace', opened.error);
    const checkout = opened.value;
    try {
      for (const sentence of checkout.notes) await recorder.record({ type: 'warning', sentence });
      const ended = await oneCycle(run, {
        number,
        workspace: checkout,
        submittedBefore: recorder.state.submittedTasks,
        consents,
        continuation: number === first ? continuation : undefined,
      });
      const { end, progressed } = ended;
      const finished = finishedWith(end);
      await recorder.record({ type: 'cycle_ended', cycle: number, how: finished?.outcome ?? end.kind });
      if (!finished || finished.outcome === 'no_tasks') return outcomeOf(run, ended);
      fruitless = progressed ? 0 : fruitless + 1;
      if (fruitless >= FRUITLESS_CYCLES)
        return blocked(
          'stalled',
          `${fruitless} cycles in a row finished without a change, although tasks are open`,
        );
    } finally {
      const kept = await checkout.dispose();
      if (kept !== undefined) await recorder.record({ type: 'warning', sentence: kept });
    }
  }
  return blocked('limit', `the limit of ${request.maxCycles} cycles is reached`);
}

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
  if (resumed) await recorder.record({ type: 'warning', sentence: `continues in ${label}` });
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
  const changedBefore = (await changedPaths(workspace, request.signal)).filter(path => !own.has(path));
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
