import assert from 'node:assert/strict';
import type { ConversationEvent } from '../../../src/core/conversation/conversation-events.ts';
import { answerCalls, parseNativeCalls, refuseCalls } from '../../../src/core/conversation/native-calls.ts';
import { restoreConversation } from '../../../src/core/conversation/restore-conversation.ts';
import type { ModelToolCall } from '../../../src/core/ports/model.ts';

const call = (name: string, argumentsJson: string, id = `c-${name}`): ModelToolCall => ({
  id,
  name,
  argumentsJson,
});

describe('native tool calls (profile calls/1)', () => {
  it('are read in order, with the text beside them as the note [004-008]', () => {
    const parsed = parseNativeCalls('Look first.', [
      call('read_file', '{"file_path": "a.py"}'),
      call('run_tests', ''),
    ]);
    assert.deepEqual(parsed, {
      ok: true,
      value: {
        note: 'Look first.',
        calls: [
          { name: 'read_file', args: { file_path: 'a.py' } },
          { name: 'run_tests', args: {} },
        ],
        fenced: false,
      },
    });
  });

  for (const [what, text] of [
    ['that are no JSON', '{"path": '],
    ['that are an array', '[1]'],
    ['with a key twice', '{"path": "a", "path": "b"}'],
    ['that are null', 'null'],
  ] as const)
    it(`refuse the whole reply for arguments ${what}, and name the call`, () => {
      const parsed = parseNativeCalls('', [call('read_file', '{}'), call('write_file', text)]);
      assert.match(
        parsed.ok ? '' : parsed.error,
        /^call 1 \(write_file\): the arguments must be a single JSON object/,
      );
    });

  it('get one answer each, in order and by id; one that did not run says so [004-009]', () => {
    const calls = [call('read_file', '{}', 'x'), call('run_tests', '{}', 'y')];
    const answers = answerCalls(calls, [{ tool: 'read_file', args: {}, status: 'ok', response: 'text' }]);
    assert.deepEqual(answers, [
      { role: 'tool', callId: 'x', name: 'read_file', text: '{"status":"ok","result":"text"}' },
      {
        role: 'tool',
        callId: 'y',
        name: 'run_tests',
        text: '{"status":"not_run","result":{"error":"not run","changed":false}}',
      },
    ]);
  });

  it('of a reply that was not accepted all get the fault', () =>
    assert.deepEqual(
      refuseCalls([call('a', '', '1'), call('b', '', '2')], 'bad').map(({ callId, text }) => [callId, text]),
      ['1', '2'].map(id => [id, '{"status":"refused","result":{"error":"bad","changed":false}}']),
    ));

  it('come back after a crash with their ids, and with an answer to each [004-009]', () => {
    const calls = [call('write_file', '{}', 'x'), call('finish', '{}', 'y')];
    const usage = { inputTokens: 1, outputTokens: 1, estimated: false };
    const events: ConversationEvent[] = [
      { type: 'told', role: 'user', text: 'Do it' },
      { type: 'replied', text: 'So.', calls, model: 'm', usage },
      { type: 'turn_started', turn: 1, note: 'So.', calls: 2, fenced: false },
      { type: 'called', turn: 1, index: 0, tool: 'write_file', args: {}, status: 'ok', response: {} },
    ];
    const { messages, unsent } = restoreConversation(events);
    assert.deepEqual(messages.at(-1), { role: 'assistant', text: 'So.', toolCalls: calls });
    assert.deepEqual(
      unsent.map(m => [m.role, m.text]),
      [
        ['tool', '{"status":"ok","result":{}}'],
        ['tool', '{"status":"not_run","result":{"error":"not run","changed":false}}'],
      ],
    );
  });
});
