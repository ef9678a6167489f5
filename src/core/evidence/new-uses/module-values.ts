import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import { NEWLINE } from '../../python/lexer/token-kinds.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { makesNames } from '../facts/bound-names.ts';
import { bindingsOf } from '../proofs/bindings.ts';
import { fits, type Judged, type Known, MOST_STEPS, open, UNKNOWN } from './known.ts';
import { builtin, isOutside, outsideMember } from './outside-members.ts';

/** These only packages have, and modules with annotated names. */
const OF_SOME = /^__(?:path|annotations)__$/;
/** What every module has. */
const OF_MODULES = /^__(?:name|doc|file|package|spec|loader|dict|builtins)__$/;

/** What the names at the top of the modules of the workspace are, after the change. */
export class ModuleValues {
  readonly #versions: TwoVersions;
  /** Names that something was shown to fit by; added to. */
  readonly #relied: Set<string>;

  constructor(versions: TwoVersions, relied: Set<string>) {
    this.#versions = versions;
    this.#relied = relied;
  }

  #open(module: WorkspaceModule): Promise<PythonFile | undefined> {
    return this.#versions.open(module, 'after');
  }

  /** What a name at the top of the module is in the end. */
  async of(module: WorkspaceModule, text: string, steps: number): Promise<Known> {
    // Modules may import a name from each other in a circle.
    if (steps > MOST_STEPS) return UNKNOWN;
    const bindings = bindingsOf(module);
    const events = bindings.get(text);
    if (events === undefined) {
      if (OF_MODULES.test(text)) return UNKNOWN;
      if (OF_SOME.test(text)) return module.isPackage ? UNKNOWN : { kind: 'maybe' };
      const stars = bindings.get('*');
      if (stars !== undefined) return this.#broughtByStar(module, text, steps);
      return builtin(text) ?? { kind: 'unbound' };
    }
    const [event] = events;
    if (!events.some(({ placement }) => placement === 'always')) return { kind: 'maybe' };
    if (event === undefined || events.length > 1 || event.kind === 'unread') return UNKNOWN;
    // A later `*` may bring another one.
    if (bindings.get('*')?.some(({ start }) => start > event.start)) {
      const brought = await this.#sourcesOfStar(module, text, event.start);
      if (brought?.length !== 0) return UNKNOWN;
    }
    if ((await this.deletedIn(module)).has(text)) return { kind: 'maybe' };
    if (event.kind === 'import') {
      const entry = event.statement.names.find(({ name }) => name === event.name);
      return this.imported(module, event.statement, event.name, entry?.alias, steps);
    }
    const [index] = definitionsNamed(module.index, text);
    return index === undefined ? UNKNOWN : ofDefinition(module, index);
  }

  /** No package stands beside the module, and it has no name of the standard library: then it depends on the path which is found. */
  #isOneOfItsName({ path, name, isPackage }: WorkspaceModule): boolean {
    const { modules } = this.#versions.after.snapshot;
    const other = isPackage
      ? path.replace(/\/__init__(\.pyi?)$/, '$1')
      : path.replace(/(\.pyi?)$/, '/__init__$1');
    return !modules.has(other) && !STANDARD_LIBRARY.has(name.split('.')[0] ?? '');
  }

  /** What is not bound in the module itself: some `*` must bring it. */
  async #broughtByStar(module: WorkspaceModule, text: string, steps: number): Promise<Known> {
    const offering = await this.#sourcesOfStar(module, text, -1);
    const [source, ...others] = offering ?? [];
    if (others.length > 0) return UNKNOWN;
    if (source !== undefined) return this.of(source, text, steps + 1);
    const isElsewhere = this.#versions.after.graph.resolve(module, text) !== undefined;
    if (isElsewhere || builtin(text) !== undefined) return UNKNOWN;
    // Of a module that imports `*` itself, or is from outside, it is not known what it brings.
    return { kind: offering === undefined ? 'maybe' : 'unbound' };
  }

  /** The modules whose `*`, behind the offset, brings the name; `undefined` where that is not known of each. */
  async #sourcesOfStar(
    module: WorkspaceModule,
    text: string,
    from: number,
  ): Promise<readonly WorkspaceModule[] | undefined> {
    const offering: WorkspaceModule[] = [];
    for (const statement of module.index.imports) {
      if (statement.start <= from || !statement.names.some(({ name }) => name === '*')) continue;
      const source = this.#versions.after.graph.moduleOfImport(statement, module);
      const isAlways = statement.placement === 'always' && statement.parent === -1;
      const isOffered =
        source && source !== module && isAlways ? await this.#offers(source, text) : undefined;
      if (source === undefined || isOffered === undefined) return undefined;
      if (isOffered) offering.push(source);
    }
    return offering;
  }

  /** Whether `*` of the module brings the name; `undefined` where that is not known. */
  async #offers(source: WorkspaceModule, text: string): Promise<boolean | undefined> {
    const { exports } = source.index;
    const bindings = bindingsOf(source);
    const file = await this.#open(source);
    const isOpen = file === undefined || makesNames(file) || bindings.has('*') || bindings.has('__getattr__');
    // A part of a package is brought as well, once it has been imported.
    const isPart = this.#versions.after.graph.submodule(source, text)?.kind === 'module';
    if (isOpen || isPart || !this.#isOneOfItsName(source)) return undefined;
    if (exports !== undefined)
      return exports.isComplete && exports.from.length === 0 ? exports.names.includes(text) : undefined;
    return bindings.has(text) && !text.startsWith('_');
  }

  /** A package whose own imports bring the module into it: it is there when the package has been imported. */
  #importsPart(around: WorkspaceModule, part: WorkspaceModule): boolean {
    const { graph } = this.#versions.after;
    return around.index.imports.some(
      statement =>
        statement.placement === 'always' &&
        statement.parent === -1 &&
        (statement.kind === 'import'
          ? statement.names.some(({ name }) => isAround(part, graph.findModule(name, around)))
          : isAround(part, graph.moduleOfImport(statement, around))),
    );
  }

  /** Where the name is given its value in the end, along the imports that bring it; `undefined` outside of the workspace. */
  sourceOf(start: WorkspaceModule, text: string): { module: WorkspaceModule; name: string } | undefined {
    let [module, name] = [start, text];
    for (let steps = 0; steps < MOST_STEPS; steps++) {
      const events = bindingsOf(module).get(name) ?? [];
      const [event] = events;
      if (event === undefined) return undefined;
      if (event.kind !== 'import' || events.length > 1) return { module, name };
      const source = this.#versions.after.graph.moduleOfImport(event.statement, module);
      if (source === undefined || event.statement.kind === 'import') return undefined;
      [module, name] = [source, event.name];
    }
    return undefined;
  }

  /** Names that some `del` of the module is about. */
  async deletedIn(module: WorkspaceModule): Promise<ReadonlySet<string>> {
    const file = await this.#open(module);
    return file === undefined || !file.mentions('del ') ? new Set() : file.once(readDeleted);
  }

  /** What an import brings under a name. */
  async imported(
    module: WorkspaceModule,
    statement: WorkspaceModule['index']['imports'][number],
    name: string,
    alias: string | undefined,
    steps: number,
  ): Promise<Known> {
    const { graph } = this.#versions.after;
    if (statement.kind === 'import') {
      const full = alias === undefined ? (name.split('.')[0] ?? name) : name;
      const found = graph.findModule(full, module);
      if (found !== undefined)
        return this.#isOneOfItsName(found) ? { kind: 'module', module: found } : UNKNOWN;
      return isOutside(full) ? { kind: 'outside module', name: full } : UNKNOWN;
    }
    const source = graph.moduleOfImport(statement, module);
    if (source !== undefined && source !== module) {
      if (!this.#isOneOfItsName(source)) return UNKNOWN;
      const bindings = bindingsOf(source);
      if (bindings.has(name)) return this.of(source, name, steps + 1);
      const part = graph.submodule(source, name);
      if (part?.kind === 'module') return { kind: 'module', module: part.module };
      const brought = bindings.has('*') ? await this.#broughtByStar(source, name, steps + 1) : UNKNOWN;
      return isDefinition(brought) ? brought : UNKNOWN;
    }
    const target = graph.fromImport(module, statement, name);
    if (target?.kind === 'module') return { kind: 'module', module: target.module };
    if (statement.level > 0 || !isOutside(statement.module)) return UNKNOWN;
    return outsideMember(statement.module, name) ?? UNKNOWN;
  }

  /** `module.name`, in this file. */
  async attribute(
    module: WorkspaceModule,
    name: string,
    { module: asking }: PythonFile,
    steps: number,
  ): Promise<Judged> {
    const bindings = bindingsOf(module);
    if (bindings.has(name)) {
      const value = await this.of(module, name, steps + 1);
      this.#relied.add(name);
      return value.kind === 'maybe'
        ? open(`${name} is bound under a condition in ${module.path}`)
        : fits(value);
    }
    if (OF_MODULES.test(name)) return fits();
    if (OF_SOME.test(name)) return open(`whether ${module.path} has ${name} is not known`);
    const { graph } = this.#versions.after;
    const part = graph.submodule(module, name);
    if (part?.kind === 'module') {
      const isImported = asking.index.imports.some(
        ({ kind, placement, parent, names }) =>
          kind === 'import' &&
          placement === 'always' &&
          parent === -1 &&
          names.some(each => isAround(part.module, graph.findModule(each.name, asking))),
      );
      return isImported || this.#importsPart(module, part.module)
        ? fits({ kind: 'module', module: part.module })
        : open(`whether ${module.name}.${name} is imported is not known`);
    }
    const brought = bindings.has('*') ? await this.#broughtByStar(module, name, steps + 1) : UNKNOWN;
    if (isDefinition(brought)) {
      this.#relied.add(name);
      return fits(brought);
    }
    const file = await this.#open(module);
    const isOpenModule =
      file === undefined ||
      bindings.has('*') ||
      bindings.has('__getattr__') ||
      module.isStub ||
      module.isPackage;
    if (isOpenModule || makesNames(file)) return open(`whether ${module.path} has ${name} is not known`);
    return { verdict: 'broken', reason: `${module.path} has no ${name}`, names: [name] };
  }
}

function readDeleted({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  let isDeleting = false;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) === NEWLINE) isDeleting = false;
    if (tokens.word(i) === word.DEL) isDeleting = true;
    else if (isDeleting && tokens.isName(i)) found.add(tokens.text(i));
  }
  return found;
}

export function ofDefinition(module: WorkspaceModule, index: number): Known {
  const { kind } = module.index.definitions[index] as Definition;
  if (kind === 'class') return { kind, module, index };
  if (kind === 'function') return { kind, module, index, isGivenSelf: false, isOfObject: false };
  return UNKNOWN;
}

const isAround = (part: WorkspaceModule, imported: WorkspaceModule | undefined): boolean =>
  imported !== undefined && part.segments.every((segment, i) => imported.segments[i] === segment);

/** It is there for certain, whatever a name that is not known may be. */
const isDefinition = ({ kind }: Known): boolean =>
  kind === 'class' || kind === 'function' || kind === 'module';
