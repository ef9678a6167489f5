import type { Result } from '../kernel/result.ts';
import { fail, ok } from '../kernel/result.ts';
import type { PlannedTask } from './events.ts';

const FENCE = '@@@';
const OPENING = /^@@@task(?:\s+([A-Za-z0-9][A-Za-z0-9._-]*))?\s*$/;

/** Names of sections, and the field each fills. */
const SECTIONS: Readonly<Record<string, keyof Draft>> = {
  objective: 'objective',
  description: 'objective',
  scope: 'scope',
  dependencies: 'dependencies',
  'depends on': 'dependencies',
  acceptance: 'acceptance',
  'acceptance criteria': 'acceptance',
  'definition of done': 'acceptance',
  verification: 'acceptance',
};

type Known = Pick<PlannedTask, 'taskId' | 'title'>;

interface Draft {
  id: string;
  title: string;
  objective: string[];
  scope: string[];
  dependencies: string[];
  acceptance: string[];
}

/**
 * Reads the `@@@task` blocks of a plan. What is around them is prose and passed over.
 *
 *     @@@task money
 *     # Round amounts to cents
 *     What is to be done.
 *     ## Scope
 *     - shop/money.py
 *     ## Dependencies
 *     - another-task
 *     ## Acceptance
 *     - test_money passes
 *     @@@
 *
 * Without a name a task is `task-1`, `task-2` … Dependencies are names or titles, of the plan or of `known` tasks;
 * cycles are refused. A known task that is written down again is passed over.
 */
export function parseTasks(text: string, known: readonly Known[] = []): Result<readonly PlannedTask[]> {
  const drafts: Draft[] = [];
  let open: Draft | undefined;
  let section: keyof Draft = 'objective';
  let number = 0;
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    const opening = OPENING.exec(line.trim());
    if (opening) {
      if (open) return fail(`line ${i + 1}: a task begins before the one above it ends with ${FENCE}`);
      open = { id: opening[1] ?? '', title: '', objective: [], scope: [], dependencies: [], acceptance: [] };
      section = 'objective';
      number++;
    } else if (open && line.trim() === FENCE) {
      if (open.title === '') return fail(`line ${i + 1}: the task has no title; begin it with "# Title"`);
      drafts.push(open);
      open = undefined;
    } else if (line.trim().startsWith(`${FENCE}task`)) {
      return fail(`line ${i + 1}: a task begins with "@@@task" or "@@@task name" and nothing after it`);
    } else if (open) {
      const heading = /^(#+)\s+(\S.*)$/.exec(line.trim());
      if (heading?.[1] === '#') open.title = heading[2] ?? '';
      else if (heading) section = SECTIONS[heading[2]?.toLowerCase().replace(/:$/, '') ?? ''] ?? 'objective';
      else add(open, section, line.trim());
    }
  }
  if (open) return fail(`the task "${open.title}" does not end: close it with ${FENCE} on a line of its own`);
  return number === 0 ? ok([]) : link(drafts, known);
}

function add(draft: Draft, section: keyof Draft, line: string): void {
  const item = line.replace(/^[-*]\s+/, '').replace(/^`(.*)`$/, '$1');
  if (section === 'objective') draft.objective.push(line);
  else if (item !== '' && !/^(none|-)$/i.test(item) && section !== 'id' && section !== 'title')
    draft[section].push(item);
}

function link(all: readonly Draft[], known: readonly Known[]): Result<readonly PlannedTask[]> {
  const drafts = all.filter(
    ({ id, title }) => !known.some(k => k.title === title && (id === '' || id === k.taskId)),
  );
  const knownIds = known.map(k => k.taskId);
  const taken = new Set([...knownIds, ...drafts.map(d => d.id).filter(id => id !== '')]);
  let next = 1;
  for (const draft of drafts) {
    if (draft.id !== '') continue;
    while (taken.has(`task-${next}`)) next++;
    draft.id = `task-${next}`;
    taken.add(draft.id);
  }
  const ids = drafts.map(d => d.id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i || knownIds.includes(id));
  if (twice !== undefined) return fail(`there are two tasks with the name ${twice}`);

  const tasks: PlannedTask[] = [];
  for (const { id, title, objective, scope, acceptance, dependencies } of drafts) {
    const found: string[] = [];
    for (const wanted of dependencies) {
      const isIt = (task: { readonly id: string; readonly title: string }) =>
        task.id === wanted || task.title.toLowerCase() === wanted.toLowerCase();
      const target = [...drafts, ...known.map(k => ({ id: k.taskId, title: k.title }))].find(isIt)?.id;
      if (target === undefined)
        return fail(
          `task ${id} depends on "${wanted}", which is not a task; the tasks are ${[...taken].join(', ')}`,
        );
      found.push(target);
    }
    const outside = scope.find(leadsOut);
    if (outside !== undefined)
      return fail(
        `task ${id} has ${outside} in its scope, which is not in the workspace; name files and folders as seen from its top, such as shop/ or shop/prices.py`,
      );
    const words = objective.join('\n').trim();
    tasks.push({ taskId: id, title, objective: words, scope, dependencies: found, acceptance });
  }
  const cycle = tasks.find(task => dependsOn(task.taskId, task.taskId, tasks, new Set()));
  return cycle ? fail(`task ${cycle.taskId} depends on itself, over its dependencies`) : ok(tasks);
}

const leadsOut = (path: string): boolean =>
  /^(?:[/\\~]|[A-Za-z]:)/.test(path) || path.split(/[/\\]/).includes('..');

function dependsOn(
  from: string,
  target: string,
  tasks: readonly PlannedTask[],
  visited: Set<string>,
): boolean {
  if (visited.has(from)) return false;
  visited.add(from);
  const { dependencies = [] } = tasks.find(t => t.taskId === from) ?? {};
  return dependencies.includes(target) || dependencies.some(d => dependsOn(d, target, tasks, visited));
}
