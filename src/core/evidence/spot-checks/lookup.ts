import type { EvidencePlace } from '../../../generated/contracts.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { findDefinitions, findModules } from '../../python/query/find-symbols.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Side, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { type Truth, truth } from './truth.ts';

/** Whether it has no more names around it in its module than are said: `f` is not `Box.f`. */
export const isWhole = ({ module, index }: SymbolRef, symbol: string): boolean =>
  qualifiedName(module.index.definitions, index).split('.').length <= symbol.split('.').length;

/** One version of the workspace, as sentences speak of it: by paths, ends of paths and dotted names. */
export class Lookup {
  readonly version: WorkspaceVersion;
  readonly #versions: TwoVersions;
  /** Whether the workspace has a file of this path, Python or not. */
  readonly #isFile: (path: string) => Promise<boolean>;

  constructor(versions: TwoVersions, side: Side, isFile: (path: string) => Promise<boolean>) {
    this.#versions = versions;
    this.version = versions[side];
    this.#isFile = isFile;
  }

  /** Definitions whose path ends with the symbol's segments. */
  definitions(symbol: string): readonly SymbolRef[] {
    const segments = symbol.split('.');
    const last = segments.at(-1);
    // What is only imported under that name is something else.
    return findDefinitions(this.version.snapshot, segments).filter(
      ({ definition }) => definition.name === last,
    );
  }

  /** The same, in the modules of a place only. */
  definitionsIn(symbol: string, place: string | undefined): readonly SymbolRef[] {
    const refs = this.definitions(symbol);
    if (place === undefined) return refs;
    const modules = this.modulesAt(place);
    return refs.filter(({ module }) => modules.includes(module));
  }

  /** The module has, or imports, something else of this whole name, or of what it begins with: `Outer.Box` is not `Box`. */
  isOtherThan(symbol: string, place: string | undefined, found: readonly SymbolRef[]): boolean {
    const segments = symbol.split('.');
    if (found.some(ref => isWhole(ref, symbol))) return false;
    const isImported = ({ module }: SymbolRef) => {
      const { imports, hasStar } = namesOfModule(module.index);
      return hasStar || imports.has(segments[0] ?? '');
    };
    return (
      found.some(isImported) ||
      segments.some((_, i) => {
        const around = segments.slice(0, i + 1).join('.');
        return this.definitionsIn(around, place).some(ref => isWhole(ref, around));
      })
    );
  }

  isFile(path: string): Promise<boolean> {
    return this.#isFile(path);
  }

  /** The modules that a path, the end of a path, or a dotted name stands for. */
  modulesAt(place: string): readonly WorkspaceModule[] {
    const { snapshot } = this.version;
    const path = place.replace(/^\.\//, '');
    if (/\.pyi?$/.test(path)) {
      const exact = snapshot.modules.get(path);
      if (exact !== undefined) return [exact];
      const found = [...snapshot.modules.values()].filter(module => module.path.endsWith(`/${path}`));
      // Of several files of a name, what is said of a change means the one that it changes.
      const changed = found.filter(module => this.#versions.changedPaths.has(module.path));
      return changed.length === 1 ? changed : found;
    }
    const segments = path.replaceAll('/', '.').split('.');
    return findModules(
      snapshot,
      segments.filter(part => part !== ''),
    );
  }

  changedModules(): readonly WorkspaceModule[] {
    const { modules } = this.version.snapshot;
    return [...this.#versions.changedPaths].flatMap(path => modules.get(path) ?? []);
  }

  /** The modules in a folder, or in a package written with dots. */
  modulesIn(place: string): readonly WorkspaceModule[] {
    const folder = place.replace(/^\.\//, '').replaceAll('.', '/').replace(/\/$/, '');
    return [...this.version.snapshot.modules.values()].filter(
      ({ path }) => path.startsWith(`${folder}/`) || path.includes(`/${folder}/`),
    );
  }

  /** The only module that the place stands for; a stub beside its source is the same one. */
  oneModule(place: string): WorkspaceModule | undefined {
    const [module, ...others] = this.modulesAt(place);
    return others.some(other => other.name !== module?.name) ? undefined : module;
  }

  /** Why nothing was found at the place. */
  async missingPlace(place: string): Promise<Truth> {
    const isPythonPath = place.includes('/') && /\.pyi?$/.test(place);
    const isSkipped = this.version.snapshot.skipped.some(({ file }) => file.endsWith(place));
    if (!isPythonPath || isSkipped || this.isSpelledOtherwise(place) || (await this.#isFile(place)))
      return truth('unknown', `${place} was not found among the Python files that can be read`);
    return truth('false', `there is no file ${place}`);
  }

  /** Some file systems take another case, or another form of a letter, for the same name. */
  isSpelledOtherwise(place: string): boolean {
    const plain = (path: string) => path.normalize('NFKC').toLowerCase();
    const end = `/${plain(place.replace(/^\.\//, ''))}`;
    return [...this.version.snapshot.modules.keys()].some(path => `/${plain(path)}`.endsWith(end));
  }

  /** A file that is on no side of the change has nothing, and may be another one that is named wrongly. */
  isOnNoSide(place: string): boolean {
    return (['before', 'after'] as const).every(
      side => new Lookup(this.#versions, side, this.#isFile).modulesAt(place).length === 0,
    );
  }

  open(module: WorkspaceModule): Promise<PythonFile | undefined> {
    return this.#versions.open(module, this.version.side);
  }

  place(module: WorkspaceModule, line: number): EvidencePlace {
    return { file: module.path, line: Math.max(1, line), side: this.version.side };
  }
}
