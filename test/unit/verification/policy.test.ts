import assert from 'node:assert/strict';
import { defaultPolicy } from '../../../src/core/verification/default-policies.ts';
import { matchesGlob } from '../../../src/core/verification/path-glob.ts';
import { invariantsFor, mergePolicy, type PolicyLayer } from '../../../src/core/verification/policy.ts';
import { parsePolicy, policyOf } from '../../../src/core/verification/read-policy.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

describe('a glob over workspace paths', () => {
  const rows: readonly (readonly [glob: string, path: string, matches: boolean])[] = [
    ['shop/**', 'shop/a/b.py', true],
    ['shop/**', 'shopping/a.py', false],
    ['shop/', 'shop/a.py', true],
    ['shop/*', 'shop/a/b.py', false],
    ['*.pyi', 'deep/in/a.pyi', true],
    ['*.pyi', 'a.py', false],
    ['**/api/*.py', 'api/a.py', true],
    ['**/api/*.py', 'x/y/api/a.py', true],
    ['a?c.py', 'abc.py', true],
    ['a?c.py', 'ac.py', false],
    ['shop/**/test_*.py', 'shop/test_a.py', true],
    ['shop/**/test_*.py', 'shop/x/y/test_a.py', true],
    ['**', 'anything/at/all', true],
  ];
  for (const [glob, path, matches] of rows)
    it(`${glob} ${matches ? 'matches' : 'does not match'} ${path}`, () =>
      assert.equal(matchesGlob(path, glob), matches));

  it('takes no longer for a glob made to be slow', () =>
    assert.equal(matchesGlob(`${'a'.repeat(5000)}/b`, `${'*a'.repeat(200)}/c`), false));
});

describe('a policy', () => {
  const builtIn = defaultPolicy('work order');
  const layer = (more: Partial<PolicyLayer>): PolicyLayer => ({ from: 'a test', by: 'person', ...more });

  it('is loosened by a person', () =>
    assert.equal(mergePolicy(builtIn, [layer({ checks: { qa: 'off' } })]).policy.checks['qa'], 'off'));

  it('is never loosened by what a model can write, and says so', () => {
    const merged = mergePolicy(builtIn, [
      layer({ by: 'proposal', from: 'the work order', checks: { qa: 'off', evidence: 'required' } }),
    ]);
    assert.equal(merged.policy.checks['qa'], 'required');
    assert.equal(merged.policy.checks['evidence'], 'required');
    assert.deepEqual(merged.refused, [
      'the work order asks for checks.qa: off; only a person may loosen a policy',
    ]);
  });

  it('lets a linter be missing when a person says so, not when a proposal does', () => {
    const auto = (by: 'person' | 'proposal') => mergePolicy(builtIn, [layer({ by, lintTools: 'auto' })]);
    assert.equal(auto('person').policy.lintTools, 'auto');
    assert.equal(auto('proposal').policy.lintTools, 'all');
    assert.equal(auto('proposal').refused.length, 1);
  });

  it('takes no test command from a proposal', () => {
    const merged = mergePolicy(builtIn, [layer({ by: 'proposal', testCommand: ['sh', '-c', 'x'] })]);
    assert.equal(merged.policy.testCommand, undefined);
    assert.equal(merged.refused.length, 1);
  });

  it('lets nobody turn the path policy off', () =>
    assert.match(
      (r => (r.ok ? '' : r.error))(parsePolicy('{"checks": {"paths": "off"}}')),
      /line 1: .*paths/,
    ));

  it('says where each line comes from', () => {
    const { lines } = mergePolicy(builtIn, [layer({ from: '.workorder/policy.json', failOn: 'any' })]);
    assert.deepEqual(
      lines.find(({ setting }) => setting === 'fail_on'),
      { setting: 'fail_on', value: 'any', from: '.workorder/policy.json' },
    );
    assert.equal(lines.find(({ setting }) => setting === 'checks.lint')?.from, 'built in');
  });

  it('asks for an invariant in the files its glob names, once', () => {
    const { policy } = mergePolicy(builtIn, [
      layer({
        invariants: [
          { files: 'shop/api/**', invariant: 'no public API changes' },
          { files: '**', invariant: 'no public API changes' },
          { files: '*.toml', invariant: 'no new files' },
        ],
      }),
    ]);
    assert.deepEqual(invariantsFor(policy, ['shop/api/a.py']), ['no public API changes']);
    assert.deepEqual(invariantsFor(policy, ['pyproject.toml']), ['no public API changes', 'no new files']);
  });
});

describe('.workorder/policy.json', () => {
  const read = (text: string) => policyOf(new MemoryFiles({ '.workorder/policy.json': text }), 'task agent');

  it('holds for the workflow it names', async () => {
    const merged = await read(
      '{"checks": {"lint": "required"}, "workflows": {"task agent": {"lint": "off"}}}',
    );
    assert.ok(merged.ok);
    assert.equal(merged.value.policy.checks['lint'], 'off');
    assert.equal(
      merged.value.lines.find(({ setting }) => setting === 'checks.lint')?.from,
      '.workorder/policy.json, workflows.task agent',
    );
  });

  it('that cannot be read is an error, so that nothing passes for want of it', async () => {
    const merged = await read('{"fail_on": "sometimes"}');
    assert.ok(!merged.ok);
    assert.match(merged.error, /^\.workorder\/policy\.json, line 1: /);
  });

  it('names a check that there is not, and does not let the path policy be set', async () => {
    for (const [text, name] of [
      ['{"checks": {"lnit": "off"}}', 'lnit'],
      ['{"workflows": {"routa": {"paths": "off"}}}', 'paths'],
    ] as const) {
      const merged = await read(text);
      assert.ok(!merged.ok);
      assert.match(
        merged.error,
        new RegExp(`there is no check "${name}" whose level can be set; there are elision`),
      );
    }
  });

  it('asks for no invariant that code cannot check', async () => {
    const merged = await read('{\n "invariants": [\n  {"files": "**", "invariant": "be nice"}\n ]\n}');
    assert.ok(!merged.ok);
    assert.match(merged.error, /line 3: code cannot check "be nice"/);
  });

  it('may be missing: then the built-in policy holds', async () => {
    const merged = await policyOf(new MemoryFiles({}), 'task agent');
    assert.ok(merged.ok);
    assert.deepEqual(merged.value.policy, defaultPolicy('task agent'));
  });
});
