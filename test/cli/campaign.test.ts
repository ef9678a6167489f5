import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { exchange, SmallTargets } from '../support/campaign/small-targets.ts';

const CODE = 'import lib\n\n\ndef one():\n    return lib.get(1)\n';
const BRANCH = 'workorder/exchange-get';

/** Campaigns in one process, through the built command line and real repositories. */
describe('workorder campaign', () => {
  let targets: SmallTargets;
  before(async function () {
    // No code of a target runs without it, and there is no option that would.
    if ((await openSandbox(tmpdir()).state()).kind !== 'ready') this.skip();
  });
  beforeEach(() => {
    targets = new SmallTargets();
  });
  afterEach(() => targets.dispose());

  const repositories = (...names: readonly string[]) => names.map(repository => ({ repository }));
  const branches = (name: string) =>
    targets.git(name, 'branch', '--list', '--format=%(refname:short)', 'workorder/*');
  const idIn = (text: string): string => /Campaign (\S+)/.exec(text)?.[1] ?? '';

  it('says what would be done and clones nothing, then does it, asks for a review by groups and delivers what was approved', async () => {
    targets.add('a', { 'a.py': CODE });
    targets.add('b', { 'pkg/b.py': `${CODE}\n\nprint(lib.get(2))\n` });
    targets.add('c', { 'c.py': CODE, 'bad.py': 'def get(\n' });
    targets.add('d', { 'notes.txt': 'get(1)' });
    const file = targets.campaign({
      title: 'Exchange get',
      template: exchange(),
      targets: repositories('a', 'b', 'c', 'd'),
      canary: 1,
      delivery: { kind: 'branch' },
    });
    const planned = await targets.run('campaign', 'plan', file);
    assert.equal(planned.code, 0, planned.stderr);
    assert.match(
      planned.stdout,
      /at 4 targets:[\s\S]*the first 1 must work before the others begin[\s\S]*cost: nothing for models/,
    );
    assert.ok(!fs.existsSync(targets.at('state')), 'plan leaves nothing behind');

    const asked = await targets.run('campaign', 'run', file);
    assert.equal(asked.code, 2);
    assert.match(asked.stderr, /Nothing was started/);

    const { stdout: ran, code } = await runWithAnswer(file);
    assert.equal(code, 2, ran);
    assert.match(ran, /WAITING {2}Exchange get/);
    for (const name of 'abcd') assert.equal(branches(name), '', `${name} before the approval`);

    const reviewed = await targets.run('campaign', 'review', '--json');
    const groups = reviewed.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    const together = groups.find(({ results }) => results.length === 2);
    assert.ok(together, reviewed.stdout);
    assert.match(together.sample, /-def one|- {4}return lib.get\(1\)/);

    const approved = await targets.run('campaign', 'approve', '--group', together.group);
    assert.match(approved.stdout, /2 approved\. Deliver with: workorder campaign resume/);
    const resumed = await targets.run('campaign', 'resume');
    assert.match(resumed.stdout, /2 delivered/);
    assert.equal(branches('a'), BRANCH);
    assert.equal(branches('b'), BRANCH);
    assert.match(targets.git('a', 'show', `${BRANCH}:a.py`), /return lib.fetch\(1\)/);
    assert.equal(
      targets.git('a', 'log', '-1', '--format=%an <%ae> %s', BRANCH),
      'Ann <ann@example.org> Exchange get',
    );
    assert.equal(targets.git('a', 'status', '--short'), '', 'the checkout of the target is as it was');
    assert.equal(branches('d'), '');
  });

  it('goes on after a kill to the same commits, each delivered once', async () => {
    const names = ['a', 'b', 'c', 'd'];
    for (const name of names) targets.add(name, { 'm.py': CODE });
    const file = targets.campaign({
      title: 'Exchange get',
      template: exchange(),
      targets: repositories(...names),
      concurrency: 2,
      delivery: { kind: 'branch' },
    });
    const id = await killAfterDelivery(file);
    const resumed = await targets.run('campaign', 'resume', id, '--yes', '--json');
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(JSON.parse(resumed.stdout.trim().split('\n').at(-1) ?? '').counts.delivered, 4);
    for (const name of names) {
      assert.equal(branches(name), BRANCH);
      assert.equal(targets.git(name, 'rev-list', '--count', `main..${BRANCH}`), '1');
    }
    // The same file again gives byte-equal commits: what is there is found, and nothing is pushed over it.
    const before = names.map(name => targets.git(name, 'rev-parse', BRANCH));
    const again = await targets.run('campaign', 'run', file, '--yes', '--json');
    assert.equal(again.code, 0, again.stderr);
    assert.deepEqual(
      names.map(name => targets.git(name, 'rev-parse', BRANCH)),
      before,
    );
  });

  it('stops at a canary that does not work, names the reason, and writes patches for folders of a monorepo that import a module', async () => {
    targets.add('mono', {
      'lib/__init__.py': 'def get(x):\n    return x\n',
      'packages/a/a.py': CODE,
      'packages/b/b.py': 'print(1)\n',
      'packages/c/c.py': 'from packages.a import a\n',
    });
    const file = targets.campaign({
      title: 'Exchange get',
      template: exchange("grep -q lib *.py && sed -i 's/get(/fetch(/' *.py || { echo x > new.py; exit 7; }"),
      targets: [{ repository: 'mono', folders: 'packages/*', imports: 'lib' }],
      canary: 1,
      delivery: { kind: 'patch' },
    });
    const ran = await targets.run('campaign', 'run', file, '--yes', '--json');
    const last = JSON.parse(ran.stdout.trim().split('\n').at(-1) ?? '');
    assert.equal(last.targets, 2, 'packages/b does not import lib');
    assert.equal(ran.code, 2, ran.stderr);
    assert.deepEqual([last.counts.delivered, last.counts.blocked], [1, 1]);
    assert.match(last.failures[0].reason, /the program ended with N/);
    const [patch] = fs
      .readdirSync(targets.at('state'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.patch'));
    assert.ok(patch);
    fs.copyFileSync(targets.at('state', patch), targets.at('it.patch'));
    targets.git('mono', 'apply', targets.at('it.patch'));
    assert.equal(targets.git('mono', 'status', '--short'), 'M packages/a/a.py');
  });

  it('pushes a branch to the remote of a folder once, also when it is killed after the push and before it was written down', async () => {
    targets.add('a', { 'a.py': CODE });
    targets.git('.', 'init', '-q', '--bare', 'remote.git');
    targets.git('a', 'remote', 'add', 'origin', '../remote.git');
    const file = targets.campaign({
      title: 'Exchange get',
      template: exchange(),
      targets: repositories('a'),
      delivery: { kind: 'push' },
    });
    const pushed = targets.at('remote.git/refs/heads', BRANCH);
    const said = await killWhen(file, () => fs.existsSync(pushed));
    const commit = fs.readFileSync(pushed, 'utf8').trim();
    const written = fs.statSync(pushed).mtimeMs;
    const resumed = await targets.run('campaign', 'resume', idIn(said), '--yes', '--json');
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(JSON.parse(resumed.stdout.trim().split('\n').at(-1) ?? '').counts.delivered, 1);
    assert.equal(fs.readFileSync(pushed, 'utf8').trim(), commit);
    assert.equal(fs.statSync(pushed).mtimeMs, written, 'nothing was pushed a second time');
    assert.equal(branches('a'), '', 'the folder itself gets no branch');
  });

  it('without a sandbox every target is BLOCKED, with a sentence that names no option campaigns do not have', async () => {
    targets.add('a', { 'a.py': CODE });
    const file = targets.campaign({
      title: 'Exchange get',
      template: exchange(),
      targets: repositories('a'),
      delivery: { kind: 'branch' },
    });
    targets.environment['WORKORDER_SANDBOX'] = 'off';
    const { code, stdout } = await targets.run('campaign', 'run', file, '--yes');
    assert.equal(code, 2, stdout);
    assert.match(stdout, /blocked: there is no sandbox on this machine, and a campaign runs no program/);
    assert.match(stdout, /^ENDED {2}/m);
    assert.doesNotMatch(stdout, /--without-sandbox/);
  });

  /** Kills the command as soon as something is so; what it had printed. */
  function killWhen(file: string, isSo: () => boolean): Promise<string> {
    const child = spawn(userNode.program, [builtCli, 'campaign', 'run', file, '--yes'], {
      cwd: targets.folder,
      env: targets.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    const timer = setInterval(() => isSo() && child.kill('SIGKILL'), 1);
    return new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
      });
      child.once('error', reject);
      child.once('close', () => {
        clearInterval(timer);
        resolve(out);
      });
    });
  }

  /** Without --yes, and a person who begins it: what comes of it waits. */
  async function runWithAnswer(file: string) {
    const { runCli } = await import('../support/built-cli/run-cli.ts');
    return runCli(['campaign', 'run', file], {
      cwd: targets.folder,
      env: targets.environment,
      answers: ['y'],
    });
  }

  function killAfterDelivery(file: string): Promise<string> {
    const child = spawn(userNode.program, [builtCli, 'campaign', 'run', file, '--yes'], {
      cwd: targets.folder,
      env: targets.environment,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let out = '';
    return new Promise((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        if (out.includes('delivered:')) child.kill('SIGKILL');
      });
      child.once('error', reject);
      child.once('close', () => resolve(idIn(out)));
    });
  }
});
