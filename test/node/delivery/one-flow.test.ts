import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { MergeOutcome } from '../../../src/core/ports/one-flow.ts';
import { createDelivery } from '../../../src/node/delivery/git-delivery.ts';
import { createOneFlow } from '../../../src/node/delivery/one-flow.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { GitFolder } from '../../support/git-folder.ts';

const PASSES = 'print("2/2 tests passed")\n';
const FEATURE = 'feature/t-1-wrap';

/** A repository with a test script, and git-oneflow on it. */
class Repository extends GitFolder {
  readonly folder: string;
  allow = true;
  asked: string[] = [];
  beforeTests = (): void => undefined;

  constructor(files: Readonly<Record<string, string>> = {}) {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'workorder-oneflow-'));
    super(path.join(folder, 'project'));
    this.folder = folder;
    this.commit('start', { 'scripts/run_tests.py': PASSES, 'a.txt': 'one\ntwo\nthree\n', ...files });
  }

  text(file: string): string {
    return fs.readFileSync(path.join(this.root, file), 'utf8');
  }

  get flow() {
    const processes = createProcesses();
    const stateDir = path.join(this.folder, 'state');
    return createOneFlow({ root: this.root, stateDir }, createDelivery(this.root, processes), processes);
  }

  merge(...paths: readonly string[]): Promise<MergeOutcome> {
    return this.flow.merge(
      { branch: FEATURE, paths, subject: 't-1: Wrap', body: 'Wrapped.' },
      {
        signal: new AbortController().signal,
        allowTests: async label => {
          this.asked.push(label);
          this.beforeTests();
          return this.allow;
        },
        onCommitted: async () => undefined,
      },
    );
  }

  /** Somebody moves main on while the feature is open. */
  moveMain(files: Readonly<Record<string, string>>): void {
    this.git('switch', '-q', 'main');
    this.commit('meanwhile', files);
    this.git('switch', '-q', FEATURE);
  }

  get branch(): string {
    return this.git('symbolic-ref', '--short', 'HEAD');
  }

  get subjects(): readonly string[] {
    return this.git('log', '--format=%s', 'main').split('\n');
  }

  dispose(): void {
    fs.rmSync(this.folder, { recursive: true, force: true });
  }
}

