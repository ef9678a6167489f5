import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { results } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { untilReady } from '../support/vscode-host/workbench-page.ts';
import { useSession } from './support/session.ts';
import { Workbench } from './support/workbench.ts';

const THEMES = ['dark', 'hc', 'light'] as const;
const edit = (file_path: string, old_string: string, new_string: string, reason: string) => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string, new_string }] },
  reason,
});
const COMMANDS = [
  edit('shop/money.py', 'that never lose a cent', 'which never lose a cent', 'Say which amounts.'),
  edit('shop/money.py', 'which never lose a cent', 'which lose no cent', 'Make it shorter.'),
  edit('shop/cli.py', '"""The `shop` command."""', '"""The command `shop`."""', 'Name the command last.'),
];
const VERIFICATION = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };
const ORDER = {
  step_id: 'words',
  step_text: 'Change some words.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: { lint: VERIFICATION.args },
};
const DESIGNER = {
  touched_files: ['shop/money.py', 'shop/cli.py'],
  commands: COMMANDS,
  changed_signatures: [],
  verification: VERIFICATION,
};
const APPROVED = {
  decision: 'APPROVED',
  commands: COMMANDS,
  verification: VERIFICATION,
  spot_checks: ['not checked: the wording'],
};
const REJECTED = {
  decision: 'REJECTED',
  commands: [],
  verification: null,
  reasons: ['The docstring of the command loses its meaning.'],
  required_changes: ['Keep the docstring of shop/cli.py.'],
};

const HUNKS = {
  tool: 'atomic_replace',
  args: {
    file_path: 'shop/cli.py',
    replacements: [
      { old_string: '"""The `shop` command."""', new_string: '"""The command `shop`."""' },
      { old_string: 'import argparse\n', new_string: 'import argparse  # the options\n' },
    ],
  },
  reason: 'Say more.',
};

/** CRLF and a byte order mark, as editors on Windows write them. */
const WINDOWS = '\uFEFF"""First."""\r\n\r\nONE = 1\r\n\r\nTWO = 2\r\n';
const KEYS_FILE = 'shop/windows.py';
const KEYS_COMMANDS = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: KEYS_FILE,
      replacements: [
        { old_string: 'ONE = 1', new_string: 'ONE = 1  # first' },
        { old_string: 'TWO = 2', new_string: 'TWO = 2  # second' },
      ],
    },
    reason: 'Say which.',
  },
];

