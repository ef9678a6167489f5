import type { ToolFailure } from '../../../generated/contracts.ts';
import { fullName, localName, type SymbolRef } from '../index/symbol-table.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import { findDefinitions, findModules, nearestDefinitions } from './find-symbols.ts';

/** All definitions of one qualified name, or why the query does not name exactly one. */
export type FoundOne =
  | { readonly kind: 'found'; readonly name: string; readonly parts: readonly [SymbolRef, ...SymbolRef[]] }
  | { readonly kind: 'failure'; readonly failure: ToolFailure };

const MOST_NAMES = 10;

/** The definition that a bare, partly or fully qualified name means, with its overloads and accessors. */
export function findOne(
  snapshot: WorkspaceSnapshot,
  query: string,
  asked: readonly string[],
  isWanted: (ref: SymbolRef) => boolean = () => true,
): FoundOne {
  const found = findDefinitions(snapshot, asked).filter(isWanted);
  const [first] = found;
  if (first === undefined) return { kind: 'failure', failure: notFound(snapshot, query, asked) };
  const name = fullName(first);
  const others = otherNames(found, first, asked);
  if (others.length > 0) {
    const failure: ToolFailure = {
      error: `${query} is defined in several places; ask for one of them by its qualified name`,
      changed: false,
      nearest: [name, ...others].slice(0, MOST_NAMES),
    };
    return { kind: 'failure', failure };
  }
  const rest = found.slice(1).filter(ref => ref.module === first.module && fullName(ref) === name);
  return { kind: 'found', name, parts: [first, ...rest] };
}

/** Other definitions that the query could mean; a stub beside its source means the same. */
function otherNames(
  found: readonly SymbolRef[],
  first: SymbolRef,
  asked: readonly string[],
): readonly string[] {
  const name = fullName(first);
  const isExact = name === asked.join('.');
  const others = new Set<string>();
  for (const ref of found) {
    if (fullName(ref) !== name) {
      if (!isExact) others.add(fullName(ref));
    } else if (ref.module !== first.module && !ref.module.isStub)
      others.add([...ref.module.segments, localName(ref)].join('.'));
  }
  return [...others];
}

function notFound(snapshot: WorkspaceSnapshot, query: string, asked: readonly string[]): ToolFailure {
  const [module] = findModules(snapshot, asked);
  if (module !== undefined) {
    const names = module.index.definitions.filter(d => d.parent === -1).map(d => `${module.name}.${d.name}`);
    return {
      path: module.path,
      error: `${query} is a module; discover_api shows what is in it`,
      changed: false,
      nearest: [...new Set(names)].slice(0, MOST_NAMES),
    };
  }
  const skipped = snapshot.skipped.length;
  const files = skipped === 1 ? 'file' : 'files';
  const unread = skipped === 0 ? '' : ` (${skipped} ${files} could not be read; locate_symbol lists them)`;
  return {
    error: `No definition named ${query} in the workspace's Python files${unread}`,
    changed: false,
    nearest: [...nearestDefinitions(snapshot, asked)],
  };
}
