import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Editor } from '../support/acp/editor.ts';
import { builtCli, plainEnvironment, runCli, userNode } from '../support/built-cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { type Exchange, type ModelServer, say, startModelServer } from '../support/model-server.ts';
import { SmallRepository } from '../support/small-repository.ts';

type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** The list of tasks; the agent marks the second as done. */
const tasks = (mark: string) => `# Tasks\n\n1) + A first one\n2) ${mark} A second one\n`;

const write = (file: string, content: string): Call => ['write_file', { path: file, content }];
const finish: readonly Call[] = [
  ['submit_for_review', { task_id: 2, task_title: 'A second one' }],
  ['finish', { outcome: 'cycle_complete', reason: 'done' }],
];

/** `workorder acp` as an editor starts it: the built command line, and an editor that speaks the protocol to it. */
describe('workorder acp', () => {
  let repository: SmallRepository;
  let server: ModelServer;
  let editor: Editor;
  /** Calls of the model, by reply. */
  let turns: (readonly Call[])[];
  beforeEach(async () => {
    repository = new SmallRepository();
    repository.commit('start', {
      'helpers.py': 'X = 1\n',
      'TASKS.md': tasks('-'),
    });
    server = await startModelServer(reply);
  });
  afterEach(async () => {
    await editor.close();
    await server.close();
    repository.dispose();
  });

  function reply(exchange: Exchange): void {
    say(exchange, {
      text: 'I work on it. \u001b[2J [click](command:x)',
      calls: (turns.shift() ?? []).map(([name, args], i) => ({
        id: `call-${exchange.earlier}-${i}`,
        name,
        arguments: JSON.stringify(args),
      })),
      finish: 'tool_calls',
    });
  }

  const start = async (...options: readonly string[]): Promise<string> => {
    const model = ['--model', 'openai:scripted', '--base-url', server.baseUrl];
    const env = plainEnvironment();
    editor = new Editor(userNode.program, [builtCli, 'acp', ...model, ...options], repository.folder, env);
    await editor.greet();
    return editor.open(repository.root);
  };
  const at = (file: string) => path.join(repository.root, file);

  it('says what it does not read and where it does not work, and asks no model', async () => {
    turns = [];
    const session = await start();
    const text = { type: 'text', text: 'Do this.' } as const;
    const data = { data: 'AAAA' };
    for (const [blocks, words] of [
      [[], /the prompt is empty/],
      [[{ type: 'text', text: ' \n' }], /the prompt is empty/],
      [[text, { type: 'image', mimeType: 'image/png', ...data }], /it reads text and files, and no image/],
      [[text, { type: 'audio', mimeType: 'audio/wav', ...data }], /no audio/],
      [
        [text, { type: 'resource', resource: { uri: 'file:///x.bin', blob: 'AAAA' } }],
        /x\.bin is attached as bytes/,
      ],
    ] as const)
      await assert.rejects(editor.prompt(session, blocks), words);
    for (const cwd of ['repository', '', '.', `file://${repository.root}`, `${repository.root}\0x`])
      await assert.rejects(editor.open(cwd), /the folder must be an absolute path, not/);
    await assert.rejects(editor.open(at('helpers.py')), /is not a folder/);
    assert.equal(server.requests.length, 0);
    assert.deepEqual(editor.updates, []);
  });

  it('works on the same gate: verdict and diffs are put before the person, what they refuse is not written', async () => {
    turns = [
      [write('notes.py', 'NOTE = 1\n')],
      [
        write('notes.py', 'NOTE = 2\n'),
        ['delete_file', { path: 'helpers.py' }],
        write('TASKS.md', tasks('+')),
      ],
      finish,
      [write('more.py', 'MORE = 1\n')],
      finish,
    ];
    const session = await start();
    editor.answers = () => (editor.questions.length === 1 ? 'no' : 'yes');
    assert.equal(await editor.prompt(session, 'Write a note.'), 'end_turn', editor.stderr);
    assert.equal(fs.readFileSync(at('notes.py'), 'utf8'), 'NOTE = 2\n');
    assert.equal(fs.existsSync(at('helpers.py')), false);
    const [refused, applied] = editor.questions;
    assert.match(refused?.toolCall.title ?? '', /^\d+ checks passed.*\. Apply this change to 1 file\?$/);
    assert.deepEqual(
      refused?.toolCall.content?.filter(one => one.type === 'diff'),
      [{ type: 'diff', path: at('notes.py'), newText: 'NOTE = 1\n' }],
    );
    assert.deepEqual(
      applied?.toolCall.content?.flatMap(one => (one.type === 'diff' ? [[one.path, one.oldText]] : [])),
      [
        [at('TASKS.md'), tasks('-')],
        [at('helpers.py'), 'X = 1\n'],
        [at('notes.py'), undefined],
      ],
    );
    const kinds = editor.updates.map(update => update.sessionUpdate);
    assert.ok(kinds.includes('plan') && kinds.includes('tool_call') && kinds.includes('tool_call_update'));
    const [plan] = editor.updates.flatMap(update =>
      update.sessionUpdate === 'plan' ? [update.entries] : [],
    );
    assert.deepEqual(
      plan?.map(({ content, status }) => [content, status]),
      [
        ['A first one', 'completed'],
        ['A second one', 'pending'],
      ],
    );
    assert.match(editor.said, /I work on it\. \\u001b\[2J \[click\] \(command:x\)/);
    assert.match(editor.said, /The agent finished its work/);

    // The conversation goes on, and the model is told what was before.
    assert.equal(await editor.prompt(session, 'And more.'), 'end_turn');
    assert.equal(fs.existsSync(at('more.py')), true);
    assert.match(
      JSON.stringify(server.requests.at(-1)?.body.messages),
      /What was asked before.*Write a note/,
    );
    const run = await runCli(['history', '--kind', 'agent', '--json'], { cwd: repository.root });
    assert.equal(run.stdout.split('Write a note').length > 1, true);
    assert.equal((await runCli(['revert', '--last'], { cwd: repository.root })).code, 0);
    assert.equal(fs.existsSync(at('more.py')), false);
    assert.equal(await editor.close(), 0);
  });

  it('ends the turn when the person cancels, also while it waits for their answer, and goes on after it', async () => {
    turns = [[write('notes.py', 'NOTE = 1\n')]];
    const session = await start();
    editor.answers = () => undefined;
    const turn = editor.prompt(session, 'Write a note.');
    await eventually(() => editor.questions.length > 0, 'the question');
    await editor.cancel(session);
    assert.equal(await turn, 'cancelled');
    assert.equal(repository.git('status', '--short'), '');
    turns = [[write('notes.py', 'NOTE = 2\n')], [['ask_question', { question_text: 'Is it enough?' }]]];
    editor.answers = () => 'yes';
    assert.equal(await editor.prompt(session, 'Now do.'), 'end_turn');
    assert.match(editor.said, /The agent asks: Is it enough\?/);
    assert.equal(fs.readFileSync(at('notes.py'), 'utf8'), 'NOTE = 2\n');
  });

  it('loads a conversation of a process that was killed, shows it again, and goes on with its run', async () => {
    turns = [[write('notes.py', 'NOTE = 1\n')], [['ask_question', { question_text: 'Is it enough?' }]]];
    const session = await start();
    assert.equal(await editor.prompt(session, 'Write a note. \u001b[2J'), 'end_turn');
    await editor.kill();

    turns = [finish];
    const other = await start();
    assert.notEqual(other, session);
    await editor.load(session, repository.root);
    const shown = editor.updates.flatMap(update => {
      if (update.sessionUpdate === 'user_message_chunk' && update.content.type === 'text')
        return [`You: ${update.content.text}`];
      return update.sessionUpdate === 'tool_call' ? [update.title] : [];
    });
    assert.equal(shown[0], 'You: Write a note. \\u001b[2J');
    assert.ok(shown.includes('write_file notes.py'), shown.join('\n'));
    assert.match(editor.said, /The agent asks: Is it enough\?/);
    assert.equal(await editor.prompt(session, 'It is enough.'), 'end_turn');
    assert.match(JSON.stringify(server.requests.at(-1)?.body.messages), /NOTE = 1.*It is enough/);
    const runs = await runCli(['history', '--kind', 'agent', '--json'], { cwd: repository.root });
    assert.equal(runs.stdout.trim().split('\n').length, 1, runs.stdout);

    for (const id of ['session-1-0123456789abcdef', '../../x', ''])
      await assert.rejects(editor.load(id, repository.root), /not found/i);
    await assert.rejects(editor.load(session, repository.folder), /not found/i);
  });

  it('refuses a message that is too long with the reason, and reads the next one', async () => {
    await start();
    const child = spawn(userNode.program, [builtCli, 'acp', '--model', 'openai:scripted'], {
      cwd: repository.folder,
      env: plainEnvironment(),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = once(child, 'close');
    const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => JSON.parse(String((await answers.next()).value));
    const greeting = { jsonrpc: '2.0', id: 7, method: 'initialize', params: { protocolVersion: 1 } };
    const long = { ...greeting, params: { protocolVersion: 1, filler: 'x'.repeat(9 << 20) } };
    child.stdin.write(`${JSON.stringify(long)}\n${JSON.stringify(greeting)}\n`);
    const refused = await next();
    assert.deepEqual(
      [refused.id, refused.error.code, refused.error.message],
      [null, -32600, 'the message is longer than 8388608 bytes and was not read'],
    );
    const answered = await next();
    assert.equal(answered.id, 7);
    assert.equal(answered.result.agentInfo.name, 'work-order');
    child.stdin.end();
    await ended;
  });

  it('asks for the name of a file that steers tools, and says what is wrong with a folder', async () => {
    turns = [[write('conftest.py', 'X = 1\n')], finish];
    const session = await start();
    editor.answers = ({ toolCall }) => (/by name\?$/.test(toolCall.title ?? '') ? 'no' : 'yes');
    await editor.prompt(session, 'Configure it.');
    assert.match(editor.questions[0]?.toolCall.title ?? '', /Approve conftest\.py by name\?$/);
    assert.equal(fs.existsSync(at('conftest.py')), false);
    await assert.rejects(editor.open(at('missing')), /is not a folder/);
  });
});
