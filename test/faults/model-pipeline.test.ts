import assert from 'node:assert/strict';
import { createApp } from '../../src/core/app.ts';
import type { Model } from '../../src/core/ports/model.ts';
import { createPythonSymbols } from '../../src/core/python/python-symbols.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { WorkOrder } from '../../src/generated/contracts.ts';
import { createOpenAiModel } from '../../src/node/model/openai-model.ts';
import { openReplay } from '../../src/node/model/replay-model.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { startModelServer } from '../support/model-server.ts';
import { LIMITS, SCENARIOS, type Scenario } from './model-scenarios.ts';

const TEXT = 'def greet() -> None: ...\n';

const order: WorkOrder = {
  step_id: 'phase-1.step-1',
  step_text: 'Rename greet() to welcome().',
  scope_allowlist: ['greet.py'],
  invariants: [],
  acceptance: { lint: { path: '.', check_all: false } },
};

const commands = [
  {
    tool: 'atomic_replace',
    args: { file_path: 'greet.py', replacements: [{ old_string: 'greet', new_string: 'welcome' }] },
    reason: 'Rename.',
  },
];
const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };

function replay(): Model {
  const opened = openReplay({
    format: 'workorder-replay/1',
    origin: 'written-by-hand',
    turns: [
      {
        role: 'designer',
        json: { touched_files: ['greet.py'], commands, changed_signatures: [], verification },
      },
      { role: 'qa', json: { decision: 'APPROVED', commands, verification } },
    ],
  });
  assert.ok(opened.ok, opened.ok ? '' : opened.error);
  return opened.value();
}

interface Ran {
  readonly state: RunState;
  readonly text: string;
  readonly applies: number;
}

/** The whole product but for the named role's endpoint, with a reviewer who approves everything. */
async function run(role: 'designer' | 'qa', faulty: Model): Promise<Ran> {
  const files = new MemoryFiles({ 'greet.py': TEXT });
  const good = replay();
  const app = createApp({
    files,
    journals: new MemoryJournals<RunEvent>(),
    linter: {
      lint: async () => ({
        kind: 'report',
        report: { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } },
        tools: [],
        notes: [],
      }),
    },
    symbols: createPythonSymbols(files),
    clock: { now: () => 0 },
    sha256: sha256Of,
    defaultLintPath: () => '.',
  });
  const state = await app.runWorkOrder({
    order,
    designer: role === 'designer' ? faulty : good,
    qa: role === 'qa' ? faulty : good,
    reviewer: {
      approveLint: async () => true,
      review: async proposal => ({
        kind: 'apply',
        by: 'test',
        approvalSha256: proposal.approvalSha256,
        controlPlaneApproved: proposal.controlPlane,
      }),
    },
    until: 'end',
    policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
    lintPreview: false,
    onLintFailure: 'revert',
    signal: new AbortController().signal,
  });
  const bytes = files.bytes('greet.py') ?? new Uint8Array();
  return { state, text: new TextDecoder().decode(bytes), applies: files.applied.length };
}

async function check(
  { behaviour, expect, limits = {}, says }: Scenario,
  role: 'designer' | 'qa',
  transport: 'stream' | 'plain',
) {
  const server = await startModelServer(behaviour);
  try {
    const created = createOpenAiModel({
      ...LIMITS,
      ...limits,
      baseUrl: server.baseUrl,
      model: 'm',
      transport,
    });
    assert.ok(created.ok);
    const { state, text, applies } = await run(role, created.value);
    assert.equal(state.outcome?.kind, 'BLOCKED');
    assert.equal(text, TEXT);
    assert.equal(applies, 0);
    if (state.outcome?.kind === 'BLOCKED' && 'fault' in expect && expect.fault !== 'several_answers') {
      assert.equal(state.outcome.by, 'model');
      if (says) assert.match(state.outcome.reasons.join('\n'), says);
      assert.ok(server.requests.length <= 4);
    }
  } finally {
    await server.close();
  }
}

describe('model faults in a run', () => {
  it('aside, the same run applies the change', async () => {
    const { state, text } = await run('qa', replay());
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    assert.equal(text, TEXT.replace('greet', 'welcome'));
  });

  describe('end BLOCKED with nothing written, for Designer and QA, in a stream and in a plain answer', () => {
    for (const scenario of SCENARIOS) {
      it(scenario.name, () =>
        Promise.all([
          check(scenario, 'designer', 'stream'),
          check(scenario, 'designer', 'plain'),
          check(scenario, 'qa', 'stream'),
          check(scenario, 'qa', 'plain'),
        ]),
      );
    }
  });
});
