import { answer, type ModelServer, startModelServer } from './model-server.ts';

const verification = { tool: 'lint_backend', args: { path: 'shop/money.py', check_all: false } };
const commands = [
  {
    tool: 'atomic_replace',
    args: {
      file_path: 'shop/money.py',
      replacements: [{ old_string: 'that never lose a cent', new_string: 'which lose no cent' }],
    },
    reason: 'Wanted.',
  },
];

/** One sentence of the example shop, as a work order and what the models say of it. */
export const SMALL_STEP = {
  order: {
    step_id: 'one-sentence',
    step_text: 'Say it in fewer words.',
    scope_allowlist: ['shop/'],
    invariants: [],
    acceptance: { lint: { path: 'shop/money.py', check_all: false } },
  },
  designer: { touched_files: ['shop/money.py'], commands, changed_signatures: [], verification },
  qa: { decision: 'APPROVED', commands, verification },
} as const;

export const SMALL_REPLAY = {
  format: 'workorder-replay/1',
  origin: 'written-by-hand',
  turns: [
    { role: 'designer', json: SMALL_STEP.designer },
    { role: 'qa', json: SMALL_STEP.qa },
  ],
} as const;

/** An endpoint that answers so, to Designer and QA in turn. */
export const smallStepEndpoint = (models?: readonly string[]): Promise<ModelServer> =>
  startModelServer(
    exchange =>
      answer(exchange, JSON.stringify(exchange.earlier % 2 === 0 ? SMALL_STEP.designer : SMALL_STEP.qa)),
    models,
  );
