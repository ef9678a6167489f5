// What a campaign of 10,000 targets costs to plan, to track and to show; what a job costs in the queue of Redis, and how
// much more two and four workers do with a model that answers after 200 ms.
import { setTimeout as sleep } from 'node:timers/promises';
import type { CampaignEvent } from '../src/core/campaign/events.ts';
import { campaignPage } from '../src/core/campaign/page.ts';
import { planCampaign } from '../src/core/campaign/plan-campaign.ts';
import { CampaignState } from '../src/core/campaign/state.ts';
import { summarise } from '../src/core/campaign/summary.ts';
import { targetsOf } from '../src/core/campaign/targets.ts';
import type { QueuedJob } from '../src/core/ports/job-queue.ts';
import { openBullQueue } from '../src/node/campaign/bullmq-queue.ts';
import { sha256 } from '../src/node/system.ts';
import { CAMPAIGN, resultOf } from '../test/support/campaign/campaign-in-memory.ts';
import { findRedis, RedisServer } from '../test/support/campaign/redis-server.ts';
import { Figures } from './figures.ts';

const isQuick = process.argv.includes('--quick');
const TARGETS = 10_000;
const RUNS = isQuick ? 2 : 5;
const JOBS = isQuick ? 400 : 2000;
const ANSWER_MS = 200;
const figures = new Figures('campaign');

const processorMs = (act: () => void): number => {
  const before = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const found = Array.from({ length: TARGETS }, (_, i) => ({
  entry: { repository: `r${i}` },
  repository: `https://example.org/team/r${i}.git`,
}));
const planned: number[] = [];
const folded: number[] = [];
const summed: number[] = [];
const drawn: number[] = [];
let megabytes = 0;
for (let run = 0; run < RUNS; run++) {
  let targets = targetsOf(CAMPAIGN, [], sha256);
  planned.push(
    processorMs(() => {
      targets = targetsOf(CAMPAIGN, found, sha256);
      if (targets.ok) planCampaign(CAMPAIGN, targets.value);
    }),
  );
  if (!targets.ok) throw new Error(targets.error);
  const all = targets.value;
  const committer = { name: 'n', email: 'e' };
  const { template } = CAMPAIGN;
  const events: readonly CampaignEvent[] = [
    {
      at: 0,
      type: 'campaign_started',
      runId: 'r',
      campaign: CAMPAIGN,
      template,
      targets: all,
      committer,
      by: 'me',
    },
    ...all.flatMap(({ id }, i): CampaignEvent[] => [
      { at: i, type: 'sent', target: id, base: 'b' },
      { at: i, type: 'ended', target: id, result: resultOf(id) },
      { at: i, type: 'approved', by: 'me', results: [{ target: id, hash: `hash-${id}` }] },
      { at: i, type: 'delivered', target: id, hash: `hash-${id}`, where: 'there' },
    ]),
  ];
  const heap = process.memoryUsage().heapUsed;
  let state = new CampaignState();
  folded.push(
    processorMs(() => {
      state = CampaignState.of(events);
    }),
  );
  megabytes = Math.max(megabytes, (process.memoryUsage().heapUsed - heap) / 1e6);
  if (state.counts.delivered !== TARGETS) throw new Error('not all are delivered');
  summed.push(processorMs(() => void summarise(state)));
  drawn.push(processorMs(() => void campaignPage(state)));
}
figures.add('plan 10,000 targets', planned, { unit: 'ms' });
figures.add('read the 40,001 events of 10,000 delivered targets into a state', folded, { unit: 'ms' });
figures.add('heap that it grew by, at most', megabytes, { unit: 'MB' });
figures.add('status of it', summed, { unit: 'ms', target: '≤ 200' });
figures.add('the page of it', drawn, { unit: 'ms' });

const program = await findRedis();
if (program === undefined) figures.note('redis-server is not installed: the queue was not measured.');
else {
  const server = new RedisServer(program);
  await server.start();
  const jobs = (count: number): readonly QueuedJob[] =>
    Array.from({ length: count }, (_, i) => ({ id: `j${i}`, owner: 'me', priority: 10 }));
  const open = async (prefix: string) => {
    const opened = await openBullQueue<QueuedJob, string>({ url: server.url, prefix });
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  };
  /** Milliseconds by the clock until so many workers have done the jobs, each four at a time. */
  const timeOf = async (name: string, workers: number, count: number, answerMs: number): Promise<number> => {
    const queue = await open(name);
    await queue.add(jobs(count));
    const started = performance.now();
    let done = 0;
    let end: () => void = () => undefined;
    const all = new Promise<void>(resolve => {
      end = resolve;
    });
    const opened = await Promise.all(Array.from({ length: workers }, () => open(name)));
    const working = opened.map((one, i) =>
      one.work(
        async () => {
          if (answerMs > 0) await sleep(answerMs);
          done += 1;
          if (done === count) end();
          return { kind: 'done', result: '' };
        },
        { name: `w${i}`, concurrency: 4 },
      ),
    );
    await all;
    const ms = performance.now() - started;
    await Promise.all(working.map(one => one.stop()));
    for (const one of [queue, ...opened]) await one.close();
    return ms;
  };
  const empty = await timeOf('empty', 1, JOBS, 0);
  figures.add('the queue, for each job that does nothing (log written at each step)', empty / JOBS, {
    unit: 'ms',
    byTheClock: true,
  });
  const count = isQuick ? 40 : 160;
  const one = count / (await timeOf('one', 1, count, ANSWER_MS));
  for (const workers of [2, 4]) {
    const rate = count / (await timeOf(`w${workers}`, workers, count, ANSWER_MS));
    figures.add(
      `${workers} workers, of ${workers} × the throughput of one, with a model that answers after ${ANSWER_MS} ms`,
      rate / one / workers,
      {
        unit: '×',
        target: '≥ 0.9',
        byTheClock: true,
      },
    );
  }
  await server.dispose();
}
figures.end();
