import { realpathSync } from 'node:fs';
import type { GivenChange } from '../../core/prove/given-change.ts';
import { workTreeOf } from '../../node/git/work-tree.ts';
import { UsageError } from '../io.ts';
import type { CommandLine } from '../options.ts';
import { AS_NOTE, NO_COMMIT } from './attestation-options.ts';

/** What cannot be attested is refused before anything is read. */
export async function checkAttestable(line: CommandLine, isRange: boolean): Promise<void> {
  if (!isRange) throw new UsageError(NO_COMMIT);
  if (line.text('root') === undefined) return;
  const top = await workTreeOf(line.root);
  if (top !== undefined && top !== realpathSync(line.root))
    throw new UsageError(
      'an attestation is about all of a commit: leave --root out, or name the top of the repository',
    );
}

/** The same as soon as the range is read. */
export function checkAttestedRange({ before, after }: GivenChange): void {
  if (before === after)
    throw new UsageError('nothing is between a commit and itself: name another range to attest');
}

/** The same of a run. */
export function checkAttestableRun(line: CommandLine): void {
  if (line.text('attest') === AS_NOTE)
    throw new UsageError(
      'a run is not a commit and has no notes: name a file, or prove and attest its commit',
    );
}
