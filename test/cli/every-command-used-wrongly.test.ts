import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Command } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-list.ts';
import { run } from '../../src/cli/run.ts';

/** Those that do something with what is named as any text, or look for it themselves; with their own codes. */
const OTHER_CODES: Readonly<Record<string, number>> = { prove: 1, lint: 1, tool: 1, policy: 0, wrap: 2 };

/** What a command can be called with and no more: `workorder show [RUN]`. */
const needsNothing = ({ forms }: Command, name: string): boolean =>
  forms.some(form => form.replaceAll(/\[[^\]]*\]…?/g, '').trim() === `workorder ${name}`);

describe('every command that is used wrongly', () => {
  let folder: string;
  const stateBefore = process.env['WORKORDER_STATE_DIR'];
  before(() => {
    folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'workorder-wrong-')));
    mkdirSync(path.join(folder, 'here/folder'), { recursive: true });
    process.env['WORKORDER_STATE_DIR'] = path.join(folder, 'state');
  });
  after(() => {
    if (stateBefore === undefined) delete process.env['WORKORDER_STATE_DIR'];
    else process.env['WORKORDER_STATE_DIR'] = stateBefore;
    rmSync(folder, { recursive: true });
  });

  async function call(...argv: string[]) {
    const [out, err]: [string[], string[]] = [[], []];
    const code = await run(argv, {
      stdout: text => void out.push(text),
      stderr: text => void err.push(text),
      env: { WORKORDER_SANDBOX: 'off', PATH: process.env['PATH'] },
      cwd: path.join(folder, 'here'),
      isTerminal: false,
      ask: async () => undefined,
      readInput: () => '',
      readInputBytes: () => new Uint8Array(),
      signal: new AbortController().signal,
    });
    assert.deepEqual(readdirSync(path.join(folder, 'here')), ['folder'], 'nothing was written');
    const [sentence = '', ...rest] = err.join('').split('\n');
    return { code, stdout: out.join(''), sentence, rest: rest.join('\n') };
  }

  /** Wrong use: a sentence that names it, and below it the right form with where more is said. */
  async function isExplained(named: RegExp, name: string, ...more: string[]): Promise<void> {
    const { code, stdout, sentence, rest } = await call(name, ...more);
    assert.deepEqual([code, stdout], [3, ''], sentence);
    assert.match(sentence, named);
    assert.match(
      rest,
      new RegExp(`^\\n {2}workorder ${name}[^]*\\nworkorder ${name} --help explains it\\.\\n$`),
    );
  }

  for (const [name, { load }] of Object.entries(COMMANDS)) {
    it(`${name}: an option that it does not have`, () =>
      // Which options it has depends on the run.
      isExplained(name === 'resume' ? /name a RUN/ : /'--frobnicate'/, name, '--frobnicate'));

    it(`${name}: a folder to work in that is not there`, async () => {
      const { code, sentence } = await call(name, '--root', 'none');
      assert.equal(code, 3);
      assert.match(sentence, /^--root \S+none is not a folder$/);
    });

    it(`${name}: more arguments than it has`, async () => {
      const words = Array.from({ length: 20 }, (_, i) => `word${i}`);
      if (name === 'wrap') return; // They are those of the program.
      await isExplained(/(unexpected argument|no run|does not know) "word\d"/, name, ...words);
    });

    it(`${name}: without what it needs`, async () => {
      const { command } = await load();
      // An editor names the folder, and that may have the settings.
      if (needsNothing(command, name) || name === 'acp') return;
      await isExplained(/: (name|say|write|give) |^name |^there is no run/, name);
    });

    for (const what of ['none.json', 'folder'] as const)
      it(`${name}: ${what} in the place of what it reads`, async () => {
        const { code, stdout, sentence } = await call(name, what);
        assert.equal(code, OTHER_CODES[name] ?? 3, sentence);
        const names = sentence.includes(what) || /: (give|write) /.test(sentence);
        if (code === 3) assert.ok(names, `${sentence} names neither ${what} nor what is missing`);
        if (code === 1 || code === 2) assert.match(`${stdout}${sentence}`, new RegExp(what));
      });
  }
});
