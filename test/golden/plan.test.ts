import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createApp } from '../../src/core/app.ts';
import { parsePlan } from '../../src/core/plan/parse-plan.ts';
import type { PlanEvent } from '../../src/core/plan/plan-events.ts';
import { phaseStatuses } from '../../src/core/plan/plan-state.ts';
import { resolvePlan } from '../../src/core/plan/plan-steps.ts';
import { runPlan } from '../../src/core/plan/run-plan.ts';
import { createPythonSymbols } from '../../src/core/python/python-symbols.ts';
import { parseWorkOrder } from '../../src/core/workorder/parse-work-order.ts';
import type { LintBackendArgs } from '../../src/generated/contracts.ts';
import { openReplay } from '../../src/node/model/replay-model.ts';
import { sha256Of } from '../support/memory-files.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { type GoldenCase, REPOSITORY, readCases } from './golden-case.ts';
import { memoryWorkspace } from './golden-workspace.ts';
import { playLinters, playReviewer } from './played-ports.ts';

const SHOP = path.join(REPOSITORY, 'examples/shop');
const REPLIES = path.join(REPOSITORY, 'examples/replies/release-2.4.replay.json');

function mustBeOk<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: string },
): T {
  assert.ok(result.ok, result.ok ? '' : result.error);
  return result.value;
}

describe('the example plan', () => {
  it('applies both of its orders, with a lint of everything at the end of each phase [001-065]', async () => {
    const input: GoldenCase = { title: '', order: '', workspace: 'examples/shop', replies: REPLIES };
    const { files, journals, bytes } = memoryWorkspace(input);
    const before = bytes();
    const calls: LintBackendArgs[] = [];
    const clock = { now: () => 0 };
    const linter = playLinters(input, calls);
    const symbols = createPythonSymbols(files);
    const app = createApp({
      files,
      journals,
      linter,
      symbols,
      clock,
      sha256: sha256Of,
      defaultLintPath: () => 'shop',
    });
    const models = mustBeOk(openReplay(REPLIES));
    const { signal } = new AbortController();

    const text = readFileSync(path.join(SHOP, 'work-orders/release-2.4.plan.json'), 'utf8');
    const readOrder = async (file: string) => parseWorkOrder(readFileSync(path.join(SHOP, file), 'utf8'));
    const plan = mustBeOk(await resolvePlan(mustBeOk(parsePlan(text)), readOrder, sha256Of));
    const { result, reason, progress } = await runPlan({
      plan,
      earlier: [],
      journal: await new MemoryJournals<PlanEvent>().create('plan'),
      clock,
      parallel: 1,
      runOrder: order =>
        app.runWorkOrder({
          order,
          designer: models('designer'),
          qa: models('qa'),
          reviewer: playReviewer(undefined),
          until: 'end',
          policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
          lintPreview: false,
          onLintFailure: 'revert',
          signal,
        }),
      lint: args => app.lint(args, signal),
      signal,
    });

    assert.equal(result, 'DONE', reason);
    assert.deepEqual(Object.fromEntries(phaseStatuses(plan, progress)), { names: 'DONE', reports: 'DONE' });
    const everything = { path: '.', check_all: true };
    assert.deepEqual(calls, [everything, everything, { path: 'shop/reports', check_all: false }, everything]);
    const expected = new Map(before);
    for (const { name, expectedFiles } of readCases()) {
      if (name !== 'example-rename' && name !== 'example-split') continue;
      for (const [file, content] of expectedFiles) expected.set(file, content);
    }
    assert.deepEqual(hashes(bytes()), hashes(expected));
  });
});

const hashes = (files: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...files].map(([file, content]) => [file, sha256Of(content)] as const).sort());
