import type { Prices } from '../../generated/contracts.ts';
import type { Model } from '../ports/model.ts';
import type { LoopObserver } from './agent-loop.ts';
import type { ConversationEvent } from './conversation-events.ts';
import { costOf } from './prices.ts';
import { usageWith } from './spent.ts';

/** Puts everything of a conversation into the journal, word for word. */
export function recordConversation(
  record: (event: ConversationEvent) => Promise<void>,
  model: Model,
  prices: Prices | undefined,
): LoopObserver {
  return {
    onReply: (text, name, usage, calls = []) => {
      const cost = costOf(usage, model.identity, prices);
      return record({
        type: 'replied',
        text,
        ...(calls.length > 0 ? { calls } : {}),
        model: name,
        usage: usageWith(model, usage),
        ...(cost ? { cost } : {}),
      });
    },
    onUnanswered: (code, usage) => {
      const cost = costOf(usage, model.identity, prices);
      const name = model.identity?.model ?? model.label;
      return record({
        type: 'unanswered',
        code,
        model: name,
        usage: usageWith(model, usage),
        ...(cost ? { cost } : {}),
      });
    },
    onMessage: message => record({ type: 'told', ...message }),
    onFault: (fault, repair) => record({ type: 'protocol_fault', fault, repair }),
    onEnvelope: ({ note, calls, fenced }, turn) =>
      record({ type: 'turn_started', turn, note, calls: calls.length, fenced }),
    onResult: ({ tool, args, status, response }, index, turn) =>
      record({ type: 'called', turn, index, tool, args, status, response }),
    onCompacted: compacted => record({ type: 'compacted', ...compacted }),
    onWaiting: sentence => void record({ type: 'waiting', sentence }).catch(() => undefined),
  };
}
