import type { Command, Verification } from '../../generated/contracts.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import { encodeUtf8 } from '../kernel/utf8.ts';
import { canonicalJson } from './canonical-json.ts';
import type { ChangeSet } from './change-set.ts';

/** What an approval is for. */
export interface Approvable {
  /** The final commands: those Main executes. */
  readonly commands: readonly Command[];
  readonly verification: Verification;
  /** The simulation of these commands; its preimage hashes are part of the approval. */
  readonly changes: ChangeSet;
  /** Hash of what the checks found; left out for runs of older versions, which had none. */
  readonly verdictSha256?: string | undefined;
}

/**
 * SHA-256 over the final commands, the verification, path and preimage hash of every file, and what the checks
 * found. One changed byte in any of them is another hash, so an approval can be used for nothing else.
 */
export function approvalSha256(
  { commands, verification, changes, verdictSha256: verdict }: Approvable,
  sha256: Sha256,
): string {
  const files = changes.files.map(({ path, beforeSha256 }) => ({
    path,
    before_sha256: beforeSha256 ?? null,
  }));
  return sha256(encodeUtf8(canonicalJson({ commands, files, verification, verdict })));
}
