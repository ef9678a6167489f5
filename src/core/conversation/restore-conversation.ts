import type { Finding } from '../changes/finding.ts';
import { canonicalPath } from '../changes/path-policy.ts';
import { writtenBut } from '../gate/after-apply.ts';
import type { GateEvent, VerifiedEvent } from '../gate/gate-events.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import type { ModelMessage, ModelToolCall } from '../ports/model.ts';
import { FINDING_TOOLS } from '../tools/finding-tools.ts';
import { blockers } from '../verification/verdict.ts';
import { applyCompaction } from './compact.ts';
import type { ConversationEvent } from './conversation-events.ts';
import type { CallResult } from './execute-calls.ts';
import { answerCalls } from './native-calls.ts';
import { notesMessage, resultsMessage } from './results-message.ts';

export interface Conversation {
  readonly messages: readonly ModelMessage[];
  /** What the last reply came to, when the agent has not got it yet. */
  readonly unsent: readonly ModelMessage[];
}

type Applied = Extract<GateEvent, { type: 'applied' }>;
type Line = ConversationEvent | { readonly type: string };

/**
 * A conversation as it was, word for word, and what its last reply came to. Calls of that reply without a result were
 * not run, but for those whose change is on the disk: the conversation stopped before their results. Events of other
 * kinds are passed over.
 */
export function restoreConversation(events: readonly Line[]): Conversation {
  let messages: ModelMessage[] = [];
  let unanswered: CallResult[] = [];
  let calls: readonly ModelToolCall[] = [];
  let turn = 0;
  // Results follow their change, so that one before them is reported with them.
  let applied: Applied | undefined;
  let open: readonly Finding[] = [];
  for (const event of events) {
    if (isApplied(event)) [applied, open] = [event, []];
    if (isVerifiedAfter(event) && applied) open = blockers(event);
    if (isTakenBack(event) && applied && event.numbers.includes(applied.number)) applied = undefined;
    if (!isConversationEvent(event)) continue;
    if (event.type === 'told' || event.type === 'replied' || event.type === 'called') applied = undefined;
    if (event.type === 'compacted') messages = [...applyCompaction(messages, event)];
    if (event.type === 'told') {
      messages.push(messageOf(event));
      unanswered = [];
      calls = [];
    }
    if (event.type === 'replied') {
      calls = event.calls ?? [];
      messages.push({ role: 'assistant', text: event.text, toolCalls: calls });
    }
    if (event.type === 'turn_started') turn = event.turn;
    if (event.type === 'called') {
      const { tool, args, status, response } = event;
      unanswered.push({ tool, args, status, response });
    }
  }
  // Endpoints take no conversation in which a native call has no answer.
  const written = applied ? [writtenSentence(applied), ...(open.length > 0 ? [writtenBut(open)] : [])] : [];
  if (calls.length > 0) {
    const answers = answerCalls(calls, [...unanswered, ...writtenCalls(calls, unanswered.length, applied)]);
    const report = { turn, results: [], notes: written };
    return {
      messages,
      unsent:
        written.length === 0 ? answers : [...answers, { role: 'user', text: notesMessage(report) } as const],
    };
  }
  if (unanswered.length === 0 && written.length === 0) return { messages, unsent: [] };
  const results = unanswered;
  const notes = written.length > 0 ? written : ['calls of your reply beyond these were not run'];
  return { messages, unsent: [{ role: 'user', text: resultsMessage({ turn, results, notes }) }] };
}

const writtenSentence = ({ files }: Applied): string =>
  `the change to ${files.map(({ path }) => path).join(', ')} is on the disk, although the run stopped before the results of its calls; read a file again before you rely on it. Other calls of your reply without a result were not run`;

const WRITING = ['write_file', 'rename_file', 'rename_files', 'delete_file', 'atomic_replace', 'move_text'];
const READING = ['read_file', 'list_files', 'retrieve_context_files', ...FINDING_TOOLS, 'trace_endpoint'];
/** Arguments that hold text of files, not paths. */
const TEXTS = ['content', 'replacements'];

/**
 * Results of the calls that made the change: what comes first of those without one, up to a call that waits for it.
 */
function writtenCalls(
  calls: readonly ModelToolCall[],
  from: number,
  applied: Applied | undefined,
): readonly CallResult[] {
  if (!applied) return [];
  const paths = applied.files.map(({ path }) => path);
  const results: CallResult[] = [];
  for (const { name: tool, argumentsJson } of calls.slice(from)) {
    if (!WRITING.includes(tool) && !READING.includes(tool)) break;
    const json = readStrictJson(argumentsJson);
    const args = json.ok ? json.value : {};
    const path = pathsIn(args).find(one => paths.includes(one));
    if (WRITING.includes(tool) && path === undefined) break;
    results.push(
      WRITING.includes(tool)
        ? { tool, args, status: 'ok', response: { path, changed: true } }
        : {
            tool,
            args,
            status: 'not_run',
            response: { error: 'the run stopped before this call had a result' },
          },
    );
  }
  return results;
}

/** Every text of the arguments but what files hold, as a path. */
function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [canonicalPath(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => (TEXTS.includes(key) ? [] : pathsIn(one)));
}

const isVerifiedAfter = (event: Line): event is VerifiedEvent =>
  event.type === 'verified' && 'phase' in event && event.phase === 'after';

const isApplied = (event: Line): event is Applied => event.type === 'applied';

const isTakenBack = (
  event: Line,
): event is { readonly type: 'reverted' | 'set_aside'; readonly numbers: readonly number[] } =>
  event.type === 'reverted' || event.type === 'set_aside';

function messageOf(event: Extract<ConversationEvent, { type: 'told' }>): ModelMessage {
  if (event.role !== 'tool') return { role: event.role, text: event.text };
  const { role, callId, name, text } = event;
  return { role, callId, name, text };
}

const CONVERSATION_TYPES: ReadonlySet<string> = new Set<ConversationEvent['type']>([
  'told',
  'replied',
  'protocol_fault',
  'turn_started',
  'called',
  'compacted',
  'waiting',
]);

const isConversationEvent = (event: Line): event is ConversationEvent => CONVERSATION_TYPES.has(event.type);
