import { gzipSync } from 'node:zlib';
import type { FaultCode } from '../../src/node/model/fault.ts';
import {
  answer,
  asEvent,
  type Behaviour,
  chunk,
  completionOf,
  type Exchange,
  eventsOf,
  PLAIN,
  refuse,
  type Said,
  STREAM,
  say,
  sendJson,
  streamEvents,
} from '../support/model-server.ts';

/** The answer every scenario would give if nothing went wrong. */
export const ANSWER = '{"ok": true, "text": "\u{1f600} é"}';

export interface Scenario {
  readonly name: string;
  readonly behaviour: Behaviour;
  /** The fault's code, or the exact text of the answer, or the calls. */
  readonly expect: { readonly fault: FaultCode } | { readonly text: string } | { readonly calls: number };
  /** Requests that must have arrived; 1 when not given. */
  readonly requests?: number;
  /** What the reason must say. */
  readonly says?: RegExp;
  /** Other limits than LIMITS; short ones only where running into them is the point. */
  readonly limits?: Partial<typeof LIMITS>;
}

/** Limits under which the scenarios hold; milliseconds, bytes and UTF-16 code units. */
export const LIMITS: Readonly<
  Record<'deadlineMs' | 'idleMs' | 'backoffMs' | 'maxBytes' | 'maxCharacters', number>
> = {
  deadlineMs: 15_000,
  idleMs: 5_000,
  backoffMs: 4,
  maxBytes: 4 * 1024 * 1024,
  maxCharacters: 100_000,
};

/** Milliseconds without content; the scenarios that run into it stall for ever. */
const SHORT = { idleMs: 100 };

const good: Behaviour = exchange => answer(exchange, ANSWER);
const wantsStream = ({ body }: Exchange): boolean => body.stream === true;

/** Something goes wrong the first `times` times; then the endpoint is well. */
const first =
  (times: number, wrong: Behaviour): Behaviour =>
  exchange =>
    exchange.earlier < times ? wrong(exchange) : good(exchange);

const status =
  (code: number, error: Parameters<typeof refuse>[2] = {}, headers: Record<string, string> = {}): Behaviour =>
  exchange =>
    refuse(exchange, code, error, headers);

const body =
  (
    code: number,
    type: string | undefined,
    text: string | Buffer,
    headers: Record<string, string> = {},
  ): Behaviour =>
  ({ response }) => {
    response.writeHead(code, { ...(type === undefined ? {} : { 'content-type': type }), ...headers });
    response.end(text);
  };

/** Bytes of the answer as the request wants it, headers not yet sent. */
const bytesOf = (exchange: Exchange, said: Said = { text: ANSWER }): Buffer =>
  Buffer.from(
    wantsStream(exchange)
      ? `${eventsOf(said).map(asEvent).join('')}data: [DONE]\n\n`
      : JSON.stringify(completionOf(said)),
  );

const begin = (exchange: Exchange, headers: Record<string, string> = {}): void =>
  void exchange.response.writeHead(200, { ...(wantsStream(exchange) ? STREAM : PLAIN), ...headers });

/** Sends the first `share` of a good answer, then does `then`. */
const partly =
  (share: number, then: (exchange: Exchange) => void): Behaviour =>
  exchange => {
    begin(exchange);
    const bytes = bytesOf(exchange);
    exchange.response.write(bytes.subarray(0, Math.floor(bytes.length * share)));
    // Later, so that the first part has left before the connection breaks.
    setTimeout(() => then(exchange), 10);
  };

const repeat = (exchange: Exchange, everyMs: number, write: () => void): void => {
  const timer = setInterval(write, everyMs);
  exchange.response.on('close', () => clearInterval(timer));
};

const said =
  (what: Said): Behaviour =>
  exchange =>
    say(exchange, what);

/** One message given as it is, in a stream or at once. */
const message =
  (content: Record<string, unknown>, finish: string | null = 'stop'): Behaviour =>
  exchange =>
    wantsStream(exchange)
      ? streamEvents(exchange.response, [chunk(content), chunk({}, finish)])
      : sendJson(exchange.response, 200, {
          choices: [{ index: 0, message: content, finish_reason: finish }],
        });

const HTML = '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>';

