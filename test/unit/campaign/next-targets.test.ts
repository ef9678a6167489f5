import assert from 'node:assert/strict';
import { inTheWay } from '../../../src/core/campaign/in-the-way.ts';
import { nextTargets } from '../../../src/core/campaign/next-targets.ts';
import { retryAfter } from '../../../src/core/campaign/retry.ts';
import { summarise } from '../../../src/core/campaign/summary.ts';
import { fillFor } from '../../../src/core/campaign/targets.ts';
import { NOTHING_SPENT } from '../../../src/core/conversation/spent.ts';
import { CAMPAIGN, campaignOf } from '../../support/campaign/campaign-in-memory.ts';

describe('what a campaign begins next', () => {
  const sends = (one: ReturnType<typeof campaignOf>, window: number): string => {
    const next = nextTargets(one.state, window);
    return next.kind === 'send' ? one.names(next.targets) : `${next.rule}: ${next.reason}`;
  };

  it('is as many targets as the window has room for, in their order', () => {
    const one = campaignOf('abcd');
    assert.equal(sends(one, 3), 'abc');
    one.send('a');
    assert.equal(sends(one, 3), 'bc');
    one.end('a');
    assert.equal(sends(one, 1), 'b');
  });

  it('is only the canary until all of it works', () => {
    const one = campaignOf('abcd', { canary: 2 });
    assert.equal(sends(one, 9), 'ab');
    one.send('a');
    one.send('b');
    one.end('a');
    assert.equal(sends(one, 9), '');
    one.end('b', { kind: 'unchanged' });
    assert.equal(sends(one, 9), 'cd');
  });

  it('is nothing after a canary that was blocked, until a person continues', () => {
    const one = campaignOf('abc', { canary: 1 });
    one.send('a');
    one.end('a', { kind: 'blocked', reasons: ['a name breaks'] });
    assert.match(
      sends(one, 9),
      /^canary: a-\w+ is one of the first 1, which must work, and was blocked: a name breaks$/,
    );
    one.add({ type: 'stopped', rule: 'canary', reason: 'it' });
    assert.equal(sends(one, 9), '');
    one.add({ type: 'resumed', by: 'me' });
    assert.equal(sends(one, 9), 'bc');
  });

  it('is nothing when more than the share of all targets failed; equal is not more; what a person forgave counts no more', () => {
    const one = campaignOf('abcdefghij', { stop_when_failed_percent: 20 });
    for (const name of 'abc') one.send(name);
    one.end('a', { kind: 'blocked' });
    one.end('b', { kind: 'failed' });
    assert.equal(sends(one, 2), 'd');
    one.end('c', { kind: 'failed' });
    assert.equal(sends(one, 2), 'failures: 3 of 10 targets were blocked or failed, which is more than 20 %');
    one.add({ type: 'stopped', rule: 'failures', reason: 'it' });
    one.add({ type: 'resumed', by: 'me' });
    assert.equal(sends(one, 2), 'de');
  });

  it('is what the budget covers, with the most that those under way may use', () => {
    const spent = { ...NOTHING_SPENT, inputTokens: 40_000 };
    const one = campaignOf('abcde', { budget: ['150k'], target_budget: '50k' });
    assert.equal(sends(one, 9), 'abc');
    for (const name of 'abc') one.send(name);
    assert.equal(sends(one, 9), '');
    one.end('a', { spent });
    assert.equal(sends(one, 9), '');
    one.end('b', { spent: { ...spent, inputTokens: 1000 } });
    assert.equal(sends(one, 9), 'd');
    one.send('d');
    for (const name of 'cd') one.end(name, { spent });
    assert.equal(
      sends(one, 9),
      'budget: the budget of 150000 tokens does not cover another target of at most 50000 tokens: 121000 tokens are spent',
    );
  });

  it('is nothing while it is paused or cancelled', () => {
    const one = campaignOf('ab');
    one.add({ type: 'paused', by: 'me' });
    assert.equal(sends(one, 9), '');
    one.add({ type: 'resumed', by: 'me' });
    assert.equal(sends(one, 9), 'ab');
    one.add({ type: 'cancelled', by: 'me' });
    assert.equal(sends(one, 9), '');
  });

  it('tries again what may pass by itself, later and later, and nothing that was said of a change', () => {
    const waits = [1, 2, 3, 4].map(attempt => retryAfter('model', attempt, 3));
    assert.deepEqual(waits, [15_000, 30_000, 60_000, undefined]);
    assert.equal(retryAfter('repository', 1, 3), 5000);
    assert.equal(retryAfter(undefined, 1, 3), undefined);
  });
});

