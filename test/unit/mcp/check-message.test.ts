import assert from 'node:assert/strict';
import { MessageCheck } from '../../../src/cli/mcp/check-message.ts';

const GREETING = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
};
const request = (id: unknown, method: string, params?: unknown) => ({ jsonrpc: '2.0', id, method, params });
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

function greeted(): MessageCheck {
  const check = new MessageCheck();
  assert.equal(check.refusal(GREETING), undefined);
  check.answered(0);
  return check;
}

/** A message with this many levels. */
const deep = (levels: number) => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = { a: value };
  return value;
};

describe('the messages of an MCP client', () => {
  it('a request is taken when the session has begun; a ping always', () => {
    const check = new MessageCheck();
    assert.equal(check.refusal(request(1, 'ping')), undefined);
    assert.match(String(Object(check.refusal(request(2, 'tools/list'))).message), /send initialize before/);
    assert.equal(check.refusal(GREETING), undefined);
    assert.equal(check.refusal(request(3, 'tools/list')), undefined);
    assert.match(String(Object(check.refusal({ ...GREETING, id: 4 })).message), /has begun already/);
  });

  for (const [name, message, code, id, words] of [
    ['a list', [request(1, 'ping')], -32600, undefined, /one message at a time/],
    ['an empty list', [], -32600, undefined, /one message at a time/],
    ['a number', 7, -32600, undefined, /a JSON object/],
    ['null', null, -32600, undefined, /a JSON object/],
    ['an id that is null', request(null, 'ping'), -32600, undefined, /the id must be/],
    ['an id that is an object', request({}, 'ping'), -32600, undefined, /the id must be/],
    ['an id that is a fraction', request(1.5, 'ping'), -32600, undefined, /the id must be/],
    ['an id that no number holds', request(2 ** 53, 'ping'), -32600, undefined, /the id must be/],
    ['another version of JSON-RPC', { ...request(1, 'ping'), jsonrpc: '1.0' }, -32600, 1, /"2\.0"/],
    ['no message at all', { jsonrpc: '2.0' }, -32600, undefined, /no request/],
    ['parameters that are a list', request('a', 'tools/list', []), -32602, 'a', /params: expected object/],
    ['parameters of an unknown method that are a list', request(1, 'x', []), -32602, 1, /"params" must be/],
    ['a call without a name', request(1, 'tools/call', {}), -32602, 1, /params\.name: expected string/],
    ['a cursor of another kind', request(1, 'resources/list', { cursor: 5 }), -32602, 1, /params\.cursor/],
    ['a level that is none', request(1, 'logging/setLevel', { level: 'x' }), -32602, 1, /params\.level/],
    [
      'a progress token of another kind',
      request(1, 'tools/list', { _meta: { progressToken: [] } }),
      -32602,
      1,
      /progressToken: a value of another kind/,
    ],
    [
      'more levels than any tool takes',
      request(1, 'tools/call', { name: 'x', arguments: deep(100_000) }),
      -32600,
      1,
      /more than 200 levels/,
    ],
  ] as const)
    it(`${name} has an answer that says what is wrong`, () => {
      const untaken = greeted().refusal(message);
      assert.ok(untaken && untaken !== 'ignored');
      assert.deepEqual([untaken.code, untaken.id], [code, id]);
      assert.match(untaken.message, words);
    });

  it('a second request with an id that is under way is not taken, until the first is answered or cancelled', () => {
    const check = greeted();
    for (const free of [
      () => check.answered(1),
      () => check.refusal(cancel(1)),
      () => check.untake(request(1, 'ping')),
    ]) {
      assert.equal(check.refusal(request(1, 'ping')), undefined);
      const untaken = check.refusal(request(1, 'ping'));
      assert.ok(untaken && untaken !== 'ignored');
      // With the id the client would take it for the answer of the first.
      assert.equal(untaken.id, undefined);
      assert.match(untaken.message, /the id 1 is under way/);
      assert.equal(check.refusal(request('1', 'ping')), undefined);
      check.answered('1');
      free();
    }
  });

  it('a cancellation of what is not under way changes nothing for a later request with that id', () => {
    const check = greeted();
    for (const odd of [77, {}, null, undefined]) assert.equal(check.refusal(cancel(odd)), 'ignored');
    assert.equal(check.refusal({ jsonrpc: '2.0', method: 'notifications/cancelled' }), 'ignored');
    assert.equal(check.refusal(request(77, 'tools/list')), undefined);
    assert.equal(check.refusal(cancel(77)), undefined);
  });

  it('answers and notifications are passed on', () => {
    const check = greeted();
    assert.equal(check.refusal({ jsonrpc: '2.0', id: 5, result: {} }), undefined);
    assert.equal(check.refusal({ jsonrpc: '2.0', method: 'notifications/initialized' }), undefined);
  });
});
