import type { JsonSchema } from '../../core/ports/model.ts';

/**
 * The same object schema without a union at its top, which OpenAI and Azure refuse there: all properties of
 * all branches, required only where every branch requires them. Wider than the original; the validator that
 * reads the answer stays exact.
 */
export function withoutUnionAtTop(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return schema;
  const branches = anyOf.filter(isSchema);
  const names = new Set(branches.flatMap(branch => Object.keys(propertiesOf(branch))));
  const properties: Record<string, unknown> = {};
  for (const name of names) {
    const variants = branches.flatMap(branch => propertiesOf(branch)[name] ?? []);
    properties[name] = mergeVariants(variants);
  }
  const required = [...names].filter(name =>
    branches.every(branch => Array.isArray(branch['required']) && branch['required'].includes(name)),
  );
  return { ...rest, type: 'object', additionalProperties: false, required, properties };
}

const propertiesOf = (schema: JsonSchema): JsonSchema =>
  isSchema(schema['properties']) ? schema['properties'] : {};

function mergeVariants(variants: readonly unknown[]): unknown {
  const distinct = [...new Map(variants.map(variant => [JSON.stringify(variant), variant])).values()];
  if (distinct.length === 1) return distinct[0];
  const enums = distinct.map(variant => (isSchema(variant) ? variant['enum'] : undefined));
  if (enums.every(values => Array.isArray(values))) return { type: 'string', enum: enums.flat() };
  return { anyOf: distinct };
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
