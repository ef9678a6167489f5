import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { isClosing } from '../code/brackets.ts';
import { readParameters, takesAllOf } from '../code/call-shape.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { importTimeTokens, namesOnImport } from '../code/import-time.ts';
import { kindOfCall } from '../code/kind-of-call.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { isOfTests } from '../code/test-files.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit, unitOfDefinition } from '../code/units.ts';
import { hasOtherResult } from '../facts/new-signature.ts';
import { attributesMade } from '../proofs/attributes-made.ts';
import type { ShapeChange } from '../proofs/shape-change.ts';
import { isAskedByLibraries } from './asked-by-libraries.ts';
import type { ClassLine } from './class-line.ts';
import type { WiderMethod } from './parameter-readers.ts';
import { hasWord, reachesNames } from './reached-names.ts';
import { canBeCalledByPytest } from './test-fixtures.ts';
import type { UseReader } from './use-reader.ts';

/** A name that nothing may mention: on which side, and how often it stands there for itself. */
export interface Mention {
  readonly name: string;
  readonly side: Side;
  readonly own: number;
}

export interface ChangedMethods {
  readonly names: readonly Mention[];
  /** The class has everything public as it was declared, and perhaps more methods, or in another order. */
  readonly isOnlyMore: boolean;
  /** Methods that take all that they took, and more. */
  readonly wider: readonly WiderMethod[];
  /** Others are declared differently, too, under the same names. */
  readonly hasOtherHeaders: boolean;
}

interface Members {
  readonly unit: Unit;
  /** All of the class but its functions. */
  readonly rest: string;
  /** The same with its texts. */
  readonly exactRest: string;
  /** The tokens of that and its functions, in order. */
  readonly parts: readonly (string | Definition)[];
  /** The tokens of what it says itself below its header, and those of the headers of its functions. */
  readonly own: readonly CodeToken[];
  readonly headers: readonly CodeToken[];
  readonly functions: ReadonlyMap<string, { readonly definition: Definition; readonly shape: string }>;
}

/** A class of which nothing differs but its functions. */
export async function changedMethods(
  { what, change, name, module: { before, after, path } }: ShapeChange,
  versions: TwoVersions,
  reader: UseReader,
): Promise<ChangedMethods | undefined> {
  if (what !== 'class' || change !== 'changed' || before === undefined || after === undefined)
    return undefined;
  const [old, now] = [membersOf(before, name), membersOf(after, name)];
  if (old === undefined || now === undefined || old.rest !== now.rest) return undefined;
  // What else it gives its objects, and what its making does on import, are looked at on their own.
  if (attributesMade([old.unit]) !== attributesMade([now.unit]) || isUsedOnImport(after, now.unit, name))
    return undefined;
  const [index = -1] = definitionsNamed(after.module.index, name);
  const line = await reader.classes.of({ module: after.module, index });
  const isTest = isOfTests(path) && /^Test/.test(name);
  if (reachesNames(after) || line.isOpen || line.classes.some(decidesMembers)) return undefined;
  const names: Mention[] = [];
  const wider: WiderMethod[] = [];
  let hasOtherHeaders = false;
  for (const [each, { definition, shape }] of now.functions) {
    const was = old.functions.get(each);
    if (was?.shape === shape) continue;
    const isTestMethod = isTest && each.startsWith('test_');
    const isSpecial = /^__\w+__$/.test(each);
    if ((isSpecial && was === undefined) || (line.above === 'unknown' && !isTestMethod)) return undefined;
    if (was === undefined) {
      if (mustBeGiven(after, definition)) return undefined;
      names.push({ name: each, side: 'before', own: 0 });
    } else if (isTestMethod && (await canBeCalledByPytest(after, definition, versions)))
      names.push({ name: each, side: 'after', own: 1 });
    else if (isTest || DECIDING_HOW.test(each)) return undefined;
    else if (isWider(was.definition, before, definition, after)) wider.push({ owner: name, method: each });
    else if (kindOfCall(before, was.definition) === kindOfCall(after, definition)) hasOtherHeaders = true;
    else return undefined;
  }
  for (const [each, { definition }] of old.functions) {
    if (now.functions.has(each)) continue;
    const isTestMethod = isTest && each.startsWith('test_');
    const isOpen =
      /^__\w+__$/.test(each) || (!isTestMethod && (line.above === 'unknown' || isAskedByLibraries(each)));
    if (isOpen || setsAttributes(before, definition)) return undefined;
    names.push({ name: each, side: 'after', own: 0 });
  }
  // `isinstance` asks for each member by its name, and mentions none.
  if (line.isProtocol && names.length > 0) return undefined;
  if (line.isAbstract && wider.length > 0) hasOtherHeaders = true;
  const isOtherOrder = layoutOf(old, now) !== layoutOf(now, old);
  const isDeclaredOtherwise = wider.length > 0 || hasOtherHeaders;
  // What differs then is none of its functions.
  if (names.length === 0 && !isOtherOrder && !isDeclaredOtherwise) return undefined;
  if (isOtherOrder && (isDeclaredOtherwise || !isFreeOfOrder(line, now))) return undefined;
  // What an abstract class or a protocol has, others may have to give.
  const isOpen = line.isAbstract && names.length > 0;
  const isOnlyMore =
    !isOpen &&
    !isDeclaredOtherwise &&
    names.every(({ side, name: each }) => side === 'before' || each.startsWith('_')) &&
    old.exactRest === now.exactRest;
  return { names, isOnlyMore, wider, hasOtherHeaders };
}

