import type { JsonSchema } from '../../core/ports/model.ts';

/** The keywords of OpenAI's strict schemas that we use; what they lose is checked by our own validator. */
const KEPT = new Set(['type', 'description', 'enum', 'anyOf', 'items', 'properties', 'required']);

/** More optional properties than this would need more variants than such a schema may have. */
const MOST_OPTIONAL = 3;

/**
 * An inlined schema as OpenAI's strict mode takes it: every property required, none beside them, no lengths
 * or patterns. An object with optional properties becomes a union of its variants, so that an answer never
 * holds a `null` that our schemas do not know. `undefined` when the schema cannot be said that way.
 */
export function strictSchema(schema: JsonSchema): JsonSchema | undefined {
  const strict = strictNode(schema);
  // A union at the top is not allowed there.
  return strict && strict['anyOf'] === undefined ? strict : undefined;
}

function strictNode(node: unknown): JsonSchema | undefined {
  if (!isSchema(node)) return undefined;
  const kept = Object.fromEntries(Object.entries(node).filter(([keyword]) => KEPT.has(keyword)));
  if (Array.isArray(node['anyOf'])) {
    const branches = node['anyOf'].map(strictNode);
    if (!branches.every(branch => branch !== undefined)) return undefined;
    const { required: _required, type: _type, ...rest } = kept;
    // A branch that is a union itself gives its variants.
    return { ...rest, anyOf: branches.flatMap(branch => variantsOf(branch)) };
  }
  switch (node['type']) {
    case 'object':
      return strictObject(node, kept);
    case 'array': {
      const items = strictNode(node['items']);
      return items && { ...kept, items };
    }
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return kept;
    default:
      return Array.isArray(node['type']) ? kept : undefined;
  }
}

function strictObject(node: JsonSchema, kept: JsonSchema): JsonSchema | undefined {
  if (node['additionalProperties'] !== false) return undefined;
  const properties: Record<string, JsonSchema> = {};
  for (const [name, inner] of Object.entries(isSchema(node['properties']) ? node['properties'] : {})) {
    const strict = strictNode(inner);
    if (!strict) return undefined;
    properties[name] = strict;
  }
  const required = Array.isArray(node['required']) ? node['required'] : [];
  const optional = Object.keys(properties).filter(name => !required.includes(name));
  if (optional.length > MOST_OPTIONAL) return undefined;
  const variants = subsets(optional).map(left => {
    const names = Object.keys(properties).filter(name => !left.includes(name));
    return {
      ...kept,
      properties: Object.fromEntries(names.map(name => [name, properties[name]])),
      required: names,
      additionalProperties: false,
    };
  });
  const [only, ...others] = variants;
  return others.length === 0 ? only : { anyOf: variants };
}

const variantsOf = (schema: JsonSchema): readonly unknown[] =>
  Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];

function subsets([first, ...rest]: readonly string[]): readonly (readonly string[])[] {
  if (first === undefined) return [[]];
  return subsets(rest).flatMap(some => [some, [first, ...some]]);
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
