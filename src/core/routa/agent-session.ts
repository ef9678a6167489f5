import type { ChangeSet } from '../changes/change-set.ts';
import { isInScope } from '../changes/scope.ts';
import { GatedTurns } from '../conversation/gated-turns.ts';
import { restoreShown } from '../conversation/restore-shown.ts';
import { AfterApply } from '../gate/after-apply.ts';
import { type ChangeCheck, ChangeGate } from '../gate/change-gate.ts';
import type { Consents } from '../gate/consents.ts';
import { runConsentedTests } from '../gate/run-consented-tests.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Semaphore } from '../kernel/semaphore.ts';
import type { Model } from '../ports/model.ts';
import type { PythonSymbols } from '../ports/python-symbols.ts';
import { whyNotDone } from '../runs/last-state.ts';
import { inspectWith } from '../runs/qa.ts';
import { changesOf } from '../runs/stored-changes.ts';
import { symbolTools } from '../tools/read-tools.ts';
import { runTestsTool } from '../tools/run-tests.ts';
import type { Tool } from '../tools/tool.ts';
import { Toolbox } from '../tools/toolbox.ts';
import type { WorkspaceVerifier } from '../verification/workspace-verifier.ts';
import type { Agent } from './agent.ts';
import { coordinationTools } from './coordination-tools.ts';
import type { Delegator } from './delegate.ts';
import { ORCHESTRATOR } from './events.ts';
import { routaFileTools, taskAtWork } from './file-tools.ts';
import { lifecycleTools } from './lifecycle-tools.ts';
import type { RoutaPorts, RoutaSettings } from './run-request.ts';
import type { TaskBoard } from './task-board.ts';

/** What all sessions of one host share. */
export interface Hosting {
  readonly ports: RoutaPorts;
  readonly settings: RoutaSettings;
  readonly board: TaskBoard;
  /** Numbers of changes, counted through the whole workspace. */
  readonly nextNumber: () => number;
  /** Replies of all agents before this session. */
  readonly turnsBefore: number;
  /** One for all: they work in the same folder. */
  readonly verifier: WorkspaceVerifier;
  /** What is known of the Python code, for all of them. */
  readonly symbols: PythonSymbols;
  /** Asked once for the whole workspace. */
  readonly consents: Consents;
  /** Model calls at the same time. */
  readonly slots: Semaphore;
}

/** One agent at work: its tools, bound to it, and the change gate between its writes and the disk. */
export class AgentSession {
  readonly agent: Agent;
  readonly toolbox: Toolbox;
  readonly gate: ChangeGate;
  readonly turns: GatedTurns;
  /** Aborted when this agent, or all of them, are to stop. */
  readonly signal: AbortSignal;
  readonly #stopping = new AbortController();
  #turn = 0;

  constructor(hosting: Hosting, agent: Agent) {
    const { ports, settings, board, nextNumber } = hosting;
    this.agent = agent;
    this.signal = AbortSignal.any([settings.signal, this.#stopping.signal]);
    const delegator = (): Delegator => ({ id: agent.id, group: `${agent.id}:${this.#turn}` });
    const after = checksAfter(hosting, agent.id, this.signal);
    this.gate = new ChangeGate({
      runId: board.recorder.runId,
      files: ports.files,
      isolated: false,
      workflow: 'routa',
      verifier: hosting.verifier,
      after,
      sha256: ports.sha256,
      reviewer: settings.reviewer.reviewerOf?.(agent.id) ?? settings.reviewer,
      review: settings.review,
      journals: ports.journals,
      record: event => board.recorder.record({ ...event, agentId: agent.id }),
      nextNumber,
      signal: this.signal,
      check: changes => checkScope(board, agent, changes),
      ...(settings.qa ? { inspect: inspectAs(hosting, settings.qa, agent, this.signal) } : {}),
      onApplied: () => undefined,
      shown: restoreShown(agent.conversation, ports.sha256),
    });
    this.turns = new GatedTurns(this.gate, settings.review);
    this.toolbox = new Toolbox([
      ...coordinationTools(board, agent, delegator, () =>
        whyNotDone({ after: agent.after, proposals: board.workspace.proposals }, after),
      ),
      ...lifecycleTools(board, agent, delegator),
      ...routaFileTools(board, agent, this.gate.staging, settings.outsideScope),
      ...symbolTools(hosting.symbols),
      ...testTools(hosting),
    ]);
  }

  beginTurn(turn: number, note: string): void {
    this.#turn = turn;
    this.gate.beginTurn(turn, note);
  }

  stop(): void {
    this.#stopping.abort();
  }
}

/** `run_tests`, where tests can be run. */
function testTools({ ports, settings: { review }, consents }: Hosting): readonly Tool[] {
  const tests = ports.programs?.tests;
  if (!tests) return [];
  return [
    runTestsTool(async signal => (await runConsentedTests({ tests, consents, review }, signal)).result),
  ];
}

/** The checks of what one agent, or with `ORCHESTRATOR` all of them, left on the disk. */
export const checksAfter = (
  {
    ports,
    settings,
    board,
    verifier,
    consents,
  }: Pick<Hosting, 'ports' | 'settings' | 'board' | 'verifier' | 'consents'>,
  agentId: string,
  signal: AbortSignal,
): AfterApply =>
  new AfterApply({
    ...ports.programs,
    workflow: 'routa',
    verifier,
    consents,
    review: settings.review,
    changes: () => {
      const isMeant = (change: { readonly agentId: string }) =>
        agentId === ORCHESTRATOR || change.agentId === agentId;
      return changesOf(ports.journals, board.recorder.runId, board.workspace.applied.filter(isMeant));
    },
    record: event => board.recorder.record({ ...event, agentId }),
    signal,
  });

/** A change outside the task's scope is shown to a person, whatever the review policy says. */
function checkScope(board: TaskBoard, agent: Agent, changes: ChangeSet): Result<ChangeCheck> {
  const task = taskAtWork(board, agent);
  if (!task || task.scope.length === 0) return ok({ warnings: [] });
  const outside = changes.files.map(f => f.path).filter(path => !isInScope(path, task.scope));
  if (outside.length === 0) return ok({ warnings: [] });
  const sentence = `${outside.join(', ')}: outside the scope of ${task.taskId} (${task.scope.join(', ')})`;
  return ok({ warnings: [sentence], needsPerson: true });
}

/** QA of one agent's changes is one of the workspace's model calls at the same time. */
function inspectAs({ ports, settings, board, slots }: Hosting, qa: Model, agent: Agent, signal: AbortSignal) {
  const { recorder, workspace } = board;
  return inspectWith({
    model: {
      label: qa.label,
      ...(qa.identity ? { identity: qa.identity } : {}),
      ask: async request => {
        const release = await slots.take(signal);
        return qa.ask(request).finally(release);
      },
    },
    files: ports.files,
    sha256: ports.sha256,
    task: () => {
      const task = taskAtWork(board, agent);
      if (!task) return workspace.goal;
      return [task.title, task.objective, ...task.acceptance.map(point => `- ${point}`)].join('\n');
    },
    spending: settings.spending,
    spent: () => workspace.spent,
    signal,
    record: reply => recorder.record({ ...reply, agentId: agent.id }),
  });
}
