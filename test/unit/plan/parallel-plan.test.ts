import assert from 'node:assert/strict';
import { type Cap, parseLimit } from '../../../src/core/conversation/budget.ts';
import { NOTHING_SPENT, tokensOf } from '../../../src/core/conversation/spent.ts';
import type { PlanEvent } from '../../../src/core/plan/plan-events.ts';
import { resolvePlan } from '../../../src/core/plan/plan-steps.ts';
import { runPlan } from '../../../src/core/plan/run-plan.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { Plan, WorkOrder } from '../../../src/generated/contracts.ts';
import { MemoryFiles, sha256Of } from '../../support/memory-files.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { appInMemory } from '../../support/run-in-memory.ts';

const lint = { path: '.', check_all: false };
const order = (file: string, invariants: string[] = []): WorkOrder => ({
  step_id: file.replace('.py', ''),
  step_text: `Change ${file}.`,
  scope_allowlist: [file],
  invariants,
  acceptance: { lint },
});
const replace = (file: string, old_string: string, new_string: string) => ({
  tool: 'atomic_replace',
  args: { file_path: file, replacements: [{ old_string, new_string }] },
  reason: 'Change it.',
});
type Command = ReturnType<typeof replace>;
const verification = { tool: 'lint_backend', args: lint };

/** What Designer and QA say of each step; a Designer may wait until others are asked too. */
function modelsFor(commands: Readonly<Record<string, Command>>, together: number) {
  let asked = 0;
  let open: () => void = () => undefined;
  const all = new Promise<void>(resolve => {
    open = resolve;
  });
  const model = (role: 'designer' | 'qa'): Model => ({
    label: role,
    identity: { endpoint: 'https://models.example', host: 'models.example', model: role },
    ask: async ({ messages, signal, onText }) => {
      signal.throwIfAborted();
      const step = /Change (\w+)\.py\./.exec(messages[1]?.text ?? '')?.[1] ?? '';
      const command = commands[step];
      assert.ok(command, step);
      if (role === 'designer') {
        asked++;
        if (asked === together) open();
        await all;
      }
      const text = JSON.stringify(
        role === 'qa'
          ? { decision: 'APPROVED', commands: [command], verification }
          : {
              touched_files: [command.args.file_path],
              commands: [command],
              changed_signatures: [],
              verification,
            },
      );
      onText?.(text);
      const usage = { inputTokens: 1000, outputTokens: 100, estimated: false };
      return { kind: 'answer', text, model: role, usage };
    },
  });
  return { designer: model('designer'), qa: model('qa') };
}

interface Played {
  readonly steps: readonly WorkOrder[];
  readonly commands: Readonly<Record<string, Command>>;
  readonly files: MemoryFiles;
  readonly parallel: number;
  /** Designers that answer only when so many are asked: proof that they are asked at the same time. */
  readonly together?: number;
  readonly budget?: string;
  readonly earlier?: readonly PlanEvent[];
}

