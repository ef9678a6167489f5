import assert from 'node:assert/strict';
import type { ChatPart } from '../../../src/core/panel/chat-parts.ts';
import { fixStep, proofAnswer } from '../../../src/core/panel/chat-proof.ts';
import {
  endAnswer,
  explainAnswer,
  orderAnswer,
  proposalAnswer,
  stageProgress,
} from '../../../src/core/panel/chat-run.ts';
import { proveInMemory } from '../../support/prove-in-memory.ts';
import { approved, finished, order, qaSaid, record, replace, stateAfter } from './sample-run.ts';

/** As the chat shows it: links in angle brackets. */
const shown = (parts: readonly ChatPart[]): string =>
  parts
    .map(part =>
      part.kind === 'text'
        ? part.markdown
        : `<${part.path}${part.line === undefined ? '' : `:${part.line}`}>`,
    )
    .join('');

describe('an answer in the chat about a change', () => {
  const proofOf = (after: string, before = 'def price():\n    return 1\n') =>
    proveInMemory({ before: { 'shop/prices.py': before }, after: { 'shop/prices.py': after } });

  it('begins with the verdict, names what may be wrong and leads to its line', async () => {
    const answer = shown(proofAnswer(await proofOf('def price():\n    return missing\n')));
    assert.match(answer, /^\*\*No check that the policy requires fails; 1 to look at\.\*\*/);
    assert.match(answer, /- ⚠️ .*missing.* <shop\/prices\.py:2> \(evidence\/undefined-name\)/);
    assert.match(answer, /Statements by code: proved \d/);
    assert.match(answer, /Release: /);
  });

  it('says no more than that where nothing is changed', async () => {
    const answer = shown(proofAnswer(await proofOf('def price():\n    return 1\n')));
    assert.match(answer, /^\*\*Nothing is changed\.\*\*/);
    assert.doesNotMatch(answer, /Release|Statements/);
  });

  it('offers the words of a work order that corrects what was found, and none where nothing was', async () => {
    assert.match(
      fixStep(await proofOf('def price():\n    return missing\n')) ?? '',
      /^Correct what was found: .*shop\/prices\.py:2.*missing/,
    );
    assert.equal(fixStep(await proofOf('def price():\n    return  1\n')), undefined);
  });
});

describe('an answer in the chat about a run', () => {
  const commands = [replace('shop/a.py', 'Offers are offers.')];

  it('says what may change and who is asked before a model is', () => {
    assert.equal(
      shown(orderAnswer(order, { designer: 'vscode:a/b', qa: 'vscode:a/b' })),
      '**Work order rename-quote**: Rename quote() to offer() everywhere.\n\nMay change: <shop/>.\n\nMust stay true: no behavior changes.\n\nDesigner and QA: vscode:a/b.\n\n',
    );
    assert.match(
      shown(orderAnswer({ ...order, new_files: ['shop/c.py'] }, { designer: 'vscode:a/b', qa: 'openai:c' })),
      /to be created: shop\/c\.py\.[\s\S]*Designer: vscode:a\/b, QA: openai:c\./,
    );
  });

  it('tells the stage that runs, and that a proposal waits with what is to be read first', () => {
    const state = stateAfter({ at: 0, type: 'stage_started', stage: 'designer' });
    assert.equal(stageProgress(state), 'Designer is running');
    const waiting = {
      ...state,
      files: [record('shop/a.py'), record('shop/b.py')],
      warnings: ['shop/a.py is read by [everybody](command:x)'],
    };
    assert.equal(
      shown(proposalAnswer(waiting)),
      '**Your review**: 2 files would change (<shop/a.py>, <shop/b.py>). Nothing is written until you apply.\n\nRead before applying:\n\n- shop/a.py is read by \\[everybody\\](command:x)\n\n',
    );
  });

  it('gives every reason of a block and what would unblock it', () => {
    const state = stateAfter(
      finished({
        kind: 'BLOCKED',
        by: 'qa',
        reasons: ['the first reason', 'the <b>second</b>'],
        requiredChanges: ['say more'],
      }),
    );
    const answer = shown(endAnswer(state));
    assert.match(answer, /^Blocked by QA, nothing was changed: the first reason/);
    assert.match(answer, /- the \\<b>second\\<\/b>\n/);
    assert.match(answer, /What would unblock it:\n\n- say more\n/);
  });

  it('explains what was asked, who answered, what changed and what code found', () => {
    const state = stateAfter(
      qaSaid(approved(commands, { spot_checks: ['shop.a.offer exists'] })),
      { at: 0, type: 'applied', files: [record('shop/a.py')] },
      finished({ kind: 'APPLIED' }),
    );
    const answer = shown(
      explainAnswer({ state, now: 7_200_000, startedAt: 0, models: { designer: 'a', qa: 'b' } }),
    );
    assert.match(answer, /^\*\*rename-quote\*\* \(2 h ago, run /);
    assert.match(answer, /Applied 1 file/);
    assert.match(answer, /Asked for: Rename quote\(\) to offer\(\) everywhere\./);
    assert.match(answer, /Designer: a; QA: b\./);
    assert.match(answer, /<shop\/a\.py/);
    assert.match(answer, /shop\.a\.offer exists/);
    assert.doesNotMatch(answer, /What you can do/);
  });
});
