import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { Files } from '../ports/files.ts';
import type { Assignment } from './run-request.ts';
import { taskList } from './task-list.ts';

/** Words stay words; a number is a task of the list, and must be there. */
export async function findAssignment(text: string, files: Pick<Files, 'read'>): Promise<Result<Assignment>> {
  const words = text.trim();
  if (!/^\d+$/.test(words)) return ok({ text: words, taskId: undefined });
  const list = await taskList(filesAsStaging(files)).read();
  if (list.path === undefined)
    return fail(`there is no TASKS.md, so task ${words} cannot be found; write it in words`);
  if (list.problem !== undefined) return fail(`${list.path} cannot be read: ${list.problem}`);
  const task = list.tasks.find(t => t.id === `${Number(words)}`);
  if (!task) return fail(`${list.path} has no task ${words}`);
  return ok({ text: `Task ${task.id}: ${task.title}`, taskId: Number(words) });
}

/** Reads without an overlay. */
export function filesAsStaging(files: Pick<Files, 'read'>) {
  return {
    async read(path: string): Promise<Result<Uint8Array | undefined>> {
      const result = await files.read(path);
      if (result.kind === 'refused') return fail(result.reason);
      return ok(result.kind === 'file' ? result.file.bytes : undefined);
    },
  };
}
