import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { root } from '../../scripts/setup/places.mjs';
import { eventually } from '../support/eventually.ts';
import { useSession } from './support/session.ts';

const replies = path.join(root, 'examples/replies/routa-two-prices.replay.json');
const WRAP = 'shop/pricing/gift_wrap.py';

describe('a ROUTA workspace, as a person works with it', () => {
  const session = useSession({
    viewport: { width: 1280, height: 1600 },
    settings: { 'workorder.models.designer': `replay:${replies}` },
  });

  it('asks for the goal, and waits with the plan before anything is delegated', async () => {
    const { workbench, example } = session();
    await workbench.openView('Work Order');
    await workbench.runCommand('Work Order: Start ROUTA Workspace');
    await workbench.quickInput.enter('Give gift wrap and delivery a price');
    await workbench.quickInput.pick(/^I review each turn’s changes/);
    await workbench.quickInput.pick(/^This folder/);
    await workbench.treeItem(/^Plan to approve, Plan of 2 tasks/).waitFor();
    await workbench.screenshot('routa-plan', ['dark', 'hc', 'light']);
    assert.ok(!fs.existsSync(path.join(example.folder, WRAP)));
  });

  it('shows each change as a diff under its agent’s name before it is written', async () => {
    const { workbench, example } = session();
    await workbench.approvePlan();
    await workbench.treeItem(/^Change to review, 2 files, turn 2/).waitFor();
    await workbench.screenshot('routa-agents', ['dark', 'hc', 'light']);
    assert.ok(!fs.existsSync(path.join(example.folder, WRAP)));
  });

  it('is done when the GATE has accepted every task', async () => {
    const { workbench, read } = session();
    const isMended = () => {
      try {
        return /raise ValueError/.test(read(WRAP));
      } catch {
        return false;
      }
    };
    // Each change comes when the one before it is decided.
    await eventually(async () => {
      const apply = workbench.editorAction('Apply');
      if (!isMended() && (await apply.count()) > 0)
        await apply.click({ timeout: 1000 }).catch(() => undefined);
      return isMended();
    }, 'the fix on disk');
    await workbench.treeItem(/^ROUTA workspace, done/).waitFor();
    await workbench.screenshot('routa-done', ['light', 'dark']);
    const row = workbench.treeItem(/^ROUTA workspace, done/);
    await row.hover();
    const button = row.getByRole('button', { name: 'Show Agent Transcript' }).first();
    await workbench.clickUntil(button, workbench.editorTab(/Transcript/));
    const preview = workbench.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await preview.getByRole('heading', { name: 'What each task came to' }).scrollIntoViewIfNeeded();
    await workbench.screenshot('routa-table', ['light', 'dark']);
  });
});