const waysToAskAgain: readonly Scenario[] = [
  {
    name: '429 with retry-after in seconds',
    behaviour: first(1, status(429, {}, { 'retry-after': '0.05' })),
    expect: { text: ANSWER },
    requests: 2,
  },
  {
    name: '429 with retry-after-ms',
    behaviour: first(1, status(429, {}, { 'retry-after-ms': '20' })),
    expect: { text: ANSWER },
    requests: 2,
  },
  {
    name: '429 with a retry-after date in the past',
    behaviour: first(1, status(429, {}, { 'retry-after': new Date(0).toUTCString() })),
    expect: { text: ANSWER },
    requests: 2,
  },
  {
    name: '429 without retry-after',
    behaviour: first(2, status(429)),
    expect: { text: ANSWER },
    requests: 3,
  },
  { name: '429 every time', behaviour: status(429), expect: { fault: 'rate_limited' }, requests: 3 },
  {
    name: '429 that asks to wait past the deadline',
    behaviour: status(429, {}, { 'retry-after': '3600' }),
    expect: { fault: 'rate_limited' },
    says: /wait 3600 s/,
  },
  { name: '408 once', behaviour: first(1, status(408)), expect: { text: ANSWER }, requests: 2 },
  { name: '409 once', behaviour: first(1, status(409)), expect: { text: ANSWER }, requests: 2 },
  { name: '409 every time', behaviour: status(409), expect: { fault: 'conflict' }, requests: 3 },
  { name: '500 every time', behaviour: status(500), expect: { fault: 'server_error' }, requests: 3 },
  {
    name: '502 with a page of HTML',
    behaviour: body(502, 'text/html', HTML),
    expect: { fault: 'server_error' },
    requests: 3,
    says: /502\): 502 Bad Gateway nginx/,
  },
  {
    name: '503 with retry-after, once',
    behaviour: first(1, status(503, {}, { 'retry-after': '0.02' })),
    expect: { text: ANSWER },
    requests: 2,
  },
  { name: '529 overloaded, once', behaviour: first(1, status(529)), expect: { text: ANSWER }, requests: 2 },
  {
    name: 'connection closed without an answer',
    behaviour: ({ response }) => void response.destroy(),
    expect: { fault: 'cut_off' },
    requests: 3,
  },
  {
    name: 'connection reset in the middle, every time',
    behaviour: partly(0.5, ({ response }) => response.destroy()),
    expect: { fault: 'cut_off' },
    requests: 3,
  },
  {
    name: 'connection reset in the middle, once',
    behaviour: first(
      1,
      partly(0.5, ({ response }) => response.destroy()),
    ),
    expect: { text: ANSWER },
    requests: 2,
  },
  {
    name: 'answer that ends in the middle as if it were whole',
    behaviour: partly(0.6, ({ response }) => response.end()),
    expect: { fault: 'cut_off' },
    requests: 3,
  },
  {
    name: 'whole text without a finish reason',
    behaviour: said({ text: ANSWER, finish: null }),
    expect: { fault: 'cut_off' },
    requests: 3,
    says: /no finish_reason/,
  },
  {
    name: 'no answer at all',
    behaviour: () => undefined,
    expect: { fault: 'stalled' },
    requests: 3,
    limits: SHORT,
  },
  {
    name: 'headers and then nothing',
    behaviour: exchange => {
      begin(exchange);
      exchange.response.flushHeaders();
    },
    expect: { fault: 'stalled' },
    requests: 3,
    limits: SHORT,
  },
  {
    name: 'stall in the middle',
    behaviour: partly(0.5, () => undefined),
    expect: { fault: 'stalled' },
    requests: 3,
    limits: SHORT,
  },
  {
    name: 'stall in the middle, once',
    behaviour: first(
      1,
      partly(0.5, () => undefined),
    ),
    expect: { text: ANSWER },
    requests: 2,
    limits: { idleMs: 400 },
  },
  {
    name: 'signs of life without content, for ever',
    behaviour: exchange => {
      begin(exchange);
      repeat(exchange, 15, () => exchange.response.write(wantsStream(exchange) ? ': PROCESSING\n\n' : ' '));
    },
    expect: { fault: 'stalled' },
    requests: 3,
    limits: SHORT,
  },
  {
    name: 'a page of HTML with status 200',
    behaviour: body(200, 'text/html; charset=utf-8', HTML),
    expect: { fault: 'wrong_content_type' },
    requests: 3,
    says: /text\/html instead of JSON/,
  },
  {
    name: 'plain text with status 200',
    behaviour: body(200, 'text/plain', 'OK'),
    expect: { fault: 'wrong_content_type' },
    requests: 3,
  },
  {
    name: 'an empty body with status 200',
    behaviour: exchange => {
      begin(exchange);
      exchange.response.end();
    },
    expect: { fault: 'cut_off' },
    requests: 3,
  },
  {
    name: 'something else than JSON under its content type',
    behaviour: exchange => {
      begin(exchange);
      exchange.response.end(wantsStream(exchange) ? 'data: {oops}\n\n' : '{oops}');
    },
    expect: { fault: 'invalid_response' },
    requests: 3,
  },
  {
    name: 'JSON of another kind',
    behaviour: exchange => {
      begin(exchange);
      exchange.response.end(wantsStream(exchange) ? 'data: [1]\n\n' : '{"choices":{}}');
    },
    expect: { fault: 'invalid_response' },
    requests: 3,
  },
  {
    name: 'a damaged gzip body',
    behaviour: exchange => {
      begin(exchange, { 'content-encoding': 'gzip' });
      exchange.response.end(Buffer.from('not gzip at all'));
    },
    expect: { fault: 'invalid_response' },
    requests: 3,
  },
  {
    name: 'an error inside an answer that began well',
    behaviour: exchange => {
      const error = { code: 502, message: 'provider returned error' };
      if (!wantsStream(exchange)) return sendJson(exchange.response, 200, { error });
      return streamEvents(exchange.response, [chunk({ content: '{"o' }), { error, choices: [] }]);
    },
    expect: { fault: 'server_error' },
    requests: 3,
    says: /provider returned error/,
  },
];

