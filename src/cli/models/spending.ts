import { type Cap, parseLimit, type Spending } from '../../core/conversation/budget.ts';
import { parsePrices } from '../../core/conversation/parse-prices.ts';
import { NOTHING_SPENT } from '../../core/conversation/spent.ts';
import type { Prices } from '../../generated/contracts.ts';
import { type Io, UsageError } from '../io.ts';
import { readNamedText } from '../named-file.ts';
import type { CommandLine } from '../options.ts';

/** `--prices FILE` and `--budget LIMIT`; what is wrong with them is wrong usage. */
export async function readSpending(line: CommandLine, io: Io): Promise<Spending> {
  const file = line.text('prices');
  const prices = file === undefined ? {} : { prices: await readPrices(file, io) };
  return { ...prices, caps: readCap(line, 'budget', 'run') };
}

/** The limit of one option; none when it is not given. */
export function readCap(line: CommandLine, option: string, of: Cap['of']): readonly Cap[] {
  const text = line.text(option);
  if (text === undefined) return [];
  const limit = parseLimit(text);
  if (!limit.ok) throw new UsageError(`--${option}: ${limit.error}`);
  return [{ of, limit: limit.value, before: NOTHING_SPENT }];
}

async function readPrices(file: string, io: Io): Promise<Prices> {
  const text = await readNamedText(file, io, `--prices ${file}`);
  const prices = parsePrices(text);
  if (!prices.ok) throw new UsageError(`--prices: ${file}: ${prices.error}`);
  return prices.value;
}
