import assert from 'node:assert/strict';
import { ago, count, duration } from '../../../src/core/kernel/amounts.ts';
import { closingMessage } from '../../../src/core/panel/closing-message.ts';
import { reviewTree } from '../../../src/core/panel/review-tree.ts';
import { statusLine } from '../../../src/core/panel/status-line.ts';
import { verdictSentence } from '../../../src/core/panel/verdict-section.ts';
import type { RunEvent, Stage } from '../../../src/core/workorder/events.ts';
import type { Outcome } from '../../../src/core/workorder/outcome.ts';
import {
  designerOutput,
  finished,
  linted,
  proposed,
  record,
  replace,
  simulated,
  stateAfter,
} from './sample-run.ts';

const command = replace('shop/a.py', 'why');
const applied = simulated([command], [record('shop/a.py'), record('shop/b.py'), record('shop/c.py')]);
const written: RunEvent = {
  at: 0,
  type: 'applied',
  files: [record('shop/a.py'), record('shop/b.py'), record('shop/c.py')],
};
const designed: RunEvent = { at: 0, type: 'designer_output', output: designerOutput([command]) };
const closing = (...events: readonly RunEvent[]) => {
  const message = closingMessage(stateAfter(applied, ...events));
  return message === undefined
    ? undefined
    : `${message.severity}: ${message.text} [${message.actions.join('|')}]`;
};
const report = (total_errors: number) => ({
  ruff: {},
  mypy: {},
  summary: { total_errors, clean: total_errors === 0, files_checked: 3 },
});

