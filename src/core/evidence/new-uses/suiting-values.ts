import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing, isOpening } from '../code/brackets.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { isOneLiteral } from '../code/literal-fields.ts';
import { definitionsInside } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isInFunction } from './class-members.ts';
import { type Code, codeOf } from './code.ts';
import type { InModule } from './known.ts';
import { isEnum, suitsCalled } from './outside-kinds.ts';
import { type Need, outside } from './statement-needs.ts';
import { type Binding, readStatements, type Statement } from './statements.ts';
import {
  areClasses,
  enumMemberSuits,
  isKept,
  isOfErrors,
  isOfSeveral,
  isPicky,
  knownSuits,
  type OfClass,
} from './suiting-kinds.ts';
import { resultSuits } from './suiting-results.ts';
import type { UseReader } from './use-reader.ts';

/** From one value to the one that it is made of, and on: no further than so often. */
const MOST_VALUES = 6;

/**
 * Whether an expression suits the statement, as far as its value is written out: in a module, in a class, or in what a
 * function gives. Parameters, what comes from them and attributes of unknown objects are taken for granted.
 */
export async function suits(
  reader: UseReader,
  code: Code,
  [from, to]: readonly [number, number],
  need: Need,
  steps = 0,
): Promise<boolean> {
  const { tokens } = code;
  const first = tokens[from];
  if (first === undefined || from >= to || steps > MOST_VALUES) return true;
  const again = (start: number, end: number) => suits(reader, code, [start, end], need, steps + 1);
  const find = (isMeant: (token: CodeToken) => boolean) => outside(tokens, from, to, isMeant);
  if (find(token => token.op === op.COMMA) < to) return isSomeOf(reader, code, [from, to], need, steps);
  if (isOpening(first) && closing(tokens, from) === to - 1)
    return first.op === op.PAREN_OPEN && !isGenerator(tokens, from + 1, to - 1) && to > from + 2
      ? again(from + 1, to - 1)
      : need === 'looped' || (isOfSeveral(need) && first.op === op.PAREN_OPEN && to === from + 2);
  const walrus = find(token => token.op === op.WALRUS);
  if (walrus < to) return again(walrus + 1, to);
  if (first.word === word.LAMBDA) return need === 'key';
  if (first.word === word.YIELD) return true;
  const condition = find(token => token.word === word.IF);
  const other = find(token => token.word === word.ELSE);
  if (condition < to && other < to) return (await again(from, condition)) && (await again(other + 1, to));
  const either = lastOf(tokens, [from, to], token => token.word === word.OR || token.word === word.AND);
  if (either >= 0) return again(either + 1, to);
  if (first.word === word.NONE && to === from + 1) return need === 'cause' || need === 'key';
  if (isPicky(need)) {
    const operator = outside(tokens, from + 1, to, isJoining);
    if (operator < to)
      return need === 'key'
        ? first.kind === STRING || ((await again(from, operator)) && (await again(operator + 1, to)))
        : areClasses(need) &&
            tokens[operator]?.op === op.BAR &&
            (await inUnion(again, tokens, [from, operator])) &&
            (await inUnion(again, tokens, [operator + 1, to]));
  }
  if (
    first.kind === NUMBER ||
    TRUTHS.has(first.word) ||
    SIGNS.has(first.op) ||
    first.word === word.NOT ||
    first.op === op.ELLIPSIS
  )
    return need === 'key';
  if (find(isComparing) < to) return need === 'key';
  const isAwaited = first.word === word.AWAIT;
  if (!isChain(tokens, isAwaited ? from + 1 : from, to)) {
    const isText = isOneLiteral(tokens.slice(from, to));
    // What operators make of their values is not looked at; it is no exception.
    return isText ? need === 'looped' || need === 'key' : !isOfErrors(need) && !isPicky(need);
  }
  return chainSuits(reader, code, [isAwaited ? from + 1 : from, to], { need, isAwaited, steps });
}

const TRUTHS: ReadonlySet<number> = new Set([word.TRUE, word.FALSE]);
/** What is made of a value by a sign is a number. */
const SIGNS: ReadonlySet<number> = new Set([op.MINUS, op.PLUS, op.TILDE]);
const isComparing = (token: CodeToken): boolean => token.word === word.IN || token.word === word.IS;

/** An operator between two values. */
const isJoining = (token: CodeToken): boolean => JOINING.has(token.text);
const JOINING: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '**', '|', '&', '^']);

/** `int | None` */
const inUnion = (
  again: (from: number, to: number) => Promise<boolean>,
  tokens: readonly CodeToken[],
  [from, to]: readonly [number, number],
): Promise<boolean> | boolean => (tokens[from]?.word === word.NONE && to === from + 1) || again(from, to);

