import type { AgentLoop, NewMessage } from '../conversation/agent-loop.ts';
import type { Allowance } from '../conversation/budget.ts';
import type { ConversationEvent } from '../conversation/conversation-events.ts';
import type { SteeredRun, TakenWords } from './steered-run.ts';

type Steers = Required<Pick<AgentLoop, 'inbox' | 'whyNotHalt' | 'onMessage' | 'allow'>>;

/** Puts what a person says into the one conversation that is under way, before its next reply. */
export function steerConversation(
  steered: SteeredRun,
  record: (event: ConversationEvent) => Promise<void>,
  allow: (inputTokens: number) => Allowance,
): Steers {
  let words: TakenWords | undefined;
  return {
    inbox: async () => {
      words = await steered.words();
      return words?.text;
    },
    onMessage: async (message: NewMessage) => {
      const ids = message.role === 'user' && message.text === words?.text ? words.ids : [];
      if (message.role !== 'user' || ids.length === 0) return record({ type: 'told', ...message });
      words = undefined;
      await record({ type: 'told', ...message, said: ids });
      // In the journal first: a crash in between repeats nothing.
      await steered.told(ids);
    },
    whyNotHalt: () => steered.whyNotEnd(),
    allow: inputTokens => {
      const { paused } = steered;
      return paused === undefined ? allow(inputTokens) : { kind: 'stop', reason: paused };
    },
  };
}