/** Methods by which Python decides what a class is, or what others find in it. */
export const DECIDING_HOW =
  /^__(?:new|call|init_subclass|set_name|class_getitem|prepare|getattr|getattribute|setattr|delattr|dir|get|set|delete|mro_entries|instancecheck|subclasscheck|get_validators|get_pydantic_\w+)__$/;

function isWider(old: Definition, before: PythonFile, now: Definition, after: PythonFile): boolean {
  if (now.kind !== 'method' || (now.name.startsWith('__') && now.name !== '__init__')) return false;
  const [was, is] = [
    readParameters(before.range(old.head, old.body - 1)),
    readParameters(after.range(now.head, now.body - 1)),
  ];
  return (
    takesAllOf(is, was) &&
    kindOfCall(before, old) === kindOfCall(after, now) &&
    !hasOtherResult(before, old, after, now)
  );
}

/** In which order a class says what the other version of it says as well. */
const layoutOf = ({ parts }: Members, { functions }: Members): string =>
  parts
    .flatMap(part => (typeof part === 'string' ? part : functions.has(part.name) ? `def ${part.name}` : []))
    .join('\u0001');

/** Whether no order of the methods of a class is another class: nothing that runs when it is made needs one above it. */
function isFreeOfOrder({ isPlain, above }: ClassLine, { own, headers, functions }: Members): boolean {
  if (!isPlain || above === 'unknown') return false;
  const bound = new Set(own.flatMap(token => (isName(token) ? [token.text] : [])));
  const isQuiet = (token: CodeToken, before: CodeToken | undefined, words: ReadonlySet<number>) => {
    const isCall =
      token.op === op.PAREN_OPEN && before !== undefined && (before.kind === NAME || isClosing(before));
    const isHidden = token.kind === STRING && isFormatted(token.text);
    const isWord = token.kind === NAME && !isName(token) && !words.has(token.word);
    return !isCall && !isHidden && !isWord && token.op !== op.WALRUS;
  };
  const areQuiet = own.every(
    (token, i) => isQuiet(token, own[i - 1], CONSTANTS) && !functions.has(token.text),
  );
  return (
    areQuiet &&
    headers.every((token, i) => {
      const [before, next] = [headers[i - 1], headers[i + 1]];
      if (before?.word === word.DEF) return true;
      if (headers[i - 2]?.word === word.DEF && token.op === op.PAREN_OPEN) return true;
      if (before?.op === op.AT)
        return PLAIN.has(token.text) && next?.op !== op.DOT && next?.op !== op.PAREN_OPEN;
      return isQuiet(token, before, OF_HEADERS) && !functions.has(token.text) && !bound.has(token.text);
    })
  );
}

