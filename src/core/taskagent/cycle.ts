import type { FinishArgs, FinishResult, RunTestsResult } from '../../generated/contracts.ts';
import type { ChangeSet } from '../changes/change-set.ts';
import { fileRecords } from '../changes/file-records.ts';
import { type LoopEnd, runAgentLoop } from '../conversation/agent-loop.ts';
import { allowRequest } from '../conversation/budget.ts';
import { LONG_CONVERSATION } from '../conversation/compact.ts';
import { recordConversation } from '../conversation/record-conversation.ts';
import { restoreShown } from '../conversation/restore-shown.ts';
import type { ChangeCheck } from '../gate/change-gate.ts';
import type { Consents } from '../gate/consents.ts';
import { runConsentedTests } from '../gate/run-consented-tests.ts';
import type { Staging } from '../gate/staging.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import type { AgentWorkspace } from '../ports/agent-workspace.ts';
import type { ModelMessage } from '../ports/model.ts';
import { createPythonSymbols } from '../python/python-symbols.ts';
import { checksAfter, type GatedWork, gateWork } from '../runs/gated-work.ts';
import { whyNotDone } from '../runs/last-state.ts';
import { gradeClaims } from '../runs/reported-claims.ts';
import { steerConversation } from '../runs/steered-conversation.ts';
import { agentFileTools } from '../tools/agent-file-tools.ts';
import { controlTools } from '../tools/control-tools.ts';
import { deliveryTools, type ToolError } from '../tools/delivery-tools.ts';
import { symbolTools } from '../tools/read-tools.ts';
import { runTestsTool } from '../tools/run-tests.ts';
import { searchTools } from '../tools/search-tools.ts';
import { stagedEditTools } from '../tools/staged-edit-tools.ts';
import { Toolbox } from '../tools/toolbox.ts';
import { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import { DefinitionOfDone } from './definition-of-done.ts';
import { deliverRest, finishFeature, submitForReview } from './deliver.ts';
import { digestOf } from './digest.ts';
import type { AgentEvent } from './events.ts';
import { restoreDone } from './restore.ts';
import { HALTING_TOOLS, TERMINAL_TOOLS, toolsOf } from './roles.ts';
import type { AgentRun } from './run-request.ts';
import { taskList } from './task-list.ts';
import { checkTasksWrite, namesTheList, TASKS_FILES } from './tasks-file.ts';

export interface CycleRequest {
  readonly workspace: AgentWorkspace;
  readonly consents: Consents;
  readonly taskId: number | undefined;
  /** Tasks submitted in earlier cycles: not to be taken up again. */
  readonly submittedBefore: readonly number[];
  readonly changedBefore: ReadonlySet<string>;
  /** Instructions and task, or the resumed transcript. */
  readonly messages: (toolbox: Toolbox, staging: Staging) => Promise<readonly ModelMessage[]>;
  /** Executed envelopes and journal of this cycle when it is resumed. */
  readonly turnsBefore: number;
  readonly eventsBefore: readonly AgentEvent[];
}

export interface CycleEnd {
  readonly end: LoopEnd;
  /** Whether anything was changed or submitted. */
  readonly progressed: boolean;
  /** Whether everything that was written is undone. */
  readonly leftNothing: boolean;
  /** Why changes of the last reply were not let through, if they were not. */
  readonly refused: string | undefined;
  /** Why what was written cannot be called done, for a plan that was executed at once. */
  readonly open: string | undefined;
}

/** One attempt: turns with the agent until it finishes, asks, or reaches a limit. */
export async function runCycle(run: AgentRun, cycle: CycleRequest): Promise<CycleEnd> {
  const { ports, recorder, request } = run;
  const { workspace, consents } = cycle;
  const { spending = { caps: [] }, review } = request;
  const done = new DefinitionOfDone(cycle.taskId);
  restoreDone(done, cycle.eventsBefore);
  const verifier = new WorkspaceVerifier({
    ...ports,
    files: workspace.files,
    // Both look at the user's folder, not at a checkout of its own.
    simulatedLinter: workspace.isolated ? undefined : ports.simulatedLinter,
    analyst: workspace.isolated ? undefined : ports.analyst,
  });
  const work: GatedWork = {
    runId: recorder.runId,
    workflow: 'task agent',
    ports,
    folder: workspace,
    settings: request,
    verifier,
    consents,
    record: event => recorder.record(event),
    applied: () => {
      const { applied, cycle: now } = recorder.state;
      return applied.filter(change => change.cycle === now && !change.reverted);
    },
    asMerged: workspace.isolated,
    spent: () => recorder.state.spent,
  };
  const after = checksAfter(work);
  const { gate, turns } = gateWork(work, {
    after,
    nextNumber: () => recorder.state.proposals + 1,
    task: () => request.assignment.text,
    check: changes => {
      const checked = checkTasksFile(changes, done.taskId, namesTheList(request.assignment.text));
      if (!checked.ok) return checked;
      return ok({ warnings: [...checked.value.warnings, ...warnOfMixing(changes)] });
    },
    onApplied: changes => done.noteApplied(fileRecords(changes)),
    shown: restoreShown(cycle.eventsBefore, ports.sha256),
  });
  const conversation = recordConversation(event => recorder.record(event), request.model, spending.prices);
  const tasks = taskList(gate.staging);
  const { delivery, isolated: own } = workspace;
  const { changedBefore } = cycle;
  const context = { run, delivery, own, done, consents, tasks, changedBefore };

  const toolbox = new Toolbox([
    ...agentFileTools(gate.staging),
    ...stagedEditTools(gate.staging),
    ...searchTools(gate.staging),
    ...symbolTools(createPythonSymbols(workspace.files)),
    runTestsTool(runTests),
    ...deliveryTools({
      finishFeature: async (args, signal) =>
        refuseWhile(await whyNotPassing(), 'finish the feature again') ??
        finishFeature(context, args, signal),
      submitForReview: async (args, signal) =>
        refuseWhile(await whyNotPassing(), 'submit it again') ?? submitForReview(context, args, signal),
    }),
    ...controlTools(finish),
  ]);

  const end = await runAgentLoop({
    model: request.model,
    role: 'agent',
    profile: request.profile,
    messages: await cycle.messages(toolbox, gate.staging),
    toolbox,
    allowed: toolsOf(request.profile),
    terminal: TERMINAL_TOOLS,
    halting: HALTING_TOOLS,
    turns: request.mode === 'single' ? 'one' : 'many',
    turnsBefore: cycle.turnsBefore,
    maxTurns: cycle.turnsBefore + request.maxTurns,
    compaction: {
      above: () => LONG_CONVERSATION,
      digest: () => digestOf(request.assignment, recorder.state, done),
    },
    patience: request.patience,
    signal: request.signal,
    before: turns.before,
    after: async (result, effect) => {
      if (effect === 'write' && result.status === 'ok' && done.isAfterSubmission)
        turns.note(`${result.tool} came after submit_for_review; submit again before finish`);
      return result;
    },
    gate: turns.gate,
    closeTurn: turns.closeTurn,
    ...conversation,
    ...steerConversation(
      run.steered,
      event => recorder.record(event),
      inputTokens => allowRequest(request.model, inputTokens, recorder.state.spent, spending),
    ),
    onEnvelope: async (envelope, turn) => {
      gate.beginTurn(turn, envelope.note);
      await conversation.onEnvelope(envelope, turn);
    },
    ...(request.onCall ? { onCall: request.onCall } : {}),
  });
  const { started: progressed, leftNothing } = done;
  // A plan that is executed at once has nobody who finishes it.
  const open = end.kind === 'executed' ? await whyNotPassing() : undefined;
  const isLeft = end.kind === 'executed' && own && request.delivery !== 'none' && done.uncommitted.length > 0;
  const left = isLeft ? await deliverRest(context, request.signal) : undefined;
  return { end, progressed, leftNothing, refused: gate.refusedThisTurn, open: open ?? left };

  /** Said before the person decides: a commit takes the whole file. */
  function warnOfMixing(changes: ChangeSet): readonly string[] {
    if (request.delivery === 'none' || !delivery) return [];
    const mixed = changes.files.map(f => f.path).filter(path => cycle.changedBefore.has(path));
    return mixed.map(path => `${path} has changes of yours that are not committed; a commit takes them too`);
  }

  async function runTests(signal: AbortSignal): Promise<RunTestsResult> {
    const { ran, result, missing } = await runConsentedTests(
      { tests: workspace.tests, consents, review },
      signal,
    );
    if (missing !== undefined) await recorder.record({ type: 'tests_missing', reason: missing });
    if (ran) done.noteTests(result.ok);
    return result;
  }

  /** Nothing is handed over or called done that the policy does not let pass. */
  function refuseWhile(open: string | undefined, next: string): ToolError | undefined {
    return open === undefined
      ? undefined
      : {
          error: `not done: ${open}. Correct it, then ${next}; or say with ask_question why you cannot`,
          changed: false,
        };
  }

  /** What is handed over, and a plan that is executed, may have tests that fail: both say so. */
  function whyNotPassing(): Promise<string | undefined> {
    return whyNotDone({ ...recorder.state, testRun: undefined }, after);
  }

  async function finish(args: FinishArgs): Promise<FinishResult | ToolError> {
    const list = await tasks.read();
    const checked = done.checkFinish(
      args.outcome,
      list.tasks,
      cycle.submittedBefore,
      request.assignment.text,
    );
    if (!checked.ok) return { error: checked.error, changed: false };
    const open = refuseWhile(await whyNotDone(recorder.state, after), 'finish again');
    if (open) return open;
    for (const claim of gradeClaims(args.reason ?? '', done.whatRan))
      await recorder.record({ type: 'warning', sentence: `the agent ${claim}` });
    return {
      ok: true,
      outcome: checked.value,
      ...(args.reason === undefined ? {} : { reason: args.reason }),
    };
  }
}

/** The list of tasks stays readable, and a change to more than the task at hand is reported. */
function checkTasksFile(
  changes: ChangeSet,
  taskId: number | undefined,
  isAboutList: boolean,
): Result<ChangeCheck> {
  const warnings: string[] = [];
  for (const { path, before, after } of changes.files) {
    if (!TASKS_FILES.some(name => name === path)) continue;
    const [old, now] = [before && decodeUtf8(before), after && (decodeUtf8(after) ?? '')];
    const checked = checkTasksWrite(old, now, taskId, isAboutList);
    if (!checked.ok) return fail(`${path}: ${checked.error}; nothing of this change was written`);
    warnings.push(...checked.value.map(w => `${path}: ${w}`));
  }
  return ok({ warnings });
}
