import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentState } from '../../../src/core/taskagent/state.ts';
import { eventually, hasPage, onPage, readDisk, reset, script, writeDisk } from './support.ts';

type Call = readonly [tool: string, args?: object];

const FILE = 'docs/wrap.md';
const write = (content: string): Call => ['write_file', { path: FILE, content }];
const submit: Call = ['submit_for_review', { task_id: 1, task_title: 'Wrap' }];
const finish: Call = ['finish'];

/** The agent's replies, in order. */
function replies(...turns: readonly (readonly Call[])[]): void {
  for (const calls of turns) {
    const tool_calls = calls.map(([tool_name, args = {}]) => ({ tool_name, arguments: args }));
    script().add({ text: JSON.stringify({ thoughts: 'A step.', tool_calls }) });
  }
}

const start = (choices: object = {}): Thenable<AgentState | undefined> =>
  vscode.commands.executeCommand('workorder.startTaskAgent', {
    task: 'Write about wrapping',
    mode: 'converse',
    review: 'turn',
    delivery: 'none',
    ...choices,
  });

const act = (verb: string, id?: string, text?: string): Thenable<boolean> =>
  vscode.commands.executeCommand(
    `workorder.agent.${verb}`,
    id === undefined ? undefined : { kind: 'agent', host: 'task-agents', id },
    text,
  );

const diffTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all.flatMap(group => group.tabs).find(tab => tab.label.startsWith('Agent: '));
const diffIsShown = () => eventually(() => diffTab() !== undefined, 'the diff of the agent’s change');
const treeItem = (name: string) => onPage('waitFor', { role: 'treeitem', name, within: '.customview-tree' });

