import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { Editor } from '../support/acp/editor.ts';
import type { Step } from '../support/acp/scripted-agent.ts';
import { builtCli, plainEnvironment, runCli, userNode } from '../support/built-cli/run-cli.ts';
import { eventually } from '../support/eventually.ts';
import { type ModelServer, say, startModelServer } from '../support/model-server.ts';
import { SmallRepository } from '../support/small-repository.ts';

const AGENT = path.resolve(import.meta.dirname, '../support/acp/scripted-agent.ts');

/** Both directions of the Agent Client Protocol, ended by `kill -9` in the middle. */
describe('a killed process of the Agent Client Protocol', () => {
  let repository: SmallRepository;
  let temporary: string;
  beforeEach(() => {
    repository = new SmallRepository();
    repository.commit('start', { 'helpers.py': 'X = 1\n' });
    temporary = path.join(repository.folder, 'tmp');
    fs.mkdirSync(temporary);
  });
  afterEach(() => repository.dispose());

  const environment = () => ({ ...plainEnvironment(), TMPDIR: temporary });
  const run = (...args: readonly string[]) => runCli(args, { cwd: repository.root, env: environment() });
  const at = (file: string) => path.join(repository.root, file);
  const outcomes = async (kind: string) => (await run('history', '--kind', kind)).stdout;

  describe('workorder acp', () => {
    let server: ModelServer;
    let editor: Editor | undefined;
    /** What the model calls, reply by reply; after the last it does not answer any more. */
    let replies: (readonly [file: string, content: string])[];
    beforeEach(async () => {
      server = await startModelServer(async exchange => {
        const [file, content] = replies.shift() ?? [];
        if (file === undefined) return new Promise<void>(() => undefined);
        const args = JSON.stringify({ path: file, content });
        const call = { id: `c-${exchange.earlier}`, name: 'write_file', arguments: args };
        say(exchange, { text: 'I write.', calls: [call], finish: 'tool_calls' });
        return undefined;
      });
    });
    afterEach(async () => {
      editor?.kill();
      await server.close();
    });
    const open = async () => {
      const model = ['--model', 'openai:scripted', '--base-url', server.baseUrl];
      editor = new Editor(userNode.program, [builtCli, 'acp', ...model], repository.folder, environment());
      await editor.greet();
      return { editor, session: await editor.open(repository.root) };
    };

    it('has written nothing of a change that waited for an answer, and the history says that it was interrupted', async () => {
      replies = [['notes.py', 'NOTE = 1\n']];
      const { editor, session } = await open();
      editor.answers = () => undefined;
      const turn = editor.prompt(session, 'Write a note.').catch(() => 'gone');
      await eventually(() => editor.questions.length > 0, 'the question');
      await editor.kill();
      assert.equal(await turn, 'gone');
      assert.equal(repository.git('status', '--short'), '');
      assert.match(await outcomes('agent'), /interrupted/i);

      // Another process of the editor works there at once.
      replies = [['notes.py', 'NOTE = 2\n']];
      const again = await open();
      const second = again.editor.prompt(again.session, 'Write a note.').catch(() => 'gone');
      await eventually(() => fs.existsSync(at('notes.py')), 'the note');
      await again.editor.kill();
      await second;
      assert.equal(fs.readFileSync(at('notes.py'), 'utf8'), 'NOTE = 2\n');
    });

    it('has left whole what was applied before, which is taken back as from every run', async () => {
      replies = [['notes.py', 'NOTE = 1\n']];
      const { editor, session } = await open();
      const turn = editor.prompt(session, 'Write a note.').catch(() => 'gone');
      // It is asked what to do next: the change is on the disk and in the journal.
      await eventually(() => server.requests.length > 1, 'the next question to the model');
      await editor.kill();
      assert.equal(await turn, 'gone');
      assert.equal(repository.git('status', '--short'), '?? notes.py');
      assert.match(await outcomes('agent'), /interrupted/i);
      const reverted = await run('revert', '--last');
      assert.equal(reverted.code, 0, reverted.stderr);
      assert.equal(repository.git('status', '--short'), '');
    });
  });

  describe('workorder wrap --acp', () => {
    let alone: readonly string[] = [];
    before(async () => {
      if ((await openSandbox(tmpdir()).state()).kind === 'none') alone = ['--without-sandbox'];
    });
    let child: ChildProcess | undefined;
    afterEach(() => child?.kill('SIGKILL'));

    /** Kills it as soon as the agent hangs in its last turn. */
    async function killInLastTurn(turns: readonly (readonly Step[])[]): Promise<string> {
      const told = turns.flatMap((_, n) => ['--acp', `turn ${n + 1}`]);
      const args = ['wrap', '--yes', ...alone, ...told, '--', process.execPath, AGENT, JSON.stringify(turns)];
      const started = spawn(userNode.program, [builtCli, ...args], {
        cwd: repository.root,
        env: environment(),
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      child = started;
      let printed = '';
      started.stdout.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
      await eventually(() => {
        if (printed.includes('○ hang')) return true;
        throw new Error(`it has printed “${printed}”`);
      }, 'the last turn');
      const ended = once(started, 'close');
      started.kill('SIGKILL');
      await ended;
      return printed;
    }
    const copies = () => fs.readdirSync(temporary).filter(name => name.startsWith('work-order-'));
    const agents = () =>
      execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8', maxBuffer: 1 << 24 })
        .split('\n')
        .filter(line => line.includes(AGENT) && line.includes(mark));
    const mark = `note-${process.pid}`;

    it('has changed nothing of the turn, its agent ends with it, and its copy goes with the next command', async () => {
      await killInLastTurn([
        [{ write: `${mark}.py`, text: 'NOTE = 1\n' }, { plan: ['hang'] }, { hang: true }],
      ]);
      assert.equal(repository.git('status', '--short'), '');
      await eventually(() => agents().length === 0, 'the agent to end');
      assert.match(await outcomes('wrap'), /interrupted/i);
      const left = copies();
      assert.ok(left.length > 0, 'a killed process removes nothing');
      const next = await run('wrap', '--yes', ...alone, '--', 'true');
      assert.equal(next.code, 0, next.stderr);
      assert.deepEqual(
        copies().filter(name => left.includes(name)),
        [],
      );
      assert.equal(repository.git('status', '--short'), '');
    });

    it('has left whole the change of the turn before, which is taken back', async () => {
      await killInLastTurn([
        [
          { write: `${mark}.py`, text: 'NOTE = 1\n' },
          { edit: 'helpers.py', from: '1', to: '2' },
        ],
        [{ edit: 'helpers.py', from: '2', to: '3' }, { plan: ['hang'] }, { hang: true }],
      ]);
      assert.equal(fs.readFileSync(at('helpers.py'), 'utf8'), 'X = 2\n');
      assert.equal(fs.readFileSync(at(`${mark}.py`), 'utf8'), 'NOTE = 1\n');
      assert.match(await outcomes('wrap'), /interrupted/i);
      const shown = await run('show', '--last');
      assert.match(shown.stdout, /Turn 2/);
      const reverted = await run('revert', '--last');
      assert.equal(reverted.code, 0, reverted.stderr + reverted.stdout);
      assert.equal(repository.git('status', '--short'), '');
    });
  });
});
