import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PlanResult } from '../../../src/core/plan/run-plan.ts';
import { startModelServer } from '../../support/model-server.ts';
import { answerTogether, TWO_STEPS } from '../../support/two-step-plan.ts';
import { within } from '../../support/within.ts';
import { eventually, fileUri, hasPage, onPage, readDisk, reset, writeDisk } from './support.ts';
import { reviewTab } from './work-order.ts';

/** Less than the test has, so that what does not come is named. */
const LIMIT_MS = 60_000;

describe('Run Plan', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('workorder.cancel');
    await reset();
  });

  it('runs its steps one after the other, each with its review, shows its phases as done, and takes the whole plan back [001-065]', async () => {
    const plan = fileUri('work-orders/release-2.4.plan.json');
    const ended = vscode.commands.executeCommand<PlanResult | undefined>('workorder.runPlan', plan);
    const early = ended.then(result => assert.fail(`the plan ended before its reviews: ${result?.reason}`));
    const first = new Map<string, string>();
    for (const file of ['shop/pricing/quotes.py', 'shop/reports/sales.py']) {
      const before = await readDisk(file);
      first.set(file, before);
      const review = () => reviewTab() !== undefined;
      await Promise.race([eventually(review, `the review of the step that changes ${file}`), early]);
      const applied = vscode.commands.executeCommand('workorder.apply', { acceptWarnings: true });
      assert.equal(await within(LIMIT_MS, applied, `the apply of ${file}`), true);
      await eventually(async () => (await readDisk(file)) !== before, `${file} to be changed`);
    }
    const result = await within(LIMIT_MS, ended, 'the plan');
    assert.equal(result?.result, 'DONE', result?.reason);
    if (hasPage)
      await onPage('waitFor', { role: 'treeitem', name: '2 of 2 phases done', within: '.sidebar' });
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri.toString();
    const target = { kind: 'plan run', runId: result?.runId, folder };
    const reverted = vscode.commands.executeCommand('workorder.revert', { target });
    assert.equal(await within(LIMIT_MS, reverted, 'the revert of the plan'), true);
    for (const [file, before] of first) assert.equal(await readDisk(file), before, file);
  });

  it('asks for two steps at the same time where allowed, and reviews them one after the other', async () => {
    const server = await startModelServer(answerTogether());
    const settings = {
      'models.baseUrl': server.baseUrl,
      'models.designer': 'openai:m',
      'plan.parallel': 2,
    };
    const configuration = vscode.workspace.getConfiguration('workorder');
    const change = async (value: (name: string) => unknown) => {
      for (const name of Object.keys(settings))
        await configuration.update(name, value(name), vscode.ConfigurationTarget.Global);
    };
    try {
      await change(name => settings[name as keyof typeof settings]);
      for (const name of ['one', 'two']) await writeDisk(`shop/${name}.py`, `VALUE = '${name}'\n`);
      await writeDisk('two.plan.json', JSON.stringify(TWO_STEPS));
      const plan = fileUri('two.plan.json');
      const ended = vscode.commands.executeCommand<PlanResult | undefined>('workorder.runPlan', plan);
      for (const name of ['one', 'two']) {
        await eventually(() => reviewTab()?.label.includes(name), `the review of ${name}`);
        const applied = vscode.commands.executeCommand('workorder.apply', { acceptWarnings: true });
        assert.equal(await applied, true);
      }
      const result = await ended;
      assert.equal(result?.result, 'DONE', result?.reason);
      assert.equal(await readDisk('shop/two.py'), "TWO = 'two'\n");
    } finally {
      await change(() => undefined);
      await server.close();
    }
  });
});

describe('New Plan from Checklist', () => {
  afterEach(reset);

  const make = (file: string, scope: readonly string[]) =>
    vscode.commands.executeCommand<vscode.Uri | undefined>('workorder.newPlan', fileUri(file), {
      scope,
      invariants: ['no behavior changes'],
    });

  it('writes the open steps as a plan beside it, and never over one that is there [001-065]', async () => {
    const text = '# Tidy up\n\n### Phase 1: names are clear\n- [x] Look around\n- [ ] Rename it\n';
    await writeDisk('todo.md', text);
    const first = await make('todo.md', ['shop/pricing/']);
    assert.equal(first?.path, fileUri('todo.plan.json').path);
    const plan = JSON.parse(await readDisk('todo.plan.json'));
    assert.equal(plan.title, 'Tidy up');
    assert.deepEqual(plan.phases[0].phase_boundary_lint, { path: 'shop/pricing', check_all: true });
    assert.deepEqual(plan.phases[0].steps, [
      {
        step_id: 'phase-1.step-2',
        step_text: 'Rename it',
        scope_allowlist: ['shop/pricing/'],
        invariants: ['no behavior changes'],
        acceptance: { lint: { path: 'shop/pricing', check_all: false } },
      },
    ]);
    assert.equal((await make('todo.md', ['shop/']))?.path, fileUri('todo-2.plan.json').path);
  });

  it('says what is missing, and writes nothing', async () => {
    await writeDisk('notes.md', '# Notes\n- [ ] a step without a phase\n');
    assert.equal(await make('notes.md', ['shop/']), undefined);
    await assert.rejects(readDisk('notes.plan.json'), { code: 'ENOENT' });
  });
});
