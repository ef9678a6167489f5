import type { Definition, Import } from '../../python/grammar/module-index.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { readDecorators } from '../code/api-surface.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { namesBoundBy as namesImported } from '../code/import-entries.ts';
import { HARMLESS_DECORATORS } from '../code/known-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { boundInLine, boundNames, linesOf, type Line as WrittenLine } from '../facts/bound-names.ts';
import { changesNames, setsOn } from './hidden-bindings.ts';
import type { Lookup } from './lookup.ts';

/** Why what is written under a name may not be there when the module runs; `undefined` where it certainly is. */
export function doubtWhetherThere(
  { module, index, definition }: SymbolRef,
  file: PythonFile,
): string | undefined {
  const { definitions } = module.index;
  const owner = definitions[definition.parent];
  if (owner !== undefined) {
    const doubt = doubtWhetherOnly({ module, index: definition.parent, definition: owner }, file);
    if (doubt !== undefined) return doubt;
  }
  const shown = qualifiedName(definitions, index);
  const chain = chainOf(definitions, index);
  if (chain.some(({ placement }) => placement !== 'always')) return `${shown} is defined under a condition`;
  const around = chain.slice(1);
  // An attribute that a method sets is one of the class.
  if (around.some(({ kind }) => kind !== 'class')) return `${shown} is inside of a function`;
  if (isDeclaredOnly(definition, file)) return `${shown} is declared and given no value`;
  const { deleted } = file.once(readBindings);
  if (chain.some(({ name }) => deleted.has(name))) return `${definition.name} is deleted somewhere`;
  if (
    changesNames(file) ||
    setsOn(
      file,
      around.map(({ name }) => name),
    )
  )
    return `${module.path} changes names when it runs`;
  return undefined;
}

/** `LIMIT: int` at the top of a module binds nothing; in a class it declares what objects have. */
const isDeclaredOnly = ({ kind, parent, head, end }: Definition, file: PythonFile): boolean =>
  parent === -1 &&
  (kind === 'constant' || kind === 'variable') &&
  !file.range(head, end).some(token => token.op === op.ASSIGN);

/** Why the name may stand for something else than what is written there; `undefined` where it does not. */
export function doubtWhetherOnly(ref: SymbolRef, file: PythonFile): string | undefined {
  const doubt = doubtWhetherThere(ref, file);
  if (doubt !== undefined) return doubt;
  const { definitions, imports, otherNames } = ref.module.index;
  const { counts, members } = file.once(readBindings);
  for (const each of chainOf(definitions, ref.index)) {
    const { name, parent } = each;
    const several = `${name} is bound in several places`;
    const twins = definitions.filter(twin => twin.parent === parent && twin.name === name);
    const isAttribute = twins.some(({ kind }) => kind === 'attribute');
    const isAround = each !== ref.definition;
    const isMixed = twins.some(({ kind }) => kind !== each.kind);
    const isTwice = twins.filter(({ role }) => role === 'plain').length > 1;
    if (isMixed || isTwice || (isAround && twins.length > 1)) return several;
    const bound = counts.get(parent)?.get(name) ?? 0;
    if (bound > twins.length) return several;
    const assigned = (members.get(ANY)?.get(name) ?? 0) + (members.get(parent)?.get(name) ?? 0);
    // An attribute of objects is bound where it is set.
    const isSetOnObjects = isAttribute && bound === 0;
    if (parent !== -1 && assigned > (isSetOnObjects ? 1 : 0)) return several;
    const isImported = imports.some(
      statement => statement.parent === parent && namesImported(statement).includes(name),
    );
    const isValue = each.kind === 'constant' || each.kind === 'variable';
    const isHidden = imports.some(
      ({ start, names }) => (isValue || start > each.start) && names.some(one => one.name === '*'),
    );
    if (parent === -1 && (otherNames.includes(name) || isHidden || assigned > 0)) return several;
    if (isImported) return several;
  }
  return undefined;
}

