import type { ChangeSet } from '../changes/change-set.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { pathsOf, type SimulateFailure, simulate } from '../changes/simulate.ts';
import type { ToolEdit } from '../changes/tool-edit.ts';
import { loadSnapshot } from '../gate/load-snapshot.ts';
import { findSecretMoves } from '../gate/secret-moves.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Files } from '../ports/files.ts';

export type SimulatedEdit =
  | { readonly kind: 'made'; readonly edit: ToolEdit; readonly changes: ChangeSet }
  /** By the exact answer of one command; -1: of a new file. */
  | { readonly kind: 'failed'; readonly index: number; readonly response: SimulateFailure }
  | { readonly kind: 'refused'; readonly reason: string };

/** The dry run on the files as they are now. */
export async function simulateEdit(
  { files, sha256 }: { readonly files: Files; readonly sha256: Sha256 },
  edit: ToolEdit,
): Promise<SimulatedEdit> {
  const { commands, newFiles } = edit;
  const refused = (reason: string) => ({ kind: 'refused', reason }) as const;
  const paths: string[] = [];
  for (const named of [...commands.flatMap(pathsOf), ...newFiles]) {
    const verdict = checkWritePath(named);
    if (verdict.kind === 'refused') return refused(`${named} is refused: ${verdict.reason}`);
    paths.push(verdict.path);
  }
  const loaded = await loadSnapshot(paths, files);
  const problems = [...loaded.problems, ...findSecretMoves(commands, loaded, files.secretsAllowed)];
  if (problems.length > 0) return refused(problems.join('; '));
  const result = simulate({ commands, newFiles, snapshot: loaded.snapshot, sha256 });
  return result.ok
    ? { kind: 'made', edit, changes: result.changes }
    : { kind: 'failed', index: result.index, response: result.response };
}
