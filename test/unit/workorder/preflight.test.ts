import assert from 'node:assert/strict';
import { findPreflightProblems, hasFilesInScope } from '../../../src/core/workorder/preflight.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { order } from '../panel/sample-run.ts';

const FINE = { unsaved: [], missingLinters: [], hasFiles: true };

describe('what is looked at before a model is paid', () => {
  it('is nothing to speak of where all is well', () =>
    assert.deepEqual(findPreflightProblems(order, FINE), []));

  it('has a fix for each problem, the worst first', () => {
    const problems = findPreflightProblems(order, {
      unsaved: ['shop/a.py', 'shop/b.py'],
      missingLinters: ['mypy'],
      hasFiles: false,
    });
    assert.deepEqual(problems, [
      { sentence: 'no file is in the scope: shop/', fix: 'Edit Step' },
      {
        sentence: 'shop/a.py, shop/b.py have unsaved text, which the models do not see',
        fix: 'Save and Run',
      },
      { sentence: 'mypy is not installed: the run would end FAILED in lint', fix: 'Install and Run' },
    ]);
  });

  it('counts a file that is to be made as one of the scope', async () => {
    const files = new MemoryFiles({ 'other/a.py': '' });
    assert.equal(await hasFilesInScope(order, files), false);
    assert.equal(await hasFilesInScope({ ...order, scope_allowlist: ['other/'] }, files), true);
    assert.equal(await hasFilesInScope({ ...order, new_files: ['shop/new.py'] }, files), true);
  });
});
