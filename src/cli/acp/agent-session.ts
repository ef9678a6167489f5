import type { AgentContext, SessionUpdate } from '@agentclientprotocol/sdk';
import { methods } from '@agentclientprotocol/sdk';
import { agentHeadline } from '../../core/taskagent/outcome.ts';
import type { AgentRequest } from '../../core/taskagent/run-request.ts';
import type { AgentState } from '../../core/taskagent/state.ts';
import type { TaskAgent } from '../../core/taskagent/task-agent.ts';
import type { Approvals } from '../review/decide-on-terminal.ts';
import { editorReviewer } from './review.ts';
import type { EditorSession } from './serve-acp.ts';
import type { SessionStore, SessionTurn } from './session-store.ts';
import { AgentUpdates } from './updates.ts';

/** What the command line says of every run. */
type Settings = Omit<AgentRequest, 'assignment' | 'reviewer' | 'signal' | 'onEvent' | 'onCall'>;

interface SessionOptions {
  readonly sessionId: string;
  /** The workspace, absolute. */
  readonly root: string;
  readonly taskAgent: TaskAgent;
  readonly settings: Settings;
  readonly approvals: Approvals;
  readonly store: SessionStore;
  /** Of a conversation that goes on: what was said in it, and the run that goes on with the next words. */
  readonly before?: { readonly turns: readonly SessionTurn[]; readonly open?: string };
  /** After each turn. */
  readonly save: () => Promise<void>;
}

const MOST_EARLIER = 10;

/** A conversation with the task agent: a run goes on until its work is done, then the next words begin another. */
export function agentSession(options: SessionOptions): EditorSession {
  const { sessionId, root, taskAgent, settings, approvals, save, store, before } = options;
  const turns: SessionTurn[] = [...(before?.turns ?? [])];
  let open = before?.open;
  return {
    replay: client => replay(client, options, turns),
    async prompt(text, client, signal) {
      const turn = turns.push({ text, ...(open === undefined ? {} : { runId: open }) }) - 1;
      const note = (more: Partial<SessionTurn>) => {
        turns[turn] = { text, ...turns[turn], ...more };
        store.write(sessionId, turns);
      };
      note({});
      const { updates, sent } = updatesTo(client, sessionId, root);
      const planNow = async () => updates.plan((await taskAgent.tasks()).tasks);
      await planNow();
      const request = {
        ...settings,
        signal,
        reviewer: editorReviewer({ client, sessionId, root, approvals, verdict: () => updates.verdict }),
        onCall: (call: Parameters<typeof updates.called>[0]) => updates.called(call),
        onEvent: (event: Parameters<typeof updates.add>[0]) => {
          if (event.type === 'run_started') note({ runId: event.runId });
          updates.add(event);
        },
      };
      try {
        const ended = await (open === undefined
          ? begin(taskAgent, request, text, turns.slice(0, turn))
          : goOn(taskAgent, request, open, text));
        if (typeof ended === 'string') {
          note({ headline: ended });
          updates.say(ended);
          return 'end_turn';
        }
        const { outcome, runId } = ended;
        const isOver = outcome === undefined || outcome.kind === 'DONE' || outcome.kind === 'EXECUTED';
        open = isOver ? undefined : runId;
        const headline = outcome ? agentHeadline(outcome) : 'The run ended without an outcome';
        note({ runId, headline });
        const isChanged = ended.applied.some(({ reverted }) => !reverted);
        updates.say(headline);
        if (isChanged) updates.say(`Take it back with: workorder revert ${runId}`);
        await planNow();
        if (outcome?.kind === 'CANCELLED') return 'cancelled';
        return outcome?.kind === 'BLOCKED' && outcome.by === 'limit' ? 'max_turn_requests' : 'end_turn';
      } finally {
        await sent();
        await save();
      }
    },
  };
}

/** A new run; the error is a sentence. */
async function begin(
  taskAgent: TaskAgent,
  request: Omit<AgentRequest, 'assignment'>,
  text: string,
  turns: readonly SessionTurn[],
): Promise<AgentState | string> {
  const assigned = await taskAgent.assign(text);
  if (!assigned.ok) return assigned.error;
  // What was asked and what came of it; what was cut off has no end.
  const before = turns
    .slice(-MOST_EARLIER)
    .map(turn => `- "${turn.text}": ${turn.headline ?? 'it was interrupted'}`);
  const words = [
    assigned.value.text,
    ...(before.length === 0 ? [] : [`What was asked before, and what came of it:\n${before.join('\n')}`]),
  ].join('\n\n');
  return taskAgent.run({ ...request, assignment: { ...assigned.value, text: words } });
}

async function goOn(
  taskAgent: TaskAgent,
  request: Omit<AgentRequest, 'assignment'>,
  runId: string,
  answer: string,
): Promise<AgentState | string> {
  const resumed = await taskAgent.resume({ ...request, runId, answer });
  return resumed.ok ? resumed.value : resumed.error;
}

/** Shows a conversation of earlier again: what was said, and what happened, as far as it is kept. */
async function replay(
  client: AgentContext,
  { sessionId, root, taskAgent }: SessionOptions,
  turns: readonly SessionTurn[],
): Promise<void> {
  const { updates, sent } = updatesTo(client, sessionId, root);
  let shown: string | undefined;
  for (const { text, runId, headline } of turns) {
    // A run that went on is in one piece: its journal has the answers of the person, too.
    if (runId === undefined || runId !== shown) {
      updates.asked(text);
      const run = runId === undefined ? undefined : await taskAgent.shared(runId);
      for (const event of run?.events ?? []) {
        if (event.type === 'resumed' && event.answer !== undefined) updates.asked(event.answer);
        updates.add(event);
      }
      if (runId !== undefined && run === undefined)
        updates.say(`The record of run ${runId} is not kept any more.`);
      shown = runId;
    }
    if (headline !== undefined) updates.say(headline);
  }
  await sent();
}

/** Sends them in the order in which things happened. */
function updatesTo(client: AgentContext, sessionId: string, root: string) {
  let last: Promise<void> = Promise.resolve();
  const send = (update: SessionUpdate) => {
    last = last
      .then(() => client.notify(methods.client.session.update, { sessionId, update }))
      // An editor that went away reads nothing more.
      .catch(() => undefined);
  };
  return { updates: new AgentUpdates(send, root), sent: () => last };
}
