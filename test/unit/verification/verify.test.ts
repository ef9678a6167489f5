import assert from 'node:assert/strict';
import { findingLine } from '../../../src/core/changes/finding.ts';
import type { LintOutcome } from '../../../src/core/ports/linter.ts';
import type { CheckContext } from '../../../src/core/verification/check.ts';
import { defaultPolicy } from '../../../src/core/verification/default-policies.ts';
import type { Level, Policy } from '../../../src/core/verification/policy.ts';
import { blockers, risks, type Verdict } from '../../../src/core/verification/verdict.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import { sha256Of } from '../../support/memory-files.ts';
import { changeSetOf, type Edit, examine } from '../evidence/evidence-of.ts';

interface Case extends Edit {
  readonly levels?: Readonly<Record<string, Level>>;
  readonly policy?: Partial<Policy>;
  readonly context?: Partial<CheckContext>;
}

async function verdictOf(given: Case, phase: 'before' | 'after' = 'before'): Promise<Verdict> {
  const base = defaultPolicy('task agent');
  const policy = { ...base, ...given.policy, checks: { ...base.checks, ...given.levels } };
  const context: CheckContext = {
    policy,
    signal: new AbortController().signal,
    claims: given.claims ?? [],
    evidence: () => examine(given),
    ...given.context,
  };
  return verify({ sha256: sha256Of, clock: { now: () => 0 } }, changeSetOf(given), context, phase);
}

const check = ({ results }: Verdict, id: string) => {
  const result = results.find(one => one.check === id);
  assert.ok(result, `there is no result of ${id}`);
  return result;
};

const HELPERS = 'def load(path):\n    return open(path).read()\n';
const lint = (since: 'change' | 'before'): LintOutcome => ({
  kind: 'report',
  report: {
    ruff: { errors: [], total_errors: 0 },
    mypy: { errors: [], total_errors: 0 },
    summary: { total_errors: 1, clean: false, files_checked: 1 },
  } as unknown as Extract<LintOutcome, { kind: 'report' }>['report'],
  tools: [],
  notes: [],
  diagnostics: [
    {
      tool: 'ruff',
      code: 'F401',
      description: '',
      file: 'a.py',
      line: 1,
      message: 'unused import',
      severity: 'error',
      since,
    },
  ],
});

