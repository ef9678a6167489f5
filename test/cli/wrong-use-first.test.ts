import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { runCli } from '../support/built-cli/run-cli.ts';
import { exchange, SmallTargets } from '../support/campaign/small-targets.ts';
import { SmallRepository } from '../support/small-repository.ts';
import { replies } from './command-line.ts';

const ORDER = {
  step_id: 's',
  step_text: 'Rename.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};
const PLAN = { title: 'A plan', phases: [{ id: 'p', outcome: 'Renamed.', steps: [ORDER] }] };
const PLAYED = ['--model', `replay:${replies('rename-calc-total')}`];
/** Whoever looks at it first says that nothing answers there. */
const NOBODY = ['--model', 'openai:m', '--base-url', 'http://127.0.0.1:9/v1', '--patience', '0'];

/** Wrong use that could only be noticed after long work, with the sentence. */
const WRONG: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
  [['prove', '--attest', 'a.json'], /about a commit or a range: name one/],
  [['prove', 'HEAD..HEAD', '--attest', 'a.json'], /nothing is between a commit and itself/],
  [['prove', 'HEAD', '--attest', 'a.json', '--root', 'pkg'], /leave --root out/],
  [['prove', 'HEAD', '--attest', 'none/a.json'], /its folder is not there/],
  [['prove', 'HEAD', '--attest', 'a.json', '--sign-key', 'none'], /--sign-key none does not exist/],
  [['prove', 'HEAD', '--require-attestation', '--signers', 'none'], /--signers none does not exist/],
  [['prove', 'HEAD', '--signers', 'order.json'], /--signers needs --require-attestation/],
  [['prove', '--require-attestation'], /--require-attestation needs a RANGE/],
  [['prove', '--output', 'none/x'], /its folder is not there/],
  [['prove', '--output', 'pkg'], /pkg cannot be written: it is a folder/],
  [['prove', '--report', 'sarif=none/x'], /its folder is not there/],
  [['prove', 'none', '--lint', 'pylint'], /--lint must be one of/],
  [['prove', 'none', '--run-tests', 'some'], /--run-tests must be/],
  [['prove', 'none', '--run', '--seed', 'x'], /--seed must be a whole number/],
  [['verify', '--last', '--attest', 'notes'], /has no notes: name a file/],
  [['verify', '--last', '--attest', 'none/a.json'], /its folder is not there/],
  [['verify', '--last', '--signers', 'order.json'], /--signers needs --attestation/],
  [['run', 'order.json', ...PLAYED, '--yes', '--record', 'pkg'], /pkg cannot be written: it is a folder/],
  [['run', 'order.json', ...PLAYED, '--yes', '--record', 'order.json/x'], /its folder is not there/],
  [['plan', 'plan.json', ...PLAYED, '--yes', '--fail-on', 'some'], /--fail-on must be "any" or "new"/],
  [['plan', 'plan.json', ...PLAYED, '--yes', '--on-lint-failure', 'x'], /--on-lint-failure must be/],
  [['agent', ...NOBODY], /no task is given/],
  [['agent', '--task', '7', ...NOBODY], /7/],
  [['ticket', 'run', ...NOBODY], /no ticket is given/],
  [['ticket', 'run', 'none.ticket.json', ...NOBODY], /none\.ticket\.json/],
  [['ticket', 'resume', 'none', ...NOBODY], /there is no run of the ticket none/],
  [['routa', ...NOBODY], /no goal is given/],
  [['routa', '--goal', 'x', '--fix-waves', 'many', ...NOBODY], /--fix-waves must be a whole number/],
  [['routa', '--tasks', 'order.json', ...NOBODY], /no @@@task block/],
];

describe('wrong use', () => {
  let repository: SmallRepository;
  before(async () => {
    repository = new SmallRepository();
    repository.commit('first', {
      'pkg/__init__.py': '',
      'order.json': JSON.stringify(ORDER),
      'plan.json': JSON.stringify(PLAN),
    });
    repository.commit('second', { 'pkg/a.py': 'x = 1\n' });
  });
  after(() => repository.dispose());

  for (const [words, sentence] of WRONG)
    it(`is refused before anything begins: ${words.join(' ')}`, async () => {
      const { code, stdout, stderr } = await runCli(words, { cwd: repository.root });
      assert.equal(code, 3, stdout + stderr);
      assert.equal(stdout, '');
      assert.match(stderr, sentence);
      const runs = await runCli(['history'], { cwd: repository.root });
      assert.equal(runs.stdout, 'No run in this workspace yet.\n');
      assert.equal(repository.git('status', '--porcelain'), '');
    });

  it('of what each target would refuse is refused before a campaign is written down', async () => {
    const targets = new SmallTargets();
    try {
      targets.add('a', { 'a.py': 'x = 1\n' });
      const file = targets.campaign({
        title: 'Exchange get',
        template: exchange(),
        targets: [{ repository: 'a' }],
        delivery: { kind: 'branch' },
      });
      for (const [option, value] of [
        ['--concurrency', 'many'],
        ['--patience', 'long'],
        ['--answer-timeout', 'x'],
        ['--env', 'NOT_SET_HERE'],
      ] as const) {
        const { code, stderr } = await targets.run('campaign', 'run', file, '--yes', option, value);
        assert.equal(code, 3, stderr);
        assert.match(stderr, new RegExp(`^${option} `));
        assert.ok(!fs.existsSync(path.join(targets.at('state'), 'campaigns')), option);
      }
    } finally {
      targets.dispose();
    }
  });
});
