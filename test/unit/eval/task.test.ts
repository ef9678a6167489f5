import assert from 'node:assert/strict';
import { boundTask, chooseTasks, tasksOf } from '../../../src/core/eval/task.ts';
import type { EvalTask } from '../../../src/generated/contracts.ts';
import { packageOf } from './tasks.ts';

describe('a task of a suite', () => {
  it('is a work order for its package', () => {
    const tasks = tasksOf(packageOf({ invariants: ['no broken callers'] }));
    assert.deepEqual(tasks.ok && tasks.value[0]?.orders.map(({ order }) => order), [
      {
        step_id: 'one',
        step_text: 'Rename a to b.',
        scope_allowlist: ['src'],
        invariants: ['no broken callers'],
        acceptance: { lint: { path: 'src', check_all: false } },
      },
    ]);
  });

  it('says on request what may change, where one sentence that code checks says it', () => {
    const bounded = (task: Partial<EvalTask>) => {
      const tasks = tasksOf(packageOf({ invariants: ['no broken callers'], ...task }));
      assert.ok(tasks.ok);
      return tasks.value.map(boundTask)[0]?.orders[0]?.order.invariants.slice(1);
    };
    const may = (...names: readonly string[]) => bounded({ may_change: { 'src/m.py': [...names] } });
    assert.deepEqual(may('f'), ['only `f` changes']);
    assert.deepEqual(may('f', 'A.g', '<imports>'), ['only `f`, `A.g` and imports change']);
    assert.deepEqual(bounded({ renamed: [['a', 'b']] }), ['only `a` is renamed to `b`']);
    for (const invariants of [may('*'), may('f', '<comments>'), may('<imports>'), bounded({})])
      assert.deepEqual(invariants, []);
  });

  it('of several steps is several orders, each with its own scope where it has one', () => {
    const { step: _, oracle: __, ...bare } = packageOf().task[0] as EvalTask;
    const oracle: EvalTask['oracle'] = [{ file: 'src/m.py', append: '\n' }];
    const steps: EvalTask['steps'] = [
      { step: 'First.', oracle },
      { step: 'Then.', scope: ['src/n.py'], oracle },
    ];
    const tasks = tasksOf({ ...packageOf(), task: [{ ...bare, steps }] });
    assert.deepEqual(
      tasks.ok && tasks.value[0]?.orders.map(({ order }) => [order.step_id, order.scope_allowlist]),
      [
        ['one.1', ['src']],
        ['one.2', ['src/n.py']],
      ],
    );
  });

  for (const [task, error] of [
    [{ check: undefined }, /toy\/one: it needs a check/],
    [{ oracle: undefined }, /it needs an oracle/],
    [{ blocked: 'no such name' }, /where BLOCKED is right there is no oracle/],
    [{ blocked: 'no such name', oracle: undefined }, /where BLOCKED is right it needs tempting edits/],
  ] as const)
    it(`is refused when it cannot be judged: ${error.source}`, () => {
      const tasks = tasksOf(packageOf(task as Partial<EvalTask>));
      assert.match(tasks.ok ? '' : tasks.error, error);
    });

  it('is chosen by package, name, pattern and kind', () => {
    const read = tasksOf({
      ...packageOf(),
      task: ['rename-one', 'move-one', 'move-two'].map(id => ({
        ...(packageOf().task[0] as EvalTask),
        id,
        kind: id.startsWith('move') ? 'move' : 'rename',
      })),
    });
    assert.ok(read.ok);
    const chosen = (names: readonly string[], kinds: readonly string[] = []) =>
      chooseTasks(read.value, names, kinds).map(({ definition }) => definition.id);
    assert.deepEqual(chosen([]), ['rename-one', 'move-one', 'move-two']);
    assert.deepEqual(chosen(['toy']), ['rename-one', 'move-one', 'move-two']);
    assert.deepEqual(chosen(['toy/move-two']), ['move-two']);
    assert.deepEqual(chosen(['*one']), ['rename-one', 'move-one']);
    assert.deepEqual(chosen(['toy*'], ['move']), ['move-one', 'move-two']);
    assert.deepEqual(chosen(['other']), []);
  });
});
