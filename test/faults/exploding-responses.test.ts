import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { OpenAiModelOptions } from '../../src/node/model/openai-model.ts';
import { asEvent, chunk, PLAIN, STREAM } from '../support/model-server.ts';
import type { Asked } from './support/ask-once.ts';
import { chosen, isFullRun, printTable, sample, seedOf, tally } from './support/counts.ts';

const seed = seedOf(1);
const MEGABYTE = 1024 * 1024;
const MAX_BYTES = 8 * MEGABYTE;
/** After decompression. */
const BOMB_BYTES = sample(256, 2048) * MEGABYTE;
/** What the process may grow by: the cap, its text, and slack of the garbage collector. */
const MOST_GROWTH = 128 * MEGABYTE;

type Encoding = 'gzip' | 'deflate' | 'br' | 'gzip, gzip' | 'deflate, br' | 'identity';
const ENCODINGS: readonly Encoding[] = ['gzip', 'deflate', 'br', 'gzip, gzip', 'deflate, br', 'identity'];

const COMPRESS: Readonly<Record<string, () => zlib.Gzip | zlib.Deflate | zlib.BrotliCompress>> = {
  gzip: () => zlib.createGzip(),
  deflate: () => zlib.createDeflate(),
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/** What the bytes are after decompression: how they begin, and what they repeat. */
const SHAPES: Readonly<Record<string, readonly [status: number, type: object, start: string, more: string]>> =
  {
    'JSON that never ends': [200, PLAIN, '{"choices":[{"message":{"content":"', 'a'],
    'only spaces': [200, PLAIN, ' ', ' '],
    'opening brackets': [200, PLAIN, '[', '['],
    'a stream of one endless line': [200, STREAM, 'data: ', 'a'],
    'a stream of comments': [200, STREAM, ': hi\n\n', ': hi\n\n'],
    'a stream of content': [200, STREAM, '', asEvent(chunk({ content: 'word '.repeat(2000) }))],
    'a stream of thinking': [200, STREAM, '', asEvent(chunk({ reasoning_content: 'hm '.repeat(2000) }))],
    'a stream of empty deltas': [200, STREAM, '', asEvent(chunk({}))],
    'a stream of calls': [
      200,
      STREAM,
      '',
      asEvent(
        chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: 'x'.repeat(8000) } }] }),
      ),
    ],
    'a refusal': [400, PLAIN, '{"error":{"message":"', 'a'],
    'a fault of the server': [500, PLAIN, '{"error":{"message":"', 'a'],
    'a page': [200, { 'content-type': 'text/html' }, '<html>', 'a'],
    'a redirect': [302, { location: '/elsewhere' }, '', 'a'],
  };

/** Sends until nobody listens or all is sent; counts what was pressed into the compression. */
async function explode(response: ServerResponse, shape: string, encoding: Encoding): Promise<void> {
  const [status, headers, start, more] = SHAPES[shape] ?? [200, PLAIN, '', ''];
  response.writeHead(status, {
    ...headers,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  });
  let first: NodeJS.WritableStream = response;
  for (const name of encoding === 'identity' ? [] : encoding.split(', ').toReversed()) {
    const step = COMPRESS[name]?.();
    if (!step) throw new Error(name);
    step.on('error', () => undefined);
    step.pipe(first);
    first = step;
  }
  const block = Buffer.from(more.repeat(Math.ceil(MEGABYTE / more.length)));
  let isOpen = true;
  const closed = new Promise<void>(resolve => response.once('close', resolve)).then(() => {
    isOpen = false;
  });
  first.write(start);
  for (let sent = 0; isOpen && sent < BOMB_BYTES; sent += block.length)
    if (!first.write(block))
      await Promise.race([new Promise(resolve => first.once('drain', resolve)), closed]);
  first.end();
}

const PROGRAM = path.join(import.meta.dirname, 'support/ask-once.ts');

async function askOnce(options: OpenAiModelOptions): Promise<Asked> {
  const args = ['--no-warnings', PROGRAM, JSON.stringify(options)];
  return JSON.parse((await promisify(execFile)(process.execPath, args)).stdout);
}

describe('responses of a model endpoint that explode', function () {
  this.timeout(300_000);
  const cases = ENCODINGS.flatMap(encoding => Object.keys(SHAPES).map(shape => ({ encoding, shape })));
  let most = 0;
  let tried = 0;

  for (const { encoding, shape } of chosen(cases, 6, seed))
    it(`${shape} (${encoding}) is given up at the limit, in little memory`, async () => {
      const server = createServer((request, response) => {
        response.on('error', () => undefined);
        request.resume();
        request.on('end', () => void explode(response, shape, encoding));
      });
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      try {
        const asked = await askOnce({
          baseUrl: `http://127.0.0.1:${port}/v1`,
          model: 'm',
          maxBytes: MAX_BYTES,
          maxCharacters: MEGABYTE,
          deadlineMs: 120_000,
          maxTries: 1,
          transport: shape.includes('stream') ? 'stream' : 'plain',
        });
        assert.equal(asked.kind, 'fault', shape);
        assert.notEqual(asked.code, 'timeout', asked.reason);
        most = Math.max(most, asked.grownBytes);
        tried++;
        assert.ok(asked.grownBytes < MOST_GROWTH, `grew by ${Math.round(asked.grownBytes / MEGABYTE)} MB`);
      } finally {
        server.closeAllConnections();
        await new Promise(resolve => server.close(resolve));
      }
    });

  after(() => {
    const size = `${BOMB_BYTES / MEGABYTE} MB each, limit ${MAX_BYTES / MEGABYTE} MB`;
    const grown = `the process that asks grew by at most ${Math.round(most / MEGABYTE)} MB`;
    tally('exploding responses', tried, 0, `${isFullRun ? 'all, ' : ''}${size}; ${grown}`);
    printTable(seed);
  });
});
