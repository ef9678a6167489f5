import assert from 'node:assert/strict';
import type { LintOutcome, SimulatedLinter } from '../../../src/core/ports/linter.ts';
import type { Model } from '../../../src/core/ports/model.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { WorkOrder } from '../../../src/generated/contracts.ts';
import { modelThatSays } from '../../support/ask-designer.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { runInMemory } from '../../support/run-in-memory.ts';

const order: WorkOrder = {
  step_id: 's1',
  step_text: 'Rename greet().',
  scope_allowlist: ['greet.py'],
  invariants: [],
  acceptance: { lint: { path: '.', check_all: false } },
};
const rename = (to: string) => [
  {
    tool: 'atomic_replace',
    args: { file_path: 'greet.py', replacements: [{ old_string: 'greet', new_string: to }] },
    reason: 'Rename.',
  },
];
const verification = { tool: 'lint_backend', args: { path: '.', check_all: false } };
const DESIGN = JSON.stringify({
  touched_files: ['greet.py'],
  commands: rename('welcome'),
  changed_signatures: [],
  verification,
});
const approves = (commands: unknown = rename('welcome')) =>
  JSON.stringify({ decision: 'APPROVED', commands, verification });
const REJECTS = JSON.stringify({
  decision: 'REJECTED',
  commands: [],
  verification: null,
  reasons: ['no'],
  required_changes: ['another name'],
});

/** Runs the order; tells what happened in which order: models, simulated lints, events. */
async function run(verdict: string, failOn: 'any' | 'new' = 'new') {
  const happened: string[] = [];
  const told = (name: string, model: Model): Model => ({
    ...model,
    ask: async request => {
      happened.push(`${name} is asked`);
      const reply = await model.ask(request);
      // Other work goes on while a model writes.
      for (let i = 0; i < 50; i++) await Promise.resolve();
      happened.push(`${name} answers`);
      return reply;
    },
  });
  const linted: string[] = [];
  const simulatedLinter: SimulatedLinter = {
    lintSimulated: async (_, { files }, { signal }): Promise<LintOutcome> => {
      const text = new TextDecoder().decode(files[0]?.after ?? new Uint8Array());
      happened.push('simulated lint');
      linted.push(`${text.trim()}${signal.aborted ? ' (stopped)' : ''}`);
      const report = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } };
      return { kind: 'report', report, tools: [], notes: [], diagnostics: [] };
    },
  };
  const files = new MemoryFiles({ 'greet.py': 'def greet(): ...\n' });
  const walk = files.walk.bind(files);
  files.walk = (path, options) => {
    if (options?.extensions) happened.push('index');
    return walk(path, options);
  };
  const journals = new MemoryJournals<RunEvent>();
  const state = await runInMemory(
    files,
    {
      order,
      designer: told('designer', modelThatSays(DESIGN, 8)),
      qa: told('qa', modelThatSays(verdict, 8)),
      policy: [{ from: 'the test', by: 'person', failOn }],
      lintPreview: true,
    },
    journals,
    { simulatedLinter },
  );
  const events = ((await journals.read(state.runId)) ?? []).map(event =>
    event.type === 'stage_started' ? `start ${event.stage}` : event.type,
  );
  return { state, happened, linted, events };
}

describe('work that overlaps', () => {
  it('indexes the workspace while the Designer writes', async () => {
    const { happened } = await run(approves());
    assert.ok(happened.indexOf('index') < happened.indexOf('designer answers'), happened.join());
  });

  it('lints the simulated files while QA looks, once, and tells of it in the review', async () => {
    const { state, happened, linted, events } = await run(approves());
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    assert.ok(happened.indexOf('simulated lint') < happened.indexOf('qa answers'), happened.join());
    assert.deepEqual(linted, ['def greet(): ...', 'def welcome(): ...']);
    assert.ok(events.indexOf('lint_previewed') > events.indexOf('start review'), events.join());
    assert.deepEqual(state.lintDifference, { added: 0, pre_existing: 0, fixed: 0 });
  });

  it('uses a lint that ended while QA looked, however soon the review is over', async () => {
    const { state, events } = await run(approves(), 'any');
    assert.ok(events.includes('lint_previewed'), events.join());
    assert.deepEqual(state.lintDifference, { added: 0, pre_existing: 0, fixed: 0 });
  });

  it('lints again what QA changed, and tells only of that', async () => {
    const { state, linted, events } = await run(approves(rename('hello')));
    assert.equal(state.outcome?.kind, 'APPLIED', JSON.stringify(state.outcome));
    assert.equal(linted.at(-1), 'def hello(): ...');
    assert.equal(events.filter(event => event === 'lint_previewed').length, 1);
  });

  it('tells of no lint when QA rejects', async () => {
    const { state, events } = await run(REJECTS);
    assert.ok(state.outcome?.kind === 'BLOCKED' && state.outcome.by === 'qa');
    assert.equal(events.includes('lint_previewed'), false);
    assert.equal(state.lintPreview, undefined);
  });
});
