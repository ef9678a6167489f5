import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { SmallRepository } from '../support/small-repository.ts';
import { replies } from './command-line.ts';

const ORDER = {
  step_id: 's',
  step_text: 'Rename.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};
const MODEL = ['--model', `replay:${replies('rename-calc-total')}`];

/** Every place of the command line where a file is named that is read, with the file as the last word. */
const READS: readonly (readonly string[])[] = [
  ['run', ...MODEL],
  ['prompt'],
  ['check', '--designer', 'order.json'],
  ['apply', '--designer', 'order.json', '--qa', 'order.json'],
  ['check', 'order.json', '--designer'],
  ['check', 'order.json', '--designer', 'order.json', '--qa'],
  ['prompt', 'order.json', '--designer'],
  ['plan', ...MODEL],
  ['ticket', 'run', ...MODEL],
  ['campaign', 'plan'],
  ['campaign', 'collect'],
  ['routa', '--goal', 'x', ...MODEL, '--tasks'],
  ['run', 'order.json', ...MODEL, '--budget', '1 USD', '--prices'],
  ['run', 'order.json', '--model', 'openai:m', '--key-file'],
  ['prove', '--claims'],
  ['prove', '--patch'],
  ['wrap', '--yes', '--input'],
  ['verify', '--attestation'],
];

/** The same where one is written. */
const WRITES: readonly (readonly string[])[] = [
  ['prove', '--output'],
  ['prove', 'HEAD', '--attest'],
  ['run', 'Some words', '--scope', 'pkg', ...MODEL, '--save-order'],
  ['report', '--last', '--to'],
];

describe('a file that the command line names', () => {
  let repository: SmallRepository;
  before(async () => {
    repository = new SmallRepository();
    repository.commit('first', {
      'pkg/__init__.py': '',
      'order.json': JSON.stringify(ORDER),
      'folder/x': '',
    });
    await runCli(['check', 'order.json', '--designer', 'order.json'], { cwd: repository.root });
  });
  after(() => repository.dispose());

  const run = (words: readonly string[]) =>
    runCli(words[0] === 'wrap' ? [...words, '--', 'true'] : words, { cwd: repository.root });

  const isWrongUse = async (words: readonly string[], sentence: RegExp) => {
    const { code, stdout, stderr } = await run(words);
    assert.equal(code, 3, stdout + stderr);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /no such file or directory|illegal operation|--verbose says/);
  };

  for (const words of READS) {
    it(`${words.join(' ')}: that is not there is wrong use`, () =>
      isWrongUse([...words, 'none.json'], /none\.json.*(is not there|there is no|neither a file)/));
    it(`${words.join(' ')}: so is a folder`, () =>
      isWrongUse([...words, 'folder'], /folder.*(is a folder|not a regular file)/));
  }

  for (const words of WRITES)
    it(`${words.join(' ')}: in a folder that is not there is wrong use`, () =>
      isWrongUse(
        [...words, 'none/there.json'],
        /none\/there\.json cannot be written: its folder is not there/,
      ));

  it('as a process substitution is read once, as a pipe is', async () => {
    const pipe = path.join(repository.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const written = fs.promises.writeFile(pipe, JSON.stringify(ORDER));
    const { code, stderr } = await run(['prompt', pipe]);
    await written;
    assert.equal(code, 0, stderr);
  });

  it('with an order that is not valid blocks, because a check stops it', async () => {
    for (const text of ['not JSON', '{"step_id": 1}']) {
      repository.write('bad.json', text);
      const { code, stdout } = await run(['check', 'bad.json', '--designer', 'order.json']);
      assert.equal(code, 2);
      assert.match(stdout, /^BLOCKED {2}by work order: bad\.json: /);
    }
  });
});
