import { hostname } from 'node:os';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TargetResult } from '../../core/campaign/events.ts';
import { createTurns, limitModel, type Turns } from '../../core/campaign/rate.ts';
import type { Model } from '../../core/ports/model.ts';
import { type BullQueue, openBullQueue } from '../../node/campaign/bullmq-queue.ts';
import { createRedisTurns } from '../../node/campaign/redis-turns.ts';
import type { TargetJob } from '../../node/campaign/run-target.ts';
import { type Io, UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';

export const QUEUE_OPTIONS = {
  queue: textOption(
    'URL',
    'redis://… or rediss://… (TLS): workers do the targets (or WORKORDER_QUEUE, for a URL with a password)',
  ),
  'queue-prefix': textOption('NAME', 'before every key in Redis (default: workorder)'),
  lease: textOption(
    'SECONDS',
    'a worker that gives no sign of life for so long loses its targets (default: 30)',
  ),
} as const;

export const queueUrl = (line: CommandLine, io: Io): string | undefined =>
  line.text('queue') ?? (io.env['WORKORDER_QUEUE'] || undefined);

/** The queue of `--queue`; what is wrong with it is wrong usage, with what to do. */
export async function openQueue(
  line: CommandLine,
  io: Io,
  url: string,
): Promise<BullQueue<TargetJob, TargetResult>> {
  if (!/^rediss?:\/\//.test(url)) throw new UsageError('--queue must begin with redis:// or rediss://');
  const prefix = line.text('queue-prefix');
  const lease = readCount(line, 'lease');
  const opened = await openBullQueue<TargetJob, TargetResult>({
    url,
    ...(prefix === undefined ? {} : { prefix }),
    ...(lease === undefined ? {} : { leaseMs: lease * 1000 }),
  });
  if (!opened.ok) throw new UsageError(opened.error, 'See docs/campaigns.md, "Many machines".');
  const warning = await opened.value.warning();
  if (warning !== undefined) io.stderr(`! ${warning}\n`);
  const { redis } = opened.value;
  let isAway = false;
  redis.on('close', () => {
    if (isAway || line.signal.aborted) return;
    isAway = true;
    io.stderr(
      '! Redis does not answer. The campaign continues by itself when Redis is back; Ctrl+C ends it.\n',
    );
  });
  redis.on('ready', () => {
    if (isAway) io.stderr('Redis is back.\n');
    isAway = false;
  });
  return opened.value;
}

export const turnsOf = (line: CommandLine, queue: Pick<BullQueue<TargetJob, TargetResult>, 'redis'>): Turns =>
  createRedisTurns(queue.redis, line.text('queue-prefix'));

/** Holds every model of a target to the limits of its campaign. */
export const limiter =
  (turns: Turns = createTurns(Date.now)) =>
  (model: Model, { limits }: TargetJob): Model =>
    limitModel(model, limits, turns, async (ms, signal) => {
      // Who cancels is told by the request itself.
      await sleep(ms, undefined, { signal: signal as AbortSignal }).catch(() => undefined);
    });

export const workerName = (): string => `${hostname()}-${process.pid}`;
