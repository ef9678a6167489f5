import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { agentClient } from '../../scripts/setup/agent-clients.mjs';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { plainEnvironment, runCli } from '../support/built-cli/run-cli.ts';
import { type Exchange, type ModelServer, say, startModelServer } from '../support/model-server.ts';
import { SmallRepository } from '../support/small-repository.ts';

/** Files that the model behind the agent writes, by words of the person. */
const WRITES = { 'a note please': 'first.py', 'and another': 'second.py' };

/** A coding agent of another maker, as npm has it, with a home of its own and a model on this machine. */
describe('Qwen Code, spoken to over the Agent Client Protocol', function () {
  this.timeout(300_000);
  let repository: SmallRepository;
  let server: ModelServer;
  let script: string;
  let alone: readonly string[] = [];
  before(async () => {
    script = await agentClient('qwen');
    if ((await openSandbox(tmpdir()).state()).kind === 'none') alone = ['--without-sandbox'];
  });
  beforeEach(async () => {
    repository = new SmallRepository();
    repository.commit('start', { 'helpers.py': 'X = 1\n' });
    server = await startModelServer(answer, ['scripted']);
  });
  afterEach(async () => {
    await server.close();
    repository.dispose();
  });

  function answer(exchange: Exchange): void {
    const last = exchange.body.messages?.at(-1);
    const said = JSON.stringify(last?.content ?? '');
    const [words, file] = Object.entries(WRITES).findLast(([text]) => said.includes(text)) ?? [];
    const isAsked = last?.role === 'user' && exchange.body.tools?.some(t => t.function.name === 'write_file');
    // It asks models for more than its person did: titles, memories, what they could type next.
    if (words === undefined || file === undefined || !isAsked || said.includes('SUGGESTION')) {
      say(exchange, { text: 'It is written.' });
      return;
    }
    const call = { file_path: path.join(repository.root, file), content: 'NOTE = 1\n' };
    say(exchange, {
      calls: [{ id: `call-${file}`, name: 'write_file', arguments: JSON.stringify(call) }],
      finish: 'tool_calls',
    });
  }

  it('works on a copy: a change is refused and told to it, the next has both, is reviewed and applied', async () => {
    const home = path.join(repository.folder, 'home');
    fs.mkdirSync(home);
    const own = {
      HOME: home,
      OPENAI_API_KEY: 'none',
      OPENAI_BASE_URL: server.baseUrl,
      OPENAI_MODEL: 'scripted',
      QWEN_TELEMETRY_ENABLED: 'false',
    };
    const passed = Object.keys(own).flatMap(name => (name === 'HOME' ? [] : ['--env', name]));
    const { code, stdout } = await runCli(
      [
        'wrap',
        ...alone,
        ...['--acp', 'a note please', '--allow-network', '--allow-write', home],
        ...passed,
        ...['--', process.execPath, script, '--acp'],
      ],
      {
        cwd: repository.root,
        env: { ...plainEnvironment(), ...own },
        answers: ['one is too few', 'and another', 'y', ''],
      },
    );
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Qwen Code \S+ answers, on a copy of the workspace/);
    assert.match(stdout, /✓ edit WriteFile: Writing to first\.py/);
    assert.match(stdout, /It is written\./);
    assert.match(stdout, /not applied to the workspace \(rejected by you: one is too few/);
    assert.match(stdout, /APPLIED {2}2 files/);
    assert.equal(repository.git('status', '--short'), '?? first.py\n?? second.py');
    const told = server.requests.flatMap(({ body }) => body.messages ?? []).map(m => JSON.stringify(m));
    assert.ok(
      told.some(text => text.includes('one is too few')),
      'the agent gives the reason to its model',
    );
  });
});
