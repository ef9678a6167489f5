import { readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import type { CampaignEvent } from '../../core/campaign/events.ts';
import { campaignSarif } from '../../core/campaign/merge-sarif.ts';
import { campaignPage } from '../../core/campaign/page.ts';
import { approvalOf, reviewGroups } from '../../core/campaign/review-groups.ts';
import { inShard, matrixOf, mergeShards, parseShard } from '../../core/campaign/shards.ts';
import { CampaignState, RETRIABLE } from '../../core/campaign/state.ts';
import { type CampaignSummary, summarise } from '../../core/campaign/summary.ts';
import { showControls } from '../../core/kernel/inert-text.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { NewAsked } from '../../node/campaign/store.ts';
import { type CampaignStore, openCampaigns } from '../../node/campaign/store.ts';
import { QUEUE_OPTIONS } from '../campaign/queue-options.ts';
import { defineCommand } from '../command.ts';
import { EXIT, type Io, requireOk, UsageError } from '../io.ts';
import { flagOption, listOption, textOption } from '../option-table.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';
import { groupText, planJson, planText, summaryText } from '../print/campaign-lines.ts';
import { colours } from '../print/colours.ts';
import { sameRoot } from '../print/next-command.ts';
import { PROGRAM_OPTIONS } from '../program-options.ts';
import { AGENT_OPTIONS, MODEL_OPTIONS } from '../shared-options.ts';

const {
  review: _,
  yes: _yes,
  'approve-control-plane': _names,
  budget: _budget,
  record: _record,
  ...AGENT
} = AGENT_OPTIONS;
const { budget: _other, record: _kept, ...MODELS } = MODEL_OPTIONS;

/** What each target's own command gets as it was given. */
export const WORK_OPTIONS = { ...AGENT, ...MODELS, ...withoutUnsafe() } as const;

/** No code of a target runs without the sandbox. */
function withoutUnsafe() {
  const { 'without-sandbox': _without, ...rest } = PROGRAM_OPTIONS;
  return rest;
}

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
  export: exportIt,
  collect,
} as const;

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
  takes: [1, Number.POSITIVE_INFINITY],
  async run(line, io) {
    const [word = ''] = line.positionals;
    if (!Object.hasOwn(WORDS, word))
      throw new UsageError(`campaign does not know "${word}"; it knows ${Object.keys(WORDS).join(', ')}`);
    if (word !== 'collect' && line.positionals.length > 2)
      throw new UsageError(`unexpected argument "${line.positionals[2]}"`);
    return WORDS[word as keyof typeof WORDS](line, io);
  },
});

const me = (io: Io): string => io.env['USER'] ?? io.env['USERNAME'] ?? 'you';

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

async function status(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  return show(line, io, await summaryOf(store, await idOf(store, line)));
}

export function show(line: CommandLine, io: Io, summary: CampaignSummary): number {
  if (line.json) io.stdout(`${JSON.stringify(summary)}\n`);
  else io.stdout(summaryText(summary, nextOf(summary, line), colours(io)));
  return exitOf(summary);
}

function nextOf({ run: id, state, counts }: CampaignSummary, line: CommandLine): readonly string[] {
  const say = (words: string) => `workorder campaign ${words} ${id}${sameRoot(line)}`;
  const again = counts.blocked + counts.failed + counts['not delivered'] > 0;
  return [
    ...(counts.proposed > 0 && state !== 'cancelled'
      ? [`see what waits for your review: ${say('review')}`]
      : []),
    ...(state === 'paused' || state === 'stopped' ? [`continue: ${say('resume')}`] : []),
    ...(again && state !== 'cancelled' ? [`try again what did not work: ${say('retry')}`] : []),
  ];
}

function exitOf({ state, counts }: CampaignSummary): number {
  if (state === 'cancelled') return EXIT.cancelled;
  if (counts.failed + counts['not delivered'] > 0) return EXIT.failed;
  return state === 'done' && counts.blocked + counts.declined === 0 ? EXIT.ok : EXIT.blocked;
}

async function watch(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  let said = '';
  for (;;) {
    const summary = await summaryOf(store, runId);
    const text = line.json ? `${JSON.stringify(summary)}\n` : summaryText(summary, [], colours(io));
    if (text !== said) io.stdout(text);
    said = text;
    const isAtWork = (await store.list()).find(one => one.runId === runId)?.underWay !== undefined;
    if (!isAtWork || line.signal.aborted) return exitOf(summary);
    await new Promise(resolve => setTimeout(resolve, 1000));
  }
}

