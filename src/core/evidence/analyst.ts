import { simulate } from '../changes/simulate.ts';
import { throwIfCancelled } from '../kernel/cancel.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Analyst } from '../ports/analyst.ts';
import type { Files } from '../ports/files.ts';
import type { PythonWorkspace } from '../python/index/workspace-index.ts';
import { isPython } from './code/two-versions.ts';

export interface AnalystParts {
  readonly files: Files;
  readonly python: PythonWorkspace;
  readonly sha256: Sha256;
  /** Awaited between pieces of the work, so that a host with one thread hears that it is cancelled. */
  readonly breathe?: () => Promise<void>;
}

/** Everything that looks at a change is loaded when there is one: most commands and sessions only ask for symbols. */
const loadLooking = async () => {
  const [{ computeEvidence }, { checkInvariants }, { gradeSpotChecks }] = await Promise.all([
    import('./compute-evidence.ts'),
    import('./invariants/invariants.ts'),
    import('./spot-checks/spot-checks.ts'),
  ]);
  return { computeEvidence, checkInvariants, gradeSpotChecks };
};

/** Computes where it is called. */
export function createAnalyst(parts: AnalystParts): Analyst {
  const { files, python, sha256, breathe } = parts;
  const pauseUntil = (signal: AbortSignal) => async () => {
    await breathe?.();
    throwIfCancelled(signal);
  };
  return {
    simulate: async input => simulate({ ...input, sha256 }),

    async examine({ changes, invariants, changedSignatures, mostEntries }, signal) {
      const { computeEvidence, checkInvariants, gradeSpotChecks } = await loadLooking();
      const workspace = await python.look();
      for (const { path, before } of changes.files)
        if (before !== undefined && isPython(path)) python.cache.recognize(before, sha256(before));
      const { evidence, facts } = await computeEvidence({
        order: { invariants: [...invariants] },
        changedSignatures,
        changes,
        workspace,
        files,
        cache: python.cache,
        pause: pauseUntil(signal),
        ...(mostEntries === undefined ? {} : { mostEntries }),
      });
      const changed = new Set(changes.files.map(({ path }) => path));
      const isFile = async (path: string) => changed.has(path) || (await files.read(path)).kind !== 'missing';
      return {
        evidence,
        grade: (spotChecks, scope) =>
          gradeSpotChecks({ spotChecks, order: { scope_allowlist: [...scope] }, facts, isFile }),
        changedCode: async () => facts.changedCode(),
        checkInvariants: async (wanted, cancel) => [
          ...(await checkInvariants([...wanted], facts, pauseUntil(cancel))),
        ],
      };
    },

    async look() {
      await python.look();
    },
  };
}
