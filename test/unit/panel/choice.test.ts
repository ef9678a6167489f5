import assert from 'node:assert/strict';
import type { WantedCommands } from '../../../src/core/changes/pick-commands.ts';
import { stageProgress } from '../../../src/core/panel/chat-run.ts';
import { closingMessage } from '../../../src/core/panel/closing-message.ts';
import { reviewTree } from '../../../src/core/panel/review-tree.ts';
import { statusLine } from '../../../src/core/panel/status-line.ts';
import { verdictSentence } from '../../../src/core/panel/verdict-section.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import type { Command } from '../../../src/generated/contracts.ts';
import {
  approved,
  designerOutput,
  drawn,
  find,
  finished,
  move,
  proposed,
  qaSaid,
  receipt,
  record,
  replace,
  simulated,
  stateAfter,
} from './sample-run.ts';

const rename = replace('shop/a.py', 'Rename the function.');
const words = replace('shop/c.py', 'Follow it in the words.');
const COMMANDS = [rename, move, words];
const whole: readonly RunEvent[] = [
  qaSaid(approved(COMMANDS)),
  simulated(COMMANDS, [record('shop/a.py'), record('shop/b.py'), record('shop/c.py')]),
  { at: 1000, type: 'stage_started', stage: 'review' },
  proposed,
];
/** Without the move: the second of the part is the third of all. */
const part: readonly RunEvent[] = [
  ...whole,
  { at: 2000, type: 'selected', kept: [0, 2], of: 3 },
  simulated([rename, words], [record('shop/a.py'), record('shop/c.py')]),
  proposed,
];
const changesOf = (events: readonly RunEvent[], wanted?: readonly number[]) =>
  find(
    reviewTree({
      state: stateAfter(...events),
      now: 5000,
      ...(wanted === undefined ? {} : { wanted: { kept: wanted } }),
    }),
    'Changes',
  );
const boxes = (events: readonly RunEvent[], wanted: readonly number[]) =>
  changesOf(events, wanted).children.flatMap(file =>
    [file, ...file.children].map(({ label, box }) => `${box?.ticked ? 'x' : '-'} ${label}`),
  );

