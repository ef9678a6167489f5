import { createHash } from 'node:crypto';
import { canonicalJson } from '../../core/changes/canonical-json.ts';
import type { ModelMessage, ModelRequest } from '../../core/ports/model.ts';
import type { ReplayRequestPart } from '../../generated/contracts.ts';
import { firstDifference } from './first-difference.ts';
import { withoutChance } from './without-chance.ts';

/** A request as a recording knows it: one hash for all, and one per part to tell what differs. */
export interface RequestHash {
  /** Lower-case hexadecimal SHA-256 over the canonical JSON of role, messages, tools and output schema. */
  readonly sha256: string;
  /** The same over every character, as earlier recordings have it. */
  readonly exactSha256: string;
  readonly parts: readonly HashedPart[];
}

/** A part with its text as canonical JSON. */
export interface HashedPart extends ReplayRequestPart {
  readonly text: string;
}

type Asked = Pick<ModelRequest, 'role' | 'messages' | 'tools' | 'output'>;

/** Their requests hold what people and code wrote. Those of agents also hold what tools print, and when. */
const EXACT_ROLES: ReadonlySet<string> = new Set(['designer', 'qa']);

/** `clean` takes secrets out first, so that a recording and its replay hash the same text. */
export function hashRequest(request: Asked, clean: (text: string) => string = text => text): RequestHash {
  const messages = withOrdinalCallIds(request.messages);
  const { role, tools, output } = request;
  const same = EXACT_ROLES.has(role) ? (text: string) => text : withoutChance;
  const part = (name: string, value: unknown): HashedPart => {
    const text = clean(canonicalJson(value));
    return { part: name, sha256: sha256(same(text)), characters: text.length, text };
  };
  const whole = clean(canonicalJson({ role, messages, tools, output }));
  return {
    sha256: sha256(same(whole)),
    exactSha256: sha256(whole),
    parts: [
      part('role', role),
      ...messages.map((message, index) => part(`message ${index + 1} (${message.role})`, message)),
      part('tools', tools),
      part('output', output),
    ],
  };
}

/**
 * What changed since the recording, as a sentence part; lengths tell a small edit from another text.
 *
 * @param texts of recorded parts by their hash; the first difference is shown where both are known
 */
export function describeDifference(
  recorded: readonly ReplayRequestPart[],
  now: readonly HashedPart[],
  texts: ReadonlyMap<string, string>,
): string {
  const before = new Map(recorded.map(part => [part.part, part]));
  const after = new Set(now.map(part => part.part));
  const differences = [
    ...now.flatMap(part => {
      const old = before.get(part.part);
      if (!old) return [`${part.part} is new (${part.characters} characters)`];
      if (old.sha256 === part.sha256) return [];
      const text = texts.get(old.sha256);
      const where = text === undefined ? '' : `; ${firstDifference(text, part.text)}`;
      return [`${part.part} differs (${old.characters} characters recorded, ${part.characters} now${where})`];
    }),
    ...recorded.filter(part => !after.has(part.part)).map(part => `${part.part} is gone`),
  ];
  return differences.join(', ');
}

/** Call ids are the endpoint's random names; their order is what a replay can repeat. */
function withOrdinalCallIds(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const ordinals = new Map<string, string>();
  const ordinal = (id: string): string => {
    const known = ordinals.get(id) ?? `call ${ordinals.size + 1}`;
    ordinals.set(id, known);
    return known;
  };
  return messages.map(message => {
    if (message.role === 'tool') return { ...message, callId: ordinal(message.callId) };
    if (message.role !== 'assistant') return message;
    return { ...message, toolCalls: message.toolCalls.map(call => ({ ...call, id: ordinal(call.id) })) };
  });
}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
