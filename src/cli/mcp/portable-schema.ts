import { isObject } from '../../core/kernel/is-object.ts';

type Schema = Readonly<Record<string, unknown>>;

/** `$id` and `$schema` are ours; clients only need the shape. */
const OURS = ['$id', '$schema', 'title'];

/**
 * A schema as clients of every dialect understand it: one `type` at a time, without what names it. Takes and refuses
 * the same values.
 */
export function portableSchema(schema: Schema): Schema {
  const { type, description, ...keywords } = schema;
  if (!Array.isArray(type)) return renamed(schema);
  // What is said of members or lengths is about that type, and of null there is nothing to say.
  const branches = type.map(one =>
    one === 'null' ? { type: one } : portableSchema({ ...keywords, type: one }),
  );
  return { anyOf: branches, ...(description === undefined ? {} : { description }) };
}

function renamed(schema: Schema): Schema {
  const entries = Object.entries(schema).filter(
    ([key, value]) => !(OURS.includes(key) && typeof value === 'string'),
  );
  return Object.fromEntries(
    entries.map(([key, value]): [string, unknown] => [
      key,
      key === 'properties' && isObject(value) ? mapValues(value, portable) : portable(value),
    ]),
  );
}

function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  return isObject(value) ? portableSchema(value) : value;
}

const mapValues = (values: Schema, change: (value: unknown) => unknown): Schema =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
