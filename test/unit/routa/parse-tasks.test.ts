import assert from 'node:assert/strict';
import { parseTasks } from '../../../src/core/routa/parse-tasks.ts';

describe('@@@task blocks', () => {
  it('give title, words, scope, dependencies and acceptance; prose around them is passed over', () => {
    const parsed = parseTasks(
      'My plan:\n@@@task money\n# Round to cents\nUse Decimal.\n## Scope\n- `shop/money.py`\n## Definition of Done\n* tests pass\n@@@\nand\n@@@task\n# Use it\n## Depends on\n- Round to cents\n@@@\n',
    );
    assert.deepEqual(parsed, {
      ok: true,
      value: [
        {
          taskId: 'money',
          title: 'Round to cents',
          objective: 'Use Decimal.',
          scope: ['shop/money.py'],
          dependencies: [],
          acceptance: ['tests pass'],
        },
        {
          taskId: 'task-1',
          title: 'Use it',
          objective: '',
          scope: [],
          dependencies: ['money'],
          acceptance: [],
        },
      ],
    });
  });
  it('may depend on tasks that are known, and pass over one that is written down again', () => {
    const known = [{ taskId: 'a', title: 'A' }];
    const parsed = parseTasks('@@@task a\n# A\n@@@\n@@@task b\n# B\n## Dependencies\n- a\n@@@', known);
    assert.deepEqual(parsed.ok && parsed.value.map(t => [t.taskId, ...t.dependencies]), [['b', 'a']]);
  });
  for (const [fault, text, error] of [
    [
      'a scope that leads out (absolute)',
      '@@@task a\n# A\n## Scope\n- /etc/passwd\n@@@\n',
      /task a has .* in its scope, which is not in the workspace; name files and folders/,
    ],
    [
      'a scope that leads out (above)',
      '@@@task a\n# A\n## Scope\n- ../out.py\n@@@\n',
      /task a has .* in its scope, which is not in the workspace; name files and folders/,
    ],
    [
      'a scope that leads out (a drive)',
      '@@@task a\n# A\n## Scope\n- C:/x.py\n@@@\n',
      /task a has .* in its scope, which is not in the workspace; name files and folders/,
    ],
    ['a block without an end', '@@@task\n# A', /the task "A" does not end/],
    ['a block without a title', '@@@task\ntext\n@@@', /line 3: the task has no title/],
    ['a block in a block', '@@@task\n# A\n@@@task\n# B\n@@@', /line 3: a task begins before/],
    ['a name with spaces', '@@@task my name\n# A\n@@@', /line 1: a task begins with/],
    ['one name twice', '@@@task a\n# A\n@@@\n@@@task a\n# B\n@@@', /two tasks with the name a/],
    [
      'an unknown dependency',
      '@@@task a\n# A\n## Dependencies\n- z\n@@@',
      /task a depends on "z", which is not a task/,
    ],
    [
      'a cycle',
      '@@@task a\n# A\n## Dependencies\n- b\n@@@\n@@@task b\n# B\n## Dependencies\n- a\n@@@',
      /depends on itself/,
    ],
  ] as const)
    it(`refuse ${fault}`, () => {
      const parsed = parseTasks(text);
      assert.match(parsed.ok ? 'fine' : parsed.error, error);
    });
});