const CONSTANTS: ReadonlySet<number> = new Set([word.TRUE, word.FALSE, word.NONE]);
const OF_HEADERS: ReadonlySet<number> = new Set([...CONSTANTS, word.DEF, word.ASYNC]);
const PLAIN: ReadonlySet<string> = new Set(['staticmethod', 'classmethod', 'property']);

function isUsedOnImport(file: PythonFile, own: Unit, name: string): boolean {
  const user = file.once(usersOnImport).get(name);
  return user !== undefined && user !== own;
}

/** By the name that is looked up on import: the one statement that does it, or that there are several. */
function usersOnImport(file: PythonFile): ReadonlyMap<string, Unit | 'several'> {
  const users = new Map<string, Unit | 'several'>();
  for (const unit of readUnits(file))
    if (unit.content.kind !== 'import')
      for (const name of namesOnImport(unit, file)) users.set(name, users.has(name) ? 'several' : unit);
  return users;
}

const DECIDING = [
  '__init_subclass__',
  '__getattr__',
  '__getattribute__',
  '__dict__',
  '__dir__',
  'getattr',
  'setattr',
];

/** A class that is told which members it and those below it have, or that answers for some it has not. */
const decidesMembers = ({
  file,
  definition,
}: {
  readonly file: PythonFile;
  readonly definition: Definition;
}): boolean =>
  file.once(mayDecideMembers) &&
  file.range(definition.start, definition.end).some(({ text }) => DECIDING.includes(text));

const mayDecideMembers = (file: PythonFile): boolean => hasWord(file, DECIDING);

const mustBeGiven = (file: PythonFile, { start, head }: Definition): boolean =>
  readDecorators(file.range(start, head)).some(decorator =>
    decorator.some(({ text }) => text.startsWith('abstract') || text === 'overload' || text === 'override'),
  );

function setsAttributes({ module }: PythonFile, { parent, start, end }: Definition): boolean {
  const { definitions } = module.index;
  const inside = namesOfModule(module.index).inside.get(parent) ?? [];
  return inside.some(i => {
    const each = definitions[i];
    return each?.kind === 'attribute' && start <= each.start && each.end <= end;
  });
}

function membersOf(file: PythonFile, name: string): Members | undefined {
  const { definitions } = file.module.index;
  const [index, ...others] = definitionsNamed(file.module.index, name);
  const owner = definitions[index ?? -1];
  const unit = unitOfDefinition(file, index ?? -1);
  if (owner?.kind !== 'class' || others.length > 0 || unit === undefined) return undefined;
  const functions = new Map<string, { definition: Definition; shape: string }>();
  for (const i of namesOfModule(file.module.index).inside.get(index ?? -1) ?? []) {
    const definition = definitions[i] as Definition;
    if (!isFunction(definition)) continue;
    // Accessors, overloads and twins under a condition belong together.
    if (functions.has(definition.name) || definition.placement !== 'always') return undefined;
    const header = codeKey(file.range(definition.start, definition.body - 1));
    const shape = `${kindOfCall(file, definition)}\u0001${header}`;
    functions.set(definition.name, { definition, shape });
  }
  const ranges = [...functions.values()].map(each => each.definition).sort((a, b) => a.start - b.start);
  const kept: CodeToken[] = [];
  const headers: CodeToken[] = [];
  const parts: Members['parts'][number][] = [];
  let next = 0;
  for (const token of importTimeTokens(unit, file)) {
    if (token.kind < NAME) continue;
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= token.start)
      parts.push(ranges[next++] as Definition);
    const isInside = token.start >= (ranges[next]?.start ?? Number.POSITIVE_INFINITY);
    (isInside ? headers : kept).push(token);
    if (!isInside && withoutText([token]).length > 0) parts.push(token.text);
  }
  parts.push(...ranges.slice(next));
  const { body } = owner;
  const own = kept.filter(({ start }) => start >= body);
  return { unit, rest: codeKey(withoutText(kept)), exactRest: codeKey(kept), functions, parts, own, headers };
}

/** A text that is neither formatted nor bytes, as a docstring is. */
export const isPlainText = ({ kind, text }: CodeToken): boolean => kind === STRING && /^[ru]*:/.test(text);

/** A docstring above the first member. */
const withoutText = (tokens: readonly CodeToken[]): readonly CodeToken[] =>
  tokens.filter(token => !isPlainText(token));
