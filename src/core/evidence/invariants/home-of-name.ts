import type { Import } from '../../python/grammar/module-index.ts';
import type { Target } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { isBoundByImportsOnly } from '../facts/bound-names.ts';

/** Where the thing is defined that gets another name. */
export interface Home {
  readonly path: string;
  /** The class or function around it; empty at the top of the module. */
  readonly around: string;
  readonly kind: 'module' | 'class' | 'function';
}

/** Whether the name of a module is what is renamed. */
export const offersHomes = (
  module: WorkspaceModule,
  name: string,
  home: Home,
  { graph }: WorkspaceVersion,
): boolean => isIts(graph.resolve(module, name), name, home);

/** The definition itself, and not another one that is imported under its name. */
const isIts = (target: Target | undefined, name: string, home: Home): boolean =>
  target?.kind === 'definition' &&
  target.module.path === home.path &&
  target.module.index.definitions[target.index]?.name === name;

export const binds = ({ kind, names }: Import, wanted: string): boolean =>
  names.some(({ name, alias }) => (alias ?? (kind === 'import' ? name.split('.')[0] : name)) === wanted);

/** An import of the name itself, from where it is defined; of `*` also one that brings no such name. */
export function isOfHome(
  { module }: PythonFile,
  statement: Import,
  name: string,
  home: Home | undefined,
  version: WorkspaceVersion,
  isStar = false,
): boolean {
  const { graph } = version;
  if (home?.kind !== 'module') return false;
  if (isStar) {
    const source = graph.moduleOfImport(statement, module);
    const isOther =
      source === undefined || source.index.definitions.some(each => each.name === '__getattr__');
    return (
      !isOther && (graph.resolve(source, name) === undefined || offersHomes(source, name, home, version))
    );
  }
  if (!statement.names.some(each => each.name === name)) return false;
  if (statement.module.split('.').includes(name)) return false;
  return isIts(graph.fromImport(module, statement, name), name, home);
}

/** `m.name`, where `m` can be nothing but a module of the workspace that has the name from where it is defined. */
export function isOfModule(file: PythonFile, at: number, home: Home, version: WorkspaceVersion): boolean {
  const { tokens, module } = file;
  let first = at;
  while (tokens.op(first - 1) === op.DOT && tokens.isName(first - 2)) first -= 2;
  if (first === at || tokens.op(first - 1) === op.DOT) return false;
  const path: string[] = [];
  for (let i = first; i < at; i += 2) path.push(tokens.text(i));
  const [owner = ''] = path;
  const { imports } = module.index;
  const binding = imports.filter(each => binds(each, owner));
  const hasStar = imports.some(({ names }) => names.some(({ name }) => name === '*'));
  if (binding.length === 0 || hasStar || !isBoundByImportsOnly(file, owner)) return false;
  return binding.every(statement => {
    const source = moduleAt(module, statement, path, version);
    return source !== undefined && offersHomes(source, tokens.text(at), home, version);
  });
}

/** The module that a path stands for whose first name the statement binds. */
function moduleAt(
  module: WorkspaceModule,
  statement: Import,
  [owner = '', ...rest]: readonly string[],
  { graph }: WorkspaceVersion,
): WorkspaceModule | undefined {
  const target = graph.throughImport(module, statement, owner);
  let found = target?.kind === 'module' ? target.module : undefined;
  // A package without `__init__.py` is no module itself.
  if (target?.kind === 'external') return graph.findModule([owner, ...rest].join('.'), module);
  for (const name of rest) {
    const next = found && graph.resolve(found, name);
    found = next?.kind === 'module' ? next.module : undefined;
  }
  return found;
}
