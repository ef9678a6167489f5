// What each tool answers, as one JSON schema of an object that stands alone: references are inside itself, and answers
// that are no objects are the field `result` of one.

const DESCRIBES_US = ['$schema', '$id', 'title'];

/** @param schemas all of schemas/, by file → by the name of the tool its whole answer */
export function resultSchemas(schemas) {
  const byId = new Map([...schemas.values()].map(schema => [schema.$id, schema]));
  return Object.fromEntries(
    [...schemas].flatMap(([file, schema]) => {
      const name = /^tools\/(\w+)\.result\.schema\.json$/.exec(file)?.[1];
      return name === undefined ? [] : [[name, resultSchema(schema, byId)]];
    }),
  );
}

function resultSchema(schema, byId) {
  const defs = {};
  const branches = branchesOf(schema, byId).map(({ branch, top }) => flatten(branch, top, byId, defs));
  const isObject = branches.every(({ type }) => type === 'object');
  const shapes = isObject
    ? branches.map(withMore)
    : [
        withMore({
          type: 'object',
          additionalProperties: false,
          required: ['result'],
          properties: { result: anyOf(branches) },
        }),
      ];
  return { type: 'object', anyOf: [...shapes, FAILURE], $defs: { ...defs, More: MORE } };
}

const anyOf = ([first, ...others]) => (others.length === 0 ? first : { anyOf: [first, ...others] });

function branchesOf(schema, byId) {
  if (schema.$ref !== undefined) return branchesOf(byId.get(schema.$ref), byId);
  if (schema.anyOf !== undefined && schema.type === undefined)
    return schema.anyOf.flatMap(branch =>
      branch.$ref === undefined ? [{ branch, top: schema }] : branchesOf(branch, byId),
    );
  return [{ branch: schema, top: schema }];
}

const withMore = shape => ({ ...shape, properties: { ...shape.properties, more: { $ref: '#/$defs/More' } } });

const FAILURE = {
  type: 'object',
  description: 'It could not be done.',
  required: ['error'],
  properties: { error: { type: 'string', description: 'What is wrong and what to do.' } },
};

const MORE = {
  type: 'object',
  description: 'Only of an answer that is too long for one: which page of it this is.',
  additionalProperties: false,
  required: ['answer', 'page', 'pages'],
  properties: {
    answer: { type: 'string', description: 'Name of the whole answer.' },
    page: { type: 'integer', description: 'This page, from 1.' },
    pages: { type: 'integer', description: 'How many there are.' },
    next: { type: 'string', description: 'The call that reads the next page.' },
  },
};

/** A schema without what names it, its definitions among `defs`. `top` is what `#/…` points into. */
function flatten(schema, top, byId, defs) {
  if (Array.isArray(schema)) return schema.map(item => flatten(item, top, byId, defs));
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref') copy.$ref = refer(value, top, byId, defs);
    else if (key === 'properties')
      copy.properties = Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, flatten(each, top, byId, defs)]),
      );
    else if (key !== 'definitions' && !(DESCRIBES_US.includes(key) && typeof value === 'string'))
      copy[key] = flatten(value, top, byId, defs);
  }
  return copy;
}

function refer(ref, top, byId, defs) {
  const [file, pointer] = ref.split('#');
  const inside = file === '' ? top : byId.get(file);
  const name = pointer ? pointer.split('/').at(-1) : inside.title;
  const found = pointer ? inside.definitions[name] : inside;
  if (!(name in defs)) {
    // Known before it is looked into: it may contain itself.
    const def = {};
    defs[name] = def;
    Object.defineProperty(def, 'source', { value: found, enumerable: false });
    Object.assign(def, flatten(found, inside, byId, defs));
  } else if (defs[name].source !== found) throw new Error(`two definitions are called ${name}`);
  return `#/$defs/${name}`;
}
