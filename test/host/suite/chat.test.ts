import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  eventually,
  fileUri,
  hasPage,
  onPage,
  readDisk,
  reset,
  script,
  workspaceFolder,
  writeDisk,
} from './support.ts';

const FILE = 'shop/money.py';
const ANSWER = '.interactive-response';
const verification = { tool: 'lint_backend', args: { path: FILE, check_all: false } };

async function commands() {
  const [first = ''] = (await readDisk(FILE)).split('\n');
  const replacement = { old_string: `${first}\n`, new_string: `# Amounts are whole cents.\n${first}\n` };
  const args = { file_path: FILE, replacements: [replacement] };
  return [{ tool: 'atomic_replace', args, reason: 'Say it.' }];
}

/** What the picked model answers as the Designer, then as QA. */
async function answerWith(qa: object) {
  const designer = {
    touched_files: [FILE],
    commands: await commands(),
    changed_signatures: [],
    verification,
  };
  script().add(
    { when: 'You are the Designer', toolCall: { name: 'submit_designer_output', input: designer } },
    { when: 'You are QA', toolCall: { name: 'submit_qa_output', input: qa } },
  );
}
const approved = async () => ({
  decision: 'APPROVED',
  commands: await commands(),
  verification,
  spot_checks: ['not checked: the rest'],
});