describe('choosing commands in the Review view', () => {
  it('has a box for each file and command while they can be ticked, and none otherwise', () => {
    assert.deepEqual(boxes(whole, [0, 1, 2]), [
      'x a.py',
      'x Rename the function.',
      'x Pricing belongs together.',
      'x b.py',
      'x Pricing belongs together.',
      'x c.py',
      'x Follow it in the words.',
    ]);
    assert.equal(changesOf(whole).children[0]?.box, undefined);
  });

  it('unticks a command in both of its files, and a file that lost one of its commands', () => {
    assert.deepEqual(boxes(whole, [0, 2]), [
      '- a.py',
      'x Rename the function.',
      '- Pricing belongs together.',
      '- b.py',
      '- Pricing belongs together.',
      'x c.py',
      'x Follow it in the words.',
    ]);
    assert.deepEqual(changesOf(whole, [0, 2]).children[0]?.box?.commands, [0, 1]);
  });

  it('still lists what is left out once the rest is proposed, in the places of the whole list', () => {
    assert.equal(
      drawn([changesOf(part, [0, 2])]),
      [
        'Changes — 2 of 3 commands · 2 files · +4 −2',
        '  a.py — +2 −1 · shop',
        '    Rename the function. — 1 replacement',
        '    Pricing belongs together. — left out · lines 3–5 to shop/b.py',
        '  b.py — left out · shop',
        '    Pricing belongs together. — left out · lines 3–5 from shop/a.py',
        '  c.py — +2 −1 · shop',
        '    Follow it in the words. — 1 replacement',
      ].join('\n'),
    );
    const ids = changesOf(part).children.flatMap(file => file.children.map(({ id }) => id));
    assert.ok(ids.includes('command:2:shop/c.py'), ids.join());
  });

  it('shows no lint of other commands than those that are proposed', () => {
    const report = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 3 } };
    const previewed: RunEvent = {
      at: 1500,
      type: 'lint_previewed',
      outcome: { kind: 'report', report, tools: [], notes: [] },
    };
    const [, , , , selected, ...rest] = part;
    assert.ok(selected);
    const chosen = [...whole, previewed, selected, ...rest];
    assert.equal(stateAfter(...chosen).lintPreview, undefined);
    const back: RunEvent = { at: 3000, type: 'selected', kept: [0, 1, 2], of: 3, refused: ['no'] };
    assert.deepEqual(stateAfter(...chosen, back).lintPreview, previewed.outcome);
  });

  it('never says that QA changed what a person left out', () => {
    const designed: RunEvent = { at: 0, type: 'designer_output', output: designerOutput(COMMANDS) };
    const nodes = reviewTree({ state: stateAfter(designed, ...part), now: 0 });
    assert.throws(() => find(nodes, 'Changed by QA'), /no row/);
  });

  it('says that it is verified until it is proposed, and offers no Apply', () => {
    const [selected, done] = part.slice(whole.length);
    assert.ok(selected && done);
    const verifying = stateAfter(...whole, selected, done);
    assert.match(verdictSentence(verifying), /^Verifying 2 of 3 commands\. Apply is possible when/);
    const line = statusLine(verifying, 0);
    assert.match(line?.text ?? '', /verifying 2 of 3 commands$/);
    assert.equal(line?.needsYou, false);
    assert.equal(stageProgress(verifying), 'The proposal is being verified');
  });

  it('says in every place how much of it Apply would write', () => {
    const state = stateAfter(...part);
    assert.match(verdictSentence(state), /^Apply 2 of 3 commands\? 2 files would change\. QA approved all/);
    assert.match(statusLine(state, 0)?.text ?? '', /apply 2 of 3 commands\?/);
    const report = { ruff: {}, mypy: {}, summary: { total_errors: 0, clean: true, files_checked: 2 } };
    const ended = stateAfter(
      ...part,
      finished({ kind: 'APPLIED', lint: report, commands: { applied: 2, of: 3 } }),
    );
    assert.equal(closingMessage(ended)?.text, 'Applied 2 of 3 commands to 2 files, lint clean.');
  });

  it('says what is not possible alone, above everything that is to be decided', () => {
    const reason = 'command 2 (move_text) counts lines that command 1 changes';
    const back: RunEvent = { at: 3000, type: 'selected', kept: [0, 1, 2], of: 3, refused: [reason] };
    const events = [...whole, back, simulated(COMMANDS, [record('shop/a.py')])];
    const refused = find(reviewTree({ state: stateAfter(...events), now: 0 }), 'Not possible alone');
    assert.deepEqual(
      refused.children.map(({ label }) => label),
      [reason],
    );
  });

  it('finds the place of a command by the simulation that is shown', () => {
    const state = stateAfter(...part);
    assert.deepEqual(
      state.receipts.map(({ index }) => index),
      [0, 1],
    );
    assert.equal(state.choice?.whole.receipts[2]?.reason, receipt(2, words).reason);
  });

  describe('hunks', () => {
    const two: Command = {
      tool: 'atomic_replace',
      args: {
        file_path: 'shop/a.py',
        replacements: [{ old_string: 'a = 1\nb = 2\nc = 3\n', new_string: 'a = 10\nb = 2\nc = 30\n' }],
      },
      reason: 'Larger numbers.',
    };
    const begun: readonly RunEvent[] = [
      qaSaid(approved([two])),
      simulated([two], [record('shop/a.py')]),
      { at: 1000, type: 'stage_started', stage: 'review' },
      proposed,
    ];
    const left: readonly RunEvent[] = [
      ...begun,
      { at: 2000, type: 'selected', kept: [0], of: 1, hunksLeftOut: [{ command: 0, hunk: 1 }] },
      simulated([two], [record('shop/a.py')]),
      proposed,
    ];
    const rows = (events: readonly RunEvent[], wanted?: WantedCommands) =>
      find(
        reviewTree({ state: stateAfter(...events), now: 0, ...(wanted && { wanted }) }),
        'Larger numbers.',
      );

    it('have a box each where a command has several, in a row that is open', () => {
      const row = rows(begun, { kept: [0] });
      assert.equal(row.state, 'expanded');
      assert.deepEqual(
        row.children.map(({ label, box }) => [label, box?.ticked, box?.hunks]),
        [
          ['a = 10', true, [{ command: 0, hunk: 0 }]],
          ['c = 30', true, [{ command: 0, hunk: 1 }]],
        ],
      );
      assert.notEqual(row.id, rows(begun).id, 'VS Code keeps a row closed that had nothing below it');
    });

    it('that are left out are said in the row, in its command and in the sentence above', () => {
      const row = rows(left, { kept: [0], hunksLeftOut: [{ command: 0, hunk: 1 }] });
      assert.equal(row.description, '1 of 2 hunks · 1 replacement');
      assert.equal(row.box?.ticked, false);
      assert.equal(row.children[1]?.description, 'left out · +1 −1');
      assert.match(verdictSentence(stateAfter(...left)), /^Apply the command without 1 hunk\?/);
    });

    it('beside what a person typed, which has no box and its own mark', () => {
      const edit = replace('shop/a.py', 'Edited by the person who reviewed it.');
      const selected: RunEvent = { at: 2000, type: 'selected', kept: [0], of: 1, edits: [edit] };
      const done = simulated([two, edit], [record('shop/a.py')]);
      assert.ok(done.type === 'simulated');
      const marked: RunEvent = {
        ...done,
        receipts: done.receipts.map((one, index) => (index === 1 ? { ...one, by: 'person' } : one)),
      };
      const state = stateAfter(...begun, selected, marked, proposed);
      const row = find(reviewTree({ state, now: 0, wanted: { kept: [0] } }), 'Edited by the person');
      assert.equal(row.box, undefined);
      assert.equal(row.context, 'ownCommand');
      assert.match(verdictSentence(state), /^Apply the command and 1 file edited by hand\?/);
    });
  });
});
