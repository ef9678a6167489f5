import { Recorder } from '../conversation/recorder.ts';
import { recordIfApplied } from '../gate/record-applied.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import type { Journal } from '../ports/journal.ts';
import { createJournal, JournalFault, UNRECORDED } from '../ports/journal-fault.ts';
import { Desk } from './desk.ts';
import { ORCHESTRATOR, type PlannedTask, type RoutaEvent, USER } from './events.ts';
import { createAgent } from './manage-agents.ts';
import { mend, tellInterrupted } from './mend.ts';
import type { RoutaOutcome } from './outcome.ts';
import { createTasks } from './plan-review.ts';
import type { Role } from './roles.ts';
import type { RoutaPorts, RoutaSettings } from './run-request.ts';
import { Team } from './team.ts';
import { Workspace } from './workspace.ts';

/** A workspace that a host has open; `work` runs it. */
export interface OpenRouta {
  readonly workspace: Workspace;
  readonly desk: Desk;
  readonly team: Team;
  /** Works until everybody rests, and records how it ended. */
  work(stayOpen?: boolean): Promise<RoutaOutcome>;
}

export interface StartRouta {
  /** What its agents call the workspace: the name of the folder. */
  readonly workspaceId: string;
  readonly goal: string;
  /** Tasks the user wrote down; they need no approval. */
  readonly tasks?: readonly PlannedTask[];
  /** Somebody outside takes a role: as ROUTA the first agent, else an agent of the one with a model. */
  readonly outside?: { readonly role: Role; readonly name: string };
}

/**
 * A new workspace with its first agent, `routa` unless that one is played from outside under its own name. When its
 * journal cannot be written, `work` ends FAILED at once; somebody outside is told by a `JournalFault`.
 */
export async function startRouta(
  ports: RoutaPorts,
  settings: RoutaSettings,
  { workspaceId, goal, tasks = [], outside }: StartRouta,
): Promise<OpenRouta> {
  const journal = await createJournal(ports.journals, `routa: ${goal}`);
  const held = journal.runId === UNRECORDED ? ok(() => undefined) : await ports.hold(journal.runId);
  if (!held.ok) throw new Error(held.error);
  return letGoIfItThrows(held.value, async () => {
    const open = openWith(ports, settings, { journal, earlier: [], letGo: held.value });
    await begin(open, { workspaceId, goal, tasks, outside }, settings).catch((error: unknown) => {
      if (outside || !(error instanceof JournalFault)) throw error;
      open.team.fail(error);
    });
    return open;
  });
}

async function begin(
  { desk }: OpenRouta,
  { workspaceId, goal, tasks, outside }: Begin,
  { review }: RoutaSettings,
): Promise<void> {
  await desk.recorder.record({ type: 'run_started', workspaceId, goal, review });
  await createTasks(desk, tasks, USER);
  const isOutside = outside?.role === 'ROUTA';
  await addTopAgent(desk, isOutside ? outside.name : 'routa', isOutside, goal);
  if (outside && !isOutside) await addOutsideAgent(desk, outside);
}

interface Begin extends Required<Pick<StartRouta, 'workspaceId' | 'goal' | 'tasks'>> {
  readonly outside: StartRouta['outside'] | undefined;
}

/** A workspace that cannot begin is free for the next attempt. */
async function letGoIfItThrows<T>(letGo: () => void, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    letGo();
    throw error;
  }
}

async function addOutsideAgent(
  desk: Desk,
  { role, name }: NonNullable<StartRouta['outside']>,
): Promise<void> {
  const [top] = desk.workspace.agents.values();
  if (!top) return;
  const created = await createAgent(desk, USER, { name, role, parentId: top.id }, true);
  if ('error' in created) throw new Error(created.error);
  const text = `${created.agentId} is a ${role} that somebody outside plays: delegate to it like to any other.`;
  await desk.send({ from: USER, to: top.id, kind: 'notice', text });
}

async function addTopAgent(desk: Desk, name: string, external: boolean, goal: string): Promise<void> {
  const created = await createAgent(desk, USER, { name, role: 'ROUTA' }, external);
  const agent = 'error' in created ? undefined : desk.agent(created.agentId);
  if (!agent) throw new Error('the first agent could not be created');
  await desk.moveAgent(agent, 'ACTIVE', USER, 'was given the goal');
  const { tasks } = desk.workspace;
  const known = [...tasks.values()].map(t => `${t.taskId}: ${t.title}`);
  const text = known.length > 0 ? `${goal}\n\nTasks, approved by the user:\n${known.join('\n')}` : goal;
  await desk.send({ from: USER, to: agent.id, kind: 'task', text });
}

export interface ResumeRouta {
  readonly runId: string;
  /** Words for the coordinator. */
  readonly message?: string;
  /** Tasks that waited for a person and may go on. */
  readonly unblock?: readonly string[];
}

/**
 * Goes on with a workspace as its journal says it is (C47): agents that were at work are told that they were
 * interrupted, and nothing that was delivered is delivered again. The error says why it cannot go on.
 */
