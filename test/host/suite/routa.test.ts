import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RoutaOutcome } from '../../../src/core/routa/outcome.ts';
import { eventually, hasPage, onPage, readDisk, replies, reset } from './support.ts';

const start = (review: string): Thenable<RoutaOutcome | undefined> =>
  vscode.commands.executeCommand('workorder.startRouta', { goal: 'Two prices', review });

/** On the row that offers it, or on the one with this id. */
const act = async (verb: string, id?: string, text?: string): Promise<boolean> =>
  vscode.commands.executeCommand<boolean>(
    `workorder.agent.${verb}`,
    id === undefined ? undefined : { kind: 'agent', host: 'routa', id },
    text,
  );

const treeItem = (name: string) => onPage('waitFor', { role: 'treeitem', name, within: '.sidebar' });
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