const noUseAskingAgain: readonly Scenario[] = [
  {
    name: '429 because the quota is used up',
    behaviour: status(429, { code: 'insufficient_quota', message: 'You exceeded your current quota' }),
    expect: { fault: 'insufficient_quota' },
  },
  {
    name: '402 because the credit is used up',
    behaviour: status(402),
    expect: { fault: 'insufficient_quota' },
  },
  {
    name: '400 for something the request needs',
    behaviour: status(400, { message: 'messages: too few items' }),
    expect: { fault: 'bad_request' },
    says: /messages: too few items/,
  },
  {
    name: '400 whose body nests without end',
    behaviour: body(400, 'application/json', `${'{"error":'.repeat(20_000)}1${'}'.repeat(20_000)}`),
    expect: { fault: 'bad_request' },
  },
  {
    name: '400 with an endless body',
    behaviour: exchange => {
      exchange.response.writeHead(400, PLAIN);
      repeat(exchange, 1, () => exchange.response.write('x'.repeat(64 * 1024)));
    },
    expect: { fault: 'bad_request' },
  },
  {
    name: '401 for a wrong key',
    behaviour: status(401, { message: 'Incorrect API key provided: sk-proj-12345678' }),
    expect: { fault: 'unauthorized' },
    says: /set the key for this endpoint: Incorrect API key provided: \[redacted\]/,
  },
  { name: '403 for a forbidden model', behaviour: status(403), expect: { fault: 'forbidden' } },
  {
    name: '404 for a wrong base URL',
    behaviour: body(404, 'text/plain', '404 page not found'),
    expect: { fault: 'not_found' },
    says: /most base URLs end in \/v1/,
  },
  {
    name: '400 for a request longer than the context',
    behaviour: status(400, {
      code: 'context_length_exceeded',
      message: "This model's maximum context length is 8",
    }),
    expect: { fault: 'context_overflow' },
  },
  {
    name: '413 for a request that is too large',
    behaviour: status(413),
    expect: { fault: 'context_overflow' },
  },
  {
    name: '400 from a content filter',
    behaviour: status(400, { code: 'content_filter', message: 'The response was filtered' }),
    expect: { fault: 'content_filter' },
  },
  {
    name: 'redirect to another origin',
    behaviour: body(302, undefined, '', { location: 'http://elsewhere.invalid/v1/chat/completions' }),
    expect: { fault: 'redirected' },
    says: /redirects to http:\/\/elsewhere\.invalid/,
  },
  {
    name: 'redirect that keeps method and body',
    behaviour: body(307, undefined, '', { location: '/v1/other' }),
    expect: { fault: 'redirected' },
  },
  {
    name: 'a body of 100 MB',
    behaviour: exchange => {
      begin(exchange);
      const megabyte = Buffer.alloc(1024 * 1024, wantsStream(exchange) ? `${':'.repeat(1023)}\n` : ' ');
      let sent = 0;
      const more = (): void => {
        while (sent++ < 100) if (!exchange.response.write(megabyte)) return;
        exchange.response.end();
      };
      exchange.response.on('drain', more);
      more();
    },
    expect: { fault: 'too_large' },
    says: /more than 4 MB/,
  },
  {
    name: 'a gzip bomb of 100 MB',
    behaviour: exchange => {
      begin(exchange, { 'content-encoding': 'gzip' });
      exchange.response.end(GZIP_BOMB);
    },
    expect: { fault: 'too_large' },
  },
  {
    name: 'an answer longer than any answer may be',
    behaviour: said({ text: numbers(LIMITS.maxCharacters) }),
    expect: { fault: 'too_large' },
  },
  {
    name: 'an answer that repeats itself without end',
    behaviour: said({ text: `{"reason": "${'and so on '.repeat(1000)}`, finish: 'length' }),
    expect: { fault: 'endless' },
  },
  {
    name: 'text that is not UTF-8',
    behaviour: exchange => {
      begin(exchange);
      const bytes = bytesOf(exchange, { text: 'abc?def' });
      bytes[bytes.indexOf('?')] = 0xff;
      exchange.response.end(bytes);
    },
    expect: { fault: 'invalid_response' },
    says: /not valid UTF-8/,
  },
  {
    name: 'a drip of content that never ends',
    behaviour: exchange => {
      begin(exchange);
      const piece = wantsStream(exchange) ? asEvent(chunk({ content: 'x' })) : 'x';
      repeat(exchange, 15, () => exchange.response.write(piece));
    },
    expect: { fault: 'timeout' },
    limits: { deadlineMs: 600 },
  },
];

