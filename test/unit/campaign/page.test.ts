import assert from 'node:assert/strict';
import type { CampaignEvent } from '../../../src/core/campaign/events.ts';
import { campaignSarif } from '../../../src/core/campaign/merge-sarif.ts';
import { campaignPage } from '../../../src/core/campaign/page.ts';
import { inShard, matrixOf, mergeShards, parseShard } from '../../../src/core/campaign/shards.ts';
import { CampaignState } from '../../../src/core/campaign/state.ts';
import { CAMPAIGN, campaignOf, resultOf } from '../../support/campaign/campaign-in-memory.ts';

const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)> "quoted" \u202e \u001b[31m';

describe('the page of a campaign', () => {
  const one = campaignOf('abcd', { title: `Rename ${HOSTILE}` });
  for (const name of 'abc') one.send(name);
  one.end('a', { sample: HOSTILE });
  one.end('b', { kind: 'blocked', reasons: [HOSTILE] });
  one.end('c', { checks: [{ check: 'lint', verdict: 'not run', reason: HOSTILE }] });
  const page = campaignPage(one.state);

  it('has every target with its state, what did not work by reason, and the checks that did not pass', () => {
    assert.match(page, /4 targets/);
    assert.match(page, /aria-label="1 waiting, 2 proposed, 1 blocked"/);
    assert.match(page, /every check passed<\/th><td>1<[\s\S]*not every check passed<\/th><td>1</);
    assert.match(page, /lint: not run<\/th><td>1</);
    assert.match(page, /4 targets at the beginning, 1 left after/);
    assert.match(page, /What did not work, by reason/);
    for (const { target } of one.state.targets.values()) assert.ok(page.includes(target.id));
  });

  it('has no script, no request, and text of others as text', () => {
    assert.doesNotMatch(page, /<script|<img|<link|<iframe|\bhttps?:|javascript:|url\(/i);
    assert.match(page, /&lt;script&gt;alert\(1\)/);
    assert.match(page, /\\u202e \\u001b\[31m/);
    assert.match(page, /default-src 'none'/);
  });

  it('is the same for the same journal', () => assert.equal(campaignPage(one.state), page));
});

describe('the findings of a campaign', () => {
  it('are one SARIF log with a run for each target, and say what did not run', () => {
    const one = campaignOf('ab');
    for (const name of 'ab') one.send(name);
    const place = { file: 'x/y z.py', line: 3, side: 'after' as const };
    one.end('a', { findings: [{ rule: 'lint/new', severity: 'risk', message: 'unsorted', place }] });
    one.end('b', { checks: [{ check: 'lint', verdict: 'not run', reason: 'no linter' }] });
    const { runs } = campaignSarif(one.state) as { runs: readonly Record<string, never>[] };
    assert.equal(runs.length, 2);
    const text = JSON.stringify(runs);
    assert.match(text, /"uri":"x\/y%20z.py","uriBaseId":"SRCROOT"\},"region":\{"startLine":3\}/);
    assert.match(text, /lint was not run: no linter/);
    assert.match(text, new RegExp(`workorder/campaign/${one.idOf('a')}/`));
  });
});

describe('shards of a campaign', () => {
  const targets = [...campaignOf('abcde').state.targets.values()].map(({ target }) => target);
  const names = (of: readonly { readonly repository: string }[]) =>
    of.map(({ repository }) => repository.slice(1)).join('');

  it('have each target once, and are a matrix without empty entries', () => {
    assert.deepEqual(
      [1, 2].map(number => names(inShard(targets, { number, of: 2 }))),
      ['ace', 'bd'],
    );
    assert.deepEqual(matrixOf(targets, 2), {
      include: [
        { shard: '1/2', targets: 3 },
        { shard: '2/2', targets: 2 },
      ],
    });
    assert.equal(matrixOf(targets, 100).include.length, 5);
  });

  it('are named as 2/8, and nothing else', () => {
    assert.deepEqual(parseShard('2/8'), { ok: true, value: { number: 2, of: 8 } });
    for (const text of ['0/8', '9/8', '2', '2/', '1/300', 'a/b', '-1/2'])
      assert.equal(parseShard(text).ok, false, text);
  });

  it('are one campaign again when their journals are put together, and refused when one is there twice', () => {
    const journal = (shard: number): readonly CampaignEvent[] => {
      const mine = inShard(targets, { number: shard, of: 2 });
      const committer = { name: 'n', email: 'e' };
      const { template } = CAMPAIGN;
      return [
        {
          at: shard,
          type: 'campaign_started',
          runId: `r${shard}`,
          campaign: CAMPAIGN,
          template,
          targets: mine,
          committer,
          by: 'ci',
        },
        ...mine.flatMap(({ id }, i): CampaignEvent[] => [
          { at: 10 + i, type: 'sent', target: id, base: 'b' },
          { at: 10 + i, type: 'ended', target: id, result: resultOf(id) },
        ]),
      ];
    };
    const merged = mergeShards([journal(1), journal(2)]);
    assert.ok(merged.ok);
    assert.equal(CampaignState.of(merged.value).counts.proposed, 5);
    const twice = mergeShards([journal(1), journal(1)]);
    assert.ok(!twice.ok);
    assert.match(twice.error, /is in two of the files; each shard may be given once/);
    assert.ok(!mergeShards([[]]).ok);
  });
});
