import assert from 'node:assert/strict';
import type { JsonSchema } from '../../../src/core/ports/model.ts';
import { schemas } from '../../../src/generated/schemas.ts';
import { inlineSchema } from '../../../src/node/model/inline-schema.ts';
import { strictSchema } from '../../../src/node/model/strict-schema.ts';
import { withoutUnionAtTop } from '../../../src/node/model/union-at-top.ts';

const object = (properties: JsonSchema, required: readonly string[]): JsonSchema => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const text = { type: 'string' };

describe('schemas for models', () => {
  describe('inlined', () => {
    const byId = new Map<string, JsonSchema>([
      ['x:a', { $id: 'x:a', title: 'A', type: 'object', properties: { title: text, next: { $ref: 'x:b' } } }],
      ['x:b', { $id: 'x:b', const: 'b', definitions: { c: { minimum: 1 } } }],
      ['x:tree', { $id: 'x:tree', type: 'object', properties: { left: { $ref: 'x:tree' } } }],
    ]);
    const check = (schema: JsonSchema, inlined: JsonSchema) =>
      assert.deepEqual(inlineSchema(schema, byId), inlined);

    it('hold what each reference names, and no editor keywords', () =>
      check(
        { $schema: 's', $id: 'x:z', items: { $ref: 'x:a' } },
        {
          items: {
            type: 'object',
            properties: { title: text, next: { type: 'string', enum: ['b'] } },
          },
        },
      ));
    it('keep what stands beside a reference', () =>
      check({ $ref: 'x:b', description: 'd' }, { type: 'string', enum: ['b'], description: 'd' }));
    it('follow pointers into a schema', () => {
      check({ $ref: 'x:b#/definitions/c' }, { minimum: 1 });
      check(
        { definitions: { c: { maximum: 2 } }, items: { $ref: '#/definitions/c' } },
        { items: { maximum: 2 } },
      );
    });
    it('say oneOf as anyOf and leave data alone', () =>
      check(
        { oneOf: [{ const: 1 }], default: { const: 2 }, enum: [{ title: 3 }] },
        { anyOf: [{ type: 'number', enum: [1] }], default: { const: 2 }, enum: [{ title: 3 }] },
      ));
    it('allow anything where a schema holds itself', () =>
      check({ $ref: 'x:tree' }, { type: 'object', properties: { left: {} } }));
    it('refuse a reference that names nothing', () =>
      assert.throws(() => inlineSchema({ $ref: 'x:nothing' }, byId), /x:nothing names nothing/));
    it('have no references left in any schema of ours', () => {
      for (const schema of Object.values(schemas)) {
        assert.doesNotMatch(JSON.stringify(inlineSchema(schema)), /"(\$ref|\$id|oneOf|discriminator)":/);
      }
    });
  });

  describe('without a union at the top', () => {
    it('have all properties of all branches, required where every branch requires them', () =>
      assert.deepEqual(
        withoutUnionAtTop({
          type: 'object',
          anyOf: [
            object({ kind: { type: 'string', enum: ['a'] }, both: text, a: text }, ['kind', 'both', 'a']),
            object({ kind: { type: 'string', enum: ['b'] }, both: { type: 'number' } }, ['kind', 'both']),
          ],
        }),
        object(
          {
            kind: { type: 'string', enum: ['a', 'b'] },
            both: { anyOf: [text, { type: 'number' }] },
            a: text,
          },
          ['kind', 'both'],
        ),
      ));
    it('stay as they are when there is none', () =>
      assert.deepEqual(withoutUnionAtTop(object({ a: text }, [])), object({ a: text }, [])));
  });

  describe('in strict mode', () => {
    const strict = (property: unknown) => strictSchema(object({ p: property }, ['p']))?.['properties'];
    it('require every property and lose lengths', () =>
      assert.deepEqual(strict({ ...text, minLength: 1, description: 'd' }), {
        p: { ...text, description: 'd' },
      }));
    it('give an object with an optional property as a union of both variants', () =>
      assert.deepEqual(strict(object({ a: text, b: text }, ['a'])), {
        p: { anyOf: [object({ a: text, b: text }, ['a', 'b']), object({ a: text }, ['a'])] },
      }));
    it('spread such variants into a union around them', () =>
      assert.deepEqual(strict({ anyOf: [object({ a: text }, []), text] }), {
        p: { anyOf: [object({ a: text }, ['a']), object({}, []), text] },
      }));
    it('are not possible with free keys, many optional properties or a union at the top', () => {
      assert.equal(strict({ type: 'object', additionalProperties: true }), undefined);
      assert.equal(strict(object({ a: text, b: text, c: text, d: text }, [])), undefined);
      assert.equal(strictSchema(object({ a: text }, [])), undefined);
      assert.equal(strict({}), undefined);
    });
    it('exist for the answer of the Designer', () =>
      assert.ok(strictSchema(inlineSchema(schemas['designer-output']))));
  });
});
