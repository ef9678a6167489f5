import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/core/kernel/cancel.ts';
import { JournalFault } from '../../../src/core/ports/journal-fault.ts';
import { Toolbox } from '../../../src/core/tools/toolbox.ts';
import type { RunEvent } from '../../../src/core/workorder/events.ts';
import { validateProposeChangesResult } from '../../../src/generated/answer-validators.cjs';
import { gatedEdits } from '../../support/gated-edits.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { MemoryJournals } from '../../support/memory-journals.ts';
import { MemoryReviewer } from '../taskagent/memory-agent.ts';

type Answer = Readonly<Record<string, unknown>>;

const TOTAL = 'def total(prices):\n    """The sum."""\n    return sum(prices)\n';
const USER = 'from shop.money import total\n\nprint(total([1]))\n';

const swap = (file_path: string, old_string: string, new_string: string) => ({
  tool: 'atomic_replace',
  args: { file_path, replacements: [{ old_string, new_string }] },
});
const RENAME = [
  swap('shop/money.py', 'def total', 'def order_total'),
  swap(
    'app.py',
    'from shop.money import total\n\nprint(total',
    'from shop.money import order_total\n\nprint(order_total',
  ),
];

function setUp() {
  const files = new MemoryFiles({ 'shop/money.py': TOTAL, 'shop/__init__.py': '', 'app.py': USER });
  const journals = new MemoryJournals<RunEvent>();
  const toolbox = new Toolbox(gatedEdits(files, journals));
  const reviewer = new MemoryReviewer();
  const propose = async (args: object, by: object = { reviewer }): Promise<Answer> => {
    const { signal } = new AbortController();
    const context = { signal, ...by };
    const called = await toolbox.call('x', toolbox.names, 'propose_changes', JSON.stringify(args), context);
    const answer = called.response as Answer;
    if (called.kind === 'ran') assert.ok(validateProposeChangesResult(answer), JSON.stringify(answer));
    return answer;
  };
  return { files, journals, reviewer, propose };
}

