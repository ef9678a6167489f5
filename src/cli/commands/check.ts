import type { Io } from '../io.ts';
import { UsageError } from '../io.ts';
import { parseCommandLine } from '../options.ts';
import { executeOrder, readOrder } from './execute-order.ts';
import { givenReply } from './given-reply.ts';
import { CLAIM_HELP, CLAIM_OPTIONS, COMMON_HELP } from './run-options.ts';

const USAGE = `workorder check ORDER.json --designer FILE [--qa FILE]

Validates and simulates given replies and prints the diff or the reasons. Writes nothing.

${CLAIM_HELP}
${COMMON_HELP}`;

export async function checkCommand(argv: readonly string[], io: Io): Promise<number> {
  const options = { ...CLAIM_OPTIONS, designer: { type: 'string' }, qa: { type: 'string' } } as const;
  const line = parseCommandLine(argv, io, USAGE, options, { min: 1, max: 1 });
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
