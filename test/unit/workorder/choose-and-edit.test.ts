import assert from 'node:assert/strict';
import type { Proposal, ReviewDecision } from '../../../src/core/ports/reviewer.ts';
import { headline } from '../../../src/core/workorder/headline.ts';
import type { RunState } from '../../../src/core/workorder/state.ts';
import type { Command, WorkOrder } from '../../../src/generated/contracts.ts';
import { modelThatSays } from '../../support/ask-designer.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { runInMemory } from '../../support/run-in-memory.ts';

const TEXT = 'A = 1\nB = 2\nC = 3\n\n\ndef greet() -> int:\n    return A\n';
const replaceIn = (file_path: string, old_string: string, new_string: string): Command => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string, new_string }] },
  reason: 'Wanted.',
});
/** The second works on what the second hunk of the first leaves. */
const COMMANDS = [
  replaceIn('greet.py', 'A = 1\nB = 2\nC = 3\n', 'A = 10\nB = 2\nC = 30\n'),
  replaceIn('greet.py', 'C = 30', 'C = 300'),
  replaceIn('other.py', 'X = 1', 'X = 2'),
];
const VERIFICATION = { tool: 'lint_backend', args: { path: '.', check_all: false } };
const ORDER: WorkOrder = {
  step_id: 's',
  step_text: 'Change numbers.',
  scope_allowlist: ['greet.py', 'other.py'],
  invariants: [],
  acceptance: { lint: VERIFICATION.args },
};
const answer = (more: object) =>
  modelThatSays(JSON.stringify({ commands: COMMANDS, verification: VERIFICATION, ...more }), 8);

type Answer = (proposal: Proposal) => ReviewDecision;
const applyIt: Answer = ({ approvalSha256 }) => ({
  kind: 'apply',
  by: 'a person',
  approvalSha256,
  controlPlaneApproved: [],
});
const textIn = ({ changes }: Proposal, path: string): string | undefined => {
  const after = changes.files.find(file => file.path === path)?.after;
  return after && Buffer.from(after).toString();
};
const type =
  (path: string, edit: (text: string) => string): Answer =>
  proposal => ({
    kind: 'edit',
    files: [{ path, text: new Uint8Array(Buffer.from(edit(textIn(proposal, path) ?? ''))) }],
  });

async function review(
  ...answers: readonly Answer[]
): Promise<{ state: RunState; files: MemoryFiles; proposals: readonly Proposal[] }> {
  const files = new MemoryFiles({ 'greet.py': TEXT, 'other.py': 'X = 1\n' });
  const proposals: Proposal[] = [];
  const state = await runInMemory(files, {
    order: ORDER,
    designer: answer({ touched_files: ['greet.py', 'other.py'], changed_signatures: [] }),
    qa: answer({ decision: 'APPROVED', spot_checks: ['greet.py: def greet is unchanged'] }),
    reviewer: {
      approveLint: async () => false,
      review: async proposal => {
        proposals.push(proposal);
        return (answers[proposals.length - 1] ?? applyIt)(proposal);
      },
    },
  });
  return { state, files, proposals };
}

const select =
  (kept: readonly number[], ...hunks: readonly (readonly [number, number])[]): Answer =>
  () => ({ kind: 'select', kept, hunksLeftOut: hunks.map(([command, hunk]) => ({ command, hunk })) });

