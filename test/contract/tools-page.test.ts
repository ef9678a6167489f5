import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { PAGE, toolsPage } from '../../scripts/tools-page.mjs';

describe('docs/tools.md', () => {
  const page = fs.readFileSync(PAGE, 'utf8');

  it('is what the tool registry says (refresh it with node scripts/tools-page.mjs)', () =>
    assert.equal(page, toolsPage()));

  it('has every tool that has a schema [004-019]', () => {
    const schemas = path.resolve(PAGE, '../../schemas/tools');
    const names = fs
      .readdirSync(schemas)
      .flatMap(file => /^(\w+)\.schema\.json$/.exec(file)?.[1] ?? [])
      .filter(name => !page.includes(`\n## ${name}\n`));
    assert.deepEqual(names, []);
  });

  it('has the same arguments in the tools for agents of the editor, and the folder of a workspace of several', () => {
    const root = path.resolve(PAGE, '../..');
    const read = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));
    const tools: readonly {
      name: string;
      inputSchema: { properties: object; required?: readonly string[] };
    }[] = read('package.json').contributes.languageModelTools;
    const named = tools.filter(({ name }) => name !== 'workorder_prove');
    assert.equal(named.length, 5);
    for (const { name, inputSchema } of named) {
      const tool = name.replace('workorder_', '').replace(/^propose$/, 'propose_changes');
      const { properties, required } = read(`schemas/tools/${tool}.schema.json`);
      const { folder, ...own } = inputSchema.properties as Record<string, unknown>;
      assert.ok(folder, name);
      assert.deepEqual([own, inputSchema.required], [properties, required], name);
    }
  });

  it('names a caller for every tool, and none that writes for the manager, ROUTA, GATE and QA [003-068]', () => {
    const rows = page.split('\n').filter(line => line.startsWith('| [`'));
    assert.ok(rows.length > 30);
    const writing = rows.filter(
      row => row.includes('stages a change') && !/atomic_replace|move_text/.test(row),
    );
    for (const row of writing) assert.doesNotMatch(row, /manager|ROUTA|GATE|QA/);
  });
});
