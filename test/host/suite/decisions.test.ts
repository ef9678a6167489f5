import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { type ModelServer, startModelServer } from '../../support/model-server.ts';
import { within } from '../../support/within.ts';
import { eventually, fileUri, readDisk, reset, workspaceFolder, writeDisk } from './support.ts';
import { reviewTab, runUntilReview } from './work-order.ts';

const LINT = { tool: 'lint_backend', args: { path: 'shop/money.py', check_all: false } };

/** An order of the test's own, answered by replies of the test's own: one of each model for each text in `to`. */
async function writeOrder(edit: { file: string; from: string; to: string | string[] }): Promise<vscode.Uri> {
  const order = {
    step_id: 'own',
    step_text: 'A step of the test.',
    scope_allowlist: [edit.file],
    invariants: [],
    acceptance: { lint: { path: 'shop/money.py', check_all: false } },
  };
  const turns = [edit.to].flat().flatMap(text => {
    const command = {
      tool: 'atomic_replace',
      args: { file_path: edit.file, replacements: [{ old_string: edit.from, new_string: text }] },
      reason: 'Because the test says so.',
    };
    const designer = {
      touched_files: [edit.file],
      commands: [command],
      changed_signatures: [],
      verification: LINT,
    };
    const qa = {
      decision: 'APPROVED',
      commands: [command],
      verification: LINT,
      spot_checks: ['not checked: all of it'],
    };
    return [
      { role: 'designer', json: designer },
      { role: 'qa', json: qa },
    ];
  });
  const replies = { format: 'workorder-replay/1', origin: 'written-by-hand', turns };
  await writeDisk('own.replay.json', JSON.stringify(replies));
  await writeDisk('own.workorder.json', JSON.stringify(order));
  await set('models.designer', `replay:${path.join(workspaceFolder().fsPath, 'own.replay.json')}`);
  return fileUri('own.workorder.json');
}

const set = (key: string, value: string | undefined) =>
  vscode.workspace.getConfiguration('workorder').update(key, value, vscode.ConfigurationTarget.Global);

const start = (order: vscode.Uri) =>
  vscode.commands.executeCommand<RunState | undefined>('workorder.run', order);
const apply = (answers: object) =>
  vscode.commands.executeCommand<boolean | undefined>('workorder.apply', answers);
const reviewIsOpen = () => eventually(() => reviewTab() !== undefined, 'the diff');

