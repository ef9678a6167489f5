import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';
import type { ModelMessage, ModelToolCall } from '../ports/model.ts';
import type { Envelope, EnvelopeCall } from './envelope.ts';
import type { CallResult } from './execute-calls.ts';

/**
 * Reads a reply of the profile `calls/1`: the endpoint's own tool calls, in order, with the text beside them as the
 * note. Arguments are parsed strictly and never repaired; one faulty call refuses the whole reply, as in the other
 * profiles.
 */
export function parseNativeCalls(note: string, calls: readonly ModelToolCall[]): Result<Envelope> {
  const parsed: EnvelopeCall[] = [];
  const repeated = calls.findIndex(({ id }, i) => calls.findIndex(call => call.id === id) < i);
  // Its answer could not be told from that of the other call.
  if (repeated >= 0)
    return fail(`call ${repeated} (${calls[repeated]?.name}) has the id of an earlier call of the reply`);
  for (const [i, { name, argumentsJson }] of calls.entries()) {
    const where = `call ${i} (${name})`;
    const json = readStrictJson(argumentsJson.trim() === '' ? '{}' : argumentsJson);
    if (!json.ok) return fail(`${where}: the arguments must be a single JSON object: ${json.error.message}`);
    const args = json.value;
    if (typeof args !== 'object' || args === null || Array.isArray(args))
      return fail(`${where}: the arguments must be a single JSON object`);
    parsed.push({ name, args: args as Readonly<Record<string, unknown>> });
  }
  return ok({ note, calls: parsed, fenced: false });
}

type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;

/**
 * One answer per call in the same order, as endpoints ask for it. A call without a result was not run:
 * the conversation stopped before it. Everything in an answer is one JSON value, so that no content can pass for more.
 */
export function answerCalls(
  calls: readonly ModelToolCall[],
  results: readonly CallResult[],
): readonly ToolMessage[] {
  return calls.map(({ id, name }, i) => {
    const { status, response } = results[i] ?? NOT_RUN;
    return { role: 'tool', callId: id, name, text: JSON.stringify({ status, result: response }) };
  });
}

const NOT_RUN = { status: 'not_run', response: { error: 'not run', changed: false } } as const;

/** The same answer to every call of a reply that was not accepted. */
export const refuseCalls = (calls: readonly ModelToolCall[], fault: string): readonly ToolMessage[] =>
  answerCalls(
    calls,
    calls.map(({ name }) => ({
      tool: name,
      args: {},
      status: 'refused',
      response: { error: fault, changed: false },
    })),
  );