describe('the state of a campaign', () => {
  it('counts a result once, however often it is told', () => {
    const one = campaignOf('ab');
    one.send('a');
    one.end('a');
    one.end('a', { kind: 'failed' });
    assert.equal(one.state.counts.proposed, 1);
    assert.equal(one.state.counts.failed, 0);
  });

  it('takes an approval for exactly the hash that was found, and for no other', () => {
    const one = campaignOf('ab');
    for (const name of 'ab') {
      one.send(name);
      one.end(name);
    }
    const results = [
      { target: one.idOf('a'), hash: 'hash-a' },
      { target: one.idOf('b'), hash: 'hash-of-something-else' },
    ];
    one.add({ type: 'approved', by: 'me', results });
    assert.equal(one.names([...one.state.approved]), 'a');
    assert.equal(one.state.counts.proposed, 1);
  });

  it('begins again what was blocked, and delivers again what was approved', () => {
    const one = campaignOf('abc');
    for (const name of 'abc') one.send(name);
    one.end('a', { kind: 'blocked' });
    one.end('b');
    one.add({ type: 'approved', by: 'me', results: [{ target: one.idOf('b'), hash: 'hash-b' }] });
    one.add({ type: 'not_delivered', target: one.idOf('b'), reason: 'no way' });
    one.end('c');
    one.add({ type: 'retried', by: 'me', targets: ['a', 'b', 'c'].map(one.idOf) });
    assert.equal(one.names([...one.state.waiting]), 'a');
    assert.equal(one.names([...one.state.approved]), 'b');
    assert.equal(one.state.counts.proposed, 1);
  });

  it('is summed up with failures by reason, alike but for names and numbers', () => {
    const one = campaignOf('abc');
    for (const name of 'abc') one.send(name);
    one.end('a', { kind: 'blocked', reasons: ['shop/a.py: line 3 is wrong'] });
    one.end('b', { kind: 'blocked', reasons: ['other/b.py: line 14 is wrong'] });
    one.end('c', { kind: 'failed', reasons: ['no disk'] });
    const { failures, state } = summarise(one.state);
    assert.equal(state, 'done');
    assert.deepEqual(
      failures.map(({ reason, targets }) => [reason, targets.length]),
      [
        ['…: line N is wrong', 2],
        ['no disk', 1],
      ],
    );
  });
});

describe('the template of a campaign', () => {
  const fill = (text: string) =>
    fillFor(
      { wrap: { command: [text] } },
      { id: 'a', repository: '/a', variables: { rule: 'UP0{{x}}', x: '1' }, priority: 1 },
    );
  const filled = (text: string) => {
    const done = fill(text);
    return done.ok ? done.value.wrap?.command[0] : done.error;
  };

  it('has its variables with and without spaces, once, and says which has no value', () => {
    assert.equal(filled('--{{rule}} --{{ rule }} --{{\trule}} {{x}}'), '--UP0{{x}} --UP0{{x}} --UP0{{x}} 1');
    assert.match(String(filled('{{ other }}')), /^the template uses \{\{other\}\}, which has no value at a/);
  });

  it('keeps what is no variable as it is', () => {
    for (const text of ['{{.Name}}', '{{}}', '{{ }}', '{ {rule} }', '{{a b}}', '{{rule}'])
      assert.equal(filled(text), text);
  });
});

describe('two campaigns at once', () => {
  const targets = (one: ReturnType<typeof campaignOf>) =>
    [...one.state.targets.values()].map(({ target }) => target);

  it('are in the way of each other where they make the same branch at the same target, and only there', () => {
    const first = campaignOf('ab');
    const way = (names: string, more: Parameters<typeof campaignOf>[1] = {}) => {
      const other = campaignOf(names, more);
      return inTheWay([first.state], other.state.campaign ?? CAMPAIGN, targets(other))?.target;
    };
    assert.equal(way('bc'), first.idOf('b'));
    assert.equal(way('cd'), undefined);
    assert.equal(way('ab', { title: 'Something else' }), undefined);
    assert.equal(way('ab', { delivery: { kind: 'patch' } }), undefined);
    assert.equal(
      way('ab', { title: 'Other', delivery: { kind: 'push', branch: 'workorder/rename-it' } }),
      first.idOf('a'),
    );
  });
});
