import type { App } from '../../core/app.ts';
import { fail, ok } from '../../core/kernel/result.ts';
import {
  OUTSIDE_AGENTS,
  OUTSIDE_ITEMS,
  type OutsideItem,
  outsideNeeds,
  outsideRow,
  outsideTitle,
} from '../../core/panel/outside-agents.ts';
import { numbersOf } from '../../core/panel/run-items.ts';
import type { StoredRuns } from '../../core/runs/stored-runs.ts';
import type { WrapEvent } from '../../core/wrap/events.ts';
import { wrapHeadline } from '../../core/wrap/outcome.ts';
import type { WrapState } from '../../core/wrap/state.ts';
import type { ProgramOptions } from '../../node/wrap/placed-program.ts';
import { AgentRunsHost } from './agent-runs-host.ts';
import { PersonsWords } from './persons-words.ts';
import type { AgentParts, RunAdapter } from './run-adapter.ts';

/** What a person chose for a new run. */
export interface OutsideChoices {
  readonly task: string;
  readonly program: ProgramOptions;
}

/** Conversations of a folder, and what begins one. */
interface OutsideRuns extends StoredRuns<WrapEvent, WrapState> {
  readonly run: App['runSession'];
}

type Kind = OutsideItem['kind'];

/** Agents of other makers, in all folders; the protocol is loaded with the first that is started. */
export const outsideAgents = (parts: AgentParts) => {
  /** Of the runs of this window, by run. */
  const words = new Map<string, PersonsWords>();
  const adapter: RunAdapter<WrapState, Kind, OutsideChoices, OutsideRuns> = {
    name: OUTSIDE_AGENTS,
    noun: 'The agent',
    items: OUTSIDE_ITEMS,
    models: [],
    titleOf: ({ task }) => task,
    runsOf: ({ app, wraps }) => ({
      ...wraps,
      // A program that ran to its end is no agent.
      state: async runId => {
        const state = await wraps.state(runId);
        return state?.isSession ? state : undefined;
      },
      run: request => app.runSession(request),
    }),
    describe: state => ({
      runId: state.runId,
      title: outsideTitle(state),
      end: state.outcome && { kind: state.outcome.kind, headline: wrapHeadline(state.outcome) },
    }),
    row: outsideRow,
    needs: outsideNeeds,

    async start(runs, session, { task, program }) {
      const { models, signal, onEvent } = session;
      const { qa, spending } = models;
      const { createAgentOnCopy } = await import('../../node/acp/agent-on-copy.ts');
      const own = new PersonsWords(task);
      const reviewer = session.reviewerFor();
      let runId = '';
      try {
        const state = await runs.run({
          command: program.command,
          agent: createAgentOnCopy(program),
          scope: [],
          claims: [],
          reviewer,
          ...(qa ? { qa } : {}),
          spending,
          signal,
          onEvent: (event, state) => {
            runId = state.runId;
            words.set(runId, own);
            onEvent(event, state);
          },
          next: (_, until) => own.next(until),
          permit: async ({ call: { title, does } }, until) => {
            const agent = program.command[0] ?? 'The agent';
            return (await reviewer.consent({ kind: 'agent call', agent, does, title }, until)).granted;
          },
          asksAlways: false,
          otherEnds: 'ask',
        });
        return ok(state);
      } finally {
        words.delete(runId);
      }
    },

    resume: async () =>
      fail('a conversation with an agent of another maker cannot be resumed; start a new one'),

    async open({ item }) {
      if (item.kind !== 'turn') return { kind: 'transcript' };
      const [turn = 0] = numbersOf(item);
      return { kind: 'changes', name: `turn ${turn}`, part: { turn }, or: { kind: 'transcript' } };
    },

    partOf(item) {
      const [turn = 0] = numbersOf(item);
      return item.kind === 'turn' ? { turn } : undefined;
    },

    say(runId, text) {
      const own = words.get(runId);
      own?.say(text);
      return own !== undefined;
    },

    // One that waits for words ends as it is; one at work is cancelled.
    stopPart: async ({ runId }) => words.get(runId)?.end() === true,
  };
  return new AgentRunsHost(parts, adapter);
};
