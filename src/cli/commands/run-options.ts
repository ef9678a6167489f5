import { LINTERS } from '../../core/lint/linters/registry.ts';
import { KEY_HELP, KEY_OPTIONS } from '../api-key.ts';

/** Options of `run`, `apply`, `plan` and `check`, with their help. */
export const CLAIM_OPTIONS = { 'on-claim-mismatch': { type: 'string' } } as const;

export const CLAIM_HELP = `  --on-claim-mismatch warn|block
                                when changed_signatures differs from what changes: warn before the review,
                                or end as BLOCKED (default: warn)`;

/** Options that `run`, `apply` and `plan` share, with their help. */
export const REVIEW_OPTIONS = {
  ...CLAIM_OPTIONS,
  yes: { type: 'boolean' },
  'approve-control-plane': { type: 'string', multiple: true },
  'on-lint-failure': { type: 'string' },
  'fail-on': { type: 'string' },
} as const;

export const COMMON_HELP = `  --root DIR                    the workspace (default: the current folder)
  --json                        one JSON line for each event, the last line is the outcome
  --timeout SECONDS             cancel after this time
  --lint-path PATH              what lint_backend checks when the order gives no path
  ${LINTERS.map(({ name }) => `--${name}`).join(', ')} PATH   use this program
  --allow-secret-file PATH      let models and clients see this file although it looks like a secret (repeatable)`;

export const REVIEW_HELP = `  --yes                         apply what passes every check, without a question
  --approve-control-plane PATH  approve this configuration file by name (repeatable)
  --approve-lint PATH           run the linters although they run or may load this changed file (repeatable)
${CLAIM_HELP}
  --fail-on any|new             which lint problems fail a run (default: the policy's, which is new)
  --on-lint-failure keep|revert what happens to the change when the lint is not clean (default: revert)`;

export const MODEL_OPTIONS = {
  model: { type: 'string' },
  'designer-model': { type: 'string' },
  'qa-model': { type: 'string' },
  'base-url': { type: 'string' },
  ...KEY_OPTIONS,
  record: { type: 'string' },
  prices: { type: 'string' },
  budget: { type: 'string' },
  'different-models': { type: 'boolean' },
} as const;

export const MODEL_HELP = `  --model SPEC                  openai:MODEL or replay:PATH, for both roles
  --designer-model, --qa-model  for one role
  --base-url URL                OpenAI-compatible endpoint (or WORKORDER_BASE_URL; the key in WORKORDER_API_KEY)
${KEY_HELP}
  --record PATH                 write the models' replies to a file that replay:PATH plays
  --different-models            block when Designer and QA are the same model at the same endpoint
  --budget LIMIT                the most the models may use: tokens (200000, 200k) or money (0.50 USD)
  --prices FILE                 what models cost, as JSON; needed for a budget in money`;

/** For commands whose agents have tiers; read by `openModelFor`. */
export const TIER_OPTIONS = {
  'smart-model': { type: 'string' },
  'fast-model': { type: 'string' },
} as const;
