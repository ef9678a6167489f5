import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { replies, ShopCopy } from './command-line.ts';

const TICKET = 'tickets/gift-wrap.ticket.json';
type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];
type Turn = readonly ['manager' | 'developer', ...Call[]] | readonly ['manager', object];

describe('workorder ticket', () => {
  let shop: ShopCopy;
  beforeEach(() => {
    shop = new ShopCopy();
  });
  afterEach(() => shop.dispose());

  const model = `replay:${replies('ticket-gift-wrap')}`;
  const ticket = () => JSON.parse(shop.text(TICKET)) as Record<string, unknown>;
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: shop.root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  /** A file of replies for these turns. */
  function played(...turns: readonly Turn[]): string {
    const file = path.join(shop.root, '..', 'replies.json');
    const json = turns.map(([role, ...rest]) => {
      const [first] = rest;
      if (first !== undefined && !Array.isArray(first)) return { role, json: first };
      const tool_calls = (rest as readonly Call[]).map(([tool_name, args]) => ({
        tool_name,
        arguments: args,
      }));
      return { role, json: { thoughts: 'A step.', tool_calls } };
    });
    fs.writeFileSync(
      file,
      JSON.stringify({ format: 'workorder-replay/1', origin: 'written-by-hand', turns: json }),
    );
    return `replay:${file}`;
  }

  const assigned: Call = [
    'assign_to_developer',
    { mode: 'implementation', goal: 'Do it.', acceptanceCriteria: [] },
  ];
  const writes = (file: string, content = 'x\n'): Call => ['write_file', { path: file, content }];
  const reported: Call = [
    'subtask_complete',
    { status: 'complete', filesChanged: [], buildStatus: 'pass', message: 'Done.' },
  ];
  const judged = (status: string): Call => ['update_subtask', { status, notes: 'Read it.' }];

  it('works on the example to its end: one rejection, two subtasks complete, the ticket Done', async () => {
    const ran = await shop.run(['ticket', 'run', TICKET, '--model', model, '--yes', '--json']);
    assert.equal(ran.code, 0, ran.stderr);
    const last = ran.last();
    assert.equal(last['outcome'], 'DONE');
    assert.equal(last['status'], 'Done');
    assert.equal(ticket()['status'], 'Done');
    assert.match(shop.text('shop/pricing/gift_wrap.py'), /FREE_FROM = 5/);
    assert.match(ran.stderr, /✗ price is rejected: Five pieces and more must be free/);
    assert.match(
      ran.stderr,
      /✓ price is complete: .*\n {6}✓ gift_wrap_price\(5\) is Money\(0\)\n {6}✓ gift_wrap_price\(4\)/,
    );
    assert.match(ran.stderr, /but the journal shows: tests\/conftest\.py is reported as changed/);
  });

  it('says that a run of the ticket is not done when it is run anew, and how that one continues', async () => {
    const argv = ['ticket', 'run', TICKET, '--yes', '--json', '--model', played(['manager', assigned])];
    const first = await shop.run(argv);
    assert.doesNotMatch(first.stderr, /this is a new run/);
    const hint = `this is a new run of the ticket; workorder ticket resume ${TICKET} continues ${String(first.last()['run'])}`;
    const second = await shop.run(argv);
    assert.ok(second.stderr.includes(hint), second.stderr);
  });

  it('says how to begin where no ticket was run', async () => {
    const { code, stdout, stderr } = await shop.run(['ticket', 'status']);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, /no ticket was run here; workorder ticket run FILE begins one/);
  });

  it('asks for each change, and tells the developer why you said no', async () => {
    const spec = played(['manager', assigned], ['developer', writes('a.txt')], ['developer', reported]);
    const ran = await shop.run(['ticket', 'run', TICKET, '--model', spec], ['use b.txt']);
    assert.equal(ran.code, 2);
    assert.match(ran.stdout, /change 1 rejected by you: use b\.txt/);
    assert.doesNotMatch(shop.changed, /a\.txt/);
    assert.match(ran.stdout, /resume with: workorder resume \d/);
  });

  it('resumes where it stopped, by file or run, and prints where it stands', async () => {
    const first = await shop.run([
      'ticket',
      'run',
      TICKET,
      '--yes',
      '--json',
      '--model',
      played(['manager', assigned], ['developer', reported], ['manager', judged('rejected'), assigned]),
    ]);
    assert.equal(first.code, 2);
    const status = await shop.run(['ticket', 'status', TICKET]);
    assert.match(
      status.stdout,
      /~ price {2}Compute the price of wrapping {2}\(in-progress, rejected once\) {2}← developer/,
    );
    const resumed = await shop.run([
      'ticket',
      'resume',
      TICKET,
      '--yes',
      '--json',
      '--say',
      'Go on.',
      '--model',
      played(['developer', reported], ['manager', judged('complete')], ['manager', judged('blocked')]),
    ]);
    assert.equal(resumed.code, 2);
    assert.equal(resumed.last()['run'], first.last()['run']);
    assert.equal(resumed.last()['blocked_by'], 'subtask');
    const refused = await shop.run(['ticket', 'resume', String(first.last()['run']), '--model', model]);
    assert.equal(refused.code, 3);
    assert.match(
      refused.stderr,
      /every subtask that is left is blocked \(tests\) and needs a person; unblock one/,
    );
    const done = await shop.run([
      'ticket',
      'resume',
      TICKET,
      '--unblock',
      'tests',
      '--yes',
      '--json',
      '--model',
      played(
        ['manager', assigned],
        ['developer', reported],
        ['manager', judged('complete'), ['complete_ticket', { summary: 'All.' }]],
      ),
    ]);
    assert.equal(done.code, 0, done.stderr);
  });

  it('makes a ticket of your words, and works on the breakdown you accept', async () => {
    const breakdown = {
      subtasks: [{ title: 'Say hello', description: '', acceptanceCriteria: ['it says hello'] }],
    };
    const spec = played(
      ['manager', breakdown],
      ['manager', assigned],
      ['developer', writes('hello.txt', 'hello\n'), reported],
      ['manager', judged('complete'), ['complete_ticket', { summary: 'It says hello.' }]],
    );
    const ran = await shop.run(
      ['ticket', 'run', '--title', 'Be polite', '--criterion', 'it says hello', '--model', spec],
      ['y', 'y'],
    );
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /The manager proposes these subtasks\n {2}1\. Say hello\n {5}- it says hello/);
    assert.equal(JSON.parse(shop.text('tickets/be-polite.ticket.json')).status, 'Done');
    assert.equal(shop.text('hello.txt'), 'hello\n');
  });

  it('refuses a change outside the assignment where --yes answers for you', async () => {
    const narrow: Call = ['assign_to_developer', { ...assigned[1], filesToModify: ['shop/'] }];
    const spec = played(['manager', narrow], ['developer', writes('a.txt')], ['developer', reported]);
    const ran = await shop.run(['ticket', 'run', TICKET, '--yes', '--model', spec]);
    assert.equal(ran.code, 2);
    assert.doesNotMatch(shop.changed, /a\.txt/);
  });

  it('takes back what it applied, and prints the run as a document', async () => {
    await shop.run(['ticket', 'run', TICKET, '--model', model, '--yes']);
    const transcript = await shop.run(['ticket', 'transcript', TICKET]);
    assert.match(transcript.stdout, /^# Give gift wrap a price/);
    assert.match(transcript.stdout, /\*\*price is rejected\*\*: Five pieces/);
    const reverted = await shop.run(['ticket', 'revert', TICKET]);
    assert.equal(reverted.code, 0, reverted.stderr);
    assert.match(shop.changed, /^ M tickets\/gift-wrap\.ticket\.json$/m);
    assert.doesNotMatch(shop.changed, /gift_wrap\.py/);
    assert.equal(JSON.parse(shop.text(TICKET)).status, 'Open');
  });

  it('merges by git-oneflow, and not with failing tests [000-027]', async () => {
    git('branch', '-M', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    fs.mkdirSync(path.join(shop.root, 'scripts'));
    shop.write('scripts/run_tests.py', 'print("0/1 tests passed")\nraise SystemExit(1)\n');
    git('add', '-A');
    git('commit', '-qm', 'tests');
    const args = ['ticket', 'run', TICKET, '--model', model, '--yes', '--json', '--delivery', 'oneflow'];
    const blocked = await shop.run(args);
    assert.equal(blocked.code, 2);
    assert.equal(blocked.last()['blocked_by'], 'delivery');
    assert.equal(git('log', '-1', '--format=%s', 'main'), 'tests');

    shop.write('scripts/run_tests.py', 'print("1/1 tests passed")\n');
    git('commit', '-qam', 'mend the tests');
    const done = await shop.run([
      'ticket',
      'resume',
      TICKET,
      '--yes',
      '--json',
      '--delivery',
      'oneflow',
      '--model',
      played(['manager', ['complete_ticket', { summary: 'Wrapped.' }]]),
    ]);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(git('symbolic-ref', '--short', 'HEAD'), 'main');
    assert.deepEqual(git('log', '--format=%s', '-2', 'main').split('\n').sort(), [
      'gift-wrap: Give gift wrap a price',
      'mend the tests',
    ]);
    assert.equal(git('status', '--porcelain'), `M ${TICKET}`);
  });

  it('commits each subtask on a branch of its own; but for the ticket’s own file your folder stays as it is', async () => {
    git('branch', '-M', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    git('commit', '-qam', 'start', '--allow-empty');
    const start = git('rev-parse', 'HEAD');
    const run = ['ticket', 'run', TICKET, '--model', model, '--yes', '--json', '--delivery', 'push'];
    const ran = await shop.run(run);
    assert.equal(ran.code, 0, ran.stderr);
    assert.equal(ticket()['status'], 'Done');
    const { branch = '', commit, pushed } = ran.last() as Record<string, string>;
    assert.match(branch, /^work-order\/gift-wrap/);
    assert.equal(git('rev-parse', branch), commit);
    assert.equal(pushed, null);
    assert.match(ran.stderr, /there is no remote to push to; work-order\/\S+ stays on this machine/);
    const subjects = git('log', '--reverse', '--format=%s', `${start}..${branch}`).split('\n');
    assert.equal(subjects.length, 3, subjects.join('\n'));
    assert.match(subjects.join('\n'), /^price: .*\nFix 1 of price: .*\n\S+: .*$/);
    assert.equal(git('status', '--porcelain'), `M ${TICKET}`);
    assert.deepEqual([git('rev-parse', 'HEAD'), git('branch', '--show-current')], [start, 'main']);
    assert.equal(git('worktree', 'list').split('\n').length, 1);
    assert.match(ran.stderr, /; but for tickets\/gift-wrap\.ticket\.json, your checkout is as it was/);
    assert.match(ran.stderr, /take it over with: git merge work-order/);
    const reverted = await shop.run(['revert', String(ran.last()['run'])]);
    assert.match(reverted.stderr, /delete its branch with git instead/);
    const shown = await shop.run(['ticket', 'status', TICKET]);
    assert.match(shown.stdout, /3 commits on the branch work-order/);
  });

  it('leaves a conflict to you with a command that works as it is printed, though the ticket’s file is changed', async () => {
    git('branch', '-M', 'main');
    git('config', 'user.name', 't');
    git('config', 'user.email', 't@example.org');
    fs.mkdirSync(path.join(shop.root, 'scripts'));
    shop.write('scripts/run_tests.py', 'raise SystemExit(1)\n');
    shop.write('one.txt', 'start\n');
    git('add', '-A');
    git('commit', '-qm', 'tests');
    const options = ['--yes', '--json', '--delivery', 'oneflow', '--model'];
    const complete: Turn = ['manager', judged('complete'), ['complete_ticket', { summary: 'All.' }]];
    const first = await shop.run([
      'ticket',
      'run',
      TICKET,
      ...options,
      played(
        ['manager', assigned],
        ['developer', ['read_file', { path: 'one.txt' }]],
        ['developer', writes('one.txt', 'ours\n'), reported],
        ['manager', judged('complete'), assigned],
        ['developer', reported],
        complete,
      ),
    ]);
    assert.equal(first.last()['blocked_by'], 'delivery', first.stderr);
    const side = path.join(shop.root, '../side');
    git('worktree', 'add', '-q', side, 'main');
    fs.writeFileSync(path.join(side, 'one.txt'), 'theirs\n');
    fs.writeFileSync(path.join(side, 'scripts/run_tests.py'), 'print("1/1 tests passed")\n');
    git('-C', side, 'commit', '-qam', 'theirs');
    git('worktree', 'remove', side);

    const again = ['ticket', 'resume', TICKET, ...options];
    const again1 = await shop.run([...again, played(['manager', ['complete_ticket', { summary: 'All.' }]])]);
    const command = /\((git rebase [^)]*)\)/.exec(String(again1.last()['reasons']))?.[1] ?? '';
    assert.notEqual(command, '', again1.stdout);
    assert.throws(() => execFileSync('sh', ['-c', command], { cwd: shop.root, stdio: 'ignore' }));
    assert.equal(git('diff', '--name-only', '--diff-filter=U'), 'one.txt', 'it stopped at the conflict');
    shop.write('one.txt', 'both\n');
    git('add', 'one.txt');
    git('-c', 'core.editor=true', 'rebase', '--continue');
    const done = await shop.run([...again, played(['manager', ['complete_ticket', { summary: 'All.' }]])]);
    assert.equal(done.code, 0, done.stderr);
    assert.equal(git('show', 'main:one.txt'), 'both');
    assert.equal(git('status', '--porcelain'), `M ${TICKET}`);
  });

  for (const [what, argv, problem] of [
    ['no ticket', ['run'], /no ticket is given/],
    ['a file that is not there', ['run', 'no.ticket.json'], /no\.ticket\.json: it is not there/],
    ['a file outside the workspace', ['run', '../x.ticket.json'], /is outside the workspace/],
    ['another verb', ['walk'], /there is no "workorder ticket walk"; say run, resume or status\n/],
    ['a file without its verb', [TICKET], /; write workorder ticket run tickets\/gift-wrap\.ticket\.json/],
    [
      'a ticket that never ran',
      ['status', TICKET],
      /there is no run of the ticket .*; workorder ticket run FILE begins one/,
    ],
    ['a wrong word', ['run', TICKET, '--scope', 'all'], /--scope must be "ask" or "refuse"/],
  ] as const) {
    it(`says what is wrong with ${what}`, async () => {
      const ran = await shop.run(['ticket', ...argv, '--model', model]);
      assert.equal(ran.code, 3);
      assert.match(ran.stderr, problem);
    });
  }
});
