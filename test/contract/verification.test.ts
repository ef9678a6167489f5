import assert from 'node:assert/strict';
import { fail, ok } from '../../src/core/kernel/result.ts';
import type { Linter } from '../../src/core/ports/linter.ts';
import type { TestRunner } from '../../src/core/ports/test-runner.ts';
import { ALL_CHECKS } from '../../src/core/verification/checks/all.ts';
import { WORKFLOWS, type Workflow } from '../../src/core/verification/policy.ts';
import type { MemoryFiles } from '../support/memory-files.ts';
import { CLEAN } from '../support/run-in-memory.ts';
import { BEFORE, DRIVERS, FILE, PROBLEM, type Proposed } from './workflow-drivers.ts';

/**
 * Each workflow with each check: a change that the check objects to is proposed to the running workflow, and the line
 * of its journal says what the check found. With the policy at `required`, nothing of the change is written; what runs
 * after the apply keeps the run from ending as if all were well.
 */

/**
 * `found`: the check finds it, and nothing is written. `shown`: the check finds it, and the person who reads it may
 * still apply it. `named`: as `shown`, but here the person does not approve the file by name, so nothing is written. `earlier`: a documented stage, or the tool itself, refuses it before. `silent`: refused without a run.
 * `not part`: there is nothing of the kind in this workflow.
 */
type Cell = 'found' | 'shown' | 'named' | 'earlier' | 'silent' | 'not part';

interface Row {
  readonly proposed: Proposed;
  readonly rule: string;
  readonly cells: Readonly<Record<Workflow, Cell>>;
}

const inAll = (cell: Cell): Readonly<Record<Workflow, Cell>> =>
  Object.fromEntries(WORKFLOWS.map(workflow => [workflow, cell])) as Readonly<Record<Workflow, Cell>>;
const requiring = (check: string) => ({ checks: { [check]: 'required' } });

