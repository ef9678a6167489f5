import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { python } from '../../../scripts/setup/places.mjs';
import { mayBeStandard, standardClasses } from '../../../src/core/evidence/spot-checks/standard-bases.ts';

const ASK = `
import importlib, json, sys
found = {}
for name in json.load(sys.stdin):
    module, _, last = name.rpartition('.')
    try:
        each = getattr(importlib.import_module(module or 'builtins'), last)
    except AttributeError:
        continue  # newer than this Python
    found[name] = [base.__name__ for base in each.__mro__]
json.dump(found, sys.stdout)
`;

describe('classes of Python that others inherit from [001-047]', () => {
  it('are known with all that they inherit from', () => {
    const names = [...standardClasses().keys()];
    const answer = execFileSync(python.executable, ['-c', ASK], {
      input: JSON.stringify(names),
      encoding: 'utf8',
    });
    const found = Object.entries(JSON.parse(answer) as Record<string, string[]>);
    assert.ok(found.length > 150, `${found.length}`);
    const missed = found.flatMap(([name, above]) =>
      above.filter(each => mayBeStandard(name, each) !== true).map(each => `${name}: ${each}`),
    );
    assert.deepEqual(missed, []);
  });
});