const GZIP_BOMB = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));

const notAWholeAnswer: readonly Scenario[] = [
  {
    name: 'finish_reason length',
    behaviour: said({ text: '{"ok": tr', finish: 'length' }),
    expect: { fault: 'truncated' },
    says: /truncated by the model limit \(finish_reason length\)/,
  },
  {
    name: 'finish_reason length with text that happens to be whole',
    behaviour: said({ text: ANSWER, finish: 'length' }),
    expect: { fault: 'truncated' },
  },
  {
    name: 'finish_reason length in the middle of a tool call',
    behaviour: said({ calls: [{ name: 't', arguments: '{"a' }], finish: 'length' }),
    expect: { fault: 'truncated' },
  },
  {
    name: 'finish_reason content_filter',
    behaviour: said({ text: '{"ok"', finish: 'content_filter' }),
    expect: { fault: 'content_filter' },
  },
  {
    name: 'a refusal',
    behaviour: said({ refusal: 'I cannot help with that.' }),
    expect: { fault: 'refusal' },
    says: /refused: I cannot help with that\./,
  },
  {
    name: 'a finish reason nobody knows',
    behaviour: said({ text: ANSWER, finish: 'insufficient_system_resource' }),
    expect: { fault: 'unfinished' },
    says: /finish_reason insufficient_system_resource/,
  },
  { name: 'no text', behaviour: said({ text: '' }), expect: { fault: 'empty' } },
  { name: 'blank text', behaviour: said({ text: ' \n\t ' }), expect: { fault: 'empty' } },
  { name: 'null as text', behaviour: message({ content: null }), expect: { fault: 'empty' } },
  {
    name: 'finish_reason tool_calls without a call',
    behaviour: said({ finish: 'tool_calls' }),
    expect: { fault: 'empty' },
  },
  {
    name: 'two choices',
    behaviour: exchange => {
      const choices = [0, 1].map(index => ({ index, finish_reason: 'stop' }));
      if (wantsStream(exchange)) {
        const delta = { content: ANSWER };
        return streamEvents(exchange.response, [
          ...choices.map(choice => ({ ...chunk({}), choices: [{ ...choice, delta }] })),
        ]);
      }
      const said = { role: 'assistant', content: ANSWER };
      return sendJson(exchange.response, 200, {
        choices: choices.map(choice => ({ ...choice, message: said })),
      });
    },
    expect: { fault: 'several_choices' },
  },
  {
    name: 'an answer and another tool call in one turn',
    behaviour: exchange =>
      exchange.body.response_format
        ? refuse(exchange, 400, { message: 'response_format is not supported' })
        : say(exchange, {
            calls: [
              { name: 'submit_answer', arguments: ANSWER },
              { name: 'read_file', arguments: '{}' },
            ],
            finish: 'tool_calls',
          }),
    expect: { fault: 'several_answers' },
    requests: 2,
  },
  {
    name: 'two answers in one turn',
    behaviour: exchange =>
      exchange.body.response_format
        ? refuse(exchange, 400, { message: 'response_format is not supported' })
        : say(exchange, {
            calls: [
              { name: 'submit_answer', arguments: ANSWER },
              { name: 'submit_answer', arguments: ANSWER },
            ],
            finish: 'tool_calls',
          }),
    expect: { fault: 'several_answers' },
    requests: 2,
    says: /gave 2 answers/,
  },
  {
    name: 'content that is a number',
    behaviour: message({ content: 42 }),
    expect: { fault: 'invalid_response' },
    requests: 3,
  },
];

