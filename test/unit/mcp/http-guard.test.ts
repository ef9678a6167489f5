import assert from 'node:assert/strict';
import { refusalOf } from '../../../src/cli/mcp/http-guard.ts';

const own = { port: 4100, token: 'a-token-of-this-test' };
const authorization = `Bearer ${own.token}`;
const statusOf = (headers: Parameters<typeof refusalOf>[0]['headers'], method = 'POST') =>
  refusalOf({ method, headers }, own)?.status;

describe('who is let in over HTTP', () => {
  it('is whoever knows the token and asks this machine by its own name', () => {
    assert.equal(statusOf({ host: '127.0.0.1:4100', authorization }), undefined);
    assert.equal(statusOf({ host: 'localhost:4100', authorization: `bearer ${own.token}` }), undefined);
    assert.equal(
      statusOf({ host: '127.0.0.1:4100', origin: 'http://localhost:4100', authorization }),
      undefined,
    );
  });

  it('is nobody without the token, or with another', () => {
    for (const given of [undefined, '', 'Bearer', 'Bearer x', `Basic ${own.token}`, `Bearer ${own.token}x`])
      assert.equal(
        statusOf({ host: '127.0.0.1:4100', ...(given === undefined ? {} : { authorization: given }) }),
        401,
      );
  });

  it('is no page of the web, whatever name it gives to this machine, not even with the token', () => {
    for (const host of ['evil.example', 'evil.example:4100', '127.0.0.1', '127.0.0.1:80', '0.0.0.0:4100', ''])
      assert.equal(statusOf({ host, authorization }), 403, host);
    for (const origin of [
      'http://evil.example',
      'null',
      'https://localhost:4100',
      'http://localhost:41000',
      '',
    ])
      assert.equal(statusOf({ host: 'localhost:4100', origin, authorization }), 403, origin);
  });

  it('is nobody with a method that the protocol has no meaning for', () => {
    const host = '127.0.0.1:4100';
    for (const method of ['GET', 'POST', 'DELETE'])
      assert.equal(statusOf({ host, authorization }, method), undefined, method);
    for (const method of ['TRACE', 'PUT', 'HEAD', 'OPTIONS', 'PROPFIND', ''])
      assert.equal(statusOf({ host, authorization }, method), 405, method);
    assert.equal(statusOf({ host }, 'TRACE'), 401);
  });
});
