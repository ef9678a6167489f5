import assert from 'node:assert/strict';
import { ShopCopy } from './command-line.ts';

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

  function start(commands: readonly object[], spotChecks: readonly string[] = []): void {
    const designer = {
      touched_files: ['shop/money.py', 'shop/cli.py'],
      commands,
      changed_signatures: [],
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
    assert.match(stderr, /shop\/money\.py \(1\/3\): keep it\?/);
    assert.match(stderr, /Apply these 2 of 3 commands to 2 files\?/);
    assert.match(stdout, /APPLIED {2}Applied 2 of 3 commands in 2 files, lint clean/);
    assert.match(shop.text('shop/money.py'), /which never lose a cent/);
    const verified = await shop.run(['verify', '--last']);
    assert.equal(verified.code, 0, verified.stdout);
    assert.match(verified.stdout, /agree with each other/);
    assert.equal((await shop.run(['revert', '--last'])).code, 0);
    assert.deepEqual(changed(), []);
  });
  it('a whole file is left out with one answer', async () => {
    const { code, stdout } = await shop.run(argv, ['c', 'd', 'y', 'y']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Applied 1 of 3 commands in 1 file/);
    assert.deepEqual(changed(), [' M shop/cli.py']);
  });
  it('says what cannot stand alone, and proposes the whole again', async () => {
    const { code, stdout } = await shop.run(argv, ['c', 'n', 'y', 'y', 'y']);
    assert.equal(code, 0, stdout);
    assert.match(
      stdout,
      /not possible: command 2 \(atomic_replace\) cannot stand alone: it works on what command 1 leaves/,
    );
    assert.match(stdout, /APPLIED {2}Applied 2 files, lint clean/);
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
});