const passedOnAsItIs = (name: string, text: string): Scenario => ({
  name,
  behaviour: said({ text }),
  expect: { text },
});

const wholeAnswers: readonly Scenario[] = [
  { name: 'nothing wrong', behaviour: good, expect: { text: ANSWER } },
  passedOnAsItIs('a Markdown fence, for the strict reader to judge', `\`\`\`json\n${ANSWER}\n\`\`\``),
  passedOnAsItIs('prose around the JSON', `Here you are:\n${ANSWER}\nDone.`),
  passedOnAsItIs('duplicate keys', '{"ok": true, "ok": false}'),
  passedOnAsItIs('prototype keys', '{"__proto__": {"ok": true}, "constructor": 1}'),
  passedOnAsItIs('two objects', `${ANSWER}${ANSWER}`),
  passedOnAsItIs('truncated JSON that claims to be whole', ANSWER.slice(0, 9)),
  passedOnAsItIs('a lone surrogate', '"\ud800 and \udc00"'),
  passedOnAsItIs('control characters and line separators', '"\u0000\u0007\u2028\u2029\r\n\t"'),
  passedOnAsItIs('a byte order mark as text', `\ufeff${ANSWER}`),
  passedOnAsItIs('a long answer', `"\u{1f600}${numbers(40_000)}"`),
  {
    name: 'UTF-8 split at every byte',
    behaviour: async exchange => {
      begin(exchange);
      exchange.response.socket?.setNoDelay(true);
      const bytes = bytesOf(exchange);
      for (const byte of bytes) {
        exchange.response.write(Uint8Array.of(byte));
        await new Promise(resolve => setImmediate(resolve));
      }
      exchange.response.end();
    },
    expect: { text: ANSWER },
  },
  {
    name: 'a slow drip that ends in time',
    behaviour: async exchange => {
      begin(exchange);
      const events = wantsStream(exchange) ? eventsOf({ text: ANSWER }).map(asEvent) : [' ', ' ', ' '];
      for (const event of events) {
        exchange.response.write(event);
        await new Promise(resolve => setTimeout(resolve, 25));
      }
      exchange.response.end(wantsStream(exchange) ? '' : JSON.stringify(completionOf({ text: ANSWER })));
    },
    expect: { text: ANSWER },
  },
  {
    name: 'a byte order mark before the body',
    behaviour: exchange => {
      begin(exchange);
      exchange.response.end(Buffer.concat([Buffer.from('\ufeff'), bytesOf(exchange)]));
    },
    expect: { text: ANSWER },
  },
  {
    name: 'a compressed body',
    behaviour: exchange => {
      begin(exchange, { 'content-encoding': 'gzip' });
      exchange.response.end(gzipSync(bytesOf(exchange)));
    },
    expect: { text: ANSWER },
  },
  {
    name: 'content as a list of text parts',
    behaviour: message({ content: [{ type: 'text', text: ANSWER }] }),
    expect: { text: ANSWER },
  },
  {
    name: 'reasoning beside the answer',
    behaviour: message({ reasoning_content: 'Let me think', content: ANSWER }),
    expect: { text: ANSWER },
  },
  {
    name: 'usage of the wrong shape',
    behaviour: exchange =>
      wantsStream(exchange)
        ? streamEvents(exchange.response, [
            chunk({ content: ANSWER }, 'stop'),
            { choices: [], usage: { prompt_tokens: -1, completion_tokens: 'many' } },
          ])
        : sendJson(exchange.response, 200, { ...completionOf({ text: ANSWER }), usage: [] }),
    expect: { text: ANSWER },
  },
  {
    name: 'unknown keys everywhere',
    behaviour: exchange =>
      wantsStream(exchange)
        ? streamEvents(exchange.response, [
            { ...chunk({ content: ANSWER, x: {} }, 'stop'), y: [1], choices_2: null },
          ])
        : sendJson(exchange.response, 200, {
            ...completionOf({ text: ANSWER }),
            system_fingerprint: null,
            z: {},
          }),
    expect: { text: ANSWER },
  },
  {
    name: 'tool arguments as an object',
    behaviour: message(
      { tool_calls: [{ id: 'a', type: 'function', function: { name: 't', arguments: { b: 1 } } }] },
      'tool_calls',
    ),
    expect: { calls: 1 },
  },
  {
    name: 'tool calls with finish_reason stop',
    behaviour: said({ calls: [{ name: 't', arguments: '{}' }], finish: 'stop' }),
    expect: { calls: 1 },
  },
  {
    name: 'a tool nobody offered, for the toolbox to refuse',
    behaviour: said({ calls: [{ name: 'rm_rf', arguments: '{}' }], finish: 'tool_calls' }),
    expect: { calls: 1 },
  },
  {
    name: 'no content type',
    behaviour: exchange => {
      exchange.response.writeHead(200);
      exchange.response.end(bytesOf(exchange));
    },
    expect: { text: ANSWER },
  },
];

