import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunState } from '../../../src/core/workorder/state.ts';
import { within } from '../../support/within.ts';
import { eventually, fileUri, readDisk, reset, script, writeDisk } from './support.ts';
import { reviewTab } from './work-order.ts';

const ORDER = 'mine.workorder.json';
const order = {
  step_id: 'mine.step-1',
  step_text: 'Say what shop/catalog.json is for in shop/money.py.',
  scope_allowlist: ['shop/money.py'],
  invariants: [],
  acceptance: { lint: { path: 'shop/money.py', check_all: false } },
};
const verification = { tool: 'lint_backend', args: { path: 'shop/money.py', check_all: false } };

/** The commands put a comment in front of the first line of the file. */
async function commandsFor(file: string) {
  const [first = ''] = (await readDisk(file)).split('\n');
  const replacement = { old_string: `${first}\n`, new_string: `# Amounts are whole cents.\n${first}\n` };
  return [
    { tool: 'atomic_replace', args: { file_path: file, replacements: [replacement] }, reason: 'Say it.' },
  ];
}

async function designerOutput() {
  const commands = await commandsFor('shop/money.py');
  return { touched_files: ['shop/money.py'], commands, changed_signatures: [], verification };
}

async function qaOutput() {
  return {
    decision: 'APPROVED',
    commands: await commandsFor('shop/money.py'),
    verification,
    spot_checks: ['not checked: the rest'],
  };
}

