import type { Io } from '../io.ts';
import { openModels } from '../models.ts';
import { parseCommandLine } from '../options.ts';
import { executeOrder, readOrder } from './execute-order.ts';
import { COMMON_HELP, MODEL_HELP, MODEL_OPTIONS, REVIEW_HELP, REVIEW_OPTIONS } from './run-options.ts';

const USAGE = `workorder run ORDER.json [--model SPEC]

Asks the Designer and QA, shows the diff, applies it after your yes, and lints the result.

${MODEL_HELP}
${REVIEW_HELP}
${COMMON_HELP}`;

const OPTIONS = { ...MODEL_OPTIONS, ...REVIEW_OPTIONS } as const;

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
