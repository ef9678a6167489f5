import assert from 'node:assert/strict';
import { replyOf } from '../../../src/core/eval/edits.ts';
import { seedFaults } from '../../../src/core/eval/seeded-faults.ts';
import { tasksOf } from '../../../src/core/eval/task.ts';
import { packageOf } from './tasks.ts';

const M =
  'def first(value):\n    return value == 1\n\n\ndef other():\n    """Give what is asked for."""\n    return 22\n';
const edits = [
  {
    file: 'src/m.py',
    old: 'def first(value):\n    return value == 1\n',
    new: 'def first(value, same):\n    return value == same\n',
  },
  { file: 'src/n.py', rename: ['name', 'other_name'] },
];
const texts = new Map([
  ['src/m.py', M],
  ['src/n.py', 'name = 1\n'],
]);

function seeded() {
  const tasks = tasksOf(packageOf({ oracle: edits, may_change: { 'src/m.py': ['first'] } }));
  const right = replyOf(edits, texts, 'src');
  assert.ok(tasks.ok && right.ok && tasks.value[0]);
  return seedFaults({ task: tasks.value[0], right: right.value, texts, scope: ['src'], lintPath: 'src' });
}

describe('faults that are seeded in a right reply', () => {
  it('are of many kinds, each with its name', () => {
    assert.deepEqual(
      seeded().map(({ name }) => name),
      [
        'missing-command-1',
        'missing-command-2',
        'misspelt-1',
        'misspelt-2',
        'flipped-1',
        'flipped-2',
        'unclosed-1',
        'line-lost-1',
        'line-lost-2',
        'other-file-1',
        'other-result-1',
        'other-docstring-1',
      ],
    );
  });

  it('are the same every time', () => assert.deepEqual(seeded(), seeded()));

  it('are one fault each, in an otherwise right reply', () => {
    const textOf = (name: string) =>
      seeded()
        .find(seed => seed.name === name)
        ?.output.commands.flatMap(command =>
          command.tool === 'atomic_replace'
            ? command.args.replacements.map(({ new_string: text }) => text)
            : [],
        );
    assert.deepEqual(textOf('misspelt-1'), [
      'def first(value, same_x):\n    return value == same\n',
      'other_name = 1\n',
    ]);
    assert.deepEqual(textOf('flipped-1'), [
      'def first(value, same):\n    return value != same\n',
      'other_name = 1\n',
    ]);
    assert.deepEqual(textOf('line-lost-1'), ['    return value == same\n', 'other_name = 1\n']);
  });

  it('touch other code only where the step may not', () => {
    const [extra] = seeded().find(({ name }) => name === 'other-result-1')?.output.commands ?? [];
    assert.match(JSON.stringify(extra), /return None/);
    assert.doesNotMatch(JSON.stringify(extra), /value == 1/);
  });
});
