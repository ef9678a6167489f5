import path from 'node:path';
import { NEVER } from '../../../src/core/kernel/cancel.ts';
import { type Proof, prove } from '../../../src/core/prove/prove.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { ProvableChanges } from '../../../src/node/prove/open-prove.ts';
import { sha256, systemClock } from '../../../src/node/system.ts';

/** What `workorder prove RANGE` computes, in this process. The index is kept beside the repository. */
export async function proveRange(
  root: string,
  range: string,
  invariants: readonly string[] = [],
): Promise<Proof> {
  const given = await provableChanges(root).range(range);
  if (!given.ok) throw new Error(`${range}: ${given.error}`);
  const ports = { sha256, clock: systemClock };
  return prove(given.value, { ports, signal: NEVER, invariants, layers: [], progress: () => undefined });
}

/** The changes of a repository, looked at in this process. */
export const provableChanges = (root: string): ProvableChanges =>
  new ProvableChanges({
    root,
    stateDir: path.join(root, '../state'),
    processes: createProcesses(),
    signal: new AbortController().signal,
    beside: (_, here) => here,
    progress: () => undefined,
  });