/** Runs a plan of one phase; tells what was reviewed, in order. */
async function play({ steps, commands, files, parallel, together = 1, budget, earlier = [] }: Played) {
  const plan: Plan = { title: 't', phases: [{ id: 'p', outcome: 'o', steps: [...steps] }] };
  const resolved = await resolvePlan(plan, () => Promise.reject(new Error('inline')), sha256Of);
  assert.ok(resolved.ok);
  const runs = new MemoryJournals<RunEvent>();
  const app = appInMemory(files, runs);
  const limit = budget === undefined ? undefined : parseLimit(budget);
  const caps: Cap[] = limit?.ok ? [{ of: 'plan', limit: limit.value, before: NOTHING_SPENT }] : [];
  const journals = new MemoryJournals<PlanEvent>();
  const journal = await journals.create('plan');
  const reviewed: string[] = [];
  let reviewing = 0;
  const models = modelsFor(commands, together);
  const result = await runPlan({
    plan: resolved.value,
    earlier,
    journal,
    clock: { now: () => 0 },
    parallel,
    signal: new AbortController().signal,
    lint: async args => app.lint(args, new AbortController().signal),
    runOrder: (one, { budget: shared, signal, awaitTurn }) =>
      app.runWorkOrder({
        order: one,
        ...models,
        spending: { caps, shared },
        signal,
        awaitTurn,
        until: 'end',
        onLintFailure: 'revert',
        policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
        lintPreview: false,
        reviewer: {
          approveLint: async () => true,
          review: async ({ approvalSha256 }) => {
            assert.equal(++reviewing, 1, 'one review at a time');
            reviewed.push(one.step_id);
            await Promise.resolve();
            reviewing--;
            return { kind: 'apply', by: 'the test', approvalSha256, controlPlaneApproved: [] };
          },
        },
      }),
  });
  const events = (await journals.read(journal.runId)) ?? [];
  return { ...result, reviewed, events };
}
describe('a plan with parallel steps', () => {
  const three = {
    steps: [order('a.py'), order('b.py'), order('c.py')],
    commands: {
      a: replace('a.py', '1', '10'),
      b: replace('b.py', '2', '20'),
      c: replace('c.py', '3', '30'),
    },
  };
  const files = () => new MemoryFiles({ 'a.py': 'a = 1\n', 'b.py': 'b = 2\n', 'c.py': 'c = 3\n' });

  it('asks the models of steps that cannot meet at the same time, and reviews and applies one after the other', async () => {
    const workspace = files();
    const { result, reviewed, events, reason } = await play({
      ...three,
      files: workspace,
      parallel: 3,
      together: 3,
    });
    assert.equal(result, 'DONE', reason);
    assert.deepEqual(reviewed, ['a', 'b', 'c']);
    assert.deepEqual(
      workspace.applied.map(change => change.files.map(file => file.path)),
      [['a.py'], ['b.py'], ['c.py']],
    );
    assert.deepEqual(
      events.map(event => ('step' in event ? `${event.type} ${event.step}` : event.type)),
      [
        'plan_started',
        ...['a', 'b', 'c'].map(step => `step_started ${step}`),
        ...['a', 'b', 'c'].map(step => `step_finished ${step}`),
        'plan_finished',
      ],
    );
    assert.ok(events[0]?.type === 'plan_started' && events[0].parallel === 3);
  });

  it('changes the files to what they are one by one', async () => {
    const [one, many] = [files(), files()];
    await play({ ...three, files: one, parallel: 1 });
    await play({ ...three, files: many, parallel: 3, together: 3 });
    for (const path of ['a.py', 'b.py', 'c.py']) {
      const [first, second] = [await one.read(path), await many.read(path)];
      assert.ok(first.kind === 'file' && second.kind === 'file');
      assert.equal(first.file.sha256, second.file.sha256);
    }
  });

  it('holds a step against the files as the step before it left them: an import that broke meanwhile is BLOCKED', async () => {
    const workspace = new MemoryFiles({ 'a.py': 'def help_out(): ...\n', 'b.py': 'x = 1\n' });
    const { result, reason, reviewed } = await play({
      steps: [order('a.py'), order('b.py', ['no broken imports'])],
      commands: {
        a: replace('a.py', 'help_out', 'assist'),
        b: replace('b.py', 'x = 1', 'from a import help_out\n\nx = help_out()'),
      },
      files: workspace,
      parallel: 2,
      together: 2,
    });
    assert.equal(result, 'STOPPED');
    assert.deepEqual(reviewed, ['a']);
    assert.match(reason, /b was not applied: .*invariant "no broken imports" is violated/);
    assert.equal(workspace.applied.length, 1);
  });

  it('never spends more than the plan may, and says so', async () => {
    for (const budget of ['2500', '5000', '9000']) {
      const { progress, result } = await play({ ...three, files: files(), parallel: 3, budget });
      assert.ok(tokensOf(progress.spent) <= Number(budget), `${tokensOf(progress.spent)} of ${budget}`);
      assert.equal(result, 'STOPPED', budget);
    }
    const enough = await play({ ...three, files: files(), parallel: 3, budget: '200k' });
    assert.equal(enough.result, 'DONE', enough.reason);
    assert.equal(tokensOf(enough.progress.spent), 3 * 2 * 1100);
  });

  it('goes on where it stopped: what was applied is not run again, what was cancelled is', async () => {
    const workspace = files();
    const wrong = { ...three.commands, b: replace('b.py', 'not there', 'x') };
    const first = await play({ ...three, commands: wrong, files: workspace, parallel: 3, together: 3 });
    assert.equal(first.result, 'STOPPED');
    assert.match(first.reason, /^b was not applied: Blocked by dry run/);
    assert.deepEqual(first.reviewed, ['a']);
    const again = await play({
      ...three,
      files: workspace,
      parallel: 3,
      together: 2,
      earlier: first.events,
    });
    assert.equal(again.result, 'DONE', again.reason);
    assert.deepEqual(again.reviewed, ['b', 'c']);
  });
});
