import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as vscode from 'vscode';
import type { RoutaOutcome } from '../../../src/core/routa/outcome.ts';
import { eventually, hasPage, onPage, readDisk, replies, reset, workspaceFolder } from './support.ts';

const start = (review: string, delivery?: string): Thenable<RoutaOutcome | undefined> =>
  vscode.commands.executeCommand('workorder.startRouta', {
    goal: 'Two prices',
    review,
    ...(delivery === undefined ? {} : { delivery }),
  });
const BRANCH = 'work-order/two-prices';

/** On the row that offers it, or on the one with this id. */
const act = async (verb: string, id?: string, text?: string): Promise<boolean> =>
  vscode.commands.executeCommand<boolean>(
    `workorder.agent.${verb}`,
    id === undefined ? undefined : { kind: 'agent', host: 'routa', id },
    text,
  );

const treeItem = (name: string) => onPage('waitFor', { role: 'treeitem', name, within: '.customview-tree' });
const planIsOpen = () =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).some(tab => tab.label.includes('Plan.md'));
const WRAP = 'shop/pricing/gift_wrap.py';

describe('Start ROUTA Workspace', () => {
  const models = () => vscode.workspace.getConfiguration('workorder.models');
  beforeEach(() =>
    models().update('designer', `replay:${replies('routa-two-prices')}`, vscode.ConfigurationTarget.Global),
  );
  afterEach(async () => {
    await models().update('designer', undefined, vscode.ConfigurationTarget.Global);
    await reset();
  });

  it('waits with the plan, lets the team work after a yes, and shows its agents as a tree [003-015] [003-080]', async () => {
    let isOver = false;
    const ended = start('auto').then(outcome => {
      isOver = true;
      return outcome;
    });
    if (hasPage) {
      await treeItem('Plan of 2 tasks');
      await treeItem('routa');
    }
    // It is read before it is decided on.
    await eventually(() => isOver || planIsOpen(), 'the plan to be shown');
    await eventually(() => isOver || act('approve'), 'the plan to wait for a decision');
    assert.deepEqual(await ended, { kind: 'DONE' });
    assert.match(await readDisk(WRAP), /raise ValueError/);
    if (hasPage) await treeItem('Two prices');
  });

  it('works beside the folder for a branch: its commits are there, the folder is as it was, and the end says what comes next', async () => {
    const git = (...args: readonly string[]) =>
      execFileSync('git', args, { cwd: workspaceFolder().fsPath, encoding: 'utf8' }).trim();
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    const here = () => [
      git('rev-parse', 'HEAD'),
      git('branch', '--show-current'),
      git('status', '--porcelain'),
    ];
    const before = here();
    try {
      let isOver = false;
      const ended = start('auto', 'commit').then(outcome => {
        isOver = true;
        return outcome;
      });
      await eventually(() => isOver || act('approve'), 'the plan to wait for a decision');
      assert.deepEqual(await ended, { kind: 'DONE' });
      assert.deepEqual(git('log', '--format=%s', `HEAD..${BRANCH}`).split('\n').sort(), [
        'Fix 1 of gift-wrap: Give gift wrap a price',
        'delivery: Give delivery a price',
        'gift-wrap: Give gift wrap a price',
      ]);
      assert.match(git('show', `${BRANCH}:${WRAP}`), /raise ValueError/);
      await assert.rejects(readDisk(WRAP), { code: 'ENOENT' });
      assert.deepEqual(here(), before);
      assert.equal(git('worktree', 'list').split('\n').length, 1);
    } finally {
      await vscode.commands.executeCommand('notifications.clearAll');
      git('branch', '--quiet', '-D', BRANCH);
      git('config', '--remove-section', 'user');
    }
  });

  it('writes nothing after a plan was rejected, and can be given up', async () => {
    let isOver = false;
    const ended = start('auto').then(outcome => {
      isOver = true;
      return outcome;
    });
    await eventually(() => isOver || act('reject', undefined, 'not now'), 'the plan to be rejected');
    const outcome = await ended;
    assert.equal(outcome?.kind, 'BLOCKED');
    await assert.rejects(readDisk(WRAP), { code: 'ENOENT' });
    if (hasPage) await treeItem('Needs you');
    // Given up, it no longer waits.
    assert.equal(await act('stop'), true);
    assert.equal(await act('stop'), false);
  });
});
