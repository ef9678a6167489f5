import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import { parseCommandLine } from '../options.ts';
import { REVIEW_OPTIONS } from '../shared-options.ts';
import { TRY_OPTIONS } from '../try-out.ts';
import { executeOrder } from './execute-order.ts';
import { givenReply } from './given-reply.ts';
import { readOrder } from './read-order.ts';

const OPTIONS = {
  designer: textOption('FILE', "the Designer's reply"),
  qa: textOption('FILE', "QA's reply"),
  ...REVIEW_OPTIONS,
  ...TRY_OPTIONS,
} as const;

const HELP: CommandHelp = {
  forms: ['workorder apply ORDER.json --designer FILE --qa FILE'],
  about: ['Validates, simulates, reviews, applies and lints given replies. No models are asked.'],
  options: OPTIONS,
};
const USAGE = describeCommand(HELP);

export const applyCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = await parseCommandLine(argv, io, USAGE, OPTIONS, { min: 1, max: 1 });
  const [designer, qa] = [line.text('designer'), line.text('qa')];
  if (designer === undefined) throw new UsageError('--designer FILE is missing', USAGE);
  if (qa === undefined) throw new UsageError('--qa FILE is missing', USAGE);
  const order = await readOrder(line.positionals[0] ?? '', line, io);
  if (!order.ok) return order.error;
  return executeOrder(line, io, USAGE, {
    order: order.value,
    designer: await givenReply('--designer', designer, io, USAGE),
    qa: await givenReply('--qa', qa, io, USAGE),
    until: 'end',
  });
}
