import { dirname, join } from 'node:path';

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

export function namesOf(root: string, id: string, index: number, target: string): EntryNames {
  const absolute = join(root, ...target.split('/'));
  const folder = dirname(absolute);
  const temporary = (end: string) => join(folder, `.work-order-${id}-${index}.${end}`);
  return {
    folder,
    target: absolute,
    staged: temporary('new'),
    aside: temporary('old'),
    back: temporary('back'),
    gone: temporary('gone'),
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
