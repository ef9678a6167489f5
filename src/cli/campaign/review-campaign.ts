import { hostname } from 'node:os';
import { approvalOf, reviewGroups } from '../../core/campaign/review-groups.ts';
import { openCampaigns } from '../../node/campaign/store.ts';
import { EXIT, type Io, UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { groupText } from '../print/campaign-lines.ts';
import { colours } from '../print/colours.ts';
import { sameRoot } from '../print/next-command.ts';
import { ask, me } from './ask-campaign.ts';
import { idOf, stateOf } from './find-campaign.ts';

export async function review(line: CommandLine, io: Io): Promise<number> {
  const store = openCampaigns(line.root);
  const state = await stateOf(store, await idOf(store, line));
  const groups = chosen(reviewGroups(state), line, true);
  const c = colours(io);
  if (line.json)
    for (const group of groups)
      io.stdout(
        `${JSON.stringify({ group: group.id, shape: group.shape, every_check_passed: group.passedEveryCheck, results: approvalOf([group]), sample: group.members[0]?.result.sample ?? '' })}\n`,
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

export async function approve(line: CommandLine, io: Io): Promise<number> {
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

export async function decline(line: CommandLine, io: Io): Promise<number> {
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
    return line.flag('all')
      ? groups.filter(({ passedEveryCheck }) => passedEveryCheck)
      : isAllWithout
        ? groups
        : [];
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
