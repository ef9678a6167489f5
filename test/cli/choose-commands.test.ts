import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { python } from '../../scripts/setup/places.mjs';
import { builtCli, plainEnvironment, userNode } from '../support/built-cli/run-cli.ts';
import { repository, ShopCopy } from './command-line.ts';

const edit = (file_path: string, old_string: string, new_string: string) => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string, new_string }] },
  reason: 'Wanted.',
});
const COMMANDS = [
  edit('shop/money.py', 'that never lose a cent', 'which never lose a cent'),
  edit('shop/money.py', 'which never lose a cent', 'which lose no cent'),
  edit('shop/cli.py', '"""The `shop` command."""', '"""The command `shop`."""'),
];
const ORDER = {
  step_id: 'words',
  step_text: 'Change some words.',
  scope_allowlist: ['shop/'],
  invariants: [],
  acceptance: { lint: { path: 'shop', check_all: false } },
};
const VERIFICATION = { tool: 'lint_backend', args: { path: 'shop', check_all: false } };

describe('choosing commands on the terminal', () => {
  let shop: ShopCopy;
  let argv: readonly string[];
  beforeEach(() => {
    shop = new ShopCopy();
    start(COMMANDS);
  });
  afterEach(() => shop.dispose());

  function start(
    commands: readonly object[],
    spotChecks: readonly string[] = [],
    claims: readonly string[] = [],
  ): void {
    const designer = {
      touched_files: ['shop/money.py', 'shop/cli.py'],
      commands,
      changed_signatures: claims,
      verification: VERIFICATION,
    };
    const qa = {
      decision: 'APPROVED',
      commands,
      verification: VERIFICATION,
      ...(spotChecks.length > 0 ? { spot_checks: spotChecks } : {}),
    };
    argv = [
      'apply',
      shop.write('order.workorder.json', JSON.stringify(ORDER)),
      '--designer',
      shop.write('designer.json', JSON.stringify(designer)),
      '--qa',
      shop.write('qa.json', JSON.stringify(qa)),
    ];
  }
  const changed = () => shop.changed.split('\n').filter(line => line.startsWith(' M'));

  it('applies what was chosen, says how much of it, and its records hold', async () => {
    const { code, stdout, stderr } = await shop.run(argv, ['c', 'y', 'n', 'y', 'y']);
    assert.equal(code, 0, stdout + stderr);
    assert.match(
      stderr,
      /words \(run \S+\): Apply this change to 2 files\? \[y\/N, or why not, .*c to choose commands\]/,
    );
    assert.match(stderr, /^words \(run \S+\): shop\/money\.py \(1\/3\): keep it\?/m);
    assert.match(stderr, /words \(run \S+\): Apply these 2 of 3 commands to 2 files\?/);
    assert.match(stdout, /^Summary {2}2 files/m);
    assert.match(stdout, /APPLIED {2}2 of 3 commands in 2 files, lint clean/);
    assert.match(shop.text('shop/money.py'), /which never lose a cent/);
    const verified = await shop.run(['verify', '--last']);
    assert.equal(verified.code, 0, verified.stdout);
    assert.match(verified.stdout, /agree with each other/);
    assert.equal((await shop.run(['revert', '--last'])).code, 0);
    assert.deepEqual(changed(), []);
  });
  it('begins with what is refuted, and says it again right before the question', async () => {
    start(COMMANDS, [], ['shop.money.is_nowhere() now returns str']);
    const { stdout } = await shop.run(argv, ['n']);
    const [summary = '', rest = ''] = stdout.split(/^diff |^--- /m);
    assert.match(summary, /^Summary {2}2 files; .*refuted/m);
    assert.match(summary, /✗ .*is_nowhere/);
    assert.match(rest === '' ? '' : stdout.slice(stdout.lastIndexOf('+++')), /✗ .*is_nowhere/);
    assert.ok(stdout.indexOf('is_nowhere') < stdout.indexOf('which lose no cent'), 'above the diff');
  });
  it('a whole file is left out with one answer', async () => {
    const { code, stdout } = await shop.run(argv, ['c', 'd', 'y', 'y']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /1 of 3 commands in 1 file/);
    assert.deepEqual(changed(), [' M shop/cli.py']);
  });
  it('says what cannot stand alone, and proposes the whole again', async () => {
    const { code, stdout } = await shop.run(argv, ['c', 'n', 'y', 'y', 'y']);
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /not possible: command 2 \(atomic_replace\) cannot stand alone: it works on what command 1 leaves/,
    );
    assert.match(stdout, /APPLIED {2}2 files, lint clean/);
    assert.equal((await shop.run(['verify', '--last'])).code, 0);
  });
  it('a move does not stand without what changed its lines before', async () => {
    const lines = { file_path: 'shop/money.py', source_start: 9, source_end: 9, target_line: 11 };
    start([COMMANDS[0] ?? {}, { tool: 'move_text', args: lines, reason: 'Lower.' }, COMMANDS[2] ?? {}]);
    const { code, stdout } = await shop.run(argv, ['c', 'n', 'y', 'y', 'n']);
    assert.equal(code, 2, stdout);
    assert.match(stdout, /not possible: command 2 \(move_text\) counts lines that command 1 changes/);
    assert.deepEqual(changed(), []);
  });
  it('nothing chosen, or left with q: nothing is written', async () => {
    const none = await shop.run(argv, ['c', 'd', 'n', 'n']);
    assert.equal(none.code, 2, none.stdout);
    assert.match(none.stdout, /not possible: no command is chosen/);
    const left = await shop.run(argv, ['c', 'y', 'q']);
    assert.equal(left.code, 2);
    assert.match(left.stdout, /rejected by you/);
    assert.deepEqual(changed(), []);
  });
  it("QA's spot checks are graded again for what was chosen", async () => {
    start(COMMANDS, ["verified: 'which lose no cent' is in shop/money.py"]);
    const { stdout } = await shop.run([...argv, '--json'], ['c', 'y', 'n', 'y', 'n']);
    const events = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    const selected = events.findIndex(({ type }) => type === 'selected');
    const graded = events.filter(
      ({ type, of }, index) => index > selected && type === 'evidence' && of === 'qa',
    );
    assert.ok(selected > 0 && graded.length > 0, stdout);
  });
  it('s asks about each hunk of a command: the rest of it is applied', async () => {
    const two = {
      tool: 'atomic_replace',
      args: {
        file_path: 'shop/money.py',
        replacements: [
          { old_string: 'that never lose a cent', new_string: 'which lose no cent' },
          { old_string: 'Two amounts of different', new_string: 'Amounts of different' },
        ],
      },
      reason: 'Wanted.',
    };
    start([two, COMMANDS[2] ?? {}]);
    const { code, stdout, stderr } = await shop.run(argv, ['c', 's', 'y', 'n', 'y', 'y']);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /keep it\? \[y,n,a,d,s,q,\?\]/);
    assert.match(stderr, /hunk 2\/2: keep it\? \[y,n,q\]/);
    assert.match(shop.text('shop/money.py'), /which lose no cent/);
    assert.match(shop.text('shop/money.py'), /Two amounts of different/);
    assert.equal((await shop.run(['verify', '--last'])).code, 0);
  });
  it("e opens a file of the proposal in $EDITOR: what is changed there is the person's command, verified anew", async () => {
    const editor = shop.write('editor.sh', '#!/bin/sh\nsed -i.bak s/Amounts/Sums/ "$1"\n');
    fs.chmodSync(editor, 0o755);
    const env = { ...plainEnvironment(), VISUAL: editor };
    const { code, stdout, stderr } = await shop.run(argv, ['e', '2', 'y'], env);
    assert.equal(code, 0, stdout + stderr);
    assert.match(stderr, /a to ask for changes, e to edit, c to choose commands\]/);
    assert.match(
      stderr,
      / {2}1 {2}shop\/cli\.py\n {2}2 {2}shop\/money\.py\nwords \(run \S+\): Which file do you want to edit\? \[1-2\]/,
    );
    assert.match(stdout, /\+"""Sums of money which lose no cent\./);
    assert.match(shop.text('shop/money.py'), /^"""Sums of money which lose no cent\./);
    const verified = await shop.run(['verify', '--last']);
    assert.equal(verified.code, 0, verified.stdout);
    const journal = (await shop.run(['show', '--last', '--json'])).stdout;
    assert.match(journal, /"edits":\[\{"tool":"atomic_replace"/);
  });
  it('e with nothing changed, or an editor that fails, proposes the same again', async () => {
    const none = await shop.run(argv, ['e', '1', 'n'], { ...plainEnvironment(), VISUAL: 'true' });
    assert.match(none.stderr, /shop\/cli\.py was not changed/);
    assert.equal(none.code, 2);
    const failed = await shop.run(argv, ['e', '1', 'n'], { ...plainEnvironment(), VISUAL: 'false' });
    assert.match(failed.stderr, /the editor false ended with exit code 1; the proposal is as it was/);
    assert.deepEqual(changed(), []);
  });
  it('the diff goes through $PAGER on a terminal, never where it is piped', async () => {
    const env = { ...plainEnvironment(), NO_COLOR: '1', PAGER: 'sed s/^/paged:/' };
    const piped = await shop.run(argv, ['n'], env);
    assert.doesNotMatch(piped.stdout, /paged:/);
    const driver = path.join(repository, 'test/support/answer_in_terminal.py');
    const args = [driver, 'Apply this change', 'paged:', 'n', '--', userNode.program, builtCli, ...argv];
    const shown = spawnSync(python.executable, args, { cwd: shop.root, env, encoding: 'utf8' }).stdout;
    assert.match(shown, /paged:--- a\/shop\/cli\.py/);
    assert.doesNotMatch(shown, /paged:.*Apply this change/);
  });
});
