import assert from 'node:assert/strict';
import { Cancelled, orCancelled } from '../../../src/core/kernel/cancel.ts';
import type { ResolvedStep } from '../../../src/core/plan/plan-steps.ts';
import { runSteps } from '../../../src/core/plan/run-steps.ts';

const step = (id: string, scope: string, ...dependsOn: string[]): ResolvedStep => ({
  order: {
    step_id: id,
    step_text: 'Do it.',
    scope_allowlist: [scope],
    invariants: [],
    acceptance: { lint: { path: '.', check_all: false } },
  },
  path: undefined,
  orderSha256: id,
  dependsOn,
});

/** Lets everything that can go on go on. */
const settle = async () => {
  for (let i = 0; i < 40; i++) await Promise.resolve();
};

/** Steps whose design lasts until `design` is called, and whose apply is at once unless it fails. */
async function play(steps: readonly ResolvedStep[], parallel: number, fails: Record<string, string> = {}) {
  const happened: string[] = [];
  const designs = new Map<string, () => void>();
  const controller = new AbortController();
  const ended = runSteps(steps, parallel, controller.signal, async ({ order }, { signal, awaitTurn }) => {
    const id = order.step_id;
    happened.push(`design ${id}`);
    const designed = new Promise<void>(resolve => designs.set(id, resolve));
    try {
      await orCancelled(designed, signal);
      if (fails[id] !== undefined) return fails[id];
      const files = await awaitTurn();
      happened.push(`apply ${id}${files === 'changed since' ? ' (checked again)' : ''}`);
      return undefined;
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      happened.push(`cancelled ${id}`);
      return `${id} was cancelled`;
    }
  });
  ended.catch(() => undefined);
  await settle();
  const design = async (...ids: string[]) => {
    for (const id of ids) {
      const done = designs.get(id);
      assert.ok(done, `${id} has not begun: ${happened.join(', ')}`);
      done();
      await settle();
    }
  };
  return { happened, design, ended, cancel: () => controller.abort() };
}

describe('steps of a plan at the same time', () => {
  it('run one by one when only one may', async () => {
    const { happened, design, ended } = await play([step('a', 'a'), step('b', 'b')], 1);
    await design('a', 'b');
    assert.equal(await ended, undefined);
    assert.deepEqual(happened, ['design a', 'apply a', 'design b', 'apply b']);
  });
  it('are designed together and applied in the order of the plan, checked again after another apply', async () => {
    const { happened, design, ended } = await play([step('a', 'a'), step('b', 'b'), step('c', 'c')], 3);
    await design('c', 'b', 'a');
    assert.equal(await ended, undefined);
    assert.deepEqual(happened, [
      'design a',
      'design b',
      'design c',
      'apply a',
      'apply b (checked again)',
      'apply c (checked again)',
    ]);
  });
  it('are never more than allowed', async () => {
    const { happened, design, ended } = await play([step('a', 'a'), step('b', 'b'), step('c', 'c')], 2);
    assert.deepEqual(happened, ['design a', 'design b']);
    await design('a', 'b', 'c');
    assert.equal(await ended, undefined);
  });
  it('wait for a step before them whose files they could touch, while others go on', async () => {
    const steps = [step('a', 'shop'), step('b', 'shop/pricing'), step('c', 'docs')];
    const { happened, design, ended } = await play(steps, 2);
    assert.deepEqual(happened, ['design a', 'design c']);
    await design('c', 'a', 'b');
    assert.equal(await ended, undefined);
    assert.deepEqual(happened.slice(2), ['apply a', 'design b', 'apply b', 'apply c (checked again)']);
  });
  it('wait for the steps they depend on', async () => {
    const { happened, design, ended } = await play([step('a', 'a'), step('b', 'b', 'a')], 2);
    assert.deepEqual(happened, ['design a']);
    await design('a', 'b');
    assert.equal(await ended, undefined);
  });
  it('end with the first that is not applied: those behind it are cancelled, those before it are not', async () => {
    const steps = [step('a', 'a'), step('b', 'b'), step('c', 'c'), step('d', 'd')];
    const { happened, design, ended } = await play(steps, 4, { b: 'b is wrong' });
    await design('b');
    assert.deepEqual(happened.slice(4), ['cancelled c', 'cancelled d']);
    await design('a');
    assert.equal(await ended, 'b is wrong');
    assert.deepEqual(happened.slice(6), ['apply a']);
  });
  it('still begin a step before the one that failed', async () => {
    const steps = [step('a', 'shop'), step('b', 'shop'), step('c', 'docs')];
    const { happened, design, ended } = await play(steps, 2, { c: 'c is wrong' });
    await design('c', 'a', 'b');
    assert.equal(await ended, 'c is wrong');
    assert.deepEqual(happened, ['design a', 'design c', 'apply a', 'design b', 'apply b']);
  });
  it('give the reason of the first in the plan when several fail', async () => {
    const { design, ended } = await play([step('a', 'a'), step('b', 'b')], 2, { a: 'first', b: 'second' });
    await design('b', 'a');
    assert.equal(await ended, 'first');
  });
  it('are all cancelled with the plan', async () => {
    const { happened, ended, cancel } = await play([step('a', 'a'), step('b', 'b')], 2);
    cancel();
    assert.equal(await ended, 'a was cancelled');
    assert.deepEqual(happened.slice(2).sort(), ['cancelled a', 'cancelled b']);
  });
  it('throw what nobody expected, after the others have ended', async () => {
    const steps = [step('a', 'a'), step('b', 'b')];
    const never = new AbortController().signal;
    let ended = false;
    const failing = runSteps(steps, 2, never, async ({ order }, { signal }) => {
      if (order.step_id === 'a') throw new Error('broken');
      await orCancelled(new Promise(() => undefined), signal).catch(() => undefined);
      ended = true;
      return 'cancelled';
    });
    await assert.rejects(failing, /broken/);
    assert.ok(ended);
  });
});
