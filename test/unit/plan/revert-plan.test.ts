import assert from 'node:assert/strict';
import type { PlanEvent } from '../../../src/core/plan/plan-events.ts';
import { createStoredPlans, type StoredPlans } from '../../../src/core/plan/stored-plans.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { modelThatSays } from '../../support/ask-designer.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { memoryHold } from '../../support/memory-hold.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { runPlanInMemory } from '../../support/plan-in-memory.ts';
import { appInMemory, runInMemory } from '../../support/run-in-memory.ts';

const FILE = 'a.py';

/** Three steps that change the same line one after the other: later ones lie on top of earlier ones. */
class CountingPlan {
  readonly files = new MemoryFiles({ [FILE]: 'value = 0\n', 'other.py': 'x = 1\n' });
  readonly journals = { plans: new MemoryJournals<PlanEvent>(), orders: new MemoryJournals<RunEvent>() };
  readonly hold = memoryHold();
  readonly orderHold = memoryHold();
  readonly plans: StoredPlans;
  /** The step whose Designer gives no answer. */
  stuck: string | undefined;

  constructor() {
    const rest = { files: this.files, clock: { now: () => 0 }, sha256: sha256Of };
    const ports = {
      plans: { ...rest, journals: this.journals.plans, hold: this.hold },
      orders: { ...rest, journals: this.journals.orders, hold: this.orderHold },
    };
    this.plans = createStoredPlans(async () => ports);
  }

  run() {
    const steps = ['1', '2', '3'].map(
      (name): WorkOrder => ({
        step_id: name,
        step_text: `Count to ${name}.`,
        scope_allowlist: [FILE],
        invariants: [],
        acceptance: { lint: { path: FILE, check_all: false } },
      }),
    );
    return runPlanInMemory(this.plans, steps, more => {
      const { step_id } = more.order;
      const replacements = [
        { old_string: `value = ${Number(step_id) - 1}`, new_string: `value = ${step_id}` },
      ];
      const commands = [
        { tool: 'atomic_replace', args: { file_path: FILE, replacements }, reason: 'Count.' },
      ];
      const verification = { tool: 'lint_backend', args: more.order.acceptance.lint };
      const says = (answer: object) => modelThatSays(JSON.stringify(answer), 'whole');
      const design = { touched_files: [FILE], changed_signatures: [], commands, verification };
      const designer = says(step_id === this.stuck ? { error: 'no' } : design);
      return runInMemory(
        this.files,
        { ...more, designer, qa: says({ decision: 'APPROVED', commands, verification }) },
        this.journals.orders,
        { hold: this.orderHold },
      );
    });
  }

  revert(runId = 'run-1') {
    return this.plans.revert({ runId, by: 'Ann' });
  }
}

