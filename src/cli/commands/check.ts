import { type Command, type CommandHelp, describeCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import { parseCommandLine } from '../options.ts';
import { CLAIM_OPTIONS } from '../shared-options.ts';
import { TRY_OPTIONS } from '../try-out.ts';
import { executeOrder } from './execute-order.ts';
import { givenReply } from './given-reply.ts';
import { readOrder } from './read-order.ts';

const OPTIONS = {
  designer: textOption('FILE', "the Designer's reply"),
  qa: textOption('FILE', "QA's reply"),
  ...CLAIM_OPTIONS,
  ...TRY_OPTIONS,
} as const;

const HELP: CommandHelp = {
  forms: ['workorder check ORDER.json --designer FILE [--qa FILE]'],
  about: ['Validates and simulates given replies and prints the diff or the reasons. Writes nothing.'],
  options: OPTIONS,
};
const USAGE = describeCommand(HELP);

export const checkCommand: Command = { ...HELP, execute };

async function execute(argv: readonly string[], io: Io): Promise<number> {
  const line = await parseCommandLine(argv, io, USAGE, OPTIONS, { min: 1, max: 1 });
  const designer = line.text('designer');
  const qa = line.text('qa');
  if (designer === undefined) throw new UsageError('--designer FILE is missing', USAGE);
  const order = await readOrder(line.positionals[0] ?? '', line, io);
  if (!order.ok) return order.error;
  return executeOrder(line, io, USAGE, {
    order: order.value,
    designer: await givenReply('--designer', designer, io, USAGE),
    qa: qa === undefined ? undefined : await givenReply('--qa', qa, io, USAGE),
    until: 'check',
  });
}
