import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { signOutside } from '../code/brackets.ts';
import { marksOf, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { HARMLESS_DECORATORS, PLAIN_BASES } from '../code/known-names.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import type { Meanings } from './bindings.ts';
import {
  dottedAt,
  notPlain,
  notPlainAnnotation,
  notThereYet,
  outsideName,
  type Scope,
} from './plain-expressions.ts';

/**
 * Why it may matter when and where a statement at the top of a module runs; `undefined` where it only makes a
 * function, a class or a value, and everything it needs for that is known.
 */
export function effectOf(unit: Unit, scope: Scope): string | undefined {
  const { content } = unit;
  if (content.kind === 'docstring' || content.kind === 'import') return undefined;
  // Its tokens are made each time, and of most statements none are needed.
  if (content.kind === 'definition' && unit.isPlainSet) return undefined;
  const { tokens } = unit;
  if (content.kind === 'exports') return notPlain(tokens.slice(valueAt(tokens)), scope);
  if (content.kind !== 'definition') return 'a statement at the top runs';
  const { definition } = content;
  if (definition.kind === 'function') return effectOfFunction(definition, undefined, scope);
  if (definition.kind === 'class') return effectOfClass(definition, content.index, scope);
  if (definition.kind === 'type') return undefined;
  return effectOfAssignment(tokens, scope);
}

/** Neither a definition nor an import nor a docstring, nor what only a type checker reads. */
export const isStatement = (unit: Unit, version: WorkspaceVersion, meanings: Meanings): boolean =>
  unit.content.kind === 'exports' ||
  (unit.content.kind === 'other' && !isForTypeCheckers(unit, { file: unit.file, version, meanings }));

/** `if TYPE_CHECKING:` without another branch: nothing in it ever runs. */
function isForTypeCheckers({ tokens }: Unit, scope: Scope): boolean {
  if (tokens[0]?.word !== word.IF) return false;
  const colon = tokens.findIndex(({ op: each }) => each === op.COLON);
  const { path, end } = dottedAt(tokens, 1);
  return (
    end === colon &&
    outsideName(path, scope) === 'typing.TYPE_CHECKING' &&
    notThereYet(tokens[1], scope) === undefined &&
    !scope.file.once(setsTypeChecking) &&
    !tokens.some(token => token.word === word.ELSE || token.word === word.ELIF)
  );
}

/** Whether it says itself that types are checked, whichever module it says that of. */
const setsTypeChecking = ({ tokens }: PythonFile): boolean => {
  for (let i = 1; i < tokens.length; i++)
    if (tokens.op(i) === op.ASSIGN && tokens.text(i - 1) === 'TYPE_CHECKING') return true;
  return false;
};

const valueAt = (tokens: readonly CodeToken[]): number =>
  tokens.findIndex(({ op: each }) => each === op.ASSIGN) + 1;

/** `name = value`, `name: type = value`, `name: type`. */
function effectOfAssignment(tokens: readonly CodeToken[], scope: Scope): string | undefined {
  if (!isName(tokens[0])) return 'a statement at the top runs';
  const [, second] = tokens;
  if (second?.op !== op.ASSIGN && second?.op !== op.COLON) return 'a statement at the top runs';
  const at = signOutside(tokens, op.ASSIGN);
  const annotation = second.op === op.COLON ? tokens.slice(2, at < 0 ? undefined : at) : [];
  const problem = notPlainAnnotation(annotation, scope);
  if (problem !== undefined || at < 0) return problem;
  const value = tokens.slice(at + 1);
  // `a = b = 1` binds more than one name.
  if (signOutside(value, op.ASSIGN) >= 0) return 'several names are bound';
  return notPlain(value, scope);
}

/** @param properties of the class around it; `undefined` at the top of the module */
function effectOfFunction(
  { start, head, body }: Definition,
  properties: ReadonlySet<string> | undefined,
  scope: Scope,
): string | undefined {
  const problem = effectOfDecorators(scope.file.range(start, head), properties, scope);
  if (problem !== undefined) return problem;
  const header = scope.file.range(head, body);
  const open = signOutside(header, op.PAREN_OPEN);
  const isTypeParameter = header.findIndex(token => token.op === op.BRACKET_OPEN);
  if (isTypeParameter >= 0 && isTypeParameter < open) return 'it has type parameters';
  for (const part of splitArguments(header, open)) {
    const [colon, at] = marksOf(part);
    const annotation = colon < 0 ? [] : part.slice(colon + 1, at < 0 ? undefined : at);
    const value = at < 0 ? [] : part.slice(at + 1);
    const found = notPlainAnnotation(annotation, scope) ?? notPlain(value, scope);
    if (found !== undefined) return found;
    const own = properties === undefined ? undefined : value.find(({ text }) => ownNames(scope, text));
    if (own !== undefined) return `${own.text} of the class is read`;
  }
  const arrow = header.findIndex(token => token.op === op.ARROW);
  return arrow < 0 ? undefined : notPlainAnnotation(header.slice(arrow + 1), scope);
}

export function effectOfDecorators(
  tokens: readonly CodeToken[],
  properties: ReadonlySet<string> | undefined,
  scope: Scope,
): string | undefined {
  for (const decorator of readDecorators(tokens)) {
    const { path, end } = dottedAt(decorator, 0);
    const [first = '', role] = path;
    const isAccessor = properties?.has(first) && /^(?:setter|getter|deleter)$/.test(role ?? '');
    if (isAccessor && path.length === 2 && end === decorator.length) continue;
    // The class may bind the name of a builtin itself.
    const isOwn = properties !== undefined && path.length === 1 && ownNames(scope, first);
    const early = notThereYet(decorator[0], scope);
    if (early !== undefined) return early;
    const outside = isOwn ? undefined : outsideName(path, scope);
    if (outside === undefined || !HARMLESS_DECORATORS.has(outside)) return `@${path.join('.')} runs`;
    if (end === decorator.length) continue;
    if (decorator[end]?.op !== op.PAREN_OPEN) return `@${path.join('.')} is computed`;
    const problem = notPlain(decorator.slice(end + 1, -1), scope);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Whether any class of the file binds the name. */
const ownNames = ({ file }: Scope, name: string): boolean =>
  namesOfModule(file.module.index).innerNames.has(name);

function effectOfClass(definition: Definition, index: number, scope: Scope): string | undefined {
  const { file } = scope;
  const { start, head, body } = definition;
  const problem = effectOfDecorators(file.range(start, head), undefined, scope);
  if (problem !== undefined) return problem;
  const header = file.range(head, body);
  const bases = effectOfBases(header, scope);
  if (bases !== undefined) return bases;
  const members = membersOf(file, index);
  const properties = new Set(members.filter(({ d }) => d.kind === 'property').map(({ d }) => d.name));
  for (const { d, i } of members) {
    const found = d.kind === 'class' ? effectOfClass(d, i, scope) : effectOfFunction(d, properties, scope);
    if (found !== undefined) return found;
  }
  for (const statement of bodyStatements(file, index)) {
    const found = effectOfClassStatement(statement, scope);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is directly inside of a class and can be called, or is a class. */
function membersOf(file: PythonFile, index: number) {
  const { definitions } = file.module.index;
  return (namesOfModule(file.module.index).inside.get(index) ?? []).flatMap(i => {
    const d = definitions[i];
    return d?.kind === 'method' || d?.kind === 'property' || d?.kind === 'class' ? [{ d, i }] : [];
  });
}

/** The statements of the body of a class, without its methods and classes. */
export function bodyStatements(file: PythonFile, index: number): readonly (readonly CodeToken[])[] {
  const members = membersOf(file, index);
  const { body = 0, end = 0 } = file.module.index.definitions[index] ?? {};
  // Both are in the order of the file.
  let next = 0;
  const rest = file.range(body, end).filter(token => {
    while ((members[next]?.d.end ?? Number.POSITIVE_INFINITY) <= token.start) next++;
    return token.start < (members[next]?.d.start ?? Number.POSITIVE_INFINITY);
  });
  return statementsOf(rest);
}

function effectOfClassStatement(tokens: readonly CodeToken[], scope: Scope): string | undefined {
  const [first] = tokens;
  if (first === undefined || first.word === word.PASS || first.op === op.ELLIPSIS) return undefined;
  if (tokens.every(({ kind }) => kind === STRING)) return undefined;
  if (!isName(first)) return `${first.text} runs in a class body`;
  if (first.text === '__slots__' || !/^__\w+__$/.test(first.text)) {
    const isKnown = tokens[1]?.op === op.ASSIGN || tokens[1]?.op === op.COLON;
    const own = tokens.slice(1).find(token => isName(token) && ownNames(scope, token.text));
    if (own !== undefined) return `${own.text} of the class is read`;
    return isKnown ? effectOfAssignment(tokens, scope) : 'a statement in a class body runs';
  }
  return `${first.text} is set in a class body`;
}

/** Logical lines, without the line ends. */
function statementsOf(tokens: readonly CodeToken[]): readonly (readonly CodeToken[])[] {
  const lines: CodeToken[][] = [[]];
  for (const token of tokens) {
    if (token.kind === NEWLINE) lines.push([]);
    else if (token.kind >= NAME && token.kind !== INDENT && token.kind !== DEDENT) lines.at(-1)?.push(token);
  }
  return lines.filter(line => line.length > 0);
}

/** A metaclass, a keyword, or a base that is not known may run code when the class is made. */
function effectOfBases(header: readonly CodeToken[], scope: Scope): string | undefined {
  const open = signOutside(header, op.PAREN_OPEN);
  const typeParameters = header.findIndex(token => token.op === op.BRACKET_OPEN);
  if (typeParameters >= 0 && (open < 0 || typeParameters < open)) return 'it has type parameters';
  for (const part of splitArguments(header, open)) {
    const { path, end } = dottedAt(part, 0);
    const early = notThereYet(part[0], scope);
    if (early !== undefined) return early;
    const outside = outsideName(path, scope);
    const isPlain =
      outside !== undefined &&
      PLAIN_BASES.has(outside) &&
      (end === part.length || part[end]?.op === op.BRACKET_OPEN);
    if (!isPlain) return `the base ${path.join('.')} may run code`;
  }
  return undefined;
}