/** A tuple can be looped over; all of it may be caught. */
async function isSomeOf(
  reader: UseReader,
  code: Code,
  [start, end]: readonly [number, number],
  need: Need,
  steps: number,
): Promise<boolean> {
  if (!isOfSeveral(need)) return need === 'looped';
  for (let from = start; from < end; ) {
    const to = outside(code.tokens, from, end, token => token.op === op.COMMA);
    const isStarred = code.tokens[from]?.op === op.STAR;
    const first = isStarred ? from + 1 : from;
    if (isStarred && isPicky(need)) return false;
    if (!(await suits(reader, code, [first, to], need, steps + 1))) return false;
    from = to + 1;
  }
  return true;
}

const isGenerator = (tokens: readonly CodeToken[], from: number, to: number): boolean =>
  outside(tokens, from, to, token => token.word === word.FOR) < to;

function lastOf(
  tokens: readonly CodeToken[],
  [from, to]: readonly [number, number],
  isMeant: (token: CodeToken) => boolean,
): number {
  let last = -1;
  for (let i = outside(tokens, from, to, isMeant); i < to; i = outside(tokens, i + 1, to, isMeant)) last = i;
  return last;
}

/** Names, attributes, calls and subscripts of one value. */
function isChain(tokens: readonly CodeToken[], from: number, to: number): boolean {
  const first = tokens[from];
  if (first === undefined || !(isName(first) || first.kind === STRING || isOpening(first))) return false;
  let i = isOpening(first) ? closing(tokens, from) + 1 : from + 1;
  while (i < to) {
    const token = tokens[i] as CodeToken;
    if (token.op === op.DOT) i += 2;
    else if (token.op === op.PAREN_OPEN || token.op === op.BRACKET_OPEN) i = closing(tokens, i) + 1;
    else return false;
  }
  return true;
}

interface Asked {
  readonly need: Need;
  readonly isAwaited: boolean;
  readonly steps: number;
}

async function chainSuits(
  reader: UseReader,
  code: Code,
  [from, to]: readonly [number, number],
  asked: Asked,
): Promise<boolean> {
  const { tokens } = code;
  const value = await reader.evaluate(code, from, to);
  const last = lastPart(tokens, from, to);
  const isCall = tokens[last]?.op === op.PAREN_OPEN;
  if (isCall) {
    const called = await reader.evaluate(code, from, last);
    if (called.kind === 'function') return resultSuits(reader, called, asked);
    // What waits for a call gets another value than the call gives.
    const isDecided = value.kind !== 'value' || asked.need === 'awaited';
    if (called.kind === 'outside' && isDecided) return suitsCalled(called.name, asked.need);
    if (called.kind === 'class') return knownSuits(reader, { ...called, kind: 'instance' }, asked.need);
  }
  // What stands in a tuple decides.
  const isTuple = value.kind === 'value' && value.type === 'tuple' && isOfSeveral(asked.need);
  if (asked.need === 'awaited' && value.kind === 'function' && (await isKept(reader, value)))
    return resultSuits(reader, value, asked);
  if (value.kind !== 'unknown' && !(isTuple && isPicky(asked.need) && last === from))
    return knownSuits(reader, value, asked.need);
  if (isCall || tokens[last]?.op === op.BRACKET_OPEN)
    return !isPicky(asked.need) || isGiven(code, tokens[from]) || (isCall && asked.need === 'awaitable');
  if (last === from) return isName(tokens[from]) ? nameSuits(reader, code, tokens[from], asked) : true;
  const owner = await reader.evaluate(code, from, last);
  const name = tokens[last + 1]?.text ?? '';
  if (owner.kind === 'module') return topSuits(reader, owner.module, name, asked);
  if (owner.kind === 'class' || owner.kind === 'instance') return memberSuits(reader, owner, name, asked);
  return owner.kind !== 'outside' && owner.kind !== 'outside module';
}

/** A parameter, and what a comprehension goes through: who gives it decides. */
function isGiven({ file, scope, inner }: Code, root: CodeToken | undefined): boolean {
  if (!isName(root)) return false;
  if (inner.has(root.text)) return true;
  const bindings = readStatements(file).bindings.get(scope)?.get(root.text) ?? [];
  return bindings.length > 0 && bindings.every(({ statement }) => statement === undefined);
}

/** Index of the dot or bracket that the last part of a chain begins with; `from` where there is but one part. */
export function lastPart(tokens: readonly CodeToken[], from: number, to: number): number {
  let last = from;
  let i = isOpening(tokens[from] as CodeToken) ? closing(tokens, from) + 1 : from + 1;
  while (i < to) {
    last = i;
    i = tokens[i]?.op === op.DOT ? i + 2 : closing(tokens, i) + 1;
  }
  return last;
}

