import assert from 'node:assert/strict';
import type { Model, ModelRequest } from '../../../src/core/ports/model.ts';
import { runTicket } from '../../../src/core/tickets/run-ticket.ts';
import { PlayedModel, type Reply, read, write } from '../taskagent/memory-agent.ts';
import { assign, blockedReport, completeTicket, MemoryTicket, report, update } from './memory-ticket.ts';

/** The differences the orchestrator found for one assignment. */
async function differencesOf(replies: readonly Reply[], mode = 'implementation'): Promise<readonly string[]> {
  const ticket = new MemoryTicket({ 'a.txt': 'A\n' });
  await ticket.run([[assign({ mode })]], replies);
  return ticket.ofType('reported')[0]?.differences ?? ['nothing was reported'];
}

const changed = (...paths: readonly string[]) => ({
  filesChanged: paths.map(path => ({ path, summary: 'changed' })),
});

describe('what a developer claims', () => {
  it('is silent when it is what happened [000-034] [000-036]', async () => {
    assert.deepEqual(
      await differencesOf([
        [read('a.txt'), read('b.txt'), write('a.txt'), write('b.txt')],
        [['run_tests']],
        [
          report({
            ...changed('./a.txt', 'b.txt'),
            testResults: { total: 2, passed: 2, failed: 0, skipped: 0 },
          }),
        ],
      ]),
      [],
    );
  });

  it('is compared in its words too: "all tests pass" where none ran', async () => {
    assert.deepEqual(await differencesOf([[report({ message: 'Did it; all tests pass.' })]]), [
      'reported that tests pass, but no test ran',
    ]);
  });

  it('of one that makes mistakes ends right: wrong old text, ambiguous text, a malformed call, and a false report that is named', async () => {
    const ticket = new MemoryTicket({ 'prices.py': 'WRAP = 1\nBAG = 1\n' });
    const replace = (old_string: string, new_string: string) =>
      ['atomic_replace', { file_path: 'prices.py', replacements: [{ old_string, new_string }] }] as const;
    const broken = { native: [{ id: 'broken', name: 'atomic_replace', argumentsJson: '{"file_path": ' }] };
    await ticket.run(
      [[assign()], [update('rejected', 'Run the tests.')], [assign()], [update('complete')]],
      [
        [read('prices.py')],
        [replace('WRAP = 9', 'WRAP = 2')],
        [replace('= 1', '= 2')],
        broken,
        [replace('WRAP = 1', 'WRAP = 2')],
        [report({ ...changed('prices.py'), message: 'Gift wrap costs 2; all tests pass.' })],
        [['run_tests']],
        [report({ message: 'All tests pass.' })],
      ],
    );
    assert.equal(ticket.files.text('prices.py'), 'WRAP = 2\nBAG = 1\n');
    assert.deepEqual(
      ticket.ofType('called').flatMap(e => (e.tool === 'atomic_replace' ? [e.status] : [])),
      ['error', 'error', 'ok'],
    );
    assert.equal(ticket.ofType('protocol_fault').length, 1);
    assert.deepEqual(
      ticket.ofType('reported').map(e => e.differences),
      [['reported that tests pass, but no test ran'], []],
    );
    const told = ticket.manager.asked.flatMap(messages => messages.map(({ text }) => text)).join('\n');
    assert.match(told, /reported that tests pass, but no test ran/, 'the manager is told');
  });

  it('is flagged when a file is named that was not changed, and when one is left out [000-034]', async () => {
    assert.deepEqual(await differencesOf([[write('b.txt'), report(changed('a.txt'))]]), [
      'a.txt is reported as changed, but no change of it was applied',
      'b.txt was changed, but is not in the report',
    ]);
  });

  it('is flagged when a rejected change is reported as made [000-034]', async () => {
    const ticket = new MemoryTicket();
    ticket.reviewer.decide = () => ({ reject: 'no' });
    await ticket.run([[assign()]], [[write('a.txt')], [report(changed('a.txt'))]]);
    assert.deepEqual(ticket.ofType('reported')[0]?.differences, [
      'a.txt is reported as changed, but no change of it was applied',
    ]);
  });

  it('is flagged when tests are reported that did not run [000-036]', async () => {
    assert.deepEqual(await differencesOf([[report({ testResults: { total: 9, passed: 9 } })]]), [
      'test results are reported, but no tests ran in this assignment',
    ]);
  });

  it('is flagged when the counts differ [000-036]', async () => {
    assert.deepEqual(
      await differencesOf([[['run_tests'], report({ testResults: { total: 12, passed: 11 } })]], 'testing'),
      ['12 tests are reported, but 2 ran', '11 passed tests are reported, but 2 passed'],
    );
  });

  it('is flagged when the build is said to pass and the last test run failed [000-035]', async () => {
    const ticket = new MemoryTicket();
    ticket.tests.result = { ...ticket.tests.result, ok: false, exit_code: 1, passed: 1 };
    await ticket.run([[assign({ mode: 'testing' })]], [[['run_tests']], [report()]]);
    assert.deepEqual(ticket.ofType('reported')[0]?.differences, [
      'the build is reported to pass, but the last test run failed',
    ]);
  });

  it('cannot be accepted while the last test run failed, whatever the manager says', async () => {
    const ticket = new MemoryTicket();
    const accept = [update('complete'), completeTicket()];
    const again = assign({ mode: 'testing' });
    const { tests } = ticket;
    tests.onRun = () => {
      const ok = tests.runs > 1;
      tests.result = { ...tests.result, ok, exit_code: ok ? 0 : 1, passed: ok ? 2 : 1 };
    };
    const state = await ticket.run(
      [[assign()], accept, [update('rejected'), again], [update('complete'), assign()], [update('complete')]],
      [[write('b.txt'), ['run_tests']], [report(changed('b.txt'))], [['run_tests']], [report()]],
    );
    const [refused] = ticket.ofType('called').filter(e => e.tool === 'update_subtask');
    assert.match(
      JSON.stringify(refused?.response),
      /is not complete: the last test run failed: 1 of 2 tests passed\. run_tests has to pass first; reject it/,
    );
    assert.equal(state.subtasks[0]?.status, 'complete');
  });

  it('is accepted with the failures that a person has words for, and with one more is not', async () => {
    for (const [passed, status] of [
      [1, 'complete'],
      [0, 'blocked'],
    ] as const) {
      const ticket = new MemoryTicket();
      ticket.tests.result = { ...ticket.tests.result, ok: false, exit_code: 1, passed: 1, total: 2 };
      const blocked = await ticket.run(
        [[assign()], [update('blocked')]],
        [[write('b.txt'), ['run_tests']], [report(changed('b.txt'))]],
      );
      ticket.tests.result = { ...ticket.tests.result, passed };
      const state = await ticket.resume(
        [[assign({ mode: 'testing' })], [update('complete')], [update('blocked')]],
        [[['run_tests']], [report()]],
        {
          runId: blocked.runId,
          unblock: [blocked.subtasks[0]?.id ?? ''],
          words: 'They failed before, too: let them be.',
        },
      );
      assert.equal(state.subtasks[1]?.status, status);
    }
  });

  it('cannot be accepted where it names changes and nothing was applied for the subtask', async () => {
    const ticket = new MemoryTicket({ 'a.txt': 'A\n' });
    const state = await ticket.run(
      [[assign()], [update('complete'), completeTicket()], [update('blocked')]],
      [[report(changed('a.txt'))]],
    );
    assert.match(
      JSON.stringify(ticket.ofType('called').find(e => e.tool === 'update_subtask')?.response),
      /is not complete: a\.txt is reported as changed, but nothing was applied for it/,
    );
    assert.equal(state.subtasks[0]?.status, 'blocked');
  });

  it('is flagged when the tests did not see the last change', async () => {
    assert.deepEqual(
      await differencesOf([
        [write('b.txt'), ['run_tests'], write('c.txt')],
        [report(changed('b.txt', 'c.txt'))],
      ]),
      ['the tests were not run again after the last change'],
    );
  });

  it('counts from the assignment on, not from earlier ones [000-034]', async () => {
    const ticket = new MemoryTicket();
    await ticket.run(
      [[assign()], [update('rejected'), assign()]],
      [[write('a.txt'), report(changed('a.txt'))], [report(changed('a.txt'))]],
    );
    assert.deepEqual(
      ticket.ofType('reported').map(r => r.differences.length),
      [0, 1],
    );
  });

  it('stands in the activity and before the manager beside what was seen [000-042]', async () => {
    const ticket = new MemoryTicket();
    await ticket.run([[assign()]], [[report(changed('a.txt'))]]);
    const sentence = 'a.txt is reported as changed, but no change of it was applied';
    assert.match(
      ticket.fileTicket().activity?.[1]?.notes ?? '',
      new RegExp(`\\(but the journal shows: ${sentence}\\)`),
    );
    assert.match(
      ticket.manager.asked[1]?.at(-1)?.text ?? '',
      new RegExp(`"differences": \\[\\s+"${sentence}"`),
    );
  });

  it('goes back once when complete comes with a failing build, then counts as blocked [000-035] [000-033]', async () => {
    const ticket = new MemoryTicket();
    const fails = report({ buildStatus: 'fail' });
    await ticket.run([[assign()]], [[fails], [fails]]);
    assert.match(
      JSON.stringify(ticket.developer.results(1)),
      /a subtask with a failing build is not complete/,
    );
    assert.equal(ticket.ofType('bounced').length, 1);
    const [reported] = ticket.ofType('reported');
    assert.equal(reported?.status, 'blocked');
    assert.equal(reported?.result.status, 'complete', 'the claim stays as it was made');
    assert.match(ticket.manager.asked[1]?.at(-1)?.text ?? '', /## Mode\nBlocked/);
  });

  it('may be mended after it went back [000-035]', async () => {
    const ticket = new MemoryTicket();
    await ticket.run(
      [[assign()]],
      [[report({ buildStatus: 'fail' })], [write('a.txt'), report(changed('a.txt'))]],
    );
    assert.equal(ticket.ofType('reported')[0]?.status, 'complete');
  });

  it('may say fail when it is blocked [000-035]', async () => {
    const ticket = new MemoryTicket();
    await ticket.run([[assign()]], [[blockedReport({ buildStatus: 'fail' })]]);
    assert.deepEqual(ticket.ofType('bounced'), []);
    assert.equal(ticket.ofType('reported')[0]?.status, 'blocked');
  });
});

describe('the modes of a developer', () => {
  it('implementation: changes go through the change gate, one diff per turn', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run(
      [[assign()]],
      [[write('a.py'), write('b.py')], [report(changed('a.py', 'b.py'))]],
    );
    assert.deepEqual(
      ticket.reviewer.proposals.map(p => p.changes.files.map(f => f.path)),
      [['a.py', 'b.py']],
    );
    assert.equal(state.applied[0]?.subtaskId, 'price');
    assert.equal(ticket.files.text('a.py'), 'x\n');
  });

  it('implementation, with QA: what QA rejects is shown to nobody and not written, and the developer is told', async () => {
    const ticket = new MemoryTicket();
    const review = (decision: string, ...reasons: readonly string[]) =>
      JSON.stringify({ decision, reasons, required_changes: [], spot_checks: [] });
    const qa = new PlayedModel([review('REJECTED', 'the price is missing'), review('APPROVED')]);
    const state = await ticket.run(
      [[assign({ goal: 'Write a price.' })]],
      [[write('a.py', 'wrong = 1\n')], [write('a.py')], [report(changed('a.py'))]],
      { qa },
    );
    assert.match(ticket.developer.told(1), /rejected by QA: the price is missing/);
    assert.equal(ticket.reviewer.proposals.length, 1);
    assert.equal(state.applied.length, 1);
    assert.match(JSON.stringify(qa.asked[0]), /Write a price\./);
  });

  it('speak by native tool calls where the endpoint has them', async () => {
    const ticket = new MemoryTicket();
    const settings = ticket.settings([], [[report()]]);
    const calls = [{ id: 'c1', name: 'assign_to_developer', argumentsJson: JSON.stringify(assign()[1]) }];
    const usage = { inputTokens: 1, outputTokens: 1, estimated: false };
    const asked: ModelRequest[] = [];
    const manager: Model = {
      label: 'native',
      ask: async request => {
        asked.push(request);
        return asked.length === 1
          ? { kind: 'tool_calls', text: 'Assign it.', calls, usage, model: 'm' }
          : { kind: 'fault', code: 'played_out', reason: 'no more replies' };
      },
    };
    const state = await runTicket(ticket.ports, {
      ...settings,
      models: { ...settings.models, manager },
      ticket: ticket.fileTicket(),
    });
    assert.deepEqual(asked[0]?.tools.map(t => t.name).slice(0, 3), [
      'assign_to_developer',
      'update_subtask',
      'complete_ticket',
    ]);
    assert.equal(state.subtasks[0]?.status, 'awaiting review');
  });

  it('testing: run_tests runs the project’s tests', async () => {
    const ticket = new MemoryTicket();
    await ticket.run(
      [[assign({ mode: 'testing' })]],
      [[['run_tests']], [report({ testResults: { total: 2, passed: 2, failed: 0, skipped: 0 } })]],
    );
    assert.equal(ticket.tests.runs, 1);
    assert.deepEqual(ticket.ofType('reported')[0]?.observed.tests, {
      ok: true,
      passed: 2,
      total: 2,
      outdated: false,
    });
  });

  it('testing: tests nobody allowed did not run', async () => {
    const ticket = new MemoryTicket();
    ticket.reviewer.allow = false;
    ticket.tests.command = { label: 'pytest', origin: 'detected' };
    await ticket.run([[assign({ mode: 'testing' })]], [[['run_tests']], [report()]]);
    assert.equal(ticket.tests.runs, 0);
    assert.equal(ticket.ofType('reported')[0]?.observed.tests, undefined);
  });

  it('write-tests: test files alone; anything else is refused without a question', async () => {
    const ticket = new MemoryTicket({ 'shop/wrap.py': 'x\n' });
    await ticket.run(
      [[assign({ mode: 'write-tests', filesToModify: ['shop', 'tests'] })]],
      [
        [write('tests/test_wrap.py'), read('shop/wrap.py'), write('shop/wrap.py', 'y\n')],
        [write('tests/test_wrap.py')],
        [report()],
      ],
    );
    assert.match(
      ticket.developer.told(1),
      /write-tests mode changes test files only, and shop\/wrap\.py is none; nothing of this change was written/,
    );
    assert.equal(ticket.files.text('shop/wrap.py'), 'x\n');
    assert.equal(ticket.files.text('tests/test_wrap.py'), 'x\n');
    assert.equal(ticket.reviewer.proposals.length, 1);
  });

  it('asks a person for what is outside filesToModify, also where the policy lets changes through [000-006]', async () => {
    const ticket = new MemoryTicket();
    const state = await ticket.run(
      [[assign({ filesToModify: ['shop/wrap.py'] })]],
      [
        [write('shop/wrap.py')],
        [write('shop/tax.py', 'x = 1\n')],
        [report(changed('shop/wrap.py', 'shop/tax.py'))],
      ],
      { review: 'auto' },
    );
    assert.deepEqual(
      ticket.reviewer.proposals.map(p => [p.automatic, p.warnings]),
      [[false, ['shop/tax.py is outside the assignment, which names shop/wrap.py']]],
    );
    assert.equal(state.applied.length, 2);
  });

  it('refuses it where the policy says so [000-006]', async () => {
    const ticket = new MemoryTicket();
    await ticket.run([[assign({ filesToModify: ['shop/'] })]], [[write('tax.py')], [report()]], {
      scope: 'refuse',
    });
    assert.match(ticket.developer.told(1), /tax\.py is outside the assignment, which names shop\//);
    assert.deepEqual(ticket.reviewer.proposals, []);
    assert.equal(ticket.files.text('tax.py'), undefined);
  });

  it('never lets an agent write the ticket itself', async () => {
    const ticket = new MemoryTicket();
    const before = ticket.fileTicket().title;
    await ticket.run(
      [[assign()]],
      [[read('tickets/gift-wrap.ticket.json'), write('tickets/gift-wrap.ticket.json', '{}')], [report()]],
    );
    assert.match(ticket.developer.told(1), /is the ticket itself, which only the orchestrator writes/);
    assert.equal(ticket.fileTicket().title, before);
  });
});
