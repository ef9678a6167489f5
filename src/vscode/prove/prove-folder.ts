import { ok, type Result } from '../../core/kernel/result.ts';
import type { Analyst } from '../../core/ports/analyst.ts';
import type { GivenChange } from '../../core/prove/given-change.ts';
import { type Proof, prove } from '../../core/prove/prove.ts';
import { createProcesses } from '../../node/processes.ts';
import { ProvableChanges } from '../../node/prove/open-prove.ts';
import { sha256, systemClock } from '../../node/system.ts';
import { workspaceStateDir } from '../../node/workspace-state.ts';

/** The working tree against its last commit, or one commit against its parent. */
export type Provable = { readonly kind: 'worktree' } | { readonly kind: 'commit'; readonly name: string };

export interface Proven {
  readonly given: GivenChange;
  readonly proof: Proof;
}

/**
 * Proves a change in the folder of a workspace; the error says why it cannot be read.
 * @param analyst of the folder, which knows its files already: the working tree is looked at with it
 */
export async function proveFolder(
  root: string,
  analyst: Analyst,
  what: Provable,
  signal: AbortSignal,
  progress: (sentence: string) => void = () => undefined,
): Promise<Result<Proven>> {
  const changes = new ProvableChanges({
    root,
    stateDir: workspaceStateDir(root),
    processes: createProcesses(),
    signal,
    beside: (folder, here) => (folder.tree === undefined ? analyst : here),
    progress,
  });
  const given = await (what.kind === 'worktree' ? changes.worktree() : changes.range(what.name));
  if (!given.ok) return given;
  const proof = await prove(given.value, {
    ports: { sha256, clock: systemClock },
    signal,
    invariants: [],
    layers: [],
    progress,
  });
  return ok({ given: given.value, proof });
}
