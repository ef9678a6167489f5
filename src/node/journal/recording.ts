import { JournalFault } from '../../core/ports/journal-fault.ts';
import { meaningOf } from '../files/fs-acts.ts';

const NEXT_STEPS: Readonly<Record<string, string>> = {
  ENOSPC: 'free some space and run it again',
  EDQUOT: 'free some space and run it again',
  EFBIG: 'raise the limit of file sizes (ulimit -f) and run it again',
};
const ANOTHER_FOLDER =
  'make that folder writable, or set WORKORDER_STATE_DIR to another one, and run it again';

/** Does the writing; an error of the file system becomes a `JournalFault` that names the folder and the next step. */
export async function recording<T>(folder: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const nextStep = NEXT_STEPS[code] ?? ANOTHER_FOLDER;
    throw new JournalFault(`the run cannot be recorded in ${folder}: ${meaningOf(error)}; ${nextStep}`);
  }
}

/** `undefined` for what did not come from the system: a damaged journal, a fault in the code. */
function systemCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined;
}