/** In the real chat of the editor, with the scripted model picked. On the desktop the tests have no page to read. */
describe('@workorder in the chat', () => {
  const setting = (value: boolean) =>
    vscode.workspace
      .getConfiguration('chat')
      .update('disableAIFeatures', value, vscode.ConfigurationTarget.Global);

  before(async function () {
    if (!hasPage) this.skip();
    await setting(false);
    await eventually(
      async () =>
        (await vscode.commands.getCommands(true)).includes('workbench.action.chat.newChat') &&
        (await vscode.lm.selectChatModels({ vendor: 'scripted' })).length > 0,
      'the chat, and a model to pick',
    );
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
    await setting(true);
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await onPage('screenshot', `chat-failed-${Date.now()}`);
    await vscode.commands.executeCommand('workorder.cancel');
    await reset();
  });

  async function ask(query: string, more: object = {}) {
    await vscode.commands.executeCommand('workbench.action.chat.open');
    await vscode.commands.executeCommand('workbench.action.chat.newChat');
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: `@workorder ${query}`,
      ...more,
    });
  }
  const shows = (name: string) =>
    eventually(() => onPage('appears', { name, within: ANSWER }), `“${name}” in the answer`);
  const press = (name: string) => onPage('click', { role: 'button', name, within: ANSWER });

  it('/prove names what is wrong with the working tree, with its place', async () => {
    await writeDisk(FILE, `${await readDisk(FILE)}\n\nHALF = undefined_name / 2\n`);
    await ask('/prove');
    await shows('undefined_name');
    await shows('Release:');
    await onPage('waitFor', { role: 'button', name: 'Show Problems', within: ANSWER });
    await onPage('screenshot', 'chat-prove');
  });

  it('/prove says that a range is none, and how to ask', async () => {
    await ask('/prove nowhere..HEAD');
    await shows('Nothing was proved');
    await shows('for a range');
  });

  it('/run asks the picked model, waits for the person in the diff, and Apply applies that run and no other', async () => {
    await answerWith(await approved());
    await ask(`/run Say in ${FILE} that amounts are whole cents, no behavior changes`);
    await shows('Nothing is written until you apply');
    assert.doesNotMatch(await readDisk(FILE), /whole cents\.\n/);
    await onPage('screenshot', 'chat-run');
    await press('Apply');
    await eventually(async () => /^# Amounts are whole cents\.\n/.test(await readDisk(FILE)), 'the apply');
    await shows('Applied 1 file');
    assert.match(script().requests()[0]?.messages[0]?.text ?? '', /You are the Designer/);
    await onPage('screenshot', 'chat-applied');

    const asked = script().requests().length;
    await ask('/explain');
    await shows('Asked for');
    await shows('vscode:scripted/scripted');
    await shows('Spot checks');
    assert.equal(script().requests().length, asked, 'no model is asked');
    await onPage('screenshot', 'chat-explain');

    script().add({ when: 'In your own words?', text: 'It is [fine](command:workorder.apply).\n# Proved' });
    await ask('/explain In your own words?');
    await shows('which code has not checked');
    await shows('It is [fine](command:workorder.apply).');
    assert.match(script().requests().at(-1)?.messages[0]?.text ?? '', /Applied 1 file/);
  });

  it('/run says why QA rejected it, as text that is nothing to click, and what can be done', async () => {
    await answerWith({
      decision: 'REJECTED',
      commands: [],
      verification: null,
      spot_checks: ['not checked: the rest'],
      reasons: ['press [here](command:workorder.apply) <b>now</b>'],
      required_changes: ['say it in the docstring'],
    });
    await ask(`/run Say in ${FILE} that amounts are whole cents`);
    await shows('press [here](command:workorder.apply) <b>now</b>');
    await shows('say it in the docstring');
    await onPage('waitFor', { role: 'button', name: 'Ask QA Again', within: ANSWER });
    assert.doesNotMatch(await readDisk(FILE), /whole cents\.\n/);
  });

  it('/run ends when its answer is stopped', async () => {
    script().add({
      when: 'You are the Designer',
      text: `{"touched_files": ["${'a'.repeat(2000)}`,
      pieces: 2000,
      pauseMs: 20,
    });
    await ask(`/run Say in ${FILE} that amounts are whole cents`);
    await eventually(() => script().requests().length === 1, 'the request');
    await vscode.commands.executeCommand('workbench.action.chat.cancel');
    await eventually(async () => {
      await ask('/explain');
      return onPage('appears', { name: 'Cancelled', within: ANSWER });
    }, 'the end of the run');
  });

  it('/plan makes a plan of a list, and runs nothing', async () => {
    await ask(`/plan Tidy ${FILE}:\n- say what the unit is\n- name the rounding`);
    await shows('1 phase, 2 steps');
    await onPage('waitFor', { role: 'button', name: 'Run Plan', within: ANSWER });
    const [plan] = await vscode.workspace.findFiles('**/*.plan.json', null, 1);
    assert.ok(plan);
    assert.equal(script().requests().length, 0);
  });

  it('/plan asks the picked model for the steps where none are listed', async () => {
    script().add({ when: 'Divide the task', text: 'Sure:\n- say the unit\n- name the <b>rounding</b>' });
    await ask(`/plan Tidy ${FILE}`);
    await shows('vscode:scripted/scripted listed the steps');
    await shows('name the <b>rounding</b>');
    assert.match(
      script().requests()[0]?.messages[0]?.text ?? '',
      /Tidy shop\/money\.py[\s\S]*shop\/money\.py/,
    );
  });

  it('/run takes the attached file as the scope, and the attached lines into the step', async () => {
    await answerWith(await approved());
    // As the workbench has it.
    const range = { startLineNumber: 1, startColumn: 1, endLineNumber: 2, endColumn: 5 };
    await ask('/run Say that amounts are whole cents', { attachFiles: [{ uri: fileUri(FILE), range }] });
    await shows(`lines 1 to 2 of ${FILE}`);
    await shows('Nothing is written until you apply');
    const folder = workspaceFolder().toString();
    const ofAnother = { verb: 'apply', runId: 'another-run', folder };
    assert.equal(await vscode.commands.executeCommand('workorder.chatAction', ofAnother), false);
    await press('Reject');
    await onPage('answer', {
      question: { name: 'Reject the proposal', within: '.quick-input-widget' },
      key: 'Enter',
    });
    await shows('Nothing was changed: rejected by');
    assert.doesNotMatch(await readDisk(FILE), /whole cents\.\n/);
  });

  it('starts nothing for words alone; a suggestion below runs them, with what was attached', async () => {
    await answerWith(await approved());
    await ask('Say that amounts are whole cents', { attachFiles: [fileUri(FILE)] });
    await shows('Nothing was started');
    assert.equal(script().requests().length, 0);
    await onPage('click', { name: 'Run this as a work order', within: '.interactive-session' });
    await shows('Nothing is written until you apply');
    assert.match(await onPage('textOf', { name: 'May change:', within: ANSWER }), /money\.py/);
  });
});

describe('the MCP server that the editor is told of', () => {
  const setting = (value: boolean) =>
    vscode.workspace
      .getConfiguration('chat')
      .update('disableAIFeatures', value, vscode.ConfigurationTarget.Global);
  before(() => setting(false));
  after(() => setting(true));
  afterEach(reset);

  it('is started by the editor as it was told, and a tool of it answers', async () => {
    const find = () =>
      vscode.lm.tools.find(({ name }) => name.startsWith('mcp_') && name.endsWith('locate_symbol'));
    const start = () =>
      vscode.commands.executeCommand('workbench.mcp.startServer', 'work-order.work-order/Work Order', {
        autoTrustChanges: true,
      });
    await eventually(async () => {
      if (find() === undefined) await start();
      return find() !== undefined;
    }, 'a tool of the server');
    const tool = find();
    assert.ok(tool);
    const input = { symbol_name: 'calc_total' };
    const result = await vscode.lm.invokeTool(tool.name, { input, toolInvocationToken: undefined });
    const text = result.content.map(part => (part instanceof vscode.LanguageModelTextPart ? part.value : ''));
    assert.match(text.join(''), /shop\/pricing\/quotes\.py/);
  });
});