export async function resumeRouta(
  ports: RoutaPorts,
  settings: RoutaSettings,
  { runId, message, unblock = [] }: ResumeRouta,
): Promise<Result<OpenRouta>> {
  const held = await ports.hold(runId);
  if (!held.ok) return held;
  return letGoIfItThrows(held.value, async () => {
    // Read when nobody else writes: the lines of another host would be missing.
    const events = await ports.journals.read(runId);
    if (!events?.some(e => e.type === 'run_started')) {
      held.value();
      return fail(`there is no ROUTA workspace ${runId}`);
    }
    const journal = await ports.journals.reopen(runId);
    const open = openWith(ports, settings, { journal, earlier: events, letGo: held.value });
    const refusal = whyNotResume(open.workspace, {
      runId,
      unblock,
      ...(message === undefined ? {} : { message }),
    });
    if (refusal !== undefined) {
      held.value();
      return fail(refusal);
    }
    await goOn(ports, open, { message, unblock }).catch((error: unknown) => {
      if (!(error instanceof JournalFault)) throw error;
      open.team.fail(error);
    });
    return ok(open);
  });
}

async function goOn(
  ports: RoutaPorts,
  { desk, workspace }: OpenRouta,
  { message, unblock }: { readonly message: string | undefined; readonly unblock: readonly string[] },
): Promise<void> {
  const { lastProposal, id: runId } = workspace;
  if (lastProposal) {
    const { agentId } = lastProposal;
    const record: Parameters<typeof recordIfApplied>[0]['record'] = event =>
      desk.recorder.record({ ...event, agentId });
    const applied = workspace.applied.map(a => a.number);
    await recordIfApplied(
      { runId, files: ports.files, journals: ports.journals, record },
      lastProposal,
      applied,
    );
  }
  await desk.recorder.record({ type: 'resumed', by: USER });
  for (const id of unblock) {
    const task = desk.task(id);
    if (task) await desk.moveTask(task, 'PENDING', USER, 'a person let it go on');
  }
  await mend(desk);
  await moveTopAgents(desk, 'ACTIVE', 'the user goes on');
  await tellInterrupted(desk, message, unblock);
}

function whyNotResume(
  { outcome, tasks }: Workspace,
  { runId, message, unblock = [] }: ResumeRouta,
): string | undefined {
  if (outcome?.kind === 'DONE' && message === undefined)
    return `workspace ${runId} is done; give a message to go on with it, or start a new one`;
  const notBlocked = unblock.find(id => tasks.get(id)?.status !== 'BLOCKED');
  return notBlocked === undefined ? undefined : `task ${notBlocked} is not BLOCKED`;
}

interface Opening {
  readonly journal: Journal<RoutaEvent>;
  readonly earlier: readonly RoutaEvent[];
  readonly letGo: () => void;
}

function openWith(
  ports: RoutaPorts,
  settings: RoutaSettings,
  { journal, earlier, letGo }: Opening,
): OpenRouta {
  let poke: () => void = () => undefined;
  const recorder = new Recorder<RoutaEvent, Workspace>({
    journal,
    clock: ports.clock,
    initial: new Workspace(journal.runId),
    reduce: (workspace, event) => workspace.apply(event),
    earlier,
    onEvent: (event, workspace) => {
      settings.onEvent?.(event, workspace);
      poke();
    },
  });
  const desk = new Desk(recorder);
  const team = new Team(ports, settings, desk);
  poke = team.poke;
  return {
    workspace: recorder.state,
    desk,
    team,
    async work(stayOpen) {
      try {
        return await finish(desk, await team.work(stayOpen));
      } finally {
        letGo();
      }
    },
  };
}

/** Records how the work ended; what was applied before stays: each change has its own line. */
async function finish(desk: Desk, outcome: RoutaOutcome): Promise<RoutaOutcome> {
  if (outcome.kind === 'DONE')
    await moveTopAgents(desk, 'COMPLETED', 'every task is done').catch((error: unknown) => {
      // The last line tells it.
      if (!(error instanceof JournalFault)) throw error;
    });
  await desk.recorder.end({ type: 'finished', outcome }, reason => ({
    type: 'finished',
    outcome: { kind: 'FAILED', reasons: [reason] },
  }));
  return desk.workspace.outcome ?? outcome;
}

async function moveTopAgents(desk: Desk, to: 'ACTIVE' | 'COMPLETED', cause: string): Promise<void> {
  const from = to === 'ACTIVE' ? 'COMPLETED' : 'ACTIVE';
  for (const agent of desk.workspace.agents.values())
    if (agent.parentId === null && agent.status === from)
      await desk.moveAgent(agent, to, to === 'ACTIVE' ? USER : ORCHESTRATOR, cause);
}

/** A workspace as its journal says it is, to look at; `undefined` when there is none. */
export async function readRouta(
  { journals }: Pick<RoutaPorts, 'journals'>,
  runId: string,
): Promise<Workspace | undefined> {
  const events = await journals.read(runId);
  if (!events?.some(e => e.type === 'run_started')) return undefined;
  return events.reduce((workspace, event) => workspace.apply(event), new Workspace(runId));
}
