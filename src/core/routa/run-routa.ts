import { versionsOf } from '../conversation/prompt-versions.ts';
import { fail, ok, type Result } from '../kernel/result.ts';
import { createHeldJournal, holdForWork } from '../ports/hold.ts';
import { JournalFault } from '../ports/journal-fault.ts';
import { openBegun } from '../runs/begin-run.ts';
import { conclude } from '../runs/conclude.ts';
import { startRecorder } from '../runs/open-stored.ts';
import type { Recorder } from '../runs/recorder.ts';
import { begin } from './begin.ts';
import { ORCHESTRATOR, type OutsideAgent, type PlannedTask, type RoutaEvent, USER } from './events.ts';
import type { RoutaOutcome } from './outcome.ts';
import { missingPlayers } from './player.ts';
import { notifyInterrupted, repair } from './repair.ts';
import { ROLES } from './roles.ts';
import type { RoutaPorts, RoutaSettings } from './run-request.ts';
import { TaskBoard } from './task-board.ts';
import { Team } from './team.ts';
import { routaWorkflow } from './workflow.ts';
import type { RoutaWorkspace } from './workspace.ts';

/** A workspace that a host has open; `work` runs it. */
export interface OpenRouta {
  readonly workspace: RoutaWorkspace;
  readonly board: TaskBoard;
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
  /** Someone outside takes a role: as ROUTA the first agent, else an agent of the one with a model. */
  readonly outside?: OutsideAgent;
}

/**
 * A new workspace with its first agent, `routa` unless that one is played from outside under its own name. When it may
 * not work here, or its journal cannot be written, `work` ends FAILED at once; someone outside learns it by a
 * `JournalFault`.
 */
export async function startRouta(
  ports: RoutaPorts,
  settings: RoutaSettings,
  { workspaceId, goal, tasks = [], outside }: StartRouta,
): Promise<OpenRouta> {
  const { journal, release } = await createHeldJournal(ports, `routa: ${goal}`);
  return releaseIfItThrows(release, async () => {
    const listening = listen(settings);
    const recorder = startRecorder(journal, ports.clock, routaWorkflow, listening.onEvent);
    const { delivery = 'none' } = settings;
    const isIsolated = delivery !== 'none' && ports.branches !== undefined;
    const open = openWith(ports, settings, { recorder, listening, release, isIsolated });
    const start = async () => {
      await recorder.record({
        type: 'run_started',
        workspaceId,
        goal,
        review: settings.review,
        ...(settings.profile ? { profile: settings.profile } : {}),
        ...(tasks.length > 0 ? { tasks } : {}),
        ...(outside ? { outside } : {}),
        ...(isIsolated ? { delivery } : {}),
        prompts: versionsOf(ROLES, settings.qa),
      });
      if (delivery !== 'none' && !isIsolated)
        await recorder.record({ type: 'warning', agentId: ORCHESTRATOR, sentence: NO_REPOSITORY });
      await begin(open.board);
    };
    await start().catch((error: unknown) => {
      if (outside || !(error instanceof JournalFault)) throw error;
      open.team.fail(error);
    });
    return open;
  });
}

/** A workspace that cannot begin is free for the next attempt. */
async function releaseIfItThrows<T>(release: () => void, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    release();
    throw error;
  }
}

export interface ResumeRouta {
  readonly runId: string;
  /** Words for the coordinator. */
  readonly message?: string;
  /** Tasks that waited for a person and may continue. */
  readonly unblock?: readonly string[];
}

/**
 * Resumes a workspace as its journal says it is: agents that were at work are told that they were
 * interrupted, and nothing that was delivered is delivered again. The error says why it cannot continue.
 */
export async function resumeRouta(
  ports: RoutaPorts,
  settings: RoutaSettings,
  { runId, message, unblock = [] }: ResumeRouta,
): Promise<Result<OpenRouta>> {
  const held = await holdForWork(ports.hold, runId);
  if (!held.ok) return held;
  return releaseIfItThrows(held.value, async () => {
    const release = held.value;
    const refuse = (reason: string) => {
      release();
      return fail(reason);
    };
    const listening = listen(settings);
    // Read when no one else writes: the lines of another host would be missing.
    const stored = await openBegun(ports, routaWorkflow, runId, listening.onEvent);
    if (!stored.ok) return refuse(stored.error);
    const { recorder } = stored.value;
    const refusal =
      whyNotPlayed(recorder.state, settings) ??
      whyNotResume(recorder.state, {
        runId,
        unblock,
        ...(message === undefined ? {} : { message }),
      });
    if (refusal !== undefined) return refuse(refusal);
    const isIsolated = recorder.state.delivery !== 'none';
    const open = openWith(ports, settings, { recorder, listening, release, isIsolated });
    await goOn(open, settings.qa, { message, unblock }).catch((error: unknown) => {
      if (!(error instanceof JournalFault)) throw error;
      open.team.fail(error);
    });
    return ok(open);
  });
}

