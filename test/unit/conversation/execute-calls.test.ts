import assert from 'node:assert/strict';
import { executeCalls } from '../../../src/core/conversation/execute-calls.ts';
import type { Tool, ToolEffect } from '../../../src/core/tools/tool.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';

/** A tool that answers with what its arguments say. */
const tool = (name: string, effect: ToolEffect): Tool => ({
  name,
  description: '',
  effect,
  parameters: {},
  prepare: args => ({ ok: true, run: async () => (args as { answer?: unknown }).answer ?? 'done' }),
});
const toolbox = new Toolbox([
  tool('read_file', 'read'),
  tool('write_file', 'write'),
  tool('run_tests', 'verify'),
  tool('ask_question', 'ask'),
  tool('finish', 'control'),
]);
const fails = { answer: { error: 'no', changed: false } };

async function statuses(...calls: (readonly [string, Record<string, unknown>?])[]): Promise<string[]> {
  const results = await executeCalls(
    calls.map(([name, args = {}]) => ({ name, args })),
    {
      toolbox,
      caller: 'the agent',
      allowed: ['read_file', 'write_file', 'run_tests', 'ask_question', 'finish'],
      terminal: ['finish'],
      halting: ['ask_question', 'finish'],
      signal: new AbortController().signal,
      onResult: async () => undefined,
    },
  );
  assert.equal(results.length, calls.length, 'one result per call');
  return results.map(r => r.status);
}

describe('calls of one envelope', () => {
  it('run in order, one result each [004-008] [004-009]', async () =>
    assert.deepEqual(await statuses(['write_file'], ['run_tests'], ['finish']), ['ok', 'ok', 'ok']));
  it('go on after a failed read', async () =>
    assert.deepEqual(await statuses(['read_file', fails], ['write_file'], ['finish']), [
      'error',
      'ok',
      'ok',
    ]));
  it('run no change and no terminal call after a failed change, but reads', async () =>
    assert.deepEqual(await statuses(['write_file', fails], ['write_file'], ['read_file'], ['finish']), [
      'error',
      'not_run',
      'ok',
      'not_run',
    ]));
  it('never finish after a call of an unknown tool, which may have been meant to change something', async () =>
    assert.deepEqual(await statuses(['rm'], ['finish']), ['refused', 'not_run']));
  it('stop after a question is asked [002-027]', async () =>
    assert.deepEqual(await statuses(['ask_question'], ['write_file'], ['read_file']), [
      'ok',
      'not_run',
      'not_run',
    ]));
  it('tell a failed test run as a failure that stops nothing', async () =>
    assert.deepEqual(await statuses(['run_tests', { answer: { ok: false } }], ['write_file']), [
      'error',
      'ok',
    ]));
});
