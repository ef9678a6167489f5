import type { OutsidePermission } from '../ports/agent-on-copy.ts';

/** Who answers an agent that asks before it does something. */
export interface PermissionRules {
  /** The sandbox it is in keeps it to its copy. */
  readonly isConfined: boolean;
  /** The person wants to be asked each time, also where nothing can reach the workspace. */
  readonly asksAlways: boolean;
}

/** Reads or changes files, and starts nothing. */
const OF_FILES = new Set(['read', 'edit', 'delete', 'move', 'search', 'think']);

/** By whom a request is granted without a question; `undefined`: a person decides. */
export function grantedBy(
  { call }: OutsidePermission,
  { isConfined, asksAlways }: PermissionRules,
): string | undefined {
  if (asksAlways) return undefined;
  if (isConfined) return 'the sandbox, which keeps it to its copy';
  const isInCopy = call.paths.every(path => !isOutside(path));
  return OF_FILES.has(call.does) && call.paths.length > 0 && isInCopy
    ? 'its files are in the copy'
    : undefined;
}

const isOutside = (path: string): boolean =>
  path.startsWith('/') || path === '..' || path.startsWith('../') || /^[A-Za-z]:|^\\\\/.test(path);
