import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { useSession } from './support/session.ts';

const MONEY = 'shop/money.py';

describe('a change that somebody made, where a person sees it', () => {
  const session = useSession({
    viewport: { width: 1400, height: 900 },
    settings: { 'workorder.prove.onSave': true },
  });

  it('has its verdict in the status bar from the start of the window, before anything of Work Order is used', async () => {
    await session().workbench.statusBar('No changes').waitFor();
  });

  it('is shown with what may be wrong first, in light, dark and high contrast', async () => {
    const { workbench, example, read } = session();
    const text = read(MONEY)
      .replace('def times(self, quantity: int)', 'def times(self, quantity: int, rate: Decimal)')
      .replace(
        'return Money(self.cents * quantity, self.currency)',
        'return Money(self.cents * quanity, self.currency)',
      )
      .replace('    total = Money(0, currency)', '    total = Money(0, currency)  # type: ignore');
    assert.notEqual(text, read(MONEY));
    fs.writeFileSync(path.join(example.folder, MONEY), text);
    fs.writeFileSync(
      path.join(example.folder, 'shop/gift.py'),
      'def wrap(order: str) -> str:\n    return order\n',
    );
    await workbench.openFile(MONEY);
    await workbench.runCommand('Work Order: Prove Changes');
    await workbench.treeItem(/quanity/).waitFor();
    await workbench.treeItem(/shop\/pricing\/quotes\.py:\d+/).waitFor();
    await workbench.statusBar(/Changes: \d to look at/).waitFor();
    await workbench.openProblems();
    await workbench.problems().filter({ hasText: 'quanity' }).first().waitFor();
    await workbench.screenshot('prove-changes', ['dark', 'hc', 'light']);
    await workbench.treeItem(/quanity/).click();
    await workbench.runCommand('Git: Open Changes');
    await workbench.editorTab(/money\.py \(Working Tree\)/).waitFor();
    // What the checks found is marked in the diff, too.
    await workbench.page.locator('.monaco-diff-editor .modified .squiggly-warning').first().waitFor();
    await workbench.screenshot('prove-diff', ['dark', 'hc', 'light']);
  });
});