/** Whether a statement gives a member to what has the name: `Box.size = 1`, `setattr(f, …)`. */
export const isGivenMembers = (file: PythonFile, name: string): boolean =>
  file.once(readBindings).given.has(name) || setsOn(file, [name]);

/** Whether the name is certainly one of the module when it has been imported, whatever it stands for. */
export function isCertainlyBound(file: PythonFile, name: string): boolean {
  const { definitions, imports } = file.module.index;
  const isAlways = [
    ...definitions.filter(each => each.name === name && !isDeclaredOnly(each, file)),
    ...importsOf(imports, name),
  ].some(({ parent, placement }) => parent === -1 && placement === 'always');
  const { deleted } = file.once(readBindings);
  const isBound = isAlways || (file.module.isPackage && !mayBeBound(file, name));
  return isBound && !deleted.has(name) && !changesNames(file);
}

/** Whether something that is written in the file may bind the name in the module. */
export function mayBeBound(file: PythonFile, name: string): boolean {
  if (boundNames(file).has(name) || file.module.index.otherNames.includes(name)) return true;
  return changesNames(file);
}

const importsOf = (imports: readonly Import[], name: string): readonly Import[] =>
  imports.filter(({ kind, names }) =>
    names.some(each => (each.alias ?? (kind === 'import' ? each.name.split('.')[0] : each.name)) === name),
  );

/** Whether a decorator that is not known may make something else of a definition, or of a class around it. */
export function isMadeAnew({ module, index }: SymbolRef, file: PythonFile, { version }: Lookup): boolean {
  return chainOf(module.index.definitions, index).some(({ start, head }) =>
    readDecorators(file.range(start, head)).some(decorator => {
      const target = decoratorTarget(decorator, file, version.graph);
      const isAccessor = ['setter', 'getter', 'deleter'].includes(decorator.at(-1)?.text ?? '');
      return !isAccessor && (target === undefined || !HARMLESS_DECORATORS.has(target));
    }),
  );
}

/** The definition and those around it. */
function chainOf(definitions: readonly Definition[], index: number): readonly Definition[] {
  const definition = definitions[index];
  return definition === undefined ? [] : [definition, ...chainOf(definitions, definition.parent)];
}

interface Bindings {
  /** How often each name is bound by the statements of a scope, by the index of its definition; at the top: -1. */
  readonly counts: ReadonlyMap<number, ReadonlyMap<string, number>>;
  /** How often a name is assigned behind a dot; of `self`, by the class that is around. */
  readonly members: ReadonlyMap<number, ReadonlyMap<string, number>>;
  readonly deleted: ReadonlySet<string>;
  /** What members are assigned to. */
  readonly given: ReadonlySet<string>;
}

function readBindings(file: PythonFile): Bindings {
  const { definitions, imports } = file.module.index;
  const importStarts = new Set(imports.map(({ start }) => start));
  const counts = new Map<number, Map<string, number>>();
  const members = new Map<number, Map<string, number>>();
  const deleted = new Set<string>();
  const given = new Set<string>();
  const open: number[] = [];
  let next = 0;
  for (const written of linesOf(file.tokens)) {
    const start = file.tokens.start(written.from);
    const line = withDepths(written);
    while (next < definitions.length && (definitions[next]?.head ?? 0) < start) open.push(next++);
    while (open.length > 0 && (definitions[open.at(-1) ?? 0]?.end ?? 0) <= start) open.pop();
    const tokens = line.map(({ token }) => token);
    const del = tokens.findIndex(token => token.word === word.DEL);
    if (del >= 0) for (const token of tokens.slice(del)) if (isName(token)) deleted.add(token.text);
    // What an exception is bound to is gone behind its block.
    if (tokens[0]?.word === word.EXCEPT) for (const name of boundInLine(written)) deleted.add(name);
    const around = open.findLast(i => isClass(definitions[i])) ?? -1;
    for (const [object, name, isWhole] of assignedMembers(line)) {
      count(members, isWhole && object === 'self' ? around : ANY, name);
      given.add(object);
    }
    if (importStarts.has(start)) continue;
    const scope =
      open.findLast(i => CALLABLE.has(definitions[i]?.kind ?? '') || isClass(definitions[i])) ?? -1;
    for (const name of namesBoundBy(line, written)) count(counts, scope, name);
  }
  return { counts, members, deleted, given };
}

