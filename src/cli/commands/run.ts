import type { Io } from '../io.ts';
import { openModels } from '../models.ts';
import { parseCommandLine } from '../options.ts';
import { executeOrder, readOrder } from './execute-order.ts';
import { COMMON_HELP, REVIEW_HELP, REVIEW_OPTIONS } from './run-options.ts';

const USAGE = `workorder run ORDER.json [--model SPEC]

Asks the Designer and QA, shows the diff, applies it after your yes, and lints the result.

  --model SPEC                  openai:MODEL or replay:PATH, for both roles
  --designer-model, --qa-model  for one role
  --base-url URL                OpenAI-compatible endpoint (or WORKORDER_BASE_URL; the key in WORKORDER_API_KEY)
  --record PATH                 write the models' replies to a file that replay:PATH plays
${REVIEW_HELP}
${COMMON_HELP}`;

const OPTIONS = {
  ...REVIEW_OPTIONS,
  model: { type: 'string' },
  'designer-model': { type: 'string' },
  'qa-model': { type: 'string' },
  'base-url': { type: 'string' },
  record: { type: 'string' },
} as const;

export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const line = parseCommandLine(argv, io, USAGE, OPTIONS, { min: 1, max: 1 });
  const order = await readOrder(line.positionals[0] ?? '', line, io);
  if (!order.ok) return order.error;
  const models = await openModels(line, io, USAGE);
  try {
    return await executeOrder(line, io, USAGE, { order: order.value, ...models, until: 'end' });
  } finally {
    await models.save();
  }
}
