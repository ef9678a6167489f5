import assert from 'node:assert/strict';
import { gradeSpotChecks } from '../../../src/core/evidence/spot-checks/spot-checks.ts';
import type { SpotCheck } from '../../../src/generated/contracts.ts';
import { computeFor } from './evidence-of.ts';

const BEFORE =
  'import os\n\nLIMIT = 3\n\n\nclass Base:\n    pass\n\n\nclass Box(Base):\n    """Knows what it holds."""\n\n    @property\n    def size(self) -> int:\n        return 1\n\n    def turn(self, by: int, speed=2) -> int:\n        return by\n\n    def fail(self):\n        raise ValueError(1)\n\n\ndef get(path, mode="r"):\n    return path\n\n\ndef old():\n    return 1\n\n\nget("a")\n';
const AFTER = BEFORE.replace('def old', 'def new').replace('mode="r"', 'mode="r", *, strict=False');
/** In these only comments and docstrings differ. */
const WORDS = '"""Says a word."""\n\n\ndef say():\n    return 1  # one\n';
const OTHER_WORDS = '"""Says one."""\n\n\ndef say():\n    """Gives 1."""\n    return 1\n';
const IN = { in: 'pkg/m.py' };

/** Facts that hold, and what makes each of them false. */
const CHECKS: readonly (readonly [holds: SpotCheck, not: Partial<SpotCheck>])[] = [
  [{ kind: 'exists', subject: 'Box.turn', ...IN }, { subject: 'Box.spin' }],
  [{ kind: 'absent', subject: 'old', ...IN }, { subject: 'get' }],
  [{ kind: 'signature', subject: 'get', value: '(path, mode="r", *, strict=False)' }, { value: '(path)' }],
  [{ kind: 'same_signature', subject: 'Box.turn' }, { subject: 'get' }],
  [{ kind: 'returns', subject: 'Box.turn', value: 'int' }, { value: 'str' }],
  [{ kind: 'parameter', subject: 'get', name: 'strict', value: 'False', ...IN }, { value: 'True' }],
  [{ kind: 'parameter', subject: 'get', name: 'mode', value: '"r"' }, { value: '"w"' }],
  [{ kind: 'parameter', subject: 'get', name: 'path' }, { name: 'file' }],
  [{ kind: 'no_parameter', subject: 'get', name: 'file' }, { name: 'path' }],
  [{ kind: 'base', subject: 'Box', name: 'Base' }, { name: 'Enum' }],
  [{ kind: 'decorator', subject: 'Box.size', name: 'property' }, { name: 'cache' }],
  [{ kind: 'value', subject: 'LIMIT', value: '3', ...IN }, { value: '4' }],
  [{ kind: 'member', subject: 'Box', name: 'turn' }, { name: 'spin' }],
  [{ kind: 'imports', subject: 'pkg/m.py', name: 'os' }, { name: 'json' }],
  [{ kind: 'no_import', subject: 'pkg/m.py', name: 'json' }, { name: 'os' }],
  [{ kind: 'importable', subject: 'pkg.m', name: 'Box' }, { name: 'Bag' }],
  [{ kind: 'renamed', subject: 'old', name: 'new', ...IN }, { name: 'newer' }],
  [{ kind: 'unchanged', subject: 'Box.turn' }, { subject: 'get' }],
  [{ kind: 'unchanged', subject: 'pkg/__init__.py' }, { subject: 'pkg/m.py' }],
  [{ kind: 'same_code', subject: 'Box.turn' }, { subject: 'get' }],
  [{ kind: 'same_code', subject: 'say' }, { subject: 'get' }],
  [{ kind: 'same_code', subject: 'pkg/words.py' }, { subject: 'pkg/m.py' }],
  [{ kind: 'raises', subject: 'Box.fail', name: 'ValueError' }, { subject: 'Box.turn' }],
  [{ kind: 'raises', subject: 'Box.fail', name: 'ValueError' }, { name: 'TypeError' }],
  [{ kind: 'only_changed', subject: 'pkg/m.py, pkg/words.py' }, { subject: 'pkg/m.py, pkg/__init__.py' }],
  [{ kind: 'only_changed', subject: 'pkg/' }, { subject: 'tests/' }],
  [{ kind: 'callers', subject: 'get', count: 1 }, { count: 0 }],
  [{ kind: 'callers', subject: 'get', count: 1 }, { count: 2 }],
  [{ kind: 'lines', subject: 'pkg/m.py', count: 32 }, { count: 35 }],
  [{ kind: 'docstring', subject: 'Box', value: 'what it holds' }, { value: 'nothing of it' }],
  [{ kind: 'contains', subject: 'Box.turn', value: 'return by' }, { value: 'return speed' }],
  [{ kind: 'contains', subject: 'pkg/m.py', value: 'get("a")' }, { value: 'get("b")' }],
  [{ kind: 'lacks', subject: 'Box.fail', value: 'return 1' }, { value: 'raise ValueError(1)' }],
];

describe('spot checks as facts [001-047]', () => {
  const grade = async (checks: readonly (string | SpotCheck)[]) => {
    const { facts } = await computeFor({
      before: { 'pkg/__init__.py': '', 'pkg/m.py': BEFORE, 'pkg/words.py': WORDS },
      after: { 'pkg/m.py': AFTER, 'pkg/words.py': OTHER_WORDS },
    });
    return gradeSpotChecks({
      spotChecks: checks,
      order: { scope_allowlist: [] },
      facts,
      isFile: async () => false,
    });
  };

  for (const [holds, not] of CHECKS)
    it(`${JSON.stringify(holds)} is decided`, async () => {
      const [right, wrong] = await grade([holds, { ...holds, ...not }]);
      assert.equal(right?.verdict, 'confirmed', `${right?.text}: ${right?.reason}`);
      assert.equal(wrong?.verdict, 'refuted', `${wrong?.text}: ${wrong?.reason}`);
    });

  it('are of every kind of the schema', async () => {
    const { schemas } = await import('../../../src/generated/schemas.ts');
    const kinds = schemas['spot-check'].properties.kind.enum;
    assert.deepEqual([...new Set(CHECKS.map(([{ kind }]) => kind))].sort(), [...kinds].sort());
  });

  it('that say too little, or more than a name, are not checkable', async () => {
    const grades = await grade([
      { kind: 'value', subject: 'LIMIT' },
      { kind: 'base', subject: 'Box', name: '`' },
      { kind: 'callers', subject: 'get' },
      'verified: nothing of it',
    ]);
    assert.deepEqual(new Set(grades.map(({ verdict }) => verdict)), new Set(['not_checkable']));
  });
});
