import type { JsonSchema } from '../../core/ports/model.ts';
import { schemas } from '../../generated/schemas.ts';

/** Keywords that mean something to editors and validators only. */
const NOT_FOR_MODELS = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'discriminator',
  'definitions',
  '$defs',
  'defaultSnippets',
  'markdownDescription',
  'patternErrorMessage',
]);

const knownSchemas: ReadonlyMap<string, JsonSchema> = new Map(
  Object.values(schemas).map((schema): [string, JsonSchema] => [schema.$id, schema]),
);

/**
 * The schema as endpoints take it: every `$ref` replaced by what it names, without `$id` and editor
 * keywords, `oneOf` as `anyOf` (the only union many endpoints know), `const` as a one-element `enum`.
 * Throws when a `$ref` names nothing, which is a mistake in our schemas.
 */
export function inlineSchema(
  schema: JsonSchema,
  byId: ReadonlyMap<string, JsonSchema> = knownSchemas,
): JsonSchema {
  return inlineNode(schema, { document: schema, byId, open: new Set() });
}

interface Context {
  /** What `#/…` is looked up in. */
  readonly document: JsonSchema;
  readonly byId: ReadonlyMap<string, JsonSchema>;
  /** References being inlined, to stop at one that contains itself. */
  readonly open: ReadonlySet<string>;
}

function inlineNode(node: JsonSchema, context: Context): JsonSchema {
  const { $ref: ref, ...beside } = node;
  if (typeof ref === 'string') {
    const target = resolve(ref, context);
    // A schema inside itself has no finite inlining; there the model may write anything.
    if (context.open.has(target.key)) return {};
    const open = new Set([...context.open, target.key]);
    const named = inlineNode(target.schema, { ...context, document: target.document, open });
    return { ...named, ...inlineNode(beside, context) };
  }
  const inlined: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(node)) {
    if (NOT_FOR_MODELS.has(keyword)) continue;
    if (keyword === 'const') Object.assign(inlined, oneValue(value));
    else inlined[keyword === 'oneOf' ? 'anyOf' : keyword] = inlineKeyword(keyword, value, context);
  }
  return inlined;
}

/** `properties` maps names to schemas, so that a property called "title" is not taken for the keyword. */
const MAPS_OF_SCHEMAS = new Set(['properties', 'patternProperties', 'dependentSchemas']);
const DATA = new Set(['enum', 'default', 'examples', 'required', 'type']);

function inlineKeyword(keyword: string, value: unknown, context: Context): unknown {
  if (DATA.has(keyword)) return value;
  if (Array.isArray(value)) return value.map(item => (isSchema(item) ? inlineNode(item, context) : item));
  if (!isSchema(value)) return value;
  if (!MAPS_OF_SCHEMAS.has(keyword)) return inlineNode(value, context);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      isSchema(inner) ? inlineNode(inner, context) : inner,
    ]),
  );
}

function resolve(ref: string, context: Context) {
  const [id = '', pointer = ''] = ref.split('#');
  const document = id === '' ? context.document : context.byId.get(absoluteId(id, context.document));
  const schema = document && pointedAt(document, pointer);
  if (!document || !schema) throw new Error(`The schema reference ${ref} names nothing`);
  return { key: `${String(document['$id'] ?? '')}#${pointer}`, document, schema };
}

/** A reference such as `work-order.schema.json` is meant beside the schema it is in. */
function absoluteId(id: string, document: JsonSchema): string {
  const base = String(document['$id'] ?? '');
  return !URL.canParse(id) && URL.canParse(id, base) ? new URL(id, base).href : id;
}

function pointedAt(document: JsonSchema, pointer: string): JsonSchema | undefined {
  let node: unknown = document;
  for (const step of pointer.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    node = isSchema(node) ? node[name] : undefined;
  }
  return isSchema(node) ? node : undefined;
}

function oneValue(value: unknown): JsonSchema {
  const types: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean' };
  const type = types[typeof value];
  return type === undefined ? { enum: [value] } : { type, enum: [value] };
}

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
