import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { compareRunStatement } from '../../core/attestation/run-statement.ts';
import { fail, ok, type Result } from '../../core/kernel/result.ts';
import type { RunAttestation } from '../../generated/contracts.ts';
import type { Signers } from '../../node/attestation/signers.ts';
import { createDiskFiles } from '../../node/files/disk-files.ts';
import { sha256 } from '../../node/system.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';
import type { Io } from '../io.ts';
import { gitBlob } from './attest.ts';

/** What is known of the attestation of an applied run. */
export interface CheckedRunAttestation {
  readonly run: RunAttestation['predicate']['run'];
  readonly files: number;
  readonly signedBy: readonly string[];
  /** Why it does not count; empty: it does. */
  readonly problems: readonly string[];
  /** What its checks found, which is not found again here. */
  readonly notRepeated: readonly string[];
}

/** Compares the files of `root` with what the run left: no model, git, record or state of the one who made it. */
export async function checkRunStatement(
  root: string,
  statement: RunAttestation,
  signedBy: Result<readonly string[]>,
): Promise<CheckedRunAttestation> {
  const { run, files, checks } = statement.predicate;
  const known = { run, files: files.length, notRepeated: [] };
  if (!signedBy.ok) return { ...known, signedBy: [], problems: [signedBy.error] };
  const disk = createDiskFiles({ root, stateDir: workspaceStateDir(root) });
  const problems = await compareRunStatement(statement, async name => {
    const read = await disk.read(name);
    return read.kind === 'file'
      ? { sha256: sha256(read.file.bytes), gitBlob: gitBlob(read.file.bytes) }
      : undefined;
  });
  const said = checks.filter(({ verdict }) => verdict !== 'not run');
  return {
    ...known,
    signedBy: signedBy.value,
    problems,
    notRepeated: said.map(({ phase, check, verdict }) => `${check} ${phase} the apply: ${verdict}`),
  };
}

/** No commit is before the run from which a file of the workspace could be read. */
export function signersOutside(root: string, name: string, io: Io): Result<Signers> {
  const file = path.resolve(io.cwd, name);
  const below = path.relative(realpathSync(root), realpathSync(file));
  const isOutside = below === '..' || below.startsWith(`..${path.sep}`) || path.isAbsolute(below);
  return isOutside
    ? ok({ name, bytes: readFileSync(file) })
    : fail(
        `${name} is in the workspace, where the run could have written it: give a file of signers from outside`,
      );
}