describe('a plan that is taken back', () => {
  it('is taken back as a whole, newest step first, and once', async () => {
    const plan = new CountingPlan();
    assert.equal((await plan.run()).result, 'DONE');
    assert.equal(plan.files.text(FILE), 'value = 3\n');
    const reverted = await plan.revert();
    assert.deepEqual(reverted, { ok: true, value: [FILE] });
    assert.equal(plan.files.text(FILE), 'value = 0\n');
    const again = await plan.revert();
    assert.match(again.ok ? '' : again.error, /plan run-1 has no applied change to revert/);
    const [event] = ((await plan.journals.plans.read('run-1')) ?? []).filter(e => e.type === 'reverted');
    assert.deepEqual(event?.type === 'reverted' && event.runs, ['run-1', 'run-2', 'run-3']);
  });

  it('has all of its steps open again, and runs them again', async () => {
    const plan = new CountingPlan();
    await plan.run();
    await plan.revert();
    assert.equal((await plan.run()).result, 'DONE');
    assert.equal(plan.files.text(FILE), 'value = 3\n');
  });

  it('stops at the step that is in the way, says where the plan is, and begins there the next time', async () => {
    const plan = new CountingPlan();
    await plan.run();
    const orders = appInMemory(plan.files, plan.journals.orders).workOrders;
    await orders.revert({ runId: 'run-3', by: 'Ann' });
    plan.files.set(FILE, 'value = "mine"\n');
    const stopped = await plan.revert();
    assert.ok(!stopped.ok);
    assert.match(
      stopped.error,
      /^step 2 \(run run-2\) could not be taken back: .*; still applied: 1, 2; resolve this, then revert the plan again$/,
    );
    assert.equal(plan.files.text(FILE), 'value = "mine"\n', 'nothing of that step was touched');
    plan.files.set(FILE, 'value = 2\n');
    assert.ok((await plan.revert()).ok);
    assert.equal(plan.files.text(FILE), 'value = 0\n');
  });

  it('names what it had taken back before it stopped', async () => {
    const plan = new CountingPlan();
    await plan.run();
    await plan.journals.orders.saveChangeSet('run-2', { files: [], receipts: [] });
    plan.journals.orders.loadChangeSet = async (runId, part) =>
      runId === 'run-2'
        ? undefined
        : MemoryJournals.prototype.loadChangeSet.call(plan.journals.orders, runId, part);
    const stopped = await plan.revert();
    assert.match(
      stopped.ok ? '' : stopped.error,
      /step 2 .* is no longer stored; taken back before it: 3; still applied: 1, 2;/,
    );
    assert.equal(plan.files.text(FILE), 'value = 2\n');
  });

  it('takes back what its runs before applied, when it resumed them', async () => {
    const plan = new CountingPlan();
    plan.stuck = '3';
    assert.equal((await plan.run()).result, 'STOPPED');
    plan.stuck = undefined;
    assert.equal((await plan.run()).result, 'DONE');
    assert.equal(plan.files.text(FILE), 'value = 3\n');
    assert.ok((await plan.revert('run-2')).ok);
    assert.equal(plan.files.text(FILE), 'value = 0\n');
  });

  it('is not taken back in parts, and shows what its steps came to together', async () => {
    const plan = new CountingPlan();
    await plan.run();
    const part = await plan.plans.revert({ runId: 'run-1', by: 'Ann', part: { turn: 1 } });
    assert.match(part.ok ? '' : part.error, /a plan is taken back as a whole/);
    const changed = await plan.plans.changes('run-1');
    assert.deepEqual(
      changed.map(({ path, before, after }) => [
        path,
        ...[before, after].map(b => new TextDecoder().decode(b)),
      ]),
      [[FILE, 'value = 0\n', 'value = 3\n']],
    );
    assert.deepEqual(await plan.plans.verify('run-1'), {
      ok: true,
      value: { files: [{ path: FILE, verdict: 'as applied' }], problems: [] },
    });
  });
});

describe('two at once', () => {
  it('a plan holds the checkout while it is at work, and lets go of it', async () => {
    const plan = new CountingPlan();
    const held = await plan.hold.checkout('agent: something');
    assert.ok(held.ok);
    const refused = await plan.plans.begin('The plan');
    assert.match(refused.ok ? '' : refused.error, /at work/);
    held.value();
    assert.equal((await plan.run()).result, 'DONE');
    assert.ok((await plan.hold.checkout('agent: something')).ok);
  });

  it('a work order holds its run while it is at work: it is not taken back or given up meanwhile', async () => {
    const plan = new CountingPlan();
    const orders = appInMemory(plan.files, plan.journals.orders, { hold: plan.orderHold }).workOrders;
    const seen: string[] = [];
    const order: WorkOrder = {
      step_id: 'o',
      step_text: 'Count.',
      scope_allowlist: [FILE],
      invariants: [],
      acceptance: { lint: { path: FILE, check_all: false } },
    };
    const replacements = [{ old_string: 'value = 0', new_string: 'value = 1' }];
    const commands = [{ tool: 'atomic_replace', args: { file_path: FILE, replacements }, reason: 'Count.' }];
    const verification = { tool: 'lint_backend', args: order.acceptance.lint };
    const says = (answer: object) => modelThatSays(JSON.stringify(answer), 'whole');
    const state = await runInMemory(
      plan.files,
      {
        order,
        designer: says({ touched_files: [FILE], changed_signatures: [], commands, verification }),
        qa: says({ decision: 'APPROVED', commands, verification }),
        reviewer: {
          approveLint: async () => true,
          async review({ runId, approvalSha256 }) {
            for (const act of [orders.revert({ runId, by: 'Ann' }), orders.giveUp(runId)]) {
              const result = await act;
              seen.push(result.ok ? 'done' : result.error);
            }
            return { kind: 'apply', by: 'Ann', approvalSha256, controlPlaneApproved: [] };
          },
        },
      },
      plan.journals.orders,
      { hold: plan.orderHold },
    );
    assert.deepEqual(seen, ['run-1 is at work elsewhere', 'run-1 is at work elsewhere']);
    assert.equal(state.outcome?.kind, 'APPLIED');
    assert.ok((await orders.revert({ runId: 'run-1', by: 'Ann' })).ok, 'it lets go of it');
  });
});
