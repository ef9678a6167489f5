import type { Io } from '../io.ts';
import { UsageError } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { executeOrder, readOrder } from './execute-order.ts';
import { givenReply } from './given-reply.ts';
import { COMMON_HELP, REVIEW_HELP, REVIEW_OPTIONS } from './run-options.ts';

const USAGE = `workorder apply ORDER.json --designer FILE --qa FILE

Validates, simulates, reviews, applies and lints given replies. No models are asked.

${REVIEW_HELP}
${COMMON_HELP}`;

export async function applyCommand(argv: readonly string[], io: Io): Promise<number> {
  const options = { ...REVIEW_OPTIONS, designer: { type: 'string' }, qa: { type: 'string' } } as const;
  const line = parseCommandLine(argv, io, USAGE, options, { min: 1, max: 1 });
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
