import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { results } from '../../scripts/setup/places.mjs';
import { useSession } from './support/session.ts';

describe('the workbench a person sees', () => {
  const session = useSession();

  it('shows the example, and the mistakes of a work order in the Problems panel', async () => {
    const { workbench, example } = session();
    fs.writeFileSync(path.join(example.folder, 'broken.workorder.json'), '{ "unknown_key": 1 }\n');
    await workbench.openFile('broken.workorder.json');
    await workbench.editorTab('broken.workorder.json').waitFor();
    await workbench.openProblems();
    await workbench.problems().filter({ hasText: 'unknown_key' }).first().waitFor();
    assert.match(session().read('pyproject.toml'), /name = "shop"/);
  });

  it('has its picture taken in light, dark and high contrast', async () => {
    const { workbench, keepPicture } = session();
    await workbench.openFile('shop/orders/cart.py');
    for (const theme of ['dark', 'hc', 'light'] as const) {
      await workbench.setTheme(theme);
      await keepPicture(`harness.${theme}`);
      assert.ok(fs.statSync(path.join(results, `harness.${theme}.png`)).size > 10_000);
    }
  });
});