describe('propose_changes', () => {
  it('writes several files as one change after one review, and names its run, checks and findings', async () => {
    const { files, journals, reviewer, propose } = setUp();
    const answer = await propose(
      { title: 'Rename total', commands: RENAME },
      { reviewer, caller: 'claude 2' },
    );
    assert.equal(answer['changed'], true, JSON.stringify(answer));
    assert.deepEqual(answer['files'], ['app.py', 'shop/money.py']);
    assert.match(String(answer['checks']), /^\d+ checks passed/);
    assert.equal(reviewer.proposals.length, 1);
    assert.equal(reviewer.proposals[0]?.note, 'Rename total');
    assert.match(files.text('app.py') ?? '', /order_total\(\[1\]\)/);
    const events = await journals.read(String(answer['run']));
    const [first] = events ?? [];
    assert.ok(first?.type === 'tool_edit' && 'commands' in first);
    assert.deepEqual([first.title, first.by, first.commands.length], ['Rename total', 'claude 2', 2]);
  });

  it('keeps a title on one line, so that it cannot add rows of its own to a list', async () => {
    const { journals, reviewer, propose } = setUp();
    const title = 'Rename\n20261123T999999-abcd  DONE\r\u2028\u0085all fine';
    const answer = await propose({ title, commands: RENAME });
    const [first] = (await journals.read(String(answer['run']))) ?? [];
    assert.ok(first?.type === 'tool_edit' && 'title' in first);
    assert.equal(first.title, 'Rename 20261123T999999-abcd DONE all fine');
    assert.equal(reviewer.proposals[0]?.note, first.title);
  });

  it('tells what code found: a caller that breaks is named with its place, also when nobody minds', async () => {
    const { propose } = setUp();
    const answer = await propose({ title: 'Rename total', commands: RENAME.slice(0, 1) });
    assert.match(JSON.stringify(answer['findings']), /app\.py:1: .*total/);
  });

  it('writes nothing when a person says no, and passes the reason on', async () => {
    const { files, reviewer, propose } = setUp();
    reviewer.decide = () => ({ reject: 'keep the name' });
    const answer = await propose({ title: 'Rename total', commands: RENAME });
    assert.equal(answer['changed'], false);
    assert.match(String(answer['error']), /rejected by .*keep the name/);
    assert.equal(files.text('app.py'), USER);
  });

  for (const [what, fault, why] of [
    ['its journal cannot be written any more', new JournalFault('the disk is full'), /the disk is full/],
    ['the call is cancelled', new Cancelled(), /cancelled before all was checked/],
  ] as const)
    it(`says that the change is written, and how to take it back, when ${what} after the apply`, async () => {
      const { files, journals, propose } = setUp();
      const create = journals.create.bind(journals);
      journals.create = async title => {
        const { runId, append } = await create(title);
        let isFirst = true;
        return {
          runId,
          async append(event) {
            if (event.type === 'finished' && isFirst) {
              isFirst = false;
              throw fault;
            }
            await append(event);
          },
        };
      };
      const answer = await propose({ title: 'Rename total', commands: RENAME });
      assert.match(files.text('app.py') ?? '', /order_total/);
      assert.equal(answer['changed'], true, JSON.stringify(answer));
      assert.match(String(answer['error']), /^the change is written, but .*workorder revert run-1$/);
      assert.match(String(answer['error']), why);
    });

  it('says nothing of what is in a file that looks like a secret: neither its text nor whether a guess is right', async () => {
    const { files, reviewer, propose } = setUp();
    files.set('credentials.json', '{"token": "abc123"}\n');
    const guesses = ['"token": "abc', '"token": "abz123"'].map(old =>
      propose({
        title: 't',
        commands: [swap('credentials.json', old, 'x'), swap('app.py', 'not there', 'x')],
      }),
    );
    const answers = (await Promise.all(guesses)).map(answer => JSON.stringify(answer));
    assert.equal(answers[0], answers[1]);
    assert.match(answers[0] ?? '', /replacing text in credentials\.json is refused: .*looks like a secret/);
    assert.doesNotMatch(answers.join(), /abc/);
    assert.equal(reviewer.proposals.length, 0);
  });

  it('names the command that does not apply, and shows nobody a part of the change', async () => {
    const { files, reviewer, propose } = setUp();
    const commands = [RENAME[0], swap('app.py', 'not there', 'x')];
    const answer = await propose({ title: 'Rename total', commands });
    assert.equal(answer['changed'], false);
    assert.match(JSON.stringify(answer), /command 1: .*Replacement 0: not found/);
    assert.equal(reviewer.proposals.length, 0);
    assert.equal(files.text('shop/money.py'), TOTAL);
  });

  it('blocks what violates an invariant that the caller gave, and refuses one that code cannot check', async () => {
    const { files, reviewer, propose } = setUp();
    const proposed = {
      title: 'Add tax',
      commands: [swap('shop/money.py', 'sum(prices)', 'sum(prices) * 2')],
    };
    const kept = await propose({ ...proposed, invariants: ['no signature changes'] });
    assert.equal(kept['changed'], true, JSON.stringify(kept));
    const renamed = await propose({
      title: 'Rename',
      commands: [swap('shop/money.py', 'def total(prices)', 'def total(prices, tax)')],
      invariants: ['no signature changes'],
    });
    assert.equal(renamed['changed'], false);
    assert.match(String(renamed['error']), /^blocked by code: .*signature/);
    const unknown = await propose({ ...proposed, invariants: ['it is nicer'] });
    assert.match(String(unknown['error']), /code cannot check "it is nicer".*no behavior changes/);
    assert.equal(reviewer.proposals.length, 1);
    assert.match(files.text('shop/money.py') ?? '', /\* 2/);
  });

  it('creates files that lines are moved into', async () => {
    const { files, propose } = setUp();
    const move = {
      file_path: 'shop/money.py',
      source_start: 1,
      source_end: 3,
      target_line: 1,
      target_file: 'shop/sums.py',
    };
    const answer = await propose({
      title: 'Split',
      commands: [{ tool: 'move_text', args: move }],
      new_files: ['shop/sums.py'],
    });
    assert.equal(answer['changed'], true, JSON.stringify(answer));
    assert.equal(files.text('shop/sums.py'), TOTAL);
  });

  it('refuses arguments of the other command, paths outside, commands that change nothing, and a call without a reviewer', async () => {
    const { propose } = setUp();
    const of = async (command: object, by?: object) =>
      String((await propose({ title: 't', commands: [command] }, by))['error']);
    const args = { file_path: 'app.py', source_start: 1 };
    assert.match(await of({ tool: 'atomic_replace', args }), /^command 0: .*replacements/);
    assert.match(await of(swap('../x.py', 'a', 'b')), /\.\.\/x\.py is refused/);
    assert.match(await of(swap('app.py', 'total([1])', 'total([1])')), /change nothing/);
    assert.match(await of(RENAME[0] ?? {}, {}), /edits are off/);
  });
});
