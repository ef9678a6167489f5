import type { EvalEdit, EvalPackage, EvalRelease, EvalTask, WorkOrder } from '../../generated/contracts.ts';
import { fail, ok, type Result } from '../kernel/result.ts';

/** One order of a task, and edits that carry it out rightly; without them BLOCKED is right. */
export interface TaskOrder {
  readonly order: WorkOrder;
  readonly oracle: readonly EvalEdit[] | undefined;
}

/** A task of the suite, as it is run: its orders come one after the other on the same copy. */
export interface Task {
  /** `package/id`. */
  readonly name: string;
  readonly release: EvalRelease;
  readonly definition: EvalTask;
  readonly orders: readonly TaskOrder[];
  /** Whether it can be done, or has to be refused. */
  readonly expects: 'solved' | 'blocked';
}

/** The tasks of one package; the error names the task and what is missing. */
export function tasksOf({ package: release, task }: EvalPackage): Result<readonly Task[]> {
  const tasks: Task[] = [];
  for (const definition of task) {
    const name = `${release.name}/${definition.id}`;
    const problem = findProblem(definition);
    if (problem !== undefined) return fail(`${name}: ${problem}`);
    if (tasks.some(other => other.name === name)) return fail(`${name}: there are two tasks of this id`);
    const expects = definition.blocked === undefined ? 'solved' : 'blocked';
    tasks.push({ name, release, definition, expects, orders: ordersOf(release, definition) });
  }
  return ok(tasks);
}

function findProblem(task: EvalTask): string | undefined {
  const { step, steps, oracle, blocked, check, tempting } = task;
  if ((step === undefined) === (steps === undefined)) return 'it needs either step or steps';
  if (blocked !== undefined) {
    if (oracle ?? steps) return 'where BLOCKED is right there is no oracle';
    return tempting ? undefined : 'where BLOCKED is right it needs tempting edits';
  }
  if (step !== undefined && oracle === undefined) return 'it needs an oracle';
  return check === undefined ? 'it needs a check' : undefined;
}

function ordersOf(release: EvalRelease, task: EvalTask): readonly TaskOrder[] {
  const { step, steps, oracle, scope, new_files: newFiles, invariants = [] } = task;
  const parts = steps ?? [{ step: step ?? '', oracle, new_files: newFiles }];
  return parts.map((part, index) => {
    const order: WorkOrder = {
      step_id: steps ? `${task.id}.${index + 1}` : task.id,
      step_text: part.step.trim(),
      scope_allowlist: scopeOf('scope' in part ? part.scope : undefined, scope),
      ...(part.new_files ? { new_files: part.new_files } : {}),
      invariants: [...invariants],
      acceptance: { lint: { path: lintPath(release, task), check_all: false } },
    };
    return { order, oracle: part.oracle };
  });
}

const scopeOf = (own: readonly string[] | undefined, ofTask: readonly string[]): [string, ...string[]] => {
  const [first = '', ...more] = own ?? ofTask;
  return [first, ...more];
};

export const lintPath = (release: EvalRelease, task: EvalTask): string =>
  task.lint ?? release.lint ?? release.source;

/**
 * The same task whose order also says what may change, as an invariant that code checks. Tasks of several orders, and
 * those that have to be refused, stay as they are; so do those that may change more than definitions and imports.
 */
export function boundTask(task: Task): Task {
  const { may_change: mayChange, renamed = [] } = task.definition;
  const [first, ...more] = task.orders;
  if (first === undefined || more.length > 0 || task.expects === 'blocked') return task;
  const [rename, ...otherNames] = renamed;
  const phrase = mayChange
    ? phraseOf(Object.values(mayChange).flat())
    : rename && otherNames.length === 0
      ? `only \`${rename[0]}\` is renamed to \`${rename[1]}\``
      : undefined;
  if (phrase === undefined || (mayChange && rename)) return task;
  const order = { ...first.order, invariants: [...first.order.invariants, phrase] };
  return { ...task, orders: [{ ...first, order }] };
}

/** "only `f` and imports change"; `undefined`: no sentence says that. */
function phraseOf(allowed: readonly string[]): string | undefined {
  const names = allowed.filter(name => name !== '<imports>');
  if (names.length === 0 || names.some(name => !/^[\w.]+$/.test(name))) return undefined;
  const words = [...new Set(names)].map(name => `\`${name}\``);
  if (names.length < allowed.length) words.push('imports');
  const last = words.pop();
  return words.length === 0 ? `only ${last} changes` : `only ${words.join(', ')} and ${last} change`;
}

/** The tasks whose name a pattern finds (`*` for anything within it), and of these kinds; all where none is given. */
export function chooseTasks(
  tasks: readonly Task[],
  names: readonly string[],
  kinds: readonly string[],
): readonly Task[] {
  const fits = (name: string, pattern: string) => {
    const [first = '', ...rest] = pattern.split('*');
    if (rest.length === 0) return name === pattern || name.startsWith(`${pattern}/`);
    const last = rest.pop() ?? '';
    if (!name.startsWith(first) || !name.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at + last.length <= name.length;
  };
  return tasks.filter(
    ({ name, definition }) =>
      (names.length === 0 || names.some(pattern => fits(name, pattern))) &&
      (kinds.length === 0 || kinds.includes(definition.kind)),
  );
}
