import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { openModels } from '../models.ts';
import { parseCommandLine } from '../options.ts';
import { MODEL_OPTIONS, REVIEW_OPTIONS } from '../shared-options.ts';
import { TRY_OPTIONS } from '../try-out.ts';
import { executeOrder, readOrder } from './execute-order.ts';

const OPTIONS = { ...MODEL_OPTIONS, ...REVIEW_OPTIONS, ...TRY_OPTIONS } as const;

const HELP: CommandHelp = {
  forms: ['workorder run ORDER.json [--model SPEC]'],
  about: ['Asks the Designer and QA, shows the diff, applies it after your yes, and lints the result.'],
  options: OPTIONS,
};
const USAGE = describeCommand(HELP);

export const runCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
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
