import { count } from '../kernel/amounts.ts';
import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';

/** Where the list of tasks is looked for, in this order. */
export const TASKS_FILES = ['tasks/TASKS.md', 'TASKS.md'] as const;

/** `-` open, `~` in progress, `+` done, `/` blocked, `?` a question is open. */
export type TaskMark = '-' | '~' | '+' | '/' | '?';

export interface TaskLine {
  /** `3` for a task, `3.1` for one of its features. */
  readonly id: string;
  readonly mark: TaskMark;
  readonly title: string;
  /** 1-indexed. */
  readonly line: number;
}

const LEAD = String.raw`^\s*(?:#+\s+|[-*]\s+)?`;
const TASK = new RegExp(String.raw`${LEAD}(\d+(?:\.\d+)?)[).:]\s+([-~+/?])\s+(\S.*)$`);
/** A number with a bracket is meant as a task; one without a known mark is a mistake. */
const MEANT_AS_TASK = new RegExp(String.raw`${LEAD}(\d+(?:\.\d+)?)\)(\s|$)`);

const isMark = (text: string | undefined): text is TaskMark => text !== undefined && '-~+/?'.includes(text);

/** Reads lines such as `3) ~ Title` and `3.1) - Title`. Everything else is text around them. */
export function parseTasks(text: string): Result<readonly TaskLine[]> {
  const tasks: TaskLine[] = [];
  for (const [i, content] of text.split(/\r\n|\n|\r/).entries()) {
    const [, id, mark, title] = TASK.exec(content) ?? [];
    if (id !== undefined && isMark(mark) && title !== undefined) {
      if (tasks.some(t => t.id === id))
        return fail(`line ${i + 1}: there are two tasks with the number ${id}`);
      tasks.push({ id, mark, title: title.trim(), line: i + 1 });
    } else if (MEANT_AS_TASK.test(content)) {
      return fail(`line ${i + 1}: a task line reads "3) - Title" with one of the marks - ~ + / ?`);
    }
  }
  return ok(tasks);
}

/** Tasks, not features, that an agent may take up. */
export function eligibleTasks(tasks: readonly TaskLine[], submitted: readonly number[]): readonly TaskLine[] {
  return tasks.filter(
    ({ id, mark }) => !id.includes('.') && (mark === '-' || mark === '~') && !submitted.includes(Number(id)),
  );
}

/**
 * Guards a write to the list: a result that cannot be read is refused; anything but the status of the
 * task at hand is a warning.
 */
export function checkTasksWrite(
  before: string | undefined,
  after: string | undefined,
  taskId: number | undefined,
  isAboutList = true,
): Result<readonly string[]> {
  const old = parseTasks(before ?? '');
  if (after === undefined) {
    return old.ok && old.value.length === 0 ? ok([]) : fail('the list of tasks would be deleted');
  }
  const now = parseTasks(after);
  if (!now.ok) return now;
  if (!old.ok) return ok([]); // it was unreadable before; readable is better
  if (old.value.length > 0 && now.value.length === 0) return fail('no task would be left in the list');

  if (before === undefined) return ok([`the list is new, with ${count(now.value.length, 'line')} of tasks`]);

  const warnings: string[] = [];
  const moved = old.value.filter(was => now.value.some(is => is.id === was.id && is.mark !== was.mark));
  const movedTasks = new Set(moved.map(({ id }) => id.split('.', 1)[0]));
  const [only] = movedTasks;
  // Until a task is bound, the one whose status is written is the one at hand, if the list is what the work is about.
  const own = taskId ?? (isAboutList && movedTasks.size === 1 ? only : undefined);
  const isOwn = (id: string) => own !== undefined && (id === `${own}` || id.startsWith(`${own}.`));
  for (const was of old.value) {
    const is = now.value.find(t => t.id === was.id);
    if (!is) warnings.push(`task ${was.id} is removed from the list`);
    else {
      if (is.title !== was.title) warnings.push(`the title of task ${was.id} is changed`);
      if (is.mark !== was.mark && !isOwn(was.id))
        warnings.push(`the status of task ${was.id} is changed, which is not the task at hand`);
    }
  }
  for (const is of now.value) {
    if (!old.value.some(t => t.id === is.id)) warnings.push(`task ${is.id} is added to the list`);
  }
  if (textAround(before ?? '') !== textAround(after)) warnings.push('text beside the task lines is changed');
  return ok(warnings);
}

const textAround = (text: string): string =>
  text
    .split(/\r\n|\n|\r/)
    .filter(line => !TASK.test(line))
    .join('\n');

/** Words by which a person leaves the choice to the list of tasks. */
export const namesTheList = (assignment: string): boolean =>
  /\bTASKS\.md\b|\b(?:next|eligible|open) tasks?\b/i.test(assignment);
