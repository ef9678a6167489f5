import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, readDisk, reset, workspaceFolder, writeDisk } from './support.ts';

const NAMES = [
  'workorder_locate_symbol',
  'workorder_get_source',
  'workorder_discover_api',
  'workorder_trace_calls',
  'workorder_prove',
  'workorder_propose',
];
const FILE = 'shop/money.py';
const CHANGE = {
  title: 'Say it shorter',
  commands: [
    {
      tool: 'atomic_replace',
      args: {
        file_path: FILE,
        replacements: [{ old_string: 'that never lose a cent', new_string: 'which lose no cent' }],
      },
    },
  ],
};

describe('the tools for agents of the editor', () => {
  afterEach(reset);

  async function call(name: string, input: object, token = new vscode.CancellationTokenSource().token) {
    const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
    return result.content
      .map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
      .join('');
  }
  const decide = (verb: 'apply' | 'reject', words?: string) =>
    vscode.commands.executeCommand(`workorder.agentDiff.${verb}`, undefined, words);
  /** The diff is open: what decides is about it. An answer before that is what went wrong. */
  const shown = (answered: Promise<string>) =>
    Promise.race([
      answered.then(answer => assert.fail(`answered before anybody decided: ${answer}`)),
      diffIsShown(),
    ]);
  const diffIsShown = () =>
    eventually(
      () =>
        vscode.window.tabGroups.all.some(({ tabs }) =>
          tabs.some(({ label }) => label.includes('an agent of the editor')),
        ),
      'the diff',
    );

  it('are offered with a description and the schema of what they take', () => {
    for (const name of NAMES) {
      const tool = vscode.lm.tools.find(one => one.name === name);
      assert.ok(tool, name);
      assert.ok(
        tool.description.length > 80 && tool.description.length < 700,
        `${name}: ${tool.description.length}`,
      );
      assert.ok(tool.inputSchema);
    }
  });

  it('answer about the code as it is, unsaved text included', async () => {
    assert.match(
      await call('workorder_locate_symbol', { symbol_name: 'calc_total' }),
      /shop\/pricing\/quotes\.py/,
    );
    const named = await call('workorder_locate_symbol', {
      symbol_name: 'calc_total',
      folder: vscode.workspace.workspaceFolders?.[0]?.name,
    });
    assert.match(named, /calc_total/);
    await assert.rejects(call('workorder_get_source', { qualified_name: 'x', folder: 'nowhere' }), /nowhere/);
  });

  it('prove what is on the disk', async () => {
    await writeDisk(FILE, `${await readDisk(FILE)}\n\nHALF = undefined_name / 2\n`);
    assert.match(await call('workorder_prove', {}), /undefined_name/);
  });

  it('propose: a person applies in the diff, and the answer says what happened and what was found', async () => {
    const answered = call('workorder_propose', CHANGE);
    await shown(answered);
    assert.doesNotMatch(await readDisk(FILE), /lose no cent/);
    await eventually(
      async () => await decide('apply'),
      'the change to be applied, once it could be looked at',
    );
    const answer = JSON.parse(await answered);
    assert.equal(answer.changed, true, JSON.stringify(answer));
    assert.match(answer.checks, /^\d+ checks passed/);
    assert.match(await readDisk(FILE), /lose no cent/);
    const folder = workspaceFolder().toString();
    const reverted = await vscode.commands.executeCommand('workorder.revert', {
      target: { kind: 'run', runId: answer.run, folder },
    });
    assert.equal(reverted, true);
  });

  it('propose: a no with its reason reaches the agent, and nothing is written', async () => {
    const answered = call('workorder_propose', CHANGE);
    await shown(answered);
    assert.equal(await decide('reject', 'it was right'), true);
    const answer = JSON.parse(await answered);
    assert.equal(answer.changed, false);
    assert.match(answer.error, /it was right/);
    assert.doesNotMatch(await readDisk(FILE), /lose no cent/);
  });

  it('propose: a cancelled call waits for nobody, and writes nothing', async () => {
    const source = new vscode.CancellationTokenSource();
    const answered = call('workorder_propose', CHANGE, source.token).then(
      () => 'answered',
      () => 'cancelled',
    );
    await shown(answered);
    source.cancel();
    assert.equal(await answered, 'cancelled');
    assert.doesNotMatch(await readDisk(FILE), /lose no cent/);
    assert.equal(await decide('apply'), false);
  });
});