/** What only a stream can do. */
export const STREAM_SCENARIOS: readonly Scenario[] = [
  {
    name: 'text after the finish reason',
    behaviour: ({ response }) =>
      streamEvents(response, [chunk({ content: ANSWER }, 'stop'), chunk({ content: ' and more' })]),
    expect: { fault: 'invalid_response' },
  },
  {
    name: 'a connection that breaks after the finish reason',
    behaviour: ({ response }) => {
      response.writeHead(200, STREAM);
      response.write(asEvent(chunk({ content: ANSWER }, 'stop')));
      setTimeout(() => response.destroy(), 20);
    },
    expect: { text: ANSWER },
  },
  {
    name: 'no [DONE] at the end',
    behaviour: ({ response }) => {
      response.writeHead(200, STREAM);
      response.end(asEvent(chunk({ content: ANSWER }, 'stop')));
    },
    expect: { text: ANSWER },
  },
  {
    name: 'no blank line after the last event',
    behaviour: ({ response }) => {
      response.writeHead(200, STREAM);
      response.end(asEvent(chunk({ content: ANSWER }, 'stop')).trimEnd());
    },
    expect: { text: ANSWER },
  },
  ...['\r\n', '\r'].map(
    (end): Scenario => ({
      name: `lines that end in ${JSON.stringify(end)}`,
      behaviour: ({ response }) => {
        response.writeHead(200, STREAM);
        const events = eventsOf({ text: ANSWER }).map(asEvent).join('');
        response.end(events.replaceAll('\n', end));
      },
      expect: { text: ANSWER },
    }),
  ),
  {
    name: 'events with names, ids, comments and no space after the colon',
    behaviour: ({ response }) => {
      response.writeHead(200, STREAM);
      const data = JSON.stringify(chunk({ content: ANSWER }, 'stop'));
      response.end(`: hello\nretry: 5\nevent: message\nid: 1\ndata:${data}\n\ndata:[DONE]\n\n`);
    },
    expect: { text: ANSWER },
  },
  {
    name: 'one event over several data lines',
    behaviour: ({ response }) => {
      response.writeHead(200, STREAM);
      const lines = JSON.stringify(chunk({ content: ANSWER }, 'stop'), undefined, 1).split('\n');
      response.end(`${lines.map(line => `data: ${line}`).join('\n')}\n\n`);
    },
    expect: { text: ANSWER },
  },
  {
    name: 'a stream although a plain answer would do, and the other way round',
    behaviour: ({ response }) => sendJson(response, 200, completionOf({ text: ANSWER })),
    expect: { text: ANSWER },
  },
];

/** What goes wrong in a stream and in a plain answer alike. */
export const SCENARIOS: readonly Scenario[] = [
  ...waysToAskAgain,
  ...noUseAskingAgain,
  ...notAWholeAnswer,
  ...wholeAnswers,
];

/** Text of at least so many characters that does not repeat itself. */
function numbers(characters: number): string {
  const words: string[] = [];
  for (let length = 0, at = 1000; length < characters; at++) {
    words.push(String(at));
    length += words.at(-1)?.length ?? 0;
  }
  return words.join(' ');
}
