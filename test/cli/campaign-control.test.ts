import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { findRedis, RedisServer } from '../support/campaign/redis-server.ts';
import { SmallTargets } from '../support/campaign/small-targets.ts';
import { eventually } from '../support/eventually.ts';
import { makeSeenFolder } from '../support/seen-folder.ts';

const BRANCH = 'workorder/say-more';
/** Waits for its gate, then changes something; with a `closed` gate it fails at once. */
const SCRIPT =
  'if [ -e {{ gates }}/{{name}}.closed ]; then exit 7; fi; while [ ! -e {{gates}}/{{ name }} ]; do sleep 0.05; done; echo "x = 2" > a.py';

interface Running {
  readonly child: ChildProcess;
  /** Events of its journal so far. */
  readonly events: Record<string, unknown>[];
  readonly ended: Promise<number | null>;
  stderr: string;
}

/** What another process can do about a campaign at work, through the built command line. */
describe('a campaign at work', () => {
  let targets: SmallTargets;
  let gates: string;
  let running: Running[];
  let redis: RedisServer | undefined;
  let worker: { readonly child: ChildProcess; readonly ended: Promise<unknown> } | undefined;
  before(async function () {
    if ((await openSandbox(tmpdir()).state()).kind !== 'ready') this.skip();
  });
  beforeEach(() => {
    running = [];
    targets = new SmallTargets();
    gates = makeSeenFolder('gates');
  });
  afterEach(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    worker?.child.kill('SIGKILL');
    await worker?.ended;
    worker = undefined;
    await redis?.dispose();
    redis = undefined;
    targets.dispose();
    fs.rmSync(gates, { recursive: true, force: true });
  });

  const open = (...names: readonly string[]) => {
    for (const name of names) fs.writeFileSync(path.join(gates, name), '');
  };
  function campaignOf(names: string, more: readonly { repository: string }[] = []): string {
    for (const name of names) targets.add(name, { 'a.py': 'x = 1\n' });
    return targets.campaign({
      title: 'Say more',
      template: { wrap: { command: ['sh', '-c', SCRIPT] } },
      variables: { gates, name: 'none' },
      targets: [...[...names].map(name => ({ repository: name, variables: { name } })), ...more],
      concurrency: 1,
      delivery: { kind: 'branch' },
    });
  }
  function start(...args: readonly string[]): Running {
    const child = spawn(userNode.program, [builtCli, 'campaign', ...args, '--yes', '--json'], {
      cwd: targets.folder,
      env: targets.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const one: Running = {
      child,
      events: [],
      ended: new Promise(resolve => child.once('close', resolve)),
      stderr: '',
    };
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      one.events.push(...lines.map(line => JSON.parse(line)));
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      one.stderr += text;
    });
    running.push(one);
    return one;
  }
  /** One worker on a Redis of its own, and the options with which it is used; `undefined`: there is none here. */
  async function startWorker(): Promise<readonly string[] | undefined> {
    const program = await findRedis();
    if (program === undefined) return undefined;
    redis = new RedisServer(program);
    await redis.start();
    fs.mkdirSync(targets.at('results.git'));
    targets.git('results.git', 'init', '-q', '--bare');
    const queue = ['--queue', redis.url];
    const child = spawn(userNode.program, [builtCli, 'worker', ...queue, '--concurrency', '1'], {
      cwd: targets.folder,
      env: targets.environment,
      stdio: 'ignore',
    });
    worker = { child, ended: once(child, 'close') };
    return [...queue, '--results', 'results.git'];
  }
  /** The one target that waits for its gate, once there is one. */
  const begun = () =>
    eventually(() => {
      const programs = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8', maxBuffer: 1 << 24 });
      const names = [...programs.matchAll(/! -e (\S+)\/([a-d]) \];/g)].flatMap(match =>
        match[1] === gates && !fs.existsSync(path.join(gates, match[2] ?? '')) ? [match[2]] : [],
      );
      return names[0];
    }, 'a target to begin');
  const until = ({ events }: Running, type: string, target = '') =>
    eventually(
      () => events.some(event => event['type'] === type && String(event['target'] ?? '').startsWith(target)),
      `${type} ${target}`,
    );
  const ask = (...args: readonly string[]) => targets.run('campaign', ...args);
  const status = async () => JSON.parse((await ask('status', '--json')).stdout);
  const branch = (name: string) => targets.git(name, 'branch', '--list', '--format=%(refname:short)', BRANCH);

  for (const where of ['in this process', 'on Redis'])
    it(`pauses, goes on and is cancelled as another process asks; what is under way is finished: ${where}`, async function () {
      const queue = where === 'on Redis' ? await startWorker() : [];
      if (queue === undefined) return this.skip();
      const file = campaignOf('abcd');
      const first = start('run', file, ...queue);
      const one = await begun();
      const paused = await ask('pause');
      assert.equal(paused.code, 0, paused.stderr);
      assert.match(paused.stdout, /The process that runs \S+ was told/);
      await until(first, 'paused');
      open(one);
      assert.equal(await first.ended, 2, first.stderr);
      const then = await status();
      assert.deepEqual([then.state, then.counts.delivered, then.counts.waiting], ['paused', 1, 3]);
      assert.deepEqual(
        [...'abcd'].filter(name => branch(name) === BRANCH),
        [one],
      );

      const second = start('resume', ...queue);
      const two = await begun();
      const cancelled = await ask('cancel');
      assert.match(cancelled.stdout, /was told/);
      await until(second, 'cancelled');
      open('a', 'b', 'c', 'd');
      assert.equal(await second.ended, 130, second.stderr);
      const last = await status();
      assert.deepEqual([last.state, last.counts.delivered, last.counts.waiting], ['cancelled', 2, 2]);
      assert.deepEqual(
        [...'abcd'].filter(name => branch(name) === BRANCH),
        [one, two].sort(),
      );
      const again = await ask('resume');
      assert.equal(again.code, 3);
      assert.match(again.stderr, /was cancelled; run its file again/);
    });

  it('tries again what another process asks for, while it works on the next', async () => {
    fs.writeFileSync(path.join(gates, 'a.closed'), '');
    const file = campaignOf('ab');
    const work = start('run', file);
    await until(work, 'ended', 'a-');
    await until(work, 'sent', 'b-');
    fs.rmSync(path.join(gates, 'a.closed'));
    const retried = await ask('retry');
    assert.equal(retried.code, 0, retried.stderr);
    assert.match(retried.stdout, /was told/);
    await until(work, 'retried');
    open('a', 'b');
    assert.equal(await work.ended, 0, work.stderr);
    assert.deepEqual([branch('a'), branch('b')], [BRANCH, BRANCH]);
    assert.equal((await status()).counts.delivered, 2);
  });

  it('is in the way of a second one that would make the same branches, which is refused and leaves no trace', async () => {
    const file = campaignOf('ab');
    const work = start('run', file);
    await until(work, 'sent', 'a-');
    const refused = await ask('run', file, '--yes');
    assert.equal(refused.code, 3, refused.stdout);
    const { run } = await status();
    assert.match(
      refused.stderr,
      new RegExp(
        `campaign ${run} is at work on a-\\w+ and makes the same branch there\\n\\nWait until it has ended`,
      ),
    );
    const listed = await ask('list');
    assert.equal(listed.stdout.trim().split('\n').length, 1, listed.stdout);
    open('a', 'b');
    assert.equal(await work.ended, 0, work.stderr);
  });

  it('does everything else while a repository does not answer, and ends what waits for it when it is cancelled', async () => {
    const asked: net.Socket[] = [];
    const silent = net.createServer(socket => void asked.push(socket.on('error', () => undefined)));
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    try {
      const file = campaignOf('a', [{ repository: `http://127.0.0.1:${port}/x.git` }]);
      fs.writeFileSync(
        targets.at(file),
        fs.readFileSync(targets.at(file), 'utf8').replace('"concurrency":1', '"concurrency":2'),
      );
      open('a');
      const work = start('run', file);
      await until(work, 'delivered', 'a-');
      assert.ok(asked.length > 0);
      const cancelled = await ask('cancel');
      assert.match(cancelled.stdout, /was told/);
      assert.equal(await work.ended, 130, work.stderr);
      const programs = execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8', maxBuffer: 1 << 24 });
      assert.ok(!programs.includes(`127.0.0.1:${port}`), 'git was ended, too');
      assert.equal((await status()).counts.waiting, 1);
    } finally {
      for (const socket of asked) socket.destroy();
      silent.close();
    }
  });

  it('offers no change of files that steer tools or run code, whatever --yes says', async () => {
    const files = [
      '.github/workflows/ci.yml',
      'conftest.py',
      '.workorder/policy.toml',
      '.pre-commit-config.yaml',
    ];
    for (const [n] of files.entries()) targets.add(`t${n}`, { 'a.py': 'x = 1\n' });
    const file = targets.campaign({
      title: 'Say more',
      template: {
        wrap: {
          command: ['sh', '-c', 'mkdir -p $(dirname {{file}}); echo "# x" > {{file}}; echo "x = 2" > a.py'],
        },
      },
      targets: files.map((name, n) => ({ repository: `t${n}`, variables: { file: name } })),
      delivery: { kind: 'branch' },
    });
    const ran = await ask('run', file, '--yes', '--json');
    assert.equal(ran.code, 2, ran.stderr);
    const events = ran.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    for (const [n, name] of files.entries()) {
      const end = events.find(({ type, target }) => type === 'ended' && target.startsWith(`t${n}-`));
      assert.equal(end.result.kind, 'blocked', JSON.stringify(end));
      assert.ok(end.result.reasons.join(' ').includes(name), end.result.reasons.join(' '));
      assert.equal(branch(`t${n}`), '');
    }
  });

  it('is listed beside one whose journal is damaged, which is named', async () => {
    const file = campaignOf('a');
    open('a');
    assert.equal(await start('run', file).ended, 0);
    const [{ run: good }] = [await status()];
    assert.equal((await ask('run', file, '--yes')).code, 0);
    const [newest = ''] = (await ask('list')).stdout.split(' ', 1);
    assert.notEqual(newest, good);
    const [journal = ''] = fs
      .readdirSync(targets.at('state'), { recursive: true, encoding: 'utf8' })
      .filter(name => name.includes(newest) && name.endsWith('journal.jsonl'));
    const place = targets.at('state', journal);
    fs.writeFileSync(place, fs.readFileSync(place, 'utf8').replace('Say more', 'Say less'));
    const listed = await ask('list');
    assert.equal(listed.code, 0, listed.stderr);
    const [first = '', second = ''] = listed.stdout.split('\n');
    assert.match(first, new RegExp(`^${newest} {2}damaged {2}.*journal\\.jsonl is damaged: `));
    assert.match(second, new RegExp(`^${good} {2}done {2}1 targets {2}Say more`));
    const json = (await ask('list', '--json')).stdout.trim().split('\n');
    assert.deepEqual(
      json.map(line => JSON.parse(line).state),
      ['damaged', 'done'],
    );
  });
});
