import { splitPath, type WorkspaceFolders } from './workspace-folders.ts';

/**
 * The names one file of a transaction uses for a moment. All lie in the file's own folder, where a rename
 * cannot cross file systems, and follow from id and position alone, so that recovery finds them and a
 * forged record cannot choose them.
 */
export interface EntryNames {
  readonly folder: string;
  readonly target: string;
  /** The new version before it gets its name. */
  readonly staged: string;
  /** The original file while the transaction is open. */
  readonly aside: string;
  /** A version written back from the record. */
  readonly back: string;
  /** What had the name until something was put back. */
  readonly gone: string;
}

/** Each name is made when it is asked for, because a folder may have to be created first, or be opened again. */
export function namesOf(folders: WorkspaceFolders, id: string, index: number, target: string): EntryNames {
  const [folder, name] = splitPath(target);
  const temporary = (end: string) => `${folders.at(folder)}/.work-order-${id}-${index}.${end}`;
  return {
    get folder() {
      return `${folders.at(folder)}/.`;
    },
    get target() {
      return `${folders.at(folder)}/${name}`;
    },
    get staged() {
      return temporary('new');
    },
    get aside() {
      return temporary('old');
    },
    get back() {
      return temporary('back');
    },
    get gone() {
      return temporary('gone');
    },
  };
}

/** The record's file by state: being written, the transaction open, the transaction committed. */
export const RECORD_STATES = ['draft', 'journal', 'committed'] as const;
export type RecordState = (typeof RECORD_STATES)[number];

export const recordName = (id: string, state: RecordState): string => `transaction-${id}.${state}`;

export function parseRecordName(
  name: string,
): { readonly id: string; readonly state: RecordState } | undefined {
  const match = /^transaction-([0-9a-f]{16})\.(draft|journal|committed)$/.exec(name);
  const state = RECORD_STATES.find(known => known === match?.[2]);
  return match?.[1] !== undefined && state ? { id: match[1], state } : undefined;
}
