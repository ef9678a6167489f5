import { defineCommand } from '../command.ts';
import type { Io } from '../io.ts';
import { UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
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

export const command = defineCommand({
  forms: ['workorder apply ORDER.json --designer FILE --qa FILE'],
  about: ['Validates, simulates, reviews, applies and lints given replies. No models are asked.'],
  options: OPTIONS,
  takes: [1, 1],
  run,
});

async function run(line: CommandLine, io: Io): Promise<number> {
  const [designer, qa] = [line.text('designer'), line.text('qa')];
  if (designer === undefined) throw new UsageError('--designer FILE is missing');
  if (qa === undefined) throw new UsageError('--qa FILE is missing');
  const order = await readOrder(line.positionals[0] ?? '', line, io);
  if (!order.ok) return order.error;
  return executeOrder(line, io, {
    order: order.value,
    designer: await givenReply('designer', designer, io),
    qa: await givenReply('qa', qa, io),
    until: 'end',
  });
}
