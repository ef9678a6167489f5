import type { Replay, ReplayToolCall, ReplayTurn } from '../../generated/contracts.ts';
import type { ModelUsage } from '../ports/model.ts';
import type { RunEvent } from './events.ts';

/**
 * The replies of a run that was not recorded, from its journal: they play like a recording, but the requests they
 * answered are not known, so a replay compares none.
 */
export function replayOfJournal(events: readonly RunEvent[]): Replay {
  const turns: (ReplayTurn & { tool_calls?: ReplayToolCall[] })[] = [];
  for (const event of events) {
    if (event.type === 'model_replied') {
      const { role, model, text, usage } = event;
      turns.push({ role, model, text, ...usageOfTurn(usage) });
    } else if (event.type === 'tool_called') {
      const turn = turns.at(-1);
      if (turn) turn.tool_calls = [...(turn.tool_calls ?? []), callOf(event.tool, event.args)];
    } else if (event.type === 'finished') {
      const fault = faultOf(event.outcome);
      if (fault) turns.push(fault);
    }
  }
  return {
    format: 'workorder-replay/1',
    origin: 'recorded',
    note: 'Taken from the journal: the replies as they were, without the requests they answered.',
    turns,
  };
}

/**
 * As a recording has it: an estimate is left out, because the replay makes the same one. Of a fault, or of a reply that
 * took several tries, it would not.
 */
export function usageOfTurn(
  usage: ModelUsage,
  kept: 'counted' | 'also estimates' = 'counted',
): Pick<ReplayTurn, 'usage'> {
  if (usage.estimated && kept === 'counted') return {};
  const { inputTokens, outputTokens, cachedInputTokens: cached } = usage;
  const counted = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    ...(usage.estimated ? { estimated: true } : {}),
  };
  return { usage: cached === undefined ? counted : { ...counted, cached_input_tokens: cached } };
}

function callOf(name: string, args: unknown): ReplayToolCall {
  const isObject = typeof args === 'object' && args !== null && !Array.isArray(args);
  return isObject ? { name, arguments: { ...args } } : { name, arguments: {}, arguments_json: String(args) };
}

const NO_ANSWER = /^(the Designer|QA)'s model gave no answer: (.*)$/s;

/** A model that gave no answer has no reply in the journal, only the reason in the outcome. */
function faultOf(outcome: Extract<RunEvent, { type: 'finished' }>['outcome']): ReplayTurn | undefined {
  const [, who, reason] = (outcome.kind === 'BLOCKED' && NO_ANSWER.exec(outcome.reasons[0] ?? '')) || [];
  if (who === undefined || !reason) return undefined;
  return { role: who === 'QA' ? 'qa' : 'designer', fault: { code: 'recorded', reason } };
}
