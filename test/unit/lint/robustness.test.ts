import assert from 'node:assert/strict';
import type { ChangeSet } from '../../../src/core/changes/change-set.ts';
import { filesAfter, gitAfter } from '../../../src/core/lint/simulated-workspace.ts';
import type { ProcessResult } from '../../../src/core/ports/processes.ts';
import { MemoryFiles } from '../../support/memory-files.ts';
import { backendIn, exited } from './fake-ports.ts';

const signal = new AbortController().signal;
const CRASH = exited(2, '', 'a.py:1: error: INTERNAL ERROR -- Please try using mypy master');

describe('a mypy that crashes', () => {
  /** Lints with one answer after the other from mypy; tells the outcome and the caches mypy was given. */
  async function lintWith(...answers: readonly ProcessResult[]) {
    const left = [...answers];
    const says = {
      get mypy() {
        return left.shift() ?? exited(9, '');
      },
    };
    const { linter, started } = backendIn({ files: { 'pkg/a.py': '' }, says });
    const outcome = await linter.lint({ path: 'pkg', check_all: true }, { signal });
    const caches = started
      .filter(one => one.program === '/bin/mypy')
      .map(({ args }) => args.find(arg => arg.startsWith('--cache-dir=')));
    return { outcome, caches };
  }

  it('is run again without its cache, which may be damaged', async () => {
    const { outcome, caches } = await lintWith(CRASH, exited(0, '\n'));
    assert.ok(outcome.kind === 'report');
    assert.equal(outcome.report.summary.clean, true);
    assert.deepEqual(caches, ['--cache-dir=/cache/mypy', '--cache-dir=/dev/null']);
  });

  it('is believed when it crashes without a cache too [001-031]', async () => {
    const { outcome, caches } = await lintWith(CRASH, CRASH);
    assert.ok(outcome.kind === 'did_not_run');
    assert.match(outcome.failure.error, /mypy crashed/);
    assert.equal(caches.length, 2);
  });

  it('is not run again for anything else than a crash [001-031]', async () => {
    for (const answer of [exited(2, '', 'mypy: error: no'), exited(1, 'x'), exited(0, '\n')]) {
      assert.equal((await lintWith(answer)).caches.length, 1);
    }
  });
});

describe('the workspace after a change', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = new MemoryFiles({ 'pkg/a.py': 'old', 'pkg/gone.py': 'x', 'pkg/same.py': 's', 'z.txt': '' });
  const changes: ChangeSet = {
    receipts: [],
    files: [
      {
        path: 'pkg/a.py',
        before: bytes('old'),
        after: bytes('new'),
        beforeSha256: 'o',
        afterSha256: 'n',
        spans: [],
      },
      {
        path: 'pkg/gone.py',
        before: bytes('x'),
        after: undefined,
        beforeSha256: 'x',
        afterSha256: undefined,
        spans: [],
      },
      {
        path: 'fresh/sub/b.py',
        before: undefined,
        after: bytes('b'),
        beforeSha256: undefined,
        afterSha256: 'b',
        spans: [],
      },
    ],
  };
  const after = filesAfter(files, changes);

  it('has the new content, the new files and no deleted ones', async () => {
    assert.deepEqual(await after.read('pkg/a.py'), {
      kind: 'file',
      file: { path: 'pkg/a.py', bytes: bytes('new'), sha256: 'n' },
    });
    assert.equal((await after.read('pkg/gone.py')).kind, 'missing');
    assert.equal((await after.read('pkg/same.py')).kind, 'file');
    assert.deepEqual(await after.list('pkg'), [
      { name: 'a.py', type: 'file' },
      { name: 'same.py', type: 'file' },
    ]);
    assert.deepEqual(await after.list('fresh'), [{ name: 'sub', type: 'directory' }]);
    assert.deepEqual(
      (await after.list('.'))?.map(entry => entry.name),
      ['fresh', 'pkg', 'z.txt'],
    );
    assert.equal(await after.list('nothing'), undefined);
    assert.deepEqual(await after.walk('.', { extensions: ['.py'] }), [
      'fresh/sub/b.py',
      'pkg/a.py',
      'pkg/same.py',
    ]);
    assert.deepEqual(await after.walk('fresh/sub/b.py'), ['fresh/sub/b.py']);
    assert.deepEqual(await after.walk('pk'), []);
  });

  it('cannot be written to', async () =>
    assert.equal((await after.apply(changes, { runId: 'r', signal })).kind, 'not_applied'));

  it('counts what the change touches as modified', async () => {
    const git = { modifiedFiles: async () => ({ kind: 'files', paths: ['pkg/gone.py', 'z.txt'] }) as const };
    assert.deepEqual(await gitAfter(git, changes).modifiedFiles(signal), {
      kind: 'files',
      paths: ['fresh/sub/b.py', 'pkg/a.py', 'z.txt'],
    });
  });
});
