import assert from 'node:assert/strict';
import { type CaseFolder, readCases } from './golden-case.ts';

interface FailureMode {
  readonly row: string;
  readonly result: 'BLOCKED' | 'FAILED';
  /** What the first reason must begin with or hold. */
  readonly reason: RegExp;
  /** Beginnings of the names of the cases that show it. */
  readonly cases: readonly string[];
}

/** The table "Validation Failure Modes" of the specification; rewriting golden cases cannot change these words. */
const TABLE: readonly FailureMode[] = [
  {
    row: 'Designer JSON invalid → BLOCKED, log parse error [001-048]',
    result: 'BLOCKED',
    reason: /^Designer JSON invalid: /,
    cases: ['designer-json-'],
  },
  {
    row: 'Designer unknown tool → BLOCKED, "unknown tool: X" [001-049]',
    result: 'BLOCKED',
    reason: /^unknown tool: (lint_backend|Atomic_Replace|write_file)\b/,
    cases: ['designer-unknown-tool-', 'example-unknown-tool'],
  },
  {
    row: 'Designer args do not match the schema → BLOCKED, "invalid args for tool X" [001-050]',
    result: 'BLOCKED',
    reason: /^invalid args for tool (atomic_replace|move_text)\b/,
    cases: ['invalid-args-'],
  },
  {
    row: 'QA JSON invalid → BLOCKED, log parse error [001-051]',
    result: 'BLOCKED',
    reason: /^QA JSON invalid: /,
    cases: ['qa-json-', 'qa-rejects-', 'qa-approves-without-'],
  },
  {
    row: 'QA decision not APPROVED/REJECTED → BLOCKED, "invalid decision" [001-052]',
    result: 'BLOCKED',
    reason: /^invalid decision\b/,
    cases: ['qa-decision-'],
  },
  {
    row: 'QA returns REJECTED → BLOCKED, log QA reasons, no retry [001-053]',
    result: 'BLOCKED',
    reason: /breaks the invariant 'no behavior changes'/,
    cases: ['example-qa-rejects'],
  },
  {
    row: 'Tool execution fails → FAILED, log tool error [001-054]',
    result: 'FAILED',
    reason: /^pkg\/\w+\.py\b/,
    cases: [
      'disk-fault',
      'changed-after-the-review',
      'removed-after-the-review',
      'new-file-appears-meanwhile',
    ],
  },
  {
    row: 'Lint fails after apply → FAILED, log lint summary [001-055]',
    result: 'FAILED',
    reason: /^lint (found \d+ problems?: |did not run: )/,
    cases: ['example-lint-fails', 'lint-'],
  },
];

describe('validation failure modes', () => {
  const cases = readCases();
  for (const { row, result, reason, cases: names } of TABLE) {
    it(row, () => {
      for (const name of names) {
        const found = cases.filter(({ name: folder }) => folder.startsWith(name));
        assert.notEqual(found.length, 0, `no golden case begins with ${name}`);
        for (const folder of found) check(folder, result, reason);
      }
    });
  }

  it('asks each model at most once for its answer: nothing is retried [001-053]', () => {
    for (const { name, expected } of cases) {
      const stages = expected?.events.filter(line => /^stage_started (designer|qa)$/.test(line)) ?? [];
      assert.equal(new Set(stages).size, stages.length, name);
    }
  });

  it('never asks QA about an answer of the Designer that was blocked [001-048, 001-049, 001-050]', () => {
    for (const { name, expected } of cases) {
      const events = expected?.events ?? [];
      if (events.includes('stage_finished validation: not ok')) {
        assert.ok(!events.includes('stage_started qa'), name);
      }
    }
  });
});

function check({ name, expected }: CaseFolder, result: FailureMode['result'], reason: RegExp): void {
  const outcome = expected?.outcome;
  assert.equal(outcome?.kind, result, name);
  assert.ok(outcome && 'reasons' in outcome, name);
  assert.match(outcome.reasons[0] ?? '', reason, name);
}
