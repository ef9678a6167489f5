import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import { createAnalyst } from '../../../src/core/evidence/analyst.ts';
import { NEVER } from '../../../src/core/kernel/cancel.ts';
import type { FunctionTrial, TrialOptions } from '../../../src/core/ports/trials.ts';
import { WorkspaceIndex } from '../../../src/core/python/index/workspace-index.ts';
import { tryChange } from '../../../src/core/trials/try-change.ts';
import { createProcesses } from '../../../src/node/processes.ts';
import { openSandbox } from '../../../src/node/sandbox/open-sandbox.ts';
import { createScratch } from '../../../src/node/scratch/create-scratch.ts';
import { sha256 } from '../../../src/node/system.ts';
import { createTrials } from '../../../src/node/trials/create-trials.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

export interface Version {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** A workspace that holds nothing but the changed files, with the environment of this repository. */
export class TrialWorkspace {
  readonly root = mkdtempSync(path.join(tmpdir(), 'work-order-trials-'));
  readonly trials;

  constructor(environment = path.resolve(import.meta.dirname, '../../../.venv')) {
    mkdirSync(this.root, { recursive: true });
    symlinkSync(environment, path.join(this.root, '.venv'));
    const processes = createProcesses();
    const scratch = createScratch(this.root);
    this.trials = createTrials({ root: this.root, processes, scratch, sandbox: openSandbox(this.root) });
  }

  /** Tries what code does not prove to be the same. */
  async try(
    versions: readonly Version[],
    options: Partial<TrialOptions> = {},
  ): Promise<readonly FunctionTrial[]> {
    const files = new MemoryFiles(Object.fromEntries(versions.map(each => [each.path, each.before])));
    const analyst = createAnalyst({ files, python: new WorkspaceIndex(files), sha256 });
    const changes = changeOf(versions);
    const examined = await analyst.examine({ changes, invariants: [], changedSignatures: [] }, NEVER);
    return tryChange(this.trials, changes, examined, { seconds: 20, seed: 1, signal: NEVER, ...options });
  }

  dispose(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

export const changeOf = (versions: readonly Version[]): ChangeSet => ({
  files: versions
    .map(
      ({ path: file, before, after }): FileChange => ({
        path: file,
        before: bytes(before),
        after: bytes(after),
        beforeSha256: sha256(bytes(before)),
        afterSha256: sha256(bytes(after)),
        spans: [],
      }),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  receipts: [],
});