describe('a model of VS Code', () => {
  const settings = () => vscode.workspace.getConfiguration('workorder');
  const use = async (designer: string, qa = '') => {
    await settings().update('models.designer', designer, vscode.ConfigurationTarget.Global);
    await settings().update('models.qa', qa, vscode.ConfigurationTarget.Global);
  };
  const run = () => vscode.commands.executeCommand<RunState | undefined>('workorder.run', fileUri(ORDER));

  beforeEach(async () => {
    await use('vscode:scripted/scripted');
    await writeDisk(ORDER, JSON.stringify(order));
  });
  afterEach(async () => {
    await use('');
    await settings().update('models.designer', undefined, vscode.ConfigurationTarget.Global);
    await settings().update('models.qa', undefined, vscode.ConfigurationTarget.Global);
    await reset();
  });

  async function checkBlocked(by: 'model' | 'validator', reason: RegExp): Promise<RunState> {
    const state = await run();
    assert.ok(state?.outcome?.kind === 'BLOCKED' && state.outcome.by === by, JSON.stringify(state?.outcome));
    assert.match(state.outcome.reasons.join('\n'), reason);
    return state;
  }

  it('looks around with its tools and answers through one private tool; the change is applied', async () => {
    script().add(
      { when: 'You are the Designer', toolCall: { name: 'read_file', input: { path: 'shop/money.py' } } },
      {
        when: 'You are the Designer',
        toolCall: { name: 'submit_designer_output', input: await designerOutput() },
      },
      { when: 'You are QA', toolCall: { name: 'submit_qa_output', input: await qaOutput() } },
    );
    const ended = run();
    await eventually(() => reviewTab() !== undefined, 'the diff');
    await vscode.commands.executeCommand('workorder.apply', { acceptWarnings: true });
    const state = await ended;
    assert.match(await readDisk('shop/money.py'), /^# Amounts are whole cents\.\n/);
    assert.equal(state?.spent.estimated, true);
    assert.match(state?.notices.join() ?? '', /same model \(vscode:scripted\/scripted\)/);

    const [first, second, third] = script().requests();
    assert.ok(first && second && third);
    assert.deepEqual(first.messages[0]?.role, 'user');
    assert.match(
      first.messages[0]?.text ?? '',
      /^You are the Designer[\s\S]*calling the tool submit_designer_output/,
    );
    assert.ok(first.tools.includes('read_file') && first.tools.includes('submit_designer_output'));
    assert.deepEqual(third.tools, ['locate_symbol', 'get_source', 'discover_api', 'submit_qa_output']);
    assert.equal(third.options['temperature'], 0);
  });

  it('may answer in plain text, which is read as strictly', async () => {
    script().add({ when: 'You are the Designer', text: JSON.stringify(await designerOutput()), pieces: 20 });
    script().add({ when: 'You are QA', text: '```json\n{}\n```' });
    await checkBlocked('validator', /^QA JSON invalid: parse error at offset 0/);
  });

  it('is stopped at the first command that cannot pass', async () => {
    const output = await designerOutput();
    const text = JSON.stringify({
      ...output,
      commands: [{ tool: 'shell', args: {}, reason: 'x' }, ...output.commands],
    });
    script().add({ when: 'You are the Designer', text, pieces: text.length, pauseMs: 5 });
    const state = await checkBlocked('validator', /^unknown tool: shell/);
    assert.equal(state.stages[0]?.stoppedEarly, true);
  });

  for (const [error, reason] of [
    [
      'NoPermissions',
      /not allowed to use vscode:scripted\/scripted; run it again and allow it.*The script says so/,
    ],
    [
      'Blocked',
      /VS Code does not let vscode:scripted\/scripted be asked now, mostly because a quota is used up/,
    ],
    ['NotFound', /vscode:scripted\/scripted is gone; choose another model/],
  ] as const) {
    it(`tells what ${error} means`, async () => {
      script().add({ error });
      await checkBlocked('model', reason);
    });
  }

  it('has its price, and its budget, from the settings', async () => {
    const set = (key: string, value: unknown) =>
      settings().update(key, value, vscode.ConfigurationTarget.Global);
    const prices = { currency: 'USD', models: { scripted: { input: 1, output: 2 } } };
    try {
      await set('prices', prices);
      await set('budget.perRun', '0.50 USD');
      script().add({ when: 'You are the Designer', text: '{}' });
      const { spent } = await checkBlocked('validator', /^Designer JSON invalid/);
      assert.equal(spent.cost?.currency, 'USD');
      assert.ok(spent.cost.amount > 0 && spent.unpriced.length === 0);

      await set('budget.perRun', '0.0001 USD');
      await checkBlocked('model', /^the budget of 0\.0001 USD per run does not allow another request/);
      assert.equal(script().requests().length, 1);
    } finally {
      await set('prices', undefined);
      await set('budget.perRun', undefined);
    }
  });

  it('can be shown what it would be asked, to the byte', async () => {
    const shown = await vscode.commands.executeCommand<string>('workorder.showPrompt', fileUri(ORDER));
    assert.equal(vscode.window.activeTextEditor?.document.getText(), shown);
    script().add({ error: 'Blocked' });
    await run();
    const [system, user] = script().requests()[0]?.messages ?? [];
    assert.ok(user && shown.includes(`──── user ────\n${user.text}`));
    assert.ok(
      system?.text.startsWith(shown.slice('──── system ────\n'.length, shown.indexOf('\n\n──── user'))),
    );
  });

  it('that nobody provides is told, with those there are', async () => {
    await use('vscode:nobody/nothing');
    await checkBlocked(
      'model',
      /VS Code offers no model vscode:nobody\/nothing; there are .*vscode:scripted\/scripted/,
    );
  });

  it('that says nothing blocks the run', async () => {
    script().add({ text: '' });
    await checkBlocked('model', /vscode:scripted\/scripted gave an empty answer/);
  });

  it('that fails in its own way is quoted', async () => {
    // Nothing is queued: the scripted model throws.
    await checkBlocked('model', /vscode:scripted\/scripted failed \(The script has no answer/);
  });

  it('is let go at once when the run is cancelled', async () => {
    script().add({
      when: 'You are the Designer',
      text: `{"touched_files": ["${'a'.repeat(2000)}`,
      pieces: 2000,
      pauseMs: 20,
    });
    const ended = run();
    await eventually(() => script().requests().length === 1, 'the request');
    await vscode.commands.executeCommand('workorder.cancel');
    const state = await within(2000, ended);
    assert.equal(state?.outcome?.kind, 'CANCELLED');
  });
});
