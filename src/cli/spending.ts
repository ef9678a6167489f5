import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Cap, parseLimit, type Spending } from '../core/conversation/budget.ts';
import { parsePrices } from '../core/conversation/parse-prices.ts';
import { NOTHING_SPENT } from '../core/conversation/spent.ts';
import type { Prices } from '../generated/contracts.ts';
import { type Io, UsageError } from './io.ts';
import type { CommandLine } from './options.ts';

/** `--prices FILE` and `--budget LIMIT`; what is wrong with them is wrong usage. */
export async function readSpending(line: CommandLine, io: Io, usage: string): Promise<Spending> {
  const file = line.text('prices');
  const prices = file === undefined ? {} : { prices: await readPrices(file, io, usage) };
  return { ...prices, caps: readCap(line, 'budget', 'run', usage) };
}

/** The limit of one option; none when it is not given. */
export function readCap(line: CommandLine, option: string, of: Cap['of'], usage: string): readonly Cap[] {
  const text = line.text(option);
  if (text === undefined) return [];
  const limit = parseLimit(text);
  if (!limit.ok) throw new UsageError(`--${option}: ${limit.error}`, usage);
  return [{ of, limit: limit.value, before: NOTHING_SPENT }];
}

async function readPrices(file: string, io: Io, usage: string): Promise<Prices> {
  const text = await readFile(path.resolve(io.cwd, file), 'utf8').catch((error: unknown) => {
    throw new UsageError(`--prices: ${error instanceof Error ? error.message : String(error)}`, usage);
  });
  const prices = parsePrices(text);
  if (!prices.ok) throw new UsageError(`--prices: ${file}: ${prices.error}`, usage);
  return prices.value;
}