describe('git-oneflow', () => {
  let repository: Repository;
  beforeEach(() => {
    repository = new Repository();
  });
  afterEach(() => {
    const state = path.join(repository.folder, 'state');
    const left = fs.existsSync(state) ? fs.readdirSync(state) : [];
    repository.dispose();
    assert.deepEqual(left, [], 'no folder of a rehearsal is left');
  });

  const reasonOf = (outcome: MergeOutcome, step: string): string => {
    assert.equal(outcome.kind, 'needs_you', JSON.stringify(outcome));
    assert.equal(outcome.kind === 'needs_you' && outcome.step, step);
    return outcome.kind === 'needs_you' ? outcome.reason : '';
  };

  it('commits exactly the ticket’s paths on a feature branch, tests, and moves main forward to it [000-027]', async () => {
    repository.write('a.txt', 'one\nTWO\nthree\n');
    repository.write('mine.txt', 'not of the ticket\n');
    const outcome = await repository.merge('a.txt');
    assert.equal(outcome.kind, 'merged', JSON.stringify(outcome));
    assert.deepEqual(repository.subjects, ['t-1: Wrap', 'start']);
    assert.equal(repository.branch, 'main');
    assert.equal(repository.git('rev-parse', 'main'), repository.git('rev-parse', FEATURE));
    assert.equal(repository.git('show', '--stat', '--format=', 'main').split('\n').length, 2, 'one file');
    assert.equal(repository.git('status', '--porcelain'), '?? mine.txt', 'the work tree is as it was');
    assert.deepEqual(outcome.kind === 'merged' && outcome.notes, ['left out of the commit: mine.txt']);
    assert.equal(
      repository.git('worktree', 'list').split('\n').length,
      1,
      'the checkout for the tests is gone',
    );
  });

  it('commits what was written through a linked folder where git knows it', async () => {
    fs.symlinkSync('scripts', path.join(repository.root, 'link'));
    repository.commit('link', {});
    repository.write('scripts/n.txt', 'n\n');
    const outcome = await repository.merge('link/n.txt');
    assert.equal(outcome.kind, 'merged', JSON.stringify(outcome));
    assert.equal(repository.git('show', 'main:scripts/n.txt'), 'n');
    assert.deepEqual(outcome.kind === 'merged' && outcome.notes, []);
  });

  it('rebases on a main that moved, tests there, and merges by fast-forward: no merge commit [000-027]', async () => {
    repository.write('b.txt', 'new\n');
    fs.writeFileSync(path.join(repository.root, 'scripts/run_tests.py'), 'raise SystemExit(1)\n');
    reasonOf(await repository.merge('b.txt', 'scripts/run_tests.py'), 'tests');
    repository.moveMain({ 'c.txt': 'meanwhile\n' });
    repository.write(
      'scripts/run_tests.py',
      `import pathlib\nassert pathlib.Path('c.txt').exists()\n${PASSES}`,
    );
    const outcome = await repository.merge('b.txt', 'scripts/run_tests.py');
    assert.equal(outcome.kind, 'merged', JSON.stringify(outcome));
    assert.deepEqual(repository.subjects.slice(-2), ['meanwhile', 'start']);
    assert.equal(repository.git('log', '--merges', '--format=%s', 'main'), '');
    assert.equal(repository.text('c.txt'), 'meanwhile\n');
    assert.equal(repository.text('b.txt'), 'new\n');
    assert.equal(repository.git('status', '--porcelain'), '');
  });

  it('leaves main where it is when the feature branch cannot be moved to the rebased commit', async () => {
    repository.write('b.txt', 'new\n');
    fs.writeFileSync(path.join(repository.root, 'scripts/run_tests.py'), 'raise SystemExit(1)\n');
    reasonOf(await repository.merge('b.txt', 'scripts/run_tests.py'), 'tests');
    repository.moveMain({ 'c.txt': 'meanwhile\n' });
    const main = repository.git('rev-parse', 'main');
    const lock = path.join(repository.root, '.git/refs/heads', `${FEATURE}.lock`);
    repository.write('scripts/run_tests.py', PASSES);
    // Somebody else's git is at work while the rebased commit is tested.
    repository.beforeTests = () => fs.writeFileSync(lock, '');
    const reason = reasonOf(await repository.merge('b.txt', 'scripts/run_tests.py'), 'merge');
    assert.match(reason, /could not be moved to the rebased commit/);
    assert.equal(repository.git('rev-parse', 'main'), main);
    assert.equal(repository.branch, FEATURE);
    assert.equal(repository.git('status', '--porcelain'), '');
  });

  it('never merges with failing tests: main is untouched, the feature branch stays [000-027]', async () => {
    repository.write('scripts/run_tests.py', 'print("1/2 tests passed")\nraise SystemExit(1)\n');
    const main = repository.git('rev-parse', 'main');
    const reason = reasonOf(await repository.merge('scripts/run_tests.py'), 'tests');
    assert.match(reason, /scripts\/run_tests\.py" failed \(1 of 2 passed\) on the rebased feature/);
    assert.equal(repository.git('rev-parse', 'main'), main);
    assert.equal(repository.branch, FEATURE);
    assert.equal(repository.git('worktree', 'list').split('\n').length, 1);
  });

  it('never merges untested: without a test command, or without your yes', async () => {
    repository.allow = false;
    repository.write('b.txt', 'new\n');
    assert.match(
      reasonOf(await repository.merge('b.txt'), 'tests'),
      /was not allowed, and nothing is merged untested/,
    );
    repository.dispose();
    repository = new Repository();
    repository.git('rm', '-q', 'scripts/run_tests.py');
    repository.git('commit', '-qm', 'no tests');
    repository.write('b.txt', 'new\n');
    assert.match(
      reasonOf(await repository.merge('b.txt'), 'tests'),
      /nothing is merged without passing tests/,
    );
    assert.deepEqual(repository.subjects, ['no tests', 'start']);
  });

  it('leaves conflicts to you: names the files, and nothing is half rebased [000-027]', async () => {
    repository.allow = false;
    repository.write('a.txt', 'one\nmine\nthree\n');
    reasonOf(await repository.merge('a.txt'), 'tests');
    repository.moveMain({ 'a.txt': 'one\nyours\nthree\n' });
    repository.allow = true;
    const reason = reasonOf(await repository.merge('a.txt'), 'rebase');
    assert.equal(
      reason,
      `${FEATURE} conflicts with main in a.txt; rebase it yourself (git rebase --autostash main), then resume the ticket`,
    );
    assert.equal(repository.git('status', '--porcelain'), '');
    assert.equal(repository.text('a.txt'), 'one\nmine\nthree\n');
    assert.deepEqual(repository.subjects, ['meanwhile', 'start']);
    assert.equal(repository.git('worktree', 'list').split('\n').length, 1);
  });

  it('keeps your uncommitted changes through a rebase', async () => {
    repository.commit('two files', { 'dirty.txt': 'clean\n' });
    repository.allow = false;
    repository.write('b.txt', 'new\n');
    reasonOf(await repository.merge('b.txt'), 'tests');
    repository.moveMain({ 'c.txt': 'meanwhile\n' });
    repository.allow = true;
    repository.write('dirty.txt', 'dirty\n');
    assert.equal((await repository.merge('b.txt')).kind, 'merged');
    assert.equal(repository.git('status', '--porcelain'), 'M dirty.txt');
    assert.equal(repository.text('dirty.txt'), 'dirty\n');
  });

  it('touches nothing when your changes stand in the way of the rebased commit', async () => {
    repository.allow = false;
    repository.write('b.txt', 'new\n');
    reasonOf(await repository.merge('b.txt'), 'tests');
    repository.moveMain({ 'a.txt': 'one\nyours\nthree\n' });
    repository.allow = true;
    repository.write('a.txt', 'one\nunsaved work\nthree\n');
    const main = repository.git('rev-parse', 'main');
    assert.match(
      reasonOf(await repository.merge('b.txt'), 'merge'),
      /your work tree could not take the rebased commit/,
    );
    assert.equal(repository.git('rev-parse', 'main'), main);
    assert.equal(repository.branch, FEATURE);
    assert.equal(repository.text('a.txt'), 'one\nunsaved work\nthree\n');
  });

  it('starts from the default branch only', async () => {
    repository.git('switch', '-q', '-c', 'work');
    const ready = await repository.flow.check(FEATURE, new AbortController().signal);
    assert.equal(
      ready.ok ? '' : ready.error,
      'git-oneflow starts from main, but work is checked out; switch to main first',
    );
  });

  it('knows that it merged already, when a crash came before the journal did', async () => {
    repository.write('b.txt', 'new\n');
    assert.equal((await repository.merge('b.txt')).kind, 'merged');
    const again = await repository.merge('b.txt');
    assert.deepEqual(again.kind === 'merged' && again.notes, ['it was merged already']);
    assert.deepEqual(repository.subjects, ['t-1: Wrap', 'start']);
  });
});
