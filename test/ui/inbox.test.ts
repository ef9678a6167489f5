import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { results } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { useSession } from './support/session.ts';

const WRAP = '"""Gift wrap."""\n\nWRAP_CENTS = 350\n';
const TASKS = '# Tasks\n\n1) - Give gift wrap a price\n';
const COMMANDS = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: 'shop/cli.py',
      replacements: [{ old_string: '"""The `shop` command."""', new_string: '"""The command `shop`."""' }],
    },
    reason: 'Name the command last.',
  },
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
  touched_files: ['shop/cli.py'],
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

describe('what waits for a person', () => {
  const session = useSession({
    viewport: { width: 1280, height: 800 },
    settings: { 'workorder.models.designer': 'vscode:scripted/scripted' },
  });

  const agentSays = (thoughts: string, ...calls: readonly (readonly [string, object?])[]) => {
    const tool_calls = calls.map(([tool_name, args = {}]) => ({ tool_name, arguments: args }));
    session().script.add({ text: JSON.stringify({ thoughts, tool_calls }) });
  };

  before(async () => {
    const { workbench, example } = session();
    fs.writeFileSync(path.join(example.folder, 'TASKS.md'), TASKS);
    fs.writeFileSync(path.join(example.folder, 'words.workorder.json'), JSON.stringify(ORDER));
    await workbench.openView('Work Order');
    await workbench.runCommand('Work Order: Show Agents');
  });

  it('takes no keys from a person who types: the change of an agent waits in the view', async () => {
    const { workbench, script, example } = session();
    const { page } = workbench;
    const release = script.hold();
    agentSays('Write the price.', ['write_file', { path: 'shop/pricing/gift_wrap.py', content: WRAP }]);
    await workbench.runCommand('Work Order: Start Task Agent');
    for (const chosen of [/^1\) Give gift wrap/, /^Until done/, /^Ask per turn/, /^This folder, nothing/])
      await workbench.quickInput.pick(chosen);
    await workbench.treeItem(/^task agent, /).waitFor();
    await workbench.openFile('README.md');
    await workbench.editorTab('README.md').waitFor();
    const editor = page.locator('.editor-instance .monaco-editor:visible .view-lines').first();
    await editor.click();
    const lines = fs.readFileSync(path.join(example.folder, 'README.md'), 'utf8').split('\n').length;
    // Keys that come before the editor has its text would be lost without anybody taking them.
    await workbench.goToEnd(`Ln ${lines}, Col 1`);
    // The model answers while keys are pressed, and the change arrives between two of them.
    release();
    const change = workbench.treeItem(/^Change to review/);
    let typed = 0;
    while (!(await change.isVisible())) {
      await page.keyboard.type('x', { delay: 50 });
      typed += 1;
    }
    await page.keyboard.type('yz');
    const text = `${'x'.repeat(typed)}yz`;
    await eventually(async () => {
      const shown = await editor.innerText();
      assert.ok(shown.includes(text), `the end of the editor is ${shown.slice(-80)}`);
      return true;
    }, `${text} in the editor`);
    assert.equal(await page.locator('.multiDiffEntry:visible').count(), 0, 'no diff came over the file');
    await workbench.runCommand('File: Revert File');
  });

  it('is one list of everything, and what is picked is shown, not decided', async () => {
    const { workbench, script, example } = session();
    for (const answer of [DESIGNER, APPROVED]) script.add({ text: JSON.stringify(answer) });
    await workbench.runCommand('Work Order: Run Work Order');
    await workbench.quickInput.pick(/^words/);
    await workbench.statusBar('Work Order: review').waitFor();
    await workbench.runCommand('Work Order: Show What Waits for You');
    await workbench.quickInput.box.getByText('2 things wait for you').waitFor();
    await workbench.quickInput.option(/^words: 1 file proposed/).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'inbox.png') });
    await workbench.quickInput.pick(/^Turn 1 changes 1 file: Write the price/);
    await workbench.editorTab(/Give gift wrap a price/).waitFor();
    await workbench.page.locator('.multiDiffEntry:visible').first().waitFor();
    assert.ok(!fs.existsSync(path.join(example.folder, 'shop/pricing/gift_wrap.py')));
    await workbench.runCommand('Work Order: Cancel Run');
    await workbench.treeItem(/^verdict, Cancelled/).waitFor();
  });

  it('is gone from the view when its run ended and a person removes it', async () => {
    const { workbench } = session();
    agentSays(
      'The price is there: mark the task as done.',
      ['read_file', { path: 'TASKS.md' }],
      ['write_file', { path: 'TASKS.md', content: TASKS.replace('1) -', '1) +') }],
      ['submit_for_review', { task_id: 1, task_title: 'Give gift wrap a price' }],
      ['finish'],
    );
    const agent = workbench.treeItem(/^task agent, done/);
    await workbench.applyChange(agent);
    await workbench.chooseFromMenu(agent, 'Remove from View');
    await agent.waitFor({ state: 'detached' });
    await workbench.page.getByText('No agents yet.').waitFor();
    await workbench.screenshot('agent-removed');
  });
});
