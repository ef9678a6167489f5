import assert from 'node:assert/strict';
import { branchLines } from '../../../src/core/runs/branch-lines.ts';
import { beganAt } from '../../../src/core/runs/own-state.ts';
import { branchSentence, resultsOnBranches } from '../../../src/core/runs/result-on-branch.ts';

const own = { ...beganAt('0123456789abcdef'), branch: 'work-order/b' };
const on = (branch: string) => ({ branch });

describe('where the result of a run is', () => {
  it('is said with what a person can do next, when it is not in the folder', () => {
    const [result] = resultsOnBranches({ own, commits: [on('work-order/b'), on('work-order/b')] });
    assert.ok(result);
    assert.deepEqual(branchLines(result), [
      '2 commits on the branch work-order/b; your checkout is as it was',
      '  look at it with: git log -p 012345678..work-order/b',
      '  take it over with: git merge work-order/b',
      '  throw it away with: git branch -D work-order/b',
    ]);
    assert.equal(
      branchSentence([result]),
      '2 commits on the branch work-order/b; your folder is as it was. Take it over with: git merge work-order/b',
    );
  });

  it('names each branch of a run that has several, and promises nothing of one without a commit', () => {
    const several = resultsOnBranches({ own, commits: [on('work-order/a')] });
    assert.deepEqual(
      several.map(({ name, commits, start }) => [name, commits, start]),
      [
        ['work-order/a', 1, undefined],
        ['work-order/b', 0, own.start],
      ],
    );
    assert.deepEqual(
      several.flatMap(branchLines).at(-1),
      'nothing is on the branch work-order/b yet; your checkout is as it was',
    );
    assert.doesNotMatch(branchSentence(several), /work-order\/b/);
  });

  it('is the folder where no checkout was made, and a ticket says that its own file was written', () => {
    assert.deepEqual(resultsOnBranches({ own: undefined, commits: [on('work-order/task-1')] }), []);
    const [ticket] = resultsOnBranches({ own, commits: [on('work-order/b')], path: 't.ticket.json' });
    assert.match(branchSentence(ticket ? [ticket] : []), /but for t\.ticket\.json, your folder is as it was/);
  });
});
