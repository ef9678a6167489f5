import type * as vscode from 'vscode';
import type { ChangeSet } from '../../core/changes/change-set.ts';
import type { ApplyOptions, ApplyResult, Files, ReadResult } from '../../core/ports/files.ts';
import { beginTransaction } from '../../node/files/begin-transaction.ts';
import type { DiskFiles } from '../../node/files/disk-files.ts';
import { nodeFs } from '../../node/files/fs-port.ts';
import { hostIdentity } from '../../node/files/host-identity.ts';
import type { Transaction } from '../../node/files/open-transaction.ts';
import { asHeld } from './holdable.ts';
import { type DocumentChange, findUnsaved, followDisk, openExactly } from './open-documents.ts';
import { rememberTabs } from './tabs.ts';
import { type EditorFault, restoreThroughEditor, writeThroughEditor } from './write-through-editor.ts';

const WAIT_MS = 5000;
const UNSAVED = 'has unsaved changes; save or revert it in its editor first';

export interface EditorFilesParts {
  readonly folder: vscode.Uri;
  readonly disk: DiskFiles;
  readonly stateDir: string;
}

/**
 * The workspace's files as a person at the editor has them: unsaved changes count, and what an editor can hold
 * exactly is changed through one edit, so that one undo takes it back. Everything is under the same rollback
 * record as on the command line (T2), whoever writes it.
 */
export function createEditorFiles({ folder, disk, stateDir }: EditorFilesParts): Files {
  let settling: Promise<void> = Promise.resolve();

  return {
    async read(path): Promise<ReadResult> {
      const result = await disk.read(path);
      if (result.kind !== 'file' || findUnsaved(folder, [result.file.path]) === undefined) return result;
      return { kind: 'refused', path, reason: UNSAVED };
    },
    list: path => disk.list(path),
    walk: (path, options) => disk.walk(path, options),

    async apply(changes, options): Promise<ApplyResult> {
      if (changes.files.length === 0) return { kind: 'applied' };
      const unsaved = findUnsaved(
        folder,
        changes.files.map(file => file.path),
      );
      if (unsaved !== undefined) return notBegun(unsaved, UNSAVED);
      await settling;
      const closeNewTabs = rememberTabs();
      const inEditor = await openAll(changes);
      const begun = await begin(changes, inEditor, options);
      if (begun.kind === 'not_applied') return begun;
      const result = await carryOut(begun.transaction, inEditor);
      await closeNewTabs(inEditor.map(({ document }) => document));
      if (result.kind === 'applied') settling = begun.transaction.settle().catch(() => undefined);
      return result;
    },
  };

  /** The documents of the files that go through the editor; all others are written to the disk. */
  async function openAll(changes: ChangeSet): Promise<readonly DocumentChange[]> {
    const opened = changes.files.map(change => {
      const held = asHeld(change);
      return held === undefined ? undefined : openExactly(folder, held);
    });
    return (await Promise.all(opened)).filter(document => document !== undefined);
  }

  function begin(changes: ChangeSet, inEditor: readonly DocumentChange[], { runId, signal }: ApplyOptions) {
    const paths = new Set(inEditor.map(({ held }) => held.change.path));
    return beginTransaction(changes, {
      fs: nodeFs,
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
    inEditor: readonly DocumentChange[],
  ): Promise<ApplyResult> {
    const fault =
      (await transaction.write()) ??
      (await writeThroughEditor(inEditor)) ??
      (await verify(transaction, inEditor));
    if (fault === undefined) return transaction.commit();
    await restoreThroughEditor(inEditor);
    const result = await transaction.rollBack(fault.reason, fault.path, await contentsNow(inEditor));
    await followDisk(inEditor, 'before');
    return result;
  }

  /** What save participants made of the files is the editor's doing, and may be replaced by what was before. */
  async function contentsNow(inEditor: readonly DocumentChange[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const read = inEditor.map(async ({ held, document }) => {
      const { path } = held.change;
      const result = await disk.read(path);
      // Only if it is what the editor shows: anything else was written by someone else.
      const isEditors =
        result.kind === 'file' && !document.isDirty && decode(result.file.bytes) === document.getText();
      return isEditors ? ([[path, result.file.bytes]] as const) : [];
    });
    return new Map((await Promise.all(read)).flat());
  }
}

async function verify(
  transaction: Transaction,
  inEditor: readonly DocumentChange[],
): Promise<EditorFault | undefined> {
  const fault = await transaction.verify();
  if (fault === undefined) return undefined;
  const altered = inEditor.find(
    ({ held, document }) => held.change.path === fault.path && document.getText() !== held.after,
  );
  if (altered === undefined) return fault;
  const reason = `${fault.path} was altered while it was saved (format on save, trim whitespace, another extension?), so that it is not what was approved. Every file was restored; turn that off for this file or apply again from the command line`;
  return { path: fault.path, reason };
}

const notBegun = (path: string, why: string): ApplyResult => ({
  kind: 'not_applied',
  path,
  reason: `${path} ${why}`,
  rolledBack: false,
});

const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
