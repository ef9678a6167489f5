import { Recorder } from '../conversation/recorder.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { AgentEvent } from './events.ts';
import { type AgentState, initialAgentState, reduceAgent } from './state.ts';

/** Writes each event of an agent to the journal first, then shows the state it leads to. */
export class AgentRecorder extends Recorder<AgentEvent, AgentState> {
  constructor(
    journal: Journal<AgentEvent>,
    clock: Clock,
    onEvent: ((event: AgentEvent, state: AgentState) => void) | undefined,
    earlier: readonly AgentEvent[] = [],
  ) {
    super({
      journal,
      clock,
      initial: initialAgentState(journal.runId),
      reduce: reduceAgent,
      onEvent,
      earlier,
    });
  }
}
