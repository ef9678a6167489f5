import { DEFAULT_PATIENCE_MINUTES } from '../core/ports/patience.ts';
import { KEY_OPTIONS } from './models/api-key.ts';
import { flagOption, listOption, OLD_TEXT, settable, textOption } from './option-table.ts';

/** Options that commands share. */
export const CLAIM_OPTIONS = {
  'on-claim-mismatch': settable(
    textOption(
      'warn|block',
      'when changed_signatures differs from what changes: say so before the review, or end as BLOCKED (default: warn)',
    ),
    'on-claim-mismatch',
  ),
} as const;

export const APPROVAL_OPTIONS = {
  yes: flagOption('apply what passes every check, without a question'),
  'approve-control-plane': listOption('PATH', 'approve this configuration file by name'),
} as const;

export const REVIEW_OPTIONS = {
  ...APPROVAL_OPTIONS,
  ...CLAIM_OPTIONS,
  'fail-on': settable(
    textOption('any|new', "which lint problems fail a run (default: the policy's, which is new)"),
    'fail-on',
  ),
  'on-lint-failure': settable(
    textOption('keep|revert', 'what happens to the change when the lint is not clean (default: revert)'),
    'on-lint-failure',
  ),
} as const;

/** For every command that asks models. */
const ENDPOINT_OPTIONS = {
  // Not settable like the others: an endpoint of a file waits for a person (`chooseEndpoint`).
  'base-url': textOption('URL', 'OpenAI-compatible endpoint (or WORKORDER_BASE_URL)'),
  ...KEY_OPTIONS,
  'answer-timeout': settable(
    textOption('SECONDS', 'the longest time for one answer of a model (default: 600)'),
    'answer-timeout',
  ),
  'idle-timeout': settable(
    textOption(
      'SECONDS',
      'the longest time without a sign of life before a model is asked again (default: a quarter of that; all of it on this machine)',
    ),
    'idle-timeout',
  ),
  'max-answer-tokens': settable(
    textOption('N', 'the longest answer, in tokens (default: the endpoint decides)'),
    'max-answer-tokens',
  ),
  record: textOption('FILE', "write the models' replies to a file that replay:FILE plays"),
  budget: settable(
    textOption('LIMIT', 'the most the models may use: tokens (200000, 200k) or money (0.50 USD)'),
    'budget',
  ),
  prices: textOption('FILE', 'what models cost, as JSON; needed for a budget in money'),
  'no-preflight': flagOption('do not look at endpoint, budget, scope and linters before a model is asked'),
} as const;

export const MODEL_OPTIONS = {
  model: settable(textOption('SPEC', 'openai:MODEL or replay:FILE, for both roles'), 'model'),
  'designer-model': settable(textOption('SPEC', 'for the Designer alone'), 'designer-model'),
  'qa-model': settable(textOption('SPEC', 'for QA alone'), 'qa-model'),
  'different-models': flagOption('block when Designer and QA are the same model at the same endpoint'),
  ...ENDPOINT_OPTIONS,
} as const;

/** `workorder eval` always records, and its budget is for all its runs. */
export const EVAL_ENDPOINT_OPTIONS = (({ record: _, 'no-preflight': __, ...options }) => ({
  ...options,
  budget: textOption('LIMIT', 'the most that all runs together may use: tokens (2M) or money (5 USD)'),
}))(ENDPOINT_OPTIONS);

/** For commands whose agents have tiers; read by `openModelFor`. */
export const TIER_OPTIONS = {
  'smart-model': settable(
    textOption('SPEC', 'for the agent that plans and verifies (default: --model)'),
    'smart-model',
  ),
  'fast-model': settable(textOption('SPEC', 'for agents that implement (default: --model)'), 'fast-model'),
} as const;

/** What `agent`, `ticket`, `routa` and `mcp --role` have in common. */
export const AGENT_OPTIONS = {
  review: textOption(
    'each|turn|auto',
    'who approves changes: you per call, you per turn, the policy (default: turn)',
  ),
  ...APPROVAL_OPTIONS,
  model: settable(textOption('SPEC', 'openai:MODEL or replay:FILE'), 'model'),
  qa: flagOption('a QA model looks at each change before you are asked'),
  'qa-model': textOption('SPEC', 'another model for QA (turns --qa on)'),
  ...ENDPOINT_OPTIONS,
  patience: settable(
    textOption(
      'MINUTES',
      `how long to wait for a model that cannot be asked just now; 0: not at all (default: ${DEFAULT_PATIENCE_MINUTES})`,
    ),
    'patience',
  ),
} as const;

export const OUTSIDE_SCOPE = {
  'outside-scope': textOption(
    'ask|refuse',
    'a change outside the files of its task (default: ask; with --yes: refuse)',
  ),
} as const;

export const TEST_TIMEOUT = {
  'test-timeout': textOption('SECONDS', 'end a test run after this time (default: 600)'),
} as const;

/** What `workorder resume` hands over, and what all kinds of runs have as commands of their own. */
export const RESUME_WORDS = { resume: OLD_TEXT, message: OLD_TEXT } as const;

export const AGENT_EXIT_CODES = 'Exit codes: 0 done, 1 failed, 2 needs you, 3 wrong usage, 130 cancelled.';
