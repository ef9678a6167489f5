import { inShard, matrixOf, parseShard } from '../../core/campaign/shards.ts';
import { openCampaigns } from '../../node/campaign/store.ts';
import { ask, me, retry } from '../campaign/ask-campaign.ts';
import { collect, exportCampaign } from '../campaign/export-campaign.ts';
import { idOf } from '../campaign/find-campaign.ts';
import { QUEUE_OPTIONS } from '../campaign/queue-options.ts';
import { approve, decline, review } from '../campaign/review-campaign.ts';
import { list, status, watch } from '../campaign/show-campaign.ts';
import { WORK_OPTIONS } from '../campaign/work-options.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { planJson, planText } from '../print/campaign-lines.ts';
import { colours } from '../print/colours.ts';

const WORDS = {
  plan,
  run,
  status,
  watch,
  pause: (line: CommandLine, io: Io) => ask(line, io, { type: 'paused', by: me(io) }),
  resume,
  retry,
  cancel: (line: CommandLine, io: Io) => ask(line, io, { type: 'cancelled', by: me(io) }),
  review,
  approve,
  decline,
  list,
  export: exportCampaign,
  collect,
} as const;

const KNOWN = Object.keys(WORDS).join(', ');

export const command = defineCommand({
  forms: [
    'workorder campaign plan|run FILE.campaign.json',
    'workorder campaign status|watch|pause|resume|retry|cancel [CAMPAIGN]',
    'workorder campaign review|approve|decline [CAMPAIGN] [--group GROUP] [--target TARGET]',
    'workorder campaign export [CAMPAIGN] [--html FILE] [--sarif FILE] [--events FILE]',
    'workorder campaign plan FILE --matrix [--shards N], run FILE --shard 2/8, collect FILE … [--html FILE]',
    'workorder campaign list',
  ],
  about: [
    'The same work in many repositories, or in many folders of one: a work order, a plan or a wrapped program for each target, in a fresh checkout that is thrown away. What comes of it waits for your review, equal changes in one group, and what you approve is delivered: as patches, branches or pull requests.',
    'plan clones nothing and says what would be done, and at most cost. run does it in this process, and can be stopped at any point: resume continues it. CAMPAIGN is the id that run prints; left out, the newest.',
  ],
  words: Object.keys(WORDS),
  options: {
    yes: flagOption('start without a question, and approve every result that its policy lets through'),
    group: listOption('GROUP', 'this group of equal changes, as review names it'),
    target: listOption('TARGET', 'this target'),
    all: flagOption('every group for which every check passed'),
    html: textOption('FILE', 'export: one page about all of it, readable without scripts'),
    sarif: textOption('FILE', 'export: what was found at every target, as one SARIF log'),
    events: textOption('FILE', 'export: the journal, for collect'),
    matrix: flagOption('plan: print the matrix of a GitHub Actions job'),
    shards: textOption('N', 'how many jobs the matrix has (default: 8)'),
    shard: textOption('I/N', 'run: only this part of the targets'),
    concurrency: textOption('N', 'targets at the same time (default: what the file says, else 2)'),
    results: textOption('ADDRESS', 'with --queue: a bare repository in which workers leave their results'),
    ...QUEUE_OPTIONS,
    ...WORK_OPTIONS,
  },
  notes: [
    'Exit codes: 0 every target was delivered or needed nothing, 1 some failed or were not delivered, 2 blocked, stopped, paused or waiting for your review, 3 wrong usage, 130 cancelled.',
  ],
  takes: [[`what to do is missing: say ${KNOWN}`], Number.POSITIVE_INFINITY],
  async run(line, io) {
    const [word = ''] = line.positionals;
    if (!Object.hasOwn(WORDS, word))
      throw new UsageError(`campaign does not know "${word}"; it knows ${KNOWN}`);
    if (word !== 'collect' && line.positionals.length > 2)
      throw new UsageError(`unexpected argument "${line.positionals[2]}"`);
    return WORDS[word as keyof typeof WORDS](line, io);
  },
});

async function plan(line: CommandLine, io: Io): Promise<number> {
  const { readCampaign } = await import('../campaign/read-campaign.ts');
  const read = await readCampaign(fileOf(line), line, io);
  if (line.flag('matrix')) {
    const shards = readCount(line, 'shards') ?? 8;
    io.stdout(`${JSON.stringify(matrixOf(read.targets, shards))}\n`);
  } else io.stdout(line.json ? `${JSON.stringify(planJson(read.plan))}\n` : planText(read.plan, colours(io)));
  return EXIT.ok;
}

async function run(line: CommandLine, io: Io): Promise<number> {
  const { readCampaign } = await import('../campaign/read-campaign.ts');
  const whole = await readCampaign(fileOf(line), line, io);
  const shard = line.text('shard');
  const targets = shard === undefined ? whole.targets : inShard(whole.targets, requireOk(parseShard(shard)));
  const read = { ...whole, targets, plan: { ...whole.plan, targets } };
  if (targets.length === 0) throw new UsageError(`--shard ${shard} has no target`);
  const write = line.json ? io.stderr : io.stdout;
  write(planText(read.plan, colours(io)));
  if (!line.flag('yes')) {
    const answer = await io.ask('Begin? [y/N] ', line.signal);
    if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
      io.stderr(
        'Nothing was started: answer y, or give --yes, which also approves what passes its policy.\n',
      );
      return EXIT.blocked;
    }
  }
  const { beginCampaign } = await import('../campaign/carry-on.ts');
  return beginCampaign(read, line, io, me(io));
}

async function resume(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  const { continueCampaign } = await import('../campaign/carry-on.ts');
  return continueCampaign(store, runId, line, io, me(io));
}

function fileOf(line: CommandLine): string {
  const [word, file] = line.positionals;
  if (file === undefined) throw new UsageError(`campaign ${word} needs a FILE.campaign.json`);
  return file;
}
