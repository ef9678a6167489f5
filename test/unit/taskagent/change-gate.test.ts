import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { createTaskAgent } from '../../../src/core/taskagent/task-agent.ts';
import { type Call, finish, MemoryAgent, read, submit, write } from './memory-agent.ts';

describe('the change gate of a task agent', () => {
  it('shows the changes of a turn as one and applies exactly what was shown [002-007] [004-013]', async () => {
    const agent = new MemoryAgent({ 'a.txt': 'A\n' });
    agent.reviewer.decide = proposal => {
      assert.deepEqual(agent.files.snapshot(), { 'a.txt': 'A\n' }, 'nothing is written before the decision');
      assert.deepEqual(
        proposal.changes.files.map(f => f.path),
        ['a.txt', 'docs/new/b.txt'],
      );
      return 'apply';
    };
    await agent.run([
      [write('docs/new/b.txt'), read('a.txt'), write('a.txt', 'B\n')],
      [submit(), finish()],
    ]);
    assert.equal(agent.reviewer.proposals.length, 1);
    assert.deepEqual(
      agent.files.applied,
      agent.reviewer.proposals.map(p => p.changes),
    );
    assert.deepEqual(agent.files.snapshot(), { 'a.txt': 'B\n', 'docs/new/b.txt': 'x\n' });
  });

  it('writes nothing of a rejected turn, and tells the agent why', async () => {
    const agent = new MemoryAgent({ 'a.txt': 'A\n' });
    agent.reviewer.decide = () => ({ reject: 'keep the A' });
    await agent.run([[read('a.txt'), write('a.txt', 'B\n')], [read('a.txt')], [finish()]]);
    assert.match(agent.model.told(1), /rejected by Ann: keep the A; nothing of it was written/);
    assert.equal(agent.model.results(2)[0]?.result, 'A\n');
    assert.deepEqual(agent.files.snapshot(), { 'a.txt': 'A\n' });
  });

  it('runs neither tests nor a commit nor further changes on a change that was refused', async () => {
    const agent = new MemoryAgent();
    agent.reviewer.decide = () => ({ reject: 'no' });
    await agent.run([[write('a.txt'), ['run_tests'], write('b.txt'), submit(), finish()], [finish()]]);
    assert.deepEqual(
      agent.model.results(1).map(r => r.status),
      ['error', 'not_run', 'not_run', 'not_run', 'not_run'],
    );
    assert.equal(agent.tests.runs, 0);
    assert.deepEqual(agent.delivery.commits, []);
    assert.deepEqual(agent.files.paths(), []);
  });

  it('asks before the tests run, so that they run on approved files only [002-018]', async () => {
    const agent = new MemoryAgent();
    agent.tests.onRun = () => assert.deepEqual(agent.files.paths(), ['a.txt']);
    await agent.run([
      [write('a.txt'), ['run_tests'], write('b.txt')],
      [submit(), finish()],
    ]);
    assert.equal(agent.tests.runs, 1);
    assert.deepEqual(
      agent.reviewer.proposals.map(p => p.changes.files.map(f => f.path)),
      [['a.txt'], ['b.txt']],
    );
  });

  it('asks for each call where the policy says so; a refused call stops the changes behind it', async () => {
    const agent = new MemoryAgent();
    agent.reviewer.decide = p => (p.changes.files[0]?.path === 'b.txt' ? { reject: 'not this' } : 'apply');
    await agent.run(
      [
        [write('a.txt'), write('b.txt'), write('c.txt'), ['list_files']],
        [submit(), finish()],
      ],
      {
        review: 'each',
      },
    );
    assert.deepEqual(
      agent.model.results(1).map(r => r.status),
      ['ok', 'error', 'not_run', 'ok'],
    );
    assert.match(JSON.stringify(agent.model.results(1)[1]?.result), /rejected by Ann: not this/);
    assert.deepEqual(agent.files.paths(), ['a.txt']);
  });

  it('binds an approval to the one hash that the journal keeps of the verdict', async () => {
    const agent = new MemoryAgent();
    await agent.run([[write('a.txt')], [submit(), finish()]]);
    const verified = agent.events.find(e => e.type === 'verified');
    assert.equal(verified?.sha256, agent.reviewer.proposals[0]?.approvalSha256);
    assert.ok(verified !== undefined && !('approvalSha256' in verified));
  });

  it('asks nobody under the automatic policy, and journals that', async () => {
    const agent = new MemoryAgent();
    await agent.run([[write('a.txt')], [submit(), finish()]], { review: 'auto' });
    assert.equal(agent.reviewer.proposals.length, 0);
    assert.ok(agent.events.some(e => e.type === 'reviewed' && e.by.includes('auto')));
    assert.deepEqual(agent.files.paths(), ['a.txt']);
  });

  for (const name of [
    'pyproject.toml',
    '.github/workflows/ci.yml',
    'scripts/run_tests.py',
    'tests/conftest.py',
  ]) {
    it(`wants an approval by name for ${name}, also under the automatic policy`, async () => {
      const agent = new MemoryAgent();
      await agent.run([[write(name)], [finish()]], { review: 'auto' });
      assert.deepEqual(agent.reviewer.proposals[0]?.controlPlane, [name]);
      assert.deepEqual(agent.files.paths(), [], 'a yes without the name is not enough');
      agent.reviewer.decide = ({ approvalSha256 }) => ({
        kind: 'apply',
        by: 'Ann',
        approvalSha256,
        controlPlaneApproved: [name],
      });
      await agent.run([[write(name)], [submit(), finish()]], { review: 'auto' });
      assert.deepEqual(agent.files.paths(), [name]);
    });
  }

  it('binds an approval to exactly what was shown', async () => {
    const agent = new MemoryAgent();
    agent.reviewer.decide = () => ({
      kind: 'apply',
      by: 'Ann',
      approvalSha256: 'other',
      controlPlaneApproved: [],
    });
    await agent.run([[write('a.txt')], [finish()]]);
    assert.deepEqual(agent.files.paths(), []);
  });

  it('refuses a write over a file that changed since the agent read it', async () => {
    const agent = new MemoryAgent({ 'a.txt': 'A\n' });
    agent.tests.onRun = () => agent.files.set('a.txt', 'by someone else\n');
    await agent.run([
      [['read_file', { path: 'a.txt' }], ['run_tests']],
      [write('a.txt', 'B\n')],
      [['read_file', { path: 'a.txt' }]],
      [write('a.txt', 'C\n')],
      [submit(), finish()],
    ]);
    assert.match(
      JSON.stringify(agent.model.results(2)[0]?.result),
      /a.txt changed since you read it; read it again/,
    );
    assert.equal(agent.files.text('a.txt'), 'C\n');
  });

  it('tells a change that could not be applied, with nothing written', async () => {
    const agent = new MemoryAgent();
    agent.files.failApply = 'the disk is full';
    await agent.run([[write('a.txt'), write('b.txt')], [finish()]]);
    assert.match(agent.model.told(1), /nothing was written: the disk is full/);
    assert.deepEqual(agent.files.paths(), []);
  });

  for (const bad of ['../out.txt', '/etc/x', '.git/config', 'C:/x', 'a\\b']) {
    it(`lets no tool reach ${bad} [002-013]`, async () => {
      const agent = new MemoryAgent({ 'a.txt': 'A' });
      const calls: Call[] = [
        write(bad),
        ['rename_file', { path: 'a.txt', new_path: bad }],
        ['rename_files', { operations: [{ from_path: bad, to_path: 'b.txt' }] }],
        ['delete_file', { path: bad }],
        ['retrieve_context_files', { paths: [bad] }],
      ];
      for (const call of calls) {
        await agent.run([[call], [finish()]]);
        assert.equal(agent.model.results(1)[0]?.status, 'error', call[0]);
      }
      assert.deepEqual(agent.files.applied, []);
    });
  }

  it('renames, overwrites only when told, and rehearses without a change, through the running agent [002-009] [002-010] [002-011] [002-012] [002-014] [004-014]', async () => {
    const agent = new MemoryAgent({ 'old/a.txt': 'A', 'b.txt': 'B', 'c.txt': 'C' });
    const move = (from_path: string, to_path: string, more = {}): Call => [
      'rename_files',
      { operations: [{ from_path, to_path }], ...more },
    ];
    await agent.run([
      [
        move('old', 'new', { dry_run: true }),
        move('old', 'new'),
        move('b.txt', 'c.txt'),
        move('b.txt', 'c.txt', { overwrite: true }),
      ],
      [
        ['rename_file', { path: 'new/a.txt', new_path: 'top.txt' }],
        ['delete_file', { path: 'absent.txt' }],
      ],
      [submit(), finish()],
    ]);
    const counts = agent.model.results(1).map(r => (r.result as { summary: unknown }).summary);
    assert.deepEqual(counts, [
      { moved: 0, skipped: 0, errors: 0 },
      { moved: 1, skipped: 0, errors: 0 },
      { moved: 0, skipped: 1, errors: 0 },
      { moved: 1, skipped: 0, errors: 0 },
    ]);
    assert.deepEqual(agent.model.results(2)[1]?.result, {
      path: 'absent.txt',
      changed: false,
      status: 'absent',
    });
    assert.deepEqual(agent.files.snapshot(), { 'c.txt': 'B', 'top.txt': 'A' });
  });

  it('gives the contents of several files, and names the missing ones [002-008] [004-015]', async () => {
    const agent = new MemoryAgent({ 'a.txt': 'A' });
    await agent.run([
      [
        ['retrieve_context_files', { paths: ['a.txt', 'no.txt'] }],
        ['delete_file', { path: 'a.txt' }],
      ],
      [submit(), finish()],
    ]);
    assert.deepEqual(agent.model.results(1)[0]?.result, {
      ok: false,
      files: { 'a.txt': 'A' },
      missing: ['no.txt'],
      errors: [],
    });
    assert.deepEqual(agent.files.paths(), []);
  });

  it('takes one turn back, or the whole run, and keeps later edits of others', async () => {
    const agent = new MemoryAgent({ 'a.txt': 'one\ntwo\nthree\n' });
    const state = await agent.run([
      [read('a.txt'), write('a.txt', 'ONE\ntwo\nthree\n'), write('b.txt')],
      [write('a.txt', 'ONE\ntwo\nTHREE\n'), ['delete_file', { path: 'b.txt' }]],
      [submit(), finish()],
    ]);
    const { runId } = state;
    const second = await createTaskAgent(async () => agent.ports).revert({
      runId,
      part: { turn: 2 },
      by: 'Ann',
    });
    assert.deepEqual(second, { ok: true, value: ['a.txt', 'b.txt'] });
    assert.deepEqual(agent.files.snapshot(), { 'a.txt': 'ONE\ntwo\nthree\n', 'b.txt': 'x\n' });
    agent.files.set('a.txt', 'ONE\ntwo by Ann\nthree\n');
    const rest = await createTaskAgent(async () => agent.ports).revert({ runId, by: 'Ann' });
    assert.equal(rest.ok, true);
    assert.deepEqual(agent.files.snapshot(), { 'a.txt': 'one\ntwo by Ann\nthree\n' });
    const again = await createTaskAgent(async () => agent.ports).revert({ runId, by: 'Ann' });
    assert.match(again.ok ? '' : again.error, /no applied change to revert/);
  });

  it('is the only place in the agent’s code that gives a change to the disk', () => {
    const root = path.resolve(import.meta.dirname, '../../../src/core');
    const callers = fs
      .readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.ts') && /^(taskagent|tickets|conversation|tools|gate)\//.test(file))
      .filter(file => /\.apply\(/.test(fs.readFileSync(path.join(root, file), 'utf8')))
      .sort();
    assert.deepEqual(callers, [
      'gate/change-gate.ts',
      'gate/restore-changes.ts', // what was let through before, in a checkout made anew
      'gate/revert-changes.ts', // takes back what was approved
      'tickets/save-ticket.ts', // the orchestrator's own lines in the ticket's file
    ]);
  });
});
