import type { Staging } from '../gate/staging.ts';
import { decodeUtf8 } from '../kernel/utf8.ts';
import { parseTasks, TASKS_FILES, type TaskLine } from './tasks-file.ts';

export interface ReadTaskList {
  /** `undefined` when there is no list. */
  readonly path: string | undefined;
  readonly tasks: readonly TaskLine[];
  /** The list itself, when there is one. */
  readonly bytes?: Uint8Array;
  /** Why a list that exists cannot be used. */
  readonly problem?: string;
}

/** TASKS.md as the running cycle sees it. */
export interface TaskList {
  read(): Promise<ReadTaskList>;
}

export function taskList(staging: Pick<Staging, 'read'>): TaskList {
  return {
    async read() {
      for (const path of TASKS_FILES) {
        const bytes = await staging.read(path);
        if (!bytes.ok || !bytes.value) continue;
        const parsed = parseTasks(decodeUtf8(bytes.value) ?? '');
        const list = { path, bytes: bytes.value };
        return parsed.ok ? { ...list, tasks: parsed.value } : { ...list, tasks: [], problem: parsed.error };
      }
      return { path: undefined, tasks: [] };
    },
  };
}