/** The checks before the apply; what runs after it is shown below. */
const ROWS: Readonly<Record<string, Row>> = {
  paths: {
    proposed: { file: 'shop/conftest.py', after: 'def price():\n    return 2\n', policy: {} },
    rule: 'paths/control-plane',
    cells: { ...inAll('named'), 'work order': 'shown', plan: 'shown', 'quick fix': 'silent', prove: 'shown' },
  },
  elision: {
    proposed: { after: '# ... rest of the code unchanged ...\n', policy: requiring('elision') },
    rule: 'elision/left-out',
    cells: {
      ...inAll('earlier'),
      'quick fix': 'silent',
      'tool call': 'found',
      prove: 'found',
      wrap: 'found',
    },
  },
  characters: {
    proposed: { after: 'def price():\n    return "\u202e"\n', policy: {} },
    rule: 'characters/invisible',
    cells: inAll('shown'),
  },
  syntax: {
    proposed: { after: 'def price(:\n', policy: requiring('syntax') },
    rule: 'syntax/unreadable',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  evidence: {
    proposed: { after: 'def price():\n    return missing_name\n', policy: requiring('evidence') },
    rule: 'evidence/undefined-name',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  invariants: {
    proposed: {
      after: 'def cost():\n    return 1\n',
      policy: { invariants: [{ files: 'shop/**', invariant: 'no public names removed' }] },
    },
    rule: 'invariants/violated',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  claims: {
    proposed: {
      after: 'def price():\n    return 2\n',
      policy: requiring('claims'),
      claims: ['shop.prices.price() is removed'],
    },
    rule: 'claims/refuted',
    cells: { ...inAll('not part'), 'work order': 'found', plan: 'found', prove: 'found', wrap: 'found' },
  },
  lint: {
    proposed: { after: 'def price():\n    return 2\n', policy: requiring('lint'), linted: true },
    rule: 'lint/ruff:F401',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  // Here nothing can be run before an apply: what is required and cannot run blocks.
  tested: {
    proposed: { after: 'def price():\n    return 2\n', policy: requiring('tested') },
    rule: 'tested/not-run',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  'tests-before': {
    proposed: { after: 'def price():\n    return 2\n', policy: requiring('tests-before') },
    rule: 'tests-before/not-run',
    cells: { ...inAll('found'), 'quick fix': 'silent' },
  },
  qa: {
    proposed: { after: 'def price():\n    return 2\n', policy: {}, rejected: true },
    rule: 'qa/rejected',
    cells: {
      'work order': 'earlier',
      plan: 'earlier',
      'task agent': 'found',
      ticket: 'found',
      routa: 'found',
      'quick fix': 'not part',
      'tool call': 'not part',
      prove: 'not part',
      wrap: 'found',
    },
  },
};

describe('every workflow passes every check', () => {
  it('has a row for every check', () =>
    assert.deepEqual(
      [...Object.keys(ROWS), ...Object.keys(AFTER)].toSorted(),
      ALL_CHECKS.map(({ id }) => id).toSorted(),
    ));

  for (const [check, { proposed, rule, cells }] of Object.entries(ROWS))
    for (const workflow of WORKFLOWS) {
      const cell = cells[workflow];
      if (cell === 'not part') continue;
      it(`${workflow} × ${check}: ${cell}`, async () => {
        const { verified, text } = await DRIVERS[workflow](proposed);
        const findings = verified.flatMap(event => event.findings);
        const severity = findings.find(finding => finding.rule === rule)?.severity;
        if (cell === 'found') assert.equal(severity, 'blocks', JSON.stringify(findings));
        if (cell === 'shown' || cell === 'named') assert.equal(severity, 'risk', JSON.stringify(findings));
        if (cell === 'silent') assert.deepEqual(verified, []);
        assert.equal(text, cell === 'shown' ? proposed.after : BEFORE);
      });
    }

  it('a policy that cannot be read blocks every workflow', async () => {
    for (const workflow of WORKFLOWS) {
      const { text } = await DRIVERS[workflow]({
        after: 'def price():\n    return 2\n',
        policy: { checks: { lint: 'sometimes' } },
      });
      assert.equal(text, BEFORE, workflow);
    }
  });

  it('a required check that cannot run blocks every workflow', async () => {
    for (const workflow of WORKFLOWS) {
      const { text } = await DRIVERS[workflow]({
        after: 'def price():\n    return 2\n',
        policy: requiring('lint'),
      });
      assert.equal(text, BEFORE, workflow);
    }
  });

  it('a harmless change passes in every workflow, with the checks in its journal', async () => {
    for (const workflow of WORKFLOWS) {
      const after = 'def price():\n    return 2\n';
      const { verified, text } = await DRIVERS[workflow]({ after, policy: {} });
      assert.equal(text, after, workflow);
      const checks = verified.flatMap(({ results }) => results.map(({ check }) => check));
      for (const { id } of ALL_CHECKS.filter(({ phase }) => phase === 'before'))
        assert.ok(checks.includes(id), `${workflow}: ${id}`);
    }
  });
});

const GOOD = 'def price():\n    return 2\n';
const BAD = 'def price():\n    return 3\n';
const isGood = (files: MemoryFiles) => files.text(FILE) === GOOD;

const linterOf = (files: MemoryFiles): Linter => ({
  async lint() {
    const [diagnostics, total_errors] = isGood(files) ? [[], 0] : [[PROBLEM], 1];
    const report = { ...CLEAN, summary: { total_errors, clean: total_errors === 0, files_checked: 1 } };
    return { kind: 'report', report, tools: [], notes: [], diagnostics };
  },
});

/** @param found false: nothing in the workspace says how its tests are run */
const testsOf = (files: MemoryFiles, found = true): TestRunner => ({
  find: async () =>
    found ? ok({ label: 'pytest', origin: 'detected' } as const) : fail('no way to run tests was found'),
  async run() {
    const passed = isGood(files) ? 4 : 3;
    const printed = { stdout: `${passed} passed\nassert price() == 2`, stderr: '' };
    return { ok: passed === 4, exit_code: passed === 4 ? 0 : 1, ...printed, passed, total: 4 };
  },
});

const MISSING: Linter = {
  lint: async () => ({
    kind: 'did_not_run',
    failure: { error: 'ruff not found', changed: false },
    tools: [],
  }),
};

type Programs = NonNullable<Proposed['programs']>;

/** What each check after the apply finds, and hosts where it cannot run. */
const AFTER: Readonly<
  Record<
    string,
    { readonly rule: string; readonly words: RegExp; readonly programs: Programs; readonly none: Programs }
  >
> = {
  'lint-after': {
    rule: 'lint-after/ruff:F401',
    words: /unused \(ruff F401\)/,
    programs: files => ({ linter: linterOf(files) }),
    none: () => ({}),
  },
  tests: {
    rule: 'tests/failed',
    words: /the tests failed: 3 of 4 tests passed\. They ended with: 3 passed \/ assert price\(\) == 2/,
    programs: files => ({ tests: testsOf(files) }),
    none: files => ({ tests: testsOf(files, false) }),
  },
};

const SUCCESS: readonly (string | undefined)[] = ['APPLIED', 'DONE'];
const ORDERS: readonly Workflow[] = ['work order', 'plan'];
const AGENTS: readonly Workflow[] = ['task agent', 'ticket', 'routa'];
/** What it looks at is written by somebody else; it applies nothing. */
const APPLYING = WORKFLOWS.filter(workflow => workflow !== 'prove');

describe('every workflow runs the checks after the apply', () => {
  for (const [check, { rule, words, programs, none }] of Object.entries(AFTER)) {
    const policy = requiring(check);
    for (const workflow of APPLYING) {
      it(`${workflow} × ${check}: what does not pass is told, and is no success`, async () => {
        const {
          verified,
          text,
          outcome,
          answer = '',
        } = await DRIVERS[workflow]({ after: BAD, policy, programs });
        const after = verified.filter(({ phase }) => phase === 'after');
        const found = after.flatMap(({ findings }) => findings).find(finding => finding.rule === rule);
        assert.equal(found?.severity, 'blocks', JSON.stringify(verified));
        assert.ok(outcome !== undefined && !SUCCESS.includes(outcome), outcome);
        assert.equal(
          text,
          ORDERS.includes(workflow) ? BEFORE : BAD,
          'taken back as the run was asked to, or kept',
        );
        if (!ORDERS.includes(workflow)) assert.match(answer.replaceAll('\\n', '\n'), words);
        if (workflow === 'tool call' || workflow === 'quick fix')
          assert.match(answer, /take it back with: workorder revert run-1/);
      });

      it(`${workflow} × ${check}: what passes is a success`, async () => {
        const { verified, text, outcome } = await DRIVERS[workflow]({ after: GOOD, policy, programs });
        const after = verified.filter(({ phase }) => phase === 'after');
        const results = after.flatMap(event => event.results).filter(result => result.check === check);
        assert.ok(results.length > 0 && results.every(({ verdict }) => verdict === 'passed'));
        assert.equal(text, GOOD);
        assert.ok(SUCCESS.includes(outcome), outcome);
      });

      // A host of these has linters; that they are missing is found out when they start.
      const isFoundOutLate = check === 'lint-after' && !AGENTS.includes(workflow);
      it(`${workflow} × ${check}: where it cannot run ${isFoundOutLate ? 'the run is no success' : 'nothing is written'}`, async () => {
        const host = isFoundOutLate ? () => ({ linter: MISSING }) : none;
        const { verified, text, outcome } = await DRIVERS[workflow]({ after: GOOD, policy, programs: host });
        const isKept = isFoundOutLate && !ORDERS.includes(workflow);
        assert.equal(text, isKept ? GOOD : BEFORE);
        // What wrote nothing has nothing to be judged by; its agent may have said so.
        if (!AGENTS.includes(workflow)) assert.ok(!SUCCESS.includes(outcome), outcome);
        const rules = verified.flatMap(event => event.findings.map(finding => finding.rule));
        // A quick fix that is blocked is no run.
        if (workflow !== 'quick fix' || isFoundOutLate)
          assert.ok(rules.includes(`${check}/not-run`), `${rules}`);
      });
    }

    for (const workflow of AGENTS)
      it(`${workflow} × ${check}: ends DONE once its agent corrected what it was told`, async () => {
        const { text, outcome } = await DRIVERS[workflow]({ after: BAD, corrected: GOOD, policy, programs });
        assert.deepEqual([text, outcome], [GOOD, 'DONE']);
      });
  }

  for (const workflow of APPLYING)
    it(`${workflow}: tests that a person does not allow are not run, and nothing is written`, async () => {
      let ran = false;
      const { text, outcome } = await DRIVERS[workflow]({
        after: GOOD,
        policy: requiring('tests'),
        allow: false,
        programs: files => {
          const tests = testsOf(files);
          return {
            tests: {
              ...tests,
              run: async signal => {
                ran = true;
                return tests.run(signal);
              },
            },
          };
        },
      });
      assert.deepEqual([text, ran], [BEFORE, false]);
      if (!AGENTS.includes(workflow)) assert.ok(!SUCCESS.includes(outcome), outcome);
    });

  for (const check of Object.keys(AFTER))
    it(`prove × ${check}: applies nothing, so a policy that requires it is not met`, async () => {
      const { verified, text } = await DRIVERS.prove({ after: GOOD, policy: requiring(check) });
      assert.equal(text, BEFORE, 'blocked');
      assert.ok(verified.some(({ findings }) => findings.some(({ rule }) => rule === `${check}/not-run`)));
    });

  it('a policy without them runs nothing after the apply, but the lint of a work order', async () => {
    for (const workflow of APPLYING) {
      let runs = 0;
      const { text, verified } = await DRIVERS[workflow]({
        after: GOOD,
        policy: {},
        programs: files => ({
          tests: { ...testsOf(files), run: async () => assert.fail(`tests ran for ${workflow} ${++runs}`) },
        }),
      });
      assert.equal(text, GOOD, workflow);
      const after = verified.filter(({ phase }) => phase === 'after');
      assert.equal(after.length, ORDERS.includes(workflow) ? 1 : 0, workflow);
    }
  });
});
