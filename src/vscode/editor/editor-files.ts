import type * as vscode from 'vscode';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import type { WrittenFiles } from '../../core/panel/undo-words.ts';
import type { ApplyOptions, ApplyResult, Files, ReadResult } from '../../core/ports/files.ts';
import { beginTransaction } from '../../node/files/begin-transaction.ts';
import type { DiskFiles } from '../../node/files/disk-files.ts';
import { type FsPort, nodeFs } from '../../node/files/fs-port.ts';
import { hostIdentity } from '../../node/files/host-identity.ts';
import type { Transaction } from '../../node/files/open-transaction.ts';
import { followDisk, watchFolders } from './follow-disk.ts';
import { asHeld, MOST_AS_ONE_EDIT } from './holdable.ts';
import {
  type DocumentChange,
  findLoaded,
  findUnsaved,
  type LoadedFile,
  loadedDocuments,
  openExactly,
} from './open-documents.ts';
import { rememberTabs } from './tabs.ts';
import { type EditorFault, restoreThroughEditor, writeThroughEditor } from './write-through-editor.ts';

const WAIT_MS = 5000;
const UNSAVED = 'has unsaved changes; save or revert it in its editor first';

export interface EditorFilesParts {
  readonly folder: vscode.Uri;
  readonly disk: DiskFiles;
  readonly stateDir: string;
  /** What writes past the editor. */
  readonly fs?: FsPort;
  /** Called with the way in which the files of each applied change were written: what one undo takes back. */
  readonly onApplied?: (runId: string, written: WrittenFiles) => void;
}

/**
 * The workspace's files as a person at the editor has them: unsaved changes count, and a change that VS Code can hold
 * exactly is made through one edit, so that one undo takes it back. What an editor cannot hold, and every file of a
 * change of too many, is written on the disk, and open documents follow. Everything is under the same rollback
 * record as on the command line, whoever writes it.
 */
