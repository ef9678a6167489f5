import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createApp } from '../../src/core/app.ts';
import type { Model } from '../../src/core/ports/model.ts';
import { createPythonSymbols } from '../../src/core/python/python-symbols.ts';
import type { RunEvent } from '../../src/core/workorder/events.ts';
import type { RunState } from '../../src/core/workorder/state.ts';
import type { Command, WorkOrder } from '../../src/generated/contracts.ts';
import { MemoryFiles, sha256Of } from '../support/memory-files.ts';
import { MemoryJournals } from '../support/memory-journals.ts';
import { printTable, tally } from './support/counts.ts';

/** Inputs nobody here wrote, through the whole pipeline: nothing throws, nothing is applied that was not meant. */
const fixtures = path.join(import.meta.dirname, '../fixtures');

const order: WorkOrder = {
  step_id: 'step',
  step_text: 'Change it.',
  scope_allowlist: ['pkg/'],
  invariants: [],
  acceptance: { lint: { path: 'pkg', check_all: false } },
};
const verification = { tool: 'lint_backend' as const, args: { path: 'pkg', check_all: false } };
const usage = { inputTokens: 0, outputTokens: 0, estimated: true };
const says = (text: string): Model => ({
  label: 'test',
  ask: async () => ({ kind: 'answer', text, usage, model: 'test' }),
});

const designs = (...commands: Command[]) =>
  JSON.stringify({ touched_files: ['pkg/a.py'], commands, changed_signatures: [], verification });
const approves = (...commands: Command[]) => JSON.stringify({ decision: 'APPROVED', commands, verification });
const replace = (old_string: string, new_string: string): Command => ({
  tool: 'atomic_replace',
  args: { file_path: 'pkg/a.py', replacements: [{ old_string, new_string }] },
  reason: 'Change it.',
});

/** One run over `pkg/a.py` with these replies; approves whatever is shown. */
async function run(content: string | Uint8Array, designer: string, qa: string) {
  const files = new MemoryFiles({ 'pkg/a.py': content });
  const app = createApp({
    files,
    linter: {
      lint: async () => ({
        kind: 'report',
        report: { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 1 } },
        tools: [],
        notes: [],
      }),
    },
    symbols: createPythonSymbols(files),
    journals: new MemoryJournals<RunEvent>(),
    clock: { now: () => 0 },
    sha256: sha256Of,
    defaultLintPath: () => 'pkg',
  });
  const state: RunState = await app.runWorkOrder({
    order,
    designer: says(designer),
    qa: says(qa),
    reviewer: {
      approveLint: async () => true,
      review: async ({ approvalSha256, controlPlane }) => ({
        kind: 'apply',
        by: 'test',
        approvalSha256,
        controlPlaneApproved: controlPlane,
      }),
    },
    until: 'end',
    policy: [{ from: 'the test', by: 'person', failOn: 'any' }],
    lintPreview: false,
    onLintFailure: 'revert',
    signal: new AbortController().signal,
  });
  return { state, files, app, bytes: files.bytes('pkg/a.py') ?? new Uint8Array() };
}

/** Bytes as a model client would hand them on: text, whatever they are. */
const asText = (bytes: Buffer) => bytes.toString('utf8');

describe('hostile input through the pipeline', () => {
  after(() => printTable());

  it('JSONTestSuite: every invalid text is BLOCKED, as the Designer’s reply and as QA’s [001-048] [001-051]', async () => {
    const folder = path.join(fixtures, 'json-test-suite/test_parsing');
    const change = replace('one', 'two');
    let [tried, lost] = [0, 0];
    for (const name of fs.readdirSync(folder)) {
      const text = asText(fs.readFileSync(path.join(folder, name)));
      for (const [designer, qa] of [
        [text, approves(change)],
        [designs(change), text],
      ] as const) {
        const { state, bytes } = await run('x = "one"\n', designer, qa);
        tried++;
        if (state.outcome?.kind !== 'BLOCKED' || asText(Buffer.from(bytes)) !== 'x = "one"\n') lost++;
      }
    }
    tally('JSONTestSuite as replies', tried, lost, 'BLOCKED, nothing written');
    assert.ok(tried > 600);
    assert.equal(lost, 0);
  });

  it('naughty strings: written exactly, found exactly, and taken back [001-003]', async () => {
    const strings: string[] = JSON.parse(
      fs.readFileSync(path.join(fixtures, 'naughty-strings/blns.json'), 'utf8'),
    );
    let [tried, lost] = [0, 0];
    for (const naughty of strings.filter(s => s.isWellFormed())) {
      const content = 'before = 1\nplace = 2\nafter = 3\n';
      const write = replace('place = 2', naughty);
      const written = await run(content, designs(write), approves(write));
      const expected = content.replace('place = 2', () => naughty);
      tried++;
      if (written.state.outcome?.kind === 'APPLIED') {
        if (asText(Buffer.from(written.bytes)) !== expected) lost++;
        await written.app.workOrders.revert({ runId: written.state.runId, by: 'test' });
        if (written.files.text('pkg/a.py') !== content) lost++;
      } else if (written.state.outcome?.kind !== 'BLOCKED' || asText(Buffer.from(written.bytes)) !== content)
        lost++;

      if (naughty === '' || expected.split(naughty).length !== 2) continue;
      const find = replace(naughty, 'place = 2');
      const found = await run(expected, designs(find), approves(find));
      tried++;
      if (found.state.outcome?.kind !== 'APPLIED' || asText(Buffer.from(found.bytes)) !== content) lost++;
    }
    tally('naughty strings in edits', tried, lost, 'exact, reverted exactly');
    assert.ok(tried > 800);
    assert.equal(lost, 0);
  });

  it('UTF-8 test lines: a file is edited exactly or refused by name [001-007]', async () => {
    const all = fs.readFileSync(path.join(fixtures, 'utf8/utf8tests.bin'));
    let [tried, lost] = [0, 0];
    let start = 0;
    while (start < all.length) {
      const next = all.indexOf(0x0a, start);
      const end = next < 0 ? all.length : next + 1;
      const content = Buffer.concat([Buffer.from('place = 2\n'), all.subarray(start, end)]);
      start = end;
      const change = replace('place = 2', 'placed = 3');
      const { state, bytes } = await run(content, designs(change), approves(change));
      const expected = Buffer.concat([Buffer.from('placed = 3\n'), content.subarray('place = 2\n'.length)]);
      tried++;
      const applied = state.outcome?.kind === 'APPLIED';
      if (!Buffer.from(bytes).equals(applied ? expected : content)) lost++;
      if (!applied && !JSON.stringify(state.outcome).includes('UTF-8')) lost++;
    }
    tally('UTF-8 test lines as files', tried, lost, 'exact or refused');
    assert.ok(tried > 50);
    assert.equal(lost, 0);
  });

  it('trojan source: invisible and direction-changing characters are named before anyone approves', async () => {
    const folder = path.join(fixtures, 'trojan-source/Python');
    let [tried, lost] = [0, 0];
    for (const name of fs.readdirSync(folder).filter(f => f.endsWith('.py'))) {
      const source = fs.readFileSync(path.join(folder, name), 'utf8');
      const change = replace('place = 2', source);
      const { state } = await run('place = 2\n', designs(change), approves(change));
      const isHidden = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069]/u.test(source);
      tried++;
      if (isHidden && !state.warnings.some(w => /U\+20[0-9A-F]{2}/.test(w))) lost++;
    }
    tally('trojan-source samples', tried, lost, 'hidden characters told');
    assert.equal(lost, 0);
  });
});