describe('the choices of a review', () => {
  const session = useSession({
    viewport: { width: 1280, height: 800 },
    settings: { 'workorder.models.designer': 'vscode:scripted/scripted' },
  });

  before(async () => {
    fs.writeFileSync(path.join(session().example.folder, 'words.workorder.json'), JSON.stringify(ORDER));
    await session().workbench.openView('Work Order');
    await session().workbench.narrowSideBar(300);
  });

  /** Presses Alt and this key, and waits for the row that it leads to: keys that come meanwhile may meet an editor that is just opening. */
  const go = async (key: string, row: RegExp) => {
    const { page } = session().workbench;
    await page.keyboard.press(`Alt+${key}`);
    await page.locator('.sidebar').getByRole('treeitem', { name: row, selected: true }).first().waitFor();
  };
  const run = async (...replies: readonly object[]) => {
    const { workbench, script } = session();
    // Of a test that failed: only one order is reviewed at a time.
    if (await workbench.statusBar(/Work Order: (review|apply)/).isVisible()) {
      await workbench.runCommand('Work Order: Reject');
      await workbench.quickInput.enter('The test before failed.');
    }
    script.clear();
    for (const reply of replies) script.add({ text: JSON.stringify(reply) });
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Work Order: Run Work Order');
    await workbench.quickInput.pick(/^words/);
  };
  const runUntilReview = async (
    commands: readonly { readonly args: { readonly file_path: string } }[] = COMMANDS,
    lint = /Lint of the proposal, clean/,
  ) => {
    const { workbench } = session();
    const touched_files = [...new Set(commands.map(({ args }) => args.file_path))];
    await run({ ...DESIGNER, touched_files, commands }, { ...APPROVED, commands });
    await workbench.page.locator('.multiDiffEntry:visible').first().waitFor();
    await workbench.treeItem(/^Changes/).waitFor();
    // Both arrive late and move the rows behind them: a click would meet another one.
    await workbench.treeItem(lint).waitFor();
    await workbench.statusBar('Work Order: review').waitFor();
  };

  it('leaves out the file that is unticked, and says how much Apply would write', async () => {
    const { workbench } = session();
    await workbench.openView('Work Order');
    await runUntilReview();
    await workbench.untick(
      workbench.treeItem(/^modified file, cli\.py/),
      workbench.treeItem(/cli\.py, left out/),
    );
    await workbench.statusBar(/apply 2 of 3 commands\?/).waitFor();
    await workbench.screenshot('choose-commands', THEMES);
  });

  it('has what each command does and why beside its lines in the diff, closed, with no panel over it', async () => {
    const { workbench } = session();
    const { page } = workbench;
    await workbench.clickUntil(
      workbench.treeItem(/^modified file, money\.py/),
      workbench.editorTab(/money\.py \(proposed\)/),
    );
    const glyph = page.locator('.comment-range-glyph.comment-thread').first();
    await glyph.waitFor();
    assert.equal(await page.locator('.review-widget').count(), 0, 'no thread is open at first');
    await glyph.click();
    const widget = page.locator('.review-widget').first();
    await widget.getByText('Say which amounts.').waitFor();
    await widget.getByText('Make it shorter.').waitFor();
    assert.equal(await page.locator('.comments-panel:visible').count(), 0, 'the Comments panel stays closed');
    await workbench.screenshot('what-and-why', THEMES);
  });

  it('can be edited: what is typed and saved is a command of the person, which can be taken back', async () => {
    const { workbench, read } = session();
    const { page } = workbench;
    await workbench.runCommand('View: Focus Active Editor Group');
    await workbench.goToEnd(`Ln ${read('shop/money.py').split('\n').length}, Col 1`);
    await page.keyboard.type('# seen');
    await page.keyboard.press('Control+s');
    await workbench.statusBar(/apply 2 of 3 commands and 1 file edited by hand\?/).waitFor();
    await workbench.treeItem(/your command, Edited by the person who reviewed it/).waitFor();
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    await workbench.screenshot('edited-proposal', THEMES);
    await workbench.editorAction('Revert My Edits').click();
    await workbench.statusBar(/apply 2 of 3 commands\?/).waitFor();
  });

  it('is decided by keys alone: the next command, leaving it out, apply', async () => {
    const { workbench, read } = session();
    const { page } = workbench;
    // Rows still move while what was taken back is verified: a click may meet the row below.
    const file = workbench.treeItem(/^modified file, money\.py/);
    await eventually(async () => {
      await file.click();
      return (await file.getAttribute('aria-selected')) === 'true';
    }, 'the row of the file to be selected');
    await workbench.editorTab(/money\.py \(proposed\)/).waitFor();
    // The one that is left out, of the file above, and back to the second one below.
    await go('k', /^command 3/);
    await go('j', /^command 1/);
    await go('j', /^command 2/);
    await page.keyboard.press('Alt+n');
    await workbench.statusBar(/apply 1 of 3 commands\?/).waitFor();
    await page.screenshot({ path: path.join(results, 'choose-keys.png') });
    await page.keyboard.press('Control+Enter');
    const apply = workbench.dialog().getByRole('button', { name: 'Apply 1 of 3' });
    await apply.waitFor();
    await page.screenshot({ path: path.join(results, 'choose-question.png') });
    await apply.click();
    await workbench.notification(/Applied 1 of 3 commands to 1 file/).waitFor();
    assert.match(read('shop/money.py'), /which never lose a cent/);
    await page.screenshot({ path: path.join(results, 'choose-applied.png') });
    await workbench
      .notification(/Applied 1 of 3/)
      .getByRole('button', { name: 'Revert' })
      .click();
    await eventually(() => read('shop/money.py').includes('that never lose a cent'), 'the revert');
  });

  it('leaves out a single hunk, and says so everywhere', async () => {
    const { workbench, read } = session();
    const { page } = workbench;
    await runUntilReview([HUNKS]);
    await workbench.untick(
      workbench.treeItem(/^hunk 2 of command 1, import argparse/),
      workbench.treeItem(/^hunk 2 of command 1, .*left out/),
    );
    await workbench.statusBar(/apply the command without 1 hunk\?/).waitFor();
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    await workbench.screenshot('choose-hunks', THEMES);
    await workbench.runCommand('Work Order: Apply');
    const apply = workbench.dialog().getByRole('button', { name: 'Apply' });
    await apply.waitFor();
    await page.screenshot({ path: path.join(results, 'choose-hunks-question.png') });
    await apply.click();
    await workbench.notification(/Applied the command without 1 hunk to 1 file/).waitFor();
    assert.doesNotMatch(read('shop/cli.py'), /# the options/);
    await workbench
      .notification(/Applied the command/)
      .getByRole('button', { name: 'Revert' })
      .click();
    await eventually(() => !read('shop/cli.py').includes('The command'), 'the revert');
  });

  it('can ask for changes: comments on lines of the proposal, and a sentence', async () => {
    const { workbench } = session();
    const { page } = workbench;
    // The words stand in the box that they are typed into before they are a comment.
    const written = (comment: string) =>
      page.locator('.review-widget').getByRole('treeitem', { name: comment }).first();
    await runUntilReview();
    await workbench.clickUntil(
      workbench.treeItem(/^modified file, cli\.py/),
      workbench.editorTab(/cli\.py \(proposed\)/),
    );
    // Where comments can be made is known a moment after the file is shown; before, the command is not offered.
    await page.locator('.editor-instance .comment-range-glyph').first().waitFor({ state: 'attached' });
    await workbench.runCommand('View: Focus Active Editor Group');
    // Line 1 has a thread: what a command does there.
    await workbench.pressUntil('ArrowDown', /^Ln [3-9],/);
    await workbench.runCommand('Comments: Add Comment on Current Selection');
    const widget = page.locator('.review-widget').first();
    await widget.waitFor();
    await page.keyboard.type('Keep this docstring.');
    await widget.getByRole('button', { name: 'Add Comment' }).first().click();
    await written('Keep this docstring.').waitFor();
    await workbench.screenshot('ask-for-changes', THEMES);
    await workbench.editorAction('Ask for Changes').click();
    await workbench.quickInput.box.getByText('1 comment on lines will be sent').waitFor();
    await page.screenshot({ path: path.join(results, 'ask-for-changes-sentence.png') });
    await page.keyboard.press('Escape');
    // A reply in the thread of a command is a comment on its lines.
    const [first] = COMMANDS;
    await workbench.clickUntil(
      workbench.treeItem(/^modified file, money\.py/),
      workbench.editorTab(/money\.py \(proposed\)/),
    );
    await page.locator('.comment-range-glyph.comment-thread').first().click();
    await widget.getByText('Say which amounts.').waitFor();
    await widget.getByRole('button', { name: 'What should change here?' }).click();
    await page.keyboard.type('Say it of every amount.');
    await widget.getByRole('button', { name: 'Add Comment' }).first().click();
    // It becomes a thread of its own, which stands before or after the one it answers.
    await written('Say it of every amount.').waitFor();
    const { script } = session();
    script.add({
      text: JSON.stringify({ ...DESIGNER, touched_files: ['shop/money.py'], commands: [first] }),
    });
    script.add({ text: JSON.stringify({ ...APPROVED, commands: [first] }) });
    await workbench.editorAction('Ask for Changes').click();
    await workbench.quickInput.box.getByText('2 comments on lines will be sent').waitFor();
    await workbench.quickInput.enter('Nothing else.');
    await workbench.treeItem(/^Changes 1 file|^Changes, 1 file/).waitFor();
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    const asked = script
      .requests()
      .map(({ messages }) => JSON.stringify(messages))
      .join();
    for (const comment of ['Keep this docstring.', 'Say it of every amount.', 'Nothing else.'])
      assert.ok(asked.includes(comment), `the models were not told: ${comment}`);
    await workbench.expand(workbench.treeItem(/^revision, Round 2/));
    await workbench.treeItem(/^you asked for, .*Say it of every amount/).waitFor();
    await workbench.screenshot('comment-round', THEMES);
    await workbench.runCommand('Work Order: Reject');
    await workbench.quickInput.enter('enough');
    await workbench.treeItem(/^verdict, You rejected it/).waitFor();
  });

  it('has a way forward from its end, in the notification and the view', async () => {
    const { workbench } = session();
    await run(DESIGNER, REJECTED);
    await workbench.treeItem(/^verdict, Blocked by QA/).waitFor();
    for (const way of ['Ask for Changes', 'Ask QA Again', 'Edit Step', 'Run Again'])
      await workbench.treeItem(new RegExp(`^do, ${way}`)).waitFor();
    await workbench.notification(/Blocked by QA/).waitFor();
    await workbench.screenshot('ways-forward', THEMES);
    await workbench.clickUntil(
      workbench.treeItem(/^do, Edit Step/),
      workbench.editorTab(/words\.workorder\.json/),
    );
  });

  it('is all done by keys, from the palette over a typed step and its hunks to Apply, and keeps line ends', async () => {
    const { workbench, script, example } = session();
    const { page, quickInput } = workbench;
    const file = path.join(example.folder, KEYS_FILE);
    fs.writeFileSync(file, WINDOWS);
    await workbench.closeEverything();
    script.clear();
    script.add({
      text: JSON.stringify({ ...DESIGNER, touched_files: [KEYS_FILE], commands: KEYS_COMMANDS }),
    });
    script.add({ text: JSON.stringify({ ...APPROVED, commands: KEYS_COMMANDS }) });
    await page.evaluate(`window.clicks = 0; addEventListener('mousedown', () => { window.clicks++; }, true)`);
    const say = async (title: string, words: string, row: RegExp) => {
      await quickInput.box.getByText(title).first().waitFor();
      await page.keyboard.type(words);
      await quickInput.option(row).waitFor();
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('F1');
    await quickInput.input.waitFor();
    await page.keyboard.type('Work Order: Run Work Order');
    await quickInput.option(/^Work Order: Run Work Order/).waitFor();
    await page.keyboard.press('Enter');
    await say('Run Work Order: what should change?', 'Say which is first', /^Run “Say which is first”/);
    await say('which files may change?', KEYS_FILE, /^shop\/windows\.py/);
    await quickInput.box.getByText('what must stay true?').waitFor();
    await page.keyboard.press('Enter');
    await workbench.statusBar('Work Order: review').waitFor();
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    await workbench.treeItem(/^hunk 2 of command 1/).waitFor();
    await page.locator('.multiDiffEntry:visible').first().waitFor();
    await go('j', /Say which\./);
    await go('j', /^hunk 1 of command 1/);
    await go('j', /^hunk 2 of command 1/);
    await go('k', /^hunk 1 of command 1/);
    await go('j', /^hunk 2 of command 1/);
    await page.keyboard.press('Alt+n');
    await workbench.statusBar(/apply the command without 1 hunk\?/).waitFor();
    await go('k', /^hunk 1 of command 1/);
    await go('j', /^hunk 2 of command 1/);
    await page.keyboard.press('Alt+y');
    await workbench.statusBar('Work Order: review').waitFor();
    await go('k', /^hunk 1 of command 1/);
    await go('j', /^hunk 2 of command 1/);
    await page.keyboard.press('Alt+n');
    await workbench.statusBar(/apply the command without 1 hunk\?/).waitFor();
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    await page.screenshot({ path: path.join(results, 'keys-only.png') });
    await page.keyboard.press('Control+Enter');
    await workbench.dialog().getByRole('button', { name: 'Apply' }).waitFor();
    await page.screenshot({ path: path.join(results, 'keys-only-question.png') });
    await page.keyboard.press('Enter');
    await workbench.notification(/Applied the command without 1 hunk to 1 file/).waitFor();
    assert.equal(await page.evaluate('window.clicks'), 0, 'the mouse was used');
    assert.equal(fs.readFileSync(file, 'utf8'), WINDOWS.replace('ONE = 1', 'ONE = 1  # first'));
  });

  it('shows what arrives while the Designer still writes, in a diff that fills', async () => {
    const { workbench, script } = session();
    const { page } = workbench;
    await workbench.closeEverything();
    script.clear();
    script.add({ text: JSON.stringify(DESIGNER), pieces: 10, pauseMs: 1200 });
    script.add({ text: JSON.stringify(APPROVED) });
    await workbench.runCommand('Work Order: Run Work Order');
    await workbench.quickInput.pick(/^words/);
    await workbench.statusBar(/Designer.*: \d commands? for \d files? so far/).waitFor();
    await workbench.editorTab(/^Arriving: words/).waitFor();
    await page.locator('.multiDiffEntry:visible').first().waitFor();
    await page.screenshot({ path: path.join(results, 'arriving.png') });
    await workbench.editorTab(/^Work Order: words/).waitFor();
    await workbench.editorTab(/^Arriving: words/).waitFor({ state: 'hidden' });
    // A file that changes now would make an Apply impossible: said at once.
    const file = path.join(session().example.folder, 'shop/money.py');
    const before = fs.readFileSync(file);
    fs.appendFileSync(file, '# by another program\n');
    await workbench.notification(/shop\/money\.py was changed while you review/).waitFor();
    await page.screenshot({ path: path.join(results, 'changed-while-reviewed.png') });
    fs.writeFileSync(file, before);
  });

  it('is known to be at work in a second window, and is there again when its own window was reloaded', async () => {
    const { workbench, read } = session();
    const { page } = workbench;
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    const way = async (shown: Workbench, run: RegExp) => {
      await shown.runCommand('Work Order: What Next for This Run…');
      await shown.quickInput.pick(run);
      await shown.quickInput.option(/^Review Again/).waitFor();
      await shown.page.screenshot({ path: path.join(results, 'ways-of-a-review.png') });
      await shown.quickInput.pick(/^Review Again/);
    };
    const other = await page.context().newPage();
    try {
      await other.goto(page.url());
      await untilReady(other);
      const second = new Workbench(other);
      await second.showRuns();
      await second.page.screenshot({ path: path.join(results, 'second-window.png') });
      await way(second, /^words/);
      await second.notification(/is at work elsewhere/).waitFor();
      await second.page.screenshot({ path: path.join(results, 'second-window-refused.png') });
    } finally {
      await other.close();
    }
    await page.reload();
    await untilReady(page);
    await workbench.openView('Work Order');
    // Of the proposal that was open nothing empty is left.
    await workbench.editorTab(/^Work Order: words/).waitFor({ state: 'hidden' });
    await way(workbench, /^words/);
    await workbench.statusBar('Work Order: review').waitFor();
    await workbench.treeItem(/Lint of the proposal/).waitFor();
    await workbench.screenshot('review-again', THEMES);
    await workbench.runCommand('Work Order: Apply');
    await workbench.notification(/Applied/).waitFor();
    assert.match(read('shop/money.py'), /which lose no cent/);
  });
});