/** Of whatever object. */
const ANY = -2;

function count(counts: Map<number, Map<string, number>>, scope: number, name: string): void {
  const own = counts.get(scope) ?? new Map<string, number>();
  counts.set(scope, own);
  own.set(name, (own.get(name) ?? 0) + 1);
}

const CALLABLE: ReadonlySet<string> = new Set(['function', 'method', 'property']);
const isClass = (definition: Definition | undefined): boolean => definition?.kind === 'class';

/** With how many brackets are open around each. */
type Line = readonly { readonly token: CodeToken; readonly depth: number }[];

function withDepths({ tokens, from, to }: WrittenLine): Line {
  let depth = 0;
  return tokens.slice(from, to).map(token => {
    if (isClosing(token)) depth--;
    const around = depth;
    if (isOpening(token)) depth++;
    return { token, depth: around };
  });
}

/** What a line binds in the scope that it stands in: of a header its name only, of an annotation nothing. */
function* namesBoundBy(line: Line, written: WrittenLine): Generator<string> {
  const tokens = line.map(({ token }) => token);
  const def = tokens.findIndex((token, i) => i < 2 && token.word === word.DEF);
  const isAnnotated = isName(tokens[0]) && tokens[1]?.op === op.COLON;
  const last = lastAssignOf(line);
  if (def < 0 && !isAnnotated && last < 0) return yield* boundInLine(written);
  for (const [i, token] of tokens.entries())
    if (isName(token) && tokens[i + 1]?.op === op.WALRUS) yield token.text;
  if (def >= 0) yield tokens[def + 1]?.text ?? '';
  else if (isAnnotated) yield tokens[0]?.text ?? '';
  else yield* targetsOf(line.slice(0, last));
}

/** Names in front of `=` that are neither members nor inside of an index. */
function* targetsOf(line: Line): Generator<string> {
  const isInside: boolean[] = [];
  for (const [i, { token }] of line.entries()) {
    const before = line[i - 1]?.token;
    if (isOpening(token))
      isInside.push(
        isInside.at(-1) === true || isName(before) || (before !== undefined && isClosing(before)),
      );
    else if (isClosing(token)) isInside.pop();
    else if (
      isName(token) &&
      before?.op !== op.DOT &&
      isInside.at(-1) !== true &&
      line[i + 1]?.token.op !== op.DOT
    )
      yield token.text;
  }
}

const HEADERS: readonly number[] = [word.IF, word.ELIF, word.WHILE, word.FOR, word.DEF];

const lastAssignOf = (line: Line): number =>
  line.findLastIndex(({ token, depth }) => depth === 0 && op.assigns(token.op));

/** `x.name = …`, `x.name += …`, `for x.name in …`: whatever `x` is, and whether that is all in front of the dot. */
function* assignedMembers(line: Line): Generator<readonly [object: string, name: string, isWhole: boolean]> {
  const last = lastAssignOf(line);
  const colon = line.findIndex(({ token, depth }) => depth === 0 && token.op === op.COLON);
  // `if self.x:` is no annotation; `with f() as self.x:` binds it.
  const annotated = HEADERS.includes(line[0]?.token.word ?? 0) ? -1 : colon;
  for (const [i, { token }] of line.entries()) {
    const isTarget = i < last || annotated === i + 1;
    if (isTarget && isName(token) && line[i - 1]?.token.op === op.DOT && line[i + 1]?.token.op !== op.DOT)
      yield [line[i - 2]?.token.text ?? '', token.text, line[i - 3]?.token.op !== op.DOT];
  }
}
