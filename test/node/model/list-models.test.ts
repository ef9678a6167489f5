import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bindKey } from '../../../src/node/model/endpoint.ts';
import { factOf, listModels } from '../../../src/node/model/list-models.ts';

const { signal } = new AbortController();

/** Asks a server that answers with this status and body; -1 answers nothing. */
async function listFrom(status: number, body: unknown, key?: string) {
  const seen: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`, request.headers.authorization);
    if (status > 0)
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const bound = key === undefined ? undefined : bindKey(key, baseUrl);
  const apiKey = bound?.ok ? bound.value : undefined;
  try {
    return { seen, list: await listModels({ baseUrl, apiKey, signal, timeoutMs: 200 }) };
  } finally {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  }
}

describe('the list of models of an endpoint', () => {
  it('is asked for once, with the key, and read in both shapes', async () => {
    const { list, seen } = await listFrom(
      200,
      { data: [{ id: 'b' }, { id: 'a' }, { id: 'a' }, 3] },
      'sk-test',
    );
    assert.deepEqual(list, { kind: 'list', models: ['a', 'b'], owners: [] });
    assert.deepEqual(seen, ['GET /v1/models', 'Bearer sk-test']);
    assert.deepEqual((await listFrom(200, { models: [{ name: 'c' }] })).list, {
      kind: 'list',
      models: ['c'],
      owners: [],
    });
  });

  for (const [what, status, body] of [
    ['has none', 404, { error: { message: 'not found' } }],
    ['answers otherwise', 200, 'hello'],
    ['fails', 500, {}],
    ['limits the rate', 429, {}],
    ['answers nothing in time', -1, {}],
    ['lets the key ask models and not list them', 401, { error: { message: 'Missing scopes: model.read' } }],
    ['forbids it', 403, {}],
  ] as const)
    it(`says nothing against the models of a server that ${what}`, async () => {
      const { list } = await listFrom(status, body);
      assert.equal(list.kind, 'no list');
      assert.deepEqual(factOf(list, 'm', 'host'), { kind: 'fine' });
    });

  it('tells a refused key and a server that is not there from that', async () => {
    assert.equal(
      (await listFrom(401, { error: { message: 'bad key sk-1' } }, 'sk-1')).list.kind,
      'key refused',
    );
    const gone = await listModels({ baseUrl: 'http://127.0.0.1:2/v1', signal });
    assert.equal(gone.kind, 'unreachable');
    assert.match('reason' in gone ? gone.reason : '', /^127\.0\.0\.1:2 cannot be reached \(ECONNREFUSED\)/);
  });

  it('names the nearest where a model is not listed', () => {
    const list = { kind: 'list', models: ['gpt-5', 'llama3:latest'], owners: [] } as const;
    assert.deepEqual(factOf(list, 'llama3', 'host'), { kind: 'fine' });
    assert.deepEqual(factOf(list, 'gpt-55', 'host'), {
      kind: 'not listed',
      model: 'gpt-55',
      host: 'host',
      near: ['gpt-5'],
    });
  });
});
