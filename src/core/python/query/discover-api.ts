import type { DiscoverApiResult, ToolFailure } from '../../../generated/contracts.ts';
import { importGraphOf } from '../index/import-graph.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { readClasses } from './api-classes.ts';
import { readFunctions } from './api-functions.ts';
import { cutApi } from './cut-api.ts';
import { exportedNames } from './exported-names.ts';
import { findModules, nearestModules } from './find-symbols.ts';
import { assignedOf, type ModuleText } from './header.ts';
import { moduleText } from './module-text.ts';
import { segmentsOf } from './query.ts';
import { readReexports } from './reexports.ts';

/** Characters of a value that are shown. */
const LONGEST_VALUE = 120;

/** `discover_api`: what a module defines, exports and re-exports. */
export async function discoverApi(
  snapshot: WorkspaceSnapshot,
  query: string,
): Promise<DiscoverApiResult | ToolFailure> {
  const asked = segmentsOf(query);
  const [module, ...others] = findModules(snapshot, asked);
  if (module === undefined) return notFound(snapshot, query, asked);
  if (module.name !== asked.join('.') && others.some(other => other.name !== module.name)) {
    const names = new Set([module, ...others].map(({ name }) => name));
    return {
      error: `${query} is the name of several modules; ask for one of them by its full name`,
      changed: false,
      nearest: [...names].slice(0, 10),
    };
  }
  const bytes = await snapshot.readBytes(module);
  if (bytes === undefined)
    return { path: module.path, error: `${module.path} is being changed; ask again`, changed: false };
  const text = moduleText(module, bytes);
  const graph = importGraphOf(snapshot);
  const exports = exportedNames(module, graph);
  const reexports = readReexports(module, exports, graph);
  const isEmpty = Object.keys(reexports).length === 0;
  return cutApi({
    module: module.name,
    file: module.path,
    functions: readFunctions(module, text, -1, 'function'),
    classes: readClasses(module, text),
    constants: readConstants(module, text),
    exports: [...exports],
    ...(isEmpty ? {} : { reexports }),
  });
}

function readConstants(module: WorkspaceModule, text: ModuleText): Record<string, string> {
  const constants = new Map<string, string>();
  for (const definition of module.index.definitions) {
    const { kind, name, parent } = definition;
    if (parent !== -1 || (kind !== 'constant' && kind !== 'variable' && kind !== 'type')) continue;
    if (constants.has(name)) continue;
    const { annotation, value } = assignedOf(definition, text);
    const shown = annotation ?? value ?? '';
    constants.set(name, shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}…` : shown);
  }
  return Object.fromEntries(constants);
}

function notFound(snapshot: WorkspaceSnapshot, query: string, asked: readonly string[]): ToolFailure {
  const skipped = snapshot.skipped.find(({ file }) =>
    file
      .replace(/(\/__init__)?\.pyi?$/, '')
      .replaceAll('/', '.')
      .endsWith(asked.join('.')),
  );
  const nearest = [...nearestModules(snapshot, asked)];
  if (skipped !== undefined)
    return {
      path: skipped.file,
      error: `${skipped.file} cannot be read: ${skipped.reason}`,
      changed: false,
      nearest,
    };
  return { error: `No module named ${query} in the workspace`, changed: false, nearest };
}
