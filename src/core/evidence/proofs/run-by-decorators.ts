import { at } from '../../kernel/at.ts';
import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import { parametersIn } from '../code/call-shape.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { classDefinitions, scopeDefinitions, scopesIn } from '../code/definitions-by-kind.ts';
import { isInImport } from '../code/import-entries.ts';
import { isInFunction } from '../code/import-time.ts';
import { importersByPath } from '../code/imported-modules.ts';
import { definitionsInside, namesOfModule } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import type { Meanings } from './bindings.ts';
import { leavesAlone, makesHarmless } from './given-parameter.ts';
import { dottedAt, outsideName } from './plain-expressions.ts';
import type { ShapeChange } from './shape-change.ts';

/** Steps from a decorator's name, and from a base, to where it is defined. */
const MOST_STEPS = 6;

/**
 * Functions and classes that are other than before, and that the workspace itself runs, reads or keeps while they are
 * made: by their decorators, or by `__init_subclass__` of a base.
 */
export async function findRunByDecorators(
  { before, after }: ChangedModule,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<readonly Omit<ShapeChange, 'module'>[]> {
  if (before === undefined || after === undefined || after.module.isStub) return [];
  const old = codeByName(before);
  const headers = new Set(scopeDefinitions(before.module.index).map(each => headerOf(before, each)));
  const found: Omit<ShapeChange, 'module'>[] = [];
  const others = new Set(
    scopeDefinitions(after.module.index).flatMap(each =>
      each.parent === -1 && old.get(each.name)?.has(codeOf(after, each)) === false ? each.name : [],
    ),
  );
  /** What runs then may call what is other than before. */
  const usesOthers = ({ start, end }: Definition) =>
    others.size > 0 && after.range(start, end).some(({ text }) => others.has(text));
  const look = new DecoratorReader(after, versions, meanings);
  const { definitions } = after.module.index;
  for (const i of scopesIn(after.module.index)) {
    const definition = at(definitions, i);
    const was = old.get(qualifiedName(definitions, i));
    if (was === undefined) continue;
    const isSame = was.has(codeOf(after, definition));
    if (isSame && !(definition.start < definition.head && usesOthers(definition))) continue;
    const reason =
      (await look.doubtAbout(definition, headers.has(headerOf(after, definition)))) ??
      (isSame ? undefined : await look.doubtAboutMembers(definition, i));
    if (reason === undefined) continue;
    const place = placeIn(after, definition.start, 'after');
    found.push({ what: 'statement', change: 'changed', name: '', isPlain: false, reason, place });
  }
  return found;
}

const headerOf = (file: PythonFile, { name, head, body }: Definition): string =>
  `${name} ${codeKey(file.range(head, body))}`;

const codeOf = (file: PythonFile, { start, end }: Definition): string => codeKey(file.range(start, end));

function codeByName(file: PythonFile): ReadonlyMap<string, ReadonlySet<string>> {
  const { index } = file.module;
  const found = new Map<string, Set<string>>();
  for (const i of scopesIn(index)) {
    const name = qualifiedName(index.definitions, i);
    const known = found.get(name) ?? new Set<string>();
    found.set(name, known.add(codeOf(file, at(index.definitions, i))));
  }
  return found;
}

class DecoratorReader {
  readonly #file: PythonFile;
  readonly #versions: TwoVersions;
  readonly #meanings: Meanings;

  constructor(file: PythonFile, versions: TwoVersions, meanings: Meanings) {
    this.#file = file;
    this.#versions = versions;
    this.#meanings = meanings;
  }

  async doubtAbout(definition: Definition, isDeclaredAlike: boolean): Promise<string | undefined> {
    const { start, head, body, kind, name } = definition;
    for (const decorator of readDecorators(this.#file.range(start, head)))
      if (
        !(isDeclaredAlike && isRegister(decorator) && !(await this.#isDispatched(decorator))) &&
        !(await this.#isHarmless(decorator, name))
      ) {
        const shown = dottedAt(decorator, 0).path.join('.');
        return `@${shown} may run or read ${name} when the module is imported, and it is other than before`;
      }
    if (kind !== 'class') return undefined;
    for (const part of parametersIn(this.#file.range(head, body))) {
      const told = await this.#toldOfSubclasses(part, this.#file, 0);
      if (told !== undefined)
        return `${told} is given ${name} when the module is imported, and it is other than before`;
    }
    return undefined;
  }

  /** Whether what dispatches to it by types runs on import. */
  #isDispatched([name]: readonly CodeToken[]): Promise<boolean> {
    const isUsed = (file: PythonFile) =>
      placesOf(file, name?.text ?? '').some(at => {
        const { tokens, module } = file;
        const start = tokens.start(at);
        const isImport = isInImport(module, start);
        const isDeclared = tokens.op(at - 1) === op.AT || tokens.word(at - 1) === word.DEF;
        return !isImport && !isDeclared && !isInFunction(file, start);
      });
    return this.#someAround(isUsed);
  }

  /** An enumeration makes its members on import: by methods of its own, or of a class that is mixed in. */
  async doubtAboutMembers(definition: Definition, index: number): Promise<string | undefined> {
    const { kind, name, head, body } = definition;
    const { definitions } = this.#file.module.index;
    const inside = namesOfModule(this.#file.module.index).inside.get(index) ?? [];
    if (kind !== 'class' || !inside.some(i => MAKING.test(definitions[i]?.name ?? ''))) return undefined;
    const isMixedIn = (file: PythonFile) => file.mentionsName(name) && file.once(basesOfEnums).has(name);
    const isRun = isEnum(this.#file.range(head, body)) || (await this.#someAround(isMixedIn));
    return isRun
      ? `${name} makes members of an enumeration when the module is imported, and is other than before`
      : undefined;
  }

  /** Whether something holds of the file, or of one that imports it. */
  async #someAround(holds: (file: PythonFile) => boolean): Promise<boolean> {
    if (holds(this.#file)) return true;
    for (const path of importersByPath(this.#versions.after).get(this.#file.module.path) ?? []) {
      const module = this.#versions.after.snapshot.modules.get(path);
      const file = module && (await this.#versions.open(module, 'after'));
      if (file !== undefined && holds(file)) return true;
    }
    return false;
  }

  async #isHarmless(decorator: readonly CodeToken[], decorated: string): Promise<boolean> {
    const scope = { file: this.#file, version: this.#versions.after, meanings: this.#meanings };
    const { path, end } = dottedAt(decorator, 0);
    // What is not of the workspace is taken to wait until it is called; `@f.setter` is one of Python's.
    if (outsideName(path, scope) !== undefined || path[0] === decorated) return true;
    const isMaking = decorator[end]?.op === op.PAREN_OPEN;
    const target = await this.#find(path);
    if (target === 'outside') return true;
    if (target === undefined) return false;
    const { module, definition, index, isOfObject } = target;
    const file = await this.#versions.open(module, 'after');
    if (file === undefined) return false;
    if (definition.kind === 'class') {
      const [init] = definitionsInside(module.index, index, '__init__');
      const own = init === undefined ? undefined : module.index.definitions[init];
      return !isMaking && own !== undefined && leavesAlone(file, own, 1);
    }
    return isMaking ? makesHarmless(file, definition) : leavesAlone(file, definition, isOfObject ? 1 : 0);
  }

  /** What a path leads to: a function or class of the workspace, or a method of an object that it makes. */
  async #find(path: readonly string[]): Promise<Found | 'outside' | undefined> {
    const { graph } = this.#versions.after;
    let target = graph.resolve(this.#file.module, path[0] ?? '');
    let at = 1;
    while (target?.kind === 'module' && at < path.length && at < MOST_STEPS)
      target = graph.resolve(target.module, path[at++] ?? '');
    if (target?.kind === 'external') return 'outside';
    if (target?.kind !== 'definition') return undefined;
    const { module, index } = target;
    const definition = module.index.definitions[index];
    if (definition === undefined) return undefined;
    const rest = path.slice(at);
    if (rest.length === 0)
      return definition.kind === 'class' || definition.kind === 'function'
        ? { module, index, definition, isOfObject: false }
        : undefined;
    const file = await this.#versions.open(module, 'after');
    if (file === undefined || rest.length > 1) return undefined;
    // A decorated function is what its decorator makes of it: a command, a dispatcher.
    if (definition.kind === 'function')
      return rest[0] !== 'register' && definition.start < definition.head ? 'outside' : undefined;
    return this.#memberOf(file, definition, index, rest[0] ?? '');
  }

  /** `ev.on` of `ev = Events()`, or of the class itself. */
  #memberOf(
    file: PythonFile,
    definition: Definition,
    index: number,
    name: string,
  ): Found | 'outside' | undefined {
    const { module } = file;
    const { graph } = this.#versions.after;
    let owner: { readonly module: WorkspaceModule; readonly index: number } = { module, index };
    if (definition.kind !== 'class') {
      const tokens = file.range(definition.body, definition.end);
      const at = tokens.findIndex(token => token.op === op.ASSIGN);
      const { path, end } = dottedAt(tokens, at + 1);
      if (at < 0 || tokens[end]?.op !== op.PAREN_OPEN) return undefined;
      const made = graph.resolve(module, path[0] ?? '');
      if (made?.kind === 'external') return 'outside';
      if (made?.kind !== 'definition' || path.length > 1) return undefined;
      owner = made;
    }
    const [member] = definitionsInside(owner.module.index, owner.index, name);
    const found = member === undefined ? undefined : owner.module.index.definitions[member];
    if (found === undefined || member === undefined || found.kind !== 'method') return undefined;
    return { module: owner.module, index: member, definition: found, isOfObject: true };
  }

  /** A base of the workspace whose `__init_subclass__` does something with the new class. */
  async #toldOfSubclasses(
    part: readonly CodeToken[],
    file: PythonFile,
    steps: number,
  ): Promise<string | undefined> {
    if (part[1]?.op === op.ASSIGN || steps > MOST_STEPS) return undefined;
    const { path } = dottedAt(part, 0);
    const target = this.#versions.after.graph.resolve(file.module, path[0] ?? '');
    if (target?.kind !== 'definition' || path.length > 1) return undefined;
    const { module, index } = target;
    const definition = module.index.definitions[index];
    const own = await this.#versions.open(module, 'after');
    if (own === undefined || definition?.kind !== 'class') return undefined;
    const [told] = definitionsInside(module.index, index, '__init_subclass__');
    const method = told === undefined ? undefined : module.index.definitions[told];
    if (method !== undefined && !leavesAlone(own, method, 0)) return `${definition.name}.__init_subclass__`;
    for (const base of parametersIn(own.range(definition.head, definition.body))) {
      const further = await this.#toldOfSubclasses(base, own, steps + 1);
      if (further !== undefined) return further;
    }
    return undefined;
  }
}

const ENUM = /(?:Enum|Flag)$/;
const isEnum = (header: readonly CodeToken[]): boolean => header.some(({ text }) => ENUM.test(text));

/** What the headers of enumerations say behind their names. */
const basesOfEnums = (file: PythonFile): ReadonlySet<string> => {
  const headers = classDefinitions(file.module.index).map(({ head, body }) => file.range(head, body));
  return new Set(headers.filter(isEnum).flatMap(header => header.slice(2).map(({ text }) => text)));
};

/** Methods that run when an object is made. */
const MAKING =
  /^(?:__(?:init|new|post_init|eq|hash|set_name|init_subclass)__|_(?:generate_next_value|missing)_)$/;

/** `@f.register` of a function that dispatches by types, which it reads in the header. */
const isRegister = (decorator: readonly CodeToken[]): boolean => {
  const { path, end } = dottedAt(decorator, 0);
  return path.length === 2 && path[1] === 'register' && end === decorator.length;
};

interface Found {
  readonly module: WorkspaceModule;
  readonly index: number;
  readonly definition: Definition;
  /** It is given the object before what it decorates. */
  readonly isOfObject: boolean;
}