describe('what a person decides', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workorder.cancel');
    for (const key of ['models.designer', 'models.baseUrl']) await set(key, undefined);
    await reset();
  });

  it('includes each file that steers tools, by name', async () => {
    await writeDisk('Makefile', 'all:\n\techo old\n');
    const ended = start(await writeOrder({ file: 'Makefile', from: 'old', to: 'new' }));
    await reviewIsOpen();
    const withoutName = apply({ acceptWarnings: true, approvePaths: [] });
    const state = (await withoutName) === true ? await ended : undefined;
    assert.ok(
      state?.outcome?.kind === 'BLOCKED' && state.outcome.by === 'reviewer',
      JSON.stringify(state?.outcome),
    );
    assert.match(state.outcome.reasons.join(), /Makefile .* not approved by name/);
    assert.match(await readDisk('Makefile'), /old/);
  });

  it('runs the code of a proposal only when it is asked to, and keeps what came of it with the run', async () => {
    const edit = { file: 'shop/money.py', from: 'self.cents * quantity', to: 'self.cents + quantity' };
    const ended = start(await writeOrder(edit));
    await reviewIsOpen();
    assert.equal(await vscode.commands.executeCommand('workorder.tryOut', 'functions'), true);
    assert.equal(await vscode.commands.executeCommand('workorder.reject', 'it behaves differently'), true);
    const [trial] = (await ended)?.tried.trials ?? [];
    assert.equal(trial?.result.verdict, 'counterexample', JSON.stringify(trial));
    assert.equal(trial.function.after.name, 'Money.times');
    assert.match(await readDisk('shop/money.py'), /self\.cents \* quantity/);
    assert.equal(await vscode.commands.executeCommand('workorder.tryOut', 'functions'), false);
  });

  it('applies a file that configures tools once it is approved by name', async () => {
    await writeDisk('Makefile', 'all:\n\techo old\n');
    const ended = start(await writeOrder({ file: 'Makefile', from: 'old', to: 'new' }));
    await reviewIsOpen();
    assert.equal(await apply({ acceptWarnings: true, approvePaths: ['Makefile'] }), true);
    assert.equal((await ended)?.outcome?.kind, 'APPLIED', JSON.stringify((await ended)?.outcome));
    assert.equal(await readDisk('Makefile'), 'all:\n\techo new\n');
  });

  it('can be to ask for changes: the models answer once more, and only what is applied then is written', async () => {
    const before = await readDisk('shop/money.py');
    const from = 'DEFAULT_CURRENCY = "EUR"';
    const to = ['DEFAULT_CURRENCY = "USD"', 'DEFAULT_CURRENCY = "CHF"'];
    const ended = start(await writeOrder({ file: 'shop/money.py', from, to }));
    await reviewIsOpen();
    assert.equal(await vscode.commands.executeCommand('workorder.askForChanges', 'Count in francs.'), true);
    assert.equal(await readDisk('shop/money.py'), before);
    // An Apply with nothing to apply is answered with a notification: not many a second.
    const applied = async () => (await delay(1000)) ?? (await apply({ acceptWarnings: true })) === true;
    await eventually(applied, 'the next proposal');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'APPLIED', JSON.stringify(state?.outcome));
    assert.deepEqual(state?.revision?.comments, [{ text: 'Count in francs.' }]);
    assert.match(await readDisk('shop/money.py'), /DEFAULT_CURRENCY = "CHF"/);
  });

  it('is asked about characters that do not show, before anything is applied', async () => {
    const before = await readDisk('shop/money.py');
    const ended = start(
      await writeOrder({
        file: 'shop/money.py',
        from: 'DEFAULT_CURRENCY = "EUR"',
        to: 'DEFAULT_CURRENCY = "EUR\u200b"',
      }),
    );
    await reviewIsOpen();
    // The question is modal, and VS Code refuses modal questions while tests run: unanswered is not a yes.
    assert.notEqual(await apply({}), true);
    assert.equal(await readDisk('shop/money.py'), before);
    assert.equal(await apply({ acceptWarnings: true }), true);
    const state = await ended;
    assert.match(state?.warnings.join() ?? '', /U\+200B|zero.width/i);
  });

  it('can be "stop" while the model is silent: at once, and without a trace', async () => {
    let server: ModelServer | undefined;
    try {
      server = await startModelServer(() => undefined); // takes the request and never answers
      const order = await writeOrder({ file: 'shop/money.py', from: 'x', to: 'y' });
      await set('models.designer', 'openai:silent');
      await set('models.baseUrl', server.baseUrl);
      const ended = start(order);
      const { requests } = server;
      await eventually(() => requests.length > 0, 'the request');
      await vscode.commands.executeCommand('workorder.cancel');
      const state = await within(3000, ended);
      assert.equal(state?.outcome?.kind, 'CANCELLED');
    } finally {
      await server?.close();
    }
  });

  it('can be "stop" after Apply: what the run says is what is on disk', async () => {
    const { ended } = await runUntilReview('rename-calc-total');
    await apply({ acceptWarnings: true });
    await eventually(() => reviewTab() === undefined, 'the diff to close');
    await vscode.commands.executeCommand('workorder.cancel');
    const outcome = (await ended)?.outcome;
    const isApplied = (await readDisk('shop/pricing/quotes.py')).includes('quote_items');
    const isUsed = (await readDisk('shop/cli.py')).includes('quote_items');
    assert.equal(isApplied, isUsed, 'all or nothing');
    // It depends on how far the hand was behind: still writing, linting, or all done.
    const said =
      outcome?.kind === 'FAILED'
        ? outcome.changeKept
        : outcome?.kind === 'CANCELLED'
          ? /applied/.test(outcome.reason)
          : outcome?.kind === 'APPLIED';
    assert.equal(said, isApplied, JSON.stringify(outcome));
  });

  it('is one run at a time', async () => {
    const { ended } = await runUntilReview('rename-calc-total');
    const second = vscode.commands.executeCommand(
      'workorder.run',
      fileUri('work-orders/split-sales-report.workorder.json'),
    );
    const first = await Promise.race([
      second.then(() => 'answered'),
      new Promise(done => setTimeout(done, 500, 'asks')),
    ]);
    assert.ok(['asks', 'answered'].includes(String(first)));
    assert.equal(reviewTab()?.label.includes('step-1'), true, 'the first run is still the one in review');
    await vscode.commands.executeCommand('workorder.reject', 'enough');
    assert.equal((await ended)?.outcome?.kind, 'BLOCKED');
  });
});
