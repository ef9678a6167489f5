import assert from 'node:assert/strict';
import { turnSchema } from '../../../src/core/conversation/turn-schema.ts';
import { withCallsInAnswer } from '../../../src/node/model/calls-in-answer.ts';
import { modelRequest } from './model-request.ts';

const tool = {
  name: 'read_file',
  description: 'Reads a file.',
  parameters: { type: 'object', properties: { path: { type: 'string' } } },
};

describe('calls in the answer, where there are no native ones', () => {
  it('are one more form of an answer that has no place for them', () => {
    const { output, messages, tools } = withCallsInAnswer(modelRequest({ tools: [tool] }));
    assert.deepEqual(tools, []);
    const forms = output.schema['anyOf'];
    assert.ok(Array.isArray(forms));
    assert.deepEqual(
      forms.map(({ required }) => required),
      [['call'], ['ok']],
    );
    assert.match(
      messages[0]?.text ?? '',
      /answer with nothing but \{"call": .*\n- read_file: Reads a file\./,
    );
  });

  it('have one place only in an answer of an agent, which its own protocol names', () => {
    const output = {
      name: 'agent_turn',
      schema: turnSchema('calls/1', [tool], 'any'),
      holdsCalls: true,
    } as const;
    const asked = withCallsInAnswer(modelRequest({ tools: [tool], output }));
    assert.equal(asked.output, output);
    assert.deepEqual(asked.tools, []);
    const [system] = asked.messages;
    assert.doesNotMatch(system?.text ?? '', /"call"|final answer/);
    assert.match(
      system?.text ?? '',
      /in the list of calls of your answer.*\n- read_file: Reads a file\. Arguments: \{/,
    );
  });
});
