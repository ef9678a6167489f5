import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../../scripts/setup/places.mjs';

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly required?: readonly string[];
}
interface ModelTool {
  readonly name: string;
  readonly toolReferenceName: string;
  readonly displayName: string;
  readonly userDescription: string;
  readonly modelDescription: string;
  readonly inputSchema: Schema;
}

const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  readonly contributes: { readonly languageModelTools: readonly ModelTool[] };
};
const TOOLS = manifest.contributes.languageModelTools;

/** Every request of an agent carries all descriptions of all tools: four characters are about a token. */
const MOST_CHARACTERS = 9_000;

describe('what agents of the editor are told of the tools', () => {
  it(`is at most ${MOST_CHARACTERS} characters together`, () => {
    const told = TOOLS.map(({ name, modelDescription, inputSchema }) => ({
      name,
      modelDescription,
      inputSchema,
    }));
    assert.ok(JSON.stringify(told).length <= MOST_CHARACTERS, String(JSON.stringify(told).length));
  });

  it('uses a name once, for the model and for people', () => {
    for (const key of ['name', 'toolReferenceName', 'displayName', 'userDescription'] as const)
      assert.equal(new Set(TOOLS.map(tool => tool[key])).size, TOOLS.length, key);
  });

  for (const { name, modelDescription, userDescription, inputSchema } of TOOLS) {
    it(`${name}: says in short sentences what it does and when to use it`, () => {
      assert.ok(
        modelDescription.length >= 120 && modelDescription.length <= 600,
        String(modelDescription.length),
      );
      assert.match(modelDescription, /^[A-Z][a-z]+ /);
      assert.match(modelDescription, /\b(Use (it|them)|use it|Preferred)\b/, 'when to use it');
      for (const sentence of modelDescription.split(/(?<=[.;]) /))
        assert.ok(
          sentence.split(' ').length <= 40,
          `a sentence of ${sentence.split(' ').length} words: ${sentence}`,
        );
      assert.ok(userDescription.length <= 100, userDescription);
    });

    it(`${name}: says of every argument what it is`, () => {
      assert.equal(inputSchema.type, 'object');
      for (const required of inputSchema.required ?? [])
        assert.ok(inputSchema.properties?.[required], `${required} is required and not described`);
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
        assert.ok(schema.description, argument);
        assert.ok(schema.description.length <= 220, `${argument}: ${schema.description.length}`);
      }
    });
  }

  it('does not ask a model to decide for the person', () => {
    const propose = TOOLS.find(({ name }) => name === 'workorder_propose')?.modelDescription ?? '';
    assert.match(propose, /a person reviews the diff/);
    for (const { modelDescription } of TOOLS)
      assert.doesNotMatch(modelDescription, /must be (applied|approved)/i);
  });
});
