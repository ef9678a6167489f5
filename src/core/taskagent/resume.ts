import { restoreTalk } from '../conversation/restore-talk.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { whileHeld } from '../ports/hold.ts';
import type { ModelMessage } from '../ports/model.ts';
import type { AgentEvent } from './events.ts';
import { reconcile } from './reconcile.ts';
import { AgentRecorder } from './recorder.ts';
import { lastCycle } from './restore.ts';
import { conclude, runCycles, runHere } from './run-agent.ts';
import type { AgentPorts, AgentRequest } from './run-request.ts';
import type { AgentState } from './state.ts';

/** What a resumed run takes over from its journal. */
export type ResumeRequest = Omit<AgentRequest, 'assignment' | 'mode' | 'profile'> & {
  readonly runId: string;
  /** The user's answer to the open question, or words to go on with. */
  readonly answer?: string;
};

/** How a cycle goes on. */
export interface Continuation {
  readonly events: readonly AgentEvent[];
  /** The transcript, word for word. */
  readonly earlier: readonly ModelMessage[];
  /** What the agent is told now. */
  readonly told: readonly ModelMessage[];
  readonly turns: number;
}

/**
 * Goes on with a run that waits for the user, reached a limit, was cancelled or was interrupted, with its whole
 * transcript (C24, C47). The error says why it cannot.
 */
export const resumeTaskAgent = (ports: AgentPorts, resume: ResumeRequest): Promise<Result<AgentState>> =>
  whileHeld(ports.hold, resume.runId, () => goOn(ports, resume));

async function goOn(ports: AgentPorts, resume: ResumeRequest): Promise<Result<AgentState>> {
  const { runId, answer, ...rest } = resume;
  const events = await ports.journals.read(runId);
  const started = events?.find(event => event.type === 'run_started');
  if (!events || started?.type !== 'run_started') return fail(`there is no agent run ${runId}`);
  const recorder = new AgentRecorder(await ports.journals.reopen(runId), ports.clock, rest.onEvent, events);
  const { outcome, question, turn } = recorder.state;
  if (outcome?.kind === 'DONE' || outcome?.kind === 'EXECUTED')
    return fail(`run ${runId} has ended (${outcome.kind}); start a new one`);
  if (started.mode === 'single')
    return fail(`run ${runId} is a single plan, which is executed once; start a new one`);
  if (question !== undefined && answer === undefined)
    return fail(`run ${runId} waits for an answer to: ${question}`);

  await reconcile(ports, recorder, events);
  const cycle = lastCycle((await ports.journals.read(runId)) ?? events);
  const isolated = started.mode === 'continuous';
  const words = [
    question === undefined
      ? 'The run was interrupted and goes on now. Changes that the results do not show as written were not made.'
      : `The user answers your question "${question}".`,
    ...(answer === undefined ? [] : [`The user says: ${answer}`]),
    ...(isolated
      ? ['You are in a fresh checkout; what was not committed is not in it. Read the files again.']
      : []),
  ].join('\n');
  const talk = restoreTalk(cycle);
  const continuation: Continuation = {
    // Nothing uncommitted of the old checkout is in the new one.
    events: isolated ? [] : cycle,
    earlier: talk.messages,
    told: [...talk.untold, { role: 'user', text: words }],
    turns: turn,
  };
  const { task, taskId, mode, profile } = started;
  const request = { ...rest, assignment: { text: task, taskId }, mode, profile };
  const run = { ports, request, recorder };
  await recorder.record({ type: 'resumed', ...(answer === undefined ? {} : { answer }) });
  return ok(
    await conclude(run, () => (isolated ? runCycles(run, continuation) : runHere(run, continuation))),
  );
}
