import { statSync } from 'node:fs';
import path from 'node:path';
import { type Io, UsageError } from '../io.ts';
import { checkCanWrite } from '../named-file.ts';
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

/** The word that means a note of the commit, and no file. */
export const AS_NOTE = 'notes';

export const NO_COMMIT =
  '--attest is about a commit or a range: name one, for example workorder prove HEAD --attest FILE';

/** Whether an attestation is asked for; what can be wrong with where it goes and who signs it is said at once. */
export function asksToAttest(line: CommandLine, io: Io): boolean {
  const [where, key] = [line.text('attest'), line.text('sign-key')];
  if (where === undefined && key !== undefined) throw new UsageError('--sign-key needs --attest');
  // ssh-keygen also takes the name of a private key of which only the public half is here.
  if (key !== undefined && !isFile(`${key}.pub`, io)) checkFile('sign-key', key, io);
  if (where !== undefined && where !== AS_NOTE) checkCanWrite(where, io);
  return where !== undefined;
}

/** `--signers`, which only means something beside the option that asks for attestations. */
export function checkSigners(line: CommandLine, io: Io, asking: string, asks: boolean): void {
  const signers = line.text('signers');
  if (signers === undefined) return;
  if (!asks) throw new UsageError(`--signers needs --${asking}`);
  checkFile('signers', signers, io);
}

function checkFile(option: string, name: string, io: Io): void {
  if (!isFile(name, io)) throw new UsageError(`--${option} ${name} does not exist, or is not a file`);
}

const isFile = (name: string, io: Io): boolean =>
  statSync(path.resolve(io.cwd, name), { throwIfNoEntry: false })?.isFile() === true;
