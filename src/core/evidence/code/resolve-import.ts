import { at } from '../../kernel/at.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { ImportGraph } from '../../python/index/import-graph.ts';
import type { WorkspaceSnapshot } from '../../python/index/workspace-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import type { WorkspaceVersion } from './two-versions.ts';

/** What an import finds in the workspace. */
export type ImportResult =
  | { readonly kind: 'found' }
  /** Not of this workspace, or decided only when it runs. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'no_module'; readonly reason: string }
  | { readonly kind: 'no_name'; readonly reason: string };

const FOUND: ImportResult = { kind: 'found' };
const UNKNOWN: ImportResult = { kind: 'unknown' };

/** What every module has without defining it. */
export const MODULE_ATTRIBUTES = new Set(
  '__name__ __doc__ __file__ __path__ __package__ __spec__ __loader__ __dict__ __annotations__ __builtins__'.split(
    ' ',
  ),
);

/** What a module has as any object does: `from pkg import __eq__` finds it, whatever the module defines. */
const OBJECT_ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    '__class__ __delattr__ __dir__ __eq__ __format__ __ge__ __getattribute__ __gt__ __hash__ __init__ ' +
    '__init_subclass__ __le__ __lt__ __ne__ __new__ __reduce__ __reduce_ex__ __repr__ __setattr__ __sizeof__ __str__ ' +
    '__subclasshook__'
  ).split(' '),
);

interface Offering {
  readonly otherNames: ReadonlySet<string>;
  /** It may have names that no one can tell from its source. */
  readonly isOpen: boolean;
}

/** Looks imports up in one version of the workspace. */
export class ImportResolver {
  readonly #snapshot: WorkspaceSnapshot;
  readonly #graph: ImportGraph;
  readonly #offerings = new Map<WorkspaceModule, Offering>();
  #folders: ReadonlySet<string> | undefined;

  constructor({ snapshot, graph }: WorkspaceVersion) {
    this.#snapshot = snapshot;
    this.#graph = graph;
  }

  resolve(module: WorkspaceModule, statement: Import, name: string): ImportResult {
    if (statement.kind === 'import') return this.#module(module, name);
    const source = this.#graph.moduleOfImport(statement, module);
    if (source !== undefined) {
      if (name === '*') return FOUND;
      if (source === module) return this.#graph.submodule(source, name) ? FOUND : this.offers(source, name);
      return this.offers(source, name);
    }
    const target = this.#graph.fromImport(module, statement, name);
    if (target?.kind === 'module') return FOUND;
    if (statement.level === 0) return this.#module(module, statement.module);
    const up = module.isPackage ? statement.level - 1 : statement.level;
    const base = module.segments.slice(0, Math.max(0, module.segments.length - up));
    const path = [...base, ...statement.module.split('.').filter(part => part !== '')];
    // A folder without `__init__.py`: anything may be in it that is no Python file.
    if (this.#isFolder(path)) return UNKNOWN;
    return this.#missing('.'.repeat(statement.level) + statement.module, path);
  }

  /** Whether `from module import name` finds the name. */
  offers(module: WorkspaceModule, name: string): ImportResult {
    if (this.#graph.resolve(module, name) !== undefined) return FOUND;
    const { otherNames, isOpen } = this.#offering(module);
    if (otherNames.has(name) || MODULE_ATTRIBUTES.has(name)) return FOUND;
    if (isOpen || OBJECT_ATTRIBUTES.has(name)) return UNKNOWN;
    if (module.isPackage && this.#isFolder([...module.segments, name])) return FOUND;
    return { kind: 'no_name', reason: `${module.path} has no ${name}` };
  }

  /** What a module offers besides its definitions and imports; read once for all names that are looked up in it. */
  #offering(module: WorkspaceModule): Offering {
    const known = this.#offerings.get(module);
    if (known !== undefined) return known;
    const { definitions, imports, otherNames } = module.index;
    const atTop = imports.filter(({ parent }) => parent === -1);
    const isOpen =
      // PEP 562: the module answers for names that it does not define.
      definitions.some(({ parent, name }) => parent === -1 && name === '__getattr__') ||
      atTop.some(({ names }) => names.some(({ name, alias }) => (alias ?? name) === '__getattr__')) ||
      otherNames.includes('__getattr__') ||
      atTop.some(
        each =>
          each.names.some(({ name }) => name === '*') &&
          this.#graph.moduleOfImport(each, module) === undefined,
      );
    const offering = { otherNames: new Set(otherNames), isOpen };
    this.#offerings.set(module, offering);
    return offering;
  }

  #module(from: WorkspaceModule, dotted: string): ImportResult {
    if (this.#graph.findModule(dotted, from) !== undefined) return FOUND;
    const segments = dotted.split('.');
    const top = this.#graph.findModule(at(segments, 0), from);
    // What is not in a package of the workspace comes from outside.
    if (top === undefined || !top.isPackage || segments.length === 1) return UNKNOWN;
    const path = [...top.segments, ...segments.slice(1)];
    return this.#isFolder(path) ? FOUND : this.#missing(dotted, path);
  }

  #missing(written: string, path: readonly string[]): ImportResult {
    const file = path.join('/');
    const skipped = this.#snapshot.skipped.find(({ file: each }) =>
      [`${file}.py`, `${file}/__init__.py`, `${file}.pyi`].includes(each),
    );
    if (skipped !== undefined) return UNKNOWN;
    return { kind: 'no_module', reason: `there is no module ${written} in the workspace` };
  }

  #isFolder(segments: readonly string[]): boolean {
    this.#folders ??= foldersOf(this.#snapshot);
    return this.#folders.has(segments.join('/'));
  }
}

function foldersOf(snapshot: WorkspaceSnapshot): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of snapshot.modules.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return folders;
}