describe('Start Task Agent', () => {
  before(async () => {
    const models = vscode.workspace.getConfiguration('workorder.models');
    await models.update('designer', 'vscode:scripted/scripted', vscode.ConfigurationTarget.Global);
  });
  after(async () => {
    const models = vscode.workspace.getConfiguration('workorder.models');
    await models.update('designer', undefined, vscode.ConfigurationTarget.Global);
  });
  afterEach(reset);

  it('shows each turn’s change as a diff, applies exactly it after a yes, and takes it back per run [002-001]', async () => {
    replies([write('wrapped\n')], [submit, finish]);
    const ended = start();
    await diffIsShown();
    if (hasPage) {
      await treeItem('Needs you');
      await treeItem('Write about wrapping');
    }
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
    await eventually(async () => await act('apply'), 'the change to be applied, once it could be looked at');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'DONE', JSON.stringify(state?.outcome));
    assert.equal(await readDisk(FILE), 'wrapped\n');
    await eventually(() => diffTab() === undefined, 'the diff to be closed');

    // Called without a row it names what it is about, also when only one can be reverted: the row is picked.
    let isReverted = false;
    void act('revert').then(done => {
      isReverted = done;
    });
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return isReverted;
    }, 'the change to be reverted');
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
  });

  it('tells the agent why its change was rejected, and writes nothing of it', async () => {
    replies([write('wrong\n')], [write('richtig\n')], [submit, finish]);
    const ended = start();
    await diffIsShown();
    assert.equal(await act('reject', undefined, 'say it in German'), true);
    await eventually(() => script().requests().length > 1, 'the agent to be asked again');
    assert.match(script().requests().at(-1)?.messages.at(-1)?.text ?? '', /say it in German/);
    await diffIsShown();
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
    // Until its diff is shown there is nothing to apply.
    await eventually(async () => await act('apply'), 'the second change to be applied');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'DONE', JSON.stringify(state?.outcome));
    assert.equal(await readDisk(FILE), 'richtig\n');
  });

  it('asks no more after a yes to the rest of the agent, until the run ends, but for files that configure tools', async () => {
    replies([write('one\n')], [['write_file', { path: 'docs/two.md', content: 'two\n' }]], [submit, finish]);
    const ended = start();
    await diffIsShown();
    await eventually(async () => await act('yesAgent'), 'the yes');
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'DONE', JSON.stringify(state?.outcome));
    assert.equal(await readDisk('docs/two.md'), 'two\n');

    replies(
      [write('three\n')],
      [['write_file', { path: 'docs/four.md', content: 'four\n' }]],
      [submit, finish],
    );
    const next = start();
    await diffIsShown();
    await eventually(async () => await act('yesAgent'), 'the yes is over: the next run asks again');
    assert.equal((await next)?.outcome?.kind, 'DONE');
  });

  it('reads what is said to it before its next reply, and pauses there', async () => {
    replies([write('one\n')], [['write_file', { path: 'docs/two.md', content: 'two\n' }]]);
    const ended = start();
    await diffIsShown();
    assert.equal(await act('say', undefined, 'Write in German.'), true);
    await eventually(async () => await act('apply'), 'the first change to be applied');
    await eventually(() => script().requests().length > 1, 'the next request');
    const told = JSON.stringify(script().requests().at(-1)?.messages);
    assert.match(told, /the user says: Write in German\./);
    assert.equal(await act('pause'), true);
    await eventually(async () => await act('apply'), 'the second change to be applied');
    const state = await ended;
    assert.match(JSON.stringify(state?.outcome), /BLOCKED.*paused by the user/);
    assert.equal(await act('say', `run/${state?.runId}`, 'Too late.'), false);
    assert.equal(await act('stop', `run/${state?.runId}`), true);
  });

  it('waits with a question, and goes on with the whole transcript when it is answered [002-027]', async () => {
    replies([['ask_question', { question_text: 'Which colour?' }]]);
    const state = await start({ task: 'Choose a colour' });
    assert.deepEqual(state?.outcome, { kind: 'WAITING', question: 'Which colour?' });
    if (hasPage) await treeItem('Which colour?');
    replies([write('red\n')], [submit, finish]);
    assert.equal(await act('answer', `question/${state?.runId}`, 'Red'), true);
    await diffIsShown();
    assert.match(JSON.stringify(script().requests().at(-1)?.messages), /The user says: Red/);
    await eventually(async () => await act('apply'), 'the change to be applied, once it could be looked at');
    await eventually(async () => (await readDisk(FILE).catch(() => '')) === 'red\n', 'the change on disk');
    // The next test's run begins when this one has ended.
    if (hasPage) await treeItem('task agent, done, Choose a colour');
  });

  it('shows the transcript and what a call came to as documents', async () => {
    replies([['list_files', {}], ['finish']]);
    const state = await start({ mode: 'single' });
    assert.equal(await act('transcript', `run/${state?.runId}`), true);
    await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('Transcript'),
      'the transcript',
    );
    await vscode.commands.executeCommand('workorder.openTarget', {
      kind: 'agent',
      host: 'task-agents',
      id: `call/${state?.runId}/1/1/0`,
    });
    await eventually(
      () => vscode.window.tabGroups.activeTabGroup.activeTab?.label.includes('list_files'),
      'the result of the call',
    );
  });

  it('stops while a change waits, and leaves no trace of it', async () => {
    replies([write('never\n')]);
    const ended = start();
    await diffIsShown();
    assert.equal(await act('stop'), true);
    const state = await ended;
    assert.equal(state?.outcome?.kind, 'CANCELLED', JSON.stringify(state?.outcome));
    await assert.rejects(readDisk(FILE), { code: 'ENOENT' });
    await eventually(() => diffTab() === undefined, 'the diff to be closed');
  });

  it('runs the tests as a task of the folder, as often as it is asked, everything they print in its terminal [002-016]', async () => {
    await writeDisk('scripts/run_tests.py', 'print("2/2 tests passed")\n');
    const ends: (number | undefined)[] = [];
    const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name === 'run_tests') ends.push(exitCode);
    });
    try {
      // The second comes while the first one's terminal is still open.
      replies(
        [['run_tests']],
        [['run_tests']],
        [['ask_question', { question_text: 'Both passed. And now?' }]],
      );
      const state = await start();
      assert.deepEqual(
        state?.calls.map(({ tool, status }) => [tool, status]),
        [
          ['run_tests', 'ok'],
          ['run_tests', 'ok'],
          ['ask_question', 'ok'],
        ],
        JSON.stringify(state),
      );
      assert.equal(await act('stop', `question/${state?.runId}`), true);
      await eventually(() => ends.length > 1, 'both tasks to end');
      assert.deepEqual(ends, [0, 0]);
    } finally {
      listening.dispose();
    }
  });
});
