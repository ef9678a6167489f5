import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { AgentRepository, type Call } from './agent-repository.ts';

const writes = (file: string, content: string): Call => ['write_file', { path: file, content }];
const feature = (feature_id: number): Call => [
  'finish_feature',
  { task_id: 1, feature_id, title: `Part ${feature_id}` },
];
const done: readonly Call[] = [
  ['submit_for_review', { task_id: 1, task_title: 'All of it' }],
  ['finish', {}],
];
const ask: Call = ['ask_question', { question_text: 'More?' }];
const BRANCH = 'work-order/do-it';
const COMMIT = ['--delivery', 'commit', '--yes'];

describe('workorder agent in a checkout beside the folder', () => {
  let repository: AgentRepository;
  beforeEach(() => {
    repository = new AgentRepository({ 'a.txt': 'one\n' });
  });
  afterEach(() => repository.dispose());

  const isUntouched = (changed = '') => {
    assert.equal(repository.git('branch', '--show-current'), 'main');
    assert.equal(repository.git('log', '--format=%s', 'main'), 'start');
    assert.equal(repository.git('status', '--porcelain'), changed);
    assert.equal(repository.git('worktree', 'list').split('\n').length, 1);
  };
  const log = (branch = BRANCH) => repository.git('log', '--format=%s', `main..${branch}`).split('\n');
  /** A commit of the person on the branch, made elsewhere. */
  const commitOnBranch = (file: string, text: string) => {
    const side = path.join(repository.folder, 'side');
    repository.git('worktree', 'add', '-q', side, BRANCH);
    fs.writeFileSync(path.join(side, file), text);
    repository.git('-C', side, 'commit', '-qam', 'mine');
    repository.git('worktree', 'remove', side);
  };

  it('commits each feature on a branch of its own; the folder and its branch stay as they are, and the next step is printed', async () => {
    repository.write('a.txt', 'mine\n');
    const ran = await repository.agent(
      [[writes('b.txt', 'b\n'), feature(1)], [writes('c.txt', 'c\n'), feature(2)], done],
      COMMIT,
    );
    assert.equal(ran.code, 0, ran.stderr);
    isUntouched('M a.txt');
    assert.deepEqual(log(), ['Feature 1.2: Part 2', 'Feature 1.1: Part 1']);
    assert.equal(ran.last['branch'], BRANCH);
    assert.equal(ran.last['commit'], repository.git('rev-parse', BRANCH));
    assert.match(ran.stderr, /a\.txt is changed and not committed: the agents work from commit/);
    assert.match(ran.stderr, /Cycle 1 in a checkout of its own/);
    assert.match(ran.stderr, /2 commits on the branch work-order\/do-it; your checkout is as it was/);
    assert.match(ran.stderr, /take it over with: git merge work-order\/do-it/);
    assert.doesNotMatch(ran.stderr, /workorder revert/);
    const reverted = await repository.workorder(['revert', String(ran.last['run'])]);
    assert.equal(reverted.code, 1);
    assert.match(reverted.stderr, /delete its branch with git instead\n$/);
    repository.git('merge', '-q', BRANCH);
    assert.deepEqual([repository.text('a.txt'), repository.text('b.txt')], ['mine\n', 'b\n']);
  });

  it('says that a list of tasks of the person is not in its checkout, whether git ignores it or not', async () => {
    repository.write('TASKS.md', '# Tasks\n\n1) - Do it\n');
    for (const name of ['1', '2', '3', '4', '5', '6']) repository.write(`A${name}.txt`, 'x\n');
    const named = await repository.agent([[writes('b.txt', 'b\n'), feature(1)], done], COMMIT);
    assert.match(named.stderr, /TASKS\.md, A1\.txt, .* and 2 more are changed and not committed/);
    fs.appendFileSync(path.join(repository.root, '.git/info/exclude'), 'TASKS.md\nA?.txt\n');
    const ignored = await repository.agent([[writes('c.txt', 'b\n'), feature(1)], done], COMMIT);
    assert.match(
      ignored.stderr,
      /TASKS\.md is not in commit [0-9a-f]{9}, so the agent works without the list/,
    );
  });

  it('has a branch for each run, and goes on with what was in no commit', async () => {
    const asked = await repository.agent(
      [[writes('b.txt', 'b\n'), feature(1)], [writes('c.txt', 'c\n')], [ask]],
      COMMIT,
    );
    assert.equal(asked.code, 2, asked.stderr);
    assert.match(asked.stderr, /in no commit yet: c\.txt; the run goes on with it when it is resumed/);
    const resumed = await repository.agent(
      [[feature(2)], done],
      ['--yes', '--resume', String(asked.last['run']), '--answer', 'No'],
    );
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.deepEqual(log(), ['Feature 1.2: Part 2', 'Feature 1.1: Part 1']);
    const second = await repository.agent([[writes('d.txt', 'd\n')], done], COMMIT);
    assert.equal(second.last['branch'], `${BRANCH}-2`, second.stderr);
    isUntouched();
    const elsewhere = await repository.agent(
      [],
      ['--yes', '--delivery', 'folder', '--resume', String(asked.last['run'])],
    );
    assert.equal(elsewhere.code, 3, elsewhere.stderr);
  });

  it('gives back what no commit can have, instead of losing it with its checkout', async () => {
    repository.write('.git/info/exclude', 'ig/\n');
    const ran = await repository.agent(
      [
        [writes('ig/n.py', 'n = 1\n'), writes('b.txt', 'b\n'), feature(1)],
        [writes('b.txt', 'b\n'), feature(2)],
        done,
      ],
      COMMIT,
    );
    assert.match(ran.stderr, /no commit can have ig\/n\.py, because git ignores it/);
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(log(), ['Feature 1.2: Part 2']);
    const single = await repository.agent([[writes('ig/n.py', 'n = 1\n')]], [...COMMIT, '--mode', 'single']);
    assert.notEqual(single.code, 0);
    assert.match(single.stderr, /no commit can have ig\/n\.py/);
  });

  it('names what git ignores where it works in the folder, and leaves it there', async () => {
    repository.write('.git/info/exclude', 'ig/\n');
    const ran = await repository.agent(
      [[writes('ig/n.py', 'n = 1\n'), writes('b.txt', 'b\n'), feature(1)], done],
      ['--delivery', 'folder', '--yes'],
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(repository.text('ig/n.py'), 'n = 1\n');
    assert.match(
      ran.stderr,
      /no commit can have ig\/n\.py, because git ignores it .*; it stays in the folder/,
    );
  });

  it('says before it begins that it works in the folder, where there is no commit', async () => {
    fs.rmSync(path.join(repository.root, '.git'), { recursive: true });
    repository.git('init', '-q', '-b', 'main');
    const ran = await repository.agent([[writes('b.txt', 'b\n'), feature(1)], [ask]], COMMIT);
    assert.match(ran.stderr, /not a git repository with a commit: the agent works in the folder itself/);
    assert.match(ran.stderr, /make a first commit/);
  });

  it('commits what a plan that is executed at once left without a commit', async () => {
    const ran = await repository.agent([[writes('b.txt', 'b\n')]], [...COMMIT, '--mode', 'single']);
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(log(), ['Do it']);
    isUntouched();
  });

  it('gives a conflict with what you committed on the branch back once, then needs you and keeps the work', async () => {
    const asked = await repository.agent([[writes('b.txt', 'b\n'), feature(1)], [ask]], COMMIT);
    commitOnBranch('b.txt', 'mine\n');
    const second: readonly Call[] = [['read_file', { path: 'b.txt' }]];
    const run = String(asked.last['run']);
    const resumed = await repository.agent(
      [second, [writes('b.txt', 'theirs\n'), feature(2)], [ask]],
      ['--yes', '--resume', run, '--answer', 'Yes'],
    );
    const refused = resumed.events.filter(e => e['tool'] === 'finish_feature').at(-1);
    assert.match(
      JSON.stringify(refused?.['response']),
      /not committed: what was written does not fit on what is on the branch work-order\/do-it meanwhile: b\.txt.*\+theirs/,
    );
    commitOnBranch('b.txt', 'mine again\n');
    const blocked = await repository.agent(
      [second, [writes('b.txt', 'theirs again\n'), feature(2)]],
      ['--yes', '--resume', run, '--answer', 'Yes'],
    );
    assert.equal(blocked.code, 2, blocked.stderr);
    assert.match(String(blocked.last['reasons']), /for the second time; the work is on the branch \S+-kept/);
    assert.equal(repository.git('show', `${BRANCH}-kept:b.txt`), 'theirs again');
    assert.equal(repository.git('show', `${BRANCH}:b.txt`), 'mine again');
    isUntouched();
  });

  it('says of a stopped run that the folder is as it was, and goes on with its work', async () => {
    repository.dispose();
    repository = new AgentRepository({
      'scripts/run_tests.py': 'import time\nopen("begun", "w").close()\ntime.sleep(60)\n',
    });
    const stop = new AbortController();
    repository.signal = stop.signal;
    const begun = () =>
      fs.readdirSync(repository.folder, { recursive: true }).some(file => String(file).endsWith('/begun'));
    const watch = setInterval(() => begun() && stop.abort(), 100);
    const stopped = await repository.agent([[writes('b.txt', 'b\n'), ['run_tests', {}]], done], COMMIT);
    clearInterval(watch);
    assert.equal(stopped.code, 130, stopped.stderr);
    assert.match(String(stopped.last['reasons']), /cancelled; nothing of it is in your folder/);
    assert.match(stopped.stderr, /in no commit yet: b\.txt; the run goes on with it when it is resumed/);
    repository.signal = undefined;
    const resumed = await repository.agent([done], ['--yes', '--resume', String(stopped.last['run'])]);
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.deepEqual(log(), ['Task 1: All of it']);
  });

  it('refuses to work task after task in the folder', async () => {
    for (const delivery of ['none', 'folder']) {
      const { code, stderr } = await repository.agent([], ['--mode', 'continuous', '--delivery', delivery]);
      assert.equal(code, 3);
      assert.match(stderr, /give --delivery commit, push or pr/);
    }
  });
});
