import type { JsonSchema, ToolDeclaration } from '../ports/model.ts';
import { type EnvelopeProfile, NOTE_KEY, textProfile } from './envelope.ts';

/**
 * The schema of one reply for structured delivery: the profile's note, and calls of exactly these tools with
 * exactly their arguments. The reply is parsed and checked again, whatever the endpoint promised.
 *
 * @param calls `some`: at least one
 */
export function turnSchema(
  profile: EnvelopeProfile,
  tools: readonly ToolDeclaration[],
  calls: 'any' | 'some',
): JsonSchema {
  const note = NOTE_KEY[textProfile(profile)];
  return {
    type: 'object',
    additionalProperties: false,
    required: [note, 'tool_calls'],
    properties: {
      [note]: { type: 'string', description: 'Short, high-level plan of this step.' },
      tool_calls: {
        type: 'array',
        description: 'Calls, run in order.',
        ...(calls === 'some' ? { minItems: 1 } : {}),
        items: { anyOf: tools.map(callSchema) },
      },
    },
  };
}

function callSchema({ name, description, parameters }: ToolDeclaration): JsonSchema {
  // The identity of a schema file must not occur twice in one schema.
  const { $id: _id, $schema: _schema, title: _title, ...shape } = parameters;
  return {
    type: 'object',
    description,
    additionalProperties: false,
    required: ['tool_name', 'arguments'],
    properties: { tool_name: { type: 'string', enum: [name] }, arguments: shape },
  };
}
