import type { ModelRequest } from '../../../src/core/ports/model.ts';

/** A small request; give what the test is about. */
export function modelRequest(given: Partial<ModelRequest> = {}): ModelRequest {
  return {
    role: 'designer',
    messages: [
      { role: 'system', text: 'You propose commands.' },
      { role: 'user', text: 'Rename the function.' },
    ],
    tools: [],
    output: {
      name: 'answer',
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['ok'],
        properties: { ok: { type: 'boolean' } },
      },
    },
    signal: new AbortController().signal,
    ...given,
  };
}