describe('the verification of a change', () => {
  it('passes a harmless change, and says so for each check that ran', async () => {
    const verdict = await verdictOf({ before: { 'a.py': 'x = 1\n' }, after: { 'a.py': 'x = 2\n' } });
    assert.deepEqual(blockers(verdict), []);
    assert.equal(check(verdict, 'paths').verdict, 'passed');
    assert.equal(check(verdict, 'syntax').verdict, 'passed');
  });

  it('never shows a check that did not run as passed, and blocks when the policy requires it', async () => {
    const edit = { before: {}, after: { 'a.py': 'x = 1\n' } };
    const advisory = await verdictOf(edit);
    assert.equal(check(advisory, 'lint').verdict, 'not run');
    assert.deepEqual(blockers(advisory), []);
    const required = await verdictOf({ ...edit, levels: { lint: 'required' } });
    assert.equal(
      blockers(required)[0]?.message,
      'the policy requires lint, and it did not run: no linter is set up here',
    );
  });

  it('blocks a path outside the scope', async () => {
    const verdict = await verdictOf({
      before: {},
      after: { 'b/a.py': 'x = 1\n' },
      context: { scope: ['a/'] },
    });
    assert.equal(blockers(verdict)[0]?.rule, 'paths/out-of-scope');
  });

  it('names configuration that a change touches', async () => {
    const verdict = await verdictOf({ before: {}, after: { 'pyproject.toml': '[tool.ruff]\n' } });
    assert.equal(risks(verdict)[0]?.rule, 'paths/control-plane');
  });

  it('blocks text that stands for left-out code, at its line', async () => {
    const verdict = await verdictOf({
      before: { 'a.py': 'a = 1\nb = 2\n' },
      after: { 'a.py': 'a = 1\n# ... rest of the code unchanged ...\n' },
      levels: { elision: 'required' },
    });
    const [finding] = blockers(verdict);
    assert.equal(finding?.rule, 'elision/left-out');
    assert.deepEqual(finding?.place, { file: 'a.py', line: 2, side: 'after' });
  });

  it('shows a file that loses most of its lines, unless another file gets them', async () => {
    const long = Array.from({ length: 100 }, (_, i) => `x${i} = ${i}\n`).join('');
    const lost = await verdictOf({ before: { 'a.py': long }, after: { 'a.py': 'x0 = 0\n' } });
    assert.equal(risks(lost).find(one => one.rule === 'elision/mass-deletion')?.place?.file, 'a.py');
    const moved = await verdictOf({ before: { 'a.py': long }, after: { 'a.py': '', 'b.py': long } });
    assert.equal(
      moved.findings.find(one => one.rule === 'elision/mass-deletion'),
      undefined,
    );
  });

  it('shows characters that cannot be seen', async () => {
    const edit = { before: { 'a.py': 'x = 1\n' }, after: { 'a.py': 'x = "\u202E"\n' } };
    const changes = changeSetOf(edit);
    const spans = [{ start: 0, end: 6, afterStart: 0, afterEnd: 10 }];
    const verdict = await verify(
      { sha256: sha256Of, clock: { now: () => 0 } },
      { ...changes, files: changes.files.map(file => ({ ...file, spans })) },
      { policy: defaultPolicy('task agent'), signal: new AbortController().signal },
      'before',
    );
    assert.equal(risks(verdict)[0]?.rule, 'characters/invisible');
  });

  it('blocks an agent’s file that is not Python any more', async () => {
    const verdict = await verdictOf({ before: { 'a.py': 'x = 1\n' }, after: { 'a.py': 'def f(:\n' } });
    assert.equal(blockers(verdict)[0]?.rule, 'syntax/unreadable');
  });

  it('shows a use that breaks, a weaker test and a new suppression as risks', async () => {
    const verdict = await verdictOf({
      before: { 'h.py': HELPERS, 'm.py': 'from h import load\n\nload("a")\n' },
      after: { 'h.py': HELPERS.replace('(path)', '(path, mode)').replace('read()', 'read()  # noqa') },
    });
    const rules = risks(verdict).map(({ rule }) => rule);
    assert.ok(rules.includes('evidence/broken-use'), rules.join(', '));
    assert.ok(rules.includes('evidence/new-suppression'), rules.join(', '));
  });

  it('blocks the same when the policy requires it', async () => {
    const verdict = await verdictOf({
      before: { 'h.py': HELPERS, 'm.py': 'from h import load\n\nload("a")\n' },
      after: { 'h.py': HELPERS.replace('(path)', '(path, mode)') },
      levels: { evidence: 'required' },
    });
    assert.equal(blockers(verdict)[0]?.rule, 'evidence/broken-use');
  });

  it('blocks a violated invariant of the policy, and leaves one that code cannot decide undecided', async () => {
    const invariants = [{ files: '**', invariant: 'no behavior changes' }];
    const removed = [{ files: '*.py', invariant: 'no public names removed' }];
    const edit = { before: { 'a.py': 'def f():\n    return 1\n' } };
    const gone = await verdictOf({ ...edit, after: { 'a.py': '' }, policy: { invariants: removed } });
    assert.equal(blockers(gone)[0]?.rule, 'invariants/violated');
    const other = await verdictOf({
      ...edit,
      after: { 'a.py': 'def f():\n    return 2\n' },
      policy: { invariants },
    });
    assert.equal(check(other, 'invariants').verdict, 'undecided');
  });

  it('shows a false claim', async () => {
    const verdict = await verdictOf({
      before: { 'a.py': 'def f(x):\n    return x\n' },
      after: { 'a.py': 'def f(x):\n    return x + 1\n' },
      claims: ['f() is removed'],
    });
    assert.notEqual(check(verdict, 'claims').verdict, 'passed');
  });

  it('counts new problems of the linters; old ones are passed over in words that name the setting', async () => {
    const edit = { before: { 'a.py': 'x = 1\n' }, after: { 'a.py': 'x = 2\n' } };
    const levels = { lint: 'required' } as const;
    const fresh = await verdictOf({ ...edit, levels, context: { lintBefore: async () => lint('change') } });
    assert.equal(blockers(fresh)[0]?.rule, 'lint/ruff:F401');
    const old = await verdictOf({ ...edit, levels, context: { lintBefore: async () => lint('before') } });
    assert.deepEqual(blockers(old), []);
    assert.match(check(old, 'lint').reason, /1 from before \(the setting "fail on: new" passes them over\)/);
    const any = await verdictOf({
      ...edit,
      levels,
      policy: { failOn: 'any' },
      context: { lintBefore: async () => lint('before') },
    });
    assert.equal(blockers(any).length, 1);
  });

  it('calls linters that did not run not run', async () => {
    const failure = { error: 'ruff is not installed', changed: false } as const;
    const verdict = await verdictOf({
      before: {},
      after: { 'a.py': 'x = 1\n' },
      context: { lintBefore: async () => ({ kind: 'did_not_run', failure, tools: [] }) },
    });
    assert.equal(check(verdict, 'lint').verdict, 'not run');
    assert.equal(check(verdict, 'lint').reason, 'ruff is not installed');
  });

  it('pays no model for a change that is blocked already', async () => {
    let asked = 0;
    const verdict = await verdictOf({
      before: {},
      after: { 'b/a.py': 'x = 1\n' },
      levels: { qa: 'required' },
      context: {
        scope: ['a/'],
        inspect: async () => {
          asked++;
          return { decision: 'approve', reasons: [], open: [] };
        },
      },
    });
    assert.equal(asked, 0);
    assert.equal(check(verdict, 'qa').verdict, 'not run');
  });

  it('blocks what QA rejects, and shows what QA did not check', async () => {
    const edit = { before: {}, after: { 'a.py': 'x = 1\n' }, levels: { qa: 'required' } as const };
    const answer = (decision: 'approve' | 'reject') => ({
      context: { inspect: async () => ({ decision, reasons: ['too broad'], open: ['the tests'] }) },
    });
    assert.equal(blockers(await verdictOf({ ...edit, ...answer('reject') }))[0]?.message, 'QA: too broad');
    assert.equal(risks(await verdictOf({ ...edit, ...answer('approve') }))[0]?.message, 'QA: the tests');
  });

  it('runs tests after the apply, and failing ones are a problem', async () => {
    const testsAfter = {
      whyNot: async () => undefined,
      run: async () => ({ ok: false, summary: '3/4 tests passed' }),
    };
    const verdict = await verdictOf(
      { before: {}, after: { 'a.py': 'x = 1\n' }, levels: { tests: 'required' }, context: { testsAfter } },
      'after',
    );
    assert.equal(blockers(verdict)[0]?.message, '3/4 tests passed');
  });

  it('applies nothing for a required check to be missed afterwards, and asks nobody about a change that is blocked', async () => {
    let asked = 0;
    const testsAfter = {
      whyNot: async () => {
        asked++;
        return 'running "pytest" was not allowed';
      },
      run: async () => ({ ok: true, summary: '' }),
    };
    const blocking = async (after: string, level: 'required' | 'advisory') =>
      blockers(
        await verdictOf({
          before: {},
          after: { 'a.py': after },
          levels: { tests: level, syntax: 'required' },
          context: { testsAfter },
        }),
      ).map(({ rule, message }) => [rule, message]);
    assert.deepEqual(await blocking('x = 1\n', 'required'), [
      ['tests/not-run', 'the policy requires tests, and it did not run: running "pytest" was not allowed'],
    ]);
    assert.equal(asked, 1);
    assert.deepEqual(await blocking('x = 1\n', 'advisory'), []);
    const [[rule] = []] = await blocking('x = (\n', 'required');
    assert.deepEqual([rule, asked], ['syntax/unreadable', 1]);
  });

  it('refuses more files than the policy allows', async () => {
    const verdict = await verdictOf({
      before: {},
      after: { 'a.py': '', 'b.py': '' },
      policy: { mostFiles: 1 },
    });
    assert.equal(blockers(verdict)[0]?.rule, 'paths/too-many-files');
  });

  it('binds its hash to the change, the policy and the results', async () => {
    const edit = { before: { 'a.py': 'x = 1\n' }, after: { 'a.py': 'x = 2\n' } };
    const first = await verdictOf(edit);
    assert.equal((await verdictOf(edit)).sha256, first.sha256);
    assert.notEqual((await verdictOf({ ...edit, policy: { mostFiles: 7 } })).sha256, first.sha256);
    assert.notEqual((await verdictOf({ ...edit, claims: ['f() is removed'] })).sha256, first.sha256);
  });

  it('says a finding in one line with its place', () =>
    assert.equal(
      findingLine({
        rule: 'syntax/unreadable',
        severity: 'blocks',
        message: 'not Python',
        place: { file: 'a.py', line: 3, side: 'before' },
      }),
      'a.py:3 (before the change): not Python',
    ));
});
