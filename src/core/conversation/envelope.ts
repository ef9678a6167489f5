import { isObject } from '../kernel/is-object.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import { readStrictJson } from '../kernel/strict-json.ts';

/**
 * The JSON agent protocol. Each profile keeps the key that its prompts name: `plan/1` is the task agent's,
 * `thoughts/1` that of tickets and ROUTA. Inside, both become `note`. There is no silent aliasing.
 */
export type TextProfile = 'plan/1' | 'thoughts/1';

/**
 * `calls/1` is the same conversation by native tool calls, where the endpoint has them; where it has none, or the agent
 * answers with text, that text is an envelope of `thoughts/1`.
 */
export type EnvelopeProfile = TextProfile | 'calls/1';

/** How a reply of text is read. */
export const textProfile = (profile: EnvelopeProfile): TextProfile =>
  profile === 'calls/1' ? 'thoughts/1' : profile;

export interface EnvelopeCall {
  readonly name: string;
  /** An object, not yet checked against the tool's schema. */
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Envelope {
  readonly note: string;
  readonly calls: readonly EnvelopeCall[];
  /** Whether one code fence round everything was taken off; journaled. */
  readonly fenced: boolean;
}

/** The key each document uses for what the agent says. */
export const NOTE_KEY = { 'plan/1': 'plan', 'thoughts/1': 'thoughts' } as const;
const OTHER_KEY = { 'plan/1': 'thoughts', 'thoughts/1': 'plan' } as const;
/** Names that models use for `arguments`. */
const ARGUMENT_ALIASES = ['args', 'parameters', 'params', 'input'];
const TOOL_ALIASES = ['tool', 'name', 'function'];

/**
 * Reads one reply of an agent. The error names exactly what is wrong and the right form, so that the agent
 * can repair it.
 */
export function parseEnvelope(text: string, profile: TextProfile): Result<Envelope> {
  const { body, fenced } = withoutFence(text);
  const json = readStrictJson(body);
  if (!json.ok) return fail(`the reply must be a single JSON object: ${json.error.message}`);
  const object = json.value;
  if (!isObject(object)) return fail(`the reply must be a single JSON object, not ${kindOf(object)}`);
  const noteKey = NOTE_KEY[profile];
  const note = object[noteKey];
  if (typeof note !== 'string') return fail(describeNote(object, profile));
  const calls = object['tool_calls'];
  if (!Array.isArray(calls)) {
    return fail(
      calls === undefined
        ? '"tool_calls" is missing: an array, [] for none'
        : '"tool_calls" must be an array',
    );
  }
  const unknown = Object.keys(object).find(key => key !== noteKey && key !== 'tool_calls');
  if (unknown !== undefined)
    return fail(`unknown key "${unknown}"; the keys are "${noteKey}" and "tool_calls"`);
  const parsed: EnvelopeCall[] = [];
  for (const [i, call] of calls.entries()) {
    const result = parseCall(call, `tool_calls[${i}]`);
    if (!result.ok) return result;
    parsed.push(result.value);
  }
  return ok({ note, calls: parsed, fenced });
}

function parseCall(call: unknown, where: string): Result<EnvelopeCall> {
  if (!isObject(call)) return fail(`${where} must be an object, not ${kindOf(call)}`);
  const { tool_name: name, arguments: args } = call;
  if (typeof name !== 'string' || name === '') {
    const alias = TOOL_ALIASES.find(key => key in call);
    if (name === undefined && alias)
      return fail(`${where}: the key must be named "tool_name", not "${alias}"`);
    return fail(`${where}: "tool_name" must be a string that is not empty`);
  }
  if (!isObject(args)) {
    const alias = ARGUMENT_ALIASES.find(key => key in call);
    if (args === undefined && alias)
      return fail(`${where}: the key must be named exactly "arguments", not "${alias}"`);
    return fail(
      args === undefined
        ? `${where}: "arguments" is missing: an object, {} for none`
        : `${where}: "arguments" must be an object, not ${kindOf(args)}`,
    );
  }
  const unknown = Object.keys(call).find(key => key !== 'tool_name' && key !== 'arguments');
  if (unknown !== undefined)
    return fail(`${where}: unknown key "${unknown}"; the keys are "tool_name" and "arguments"`);
  return ok({ name, args });
}

function describeNote(object: Readonly<Record<string, unknown>>, profile: TextProfile): string {
  const key = NOTE_KEY[profile];
  const other = OTHER_KEY[profile];
  if (key in object) return `"${key}" must be a string, not ${kindOf(object[key])}`;
  if (other in object) return `the key must be named "${key}", not "${other}"`;
  return `"${key}" is missing: a short, high-level string`;
}

/** One fence round everything is accepted for agents; anything else round the JSON is not. */
function withoutFence(text: string): { readonly body: string; readonly fenced: boolean } {
  const match = /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*?)\r?\n```\s*$/.exec(text);
  return match?.[1] === undefined ? { body: text, fenced: false } : { body: match[1], fenced: true };
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
