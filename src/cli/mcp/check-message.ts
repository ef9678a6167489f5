import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
  type RequestId,
  SetLevelRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { isObject } from '../../core/kernel/is-object.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';

/** Why a message is not taken. */
export interface Untaken {
  /** Left out: whose it is cannot be said, or an answer would be taken for that of another request. */
  readonly id?: RequestId;
  readonly code: number;
  readonly message: string;
}

/** What requests of each method look like; others are unknown methods. */
const REQUESTS = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  'tools/list': ListToolsRequestSchema,
  'tools/call': CallToolRequestSchema,
  'resources/list': ListResourcesRequestSchema,
  'resources/templates/list': ListResourceTemplatesRequestSchema,
  'resources/read': ReadResourceRequestSchema,
  'prompts/list': ListPromptsRequestSchema,
  'prompts/get': GetPromptRequestSchema,
  'logging/setLevel': SetLevelRequestSchema,
} as const;

/** Levels of a message: whatever reads it further on calls itself for each. */
const DEEPEST = 200;

/**
 * Looks at each message of one client before anything else does, so that whatever cannot be taken has an answer that
 * says why, and no two requests under way have the same id: their answers could not be told apart.
 */
export class MessageCheck {
  readonly #underWay = new Set<RequestId>();
  #isGreeted = false;

  /** Why the message is not taken, `ignored` where that needs no answer; `undefined`: it is. */
  refusal(message: unknown): Untaken | 'ignored' | undefined {
    if (Array.isArray(message))
      return { code: ErrorCode.InvalidRequest, message: 'send one message at a time, not a list of them' };
    if (!isObject(message))
      return { code: ErrorCode.InvalidRequest, message: 'a message must be a JSON object' };
    const id = isId(message['id']) ? { id: message['id'] } : {};
    if (isDeeper(message, DEEPEST))
      return {
        ...id,
        code: ErrorCode.InvalidRequest,
        message: `the message has more than ${DEEPEST} levels`,
      };
    if ('id' in message && !isId(message['id']))
      return { code: ErrorCode.InvalidRequest, message: 'the id must be a text or a whole number' };
    const { method } = message;
    const isRequest = typeof method === 'string' && isId(message['id']);
    const asMessage = JSONRPCMessageSchema.safeParse(message);
    const schema =
      isRequest && Object.hasOwn(REQUESTS, method) ? REQUESTS[method as keyof typeof REQUESTS] : undefined;
    const asRequest = schema?.safeParse(message);
    if (message['jsonrpc'] !== '2.0')
      return { ...id, code: ErrorCode.InvalidRequest, message: '"jsonrpc" must be "2.0"' };
    if (asRequest?.success === false)
      return { ...id, code: ErrorCode.InvalidParams, message: sentence(asRequest.error.issues) };
    if (!asMessage.success)
      return isRequest
        ? {
            ...id,
            code: ErrorCode.InvalidParams,
            message: '"params" must be an object, and its "_meta.progressToken" a text or a whole number',
          }
        : {
            ...id,
            code: ErrorCode.InvalidRequest,
            message: 'the message is no request, no notification and no answer',
          };
    return isRequest ? this.#begin(method, message['id'] as RequestId) : this.#note(message);
  }

  /** It has its answer. */
  answered(id: RequestId): void {
    this.#underWay.delete(id);
  }

  /** It was not carried out after all. */
  untake(message: unknown): void {
    if (isObject(message) && isId(message['id'])) this.#underWay.delete(message['id']);
  }

  #begin(method: string, id: RequestId): Untaken | undefined {
    if (method === 'initialize' && this.#isGreeted)
      return { id, code: ErrorCode.InvalidRequest, message: 'this session has begun already' };
    if (method !== 'initialize' && method !== 'ping' && !this.#isGreeted)
      return { id, code: ErrorCode.InvalidRequest, message: `send initialize before ${method}` };
    if (this.#underWay.has(id))
      return {
        code: ErrorCode.InvalidRequest,
        message: `a request with the id ${JSON.stringify(id).slice(0, 80)} is under way; give each its own`,
      };
    this.#isGreeted ||= method === 'initialize';
    this.#underWay.add(id);
    return undefined;
  }

  /** A request that its client has cancelled has no answer; one that is not under way cannot be cancelled. */
  #note({ method, params }: Readonly<Record<string, unknown>>): 'ignored' | undefined {
    if (method !== 'notifications/cancelled') return undefined;
    const requestId = isObject(params) ? params['requestId'] : undefined;
    return isId(requestId) && this.#underWay.delete(requestId) ? undefined : 'ignored';
  }
}

/** The value of a text in JSON and UTF-8; `undefined`: it is none. */
export function readJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  const text = decodeUtf8(bytes);
  if (text === undefined) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Tells the check of each answer that goes out. */
export function noteAnswers(transport: Transport, check: MessageCheck): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (!('method' in message) && message.id !== undefined) check.answered(message.id);
    return send(message, options);
  };
}

const isId = (id: unknown): id is RequestId => typeof id === 'string' || Number.isSafeInteger(id);

/** Without calling itself: the message may have as many levels as it has bytes. */
function isDeeper(value: unknown, most: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(one => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Without the words of the library that reads it. */
const plain = (message: string): string =>
  message
    .replace(/^Invalid input$/, 'a value of another kind is expected')
    .replace(/^Invalid (?:input|option): /, '')
    .replace('expected record', 'expected object');

/** `params.cursor: expected string, received number`. */
const sentence = (issues: readonly Issue[]): string =>
  issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.map(String).join('.')}: ${plain(message)}`)
    .join('; ');
