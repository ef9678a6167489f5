import type { ChangeSet } from '../changes/change-set.ts';
import { isInScope } from '../changes/scope.ts';
import type { GatedTurns } from '../conversation/gated-turns.ts';
import { restoreShown } from '../conversation/restore-shown.ts';
import type { ChangeCheck, ChangeGate } from '../gate/change-gate.ts';
import type { Consents } from '../gate/consents.ts';
import { runConsentedTests } from '../gate/run-consented-tests.ts';
import { ok, type Result } from '../kernel/result.ts';
import type { Semaphore } from '../kernel/semaphore.ts';
import type { Model } from '../ports/model.ts';
import { checksAfter, type GatedWork, gateWork } from '../runs/gated-work.ts';
import { whyNotDone } from '../runs/last-state.ts';
import { symbolTools } from '../tools/read-tools.ts';
import { runTestsTool } from '../tools/run-tests.ts';
import type { Tool } from '../tools/tool.ts';
import { Toolbox } from '../tools/toolbox.ts';
import type { Agent } from './agent.ts';
import { coordinationTools } from './coordination-tools.ts';
import type { Delegator } from './delegate.ts';
import { ORCHESTRATOR } from './events.ts';
import { routaFileTools, taskAtWork } from './file-tools.ts';
import type { InTurn } from './in-turn.ts';
import { lifecycleTools } from './lifecycle-tools.ts';
import type { Place, Places } from './place.ts';
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
  /** Where they work. */
  readonly places: Places;
  /** Asked once for the whole workspace. */
  readonly consents: Consents;
  /** Model calls at the same time. */
  readonly slots: Semaphore;
  /** Agents of other makers at work at the same time: each is a process that lives through its whole task. */
  readonly playing: Semaphore;
  /** Left out: nobody waits for the others. */
  readonly inTurn: InTurn | undefined;
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
  /** The folder in which it works; `undefined`: the user's. */
  readonly folder: string | undefined;
  readonly #places: Places;
  #turn = 0;

  /** @param place where it works */
  constructor(hosting: Hosting, agent: Agent, place: Place) {
    const { ports, settings, board, nextNumber, places } = hosting;
    this.agent = agent;
    this.#places = places;
    this.folder = place.root;
    this.signal = AbortSignal.any([settings.signal, this.#stopping.signal]);
    const delegator = (): Delegator => ({ id: agent.id, group: `${agent.id}:${this.#turn}` });
    const work = gatedWork(hosting, place, agent.id, this.signal);
    const after = checksAfter(work);
    const { gate, turns } = gateWork(work, {
      after,
      nextNumber,
      check: changes => checkScope(board, agent, changes),
      asks: () => {
        const task = taskAtWork(board, agent);
        return { agent: agent.id, ...(task ? { task: task.taskId } : {}) };
      },
      task: () => {
        const task = taskAtWork(board, agent);
        if (!task) return board.workspace.goal;
        return [task.title, task.objective, ...task.acceptance.map(point => `- ${point}`)].join('\n');
      },
      shown: restoreShown(agent.conversation, ports.sha256),
    });
    this.gate = gate;
    this.turns = turns;
    this.toolbox = new Toolbox([
      ...coordinationTools(
        board,
        agent,
        delegator,
        () => whyNotDone({ after: agent.after, proposals: board.workspace.proposals }, after),
        (task, summary) => places.merge(agent, task, summary),
      ),
      ...lifecycleTools(board, agent, delegator),
      ...routaFileTools(board, agent, this.gate.staging, settings.outsideScope),
      ...symbolTools(place.symbols),
      ...testTools(hosting, place),
    ]);
  }

  /** Before a reply. */
  refresh(): Promise<void> {
    return this.#places.refresh(this.agent);
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
function testTools({ settings: { review }, consents }: Hosting, { folder }: Place): readonly Tool[] {
  const { tests } = folder;
  if (!tests) return [];
  return [
    runTestsTool(async signal => (await runConsentedTests({ tests, consents, review }, signal)).result),
  ];
}

/** The changes of one agent, or with `ORCHESTRATOR` of all of them, on their way to the disk and on it. */
export const gatedWork = (
  { ports, settings, board, consents, slots }: Omit<Hosting, 'nextNumber' | 'turnsBefore' | 'playing'>,
  { folder, verifier }: Place,
  agentId: string,
  signal: AbortSignal,
): GatedWork => {
  const { recorder, workspace } = board;
  const { reviewer, qa } = settings;
  return {
    runId: recorder.runId,
    workflow: 'routa',
    ports,
    folder,
    settings: {
      ...settings,
      reviewer: reviewer.reviewerOf?.(agentId) ?? reviewer,
      ...(qa ? { qa: inSlot(qa, slots, signal) } : {}),
      signal,
    },
    verifier,
    consents,
    record: event => recorder.record({ ...event, agentId }),
    // What an agent has in a checkout of its own begins where its earlier work was merged.
    applied: () =>
      workspace.applied.filter(({ agentId: by, isolated, merged }) =>
        agentId === ORCHESTRATOR
          ? !isolated || merged !== undefined
          : by === agentId && !(isolated && merged !== undefined),
      ),
    spent: () => workspace.spent,
    asMerged: folder.isolated && agentId === ORCHESTRATOR,
  };
};

/** QA of one agent's changes is one of the workspace's model calls at the same time. */
const inSlot = (model: Model, slots: Semaphore, signal: AbortSignal): Model => ({
  ...model,
  ask: request => slots.run(() => model.ask(request), signal),
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
