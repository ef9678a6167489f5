import type { WorkOrder } from '../../generated/contracts.ts';

/** Invariants offered when a step is typed in; a person picks from them or adds their own. */
export const COMMON_INVARIANTS = [
  'no behavior changes',
  'no import shape changes',
  'no public API changes',
  'no new dependencies',
  'no _id/_key renames',
] as const;

export interface NewOrder {
  readonly stepId: string;
  readonly stepText: string;
  readonly scope: readonly string[];
  /** Left out: none. */
  readonly newFiles?: readonly string[];
  readonly invariants: readonly string[];
}

/** A whole work order from what a person typed; lint looks at the folder that holds the scope. */
export function composeOrder(input: NewOrder): WorkOrder {
  return {
    step_id: input.stepId,
    step_text: input.stepText,
    scope_allowlist: [...input.scope],
    ...(input.newFiles?.length ? { new_files: [...input.newFiles] } : {}),
    invariants: [...input.invariants],
    acceptance: { lint: { path: commonFolder(input.scope), check_all: false } },
  };
}

/** As it is written to a *.workorder.json. */
export function orderText(order: WorkOrder): string {
  return `${JSON.stringify(order, null, 2)}\n`;
}

/** `rename-quote-to-offer` from the first words of the step; the file name and the step id. */
export function stepIdFrom(stepText: string): string {
  const words = stepText
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .split(' ')
    .filter(word => word !== '');
  return words.slice(0, 6).join('-').slice(0, 48) || 'step';
}

/**
 * Scopes to choose from for a step that starts at one file, narrowest first: the file, then each folder
 * above it that lies below the workspace's root.
 */
export function proposeScopes(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  const parts = path.replace(/\/$/, '').split('/');
  const folders = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
  return [path, ...folders.reverse()];
}

/** The deepest folder that holds every entry, without a trailing slash; `null` when only the root does. */
export function commonFolder(scope: readonly string[]): string | null {
  const folders = scope.map(entry => entry.replace(/\/$/, '').split('/'));
  const [first = []] = folders;
  let depth = 0;
  while (depth < first.length && folders.every(folder => folder[depth] === first[depth])) depth++;
  return first.slice(0, depth).join('/') || null;
}
