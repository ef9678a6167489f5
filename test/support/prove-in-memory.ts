import type { FileChange } from '../../src/core/changes/change-set.ts';
import { fileChange } from '../../src/core/changes/file-change.ts';
import { createAnalyst } from '../../src/core/evidence/analyst.ts';
import { lintProposal } from '../../src/core/lint/lint-proposal.ts';
import type { LintOutcome, SimulatedLinter } from '../../src/core/ports/linter.ts';
import type { ChangedPath, GivenChange } from '../../src/core/prove/given-change.ts';
import { type Proof, prove } from '../../src/core/prove/prove.ts';
import { WorkspaceIndex } from '../../src/core/python/index/workspace-index.ts';
import { systemClock } from '../../src/node/system.ts';
import { MemoryFiles, sha256Of } from './memory-files.ts';

export interface ChangeInMemory {
  readonly before: Readonly<Record<string, string>>;
  /** What differs; `undefined` is deleted. */
  readonly after: Readonly<Record<string, string | undefined>>;
  /** Of the commit. */
  readonly message?: string;
  readonly invariants?: readonly string[];
  /** What else is changed, for paths that are no ordinary files. */
  readonly paths?: readonly ChangedPath[];
  readonly simulatedLinter?: SimulatedLinter;
}

const bytesOf = (text: string | undefined) =>
  text === undefined ? undefined : new TextEncoder().encode(text);

function givenInMemory({ before, after, message, paths = [] }: ChangeInMemory): GivenChange {
  const files = new MemoryFiles(before);
  const changed = Object.entries(after).flatMap(([path, text]): FileChange[] => {
    const change = fileChange(path, bytesOf(before[path]), bytesOf(text), sha256Of);
    return change === undefined ? [] : [change];
  });
  const named = changed.map(
    ({ path, before: old, after: now }): ChangedPath => ({
      path,
      change: old === undefined ? 'added' : now === undefined ? 'deleted' : 'modified',
      notes: [],
    }),
  );
  return {
    source: 'range',
    title: 'commit 1',
    changes: { files: changed.toSorted((a, b) => (a.path < b.path ? -1 : 1)), receipts: [] },
    paths: [...named, ...paths],
    filesBefore: files,
    analyst: createAnalyst({ files, python: new WorkspaceIndex(files), sha256: sha256Of }),
    claims: message === undefined ? [] : [{ from: 'commit 1', text: message }],
    parts: [],
    notes: [],
  };
}

/** What code says of a change of files in memory. */
export function proveInMemory(change: ChangeInMemory): Promise<Proof> {
  const { invariants = [], simulatedLinter } = change;
  const given = givenInMemory(change);
  const signal = new AbortController().signal;
  const lint = async (linter: SimulatedLinter): Promise<LintOutcome> => {
    const linted = await lintProposal(linter, { path: '.', check_all: false }, given.changes, { signal });
    return 'kind' in linted ? linted : (linted.compared?.outcome ?? linted.after);
  };
  return prove(given, {
    ports: { sha256: sha256Of, clock: systemClock },
    signal,
    invariants,
    layers: [],
    progress: () => undefined,
    ...(simulatedLinter ? { lint: () => lint(simulatedLinter) } : {}),
  });
}
