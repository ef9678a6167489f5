import { versionsOf } from '../conversation/prompt-versions.ts';
import { restoreConversation } from '../conversation/restore-conversation.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { ModelMessage } from '../ports/model.ts';
import { type BegunRun, resumeRun } from '../runs/begin-run.ts';
import { inFolder } from '../runs/open-stored.ts';
import { saidIn, whileSteered } from '../runs/steered-run.ts';
import type { AgentEvent, DeliveryPolicy } from './events.ts';
import type { AgentOutcome } from './outcome.ts';
import { lastCycle } from './restore.ts';
import { runBeside, runHere, startsBeside } from './run-agent.ts';
import type { AgentPorts, AgentRequest } from './run-request.ts';
import type { AgentState } from './state.ts';
import { agentWorkflow } from './workflow.ts';

/** What a resumed run takes over from its journal. */
export type ResumeRequest = Omit<AgentRequest, 'assignment' | 'mode' | 'profile' | 'delivery'> & {
  readonly runId: string;
  /** The user's answer to the open question, or words to continue with. */
  readonly answer?: string;
  /** Left out: commits, where it began with them; a push is what this command says. Where it works stays. */
  readonly delivery?: DeliveryPolicy;
};

/** How a cycle continues. */
export interface Continuation {
  readonly events: readonly AgentEvent[];
  /** The transcript, word for word; empty when the agent was never asked. */
  readonly earlier: readonly ModelMessage[];
  /** What the agent is sent now. */
  readonly newMessages: readonly ModelMessage[];
  readonly turns: number;
}

/**
 * Resumes a run that waits for the user, reached a limit, was cancelled or was interrupted, with its whole
 * transcript. The error says why it cannot.
 */
export const resumeTaskAgent = (ports: AgentPorts, request: ResumeRequest): Promise<Result<AgentState>> =>
  resumeRun(inFolder(ports), agentWorkflow, {
    runId: request.runId,
    onEvent: request.onEvent,
    resume: stored => goOn(ports, request, stored),
  });

async function goOn(
  ports: AgentPorts,
  { runId, answer, delivery: asked, ...rest }: ResumeRequest,
  { events, recorder, started }: BegunRun<AgentEvent, AgentState>,
): Promise<Result<() => Promise<AgentOutcome>>> {
  const { outcome, question, turn } = recorder.state;
  if (outcome?.kind === 'DONE' || outcome?.kind === 'EXECUTED')
    return fail(`run ${runId} has ended (${outcome.kind}); start a new one`);
  if (started.mode === 'single' && events.some(event => event.type === 'replied'))
    return fail(`run ${runId} is a single plan, which is executed once; start a new one`);
  if (question !== undefined && answer === undefined)
    return fail(`run ${runId} waits for an answer to: ${question}`);

  const cycle = lastCycle(events);
  const isBeside = worksBeside(events, started, ports);
  const delivery = asked ?? deliveryOf(started, isBeside);
  if (isBeside && started.mode !== 'continuous' && (delivery === 'none' || delivery === 'folder'))
    return fail(`run ${runId} works in a checkout of its own: its delivery is commit, push or pr`);
  // A cycle whose agent was never asked, or that is complete, has nothing to continue with: a new one begins.
  const isBegun =
    cycle.some(event => event.type === 'replied') &&
    !cycle.some(event => event.type === 'cycle_ended' && event.how === 'cycle_complete');
  const words = [
    ...(isBegun
      ? [
          question === undefined
            ? 'The run was interrupted and continues now. Changes that the results do not show as written were not made.'
            : `The user answers your question "${question}".`,
        ]
      : []),
    ...(answer === undefined ? [] : [`The user says: ${answer}`]),
    ...(isBegun && isBeside
      ? ['You are in a fresh checkout, with what you wrote before. Read the files again.']
      : []),
  ].join('\n');
  const conversation = isBegun ? restoreConversation(cycle) : { messages: [], unsent: [] };
  const continuation: Continuation = {
    events: isBegun ? cycle : [],
    earlier: conversation.messages,
    newMessages: [...conversation.unsent, ...(words === '' ? [] : [{ role: 'user', text: words } as const])],
    turns: isBegun ? turn : 0,
  };
  const { task, taskId, mode, profile } = started;
  await recorder.record({
    type: 'resumed',
    ...(answer === undefined ? {} : { answer }),
    prompts: versionsOf(['task-agent'], rest.qa),
  });
  const steering = { steering: ports.steering, runId, signal: rest.signal, said: saidIn(events) };
  return ok(() =>
    whileSteered(steering, (steered, signal) => {
      const request = { ...rest, delivery, signal, assignment: { text: task, taskId }, mode, profile };
      const run = { ports, request, recorder, steered };
      return isBeside ? runBeside(run, continuation) : runHere(run, continuation);
    }),
  );
}

/** As it began; when it stopped before that, as it was meant to. */
function worksBeside(
  events: readonly AgentEvent[],
  started: Extract<AgentEvent, { type: 'run_started' }>,
  ports: AgentPorts,
): boolean {
  const cycle = events.find(event => event.type === 'cycle_started');
  return cycle?.isolated ?? startsBeside(started, ports);
}

/** A journal lets nothing leave the machine. */
function deliveryOf({ delivery }: Extract<AgentEvent, { type: 'run_started' }>, isBeside: boolean) {
  if (delivery === 'none') return 'none';
  return isBeside ? 'commit' : 'folder';
}
