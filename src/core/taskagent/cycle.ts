import type { FinishArgs, FinishResult, RunTestsResult } from '../../generated/contracts.ts';
import { type LoopEnd, runAgentLoop } from '../conversation/agent-loop.ts';
import { allowRequest } from '../conversation/budget.ts';
import { type CallResult, MUTATING } from '../conversation/execute-calls.ts';
import { costOf } from '../conversation/prices.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type { ModelMessage } from '../ports/model.ts';
import { agentFileTools } from '../tools/agent-file-tools.ts';
import { controlTools } from '../tools/control-tools.ts';
import { deliveryTools, type ToolError } from '../tools/delivery-tools.ts';
import { runTestsTool } from '../tools/run-tests.ts';
import type { ToolEffect } from '../tools/tool.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { ChangeGate } from './change-gate.ts';
import type { Consents } from './consents.ts';
import { DefinitionOfDone } from './definition-of-done.ts';
import { finishFeature, submitForReview } from './deliver.ts';
import type { AgentEvent } from './events.ts';
import { restoreDone } from './restore.ts';
import { AGENT_TOOLS, HALTING_TOOLS, TERMINAL_TOOLS } from './roles.ts';
import type { AgentRun } from './run-request.ts';
import { taskList } from './task-list.ts';

export interface CycleRequest {
  readonly workspace: AgentWorkspace;
  readonly consents: Consents;
  readonly taskId: number | undefined;
  /** Tasks submitted in earlier cycles: not to be taken up again. */
  readonly submittedBefore: readonly number[];
  readonly changedBefore: ReadonlySet<string>;
  /** Instructions and task, or the transcript that goes on. */
  readonly messages: (toolbox: Toolbox) => Promise<readonly ModelMessage[]>;
  /** Executed envelopes and journal of this cycle when it goes on. */
  readonly turnsBefore: number;
  readonly eventsBefore: readonly AgentEvent[];
}

export interface CycleEnd {
  readonly end: LoopEnd;
  /** Whether anything was changed or submitted. */
  readonly progressed: boolean;
  /** Why changes of the last reply were not let through, if they were not. */
  readonly refused: string | undefined;
}

/** Effects that need the staged changes on disk, approved, before they run. */
const NEEDS_DISK: ReadonlySet<ToolEffect> = new Set(['verify', 'vcs', 'control']);

/** One attempt: turns with the agent until it finishes, asks, or a limit ends it (C2). */
export async function runCycle(run: AgentRun, cycle: CycleRequest): Promise<CycleEnd> {
  const { recorder, request } = run;
  const { workspace, consents } = cycle;
  const { spending = { caps: [] } } = request;
  const done = new DefinitionOfDone(cycle.taskId);
  restoreDone(done, cycle.eventsBefore);
  const gate = new ChangeGate(
    run,
    workspace,
    () => done.taskId,
    changes => done.noteApplied(changes.files),
  );
  const tasks = taskList(gate.staging);
  const { isolated, delivery } = workspace;
  const context = { run, delivery, isolated, done, consents, tasks, changedBefore: cycle.changedBefore };
  const turnNotes: string[] = [];

  const toolbox = new Toolbox([
    ...agentFileTools(gate.staging),
    runTestsTool(runTests),
    ...deliveryTools({
      finishFeature: (args, signal) => finishFeature(context, args, signal),
      submitForReview: (args, signal) => submitForReview(context, args, signal),
    }),
    ...controlTools(finish),
  ]);

  const end = await runAgentLoop({
    model: request.model,
    role: 'agent',
    profile: request.profile,
    messages: await cycle.messages(toolbox),
    toolbox,
    allowed: AGENT_TOOLS,
    terminal: TERMINAL_TOOLS,
    halting: HALTING_TOOLS,
    turns: request.mode === 'single' ? 'one' : 'many',
    turnsBefore: cycle.turnsBefore,
    maxTurns: cycle.turnsBefore + request.maxTurns,
    allow: inputTokens => allowRequest(request.model, inputTokens, recorder.state.spent, spending),
    signal: request.signal,
    before,
    after,
    closeTurn: async () => {
      note(await gate.settle());
      return turnNotes.splice(0);
    },
    onReply: (text, model, usage) => {
      const cost = costOf(usage, request.model.identity, spending.prices);
      return recorder.record({ type: 'replied', text, model, usage, ...(cost ? { cost } : {}) });
    },
    onTold: text => recorder.record({ type: 'told', role: 'user', text }),
    onFault: (fault, repair) => recorder.record({ type: 'protocol_fault', fault, repair }),
    onEnvelope: async (envelope, turn) => {
      gate.beginTurn(turn, envelope.note);
      await recorder.record({
        type: 'turn_started',
        turn,
        note: envelope.note,
        calls: envelope.calls.length,
        fenced: envelope.fenced,
      });
    },
    onResult: ({ tool, args, status, response }, index, turn) =>
      recorder.record({ type: 'called', turn, index, tool, args, status, response }),
    onWaiting: sentence => void recorder.record({ type: 'waiting', sentence }),
  });
  return { end, progressed: done.started, refused: gate.refusedThisTurn };

  /** Nothing that relies on the workspace runs on changes that nobody let through. */
  async function before(_name: string, effect: ToolEffect | undefined): Promise<string | undefined> {
    gate.seen.showing = effect === 'read';
    if (effect === undefined) return undefined;
    if (NEEDS_DISK.has(effect)) note(await gate.settle());
    const refused = gate.refusedThisTurn;
    const relies = NEEDS_DISK.has(effect) || MUTATING.has(effect);
    return refused !== undefined && relies
      ? `not run: a change of this reply was refused (${refused})`
      : undefined;
  }

  async function after(result: CallResult, effect: ToolEffect | undefined): Promise<CallResult> {
    gate.seen.showing = false;
    if (effect !== 'write' || result.status !== 'ok') return result;
    if (done.isAfterSubmission)
      turnNotes.push(`${result.tool} came after submit_for_review; submit again before finish`);
    if (request.review !== 'each') return result;
    const settled = await gate.settle();
    if (settled.ok) {
      turnNotes.push(...settled.value);
      return result;
    }
    return { ...result, status: 'error', response: { error: settled.error, changed: false } };
  }

  function note(settled: Awaited<ReturnType<ChangeGate['settle']>>): void {
    if (settled.ok) turnNotes.push(...settled.value);
    else turnNotes.push(`the changes of this reply before this point: ${settled.error}`);
  }

  /** Tests are code of the workspace: a found command, or files nobody has read, need a yes first (C19). */
  async function runTests(signal: AbortSignal): Promise<RunTestsResult> {
    const command = await workspace.tests.find(signal);
    if (!command.ok) return didNotRun(command.error);
    const isSettled = command.value.origin === 'script' && request.review !== 'auto';
    const { label } = command.value;
    if (!isSettled && !(await consents.ask({ kind: 'run tests', command: label }, signal)))
      return didNotRun(`running "${label}" was not allowed`);
    const result = await workspace.tests.run(signal);
    done.noteTests(result.ok);
    return result;
  }

  async function finish(args: FinishArgs): Promise<FinishResult | ToolError> {
    const list = await tasks.read();
    const checked = done.checkFinish(args.outcome, list.tasks, cycle.submittedBefore);
    if (!checked.ok) return { error: checked.error, changed: false };
    return {
      ok: true,
      outcome: checked.value,
      ...(args.reason === undefined ? {} : { reason: args.reason }),
    };
  }
}

const didNotRun = (reason: string): RunTestsResult => ({
  ok: false,
  exit_code: -1,
  stdout: '',
  stderr: reason,
  passed: null,
  total: null,
});
