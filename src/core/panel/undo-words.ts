import { count } from '../kernel/amounts.ts';

/** How an editor's window wrote the files of a change. */
export interface WrittenFiles {
  /** Through the editor, as one step of undo. */
  readonly edited: number;
  /** Past it, on the disk. */
  readonly onDisk: number;
}

/** What Undo does not take back, and what does; nothing when one undo takes back everything. */
export function undoWords({ edited, onDisk }: WrittenFiles): string | undefined {
  if (onDisk === 0) return undefined;
  const all = count(edited + onDisk, 'file');
  if (edited === 0) return `Undo in an editor does not take this back, Revert takes back ${all}.`;
  return `Undo takes back ${edited} of ${all}, Revert all of them.`;
}
