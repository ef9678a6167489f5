import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { repository, ShopCopy } from './command-line.ts';

const execute = promisify(execFile);
const PYTHON = path.join(repository, '.venv/bin/python');
const DRIVER = path.join(repository, 'test/support/answer_in_terminal.py');

const PLUGIN =
  'from mypy.plugin import Plugin\n\n\ndef plugin(version: str) -> type[Plugin]:\n    return Plugin\n';

interface Attack {
  readonly what: string;
  readonly project: Readonly<Record<string, string>>;
  /** The file that the proposal rewrites so that loading it leaves the canary. */
  readonly changed: string;
  /** What the review says of the linter that was left out. */
  readonly said: string;
}

const plugin = (what: string, changed: string, project: Readonly<Record<string, string>>): Attack => ({
  what,
  changed,
  project,
  said: 'mypy was not run before your approval: its plugin',
});

const ATTACKS: readonly Attack[] = [
  plugin('a plugin behind a comment with a bracket', 'tools/plugin.py', {
    'pyproject.toml': '[tool]\nmypy.plugins = [ # see ]\n  "tools/plugin.py",\n]\n',
    'tools/plugin.py': PLUGIN,
  }),
  plugin('a plugin after a blank line', 'tools/plugin.py', {
    'mypy.ini': '[mypy]\nplugins =\n\n    # ours\n    tools/plugin.py\n',
    'tools/plugin.py': PLUGIN,
  }),
  plugin('a module beside the plugin', 'tools/part.py', {
    'mypy.ini': '[mypy]\nplugins = tools/plugin.py\n',
    'tools/plugin.py': `import part\n${PLUGIN}`,
    'tools/part.py': '# nothing yet\n',
  }),
  plugin('a data file that the plugin runs', 'tools/rules.txt', {
    'mypy.ini': '[mypy]\nplugins = tools/plugin.py\n',
    'tools/plugin.py': `import pathlib\nexec((pathlib.Path(__file__).parent / "rules.txt").read_text())\n${PLUGIN}`,
    'tools/rules.txt': '# nothing yet\n',
  }),
];

describe('workorder run in a terminal, as built', function () {
  this.timeout(240_000);
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());
  /** The linters can write nowhere else. */
  const canary = () => path.join(shop.root, '.mypy_cache', 'canary');

  const prepare = ({ project, changed }: Attack) => {
    fs.mkdirSync(path.join(shop.root, 'tools'));
    fs.mkdirSync(path.dirname(canary()));
    for (const [file, text] of Object.entries(project)) shop.write(file, text);
    const before = project[changed] ?? '';
    const after = `open(${JSON.stringify(canary())}, "w").close()\n${before}`;
    const commands = [
      {
        tool: 'atomic_replace',
        args: { file_path: changed, replacements: [{ old_string: before, new_string: after }] },
        reason: 'Change it.',
      },
    ];
    const verification = { tool: 'lint_backend', args: { path: 'shop/money.py', check_all: true } };
    const designer = { touched_files: [changed], commands, changed_signatures: [], verification };
    const qa = { decision: 'APPROVED', commands, verification };
    shop.write(
      'order.workorder.json',
      JSON.stringify({
        step_id: 's',
        step_text: 'Change it.',
        scope_allowlist: ['tools/'],
        invariants: [],
        acceptance: { lint: verification.args },
      }),
    );
    return shop.write(
      'said.replay.json',
      JSON.stringify({
        format: 'workorder-replay/1',
        origin: 'written-by-hand',
        note: 'A hostile proposal.',
        turns: [
          { role: 'designer', json: designer },
          { role: 'qa', json: qa },
        ],
      }),
    );
  };

  const answer = async (attack: Attack, answered: string, more: readonly string[] = []) => {
    const model = `replay:${prepare(attack)}`;
    const cli = path.join(repository, 'dist/cli.js');
    const run = ['run', 'order.workorder.json', '--model', model, '--on-lint-failure', 'keep', ...more];
    const asked = ['Apply this change', 'lint of the simulated files', answered];
    const { stdout } = await execute(PYTHON, [DRIVER, ...asked, '--', process.execPath, cli, ...run], {
      cwd: shop.root,
    }).catch((error: { stdout: string }) => error);
    return stdout;
  };

  for (const attack of ATTACKS) {
    it(`runs nothing of a proposal that is answered with n: ${attack.what}`, async () => {
      const said = await answer(attack, 'n');
      assert.ok(said.includes(attack.said), said);
      assert.ok(!fs.existsSync(canary()), said);
      assert.equal(shop.text(attack.changed), attack.project[attack.changed]);
    });
  }

  it('runs it once that is approved by name, which shows that the canary can', async () => {
    const [attack] = ATTACKS;
    assert.ok(attack);
    const said = await answer(attack, 'y', ['--approve-lint', attack.changed]);
    assert.ok(fs.existsSync(canary()), said);
  });

  it('does not run it after an ordinary yes', async () => {
    const [, attack] = ATTACKS;
    assert.ok(attack);
    const said = await answer(attack, 'y');
    assert.ok(!fs.existsSync(canary()), said);
    assert.match(said, /decides what the linters run, and running them with it was not approved/);
  });

  it('remembers a no to a plugin until its files change, shows it, and takes it back', async () => {
    const [, attack] = ATTACKS;
    assert.ok(attack);
    const model = `replay:${prepare(attack)}`;
    const argv = ['run', 'order.workorder.json', '--model', model, '--on-lint-failure', 'keep'];
    const ran = await shop.run(argv, ['y', 'no']);
    assert.match(ran.stdout, /was not approved; tools\/plugin\.py will not be run before its files change/);
    const lint = () => shop.run(['lint', 'shop/money.py', '--check-all']);
    const refused = () => shop.run(['lint', '--refused']);
    assert.match((await refused()).stdout, /^tools\/plugin\.py {2}refused \d{4}-/);
    assert.match((await lint()).stderr, /mypy was not started: you refused to run tools\/plugin\.py/);
    assert.match((await lint()).stderr, /--take-back NAME/);
    assert.ok(!fs.existsSync(canary()));
    const { stdout } = await shop.run(['tool', 'lint_backend', '{"path":"shop/money.py","check_all":true}']);
    assert.match(stdout, /you refused to run tools\/plugin\.py/);
    assert.ok(!fs.existsSync(canary()));

    const then = shop.text('tools/plugin.py');
    shop.write('tools/plugin.py', `${then}# later\n`);
    assert.equal((await refused()).stdout, '', 'its file changed');
    shop.write('tools/plugin.py', then);
    assert.match((await refused()).stdout, /^tools\/plugin\.py /, 'its file is as it was refused');
    assert.equal((await shop.run(['lint', '--take-back', 'tools/other.py'])).code, 3);
    const both = ['lint', '--take-back', 'tools/plugin.py', '--take-back', 'tools/other.py'];
    assert.equal((await shop.run(both)).code, 3);
    assert.match(
      (await refused()).stdout,
      /^tools\/plugin\.py /,
      'nothing is taken back beside a wrong name',
    );
    assert.equal((await shop.run(['lint', '--take-back', 'tools/plugin.py'])).code, 0);
    assert.equal((await refused()).stdout, '');
    await lint();
    assert.ok(fs.existsSync(canary()), 'the canary can run');
  });
});
