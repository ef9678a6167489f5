import { defined } from '../../core/kernel/defined.ts';
import { UsageError } from '../io.ts';
import { readCount } from '../option-values.ts';
import type { CommandLine } from '../options.ts';

/** What `--answer-timeout`, `--idle-timeout` and `--max-answer-tokens` say; times in milliseconds. */
export function readModelLimits(line: CommandLine) {
  return defined({
    deadlineMs: readSeconds(line, 'answer-timeout'),
    idleMs: readSeconds(line, 'idle-timeout'),
    maxTokens: readCount(line, 'max-answer-tokens'),
  });
}

function readSeconds(line: CommandLine, option: string): number | undefined {
  const text = line.text(option);
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0) || !Number.isFinite(seconds))
    throw new UsageError(`--${option} must be a number of seconds, not "${text}"`);
  return seconds * 1000;
}
