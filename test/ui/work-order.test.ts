import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { results, root } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { useSession } from './support/session.ts';

/** Set to put the picture of the README where the README looks for it, instead of under test-results only. */
const UPDATE = process.env['UPDATE_PICTURES'] !== undefined;

describe('a work order, as a person runs it with the packaged extension', () => {
  const session = useSession({
    installedFrom: 'package',
    viewport: { width: 1280, height: 800 },
    ...(UPDATE && { scale: 2 }),
  });

  const run = async (order: RegExp) => {
    const { workbench } = session();
    await workbench.runCommand('Work Order: Run Work Order');
    await workbench.quickInput.pick(order);
  };
  const waitForReview = async () => {
    const { workbench } = session();
    await workbench.statusBar('Work Order: review').waitFor();
    await workbench.page.locator('.multiDiffEntry:visible').first().waitFor();
  };

  it('lists the work orders of the folder, and says what the Review view is for', async () => {
    const { workbench } = session();
    await workbench.openView('Work Order');
    await workbench.treeItem(/rename-calc-total/).waitFor();
    await workbench.page.getByText('Nothing to review.').waitFor();
    await workbench.screenshot('welcome');
  });

  it('goes from the palette over Review and diff to Apply and a clean lint', async () => {
    const { workbench, read } = session();
    await run(/^rename-calc-total/);
    await waitForReview();
    await workbench.statusBar('Work Order: review').waitFor();
    await workbench.screenshot('review', ['dark', 'hc', 'light']);
    if (UPDATE)
      fs.copyFileSync(path.join(results, 'review.light.png'), path.join(root, 'media/readme-review.png'));
    await workbench.editorAction('Apply').click();
    await eventually(() => read('shop/pricing/quotes.py').includes('def quote_items('), 'the change on disk');
    await workbench.notification(/Applied 8 files, lint clean/).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'applied.png') });
    assert.equal(await workbench.statusBar('Work Order: review').count(), 0);
  });

  it('shows one file’s diff at its place, with the spot checks that name it', async () => {
    const { workbench } = session();
    await run(/^receipt-as-lines/);
    await waitForReview();
    // It arrives late and moves the rows behind it: a click would meet another one.
    await workbench.treeItem(/Lint of the proposal, \d+ new problem/).waitFor();
    const check = workbench.treeItem(/symbol 'render_receipt' exists/);
    await workbench.clickUntil(check, workbench.editorTab(/receipt\.py \(proposed\)/));
    await workbench.page
      .locator('.review-widget')
      .getByText("symbol 'render_receipt' exists")
      .first()
      .waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'spot-check.png') });
  });

  it('runs the proposal before and after once a person agrees, and shows the call that differs', async () => {
    const { workbench, read } = session();
    const button = await workbench.viewAction('Review', 'Run Changed Functions and Tests…');
    await button.click();
    await workbench.dialog().getByText('This runs code of the workspace and of the change').waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'try-out-question.png') });
    await workbench.dialog().getByRole('button', { name: 'Run Functions and Tests' }).click();
    const found = workbench.treeItem(/^counterexample, render_receipt/);
    await found.waitFor({ timeout: 150_000 });
    await workbench.treeItem(/^newly failing, test_the_receipt_ends/).waitFor();
    await workbench.screenshot('tried', ['dark', 'hc', 'light']);
    await found.hover();
    await found.getByRole('button', { name: 'Copy as Test' }).click();
    await workbench.notification('The test is on the clipboard').waitFor();
    assert.match(read('shop/orders/receipt.py'), /-> str:/, 'nothing is written');
  });

  it('shows the problems of a failed lint and takes the change back', async () => {
    const { workbench, read } = session();
    await workbench.runCommand('Work Order: Apply');
    const notification = workbench.notification(/Lint found 2 (new )?problems/);
    await notification.waitFor();
    await workbench.problems().filter({ hasText: 'imported but unused' }).first().waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'failed-lint.light.png') });
    await workbench.treeItem(/^do, Fix These Problems/).waitFor();
    await workbench.screenshot('ways-failed-lint', ['dark', 'hc', 'light']);
    await notification.getByRole('button', { name: 'Revert' }).click();
    await eventually(() => read('shop/orders/receipt.py').includes('-> str'), 'the change to be taken back');
    await eventually(async () => (await workbench.problems().count()) === 0, 'its problems to be cleared');
  });

  it('says who blocked a run, why, and what would unblock it', async () => {
    const { workbench } = session();
    await run(/^simplify-tax-rate/);
    await workbench.treeItem(/^verdict, Blocked by QA/).waitFor();
    await workbench.treeItem(/^to unblock/).waitFor();
    await workbench.screenshot('blocked', ['dark', 'hc', 'light']);
  });

  it('runs from the line above an open work order, and is rejected with a reason', async () => {
    const { workbench, read } = session();
    const before = read('shop/reports/sales.py');
    await workbench.openFile('split-sales-report.workorder.json');
    // The row of a stage is gone as soon as the review begins, with recorded replies at once; that of the step stays.
    const started = workbench.treeItem(/^work order release-2\.4\.step-2, Split/);
    await workbench.clickCodeLens('Run Work Order', started);
    await waitForReview();
    await workbench.page.screenshot({ path: path.join(results, 'split.png') });
    await workbench.editorAction('Reject').click();
    await workbench.quickInput.enter('one module is enough');
    await workbench.treeItem(/one module is enough/).waitFor();
    assert.equal(read('shop/reports/sales.py'), before);
  });

  it('is cancelled from the title of the Review view', async () => {
    const { workbench } = session();
    // The open work order is the one that is meant: nothing to pick.
    await workbench.runCommand('Work Order: Run Work Order');
    await waitForReview();
    await (await workbench.viewAction('Review', 'Cancel Run')).click();
    await workbench.treeItem(/^verdict, Cancelled/).waitFor();
    await workbench.treeItem(/^do, Try Again with Same Replies/).waitFor();
    await workbench.screenshot('ways-cancelled', ['dark', 'hc', 'light']);
  });

  it('keeps every run with how it ended', async () => {
    const { workbench } = session();
    await workbench.showRuns();
    await workbench.treeItem(/release-2\.4\.step-7.*failed, reverted/).waitFor();
    const applied = workbench.treeItem(/release-2\.4\.step-1.*applied/);
    await workbench.clickUntil(applied, workbench.page.getByText('Applied to 8 files, lint clean.'));
    await workbench.page.screenshot({ path: path.join(results, 'runs.png') });
  });

  it('exports a report of a run from its row', async () => {
    const { workbench } = session();
    const row = workbench.treeItem(/release-2\.4\.step-\d.*(failed|blocked)/);
    if (!(await row.isVisible())) {
      await run(/^simplify-tax-rate/);
      await workbench.treeItem(/^verdict, Blocked by QA/).waitFor();
      await workbench.showRuns();
    }
    await workbench.chooseFromMenu(row, 'Export Report', 'run-menu');
    await workbench.quickInput.box.waitFor();
    await workbench.page.keyboard.press('Enter'); // the proposed name, in the folder
    await workbench.notification(/Wrote workorder-report-.*\.json\. Read it before/).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'report.png') });
  });
});
