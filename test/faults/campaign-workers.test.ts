import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { openSandbox } from '../../src/node/sandbox/open-sandbox.ts';
import { builtCli, userNode } from '../support/built-cli/run-cli.ts';
import { findRedis, RedisServer } from '../support/campaign/redis-server.ts';
import { exchange, SmallTargets } from '../support/campaign/small-targets.ts';
import { eventually } from '../support/eventually.ts';

const TARGETS = process.env['WORKORDER_FAULTS'] === 'full' ? 300 : 12;
const BRANCH = 'workorder/exchange-get';

/** Real processes, a real Redis and real repositories. */
describe('workers of a campaign', function () {
  this.timeout(TARGETS * 6000 + 120_000);
  let targets: SmallTargets;
  let redis: RedisServer | undefined;
  const children = new Set<ChildProcess>();
  before(async function () {
    const program = await findRedis();
    if (program === undefined || (await openSandbox(tmpdir()).state()).kind !== 'ready') {
      console.log('    redis-server or the sandbox is missing and cannot be installed');
      return this.skip();
    }
    targets = new SmallTargets();
    redis = new RedisServer(program);
    await redis.start();
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await redis?.dispose();
    targets?.dispose();
  });

  function start(...args: readonly string[]) {
    const child = spawn(userNode.program, [builtCli, ...args], {
      cwd: targets.folder,
      env: targets.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    children.add(child);
    const process = {
      child,
      out: '',
      ended: new Promise<number | null>(resolve =>
        child.once('close', code => {
          children.delete(child);
          resolve(code);
        }),
      ),
    };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        process.out += text;
      });
    return process;
  }

  it(`deliver each of ${TARGETS} targets exactly once, although two of three are killed and Redis is started again`, async () => {
    assert.ok(redis);
    const names = Array.from({ length: TARGETS }, (_, i) => `t${i}`);
    for (const name of names) targets.add(name, { 'm.py': `import lib\n\nprint(lib.get('${name}'))\n` });
    fs.mkdirSync(targets.at('results.git'));
    targets.git('results.git', 'init', '-q', '--bare');
    const file = targets.campaign({
      title: 'Exchange get',
      template: exchange(),
      targets: names.map(repository => ({ repository })),
      canary: 1,
      delivery: { kind: 'branch' },
    });
    const queue = ['--queue', redis.url];
    const worker = () => start('worker', ...queue, '--lease', '2', '--concurrency', '2');
    const workers = [worker(), worker(), worker()];
    const run = start('campaign', 'run', file, '--yes', '--json', ...queue, '--results', 'results.git');
    const deliveries = () => run.out.split('"type":"delivered"').length - 1;
    const past = (share: number) =>
      eventually(
        () => deliveries() >= TARGETS * share,
        `${share * 100} % to be delivered: ${run.out.slice(-300)}`,
        TARGETS * 6000,
      );
    // A run that says nothing for minutes is taken for one that hangs.
    const telling = setInterval(
      () => console.log(`    ${deliveries()} of ${TARGETS} delivered`),
      60_000,
    ).unref();
    await past(0.15);
    workers[0]?.child.kill('SIGKILL');
    await past(0.3);
    await redis.kill();
    await redis.start();
    await past(0.5);
    workers[1]?.child.kill('SIGKILL');
    assert.equal(await run.ended, 0, run.out.slice(-2000));
    clearInterval(telling);
    const told = run.out
      .split('\n')
      .filter(line => line.startsWith('{'))
      .map(line => JSON.parse(line));
    const delivered = told.filter(({ type }) => type === 'delivered').map(({ target }) => target);
    assert.equal(delivered.length, TARGETS, 'told as delivered');
    assert.equal(new Set(delivered).size, TARGETS, 'none twice');
    assert.equal(told.at(-1).counts.delivered, TARGETS);
    for (const name of names) {
      assert.equal(
        targets.git(name, 'for-each-ref', '--format=%(refname:short)', 'refs/heads/workorder'),
        BRANCH,
      );
      assert.equal(targets.git(name, 'rev-list', '--count', `main..${BRANCH}`), '1', name);
      assert.equal(targets.git(name, 'show', `${BRANCH}:m.py`), `import lib\n\nprint(lib.fetch('${name}'))`);
    }
    // In one process it comes to the same commits: what is there is recognised as delivered.
    const few = targets.campaign({
      title: 'Exchange get',
      template: exchange(),
      targets: names.slice(0, 3).map(repository => ({ repository })),
      delivery: { kind: 'branch' },
    });
    const alone = start('campaign', 'run', few, '--yes', '--json');
    assert.equal(await alone.ended, 0, alone.out.slice(-2000));
    assert.match(alone.out, /"delivered":3/);
    // The one that is left finishes and goes when it is asked to.
    workers[2]?.child.kill('SIGTERM');
    assert.equal(await workers[2]?.ended, 0, workers[2]?.out);
    console.log(
      `    ${TARGETS} targets, 2 of 3 workers killed, Redis killed once: ${delivered.length} delivered, 0 twice`,
    );
  });
});
