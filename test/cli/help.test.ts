import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { replies, repository, ShopCopy } from './command-line.ts';

const RENAME = 'work-orders/rename-calc-total.workorder.json';
const MODEL = ['--model', `replay:${replies('rename-calc-total')}`];

/** What bash offers for a command line whose last word is under the cursor. */
function completions(script: string, words: readonly string[]): readonly string[] {
  const program = `${script}
COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _workorder; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const bash = spawnSync('bash', ['-c', program, 'bash', ...words], { encoding: 'utf8', cwd: repository });
  assert.equal(bash.status, 0, bash.stderr);
  return bash.stdout.split('\n').filter(word => word !== '');
}

describe('help of the command line', () => {
  let shop: ShopCopy;
  let commands: readonly string[];
  before(async () => {
    shop = new ShopCopy();
    const { stdout } = await shop.run(['help']);
    commands = [...stdout.matchAll(/^ {2}workorder (\S+)/gm)].map(match => match[1] ?? '');
  });
  after(() => shop.dispose());

  it('--version prints the version of the package', async () => {
    const { version } = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8'));
    assert.equal((await shop.run(['--version'])).stdout, `workorder ${version}\n`);
  });

  it('explains every command, and docs/cli.md has each of them', async () => {
    const page = fs.readFileSync(path.join(repository, 'docs/cli.md'), 'utf8');
    assert.ok(commands.length >= 20, commands.join());
    for (const command of commands) {
      const { code, stdout } = await shop.run(['help', command]);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^workorder ${command}\\b[^]*\\n  --root DIR `), command);
      for (const line of stdout.split('\n')) assert.ok(line.length <= 120, `${command}: ${line}`);
      assert.match(page, new RegExp(`workorder ${command}\\b`), `docs/cli.md says nothing of ${command}`);
    }
  });

  it('says what each exit code means, as docs/cli.md does', async () => {
    const { stdout } = await shop.run(['help', 'exit-codes']);
    const page = fs.readFileSync(path.join(repository, 'docs/cli.md'), 'utf8');
    for (const code of [0, 1, 2, 3, 130]) {
      assert.match(stdout, new RegExp(`^ +${code} +\\S`, 'm'));
      assert.match(page, new RegExp(`^\\| ${code} \\|`, 'm'));
    }
  });

  it('names the command or option that was meant, and says no more than the right form', async () => {
    for (const [argv, sentence] of [
      [['rnu'], /^There is no command "rnu"\. Did you mean workorder run\?/],
      [['--root', '.', 'run'], /^The command comes first: workorder COMMAND --root …/],
      [['run', RENAME, '--modle', 'x'], /^Unknown option '--modle'\. Did you mean --model\?/],
      [['agent', '--taks', 'x'], /^Unknown option '--taks'\. Did you mean --task\?/],
      [['run', RENAME, '--frobnicate=off'], /^Unknown option '--frobnicate'\n/],
      [['run'], /^no order is given: name an ORDER\.json, or write the step in words/],
    ] as const) {
      const { code, stderr, stdout } = await shop.run(argv);
      assert.deepEqual([code, stdout], [3, ''], argv.join(' '));
      assert.match(stderr, sentence);
      assert.ok(stderr.split('\n').length <= 8, stderr);
    }
  });

  it('--quiet prints the outcome, and no stages', async () => {
    const { code, stdout } = await shop.run(['run', RENAME, ...MODEL, '--yes', '--quiet']);
    assert.equal(code, 0, stdout);
    assert.doesNotMatch(stdout, /✓ validation|asks designer|plays the/);
    assert.match(stdout, /APPLIED {2}8 files/);
  });
  it('--verbose prints the commands with their reasons', async () => {
    const { stdout } = await shop.run(['run', RENAME, ...MODEL, '-v']);
    assert.match(stdout, /1\. atomic_replace shop\/\S+ {2}\S/);
  });
  it('colours only where they are wanted: FORCE_COLOR, NO_COLOR, --no-color', async () => {
    const check = (...more: string[]) => shop.run(['history', '--outcome', 'damaged', ...more]);
    const show = (...more: string[]) => shop.run(['show', '--last', ...more]);
    assert.equal((await check()).code, 0);
    const escapes = '\u001B[';
    process.env['FORCE_COLOR'] = '1';
    try {
      assert.ok((await show()).stdout.includes(escapes));
      assert.ok(!(await show('--no-color')).stdout.includes(escapes));
    } finally {
      delete process.env['FORCE_COLOR'];
    }
    assert.ok(!(await show()).stdout.includes(escapes));
  });

  describe('completion', () => {
    it('bash: commands, options of the command, their words, words of its first argument', async () => {
      const { stdout: script } = await shop.run(['completion', 'bash']);
      assert.deepEqual(completions(script, ['workorder', 'rou']), ['routa']);
      assert.deepEqual(completions(script, ['workorder', 'agent', '--prof']), ['--profile']);
      assert.deepEqual(completions(script, ['workorder', 'agent', '--review', '']), ['each', 'turn', 'auto']);
      assert.deepEqual(completions(script, ['workorder', 'ticket', 're']), ['resume']);
      assert.deepEqual(completions(script, ['workorder', 'run', 'examples/RE']), ['examples/README.md']);
      for (const command of commands)
        assert.ok(completions(script, ['workorder', command, '--']).includes('--root'), command);
    });
    for (const shell of ['zsh', 'fish'] as const)
      it(`${shell}: names every command and option, and a ${shell} that is here reads it`, async () => {
        const { stdout: script } = await shop.run(['completion', shell]);
        for (const word of [...commands, 'on-lint-failure']) assert.ok(script.includes(word), word);
        const read = spawnSync(shell, ['-n'], { input: script, encoding: 'utf8' });
        if (!read.error) assert.equal(read.status, 0, read.stderr);
      });
    it('a shell that is not known is wrong use', async () => {
      const { code, stderr } = await shop.run(['completion', 'tcsh']);
      assert.equal(code, 3);
      assert.match(stderr, /there is no completion for "tcsh"/);
    });
  });
});
