import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChangeSet, FileChange } from '../../../src/core/changes/change-set.ts';
import { createAnalyst } from '../../../src/core/evidence/analyst.ts';
import { NEVER } from '../../../src/core/kernel/cancel.ts';
import type { FunctionTrial, TestOptions, TestsTried, TrialOptions } from '../../../src/core/ports/trials.ts';
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
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const bytes = (text: string | undefined) => (text === undefined ? undefined : new TextEncoder().encode(text));
const hash = (text: string | undefined) =>
  text === undefined ? undefined : sha256(new TextEncoder().encode(text));

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
    const { changes, examined } = await this.#examine(versions);
    return tryChange(this.trials, changes, examined, { seconds: 20, seed: 1, signal: NEVER, ...options });
  }

  /** Runs the tests of the workspace, which are among `others`, before and after. */
  async tests(
    versions: readonly Version[],
    others: Readonly<Record<string, string>>,
    options: Partial<TestOptions> = {},
  ): Promise<TestsTried> {
    for (const [file, text] of Object.entries(others)) {
      mkdirSync(path.dirname(path.join(this.root, file)), { recursive: true });
      writeFileSync(path.join(this.root, file), text);
    }
    const { changes, examined } = await this.#examine(versions, others);
    const asked = { which: 'importing', seconds: 120, signal: NEVER, ...options } as const;
    return this.trials.compareTests(changes, await examined.changedCode(NEVER), asked);
  }

  async #examine(versions: readonly Version[], others: Readonly<Record<string, string>> = {}) {
    const now = Object.fromEntries(
      versions.flatMap(({ path: file, before }) => (before === undefined ? [] : [[file, before]])),
    );
    const files = new MemoryFiles({ ...others, ...now });
    const analyst = createAnalyst({ files, python: new WorkspaceIndex(files), sha256 });
    const changes = changeOf(versions);
    return {
      changes,
      examined: await analyst.examine({ changes, invariants: [], changedSignatures: [] }, NEVER),
    };
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
        beforeSha256: hash(before),
        afterSha256: hash(after),
        spans: [],
      }),
    )
    .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  receipts: [],
});
