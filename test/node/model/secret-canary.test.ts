import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bindKey } from '../../../src/node/model/endpoint.ts';
import { createOpenAiModel } from '../../../src/node/model/openai-model.ts';
import { createRecorder } from '../../../src/node/model/record-model.ts';
import {
  answer,
  type Behaviour,
  type Exchange,
  refuse,
  sendJson,
  startModelServer,
} from '../../support/model-server.ts';
import { modelRequest } from './model-request.ts';

const CANARY = 'canary-7f3a"9b2e\\41d8/c6a0+5e';

const keyOf = ({ headers }: Exchange): string => String(headers.authorization).replace('Bearer ', '');

/** Endpoints that repeat the key they were given, each in another place. */
const ECHOES: Readonly<Record<string, Behaviour>> = {
  'the answer': exchange => answer(exchange, JSON.stringify({ key: keyOf(exchange) })),
  'a 400': exchange => refuse(exchange, 400, { message: `bad key ${keyOf(exchange)}` }),
  'a 401 whose message is not text': exchange =>
    sendJson(exchange.response, 401, {
      error: { message: [{ loc: [keyOf(exchange)], msg: keyOf(exchange) }] },
    }),
  'a 429 that is tried again': exchange => refuse(exchange, 429, { message: keyOf(exchange) }),
  'an HTML page': ({ response, ...exchange }) => {
    response.writeHead(500, { 'content-type': 'text/html' });
    response.end(`<p>${keyOf({ ...exchange, response })}</p>`);
  },
  'a redirect': ({ response, ...exchange }) => {
    const key = encodeURIComponent(keyOf({ ...exchange, response }));
    response.writeHead(302, { location: `http://elsewhere.invalid/${key}` });
    response.end();
  },
  'an error inside a stream': ({ response, ...exchange }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify({ error: { message: keyOf({ ...exchange, response }) } })}\n\n`);
  },
  'the finish reason': exchange =>
    sendJson(exchange.response, 200, {
      choices: [{ message: { content: 'x' }, finish_reason: keyOf(exchange) }],
    }),
  'the content type': ({ response, ...exchange }) => {
    response.writeHead(200, { 'content-type': keyOf({ ...exchange, response }) });
    response.end('x');
  },
};

describe('secret canary', () => {
  for (const [place, behaviour] of Object.entries(ECHOES)) {
    it(`is in no fault, sentence, recording or log when the endpoint repeats it in ${place}`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'canary-'));
      const file = path.join(folder, 'replies.json');
      const server = await startModelServer(behaviour);
      const logged: unknown[] = [];
      const original = { ...console };
      for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
        console[level] = (...words: unknown[]) => void logged.push(...words);
      }
      process.env['OPENAI_LOG'] = 'debug';
      try {
        const key = bindKey(CANARY, server.baseUrl);
        assert.ok(key.ok);
        const created = createOpenAiModel({
          baseUrl: server.baseUrl,
          model: 'm',
          apiKey: key.value,
          backoffMs: 1,
          deadlineMs: 10_000,
        });
        assert.ok(created.ok);
        const recorder = createRecorder({ file, secrets: [CANARY] });
        const sentences: string[] = [];
        const heard: string[] = [];
        const reply = await recorder.record(created.value).ask(
          modelRequest({
            onWaiting: sentence => sentences.push(sentence),
            onText: piece => heard.push(piece),
          }),
        );
        assert.ok((await recorder.saved()).ok);
        assert.equal(server.requests[0]?.headers.authorization, `Bearer ${CANARY}`);

        const seen = [
          readFileSync(file, 'utf8'),
          created.value.label,
          sentences.join(),
          logged.map(String).join(),
        ];
        assert.ok(reply.kind === 'fault', place);
        seen.push(reply.reason, heard.join(''));
        for (const text of seen) {
          for (const form of [CANARY, JSON.stringify(CANARY).slice(1, -1), encodeURIComponent(CANARY)]) {
            assert.ok(!text.includes(form), text);
          }
          assert.doesNotMatch(text, /7f3a|9b2e|41d8|c6a0/);
        }
        assert.deepEqual(logged, []);
      } finally {
        delete process.env['OPENAI_LOG'];
        Object.assign(console, original);
        await server.close();
        rmSync(folder, { recursive: true });
      }
    });
  }
});
