import type { ChangeSet } from '../../changes/change-set.ts';
import { ImportGraph } from '../../python/index/import-graph.ts';
import type { IndexCache } from '../../python/index/index-cache.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { KeyNumbers, KeySet } from './key-sets.ts';
import { OpenFiles } from './open-files.ts';
import type { OtherTexts } from './other-texts.ts';
import { overlaySnapshot } from './overlay-snapshot.ts';
import { openPythonFile, type PythonFile } from './python-file.ts';

export type Side = 'before' | 'after';

/** The whole workspace as it is, or as it would be. */
export interface WorkspaceVersion {
  readonly side: Side;
  readonly snapshot: WorkspaceSnapshot;
  readonly graph: ImportGraph;
  /** Of what imports name, as `closureOf` says it; both versions share them. */
  readonly numbers: KeyNumbers;
}

/** A changed Python file in both versions; `undefined` where there is none, or where it does not parse. */
export interface ChangedModule {
  readonly path: string;
  readonly change: 'created' | 'modified' | 'deleted';
  readonly before: PythonFile | undefined;
  readonly after: PythonFile | undefined;
  /** Why a version that is there cannot be read, as the index says it. */
  readonly unreadable: { readonly before: string | undefined; readonly after: string | undefined };
}

/** What everything in this folder is computed from: the change, and the workspace on both sides of it. */
export interface TwoVersions {
  readonly before: WorkspaceVersion;
  readonly after: WorkspaceVersion;
  /** The changed Python files, sorted by path. */
  readonly changed: readonly ChangedModule[];
  /** The changed Python file at a path. */
  changedAt(path: string | undefined): ChangedModule | undefined;
  /** Paths of all changed files. */
  readonly changedPaths: ReadonlySet<string>;
  /** Files that are not Python; left out where no one can read them. */
  readonly otherTexts?: OtherTexts;
  /** Opens a file that the change does not touch; `undefined` when it is being changed by someone else. */
  open(module: WorkspaceModule, side: Side): Promise<PythonFile | undefined>;
}

/** For each version an empty set of what imports name. */
export const newKeySets = ({ before, after }: Pick<TwoVersions, Side>): Readonly<Record<Side, KeySet>> => ({
  before: new KeySet(before.numbers),
  after: new KeySet(after.numbers),
});

/** Many steps go through all files of a workspace: so often one of them lets others have their turn. */
const FILES_BETWEEN = 50;

const PYTHON = /\.pyi?$/;
export const isPython = (path: string): boolean => PYTHON.test(path);

/** @param pause awaited while files are opened; what it throws, the one who opens them is given */
export function readTwoVersions(
  base: WorkspaceSnapshot,
  changes: ChangeSet,
  cache: IndexCache,
  otherTexts?: OtherTexts,
  pause: () => Promise<void> = async () => undefined,
): TwoVersions {
  const python = changes.files.filter(file => isPython(file.path));
  const numbers = new KeyNumbers();
  const versionOf = (side: Side): WorkspaceVersion => {
    const snapshot = overlaySnapshot(base, new Map(python.map(file => [file.path, file[side]])), cache);
    return { side, snapshot, graph: new ImportGraph(snapshot), numbers };
  };
  const sideBySide = new OpenFiles();
  const before = versionOf('before');
  const after = versionOf('after');
  const changed = python.map((file): ChangedModule => {
    const open = ({ snapshot, side }: WorkspaceVersion) => {
      const module = snapshot.modules.get(file.path);
      const bytes = file[side];
      return module === undefined || bytes === undefined
        ? undefined
        : openPythonFile(module, bytes, sideBySide);
    };
    const fault = ({ snapshot }: WorkspaceVersion) =>
      snapshot.skipped.find(skipped => skipped.file === file.path)?.reason;
    const change = file.before === undefined ? 'created' : file.after === undefined ? 'deleted' : 'modified';
    return {
      path: file.path,
      change,
      before: open(before),
      after: open(after),
      unreadable: { before: fault(before), after: fault(after) },
    };
  });
  const byPath = new Map(changed.map(module => [module.path, module]));
  type Opening = Promise<PythonFile | undefined>;
  const opened: Readonly<Record<Side, Map<string, Opening>>> = { before: new Map(), after: new Map() };
  for (const side of ['before', 'after'] as const)
    for (const module of changed) opened[side].set(module.path, Promise.resolve(module[side]));
  const openOther = (module: WorkspaceModule): Opening => {
    const opening = base
      .readBytes(module)
      .then(bytes => (bytes === undefined ? undefined : openPythonFile(module, bytes, sideBySide)));
    // It is the same on both sides.
    opened.before.set(module.path, opening);
    opened.after.set(module.path, opening);
    return opening;
  };
  const fileOf = (module: WorkspaceModule, side: Side): Opening =>
    opened[side].get(module.path) ?? openOther(module);
  let asked = 0;
  return {
    before,
    after,
    changed,
    changedAt: path => (path === undefined ? undefined : byPath.get(path)),
    ...(otherTexts === undefined ? {} : { otherTexts }),
    changedPaths: new Set(changes.files.map(file => file.path)),
    // Asked very often, and mostly known: it has no promise of its own.
    open: (module, side) =>
      ++asked % FILES_BETWEEN === 0 ? pause().then(() => fileOf(module, side)) : fileOf(module, side),
  };
}
