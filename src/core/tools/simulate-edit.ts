import type { ChangeSet } from '../changes/change-set.ts';
import { checkWritePath } from '../changes/path-policy.ts';
import { pathsOf, type SimulateFailure } from '../changes/simulate.ts';
import type { ToolEdit } from '../changes/tool-edit.ts';
import { loadSnapshot, withPlaces } from '../gate/load-snapshot.ts';
import { findSecretMoves } from '../gate/secret-moves.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Files } from '../ports/files.ts';

export type SimulatedEdit =
  | { readonly kind: 'made'; readonly changes: ChangeSet }
  /** By the exact answer of one command; -1: of a new file. */
  | { readonly kind: 'failed'; readonly index: number; readonly response: SimulateFailure }
  | { readonly kind: 'refused'; readonly reason: string };

/** The dry run on the files as they are now. */
export async function simulateEdit(
  { files, analyst }: { readonly files: Files; readonly analyst: Pick<Analyst, 'simulate'> },
  { commands, newFiles }: ToolEdit,
  signal: AbortSignal,
): Promise<SimulatedEdit> {
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
  const result = await analyst.simulate({ commands, newFiles, snapshot: loaded.snapshot }, signal);
  return result.ok
    ? { kind: 'made', changes: withPlaces(result.changes, loaded.real) }
    : { kind: 'failed', index: result.index, response: result.response };
}