export function createEditorFiles({
  folder,
  disk,
  stateDir,
  fs = nodeFs,
  onApplied,
}: EditorFilesParts): Files {
  let flushing: Promise<void> = Promise.resolve();

  return {
    async read(path): Promise<ReadResult> {
      const result = await disk.read(path);
      if (result.kind !== 'file' || findUnsaved(folder, [result.file.path]) === undefined) return result;
      return { kind: 'refused', path, reason: UNSAVED };
    },
    async readSame(path, sha256) {
      return findUnsaved(folder, [path]) === undefined ? disk.readSame?.(path, sha256) : undefined;
    },
    list: path => disk.list(path),
    walk: (path, options) => disk.walk(path, options),

    async apply(changes, options): Promise<ApplyResult> {
      if (changes.files.length === 0) return { kind: 'applied' };
      const unsaved = findUnsavedOf(changes);
      if (unsaved !== undefined) return notBegun(unsaved, UNSAVED);
      await flushing;
      const closeNewTabs = rememberTabs();
      const inEditor = await openAll(changes);
      const begun = await begin(changes, inEditor, options);
      if (begun.kind === 'not_applied') return begun;
      const result = await carryOut(begun.transaction, changes, inEditor);
      await closeNewTabs(inEditor.map(({ uri }) => uri));
      if (result.kind !== 'applied') return result;
      flushing = begun.transaction.flush().catch(() => undefined);
      const edited = inEditor.length;
      onApplied?.(options.runId, { edited, onDisk: changes.files.length - edited });
      return result;
    },
  };

  function findUnsavedOf(changes: ChangeSet): string | undefined {
    return findUnsaved(
      folder,
      changes.files.map(file => file.path),
    );
  }

  /** The documents of the files that go through the editor; all others are written on the disk. */
  async function openAll(changes: ChangeSet): Promise<readonly DocumentChange[]> {
    if (changes.files.length > MOST_AS_ONE_EDIT) return [];
    const opened = changes.files.map(change => {
      const held = asHeld(change);
      return held === undefined ? undefined : openExactly(folder, held);
    });
    return (await Promise.all(opened)).filter(document => document !== undefined);
  }

  function begin(changes: ChangeSet, inEditor: readonly DocumentChange[], { runId, signal }: ApplyOptions) {
    const paths = pathsOf(inEditor);
    return beginTransaction(changes, {
      fs,
      root: disk.root,
      stateDir,
      host: hostIdentity(),
      runId,
      signal,
      waitMs: WAIT_MS,
      writerOf: path => (paths.has(path) ? 'in_place' : 'rename'),
    });
  }

  async function carryOut(
    transaction: Transaction,
    changes: ChangeSet,
    inEditor: readonly DocumentChange[],
  ): Promise<ApplyResult> {
    const paths = pathsOf(inEditor);
    const onDisk = changes.files.filter(({ path }) => !paths.has(path));
    return whileFollowed(findLoaded(folder, onDisk), async () => {
      const fault =
        (await transaction.write()) ??
        (await writeThroughEditor(inEditor)) ??
        (await verify(transaction, inEditor)) ??
        findTypedIn(changes);
      return fault === undefined ? transaction.commit() : takeBack(transaction, inEditor, fault);
    });
  }

  async function takeBack(
    transaction: Transaction,
    inEditor: readonly DocumentChange[],
    fault: EditorFault,
  ): Promise<ApplyResult> {
    await restoreThroughEditor(inEditor);
    const edited = findLoaded(
      folder,
      inEditor.map(({ held }) => held.change),
    );
    return whileFollowed(edited, async () =>
      transaction.rollBack(fault.reason, fault.path, await contentsNow(inEditor)),
    );
  }

  /** Someone typed while the files were written: what they see is not what the change was computed from. */
  function findTypedIn(changes: ChangeSet): EditorFault | undefined {
    const path = findUnsavedOf(changes);
    return path === undefined ? undefined : { path, reason: `${path} ${UNSAVED}` };
  }

  /** What save participants made of the files is the editor's doing, and may be replaced by what was before. */
  async function contentsNow(inEditor: readonly DocumentChange[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const loaded = loadedDocuments();
    const read = inEditor.map(async ({ held, uri }) => {
      const { path } = held.change;
      const document = loaded.get(uri.toString());
      const result = await disk.read(path);
      // Only if it is what the editor shows: anything else was written by someone else.
      const isEditors =
        result.kind === 'file' &&
        document?.isDirty === false &&
        decode(result.file.bytes) === document.getText();
      return isEditors ? ([[path, result.file.bytes]] as const) : [];
    });
    return new Map((await Promise.all(read)).flat());
  }
}

/** Nothing is reported before open documents show what is on the disk. */
async function whileFollowed(
  loaded: readonly LoadedFile[],
  write: () => Promise<ApplyResult>,
): Promise<ApplyResult> {
  const watch = watchFolders(loaded);
  try {
    const result = await write();
    await followDisk(loaded, result.kind === 'applied' ? 'after' : 'before');
    return result;
  } finally {
    watch.dispose();
  }
}

async function verify(
  transaction: Transaction,
  inEditor: readonly DocumentChange[],
): Promise<EditorFault | undefined> {
  const fault = await transaction.verify();
  if (fault === undefined) return undefined;
  const loaded = loadedDocuments();
  const altered = inEditor.find(
    ({ held, uri }) =>
      held.change.path === fault.path && loaded.get(uri.toString())?.getText() !== held.after,
  );
  if (altered === undefined) return fault;
  const reason = `${fault.path} was altered while it was saved (format on save, trim whitespace, another extension?), so that it is not what was approved. Every file was restored; turn that off for this file or apply again from the command line`;
  return { path: fault.path, reason };
}

const pathsOf = (inEditor: readonly DocumentChange[]): ReadonlySet<string> =>
  new Set(inEditor.map(({ held }) => held.change.path));

const notBegun = (path: string, why: string): ApplyResult => ({
  kind: 'not_applied',
  path,
  reason: `${path} ${why}`,
  rolledBack: false,
});

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
