import assert from 'node:assert/strict';
import { routaWorkflow } from '../../../src/core/routa/workflow.ts';
import {
  afterTests,
  afterWords,
  NO_TESTS_SEEN,
  type TestsSeen,
  whyTestsFail,
} from '../../../src/core/runs/tests-seen.ts';
import type { Workflow } from '../../../src/core/runs/workflow.ts';
import { agentWorkflow } from '../../../src/core/taskagent/workflow.ts';
import { ticketWorkflow } from '../../../src/core/tickets/workflow.ts';

/** A person's words, or a run in which so many passed; `null`: it did not say how many. */
type Step = 'words' | number | null;

describe('the tests of some work', () => {
  const run = (passed: number | null, total = 10) => ({ ok: passed === total, passed, total });
  const seen = (...steps: readonly Step[]): TestsSeen =>
    steps.reduce<TestsSeen>(
      (now, step) => (step === 'words' ? afterWords(now) : afterTests(now, run(step))),
      NO_TESTS_SEEN,
    );
  const isOpen = (...steps: readonly Step[]) => whyTestsFail(seen(...steps)) !== undefined;

  it('keep it open while they fail, and no longer once they pass', () => {
    assert.equal(isOpen(), false);
    assert.equal(isOpen(8), true);
    assert.equal(isOpen(8, 10), false);
    assert.match(whyTestsFail(seen(8)) ?? '', /^the last test run failed: 8 of 10 tests passed\./);
  });

  it('do not keep it open when a person has seen that they fail, also when they are run once more', () => {
    assert.equal(isOpen(8, 'words'), false);
    assert.equal(isOpen(8, 'words', 8), false);
    assert.equal(isOpen(8, 'words', 9), false);
    assert.equal(isOpen(8, 'words', 'words', 8), false, 'who has words again has still seen it');
  });

  it('keep it open when more of them fail than that, or it is not known how many', () => {
    assert.equal(isOpen(8, 'words', 7), true);
    assert.equal(isOpen(8, 'words', null), true);
    assert.equal(isOpen(null, 'words', 8), true);
    assert.equal(isOpen('words', 8), true, 'nobody had seen them fail');
    assert.equal(
      whyTestsFail(seen(8, 'words', 7)),
      'the last test run failed: 7 of 10 tests passed. No more than 2 may fail, as when the user last let the work go on',
    );
  });

  it('must not fail again once all of them passed', () => assert.equal(isOpen(8, 'words', 10, 8), true));

  it('are as they were after a call that ran none', () =>
    assert.deepEqual(afterTests(seen(8, 'words'), undefined), seen(8, 'words')));
});

/** Its last state, from the lines of a journal. */
const replay =
  <E extends { readonly at: number }, S extends TestsSeen>({
    initial,
    reduce,
  }: Pick<Workflow<E, S>, 'initial' | 'reduce'>) =>
  (lines: readonly object[]): TestsSeen =>
    lines.reduce<S>((state, line) => reduce(state, { at: 0, ...line } as never), initial('run-1'));

const CREATED = {
  type: 'agent_created',
  ...{ agentId: 'a', name: 'a', role: 'ROUTA', tier: 'smart', parentId: null, by: 'user', external: false },
};

/** The lines with which a person lets stopped work go on, with words and without, and says something to work under way. */
const WORDS = {
  'task agent': {
    stateAfter: replay(agentWorkflow),
    words: { type: 'resumed', answer: 'Let it be.' },
    others: [{ type: 'resumed' }, { type: 'told', role: 'user', text: 'Hurry.', said: ['1'] }],
  },
  ticket: {
    stateAfter: replay(ticketWorkflow),
    words: { type: 'resumed', words: 'Let it be.' },
    others: [
      { type: 'resumed' },
      { type: 'unblocked', subtaskId: 'price', by: 'you', notes: 'unblocked' },
      { type: 'told', role: 'user', text: 'Hurry.', said: ['1'] },
    ],
  },
  'ROUTA workspace': {
    stateAfter: (lines: readonly object[]) => replay(routaWorkflow)([CREATED, ...lines]),
    words: { type: 'message_sent', messageId: 1, from: 'user', to: 'a', kind: 'message', text: 'Let it be.' },
    others: [
      { type: 'resumed', by: 'user' },
      { type: 'message_sent', messageId: 1, from: 'user', to: 'a', kind: 'notice', text: 'It goes on.' },
      {
        type: 'message_sent',
        messageId: 1,
        from: 'user',
        to: 'a',
        kind: 'message',
        text: 'Hurry.',
        said: '1',
      },
      { type: 'message_sent', messageId: 1, from: 'b', to: 'a', kind: 'message', text: 'Let it be.' },
    ],
  },
};

for (const [name, { stateAfter, words, others }] of Object.entries(WORDS))
  describe(`the tests of a ${name}`, () => {
    const ran = (passed: number) => {
      const response = { ok: passed === 2, exit_code: passed === 2 ? 0 : 1, passed, total: 2, output: '' };
      return {
        type: 'called',
        agentId: 'a',
        turn: 1,
        index: 0,
        tool: 'run_tests',
        args: {},
        status: 'ok',
        response,
      };
    };
    const isOpen = (...lines: readonly object[]) => whyTestsFail(stateAfter(lines)) !== undefined;

    it('may fail as they did when a person let it go on with words, and no more of them', () => {
      assert.equal(isOpen(ran(1)), true);
      assert.equal(isOpen(ran(1), words), false);
      assert.equal(isOpen(ran(1), words, ran(1)), false);
      assert.equal(isOpen(ran(1), words, ran(0)), true);
      assert.equal(isOpen(ran(1), words, ran(2), ran(1)), true);
    });

    it('keep it open whatever else is said', () => {
      for (const other of others) {
        assert.equal(isOpen(ran(1), other), true, JSON.stringify(other));
        assert.equal(isOpen(ran(1), other, ran(1)), true, JSON.stringify(other));
      }
    });

    it('are others once a change was taken back', () => {
      const reverted = { type: 'reverted', numbers: [], by: 'you', files: [] };
      assert.equal(isOpen(ran(1), reverted), false);
      assert.equal(isOpen(ran(1), words, reverted, ran(1)), true);
    });
  });
