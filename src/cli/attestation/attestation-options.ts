import { UsageError } from '../io.ts';
import { textOption } from '../option-table.ts';
import type { CommandLine } from '../options.ts';

export const ATTEST_OPTIONS = {
  attest: textOption(
    'FILE|notes',
    'write down what was found of a commit: in a file, or as a note of the commit',
  ),
  'sign-key': textOption(
    'KEY',
    'sign that with this SSH key (a public one: the private one is in the agent)',
  ),
} as const;

export const SIGNERS_OPTION = {
  signers: textOption('FILE', 'whose signatures count: a file of allowed signers, as ssh-keygen reads it'),
} as const;

export function asksToAttest(line: CommandLine): boolean {
  const asked = line.text('attest') !== undefined;
  if (!asked && line.text('sign-key') !== undefined) throw new UsageError('--sign-key needs --attest');
  return asked;
}
