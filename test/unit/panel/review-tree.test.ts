import assert from 'node:assert/strict';
import { reviewTree } from '../../../src/core/panel/review-tree.ts';
import { verdictSentence } from '../../../src/core/panel/verdict-section.ts';
import type { ViewNode } from '../../../src/core/panel/view-node.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import { initialState } from '../../../src/core/workorder/state.ts';
import {
  approved,
  designerOutput,
  drawn,
  find,
  finished,
  linted,
  move,
  proposed,
  qaSaid,
  record,
  replace,
  simulated,
  started,
  stateAfter,
} from './sample-run.ts';

const tree = (...events: readonly RunEvent[]): readonly ViewNode[] =>
  reviewTree({ state: stateAfter(...events), now: 5000 });
const rename = replace('shop/a.py', 'Rename the function.');
const designed: RunEvent = { at: 0, type: 'designer_output', output: designerOutput([rename, move]) };

describe('Review view', () => {
  it('is empty before the first run, so that the welcome text shows', () =>
    assert.deepEqual(reviewTree({ state: initialState('none'), now: 0 }), []));

  it('shows the Designer’s commands while they arrive, the newest twenty of them', () => {
    const begun: RunEvent = { at: 1000, type: 'stage_started', stage: 'designer' };
    const arrived = (index: number, command = rename): RunEvent => ({
      at: 2000,
      type: 'command_arrived',
      index,
      command,
    });
    assert.equal(
      drawn([find(tree(begun, arrived(0), arrived(1, move)), 'Designer')]),
      [
        'Designer — 4.0 s · 2 commands so far',
        '  shop/a.py — Rename the function.',
        '  shop/a.py → shop/b.py — Pricing belongs together.',
      ].join('\n'),
    );
    const many = Array.from({ length: 30 }, (_, i) => arrived(i));
    assert.equal(find(tree(begun, ...many), 'Designer').children.length, 20);
    const retried = tree(begun, ...many, arrived(0));
    assert.equal(find(retried, 'Designer').children.length, 1);
  });

  it('says that an answer was stopped early', () => {
    const sentence = 'stopped early, after 90 characters';
    const nodes = tree(
      { at: 1000, type: 'stage_started', stage: 'designer' },
      { at: 2000, type: 'command_arrived', index: 0, command: rename },
      { at: 2000, type: 'stopped_early', role: 'designer', sentence },
      { at: 2000, type: 'stage_finished', stage: 'designer', ok: true },
    );
    assert.equal(drawn([find(nodes, 'Designer')]), 'Designer — 1.0 s · stopped early');
  });

  it('lists every stage in order with its time and tokens', () => {
    const nodes = tree(
      { at: 1000, type: 'stage_started', stage: 'designer' },
      {
        at: 2000,
        type: 'model_replied',
        role: 'designer',
        model: 'm',
        text: '{}',
        usage: { inputTokens: 1200, outputTokens: 34, estimated: false },
      },
      { at: 3300, type: 'stage_finished', stage: 'designer', ok: true },
      { at: 3300, type: 'stage_started', stage: 'validation' },
    );
    assert.equal(
      drawn([find(nodes, 'Stages')]),
      [
        'Stages — 1 of 8 · 1,234 tokens',
        '  Designer — 2.3 s · 1,234 tokens',
        '  Validation — 1.7 s',
        '  Evidence',
        '  QA',
        '  QA validation',
        '  Your review',
        '  Apply',
        '  Lint',
      ].join('\n'),
    );
    assert.equal(find(nodes, 'Designer').icon.codicon, 'pass-filled');
    assert.equal(find(nodes, 'Validation').icon.codicon, 'loading~spin');
  });

  it('never shows the tokens of a recording as spent', () => {
    assert.ok(started.type === 'run_started');
    const begun = started;
    const replayed = (qaModel: string) =>
      drawn([
        find(
          tree(
            { ...begun, designerModel: 'replay:run r0', qaModel },
            {
              at: 0,
              type: 'model_replied',
              role: 'designer',
              model: 'm',
              text: '{}',
              usage: { inputTokens: 1200, outputTokens: 34, estimated: false },
            },
          ),
          'Stages',
        ),
      ]).split('\n');
    assert.equal(replayed('replay:run r0')[0], 'Stages — 0 of 8 · replayed, nothing spent');
    assert.equal(replayed('replay:run r0')[1], '  Designer — replayed');
    assert.equal(replayed('openai:m')[0], 'Stages — 0 of 8 · 1,234 tokens · designer replayed');
  });

  it('names what gives another answer: a recording has none', () => {
    assert.ok(started.type === 'run_started');
    const begun = started;
    const outcome = { kind: 'BLOCKED', by: 'validator', reasons: ['no'], requiredChanges: [] } as const;
    const drawnAfter = (designerModel: string) =>
      drawn([...tree({ ...begun, designerModel }, { at: 0, type: 'finished', outcome })]);
    assert.match(drawnAfter('replay:run r0'), /The recording has no other answer: choose a model/);
    assert.match(drawnAfter('replay:run r0'), /Run Again — from the beginning; a recording answers the same/);
    assert.match(drawnAfter('openai:m'), /Run again\. If it happens again/);
    assert.match(drawnAfter('openai:m'), /Run Again — the models are asked from the beginning/);
  });

  it('says that the review waits for the person, for the eye and for the ear', () => {
    const node = find(tree({ at: 0, type: 'stage_started', stage: 'review' }, proposed), 'Your review');
    assert.equal(node.description, 'waiting for you');
    assert.equal(node.icon.codicon, 'eye');
    assert.equal(node.accessibilityLabel, 'running, Your review, waiting for you');
  });

  it('counts whole minutes while the review waits, because nothing redraws it more often', () => {
    const state = stateAfter({ at: 0, type: 'stage_started', stage: 'review' }, proposed);
    const nodes = reviewTree({ state, now: 200_000, isActive: true });
    assert.equal(find(nodes, 'Your review').description, 'waiting for you · 3 min');
  });

  it('closes the stages when the run has ended, with the sum of them', () => {
    const nodes = tree(
      { at: 1000, type: 'stage_started', stage: 'designer' },
      { at: 3300, type: 'stage_finished', stage: 'designer', ok: true },
      finished({ kind: 'CANCELLED', reason: 'cancelled during qa' }),
    );
    const stages = find(nodes, 'Stages');
    assert.equal(stages.description, '1 of 8 · 2.3 s');
    assert.equal(stages.state, 'collapsed');
  });

  it('says that a run without an end was interrupted, instead of running for ever', () => {
    const state = stateAfter({ at: 0, type: 'stage_started', stage: 'qa' });
    const nodes = reviewTree({ state, now: 9000, isActive: false });
    assert.equal(find(nodes, 'QA').description, 'interrupted');
    assert.equal(find(nodes, 'QA').icon.codicon, 'warning');
    assert.equal(find(nodes, 'Lint').description, 'not reached');
    assert.match(verdictSentence(state, false), /^Interrupted during QA\.$/);
  });

  it('shows what a wait is about while it lasts', () => {
    const nodes = tree(
      { at: 5000, type: 'stage_started', stage: 'qa' },
      { at: 5000, type: 'waiting', stage: 'qa', sentence: 'busy, trying again in 2 s' },
    );
    assert.equal(find(nodes, 'QA').description, '0 ms · busy, trying again in 2 s');
  });

  it('lists changes by file, then by command with its reason; a move appears in both its files', () => {
    const nodes = tree(
      designed,
      qaSaid(approved([rename, move])),
      simulated([rename, move], [record('shop/a.py'), record('shop/b.py', { before_sha256: null })]),
    );
    assert.equal(
      drawn([find(nodes, 'Changes')]),
      [
        'Changes — 2 files · +4 −2',
        '  a.py — +2 −1 · shop',
        '    Rename the function. — 1 replacement',
        '    Pricing belongs together. — lines 3–5 to shop/b.py',
        '  b.py — +2 −1 · shop',
        '    Pricing belongs together. — lines 3–5 from shop/a.py',
      ].join('\n'),
    );
    assert.equal(find(nodes, 'b.py').icon.codicon, 'diff-added');
  });

  it('leads to the diff while its bytes are at hand, and to the file afterwards', () => {
    const text = new TextEncoder().encode('one\noffer\n');
    const change = {
      path: 'shop/a.py',
      before: text,
      after: text,
      beforeSha256: 'x',
      afterSha256: 'y',
      spans: [{ start: 4, end: 9, afterStart: 4, afterEnd: 9 }],
    };
    const state = stateAfter(
      designed,
      qaSaid(approved([rename])),
      simulated([rename], [record('shop/a.py')]),
    );
    const open = reviewTree({ state, now: 0, changes: [change] });
    assert.deepEqual(find(open, 'Rename the').target, { kind: 'diff', path: 'shop/a.py', line: 2 });
    assert.deepEqual(find(reviewTree({ state, now: 0 }), 'a.py').target, { kind: 'file', path: 'shop/a.py' });
  });

  it('keeps QA’s "verified" apart from its "not checked" and anchors a check to the file it names [001-047]', () => {
    const nodes = tree(
      designed,
      qaSaid(
        approved([rename], {
          spot_checks: ["verified: symbol 'offer' exists in a.py", 'not checked: the wording', 'looks fine'],
        }),
      ),
      simulated([rename], [record('shop/a.py')]),
    );
    assert.equal(
      drawn([find(nodes, 'QA spot checks')]),
      [
        'QA spot checks — 1 verified · 1 not checked',
        "  symbol 'offer' exists in a.py",
        '  the wording',
        '  looks fine',
      ].join('\n'),
    );
    assert.deepEqual(find(nodes, 'symbol').target, { kind: 'diff', path: 'shop/a.py', withSpotChecks: true });
    assert.equal(find(nodes, 'the wording').icon.codicon, 'question');
    assert.equal(find(nodes, 'the wording').target, undefined);
  });

  it('shows what QA changed against the Designer [001-041, 001-043]', () => {
    const other = replace('shop/b.py', 'Also here.');
    const nodes = tree(
      designed,
      qaSaid(
        approved([rename, other], {
          verification: { tool: 'lint_backend', args: { path: 'shop', check_all: true } },
        }),
        true,
      ),
    );
    assert.equal(
      drawn([find(nodes, 'Changed by QA')]),
      [
        'Changed by QA — 3',
        '  Command 2 is QA’s: atomic_replace in shop/b.py, 1 replacement. Also here.',
        '  The Designer’s command 2 is not run: move_text in shop/a.py, lines 3–5 to shop/b.py. Pricing belongs together.',
        '  Lint is wider: all of shop instead of what is modified in shop.',
      ].join('\n'),
    );
  });

  it('says nothing about QA’s changes when only the order of JSON keys differs', () => {
    const same = { reason: rename.reason, args: rename.args, tool: rename.tool } as typeof rename;
    const nodes = tree(designed, qaSaid(approved([same, move])));
    assert.throws(() => find(nodes, 'Changed by QA'), /no row/);
  });

  it('says when the same commands run in another order', () => {
    const nodes = tree(designed, qaSaid(approved([move, rename]), true));
    assert.match(drawn([find(nodes, 'Changed by QA')]), /another order/);
  });

  it('names whose check blocked a run, why, and what would unblock it [001-053]', () => {
    const nodes = tree(
      { at: 0, type: 'stage_started', stage: 'qa' },
      { at: 0, type: 'stage_finished', stage: 'qa', ok: false },
      finished({
        kind: 'BLOCKED',
        by: 'qa',
        reasons: ['Replacement 0 touches file outside step scope'],
        requiredChanges: ['Remove command targeting shop/services/'],
      }),
    );
    assert.equal(
      drawn([find(nodes, 'Blocked')]),
      [
        'Blocked by QA',
        '  Replacement 0 touches file outside step scope',
        '  Remove command targeting shop/services/',
      ].join('\n'),
    );
    assert.equal(find(nodes, 'Remove').tooltip, 'To unblock: Remove command targeting shop/services/');
    assert.equal(find(nodes, 'Apply').description, 'not reached');
  });

  it('proposes a next step where the blocking check names none', () => {
    const nodes = tree(
      finished({ kind: 'BLOCKED', by: 'validator', reasons: ['unknown tool: rm'], requiredChanges: [] }),
    );
    assert.match(drawn(nodes), /unknown tool: rm\n {2}Run again/);
  });

  it('puts warnings above the stages, so that they are read before Apply', () => {
    const nodes = tree({
      at: 0,
      type: 'warning',
      stage: 'review',
      sentence: 'a.py: zero-width space in line 3',
    });
    const labels = nodes.map(node => node.label);
    assert.ok(labels.indexOf('Read before applying') < labels.indexOf('Stages'));
  });

  it('says that signatures are claims and that code does not check invariants', () => {
    const nodes = tree(designed);
    assert.equal(find(nodes, 'Claimed').label, 'Claimed signature changes');
    assert.equal(find(nodes, 'no behavior').description, 'not checked by code');
  });

  it('lists lint problems with code and place', () => {
    const nodes = tree(
      linted({
        kind: 'report',
        tools: [],
        notes: ['no git repository: every file was linted'],
        report: {
          ruff: {
            F401: {
              description: '`os` imported but unused',
              fix_available: true,
              occurrences: [{ file: 'shop/a.py', line: 1 }],
            },
          },
          mypy: {},
          summary: { total_errors: 1, clean: false, files_checked: 2 },
        },
      }),
    );
    assert.equal(
      drawn(nodes.filter(node => node.id === 'lint')),
      [
        'Lint — 1 problem · 2 files checked',
        '  `os` imported but unused — ruff F401 · shop/a.py:1',
        '  no git repository: every file was linted',
      ].join('\n'),
    );
    const labels = nodes.map(node => node.label);
    assert.ok(labels.indexOf('Lint') < labels.indexOf('Stages'), 'what went wrong stands on top');
    assert.deepEqual(find(nodes, '`os`').target, { kind: 'file', path: 'shop/a.py', line: 1 });
  });

  it('shows the lint of the simulated files while the review waits, and the real one afterwards', () => {
    const report = {
      ruff: {
        F401: {
          description: 'd',
          fix_available: true,
          occurrences: [{ file: 'shop/a.py', line: 1 }],
        },
      },
      mypy: {},
      summary: { total_errors: 1, clean: false, files_checked: 2 },
    };
    const outcome = { kind: 'report', report, tools: [], notes: [] } as const;
    const preview: RunEvent = {
      at: 0,
      type: 'lint_previewed',
      outcome,
      difference: { added: 0, pre_existing: 1, fixed: 2 },
    };
    const before = find(tree(preview), 'Lint of the proposal');
    assert.equal(before.description, 'no new problems, 1 from before · 2 fixed · 2 files checked');
    assert.equal(before.icon.codicon, 'warning');
    assert.throws(() => find(tree(preview, linted(outcome)), 'Lint of the proposal'), /no row/);
  });

  it('never shows a lint that did not run as clean', () => {
    const nodes = tree(
      linted({
        kind: 'did_not_run',
        tools: [],
        failure: { error: 'lint did not run: mypy not found', changed: false },
      }),
    );
    const node = find(nodes, 'Lint did not run');
    assert.equal(node.description, 'mypy not found');
    assert.equal(node.icon.codicon, 'error');
  });

  it('gives every row an id of its own and a label for screen readers', () => {
    const ids: string[] = [];
    const visit = (nodes: readonly ViewNode[]): void => {
      for (const node of nodes) {
        ids.push(node.id);
        assert.notEqual(node.accessibilityLabel, '');
        visit(node.children);
      }
    };
    visit(
      tree(
        designed,
        qaSaid(approved([rename, move], { spot_checks: ['verified: x', 'verified: x'], reasons: ['ok'] })),
        simulated([rename, move], [record('shop/a.py'), record('shop/b.py')]),
        finished({ kind: 'CANCELLED', reason: 'cancelled during lint' }),
      ),
    );
    assert.equal(new Set(ids).size, ids.length);
  });
});
