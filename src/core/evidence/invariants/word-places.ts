import { type Definition, type Import, qualifiedName } from '../../python/grammar/module-index.ts';
import type { Target } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { basesOf } from '../../python/query/header.ts';
import { lastOf } from '../code/dotted-names.ts';
import { isInImport } from '../code/import-entries.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import {
  bindsElsewhere,
  boundNamesBetween,
  boundPlacesBetween,
  isBoundByImportsOnly,
} from '../facts/bound-names.ts';
import { isFunction } from '../new-uses/statements.ts';

/** Where the word that gets another name is another thing, or a part of one. */
export interface Other {
  readonly file: PythonFile;
  readonly start: number;
  readonly what: string;
}

/** Where the thing is defined that gets another name. */
export interface Home {
  readonly path: string;
  /** The class or function around it; empty at the top of the module. */
  readonly around: string;
  readonly kind: 'module' | 'class' | 'function';
}

/** What else the name at a place may be than what is renamed; `undefined`: it is that. */
export function otherAt(
  file: PythonFile,
  at: number,
  home: Home | undefined,
  version: WorkspaceVersion,
): string | undefined {
  const { tokens, module } = file;
  const start = tokens.start(at);
  const statement = module.index.imports.find(each => each.start <= start && start < each.end);
  if (statement !== undefined) {
    const isOwn = statement.kind === 'from' && isOfHome(file, statement, tokens.text(at), home, version);
    return isOwn ? undefined : 'imported from elsewhere';
  }
  if (tokens.op(at - 1) === op.DOT) {
    if (home?.kind === 'class')
      return isOwnMember(file, at, home, version) ? undefined : 'a member of something else';
    return home?.kind === 'module' && isOfModule(file, at, home, version) ? undefined : 'an attribute';
  }
  const name = readName(file, tokens.text(at));
  const isItsOwn = DEFINING.has(tokens.word(at - 1));
  const isParameter = !isItsOwn && isInHeader(file, start) && name.bound.has(at);
  const isArgument =
    tokens.op(at + 1) === op.ASSIGN &&
    (tokens.op(at - 1) === op.PAREN_OPEN || tokens.op(at - 1) === op.COMMA);
  if (isArgument && !isParameter) return 'the name of an argument';
  if (name.inner.has(at)) return 'a parameter';
  const around = name.scopes.get(at) ?? [];
  const outermost = around.find(isFunction);
  if (home?.kind === 'module') {
    const isBound = (scope: Definition) =>
      name.binding.has(scope) && (isFunction(scope) || scope === around.at(-1));
    if (isParameter || around.some(isBound)) return 'a local name';
    // `with open(p) as f` at the top makes another thing of it.
    const isDefinition = ({ name: of, parent, start: from, end }: Definition) =>
      of === name.name && parent === -1 && from <= start && start < end;
    if (around.length === 0 && name.bound.has(at) && !module.index.definitions.some(isDefinition))
      return 'another value';
    return isHomesName(file, at, home, version) ? undefined : 'a name of something else';
  }
  if (home?.kind === 'class') {
    const isInClass = module.path === home.path && nameOf(file, around.at(-1)) === home.around;
    return isInClass && !isParameter ? undefined : 'a name outside of its class';
  }
  return outermost === undefined ? 'a name without a definition' : sharedBy(file, name, outermost);
}

