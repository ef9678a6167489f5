import path from 'node:path';
import type { Model } from '../../core/ports/model.ts';
import { type Io, UsageError } from '../io.ts';
import { readNamedText } from '../named-file.ts';
import { textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';
import { executeOrder } from './execute-order.ts';
import { readOrder } from './read-order.ts';

export const GIVEN_OPTIONS = {
  designer: textOption('FILE', "the Designer's reply"),
  qa: textOption('FILE', "QA's reply"),
} as const;

/** Runs an order with the replies that files hold; only what goes to the end needs both. */
export async function executeGiven(line: CommandLine, io: Io, until: 'check' | 'end'): Promise<number> {
  const [designer, qa] = [line.text('designer'), line.text('qa')];
  if (designer === undefined)
    throw new UsageError('--designer FILE is missing: give the file with the reply of the Designer');
  if (qa === undefined && until === 'end')
    throw new UsageError('--qa FILE is missing: give the file with the reply of QA');
  const order = await readOrder(line.positionals[0] ?? '', line, io);
  if (!order.ok) return order.error;
  return executeOrder(line, io, {
    order: order.value,
    designer: await givenReply('designer', designer, io),
    qa: qa === undefined ? undefined : await givenReply('qa', qa, io),
    until,
  });
}

/** A model that answers with the content of a file. No network, no tools. */
async function givenReply(option: string, file: string, io: Io): Promise<Model> {
  const text = await readNamedText(file, io, `--${option} ${file}`);
  const label = `file ${path.basename(file)}`;
  const usage = { inputTokens: 0, outputTokens: 0, estimated: false };
  return { label, plays: 'given', ask: async () => ({ kind: 'answer', text, usage, model: label }) };
}