async function list(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const all = await store.list();
  for (const { runId } of all) {
    const read = await readOne(store, runId);
    if (!read.ok) {
      io.stdout(
        line.json
          ? `${JSON.stringify({ run: runId, state: 'damaged', reason: read.error })}\n`
          : `${runId}  damaged  ${showControls(read.error)}\n`,
      );
      continue;
    }
    const summary = read.value;
    io.stdout(
      line.json
        ? `${JSON.stringify(summary)}\n`
        : `${runId}  ${summary.state}  ${summary.targets} targets  ${showControls(summary.title)}\n`,
    );
  }
  if (all.length === 0 && !line.json) io.stdout('No campaign was run from this folder.\n');
  return EXIT.ok;
}

/** The error is a sentence: its journal cannot be read, or says nothing yet. */
async function readOne(store: CampaignStore, runId: string): Promise<Result<CampaignSummary>> {
  try {
    return ok(await summaryOf(store, runId));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

async function exportIt(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  const written = writeExports(line, io, await stateOf(store, runId));
  const events = line.text('events');
  if (events !== undefined) {
    const lines = ((await store.events(runId)) ?? []).map(event => `${JSON.stringify(event)}\n`);
    writeFileSync(path.resolve(io.cwd, events), lines.join(''), { mode: 0o600 });
    written.push(events);
  }
  if (written.length === 0) throw new UsageError('export needs --html FILE, --sarif FILE or --events FILE');
  io.stdout(line.json ? `${JSON.stringify({ run: runId, written })}\n` : `Wrote ${written.join(', ')}.\n`);
  return EXIT.ok;
}

/** The files that the options ask for; their names. */
function writeExports(line: CommandLine, io: Io, state: CampaignState): string[] {
  const [html, sarif] = [line.text('html'), line.text('sarif')];
  if (html !== undefined) writeFileSync(path.resolve(io.cwd, html), campaignPage(state));
  if (sarif !== undefined)
    writeFileSync(path.resolve(io.cwd, sarif), `${JSON.stringify(campaignSarif(state))}\n`);
  return [html, sarif].filter(name => name !== undefined);
}

/** The journals of the shards of a campaign, which ran on other machines, as one. */
async function collect(line: CommandLine, io: Io): Promise<number> {
  const [, ...files] = line.positionals;
  if (files.length === 0) throw new UsageError('collect needs the files that export --events wrote');
  const journals = files.map(file => requireOk(readEvents(file, io)));
  const state = CampaignState.of(requireOk(mergeShards(journals)));
  const written = writeExports(line, io, state);
  const summary = summarise(state);
  if (line.json) io.stdout(`${JSON.stringify({ ...summary, written })}\n`);
  else
    io.stdout(
      `${summaryText(summary, [], colours(io))}${written.length === 0 ? '' : `  wrote ${written.join(', ')}\n`}`,
    );
  return exitOf(summary);
}

function readEvents(file: string, io: Io): Result<readonly CampaignEvent[]> {
  try {
    const lines = readFileSync(path.resolve(io.cwd, file), 'utf8').split('\n');
    return ok(lines.filter(one => one !== '').map(one => JSON.parse(one) as CampaignEvent));
  } catch (error) {
    return fail(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function ask(line: CommandLine, io: Io, event: NewAsked): Promise<number> {
  const store = openCampaigns(line.root);
  const runId = await idOf(store, line);
  const asked = await store.ask(runId, event);
  if (!asked.ok) {
    io.stderr(`${asked.error}\n`);
    return EXIT.failed;
  }
  if (asked.value === 'done') return show(line, io, await summaryOf(store, runId));
  io.stdout(
    line.json
      ? `${JSON.stringify({ run: runId, told: event.type })}\n`
      : `The process that runs ${runId} was told; it finishes the targets that it has begun.\n`,
  );
  return EXIT.ok;
}

async function retry(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const state = await stateOf(store, await idOf(store, line));
  const wanted = line.list('target');
  const can = [...state.targets.values()].filter(({ status }) => RETRIABLE.includes(status));
  const targets = can.map(({ target }) => target.id).filter(id => wanted.length === 0 || wanted.includes(id));
  const unknown = wanted.find(id => !targets.includes(id));
  if (unknown !== undefined) throw new UsageError(`--target ${unknown} has nothing that can be tried again`);
  if (targets.length === 0) {
    io.stdout('There is nothing to try again.\n');
    return EXIT.ok;
  }
  const code = await ask(line, io, { type: 'retried', targets, by: me(io) });
  if (!line.json) io.stdout(`Then: workorder campaign resume ${state.runId}${sameRoot(line)}\n`);
  return code === EXIT.failed ? code : EXIT.ok;
}

async function review(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const state = await stateOf(store, await idOf(store, line));
  const groups = chosen(reviewGroups(state), line, true);
  const c = colours(io);
  if (line.json)
    for (const group of groups)
      io.stdout(
        `${JSON.stringify({ group: group.id, shape: group.shape, every_check_passed: group.isProved, results: approvalOf([group]), sample: group.members[0]?.result.sample ?? '' })}\n`,
      );
  else {
    for (const group of groups) io.stdout(`${groupText(group, c)}\n`);
    io.stdout(
      groups.length === 0
        ? 'Nothing waits for you.\n'
        : `Approve with: workorder campaign approve ${state.runId}${sameRoot(line)} --group GROUP (or --all for those with every check passed)\n`,
    );
  }
  return groups.length === 0 ? EXIT.ok : EXIT.blocked;
}

async function approve(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const state = await stateOf(store, await idOf(store, line));
  if (state.isCancelled)
    throw new UsageError(
      `campaign ${state.runId} was cancelled and delivers nothing more; run its file again`,
    );
  const results = approvalOf(chosen(reviewGroups(state), line, false));
  if (results.length === 0)
    throw new UsageError('nothing was chosen: give --group GROUP, --target TARGET or --all');
  const asked = await store.ask(state.runId, { type: 'approved', by: `${me(io)} at ${hostname()}`, results });
  if (!asked.ok) {
    io.stderr(`${asked.error}\n`);
    return EXIT.failed;
  }
  if (line.json) io.stdout(`${JSON.stringify({ run: state.runId, approved: results })}\n`);
  else
    io.stdout(
      asked.value === 'told'
        ? `${results.length} approved; the process that runs ${state.runId} delivers them.\n`
        : `${results.length} approved. Deliver with: workorder campaign resume ${state.runId}${sameRoot(line)}\n`,
    );
  return EXIT.ok;
}

async function decline(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const state = await stateOf(store, await idOf(store, line));
  const targets = approvalOf(chosen(reviewGroups(state), line, false)).map(({ target }) => target);
  if (targets.length === 0) throw new UsageError('nothing was chosen: give --group GROUP or --target TARGET');
  return ask(line, io, { type: 'declined', targets, by: me(io) });
}

/** What the options name; a group or target that does not wait is wrong usage. */
function chosen(
  groups: ReturnType<typeof reviewGroups>,
  line: CommandLine,
  isAllWithout: boolean,
): ReturnType<typeof reviewGroups> {
  const [names, targets] = [line.list('group'), line.list('target')];
  if (names.length + targets.length === 0)
    return line.flag('all') ? groups.filter(({ isProved }) => isProved) : isAllWithout ? groups : [];
  const noGroup = names.find(name => !groups.some(({ id }) => id === name));
  if (noGroup !== undefined) throw new UsageError(`no group ${noGroup} waits for you`);
  const all = groups.flatMap(({ members }) => members.map(({ target }) => target.id));
  const noTarget = targets.find(id => !all.includes(id));
  if (noTarget !== undefined) throw new UsageError(`no result of ${noTarget} waits for you`);
  return groups.flatMap(group => {
    if (names.includes(group.id)) return [group];
    const members = group.members.filter(({ target }) => targets.includes(target.id));
    return members.length === 0 ? [] : [{ ...group, members }];
  });
}

function fileOf(line: CommandLine): string {
  const [word, file] = line.positionals;
  if (file === undefined) throw new UsageError(`campaign ${word} needs a FILE.campaign.json`);
  return file;
}

async function idOf(store: CampaignStore, line: CommandLine): Promise<string> {
  const [, asked] = line.positionals;
  const all = await store.list();
  if (asked !== undefined) {
    if (all.some(({ runId }) => runId === asked)) return asked;
    throw new UsageError(`there is no campaign ${asked} of this folder; workorder campaign list names them`);
  }
  const [newest] = all;
  if (newest === undefined)
    throw new UsageError('no campaign was run from this folder; --root names another one');
  return newest.runId;
}

async function stateOf(store: CampaignStore, runId: string) {
  const state = await store.read(runId);
  if (state === undefined) throw new UsageError(`there is no campaign ${runId}`);
  return state;
}

const summaryOf = async (store: CampaignStore, runId: string): Promise<CampaignSummary> =>
  summarise(await stateOf(store, runId));