/** In a file that has it from there, or in the file itself. */
function isHomesName(file: PythonFile, at: number, home: Home, version: WorkspaceVersion): boolean {
  const { module, tokens } = file;
  const name = tokens.text(at);
  const { imports, definitions } = module.index;
  // What `*` brings may be another thing of the name.
  const isHidden = imports.some(
    each =>
      each.names.some(imported => imported.name === '*') && !isOfHome(file, each, name, home, version, true),
  );
  if (isHidden) return false;
  const named = imports.filter(each => binds(each, name));
  if (!named.every(each => isOfHome(file, each, name, home, version))) return false;
  if (module.path === home.path) return true;
  if (!isBoundByImportsOnly(file, name)) return false;
  if (named.length === 0) return offersHomes(module, name, home, version);
  const isSeen = ({ parent }: Import) => {
    const scope = definitions[parent];
    return scope === undefined || (scope.start <= tokens.start(at) && tokens.start(at) < scope.end);
  };
  return named.some(isSeen);
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

const binds = ({ kind, names }: Import, wanted: string): boolean =>
  names.some(({ name, alias }) => (alias ?? (kind === 'import' ? name.split('.')[0] : name)) === wanted);

/** An import of the name itself, from where it is defined; of `*` also one that brings no such name. */
function isOfHome(
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
function isOfModule(file: PythonFile, at: number, home: Home, version: WorkspaceVersion): boolean {
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

/** `self.name` and `cls.name` in the class and below it, and `Class.name`: of other objects it is not known what they are. */
function isOwnMember(file: PythonFile, at: number, home: Home, version: WorkspaceVersion): boolean {
  const { tokens, module } = file;
  if (tokens.op(at - 3) === op.DOT) return false;
  const owner = tokens.text(at - 2);
  const isHere = module.path === home.path;
  if (owner === home.around)
    return isHere
      ? isDefinedOnce(file.module, owner) && !bindsElsewhere(file, owner)
      : isBoundByImportsOnly(file, owner) && offersHomes(module, owner, home, version);
  if (owner !== 'self' && owner !== 'cls') return false;
  const scopes = definitionsAround(file, at);
  const around = scopes.findLast(({ kind }) => kind === 'class');
  const method = around && scopes[scopes.lastIndexOf(around) + 1];
  if (around === undefined || !isOfMethod(file, method, scopes, owner)) return false;
  if (isHere && nameOf(file, around) === home.around) return true;
  const bases = basesOf(around, file.text);
  const own = bases.findIndex(base =>
    isHere
      ? base === home.around && isDefinedOnce(module, base)
      : base === lastOf(home.around) && offersHomes(module, base, home, version),
  );
  // A base that comes first may have the member, too.
  return own >= 0 && bases.slice(0, own).every(base => isOfWorkspace(file, base));
}

const isDefinedOnce = ({ index }: WorkspaceModule, name: string): boolean =>
  definitionsNamed(index, name).length === 1;

/** A class of this file that has no base from elsewhere, however far up; another class of the file was asked for the name. */
function isOfWorkspace(file: PythonFile, base: string, known = new Set<string>()): boolean {
  if (base === 'object' || base === 'ABC' || known.has(base)) return true;
  known.add(base);
  const { index } = file.module;
  const [found, ...others] = definitionsNamed(index, base).map(each => index.definitions[each]);
  if (found?.kind !== 'class' || others.length > 0) return false;
  return basesOf(found, file.text).every(each => isOfWorkspace(file, each, known));
}

/** `self` is the first parameter of the method, and nothing in it, nor a function inside, binds the name anew. */
function isOfMethod(
  file: PythonFile,
  method: Definition | undefined,
  scopes: readonly Definition[],
  name: string,
): boolean {
  // In the body of the class itself it is whatever stands there.
  if (method === undefined || !isFunction(method)) return false;
  const { tokens } = file;
  if (file.range(method.start, method.head).some(({ text }) => text === 'staticmethod')) return false;
  const headers = scopes.slice(scopes.indexOf(method) + 1).filter(isFunction);
  if (headers.some(each => file.range(each.head, each.body).some(({ text }) => text === name))) return false;
  const first = file.range(method.head, method.body).find((_, i, all) => all[i - 1]?.op === op.PAREN_OPEN);
  if (first?.text !== name) return false;
  const known = file.once(newMethods);
  const key = `${name} ${method.start}`;
  const isBound =
    known.get(key) ?? bindsName(tokens, tokens.firstFrom(method.body), tokens.firstFrom(method.end), name);
  known.set(key, isBound);
  return !isBound;
}

/** Whether a method binds the name of its first parameter anew, by both. */
const newMethods = () => new Map<string, boolean>();

/** Whether a statement between two tokens may make another thing of the name, or delete it. */
function bindsName(tokens: CodeTokens, first: number, end: number, name: string): boolean {
  let from = first;
  for (let i = first; i <= end; i++) {
    if (i < end && tokens.kind(i) >= NAME) continue;
    const isWhole = WHOLE.has(tokens.word(from)) || tokens.text(from) === 'case';
    const places = isWhole ? indices(from, i) : boundPlacesBetween(tokens, from, i);
    const isTarget = (at: number) =>
      tokens.text(at) === name &&
      tokens.op(at - 1) !== op.DOT &&
      tokens.op(at + 1) !== op.DOT &&
      (isWhole || !isInCall(tokens, at));
    if (places.some(isTarget)) return true;
    from = i + 1;
  }
  return false;
}

/** Statements of which each name is bound, or deleted. */
const WHOLE: ReadonlySet<number> = new Set([word.DEL, word.IMPORT, word.FROM, word.GLOBAL, word.NONLOCAL]);

const indices = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

/** `a[HERE] = 1`, `f(HERE).x = 1`: no target. */
function isInCall(tokens: CodeTokens, at: number): boolean {
  for (let open = tokens.opening(at); open >= 0; open = tokens.opening(open))
    if (tokens.isName(open - 1) || op.closes(tokens.op(open - 1))) return tokens.op(at + 1) !== op.WALRUS;
  return false;
}

/** A local name is one thing only inside of one function. */
function sharedBy({ tokens }: PythonFile, { scopes, bound }: Named, around: Definition): string | undefined {
  for (const [each, inside] of scopes) {
    const start = tokens.start(each);
    const isInner = inside.at(-1) !== around && inside.length > 0 && bound.has(each);
    if (start < around.start || start >= around.end || isInner) return 'a name of another function';
  }
  return undefined;
}

/** What is known of the places of one name in a file. */
interface Named {
  readonly name: string;
  /** The scopes around each, from the outermost on. */
  readonly scopes: ReadonlyMap<number, readonly Definition[]>;
  /** Where the statement, or the header, binds the name. */
  readonly bound: ReadonlySet<number>;
  /** On a line with a lambda that has a parameter of the name, or with a comprehension that has such a variable. */
  readonly inner: ReadonlySet<number>;
  /** Functions that bind it in them, and classes. */
  readonly binding: ReadonlySet<Definition>;
}

const read = new WeakMap<PythonFile, Named>();

/** One name is looked at in many places, and in one file after the other. */
function readName(file: PythonFile, name: string): Named {
  const known = read.get(file);
  if (known?.name === name) return known;
  const { tokens } = file;
  const scopes = new Map<number, readonly Definition[]>();
  const [bound, inner] = [new Set<number>(), new Set<number>()];
  const binding = new Set<Definition>();
  let [from, to, isBinding, hasInner] = [0, -1, false, false];
  for (const at of placesOf(file, name)) {
    if (at >= to) {
      for (from = at; from > 0 && tokens.kind(from - 1) >= NAME; ) from--;
      for (to = at; to < tokens.length && tokens.kind(to) >= NAME; ) to++;
      // `f.x = 1` binds no `f`.
      const isOwner = from === at && tokens.op(at + 1) === op.DOT;
      isBinding = !isOwner && boundNamesBetween(tokens, from, to).includes(name);
      hasInner = bindsWithin(tokens, from, to, name);
    }
    const around = definitionsAround(file, at);
    scopes.set(at, around);
    if (hasInner) inner.add(at);
    if (!isBinding || isImported(file, at)) continue;
    bound.add(at);
    for (const each of around) if (isFunction(each) || each === around.at(-1)) binding.add(each);
  }
  const found = { name, scopes, bound, inner, binding };
  read.set(file, found);
  return found;
}

function bindsWithin(tokens: CodeTokens, from: number, to: number, name: string): boolean {
  let isOpen: 'for' | 'lambda' | undefined;
  for (let i = from; i < to; i++) {
    const each = tokens.word(i);
    const isLoop = each === word.FOR && (i === from || (i === from + 1 && tokens.word(from) === word.ASYNC));
    if (each === word.LAMBDA) isOpen = 'lambda';
    else if (each === word.FOR && !isLoop) isOpen = 'for';
    else if (isOpen === 'for' ? each === word.IN : tokens.op(i) === op.COLON) isOpen = undefined;
    else if (isOpen !== undefined && tokens.text(i) === name) return true;
  }
  return false;
}

const DEFINING: ReadonlySet<number> = new Set([word.DEF, word.CLASS_WORD]);

/** Functions and classes around a name, from the outermost on, their headers included; its own name stands outside. */
function definitionsAround({ module, tokens }: PythonFile, at: number): readonly Definition[] {
  const start = tokens.start(at);
  const isOwnName = DEFINING.has(tokens.word(at - 1));
  return module.index.definitions.filter(
    each =>
      (isFunction(each) || (each.kind === 'class' && start >= each.body)) &&
      each.head <= start &&
      start < each.end &&
      !(isOwnName && start < each.body && each.name === tokens.text(at)),
  );
}

const isImported = ({ module, tokens }: PythonFile, at: number): boolean =>
  isInImport(module, tokens.start(at));

const isInHeader = ({ module }: PythonFile, start: number): boolean =>
  module.index.definitions.some(
    each => (isFunction(each) || each.kind === 'class') && each.head <= start && start < each.body,
  );

const nameOf = ({ module: { index } }: PythonFile, definition: Definition | undefined): string =>
  definition === undefined ? '' : qualifiedName(index.definitions, index.definitions.indexOf(definition));
