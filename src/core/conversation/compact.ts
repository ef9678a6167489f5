import type { ModelMessage } from '../ports/model.ts';

/** How a conversation is kept short; the journal has all of it. */
export interface Compaction {
  /** Characters from which on it is shortened. */
  readonly above: () => number;
  /** What the agent must know whatever is left out: its assignment, decisions, open findings, how far it is. */
  readonly digest: () => string;
}

/** A conversation from here on: its instructions, this text, and so many of its newest messages. */
export interface Compacted {
  readonly text: string;
  readonly kept: number;
}

/** Characters of a conversation that is shortened: well below what models of today take. */
export const LONG_CONVERSATION = 400_000;

export const sizeOf = (messages: readonly ModelMessage[]): number =>
  messages.reduce((sum, message) => sum + sizeOfOne(message), 0);

function sizeOfOne(message: ModelMessage): number {
  if (message.role !== 'assistant') return message.text.length;
  return message.toolCalls.reduce((sum, call) => sum + call.argumentsJson.length, message.text.length);
}

/**
 * The shorter conversation: whole turns from the newest one back, half of what is allowed. `undefined`: there is
 * nothing to leave out.
 * @param isForced the endpoint took no more: where the last turn alone is too long, it is left out, too
 */
export function planCompaction(
  messages: readonly ModelMessage[],
  { digest }: Compaction,
  most: number,
  isForced = false,
): Compacted | undefined {
  const head = instructionsIn(messages).length;
  const turns = messages.flatMap(({ role }, at) => (role === 'assistant' && at >= head ? [at] : []));
  const newest = turns.at(-1);
  const fitting = turns.find(at => sizeOf(messages.slice(at)) <= most / 2);
  const from = fitting ?? (isForced ? messages.length : newest);
  // A shortened conversation begins with its digest: what is before the second message cannot be left out.
  if (from === undefined || from <= head + 1) return undefined;
  const kept = messages.length - from;
  const lost = kept === 0 ? `\n${LAST_LOST}` : '';
  return { text: `${SHORTENED}\n${digest()}${lost}`, kept };
}

/** The conversation begins anew: nothing of what was said is needed but why. */
export const beginAnew = (why: string): Compacted => ({
  text: `This conversation was shortened: ${why}. Read a file again before you rely on it.`,
  kept: 0,
});

const SHORTENED =
  'This conversation was shortened: what was said before is left out here. Read a file again before you rely on it. What you have to know:';
const LAST_LOST = 'The results of your last calls were too long for you: ask for less at a time.';

export const applyCompaction = (
  messages: readonly ModelMessage[],
  { text, kept }: Compacted,
): readonly ModelMessage[] => [
  ...instructionsIn(messages),
  { role: 'user', text },
  ...messages.slice(messages.length - kept),
];

function instructionsIn(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const first = messages.findIndex(({ role }) => role !== 'system');
  return first < 0 ? messages : messages.slice(0, first);
}
