import assert from 'node:assert/strict';
import { readStrictJson } from '../../../src/core/kernel/strict-json.ts';

function check(text: string, expected: unknown): void {
  assert.deepEqual(readStrictJson(text), { ok: true, value: expected });
}

function checkRefused(text: string, message: RegExp): void {
  const result = readStrictJson(text);
  assert.ok(!result.ok, `was read: ${text}`);
  assert.match(result.error.message, message);
}

describe('strict JSON', () => {
  it('reads every kind of value [001-032]', () =>
    check(' {"a": [1, -2.5e3, true, false, null, "x\\n\\u0041\\ud83d\\ude00"]} ', {
      a: [1, -2500, true, false, null, 'x\nA😀'],
    }));
  it('keeps line breaks and Unicode inside strings exactly', () => check('"é\\r\\n\\t"', 'é\r\n\t'));
  it('refuses prose, fences and a second value', () => {
    checkRefused('Here is the JSON: {}', /offset 0 .*expected a JSON value, found "H"/);
    checkRefused('```json\n{}\n```', /found "`"/);
    checkRefused('{} {}', /after the first JSON value/);
  });
  it('refuses a truncated text and says where it ends', () => {
    checkRefused('{"a": "b', /offset 8 .*ends inside a string/);
    checkRefused('{"a": 1', /found the end of the text/);
    checkRefused('', /empty/);
  });
  it('refuses duplicate keys at any level', () =>
    checkRefused('{"a": {"b": 1, "b": 2}}', /duplicate key "b"/));
  it('refuses keys that reach a prototype', () => {
    checkRefused('{"__proto__": {}}', /"__proto__" is not allowed/);
    checkRefused('{"constr\\u0075ctor": {}}', /"constructor" is not allowed/);
  });
  it('refuses half of a surrogate pair, raw or escaped', () => {
    checkRefused('"\\ud800"', /surrogate/);
    checkRefused('"\ud800x"', /surrogate/);
    checkRefused('{"\\udc00": 1}', /surrogate/);
  });
  it('refuses nesting deeper than 64', () => {
    check(`${'['.repeat(64)}${']'.repeat(64)}`, JSON.parse(`${'['.repeat(64)}${']'.repeat(64)}`));
    checkRefused(`${'['.repeat(65)}${']'.repeat(65)}`, /deeper than 64/);
  });
  it('refuses more than 4 MB', () => checkRefused(`"${'x'.repeat(4 * 1024 * 1024)}"`, /longer than 4 MB/));
  it('refuses a number no double can hold', () => checkRefused('[1e999]', /too large/));
  it('names line and column', () => checkRefused('{\n  "a": tru\n}', /line 2, column 8/));
});
