import type { EvalPackage, EvalRun, EvalTask } from '../../../src/generated/contracts.ts';

/** A package of one task, as a suite's file has it. */
export const packageOf = (task: Partial<EvalTask> = {}): EvalPackage => ({
  package: { name: 'toy', version: '1', sha256: '0'.repeat(64), source: 'src' },
  task: [
    {
      id: 'one',
      kind: 'rename',
      step: 'Rename a to b.',
      scope: ['src'],
      oracle: [{ file: 'src/m.py', rename: ['a', 'b'] }],
      check: 'pass',
      ...task,
    },
  ],
});

export const runOf = (run: Partial<EvalRun> = {}): EvalRun => ({
  task: 'toy/one',
  kind: 'rename',
  model: 'openai:m',
  qa: 'openai:m',
  variant: '',
  run: 1,
  verdict: 'solved',
  by: '',
  valid: true,
  reasons: [],
  failures: [],
  risks: [],
  claims: { designer: { confirmed: 1, refuted: 0, open: 0 }, qa: { confirmed: 2, refuted: 1, open: 1 } },
  usage: { input_tokens: 1000, output_tokens: 100, cached_input_tokens: 0, estimated: false },
  replies: 2,
  tool_calls: 0,
  seconds: 2,
  ...run,
});
