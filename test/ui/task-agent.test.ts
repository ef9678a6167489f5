import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { results } from '../../scripts/setup/places.mjs';
import { useSession } from './support/session.ts';

const TASKS = `# Tasks

1) + Sell products
2) - Gift wrap
2.1) - Give gift wrap a price
3) ~ Print receipts
`;

const WRAP = `"""Gift wrap."""

WRAP_CENTS = 350
`;

describe('a task agent, as a person works with it', () => {
  const session = useSession({
    viewport: { width: 1280, height: 800 },
    settings: { 'workorder.models.designer': 'vscode:scripted/scripted' },
  });

  const reply = (thoughts: string, ...calls: readonly (readonly [string, object?])[]) => {
    const tool_calls = calls.map(([tool_name, args = {}]) => ({ tool_name, arguments: args }));
    session().script.add({ text: JSON.stringify({ thoughts, tool_calls }) });
  };

  before(() => fs.writeFileSync(path.join(session().example.folder, 'TASKS.md'), TASKS));

  it('says what the Agents view is for, and how to begin', async () => {
    const { workbench } = session();
    await workbench.openView('Work Order');
    await workbench.runCommand('Work Order: Show Agents');
    await workbench.page.getByText('No agents yet.').waitFor();
    await workbench.page.getByRole('button', { name: 'Start Task Agent' }).first().waitFor();
  });

  it('starts on a task of TASKS.md, and shows its change as a diff before anything is written', async () => {
    const { workbench, example } = session();
    reply(
      'Read the money module, then add the wrap price.',
      ['read_file', { path: 'shop/money.py' }],
      ['write_file', { path: 'shop/pricing/gift_wrap.py', content: WRAP }],
    );
    await workbench.runCommand('Work Order: Start Task Agent');
    await workbench.quickInput.pick(/^2\) Gift wrap/);
    await workbench.quickInput.pick(/^Until done/);
    await workbench.quickInput.pick(/^Ask per turn/);
    await workbench.quickInput.option(/^This folder, nothing/).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'agent-delivery.png') });
    await workbench.quickInput.pick(/^This folder, nothing/);
    await workbench.treeItem(/^Change to review/).waitFor();
    await workbench.page.locator('.multiDiffEntry:visible').first().waitFor();
    await workbench.editorAction('Apply').waitFor();
    await workbench.screenshot('agent-review', ['dark', 'hc', 'light']);
    assert.ok(!fs.existsSync(path.join(example.folder, 'shop/pricing/gift_wrap.py')));
  });

  it('offers to speak to the agent while it works, and a yes to the rest of it', async () => {
    const { workbench } = session();
    const agent = workbench.treeItem(/^task agent, waiting for you/);
    await agent.hover();
    await agent.getByRole('button', { name: 'Pause Agent' }).waitFor();
    await agent.getByRole('button', { name: 'Say to Agent…' }).click();
    await workbench.page.getByText(/reads it before its next reply/).waitFor();
    await workbench.screenshot('agent-steering');
    await workbench.quickInput.enter('Prices are in cents.');
    await workbench.treeItem(/^Change to review/).click({ button: 'right' });
    await workbench.page.getByRole('menuitem', { name: 'Yes to the Rest of This Agent' }).waitFor();
    await workbench.screenshot('agent-batch');
    await workbench.page.keyboard.press('Escape');
  });

  it('applies exactly that after Apply, and waits with its question in the inbox', async () => {
    const { workbench, read } = session();
    reply('One thing is open.', ['ask_question', { question_text: 'Is gift wrap taxed like the product?' }]);
    await workbench.applyChange(workbench.treeItem(/^Question, Is gift wrap taxed/));
    assert.equal(read('shop/pricing/gift_wrap.py'), WRAP);
    await workbench.screenshot('agent-question');
  });

  it('goes on when the question is answered from its row', async () => {
    const { workbench } = session();
    reply('Tax it.', ['submit_for_review', { task_id: 2, task_title: 'Gift wrap' }]);
    reply(
      'Mark the task as done first.',
      ['read_file', { path: 'TASKS.md' }],
      ['write_file', { path: 'TASKS.md', content: TASKS.replace('2) - Gift', '2) + Gift') }],
      ['submit_for_review', { task_id: 2, task_title: 'Gift wrap' }],
      ['finish'],
    );
    await workbench.clickUntil(workbench.treeItem(/^Question, Is gift wrap taxed/), workbench.quickInput.box);
    await workbench.quickInput.enter('Yes');
    await workbench.treeItem(/^Change to review/).waitFor();
    await workbench.applyChange(workbench.treeItem(/^task agent, done, Task 2: Gift wrap/));
  });

  it('opens the transcript from the Agents view', async () => {
    const { workbench } = session();
    const agent = workbench.treeItem(/^task agent, done/);
    await agent.hover();
    const button = agent.getByRole('button', { name: 'Show Agent Transcript' }).first();
    await workbench.clickUntil(button, workbench.editorTab(/Transcript/));
    await workbench.screenshot('agent-transcript');
  });

  it('offers to resume what a reload of the window interrupted, with its whole transcript', async () => {
    const { workbench, script, read } = session();
    reply('Write the receipt.', ['write_file', { path: 'docs/receipt.md', content: 'x\n' }]);
    await workbench.runCommand('Work Order: Start Task Agent');
    await workbench.quickInput.pick(/^3\) Print receipts/);
    for (const chosen of [/^Until done/, /^Ask per turn/, /^This folder, nothing/])
      await workbench.quickInput.pick(chosen);
    await workbench.treeItem(/^Change to review/).waitFor();
    await workbench.page.reload();
    const interrupted = workbench.treeItem(/^Interrupted, Interrupted before it ended/);
    await interrupted.waitFor();
    reply(
      'Receipts are printed already: mark the task as done.',
      ['read_file', { path: 'TASKS.md' }],
      ['write_file', { path: 'TASKS.md', content: read('TASKS.md').replace('3) ~', '3) +') }],
      ['submit_for_review', { task_id: 3, task_title: 'Print receipts' }],
      ['finish'],
    );
    await interrupted.hover();
    await interrupted.getByRole('button', { name: 'Resume Agent' }).waitFor();
    // A click costs nothing yet: it asks what to do.
    await interrupted.click();
    const asked = workbench.notification(/Resume it where it stopped/);
    await asked.getByRole('button', { name: 'Resume', exact: true }).click();
    await workbench.treeItem(/^Change to review/).waitFor();
    await workbench.applyChange(workbench.treeItem(/^task agent, done, Task 3: Print receipts/));
    const told = JSON.stringify(script.requests().at(-1)?.messages);
    assert.match(told, /Write the receipt/);
    assert.match(told, /The run was interrupted and continues now/);
  });
});
