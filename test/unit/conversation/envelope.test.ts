import assert from 'node:assert/strict';
import { parseEnvelope, type TextProfile } from '../../../src/core/conversation/envelope.ts';

const call = { tool_name: 'write_file', arguments: { path: 'a.py', content: 'x' } };
const thoughts = { thoughts: 'Write it.', tool_calls: [call] };
const plan = { plan: 'Write it.', tool_calls: [call] };

function check(value: object, profile: TextProfile, calls = 1): void {
  const result = parseEnvelope(JSON.stringify(value), profile);
  assert.ok(result.ok, result.ok ? '' : result.error);
  assert.equal(result.value.note, 'Write it.');
  assert.equal(result.value.calls.length, calls);
}

function checkRefused(value: unknown, profile: TextProfile, message: RegExp): void {
  const result = parseEnvelope(typeof value === 'string' ? value : JSON.stringify(value), profile);
  assert.ok(!result.ok, 'was read');
  assert.match(result.error, message);
}

describe('agent envelope', () => {
  it('has a plan and tool calls in specification 2 [002-002] [002-004] [002-005]', () =>
    check(plan, 'plan/1'));
  it('has thoughts and tool calls in specification 4 [004-002] [004-003] [004-004]', () =>
    check(thoughts, 'thoughts/1'));
  it('may hold no calls, or several in order [004-003] [004-008]', () => {
    check({ ...thoughts, tool_calls: [] }, 'thoughts/1', 0);
    const names = ['write_file', 'rename_file', 'run_tests'];
    const result = parseEnvelope(
      JSON.stringify({ ...thoughts, tool_calls: names.map(n => ({ ...call, tool_name: n })) }),
      'thoughts/1',
    );
    assert.deepEqual(result.ok && result.value.calls.map(c => c.name), names);
  });
  it('names the right key when the other document’s key is used [002-004] [004-002]', () => {
    checkRefused(plan, 'thoughts/1', /the key must be named "thoughts", not "plan"/);
    checkRefused(thoughts, 'plan/1', /the key must be named "plan", not "thoughts"/);
  });
  it('needs thoughts to be a string [004-002]', () => {
    checkRefused({ ...thoughts, thoughts: 7 }, 'thoughts/1', /"thoughts" must be a string, not a number/);
    checkRefused({ tool_calls: [] }, 'thoughts/1', /"thoughts" is missing/);
  });
  it('needs tool_calls to be an array [004-003]', () => {
    checkRefused({ thoughts: '' }, 'thoughts/1', /"tool_calls" is missing/);
    checkRefused({ thoughts: '', tool_calls: {} }, 'thoughts/1', /"tool_calls" must be an array/);
  });
  it('needs each call to have tool_name and arguments [004-004]', () => {
    const refuse = (bad: unknown, message: RegExp) =>
      checkRefused({ ...thoughts, tool_calls: [call, bad] }, 'thoughts/1', message);
    refuse('x', /^tool_calls\[1\] must be an object, not a string/);
    refuse({ arguments: {} }, /tool_calls\[1\]: "tool_name" must be a string/);
    refuse({ tool_name: '', arguments: {} }, /"tool_name" must be a string/);
    refuse({ tool_name: 'finish' }, /"arguments" is missing/);
    refuse({ tool_name: 'finish', arguments: [] }, /"arguments" must be an object, not an array/);
    refuse({ tool_name: 'finish', arguments: {}, id: 1 }, /unknown key "id"/);
  });
  it('names the exact key for arguments and tool_name [004-005] [004-006]', () => {
    for (const alias of ['args', 'parameters']) {
      checkRefused(
        { ...thoughts, tool_calls: [{ tool_name: 'finish', [alias]: {} }] },
        'thoughts/1',
        new RegExp(`must be named exactly "arguments", not "${alias}"`),
      );
    }
    checkRefused(
      { ...thoughts, tool_calls: [{ name: 'finish', arguments: {} }] },
      'thoughts/1',
      /must be named "tool_name"/,
    );
  });
  it('is a single object: no array, no second object, no prose [002-003] [004-001]', () => {
    checkRefused([thoughts], 'thoughts/1', /single JSON object, not an array/);
    checkRefused(
      `${JSON.stringify(thoughts)}${JSON.stringify(thoughts)}`,
      'thoughts/1',
      /single JSON object: parse error/,
    );
    checkRefused(`Sure! ${JSON.stringify(thoughts)}`, 'thoughts/1', /parse error at offset 0/);
  });
  it('may stand in one code fence, which is told [004-007]', () => {
    const result = parseEnvelope(`\`\`\`json\n${JSON.stringify(thoughts)}\n\`\`\`\n`, 'thoughts/1');
    assert.equal(result.ok && result.value.fenced, true);
  });
  it('is read the same way every time [004-007]', () => {
    const text = JSON.stringify(thoughts);
    assert.deepEqual(parseEnvelope(text, 'thoughts/1'), parseEnvelope(text, 'thoughts/1'));
  });
});
