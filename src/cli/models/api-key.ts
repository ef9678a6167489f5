import { readFileSync } from 'node:fs';
import path from 'node:path';
import { meaningOf } from '../../node/files/fs-acts.ts';
import { type Io, UsageError } from '../io.ts';
import { flagOption, textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';

export const KEY_OPTIONS = {
  'key-file': textOption(
    'FILE',
    'the key is the text of this file (or WORKORDER_API_KEY_FILE, or in WORKORDER_API_KEY)',
  ),
  'key-stdin': flagOption('the key is on standard input'),
} as const;

/** Standard input can be read once. */
const readBefore = new WeakMap<CommandLine, string | undefined>();

/** The key from the command line, a file, or the variable; what is wrong with its place is a usage error. */
export function readApiKey(line: CommandLine, io: Io): string | undefined {
  if (readBefore.has(line)) return readBefore.get(line);
  const key = findKey(line, io);
  readBefore.set(line, key);
  return key;
}

function findKey(line: CommandLine, io: Io): string | undefined {
  const file = line.text('key-file');
  if (line.flag('key-stdin')) {
    if (file !== undefined) throw new UsageError('give --key-file or --key-stdin, not both');
    return nonEmpty(io.readInput(), 'standard input');
  }
  const named = file ?? io.env['WORKORDER_API_KEY_FILE'];
  if (named === undefined || named === '') return io.env['WORKORDER_API_KEY'] || undefined;
  try {
    return nonEmpty(readFileSync(path.resolve(io.cwd, named), 'utf8'), named);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`the key file ${named} cannot be read: ${meaningOf(error)}`);
  }
}

function nonEmpty(text: string, place: string): string {
  const key = text.trim();
  if (key === '') throw new UsageError(`there is no key in ${place}`);
  return key;
}

/** What must not get into any file. */
export function knownSecrets(line: CommandLine, io: Io): readonly string[] {
  const key = readApiKey(line, io);
  return key === undefined ? [] : [key];
}
