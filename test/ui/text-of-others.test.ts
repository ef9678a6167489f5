import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { results, root } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { useSession } from './support/session.ts';

/** What the command would leave behind if anything ran it. */
const OPENED = /Untitled-\d/;
const COMMAND = 'command:workbench.action.files.newUntitledFile';
const LINK = `[open](${COMMAND})`;
/** Links, icons and characters that hide or turn what is around them. */
const TRAP = `${LINK} [page](http://127.0.0.1:9/trap) ]\u200b(${COMMAND}) $(bug) $(bug~spin) $\u00ad(bug) \u202eturned\u202c <b>bold</b>`;
const TASKS = `# Tasks\n\n1) - Wrap gifts ${TRAP}\n2) - Print receipts\n`;
const ORDER_FILE = `trap ${LINK} $(bug).workorder.json`;

const reply = JSON.parse(
  fs.readFileSync(path.join(root, 'examples/replies/receipt-as-lines.replay.json'), 'utf8'),
) as { readonly turns: readonly { readonly role: string; readonly json?: Record<string, unknown> }[] };
const answerOf = (role: string) => reply.turns.find(turn => turn.role === role && turn.json)?.json ?? {};

describe('text of models, files and orders, where the editor shows it', () => {
  const session = useSession({
    viewport: { width: 1400, height: 1000 },
    settings: { 'workorder.models.designer': 'vscode:scripted/scripted' },
  });

  before(() => {
    const { example } = session();
    const order = JSON.parse(session().read('work-orders/receipt-as-lines.workorder.json'));
    fs.writeFileSync(
      path.join(example.folder, 'work-orders', ORDER_FILE),
      JSON.stringify({ ...order, step_text: `${order.step_text} ${TRAP}` }),
    );
    fs.writeFileSync(path.join(example.folder, 'TASKS.md'), TASKS);
  });

  /** The place shows the text, takes a picture of it, and has nothing to click and no icon of the text. */
  const isInert = async (what: string, place: Locator, text = COMMAND) => {
    const { workbench } = session();
    await place.getByText(text).first().waitFor();
    fs.mkdirSync(results, { recursive: true });
    await workbench.page.screenshot({ path: path.join(results, `inert-${what}.png`) });
    for (const link of await place.locator('a').all()) {
      const target = (await link.getAttribute('data-href')) ?? (await link.getAttribute('href')) ?? '';
      assert.doesNotMatch(target, /command:|http:|trap/, `${what} has a link`);
    }
    assert.equal(await place.locator('.codicon-bug').count(), 0, `${what} has an icon`);
    assert.equal(await place.locator('b', { hasText: 'bold' }).count(), 0, `${what} has HTML`);
    assert.doesNotMatch(
      (await place.textContent()) ?? '',
      /[\u202e\u200b\u00ad]/,
      `${what} hides characters`,
    );
  };
  const tooltipIsInert = async (what: string, place: Locator) => {
    const { page } = session().workbench;
    const hover = page.locator('.monaco-hover:visible').filter({ hasText: COMMAND }).last();
    // Rows move while a lint arrives: then the tooltip is of another one.
    for (let timeout = 3000; !(await hover.isVisible()); timeout *= 2) {
      await page.mouse.move(700, 2);
      await place.hover();
      await hover.waitFor({ timeout }).catch(() => assert.ok(timeout < 60_000, `${what} has no tooltip`));
    }
    await isInert(what, hover);
    await page.mouse.move(700, 2);
  };
  const hasOpenedNothing = async () =>
    assert.equal(await session().workbench.editorTab(OPENED).count(), 0, 'a click ran the command');
  const clickText = async (place: Locator) => {
    await place.getByText(COMMAND).first().click();
    await hasOpenedNothing();
  };

  it('is text in lists, rows of views and their tooltips, comments and the status bar: a work order', async () => {
    const { workbench, script } = session();
    const qa = answerOf('qa');
    const understood = "verified: symbol 'render_receipt' exists in shop/orders/receipt.py";
    const spotChecks = [understood, `not checked: imports left over in shop/orders/receipt.py ${TRAP}`];
    script.add({ text: JSON.stringify(answerOf('designer')) });
    script.add({ text: JSON.stringify({ ...qa, spot_checks: spotChecks, reasons: [`Fine. ${TRAP}`] }) });
    await workbench.openView('Work Order');
    await workbench.runCommand('Work Order: Run Work Order');
    await isInert('quick-pick', workbench.quickInput.option(/^trap /));
    await workbench.quickInput.pick(/^trap /);
    await workbench.statusBar('Work Order: review').waitFor();
    // It arrives late and moves the rows behind it, and with them their tooltips.
    await workbench.treeItem(/Lint of the proposal, \d+ new problem/).waitFor();
    const check = workbench.treeItem(/imports left over/);
    await isInert('tree-item', check);
    await tooltipIsInert('tree-tooltip', check);
    const comments = workbench.page.locator('.review-widget, .comments-panel');
    const comment = comments.filter({ hasText: COMMAND }).first();
    const row = workbench.treeItem(/symbol 'render_receipt' exists/);
    await workbench.clickUntil(row, comment);
    await isInert('comment', comment);
    // Shown before its height was known, it may begin above the editor: the row brings it into view once more.
    await eventually(async () => {
      await row.click();
      await comment.getByText(COMMAND).first().click({ timeout: 5000 });
      return true;
    }, 'a click on the comment');
    await hasOpenedNothing();
    const item = workbench.statusBar('Work Order: review');
    await item.hover();
    await isInert('status-bar', workbench.page.locator('.statusbar'), 'Work Order: review');
    await workbench.runCommand('Work Order: Cancel Run');
    await workbench.treeItem(/^verdict, Cancelled/).waitFor();
  });

  it('is text in notifications: why the Designer gave up', async () => {
    const { workbench, script } = session();
    await workbench.runCommand('Notifications: Clear All Notifications');
    const nothing = { tool: '__error__', args: {}, reason: `Cannot. ${TRAP}` };
    const answer = {
      ...answerOf('designer'),
      touched_files: [],
      changed_signatures: [],
      commands: [nothing],
    };
    script.add({ text: JSON.stringify(answer) });
    await workbench.openFile('work-orders/trap');
    await workbench.runCommand('Work Order: Run Work Order');
    const notification = workbench.notification(/Cannot\./);
    await isInert('notification', notification);
    await clickText(notification);
    const verdict = workbench.treeItem(/Cannot\./);
    await isInert('verdict', verdict);
    await tooltipIsInert('verdict-tooltip', verdict);
  });

  it('is text in lists, notifications, rows, input boxes and transcripts: an agent', async () => {
    const { workbench, script } = session();
    await workbench.runCommand('Notifications: Clear All Notifications');
    const call = { tool_name: 'ask_question', arguments: { question_text: `Which way? ${TRAP}` } };
    script.add({ text: JSON.stringify({ thoughts: `I ask. ${TRAP}`, tool_calls: [call] }) });
    await workbench.runCommand('Work Order: Start Task Agent');
    const task = workbench.quickInput.option(/^1\) Wrap gifts/);
    await isInert('list-of-tasks', task);
    await task.click();
    for (const chosen of [/^Until done/, /^Ask per turn/, /^This folder, nothing/]) {
      await workbench.page.mouse.move(700, 700);
      await workbench.quickInput.pick(chosen);
    }
    const notification = workbench.notification(/Which way/);
    await isInert('question', notification);
    await clickText(notification);
    const row = workbench.treeItem(/^Question, Which way/);
    await isInert('question-row', row);
    await tooltipIsInert('question-tooltip', row);
    await notification.getByRole('button', { name: 'Answer' }).click();
    await isInert('input-box', workbench.quickInput.box);
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('Work Order: Show Agent Transcript');
    await workbench.editorTab(/Transcript/).waitFor();
    await isInert('transcript', workbench.webview().locator('body'));
  });

  it('ran nothing', async () => {
    const { workbench } = session();
    assert.equal(await workbench.editorTab(OPENED).count(), 0);
  });
});
