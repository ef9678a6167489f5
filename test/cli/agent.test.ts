import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { say, startModelServer } from '../support/model-server.ts';
import { AgentRepository, type Call } from './agent-repository.ts';
import { replies as repliesOf, ShopCopy } from './command-line.ts';

describe('workorder agent', () => {
  let repository: AgentRepository;
  afterEach(() => repository.dispose());

  for (const [surface, profile] of [
    ['as the JSON object of its protocol', 'thoughts'],
    ['by native tool calls', 'calls'],
  ] as const)
    it(`runs the example envelope of specification 4 to its end ${surface}, with the real commit [004-020] [004-011] [002-020]`, async () => {
      repository = new AgentRepository();
      repository.isNative = profile === 'calls';
      const example: readonly Call[] = [
        ['write_file', { path: 'docs/EXAMPLE.md', content: '...' }],
        ['rename_file', { path: 'docs/EXAMPLE.md', new_path: 'somewhere/else/NEW_EXAMPLE.md' }],
        ['delete_file', { path: 'docs/EXAMPLE.md' }],
        ['run_tests', {}],
        ['finish_feature', { task_id: 1, feature_id: 5, title: 'Agent communication porotocol' }],
      ];
      const { code, events, last, stderr } = await repository.agent(
        [example],
        ['--mode', 'single', '--yes', '--profile', profile],
      );
      assert.equal(code, 0, stderr);
      const called = events.filter(e => e['type'] === 'called');
      assert.deepEqual(
        called.map(e => [e['tool'], e['status']]),
        example.map(([tool]) => [tool, 'ok']),
      );
      assert.equal(last['outcome'], 'EXECUTED');
      assert.equal(repository.text('somewhere/else/NEW_EXAMPLE.md'), '...');
      assert.equal(repository.text('docs/EXAMPLE.md'), undefined);
      assert.equal(repository.git('log', '-1', '--format=%s'), 'Feature 1.5: Agent communication porotocol');
      assert.equal(
        repository.git('show', '--name-only', '--format=', 'HEAD'),
        'somewhere/else/NEW_EXAMPLE.md',
      );
      assert.equal(repository.git('rev-parse', '--abbrev-ref', 'HEAD'), 'work-order/task-1');
      assert.equal(repository.git('log', '--format=%s', 'main'), 'start', 'nothing on the default branch');
    });

  const work = (task: number, tasks: string): readonly Call[] => [
    ['write_file', { path: `part${task}.py`, content: `PART = ${task}\n` }],
    ['write_file', { path: 'TASKS.md', content: tasks }],
    ['run_tests', {}],
    ['submit_for_review', { task_id: task, task_title: `Part ${task}` }],
    ['finish', {}],
  ];
  const list = (done: number) =>
    [1, 2, 3, 4, 5].map(n => `${n}) ${n <= done ? '+' : '-'} Part ${n}\n`).join('');

  it('runs five cycles on fresh checkouts of what was merged meanwhile, with real pushes, and ends when no task is left [002-029] [002-031] [002-033]', async () => {
    repository = new AgentRepository({ 'TASKS.md': list(0) });
    const bare = repository.addRemote();
    repository.write('mine.txt', 'not committed\n');
    const before = [repository.git('rev-parse', 'HEAD'), repository.git('status', '--porcelain')];
    // Between what an agent submitted and its `finish`, somebody merges the branch that was pushed.
    const merge = (task: number) => {
      const branch = `refs/heads/work-order/task-${task}`;
      execFileSync('git', ['update-ref', 'refs/heads/main', branch], { cwd: bare });
    };
    const turns: readonly (readonly Call[])[] = [1, 2, 3, 4, 5].flatMap(n => {
      const calls = work(n, list(n));
      return [calls.slice(0, -1), calls.slice(-1)];
    });
    let asked = 0;
    const server = await startModelServer(exchange => {
      const turn = asked++;
      if (turn % 2 === 1) merge((turn + 1) / 2);
      const calls = (turns[turn] ?? [['finish', {}]]).map(([name, args], i) => ({
        id: `call-${turn}-${i}`,
        name,
        arguments: JSON.stringify(args),
      }));
      say(exchange, { calls, finish: 'tool_calls', usage: { prompt_tokens: 100, completion_tokens: 10 } });
    });
    const { code, last, events, stderr } = await repository
      .agent(
        [],
        [
          ...['--model', 'openai:test', '--base-url', server.baseUrl],
          ...['--mode', 'continuous', '--delivery', 'push', '--yes'],
        ],
      )
      .finally(() => server.close());
    assert.equal(code, 0, stderr);
    assert.equal(last['finish'], 'no_tasks');
    assert.equal(last['cycles'], 6);
    const subjects = execFileSync('git', ['log', '--format=%s', 'main'], {
      cwd: bare,
      encoding: 'utf8',
    }).trim();
    assert.deepEqual(subjects.split('\n').reverse(), [
      'start',
      ...[1, 2, 3, 4, 5].map(n => `Task ${n}: Part ${n}`),
    ]);
    const bases = events.filter(e => e['type'] === 'cycle_started').map(e => e['base']);
    assert.equal(new Set(bases).size, 6, 'each cycle begins at the newest base');
    assert.deepEqual(
      [repository.git('rev-parse', 'HEAD'), repository.git('status', '--porcelain')],
      before,
      'the checkout of the user is untouched',
    );
    assert.equal(repository.git('worktree', 'list').split('\n').length, 1, 'no checkout is left behind');
  });

  it('says what is in no commit, and goes on with it in a checkout that is made anew', async () => {
    repository = new AgentRepository();
    const options = ['--mode', 'continuous', '--yes'];
    const { code, last, stderr } = await repository.agent(
      [
        [
          ['write_file', { path: 'a.txt', content: 'a' }],
          ['ask_question', { question_text: 'Well?' }],
        ],
      ],
      options,
    );
    assert.equal(code, 2);
    assert.equal(last['outcome'], 'WAITING');
    assert.match(stderr, /in no commit yet: a\.txt; the run goes on with it when it is resumed/);
    assert.equal(repository.git('worktree', 'list').split('\n').length, 1);
    const resumed = await repository.agent(
      [
        [
          ['submit_for_review', { task_id: 1, task_title: 'A' }],
          ['finish', { outcome: 'no_tasks' }],
        ],
      ],
      [...options, '--resume', String(last['run']), '--answer', 'Yes'],
    );
    assert.equal(repository.git('show', 'work-order/task-1:a.txt'), 'a', resumed.stderr);
    assert.equal(repository.git('status', '--porcelain'), '');
  });

  it('pushes a review branch to a bare remote, offers the pull request, and never touches main [002-021] [002-024] [004-012]', async () => {
    repository = new AgentRepository();
    const bare = repository.addRemote();
    const { code, last, events, stderr } = await repository.agent(
      [
        [
          ['write_file', { path: 'a.py', content: 'A = 1\n' }],
          ['run_tests', {}],
          ['finish_feature', { task_id: 3, feature_id: 1, title: 'A' }],
        ],
        [
          ['write_file', { path: 'b.py', content: 'B = 1\n' }],
          ['run_tests', {}],
          ['finish_feature', { task_id: 3, feature_id: 2, title: 'B' }],
        ],
        [
          ['submit_for_review', { task_id: 3, task_title: 'Both' }],
          ['finish', {}],
        ],
      ],
      ['--delivery', 'pr', '--yes'],
    );
    assert.equal(code, 0, stderr);
    assert.equal(last['outcome'], 'DONE');
    const log = execFileSync('git', ['log', '--format=%s', 'work-order/do-it'], {
      cwd: bare,
      encoding: 'utf8',
    });
    assert.deepEqual(log.trim().split('\n'), ['Feature 3.2: B', 'Feature 3.1: A', 'start']);
    assert.equal(
      execFileSync('git', ['log', '--format=%s', 'main'], { cwd: bare, encoding: 'utf8' }).trim(),
      'start',
    );
    const submitted = events.find(e => e['type'] === 'called' && e['tool'] === 'submit_for_review');
    const response = submitted?.['response'] as { pushed: boolean; pull_request: unknown; notes: string[] };
    assert.deepEqual([response.pushed, response.pull_request], [true, null]);
    assert.match(response.notes.join(), /no pull request was opened/);
    const warned = events.filter(e => e['type'] === 'warning').map(e => String(e['sentence']));
    assert.match(warned.join('\n'), /^Task 3: Both: no pull request was opened/m);
    assert.match(stderr, /DONE.*\n {2}not delivered: Task 3: Both: no pull request was opened/);
    assert.equal((last['not_delivered'] as unknown[]).length, 1);
  });

  it('asks on the terminal for each turn and for the push, and takes a no with its reason', async () => {
    repository = new AgentRepository();
    repository.addRemote();
    const { code, events, last } = await repository.agent(
      [
        [['write_file', { path: 'a.py', content: 'A = 1\n' }]],
        [
          ['write_file', { path: 'a.py', content: 'A = 2\n' }],
          ['submit_for_review', { task_id: 1, task_title: 'A' }],
          ['finish', {}],
        ],
      ],
      ['--delivery', 'push'],
      ['make it 2', 'y', 'n'],
    );
    assert.equal(code, 0);
    const reviewed = events.filter(e => e['type'] === 'reviewed').map(e => [e['decision'], e['reason']]);
    assert.deepEqual(reviewed, [
      ['reject', 'make it 2'],
      ['apply', undefined],
    ]);
    assert.deepEqual(last['pushed'], []);
    assert.equal(repository.git('ls-remote', 'origin', 'work-order/*'), '');
  });

  const delivered = (task: number, file: string): readonly (readonly Call[])[] => [
    [['write_file', { path: file, content: `${file}\n` }]],
    [
      ['submit_for_review', { task_id: task, task_title: file }],
      ['finish', {}],
    ],
  ];
  const TWO = { 'TASKS.md': '1) + One\n2) + Two\n' };

  for (const [how, first, second] of [
    ['by their numbers', ['--task', '1'], ['--task', '2']],
    ['in your words, though the agents name the same number', [], []],
  ] as const)
    it(`starts the second of two tasks, given ${how}, on a branch of its own from the default branch`, async () => {
      repository = new AgentRepository(TWO);
      repository.write('scratch.txt', 'mine\n');
      const options = ['--delivery', 'folder', '--yes'];
      const one = await repository.agent(delivered(1, 'one.py'), [...options, ...first]);
      assert.equal(one.code, 0, one.stderr);
      const number = second.length > 0 ? 2 : 1;
      const two = await repository.agent(delivered(number, 'two.py'), [...options, ...second]);
      assert.equal(two.code, 0, two.stderr);
      assert.match(two.stderr, /switched from work-order\/task-1 to main, where this run works/);
      assert.match(two.stderr, /scratch\.txt is changed and not committed, and stays so in the folder/);
      const branches = ['work-order/task-1', number === 2 ? 'work-order/task-2' : 'work-order/task-1-2'];
      const log = (branch: string) => repository.git('log', '--format=%s', branch);
      assert.deepEqual(branches.map(log), ['Task 1: one.py\nstart', `Task ${number}: two.py\nstart`]);
      assert.equal(repository.git('rev-parse', '--abbrev-ref', 'HEAD'), branches[1]);
      assert.equal(repository.git('status', '--porcelain'), '?? scratch.txt');
    });

  it('goes on with the branch of the same task', async () => {
    repository = new AgentRepository(TWO);
    const options = ['--delivery', 'folder', '--yes', '--task', '1'];
    for (const file of ['one.py', 'more.py'])
      assert.equal((await repository.agent(delivered(1, file), options)).code, 0);
    assert.equal(repository.git('rev-parse', '--abbrev-ref', 'HEAD'), 'work-order/task-1');
    assert.equal(repository.git('log', '--format=%s'), 'Task 1: more.py\nTask 1: one.py\nstart');
  });

  it('does not leave the branch of another task with work that is not committed, and says what to do', async () => {
    repository = new AgentRepository({ ...TWO, 'mine.txt': 'a\n' });
    const options = ['--delivery', 'folder', '--yes'];
    assert.equal((await repository.agent(delivered(1, 'one.py'), [...options, '--task', '1'])).code, 0);
    repository.write('mine.txt', 'b\n');
    const refused = await repository.agent(delivered(2, 'two.py'), [...options, '--task', '2']);
    assert.equal(refused.code, 2);
    assert.match(
      String(refused.last['reasons']),
      /work-order\/task-1 is checked out, and this run works on main, but mine\.txt has changes that are not committed: commit or stash them/,
    );
    assert.equal(repository.text('two.py'), undefined);
    assert.equal(repository.git('rev-parse', '--abbrev-ref', 'HEAD'), 'work-order/task-1');
    assert.equal(repository.git('status', '--porcelain'), 'M mine.txt');
  });

  it('goes on with a run on its own branch, wherever you are meanwhile', async () => {
    repository = new AgentRepository();
    const [write, submit] = delivered(1, 'one.py');
    const asked = await repository.agent(
      [
        [...(write ?? []), ['finish_feature', { task_id: 1, feature_id: 1, title: 'One' }]],
        [['ask_question', { question_text: 'More?' }]],
      ],
      ['--delivery', 'folder', '--yes'],
    );
    assert.equal(asked.code, 2, asked.stderr);
    repository.git('switch', '-q', 'main');
    const run = String(asked.last['run']);
    const more = [
      ...(delivered(1, 'two.py')[0] ?? []),
      ['finish_feature', { task_id: 1, feature_id: 2, title: 'Two' }],
    ] as const;
    const resumed = await repository.agent(
      [more, submit ?? []],
      ['--delivery', 'folder', '--yes', '--resume', run, '--answer', 'Yes'],
    );
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal(repository.git('log', '--format=%s', 'main'), 'start');
    assert.equal(
      repository.git('log', '--format=%s', 'work-order/task-1'),
      'Feature 1.2: Two\nFeature 1.1: One\nstart',
    );
  });

  it('prints what a commit left out, what it took along, and why tests failed; says before that your edits go along', async () => {
    repository = new AgentRepository({
      'a.py': 'A = 0\n',
      'scripts/run_tests.py':
        'import sys\nprint("expected 1, got 2")\nprint("2/3 tests passed")\nsys.exit(1)\n',
    });
    repository.write('a.py', 'A = 0  # mine\n');
    repository.write('b.txt', 'mine\n');
    repository.write('.env', 'KEY=1\n');
    const ran = await repository.agent(
      [
        [['read_file', { file_path: 'a.py' }]],
        [
          ['read_file', { path: 'a.py' }],
          ['write_file', { path: 'a.py', content: 'A = 1  # mine\n' }],
          ['run_tests', {}],
        ],
        [['submit_for_review', { task_id: 1, task_title: 'A' }]],
        [['finish', {}]],
      ],
      ['--yes', '--delivery', 'folder'],
    );
    assert.equal(ran.code, 2, ran.stderr);
    assert.match(ran.stderr, /✗ finish.*\n.*not done: the last test run failed: 2 of 3 tests passed/);
    assert.match(
      ran.stderr,
      /\n {2}the last test run failed: 2 of 3 tests passed; words of yours, --message "…", let as many fail\n/,
    );
    assert.match(ran.stderr, /a\.py has changes of yours that are not committed; a commit takes them too/);
    assert.match(ran.stderr, /a\.py had changes from before the run; they are in the commit too/);
    assert.match(ran.stderr, /left out of the commit: b\.txt/);
    assert.match(ran.stderr, /because they look like secrets: \.env/);
    assert.match(ran.stderr, /✗ run_tests.*\n.*2 of 3 tests passed\n.*exit code 1\n.*expected 1, got 2/);
  });

  it('says that a commit exists whose push failed, and is done with the feature', async () => {
    repository = new AgentRepository();
    const bare = repository.addRemote();
    fs.rmSync(bare, { recursive: true });
    const { events, stderr, last } = await repository.agent(
      [
        [
          ['write_file', { path: 'a.py', content: 'A = 1\n' }],
          ['finish_feature', { task_id: 1, feature_id: 1, title: 'A' }],
        ],
        [
          ['write_file', { path: 'TASKS.md', content: '1) + A\n' }],
          ['submit_for_review', { task_id: 1, task_title: 'A' }],
        ],
      ],
      ['--yes', '--delivery', 'push'],
    );
    const responses = events.filter(e => e['type'] === 'called').map(e => e['response']);
    const [, feature, , submitted] = responses as readonly Record<string, unknown>[];
    assert.deepEqual([feature?.['committed'], feature?.['pushed'], feature?.['ok']], [true, false, true]);
    assert.match(stderr, /not pushed: /);
    assert.match(String(submitted?.['error']), /^Task 1: A is committed but not pushed/);
    assert.equal(submitted?.['changed'], true);
    assert.equal((last['commits'] as unknown[]).length, 2);
  });

  it('commits as who your environment says', async () => {
    const identity = {
      GIT_AUTHOR_NAME: 'Ann',
      GIT_AUTHOR_EMAIL: 'ann@example.org',
      GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
      GIT_COMMITTER_NAME: 'Bob',
      GIT_COMMITTER_EMAIL: 'bob@example.org',
    };
    repository = new AgentRepository();
    const before = Object.fromEntries(Object.keys(identity).map(name => [name, process.env[name]]));
    Object.assign(process.env, identity);
    try {
      assert.equal((await repository.agent(delivered(1, 'a.py'), ['--yes'])).code, 0);
    } finally {
      for (const [name, value] of Object.entries(before))
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
    assert.equal(
      repository.git('log', '-1', '--format=%an <%ae> %aI, %cn <%ce>'),
      'Ann <ann@example.org> 2026-01-02T03:04:05+00:00, Bob <bob@example.org>',
    );
  });

  it('lets an agent finish that undid its own change, with and without git [002-036]', async () => {
    for (const delivery of ['commit', 'none']) {
      repository = new AgentRepository({ 'a.py': 'A = 0\n' });
      const { code, stderr, last } = await repository.agent(
        [
          [['write_file', { path: 'new.py', content: 'x\n' }]],
          [['delete_file', { path: 'new.py' }]],
          [['finish', {}]],
        ],
        ['--yes', '--delivery', delivery],
      );
      assert.equal(code, 0, stderr);
      assert.deepEqual([last['outcome'], last['nothing_changed']], ['DONE', true]);
      assert.match(
        stderr,
        /DONE {2}The agent finished, and nothing was changed: it undid what it had written/,
      );
      if (delivery === 'commit') repository.dispose();
    }
  });

  it('writes nothing where nobody can answer, and says what to give', async () => {
    repository = new AgentRepository();
    const { events } = await repository.agent([
      [['write_file', { path: 'a.py', content: 'A' }]],
      [['finish', {}]],
    ]);
    assert.match(String(events.find(e => e['type'] === 'reviewed')?.['reason']), /give --yes/);
    assert.equal(repository.text('a.py'), undefined);
  });

  it('halts at a question, goes on with the answer, and takes a turn or the run back', async () => {
    repository = new AgentRepository({ 'a.py': 'A = 0\nB = 0\n' });
    const asked = await repository.agent(
      [
        [
          ['read_file', { path: 'a.py' }],
          ['write_file', { path: 'a.py', content: 'A = 1\nB = 0\n' }],
        ],
        [
          ['ask_question', { question_text: 'And B?' }],
          ['finish', {}],
        ],
      ],
      ['--yes', '--delivery', 'none'],
    );
    assert.equal(asked.code, 2);
    assert.equal(asked.last['question'], 'And B?');
    const id = String(asked.last['run']);
    const resumed = await repository.agent(
      [
        [['write_file', { path: 'a.py', content: 'A = 1\nB = 1\n' }]],
        [
          ['submit_for_review', { task_id: 1, task_title: 'A and B' }],
          ['finish', {}],
        ],
      ],
      ['--yes', '--delivery', 'none', '--resume', id, '--answer', 'Also 1'],
    );
    assert.equal(resumed.code, 0, resumed.stderr);
    assert.equal((await repository.agent([], ['--revert', id, '--turn', '1'])).code, 0);
    assert.equal(repository.text('a.py'), 'A = 0\nB = 1\n');
    const { stdout: partly } = await repository.workorder(['agent', '--list']);
    assert.match(partly, /DONE, partly reverted/);
    assert.equal((await repository.agent([], ['--revert', id])).code, 0);
    assert.equal(repository.text('a.py'), 'A = 0\nB = 0\n');
    assert.equal((await repository.agent([], ['--revert', id])).code, 1);
    const { stdout: listed } = await repository.workorder(['agent', '--list']);
    assert.match(listed, new RegExp(`^${id}  DONE, REVERTED\\s*agent: Do it\n$`));
    const { stdout: document } = await repository.workorder(['agent', '--transcript', id]);
    assert.match(document, /\*\*Question:\*\* And B\?[\s\S]*\*\*Answer:\*\* Also 1[\s\S]*\*\*DONE\*\*/);
  });

  it('works on a task of the list by its number, and refuses one that is not there', async () => {
    repository = new AgentRepository({ 'TASKS.md': '7) - Seven\n' });
    const { code, last, events } = await repository.agent([[['finish', {}]]], ['--task', '7']);
    assert.equal(events[0]?.['task'], 'Task 7: Seven');
    assert.deepEqual([code, last['outcome']], [2, 'BLOCKED'], 'it finished without having done anything');
    const wrong = await repository.agent([], ['--task', '8']);
    assert.equal(wrong.code, 3);
    assert.match(wrong.stderr, /TASKS.md has no task 8/);
  });

  it('speaks plan/1 where asked, and stops with exit code 2 when the replies stay unreadable', async () => {
    repository = new AgentRepository();
    const { code, last } = await repository.agent(
      [[['finish', {}]], [['finish', {}]], [['finish', {}]]],
      ['--profile', 'plan'],
    );
    assert.equal(code, 2);
    assert.equal(last['blocked_by'], 'protocol');
    assert.match(String(last['reasons']), /must be named "plan", not "thoughts"/);
  });

  it('executes one plan of specification 2 to its definition of done, and exits [002-030] [002-038] [002-004]', async () => {
    repository = new AgentRepository({ 'tasks/TASKS.md': '4) - Say hello\n' });
    const plan = JSON.stringify({
      plan: '1. Write the file. 2. Mark the task. 3. Submit.',
      tool_calls: [
        ['write_file', { path: 'hello.py', content: 'print("hello")\n' }],
        ['write_file', { path: 'tasks/TASKS.md', content: '4) + Say hello\n' }],
        ['submit_for_review', { task_id: 4, task_title: 'Say hello' }],
        ['finish', {}],
      ].map(([tool_name, args]) => ({ tool_name, arguments: args })),
    });
    const { code, last, stderr } = await repository.agent(
      [plan, []],
      ['--mode', 'single', '--profile', 'plan', '--yes'],
    );
    assert.equal(code, 0, stderr);
    assert.deepEqual([last['outcome'], last['finish']], ['DONE', 'cycle_complete']);
    assert.equal(
      repository.git('show', '--name-only', '--format=%s', 'HEAD'),
      'Task 4: Say hello\n\nhello.py\ntasks/TASKS.md',
    );
  });

  it('ends when it is cancelled, with exit code 130 and what stays', async () => {
    repository = new AgentRepository({
      'scripts/run_tests.py': 'import time\nopen("begun", "w").close()\ntime.sleep(60)\n',
    });
    const stop = new AbortController();
    repository.signal = stop.signal;
    const watch = setInterval(() => repository.text('begun') !== undefined && stop.abort(), 50);
    try {
      const { code, last } = await repository.agent(
        [
          [
            ['write_file', { path: 'a.py', content: 'A' }],
            ['run_tests', {}],
          ],
          [['finish', {}]],
        ],
        ['--yes'],
      );
      assert.equal(code, 130);
      assert.match(String(last['reasons']), /1 change stays applied and can be reverted/);
    } finally {
      clearInterval(watch);
    }
  });

  for (const [option, value, told] of [
    ['--mode', 'forever', /--mode must be one of "single", "converse", "continuous"/],
    ['--profile', 'both', /--profile must be one of "calls", "thoughts", "plan"/],
    ['--delivery', 'ship', /--delivery must be one of/],
    ['--max-turns', '0', /--max-turns must be a whole number from 1/],
  ] as const) {
    it(`names the right form for ${option} ${value}`, async () => {
      repository = new AgentRepository();
      const { code, stderr } = await repository.agent([], [option, value]);
      assert.equal(code, 3);
      assert.match(stderr, told);
    });
  }

  it('plays the example of the documentation on the example shop [002-002] [002-039]', async () => {
    const shop = new ShopCopy();
    for (const [key, value] of [
      ['user.name', 't'],
      ['user.email', 't@example.org'],
    ] as const)
      execFileSync('git', ['config', key, value], { cwd: shop.root });
    repository = new AgentRepository(); // disposed of after the test
    try {
      const ran = await shop.run([
        'agent',
        '--task',
        'Give gift wrap a price',
        '--model',
        `replay:${repliesOf('agent-gift-wrap')}`,
        '--yes',
        '--approve-control-plane',
        'scripts/run_tests.py',
        '--json',
      ]);
      assert.equal(ran.code, 0, ran.stderr);
      const log = execFileSync('git', ['log', '--format=%s', '-2'], { cwd: shop.root, encoding: 'utf8' });
      assert.deepEqual(
        log
          .trim()
          .split('\n')
          .map(line => line.slice(line.indexOf('Feature'))),
        ['Feature 1.2: Price of gift wrap', 'Feature 1.1: Run the tests by one script'],
      );
      assert.match(ran.stdout, /(\d+)\/\1 tests passed/);
      assert.equal(shop.changed, '');
    } finally {
      shop.dispose();
    }
  });
});
