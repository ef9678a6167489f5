import { existsSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import { decodeUtf8 } from '../../core/kernel/utf8.ts';
import { parseWorkOrder } from '../../core/workorder/parse-work-order.ts';
import { isReport } from '../../core/workorder/report.ts';
import type { WorkOrder } from '../../generated/contracts.ts';
import { type Io, UsageError } from '../io.ts';
import { readNamedBytes } from '../named-file.ts';
import type { CommandLine } from '../options.ts';
import { reportBlocked } from '../print/blocked.ts';
import { orderFromWords, WORDS_OPTIONS } from './order-from-words.ts';

/** Reads the work order file; a fault in it is reported like every other BLOCKED, with the line. */
export async function readOrder(file: string, line: CommandLine, io: Io): Promise<Result<WorkOrder, number>> {
  const text = decodeUtf8(await readNamedBytes(file, { cwd: folderOf(file, line, io) }));
  if (text === undefined) return blocked(`${file}: is not valid UTF-8`, line, io);
  return parseOrder(text, file, line, io);
}

/**
 * The order of `workorder run`: a file, a step in words, or either of them on standard input (`-`). A step in words is
 * shown as the order it makes.
 */
export async function readOrderOrWords(line: CommandLine, io: Io): Promise<Result<WorkOrder, number>> {
  const [asked = ''] = line.positionals;
  const isInput = asked === '-';
  if (isInput && line.flag('key-stdin'))
    throw new UsageError('the order and the key cannot both be on standard input');
  const text = isInput ? io.readInput() : asked;
  if (isInput && text.trimStart().startsWith('{')) {
    refuseWordsOptions(line, 'the order on standard input');
    return parseOrder(text, 'standard input', line, io);
  }
  if (!isInput && isFile(asked, line, io)) {
    refuseWordsOptions(line, asked);
    return readOrder(asked, line, io);
  }
  return ok(orderFromWords(text, line, io));
}

/** Words have spaces, or options that only words need; everything else is the name of a file. */
function isFile(asked: string, line: CommandLine, io: Io): boolean {
  if (asked.endsWith('.json')) return true;
  if ([io.cwd, line.root].some(folder => existsSync(path.resolve(folder, asked)))) return true;
  return !/\s/.test(asked.trim()) && WORDS_OPTIONS.every(name => line.given[name] === undefined);
}

function refuseWordsOptions(line: CommandLine, what: string): void {
  const given = WORDS_OPTIONS.find(name => line.given[name] !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} is for a step in words; ${what} has its own`);
}

function parseOrder(text: string, from: string, line: CommandLine, io: Io): Result<WorkOrder, number> {
  const order = parseWorkOrder(orderInReport(text) ?? text);
  return order.ok ? ok(order.value) : blocked(`${from}: ${order.error}`, line, io);
}

const blocked = (sentence: string, line: CommandLine, io: Io): Result<never, number> =>
  fail(reportBlocked([sentence], 'work order', line, io));

/** An exported report holds the work order of its run; `undefined` for every other file. */
function orderInReport(text: string): string | undefined {
  if (!text.includes('"workorder-report/')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isReport(value) ? JSON.stringify(value.order) : undefined;
  } catch {
    return undefined;
  }
}

/** A path is first meant from the current folder, then from the workspace. */
const folderOf = (file: string, line: CommandLine, io: Io): string =>
  [io.cwd, line.root].find(folder => existsSync(path.resolve(folder, file))) ?? io.cwd;
