import path from 'node:path';
import process from 'node:process';
import type { TargetResult } from '../../core/campaign/events.ts';
import { inTheWay } from '../../core/campaign/in-the-way.ts';
import { summarise } from '../../core/campaign/summary.ts';
import { createMemoryQueue } from '../../node/campaign/memory-queue.ts';
import { runCampaign } from '../../node/campaign/run-campaign.ts';
import { createTargetRunner, type TargetJob } from '../../node/campaign/run-target.ts';
import { type CampaignStore, type HeldCampaign, openCampaigns } from '../../node/campaign/store.ts';
import { identityArgs } from '../../node/delivery/identity.ts';
import { createRunGit } from '../../node/git/run-git.ts';
import { createProcesses } from '../../node/processes.ts';
import { readPatience } from '../agent-settings.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import { readModelLimits } from '../models/model-limits.ts';
import { readSpending } from '../models/spending.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { campaignLine } from '../print/campaign-lines.ts';
import { colours } from '../print/colours.ts';
import { sameRoot } from '../print/next-command.ts';
import { readProgram } from '../program-options.ts';
import { limiter, openQueue, queueUrl, workerName } from './queue-options.ts';
import type { ReadCampaign } from './read-campaign.ts';
import { show } from './show-campaign.ts';
import { createWorkOnTarget } from './work-on-target.ts';

/** Writes down what a campaign is, and runs it. */
export async function beginCampaign(
  read: ReadCampaign,
  line: CommandLine,
  io: Io,
  by: string,
): Promise<number> {
  await checkOptions(line, io);
  const committer = await whoCommits(line);
  // First: without it there is nothing to write down.
  const shared = await openShared(line, io);
  const store = openCampaigns(line.root);
  const { campaign, template, targets } = read;
  const held = await store
    .alone(async () => {
      const other = inTheWay(await store.atWork(), campaign, targets);
      if (other !== undefined)
        throw new UsageError(
          `campaign ${other.runId} is at work on ${other.target} and makes the same branch there`,
          `Wait until it has ended, or stop it: workorder campaign cancel ${other.runId}${sameRoot(line)}`,
        );
      const made = await store.create(campaign.title);
      if (!made.ok) throw new Error(made.error);
      const { runId } = made.value;
      await made.value.add({ type: 'campaign_started', runId, campaign, template, targets, committer, by });
      return made.value;
    })
    .catch(async (error: unknown) => {
      await shared?.close();
      throw error;
    });
  (line.json ? io.stderr : io.stdout)(`Campaign ${held.runId}\n`);
  return carryOn(store, held, line, io, by, shared);
}

async function openShared(line: CommandLine, io: Io) {
  const url = queueUrl(line, io);
  return url === undefined ? undefined : openQueue(line, io, url);
}

/** Continues one that was stopped in any way, also by a kill. */
export async function continueCampaign(
  store: CampaignStore,
  runId: string,
  line: CommandLine,
  io: Io,
  by: string,
): Promise<number> {
  await checkOptions(line, io);
  const held = await store.hold(runId);
  if (!held.ok) {
    // Another process has it: it is the one to continue, where it is paused.
    const told = await store.ask(runId, { type: 'resumed', by });
    if (!told.ok) throw new UsageError(told.error);
    io.stdout(`The process that runs ${runId} was told to continue.\n`);
    return EXIT.ok;
  }
  const { state } = held.value;
  if (state.isCancelled) {
    held.value.release();
    throw new UsageError(`campaign ${runId} was cancelled; run its file again`);
  }
  const shared = await openShared(line, io);
  if (!state.isOpen) await held.value.add({ type: 'resumed', by });
  return carryOn(store, held.value, line, io, by, shared);
}

async function carryOn(
  store: CampaignStore,
  held: HeldCampaign,
  line: CommandLine,
  io: Io,
  by: string,
  shared: Awaited<ReturnType<typeof openShared>>,
): Promise<number> {
  const { state } = held;
  const { runId, campaign } = state;
  const c = colours(io);
  const processes = createProcesses();
  const concurrency = readCount(line, 'concurrency') ?? campaign?.concurrency ?? 2;
  const results = line.text('results');
  const own = store.placeOf(runId, 'results.git');
  const queue = shared ?? createMemoryQueue<TargetJob, TargetResult>();
  const name = workerName();
  // With a queue the workers do it; this process sends, collects and delivers.
  const working =
    shared === undefined
      ? queue.work(createTargetRunner(name, createWorkOnTarget(line, io, limiter()), processes), {
          name,
          concurrency,
        })
      : undefined;
  try {
    const running = runCampaign({
      held,
      queue,
      processes,
      collecting: own,
      ...(shared === undefined || results === undefined ? {} : { results: addressOf(results, io.cwd) }),
      patches: store.placeOf(runId, 'patches'),
      window: shared === undefined ? concurrency : QUEUED,
      ...(line.flag('yes') ? { approvesAll: `${by} with --yes` } : {}),
      signal: line.signal,
      onEvent: (event, now) => {
        if (line.json) io.stdout(`${JSON.stringify(event)}\n`);
        const text = line.quiet ? undefined : campaignLine(event, now, c);
        if (text !== undefined) (line.json ? io.stderr : io.stdout)(`${text}\n`);
      },
    });
    // What was asked of a Redis that is away is never answered; the journal has everything.
    await (shared === undefined ? running : Promise.race([running, longAfter(line.signal)]));
    await (line.signal.aborted ? working?.end() : working?.stop());
  } catch (error) {
    // A full disk, say: nothing is lost that was written down.
    await working?.end();
    io.stderr(
      `The campaign was interrupted. When the cause is fixed, continue with: workorder campaign resume ${runId}${sameRoot(line)}\n`,
    );
    throw error;
  } finally {
    shared?.redis.removeAllListeners('close');
    await queue.close();
    held.release();
  }
  const summary = summarise(state);
  const code = show(line, io, summary);
  return line.signal.aborted ? EXIT.cancelled : code;
}

/** Resolves some seconds after Ctrl+C. */
const longAfter = (signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const begin = () => setTimeout(resolve, 5000).unref();
    if (signal.aborted) begin();
    else signal.addEventListener('abort', begin, { once: true });
  });

/** Before anything is written down or held: what each target's command would refuse is refused here, too. */
async function checkOptions(line: CommandLine, io: Io): Promise<void> {
  readCount(line, 'concurrency');
  readPatience(line);
  readModelLimits(line);
  readProgram(line, io);
  await readSpending(line, io);
  if (queueUrl(line, io) !== undefined && line.text('results') === undefined)
    throw new UsageError('--queue needs --results: a bare repository that all workers can push to');
}

/** How many targets of one campaign a queue has at a time: enough for many workers, few enough to stop soon. */
const QUEUED = 256;

/** A folder as an absolute path. */
const addressOf = (text: string, cwd: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /^[^/\\]{2,}:/.test(text) ? text : path.resolve(cwd, text);

/** Before anything is begun: a commit of nobody would be refused at the end. */
async function whoCommits(line: CommandLine) {
  const git = createRunGit(line.root, createProcesses());
  const told = await git({ args: [...identityArgs(process.env), 'var', 'GIT_COMMITTER_IDENT'] }, line.signal);
  const [, name, email] = /^([^<]*) <([^>]*)> \d+ [+-]\d+$/.exec(told.ok ? told.value.trim() : '') ?? [];
  if (name === undefined || email === undefined)
    throw new UsageError(
      `git does not know who commits; set user.name and user.email${told.ok ? '' : ` (${told.error})`}`,
    );
  return { name, email };
}