describe('a person who reviews', () => {
  it('leaves out a hunk of a command: the rest is simulated, verified and hashed anew, and is what is applied', async () => {
    const { state, files, proposals } = await review(select([0, 1, 2], [0, 0]));
    const [first, second] = proposals;
    assert.ok(first && second);
    assert.notEqual(first.approvalSha256, second.approvalSha256);
    assert.match(textIn(second, 'greet.py') ?? '', /^A = 1\nB = 2\nC = 300\n/);
    assert.ok(state.outcome?.kind === 'APPLIED', JSON.stringify(state.outcome));
    assert.deepEqual(state.outcome.commands, { applied: 3, of: 3, hunksLeftOut: 1 });
    assert.match(files.text('greet.py') ?? '', /^A = 1\nB = 2\nC = 300\n/);
    assert.equal(headline(state.outcome, 2), 'Applied all 3 commands without 1 hunk in 2 files, lint clean');
    assert.deepEqual(
      state.qa?.decision === 'APPROVED' && state.qa.commands[0],
      replaceInAs('A = 1\nB = 2\nC = 3\n', 'A = 1\nB = 2\nC = 30\n'),
    );
  });

  it('is told why a hunk cannot be left out alone, and keeps the proposal before', async () => {
    const { state, proposals } = await review(select([0, 1, 2], [0, 1]));
    const [first, again] = proposals;
    assert.deepEqual(again?.part?.refused, [
      'command 2 (atomic_replace) cannot stand alone: it works on what hunk 2 of command 1 leaves',
    ]);
    assert.equal(again?.approvalSha256, first?.approvalSha256);
    assert.equal(state.outcome?.kind, 'APPLIED');
  });

  it('edits the proposal: a command of their own, marked so, verified and hashed like all others', async () => {
    const { state, files, proposals } = await review(
      type('greet.py', text => text.replace('B = 2', 'B = 20')),
    );
    const [first, second] = proposals;
    assert.notEqual(first?.approvalSha256, second?.approvalSha256);
    assert.equal(second?.evidence.spot_checks.length, 1, 'QA’s spot checks are graded again');
    assert.match(files.text('greet.py') ?? '', /^A = 10\nB = 20\nC = 300\n/);
    assert.deepEqual(
      state.receipts.map(({ by = 'a model' }) => by),
      ['a model', 'a model', 'a model', 'person'],
    );
    assert.equal(state.choice?.edits.length, 1);
    assert.ok(state.outcome?.kind === 'APPLIED');
    assert.deepEqual(state.outcome.commands, { applied: 3, of: 3, edited: 1 });
  });

  it('edits on: the newest text is the whole edit, the old text takes it back', async () => {
    const edited = await review(
      type('greet.py', text => text.replace('B = 2', 'B = 20')),
      type('greet.py', text => text.replace('B = 20', 'B = 21')),
    );
    assert.equal(edited.state.choice?.edits.length, 1);
    assert.match(edited.files.text('greet.py') ?? '', /B = 21/);
    const undone = await review(
      type('greet.py', text => text.replace('B = 2', 'B = 20')),
      type('greet.py', text => text.replace('B = 20', 'B = 2')),
    );
    assert.deepEqual(undone.state.choice?.edits, []);
    assert.equal(undone.proposals.at(-1)?.approvalSha256, undone.proposals[0]?.approvalSha256);
    const reverted = await review(
      type('greet.py', text => text.replace('B = 2', 'B = 20')),
      () => ({ kind: 'edit', files: [{ path: 'greet.py', text: undefined }] }),
    );
    assert.doesNotMatch(reverted.files.text('greet.py') ?? '', /B = 20/);
  });

  it('keeps their edit while they choose, and is told when it works on what is left out', async () => {
    const kept = await review(
      type('greet.py', text => text.replace('B = 2', 'B = 20')),
      select([0, 1]),
    );
    assert.match(kept.files.text('greet.py') ?? '', /B = 20/);
    assert.equal(kept.files.text('other.py'), 'X = 1\n');
    const lost = await review(
      type('greet.py', text => text.replace('A = 10', 'A = 11')),
      select([0, 1, 2], [0, 0]),
    );
    assert.deepEqual(lost.proposals.at(-1)?.part?.refused, [
      'the edit of greet.py by hand does not apply: it works on what hunk 1 of command 1 leaves',
    ]);
    assert.match(lost.files.text('greet.py') ?? '', /A = 11/);
  });

  it('is told of code that is no Python any more, and cannot edit a file that is not proposed', async () => {
    const broken = await review(type('greet.py', text => text.replace('def greet()', 'def greet(')));
    const [found] = broken.proposals[1]?.findings ?? [];
    assert.equal(found?.rule, 'syntax/unreadable');
    const other = await review(type('setup.py', () => 'x = 1\n'));
    assert.deepEqual(other.proposals.at(-1)?.part?.refused, ['setup.py is not part of the proposal']);
  });
});

const replaceInAs = (old: string, now: string): Command => replaceIn('greet.py', old, now);