describe('closing notification', () => {
  it('says nothing while the run goes on', () => assert.equal(closing(), undefined));

  it('after a clean lint offers Revert', () =>
    assert.equal(
      closing(finished({ kind: 'APPLIED', lint: report(0) })),
      'information: Applied 3 files, lint clean. [Show Review|Revert]',
    ));

  it('after a failed lint asks to revert or keep', () =>
    assert.equal(
      closing(
        written,
        linted({ kind: 'report', report: report(1), tools: [], notes: [] }),
        finished({ kind: 'FAILED', step: 'lint', reasons: ['x'], changeKept: true }),
      ),
      'warning: Applied 3 files. Lint found 1 problem; the change is kept until you decide. [Show Problems|Fix These Problems|Revert|Keep]',
    ));

  it('when a linter is missing says which and offers to install it', () =>
    assert.equal(
      closing(
        written,
        linted({
          kind: 'did_not_run',
          tools: [],
          failure: { error: 'mypy not found in .venv or PATH', changed: false },
        }),
        finished({ kind: 'FAILED', step: 'lint', reasons: ['x'], changeKept: true }),
      ),
      'warning: Applied 3 files, but lint did not run: mypy not found in .venv or PATH [Install and Lint Again|Revert|Keep]',
    ));

  it('never calls a change clean that a missing linter did not look at', () => {
    const leftOut = [{ tool: 'mypy', reason: 'it is not installed', isMissing: true }] as const;
    const partly = { ...report(0), summary: { ...report(0).summary, clean: false } };
    const outcome = { kind: 'report', report: partly, tools: [], notes: [], leftOut } as const;
    const end = finished({
      kind: 'APPLIED',
      lint: partly,
      partlyLinted: { ran: ['ruff'], missing: ['mypy'] },
    });
    assert.equal(
      closing(written, linted(outcome), end),
      'warning: Applied 3 files, ruff clean, mypy not installed. [Install and Lint Again|Revert|Show Review]',
    );
    const state = stateAfter(applied, written, linted(outcome), end);
    assert.match(verdictSentence(state), /^Applied to 3 files, ruff clean, mypy not installed\.$/);
    const lint = reviewTree({ state, now: 0 }).find(({ id }) => id === 'lint');
    assert.equal(lint?.icon.codicon, 'warning');
  });

  it('tells new problems from those that were there before', () => {
    const outcome = { kind: 'report', report: report(3), tools: [], notes: [] } as const;
    const difference = { added: 1, pre_existing: 2, fixed: 0 };
    assert.match(
      closing(
        { at: 0, type: 'linted', outcome, difference },
        finished({ kind: 'FAILED', step: 'lint', reasons: ['x'], changeKept: true }),
      ) ?? '',
      /^warning: Applied 3 files\. Lint found 1 new problem, 2 from before;/,
    );
    assert.equal(
      closing(
        { at: 0, type: 'linted', outcome, difference: { ...difference, added: 0 } },
        finished({ kind: 'APPLIED', lint: report(2) }),
      ),
      'information: Applied 3 files, no new problems, 2 from before. [Show Problems|Revert]',
    );
  });

  it('names the check that blocked and its reason', () =>
    assert.equal(
      closing(
        finished({ kind: 'BLOCKED', by: 'validator', reasons: ['unknown tool: rm'], requiredChanges: [] }),
      ),
      'warning: Blocked by the code validator, nothing was changed: unknown tool: rm [Ask for Changes|Run Again|Show Review|More…]',
    ));

  it('does not blame code for what the Designer itself said it cannot do', () =>
    assert.match(
      closing(
        finished({ kind: 'BLOCKED', by: 'designer', reasons: ['it could not find X'], requiredChanges: [] }),
      ) ?? '',
      /^warning: The Designer cannot do this step, nothing was changed: it could not find X \[Edit Step/,
    ));

  it('after a failed apply says that nothing is changed', () =>
    assert.equal(
      closing(
        designed,
        finished({ kind: 'FAILED', step: 'apply', reasons: ['a.py changed on disk'], changeKept: false }),
      ),
      'error: Apply failed, nothing is changed. a.py changed on disk [Try Again with Same Replies|Run Again|Show Review]',
    ));
});

describe('the sentence above the Review view', () => {
  const during = (stage: Stage) =>
    verdictSentence(stateAfter(applied, proposed, { at: 0, type: 'stage_started', stage }));
  it('says what is on disk at every stage', () =>
    assert.deepEqual((['designer', 'review', 'apply', 'lint'] as const).map(during), [
      'Designer is running. Nothing is changed until you apply.',
      '3 files would change. Look at the diff, then Apply or Reject.',
      'Applying the change to 3 files: all of it, or nothing.',
      'Applied to 3 files. The linters are running.',
    ]));
});

describe('the sentence of a run that ended', () => {
  const ended = (outcome: Outcome) => verdictSentence(stateAfter(applied, finished(outcome)));
  it('has the exact reason of a block, since rows are cut', () =>
    assert.equal(
      ended({ kind: 'BLOCKED', by: 'qa', reasons: ['Command 0 breaks an invariant'], requiredChanges: [] }),
      'Blocked by QA, nothing was changed: Command 0 breaks an invariant',
    ));
  it('says what is on disk after a cancel', () =>
    assert.equal(
      ended({ kind: 'CANCELLED', reason: 'cancelled during qa; nothing was changed' }),
      'Cancelled during qa; nothing was changed.',
    ));
});

describe('status bar', () => {
  it('is there only while a run is active', () => {
    assert.equal(statusLine(undefined, 0), undefined);
    assert.equal(statusLine(stateAfter(finished({ kind: 'CANCELLED', reason: 'x' })), 0), undefined);
  });
  it('names the running stage and its time', () =>
    assert.equal(
      statusLine(stateAfter({ at: 0, type: 'stage_started', stage: 'designer' }), 12_000)?.text,
      '$(loading~spin) Work Order: Designer 12 s',
    ));
  it('asks for attention while it waits for the person', () =>
    assert.equal(
      statusLine(stateAfter({ at: 0, type: 'stage_started', stage: 'review' }, proposed), 0)?.needsYou,
      true,
    ));
});

describe('amounts', () => {
  it('counts with the right form', () =>
    assert.equal(`${count(1, 'file')}, ${count(1200, 'file')}`, '1 file, 1,200 files'));
  it('shortens durations as they grow', () =>
    assert.deepEqual([7, 400, 9_960, 65_000].map(duration), ['7 ms', '0.4 s', '10 s', '1 min 05 s']));
  it('speaks of the past in one unit', () =>
    assert.deepEqual([1000, 300_000, 7_200_000, 86_400_000].map(ago), [
      'just now',
      '5 min ago',
      '2 h ago',
      '1 day ago',
    ]));
});
