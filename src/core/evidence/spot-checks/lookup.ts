import type { EvidencePlace } from '../../../generated/contracts.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import { fullName, localName, type SymbolRef } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { findDefinitions, findModules } from '../../python/query/find-symbols.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Side, TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { everyPath, pathsMeant } from './file-paths.ts';
import { type Truth, truth } from './truth.ts';

/** Whether it has no more names around it in its module than are said: `f` is not `Box.f`. */
export const isWhole = ({ module, index }: SymbolRef, symbol: string): boolean =>
  qualifiedName(module.index.definitions, index).split('.').length <= symbol.split('.').length;

const isPythonPath = (place: string): boolean => /\.pyi?$/.test(place);

/** What it is called in its module; with the module, where more is said than that. */
const nameWithin = (ref: SymbolRef, symbol: string): string => {
  const name = localName(ref);
  return name.split('.').length < symbol.split('.').length ? fullName(ref) : name;
};

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
    // What a path names exactly on one side of the change is no other file on the other one.
    if (isPythonPath(place)) return this.#filesAt(place).flatMap(path => snapshot.modules.get(path) ?? []);
    const path = place.replace(/^\.\//, '');
    const segments = path.replaceAll('/', '.').split('.');
    return findModules(
      snapshot,
      segments.filter(part => part !== ''),
    );
  }

  /** The files that a path may stand for, on either side of the change. */
  #filesAt(place: string): readonly string[] {
    return pathsMeant(place, everyPath(this.#versions));
  }

  /** Whether a path is the end of several files, or a dotted name is of several modules, on both sides together. */
  isSeveral(place: string): boolean {
    if (isPythonPath(place)) return this.#filesAt(place).length > 1;
    return new Set(this.#sides().flatMap(look => look.modulesAt(place).map(({ name }) => name))).size > 1;
  }

  #sides(): readonly Lookup[] {
    return (['before', 'after'] as const).map(side => new Lookup(this.#versions, side, this.#isFile));
  }

  /**
   * The name stands for another thing than on the other side of the change: `f` was a function, and only a method
   * `Box.f` ends so.
   */
  isAnotherThing(symbol: string, place: string | undefined): boolean {
    const here = this.definitionsIn(symbol, place);
    const [before = [], after = []] = this.#sides().map(look => look.definitionsIn(symbol, place));
    const other = this.version.side === 'before' ? after : before;
    if (here.length === 0 || other.length === 0) return false;
    const isIts = (ref: SymbolRef) => isWhole(ref, symbol);
    const names = new Set(other.map(ref => nameWithin(ref, symbol)));
    return (other.some(isIts) && !here.some(isIts)) || !here.some(ref => names.has(nameWithin(ref, symbol)));
  }

  /** A package with more in it than its `__init__.py`. */
  isWholePackage(place: string): boolean {
    const isIts = ({ isPackage }: WorkspaceModule) => isPackage;
    return !isPythonPath(place) && this.modulesAt(place).some(isIts) && this.modulesIn(place).length > 1;
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

  /** The modules that a place stands for, and of a package all that are in it. */
  wholeAt(place: string): readonly WorkspaceModule[] {
    const own = this.modulesAt(place);
    return this.isWholePackage(place) ? [...own, ...this.modulesIn(place)] : own;
  }

  /** The only module that the place stands for; a stub beside its source is the same one. */
  oneModule(place: string): WorkspaceModule | undefined {
    const [module, ...others] = this.modulesAt(place);
    return others.some(other => other.name !== module?.name) ? undefined : module;
  }

  /** Why nothing was found at the place. */
  async missingPlace(place: string): Promise<Truth> {
    const isPath = isPythonPath(place) && (place.includes('/') || this.#filesAt(place).length === 1);
    const isDotted = [this.#versions.before, this.#versions.after].some(({ snapshot }) =>
      [...snapshot.modules.values()].some(({ name }) => name === place),
    );
    const isSkipped = this.version.snapshot.skipped.some(({ file }) => file.endsWith(place));
    if (!(isPath || isDotted) || isSkipped || this.isSpelledOtherwise(place) || (await this.#isFile(place)))
      return truth('unknown', `${place} was not found among the Python files that can be read`);
    return truth('false', `there is no ${isDotted ? 'module' : 'file'} ${place}`);
  }

  /** Some file systems take another case, or another form of a letter, for the same name. */
  isSpelledOtherwise(place: string): boolean {
    const plain = (path: string) => path.normalize('NFKC').toLowerCase();
    const [path = place.replace(/^\.\//, ''), ...more] = this.#filesAt(place);
    // Of what one file is called on either side of the change, another one with that end is no other spelling.
    const isOne = this.#filesAt(place).length === 1;
    const end = `/${plain(more.length > 0 ? place.replace(/^\.\//, '') : path)}`;
    return [...this.version.snapshot.modules.keys()].some(each =>
      isOne ? `/${plain(each)}` === end : `/${plain(each)}`.endsWith(end),
    );
  }

  /** A file that is on no side of the change has nothing, and may be another one that is named wrongly. */
  isOnNoSide(place: string): boolean {
    return this.#sides().every(look => look.modulesAt(place).length === 0);
  }

  /** Where a file that is not Python names it, after the change; `undefined` where none does, or nothing is known of them. */
  async namedInOtherTexts(name: string): Promise<EvidencePlace | undefined> {
    return (await this.#versions.otherTexts?.find(new Set([name]), 'with prose'))?.place;
  }

  open(module: WorkspaceModule): Promise<PythonFile | undefined> {
    return this.#versions.open(module, this.version.side);
  }

  place(module: WorkspaceModule, line: number): EvidencePlace {
    return { file: module.path, line: Math.max(1, line), side: this.version.side };
  }
}
