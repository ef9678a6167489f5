// How long a work order and a plan take from the start to the lint after the apply, with work side by side or in turn.
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunRequest } from '../src/core/app.ts';
import type { PlanEvent } from '../src/core/plan/plan-events.ts';
import { resolvePlan } from '../src/core/plan/plan-steps.ts';
import { runPlan } from '../src/core/plan/run-plan.ts';
import type { LintOutcome, SimulatedLinter } from '../src/core/ports/linter.ts';
import type { Model } from '../src/core/ports/model.ts';
import type { WorkOrder } from '../src/generated/contracts.ts';
import { createOpenAiModel } from '../src/node/model/openai-model.ts';
import { MemoryFiles, sha256Of } from '../test/support/memory-files.ts';
import { MemoryJournals } from '../test/support/memory-journals.ts';
import { type Exchange, startModelServer } from '../test/support/model-server.ts';
import { appInMemory } from '../test/support/run-in-memory.ts';
import { timeFor, writeSlowly } from './latency-server.ts';

const lint = { path: '.', check_all: false };
const verification = { tool: 'lint_backend', args: lint };
const NAME = /Rename the values of (\w+)\.py/;

const orderFor = (name: string): WorkOrder => ({
  step_id: name,
  step_text: `Rename the values of ${name}.py.`,
  scope_allowlist: [`${name}.py`],
  invariants: ['no broken imports'],
  acceptance: { lint },
});

const commandsFor = (name: string, count: number) =>
  Array.from({ length: count }, (_, i) => ({
    tool: 'atomic_replace',
    args: {
      file_path: `${name}.py`,
      replacements: [
        { old_string: `value_${i}_ = ${i}\n`, new_string: `amount_${i}_ = ${i}  # ${'x'.repeat(90)}\n` },
      ],
    },
    reason: 'Say what the value is.',
  }));

const design = (name: string, count: number): string =>
  JSON.stringify({
    touched_files: [`${name}.py`],
    commands: commandsFor(name, count),
    changed_signatures: [],
    verification,
  });
const verdict = (name: string, count: number): string =>
  JSON.stringify({ decision: 'APPROVED', commands: commandsFor(name, count), verification });

/** Milliseconds that the models need for one step when nothing else does. */
export const modelTime = (count: number): number =>
  timeFor(design('m0', count)) + timeFor(verdict('m0', count));

function answerFor(count: number) {
  return ({ body }: Exchange): string => {
    const [system, user] = body.messages?.map(message => String(message.content)) ?? [];
    const name = NAME.exec(user ?? '')?.[1] ?? 'm0';
    return system?.startsWith('You are QA') ? verdict(name, count) : design(name, count);
  };
}

const clean = (): LintOutcome => ({
  kind: 'report',
  report: { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } },
  tools: [],
  notes: [],
  diagnostics: [],
});

const workspace = (names: readonly string[], count: number) =>
  new MemoryFiles(
    Object.fromEntries(
      names.map(name => [
        `${name}.py`,
        Array.from({ length: count }, (_, i) => `value_${i}_ = ${i}\n`).join(''),
      ]),
    ),
  );

async function withModel<T>(count: number, use: (model: Model) => Promise<T>): Promise<T> {
  const server = await startModelServer(writeSlowly(answerFor(count), { sent: 0 }));
  try {
    const model = createOpenAiModel({ baseUrl: server.baseUrl, model: 'm' });
    assert.ok(model.ok);
    return await use(model.value);
  } finally {
    await server.close();
  }
}

const request = (order: WorkOrder, model: Model): RunRequest => ({
  order,
  designer: model,
  qa: model,
  reviewer: {
    approveLint: async () => true,
    review: async ({ approvalSha256 }) => ({
      kind: 'apply',
      by: 'the bench',
      approvalSha256,
      controlPlaneApproved: [],
    }),
  },
  until: 'end',
  onLintFailure: 'revert',
  policy: [{ from: 'the bench', by: 'person', failOn: 'any' }],
  lintPreview: false,
  signal: new AbortController().signal,
});

/**
 * Milliseconds of one work order that fails on new problems only, so that its simulated lint is waited for.
 *
 * @param lintMs of each of the two simulated lints
 * @param side `after QA`: as if the lint could only begin with the review
 */
export function timeOrder(count: number, lintMs: number, side: 'beside QA' | 'after QA'): Promise<number> {
  return withModel(count, async model => {
    let open: () => void = () => undefined;
    const reviewing = new Promise<void>(resolve => {
      open = resolve;
    });
    const simulatedLinter: SimulatedLinter = {
      lintSimulated: async () => {
        if (side === 'after QA') await reviewing;
        await delay(lintMs);
        return clean();
      },
    };
    const app = appInMemory(workspace(['m0'], count), undefined, { simulatedLinter });
    const start = performance.now();
    const state = await app.runWorkOrder({
      ...request(orderFor('m0'), model),
      policy: [{ from: 'the bench', by: 'person', failOn: 'new' }],
      lintPreview: true,
      onEvent: event => {
        if (event.type === 'stage_started' && event.stage === 'review') open();
      },
    });
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    return performance.now() - start;
  });
}

/** Milliseconds of a plan of steps that cannot meet, each with a lint of `lintMs` after its apply. */
export function timePlan(steps: number, count: number, lintMs: number, parallel: number): Promise<number> {
  return withModel(count, async model => {
    const names = Array.from({ length: steps }, (_, i) => `m${i}`);
    const plan = { title: 'bench', phases: [{ id: 'p', outcome: 'o', steps: names.map(orderFor) }] };
    const resolved = await resolvePlan(plan, () => Promise.reject(new Error('inline')), sha256Of);
    assert.ok(resolved.ok);
    const linter = {
      lint: async () => {
        await delay(lintMs);
        return clean();
      },
    };
    const app = appInMemory(workspace(names, count), undefined, { linter });
    const { signal } = new AbortController();
    const start = performance.now();
    const { result, reason } = await runPlan({
      plan: resolved.value,
      earlier: [],
      journal: await new MemoryJournals<PlanEvent>().create('plan'),
      clock: { now: () => 0 },
      parallel,
      signal,
      lint: args => app.lint(args, signal),
      runOrder: (order, step) =>
        app.runWorkOrder({
          ...request(order, model),
          spending: { caps: [], shared: step.budget },
          signal: step.signal,
          awaitTurn: step.awaitTurn,
        }),
    });
    assert.equal(result, 'DONE', reason);
    return performance.now() - start;
  });
}
