import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { results, root } from '../../scripts/setup/places.mjs';
import { useSession } from './support/session.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly taskDefinitions: readonly { readonly type: string }[];
  };
}
const { contributes }: Manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

/** What needs no trust, and why; every other command has to ask for it. */
const ANYWHERE: Readonly<Record<string, string>> = {
  'workorder.cancel': 'nothing runs',
  'workorder.setApiKey': 'the person’s secret storage',
  'workorder.selectModels': 'the person’s settings',
  'workorder.testModels': 'asks the endpoint of the person’s settings, without anything of the workspace',
  'workorder.inbox': 'lists what waits',
  'workorder.showReview': 'shows a view',
  'workorder.showAgents': 'shows a view',
  'workorder.openDiff': 'shows what a run proposes, and none does',
  'workorder.openWalkthrough': 'shows the walkthrough',
  'workorder.refresh': 'lists files',
  'workorder.openFile': 'opens a file to read',
};
/** Would leave this window. */
const LEAVES = 'workorder.trySample';
/** Called by views, code actions and answers of the chat only; what they are called with comes from a workspace here. */
const INTERNAL = ['workorder.openTarget', 'workorder.applyFix', 'workorder.chatAction'];

describe('a window in Restricted Mode', () => {
  const state = fs.mkdtempSync(path.join(os.tmpdir(), 'wo-state-'));
  const session = useSession({
    asksForTrust: true,
    env: { WORKORDER_STATE_DIR: state },
    settings: { 'workorder.models.designer': 'vscode:scripted/scripted', 'chat.disableAIFeatures': false },
  });
  after(() => fs.rmSync(state, { recursive: true, force: true }));

  const ran = () => path.join(session().example.folder, '..', 'ran-in-restricted-mode');
  const status = () =>
    execFileSync('git', ['status', '--porcelain', '--untracked-files=all'], {
      cwd: session().example.folder,
      encoding: 'utf8',
    });
  let files = '';

  before(() => {
    const { folder } = session().example;
    const write = (file: string, text: string, mode = 0o644) => {
      fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      fs.writeFileSync(path.join(folder, file), text, { mode });
    };
    const canary = `#!/bin/sh\necho "$0 $*" >> ${JSON.stringify(ran())}\n`;
    fs.rmSync(path.join(folder, '.venv'), { recursive: true, force: true });
    for (const program of ['ruff', 'mypy', 'lint-imports', 'python', 'python3'])
      write(`.venv/bin/${program}`, canary, 0o755);
    write('scripts/run_tests.py', `open(${JSON.stringify(ran())}, "a").write("tests")\n`);
    write('mypy.ini', '[mypy]\nplugins = tools/plugin.py\n');
    write('tools/plugin.py', `open(${JSON.stringify(ran())}, "a").write("plugin")\n`);
    const settings = { 'workorder.lint.ruffPath': '.venv/bin/ruff', 'workorder.sandbox': 'off' };
    write('.vscode/settings.json', JSON.stringify(settings));
    const tasks = contributes.taskDefinitions.map(({ type }) => ({
      type,
      label: `${type} at the start`,
      runOptions: { runOn: 'folderOpen' },
    }));
    write('.vscode/tasks.json', JSON.stringify({ version: '2.0.0', tasks }));
    files = status();
  });

  const hostile = () => {
    const folder = `file://${session().example.folder}`;
    const uri = `${folder}/shop/money.py`;
    return {
      target: { kind: 'run', runId: 'x', folder },
      uri,
      wanted: { code: 'F401', message: 'm', line: 1, column: 1, everywhere: true, unsafe: true },
    };
  };
  /** One that comes while others are cleared is in the list only. */
  const notification = async (text: RegExp) => {
    const { workbench, script } = session();
    const said = workbench.page.locator('.notification-list-item', { hasText: text }).first();
    await said.waitFor({ timeout: 3000 }).catch(() => script.runCommand('notifications.showList'));
    await said.waitFor();
    return said;
  };
  const clear = () => session().script.runCommand('notifications.clearAll');

  for (const { command } of contributes.commands) {
    if (command === LEAVES || command in ANYWHERE) continue;
    it(`does nothing for ${command}, and says what to do`, async () => {
      const { script } = session();
      const done = script.runCommand(command, hostile());
      const said = await notification(/needs a trusted workspace.*Nothing was done: trust the folder/);
      await said.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
      await clear();
      assert.ok(!(await done));
    });
  }

  for (const command of INTERNAL)
    it(`does nothing for ${command} with what a workspace says`, async () => {
      const { script } = session();
      const done = script.runCommand(command, hostile());
      await notification(/needs a trusted workspace/);
      await clear();
      await done;
    });

  it('lets only commands go on that touch nothing of the workspace', async () => {
    const { workbench, script } = session();
    for (const command of Object.keys(ANYWHERE)) {
      const done = script.runCommand(command);
      // A question is closed without an answer.
      for (let isOver = false; !isOver; ) {
        await workbench.page.keyboard.press('Escape');
        isOver = await Promise.race([
          done.then(() => true),
          new Promise<false>(resolve => setTimeout(() => resolve(false), 500)),
        ]);
      }
      await clear();
    }
  });

  it('runs nothing, and says what to do', async () => {
    const { workbench } = session();
    await workbench.runCommand('Work Order: Run Work Order');
    const toast = workbench.notification(/needs a trusted workspace/);
    await toast.waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'restricted.png') });
    await toast.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await workbench.page.getByText('You are in Restricted Mode').first().waitFor();
  });

  it('tells the editor of no MCP server', async () => {
    const { workbench } = session();
    await workbench.runCommand('MCP: List Servers');
    await workbench.quickInput.option(/Add Server/).waitFor();
    await workbench.page.screenshot({ path: path.join(results, 'restricted-mcp.png') });
    assert.equal(await workbench.quickInput.option(/Work Order/).count(), 0);
    await workbench.page.keyboard.press('Escape');
  });

  it('shows its views, completes and checks files, and offers no quick fix', async () => {
    const { workbench, script, example } = session();
    for (const view of Object.values(contributes.views).flat()) await script.runCommand(`${view.id}.focus`);
    await workbench.page.screenshot({ path: path.join(results, 'restricted-views.png') });
    for (const file of ['work-orders/receipt-as-lines.workorder.json', 'shop/money.py', 'mypy.ini'])
      await workbench.openFile(file);
    const uri = { $mid: 1, scheme: 'file', path: path.join(example.folder, 'shop/money.py') };
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 1, endColumn: 2 };
    const actions = await script.runCommand('_executeCodeActionProvider', uri, range).catch(() => []);
    assert.doesNotMatch(JSON.stringify(actions), /workorder/);
  });

  it('ran nothing of the workspace, asked no model, and wrote nothing there or about it', () => {
    assert.ok(!fs.existsSync(ran()), fs.existsSync(ran()) ? fs.readFileSync(ran(), 'utf8') : '');
    assert.equal(status(), files);
    assert.deepEqual(fs.readdirSync(state), []);
    assert.deepEqual(session().script.requests(), []);
  });
});