async function nameSuits(reader: UseReader, code: Code, token: CodeToken, asked: Asked): Promise<boolean> {
  const { file, scope, inner } = code;
  const { definitions } = file.module.index;
  const { text } = token;
  if (inner.has(text)) return true;
  for (let at = scope; at >= 0; at = definitions[at]?.parent ?? -1) {
    if (at !== scope && !isFunction(definitions[at])) continue;
    const bindings = readStatements(file).bindings.get(at)?.get(text);
    // It may be any of several; where none of them suits, it does not.
    if (bindings !== undefined) return anySuits(reader, file, text, bindings, asked);
  }
  return topSuits(reader, file.module, text, asked);
}

/** A name at the top of a module: everything that gives it a value must suit. */
async function topSuits(
  reader: UseReader,
  module: InModule['module'],
  text: string,
  asked: Asked,
): Promise<boolean> {
  const source = reader.sourceOf(module, text);
  const file = source && (await reader.openFile(source.module));
  if (source === undefined || file === undefined) return false;
  const bindings = readStatements(file).bindings.get(-1)?.get(source.name) ?? [];
  for (const { statement } of bindings)
    if (statement === undefined || !(await givenSuits(reader, file, source.name, statement, asked)))
      return false;
  return bindings.length > 0;
}

async function anySuits(
  reader: UseReader,
  file: PythonFile,
  text: string,
  bindings: readonly Binding[],
  asked: Asked,
): Promise<boolean> {
  const isAll = isPicky(asked.need);
  for (const { statement } of bindings) {
    const isSuited = statement === undefined || (await givenSuits(reader, file, text, statement, asked));
    if (isSuited !== isAll) return isSuited;
  }
  return isAll;
}

/** What a statement gives the name: `name = …`, `name: type = …`; what binds it otherwise is taken for granted. */
function givenSuits(
  reader: UseReader,
  file: PythonFile,
  text: string,
  statement: Statement,
  { need, steps }: Asked,
): Promise<boolean> | boolean {
  const { tokens, firstWord } = statement;
  if (statement.isImport) return false;
  const assign = outside(tokens, 0, tokens.length, token => token.op === op.ASSIGN);
  const isWhole = tokens[0]?.text === text && (assign === 1 || tokens[1]?.op === op.COLON);
  if (firstWord === word.EXCEPT) return need !== 'caught';
  if (!isWhole || assign === tokens.length) return true;
  return suits(reader, codeOf(file, statement), [assign + 1, tokens.length], need, steps + 1);
}

/** An attribute of a class of the workspace, or of an object of it. */
async function memberSuits(reader: UseReader, owner: OfClass, name: string, asked: Asked): Promise<boolean> {
  const line = await reader.classes.of(owner);
  for (const { module, index, file } of line.classes) {
    const { definitions } = module.index;
    const found = definitionsInside(module.index, index, name);
    if (found.length === 0) continue;
    const isMember = line.outside.some(isEnum) && !found.some(i => isInFunction(definitions, i));
    if (isMember && definitions[found[0] ?? -1]?.kind === 'attribute')
      return enumMemberSuits(reader, { ...owner, kind: 'instance' }, line.outside, asked.need);
    for (const i of found) {
      const definition = definitions[i] as Definition;
      if (definition.kind === 'property') return resultSuits(reader, { module, index: i }, asked);
      if (await attributeSuits(reader, { file, definition, index, i }, asked)) return true;
    }
    return false;
  }
  return true;
}

/** `name = …` in a class, `self.name = …` in a method of it. */
async function attributeSuits(
  reader: UseReader,
  {
    file,
    definition,
    index,
    i,
  }: {
    readonly file: PythonFile;
    readonly definition: Definition;
    readonly index: number;
    readonly i: number;
  },
  { need, steps }: Asked,
): Promise<boolean> {
  const { definitions } = file.module.index;
  if (definition.kind !== 'attribute') return true;
  const scope = isInFunction(definitions, i)
    ? definitions.findLastIndex(
        each => isFunction(each) && each.body <= definition.start && definition.start < each.end,
      )
    : index;
  const tokens = file.range(definition.start, definition.end);
  const assign = outside(tokens, 0, tokens.length, token => token.op === op.ASSIGN);
  // Another value may be given to an annotated field.
  if (assign === tokens.length || tokens[1]?.op === op.COLON) return true;
  // What is waited for is mostly made later.
  if (need === 'awaited' && tokens[assign + 1]?.word === word.NONE) return true;
  const code = { file, tokens, scope, inner: new Set<string>() };
  return suits(reader, code, [assign + 1, tokens.length], need, steps + 1);
}