async function goOn(
  { board }: OpenRouta,
  qa: RoutaSettings['qa'],
  { message, unblock }: { readonly message: string | undefined; readonly unblock: readonly string[] },
): Promise<void> {
  await board.recorder.record({ type: 'resumed', by: USER, prompts: versionsOf(ROLES, qa) });
  for (const id of unblock) {
    const task = board.task(id);
    if (task) await board.moveTask(task, 'PENDING', USER, 'a person opened it again');
  }
  await begin(board);
  await repair(board);
  await moveTopAgents(board, 'ACTIVE', 'the user resumed it');
  await notifyInterrupted(board, message, unblock);
}

/** Who works with the rights of a program is named by a person each time, never by a journal. */
function whyNotPlayed(workspace: RoutaWorkspace, { players }: RoutaSettings): string | undefined {
  const [missing] = missingPlayers(workspace, players);
  if (!missing) return undefined;
  const { agent, player } = missing;
  return `${agent.id} is played by ${player}; resume it with --${agent.role.toLowerCase()} ${player}`;
}

function whyNotResume(
  { outcome, tasks }: RoutaWorkspace,
  { runId, message, unblock = [] }: ResumeRouta,
): string | undefined {
  if (outcome?.kind === 'DONE' && message === undefined)
    return `workspace ${runId} is done; give a message to continue it, or start a new one`;
  const notBlocked = unblock.find(id => tasks.get(id)?.status !== 'BLOCKED');
  return notBlocked === undefined ? undefined : `task ${notBlocked} is not BLOCKED`;
}

/** Shows each event, and lets the team look whether someone continues. */
interface Listening {
  readonly onEvent: (event: RoutaEvent, workspace: RoutaWorkspace) => void;
  wake: () => void;
}

function listen({ onEvent }: RoutaSettings): Listening {
  const listening: Listening = {
    wake: () => undefined,
    onEvent: (event, workspace) => {
      onEvent?.(event, workspace);
      listening.wake();
    },
  };
  return listening;
}

interface Opening {
  readonly recorder: Recorder<RoutaEvent, RoutaWorkspace>;
  readonly listening: Listening;
  readonly release: () => void;
  /** Each agent has a checkout of its own. */
  readonly isIsolated: boolean;
}

const NO_REPOSITORY =
  'this folder is not a git repository with a commit: the agents work in the folder itself, and nothing is committed';

function openWith(
  ports: RoutaPorts,
  settings: RoutaSettings,
  { recorder, listening, release, isIsolated }: Opening,
): OpenRouta {
  const board = new TaskBoard(recorder, settings.fixWaves);
  const team = new Team(ports, settings, board, isIsolated);
  listening.wake = team.wake;
  return {
    workspace: recorder.state,
    board,
    team,
    async work(stayOpen) {
      try {
        const { recorder } = board;
        const { outcome } = await conclude(
          ports,
          routaWorkflow,
          recorder,
          async (): Promise<RoutaOutcome> => {
            const worked = await team.work(stayOpen);
            if (worked.kind !== 'DONE') return worked;
            const open = await team.whyNotDone();
            if (open !== undefined) return { kind: 'BLOCKED', reasons: [`every task is done, but ${open}`] };
            await moveTopAgents(board, 'COMPLETED', 'every task is done');
            return worked;
          },
        );
        if (outcome === undefined) throw new Error(`workspace ${recorder.runId} ended without an outcome`);
        return outcome;
      } finally {
        await team.close().finally(release);
      }
    },
  };
}

async function moveTopAgents(board: TaskBoard, to: 'ACTIVE' | 'COMPLETED', cause: string): Promise<void> {
  const from = to === 'ACTIVE' ? 'COMPLETED' : 'ACTIVE';
  for (const agent of board.workspace.agents.values())
    if (agent.parentId === null && agent.status === from)
      await board.moveAgent(agent, to, to === 'ACTIVE' ? USER : ORCHESTRATOR, cause);
}
