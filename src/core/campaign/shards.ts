import { fail, ok, type Result } from '../kernel/result.ts';
import type { CampaignEvent } from './events.ts';
import type { Target } from './targets.ts';

/** GitHub takes no larger matrix. */
const MOST_SHARDS = 256;

/** A part of the targets: `2/8` is the second of eight. */
export interface Shard {
  readonly number: number;
  readonly of: number;
}

export function parseShard(text: string): Result<Shard> {
  const [, number = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = { number: Number(number), of: Number(of) };
  return shard.of >= 1 && shard.of <= MOST_SHARDS && shard.number >= 1 && shard.number <= shard.of
    ? ok(shard)
    : fail(
        `"${text}" is not a part of the targets; write 2/8 for the second part of eight, ${MOST_SHARDS} at most`,
      );
}

/** Every target is in exactly one shard. */
export const inShard = (targets: readonly Target[], { number, of }: Shard): readonly Target[] =>
  targets.filter((_, i) => i % of === number - 1);

/** The value of `strategy.matrix` of a GitHub Actions job: one entry for each shard that has targets. */
export const matrixOf = (targets: readonly Target[], shards: number) => ({
  include: Array.from(
    { length: Math.min(shards, targets.length, MOST_SHARDS) },
    (_, i, of = Math.min(shards, targets.length, MOST_SHARDS)) => ({
      shard: `${i + 1}/${of}`,
      targets: inShard(targets, { number: i + 1, of }).length,
    }),
  ),
});

/** The journals of all shards as one; the error names what does not belong together. */
export function mergeShards(
  journals: readonly (readonly CampaignEvent[])[],
): Result<readonly CampaignEvent[]> {
  const starts = journals.flatMap(events => events.filter(event => event.type === 'campaign_started'));
  const [first] = starts;
  if (first === undefined || starts.length !== journals.length)
    return fail(
      'one of the files is not a journal of a campaign; write them with campaign export --events FILE',
    );
  const other = starts.find(({ campaign }) => campaign.title !== first.campaign.title);
  if (other !== undefined)
    return fail(`these are different campaigns: "${first.campaign.title}" and "${other.campaign.title}"`);
  const targets = starts.flatMap(start => start.targets);
  const ids = new Set<string>();
  for (const { id } of targets) {
    if (ids.has(id)) return fail(`${id} is in two of the files; each shard may be given once`);
    ids.add(id);
  }
  const rest = journals.flat().filter(({ type }) => type !== 'campaign_started');
  return ok([
    { ...first, targets, at: Math.min(...starts.map(({ at }) => at)) },
    ...rest.sort((a, b) => a.at - b.at),
  ]);
}
