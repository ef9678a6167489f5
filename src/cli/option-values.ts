import { UsageError } from './io.ts';
import type { CommandLine } from './options.ts';

/** The word of an option that allows only these; `undefined` when it is not given. */
export function chooseWord<T extends string>(
  line: CommandLine,
  option: string,
  words: readonly T[],
): T | undefined {
  const text = line.text(option);
  if (text === undefined) return undefined;
  const word = words.find(w => w === text);
  if (word === undefined) {
    const quoted = words.map(w => `"${w}"`);
    const right = words.length > 2 ? `one of ${quoted.join(', ')}` : quoted.join(' or ');
    throw new UsageError(`--${option} must be ${right}, not "${text}"`);
  }
  return word;
}

/** The whole number of an option, from 1; `undefined` when it is not given. */
export function readCount(line: CommandLine, option: string): number | undefined {
  const text = line.text(option);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new UsageError(`--${option} must be a whole number from 1, not "${text}"`);
  return value;
}
