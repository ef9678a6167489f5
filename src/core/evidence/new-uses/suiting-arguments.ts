import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing, findOutside, isOpening } from '../code/brackets.ts';
import { splitArguments, valueGiven } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { fieldsWithFormat } from '../code/literal-fields.ts';
import { definitionsInside } from '../code/module-names.ts';
import { contentOf } from '../code/string-literal.ts';
import { asksItself } from './asks-itself.ts';
import { isCalledOtherwise } from './called-back.ts';
import type { ClassLine } from './class-line.ts';
import { whyNotMade } from './class-statements.ts';
import type { Code } from './code.ts';
import { codeGiven } from './given-tokens.ts';
import { CHANGEABLE, isWithoutHash } from './hashable.ts';
import type { Known } from './known.ts';
import { readInnerNames } from './statement-names.ts';
import type { Need } from './statement-needs.ts';
import type { Statement } from './statements.ts';
import { lastPart, suits } from './suiting-values.ts';
import { isGivenOtherKind } from './taken-kinds.ts';
import type { UseReader } from './use-reader.ts';

const KEEPING_RESULTS = /^functools\.(?:lru_cache|cache)$/;
const REFERRING = /^weakref\.(?:ref|proxy|finalize|WeakMethod)$/;
const ASKING_FOR_CLASSES = /^builtins\.(isinstance|issubclass)$/;

/** Why what is called may not take the arguments, though there are as many as it takes; of what is known to be picky. */
export async function whyNotSuited(
  reader: UseReader,
  value: Known,
  code: Code,
  open: number,
): Promise<string | undefined> {
  const parts = splitArguments(code.tokens, open).filter(part => part.length > 0);
  if (value.kind === 'function') {
    const file = await reader.openFile(value.module);
    const definition = value.module.index.definitions[value.index];
    if (file === undefined || definition === undefined || definition.start === definition.head)
      return undefined;
    if (!reader.decoratorsOf(file, definition).some(each => KEEPING_RESULTS.test(each ?? '')))
      return undefined;
    const reason = `whether what ${definition.name} is given can be a key is not known`;
    for (const part of parts)
      if ((await isChangeable(reader, code, part)) || !(await areSuited(reader, code, part, 'key')))
        return reason;
    const owner = { module: value.module, index: definition.parent };
    return value.isGivenSelf && value.isOfObject && (await isWithoutHash(reader, owner)) ? reason : undefined;
  }
  if (value.kind !== 'outside') return undefined;
  const [first = [], second = []] = parts;
  if (REFERRING.test(value.name))
    return (await canBeReferredTo(reader, code, first))
      ? undefined
      : 'whether there can be a weak reference to what is given there is not known';
  const asked = ASKING_FOR_CLASSES.exec(value.name)?.[1];
  if (asked !== undefined) {
    const isAbout = asked === 'issubclass';
    const isShown =
      (await areSuited(reader, code, second, isAbout ? 'classes above' : 'classes')) &&
      (!isAbout || (await areSuited(reader, code, first, 'class')));
    return isShown ? undefined : 'whether what is asked for there is a class is not known';
  }
  if (value.name === 'builtins.hash' && !(await areSuited(reader, code, first, 'key')))
    return 'whether what is given to hash has one is not known';
  const later = await whyNotLater(reader, value.name, code, parts);
  if (later !== undefined) return later;
  if (await isGivenOtherKind(reader, value.name, code, parts))
    return 'what is given there is of another kind than what is taken';
  return isCalledOtherwise(value.name, code, parts)
    ? 'a lambda takes other arguments than it is given'
    : undefined;
}

const evaluated = (reader: UseReader, code: Code, part: readonly CodeToken[]): Promise<Known> =>
  reader.evaluate({ ...code, tokens: part }, 0, part.length);

const RUNNING = /^asyncio\.(?:run|create_task|gather|ensure_future|wait_for|shield)$/;
const IN_LOOP =
  /^asyncio\.(?:create_task|gather|ensure_future|shield|get_running_loop|current_task|all_tasks|timeout)$/;

/** What runs coroutines is given something else, or where no loop runs. */
async function whyNotLater(
  reader: UseReader,
  name: string,
  code: Code,
  parts: readonly (readonly CodeToken[])[],
): Promise<string | undefined> {
  const definition = code.file.module.index.definitions[code.scope];
  const header = definition && code.file.range(definition.head, definition.body);
  const isAsync = header?.[0]?.word === word.ASYNC;
  if (isAsync ? name === 'asyncio.run' : IN_LOOP.test(name)) return 'whether a loop runs there is not known';
  if (name === 'asyncio.wait' && (await areCoroutines(reader, { ...code, tokens: parts[0] ?? [] })))
    return 'asyncio.wait takes no coroutines';
  if (!RUNNING.test(name)) return undefined;
  for (const part of name === 'asyncio.gather' ? parts : parts.slice(0, 1)) {
    const isOther = part[0]?.op === op.STAR || (name === 'asyncio.gather' && part[1]?.op === op.ASSIGN);
    if (!isOther && !(await areSuited(reader, code, part, 'awaitable')))
      return 'whether what is given there can be awaited is not known';
  }
  return undefined;
}

/** Whether one of what is written out there is a call of an asynchronous function: `[f(), g()]`, `[f(x) for x in y]`. */
async function areCoroutines(reader: UseReader, given: Code): Promise<boolean> {
  const code = codeGiven(given);
  const { tokens } = code;
  const [first] = tokens;
  if (first === undefined || !isOpening(first) || closing(tokens, 0) !== tokens.length - 1) return false;
  const inner = new Set([...code.inner, ...readInnerNames(tokens)]);
  for (const part of splitArguments(tokens, 0)) {
    const end = findOutside(part, each => each.word === word.FOR);
    const made = end < 0 ? part : part.slice(0, end);
    const open = made.length === 0 ? 0 : lastPart(made, 0, made.length);
    if (made[open]?.op !== op.PAREN_OPEN || open === 0) continue;
    const called = await reader.evaluate({ ...code, inner, tokens: made }, 0, open);
    if (called.kind !== 'function') continue;
    const file = await reader.openFile(called.module);
    const { head = 0, body = 0 } = called.module.index.definitions[called.index] ?? {};
    if (file?.range(head, body)[0]?.word === word.ASYNC) return true;
  }
  return false;
}

/** Whether an argument suits, with or without its name. */
function areSuited(reader: UseReader, code: Code, part: readonly CodeToken[], need: Need): Promise<boolean> {
  return suits(reader, { ...code, tokens: part }, [part[1]?.op === op.ASSIGN ? 2 : 0, part.length], need);
}

/** It cannot be a key: a list, a dictionary, a set, an object of a class that says when two are equal and nothing more. */
async function isChangeable(reader: UseReader, code: Code, part: readonly CodeToken[]): Promise<boolean> {
  const given = valueGiven(part);
  const [first] = given;
  if (first === undefined) return false;
  const isDisplay = first.op === op.BRACKET_OPEN || first.op === op.BRACE_OPEN;
  if (isDisplay && closing(given, 0) === given.length - 1) return true;
  const value = await evaluated(reader, code, given);
  if (value.kind === 'value') return CHANGEABLE.test(value.type);
  if (value.kind !== 'instance') return false;
  return isWithoutHash(reader, value);
}

/** Keys of displays that cannot be keys: `{[1]: 2}`, `{Point(1, 2)}`. */
async function* keyDoubts(reader: UseReader, code: Code, { tokens }: Statement): AsyncGenerator<string> {
  for (const [i, token] of tokens.entries()) {
    if (token.op !== op.BRACE_OPEN) continue;
    for (const item of splitArguments(tokens, i)) {
      if (item[0]?.op === op.DOUBLE_STAR || item[0]?.op === op.STAR || item[0]?.word === word.LAMBDA)
        continue;
      const end = findOutside(item, each => each.op === op.COLON || each.word === word.FOR);
      if (await isChangeable(reader, code, end < 0 ? item : item.slice(0, end)))
        yield 'what stands there as a key cannot be one';
    }
  }
}

/** An object of a class of the workspace that has no slots, also not by a base. */
async function canBeReferredTo(reader: UseReader, code: Code, part: readonly CodeToken[]): Promise<boolean> {
  const value = await evaluated(reader, code, part);
  if (value.kind === 'function' || value.kind === 'class') return true;
  if (value.kind !== 'instance') return false;
  const { above, classes, isMadeOtherwise } = await reader.classes.of(value);
  return above !== 'unknown' && !isMadeOtherwise && !classes.some(hasSlots);
}

const hasSlots = ({ file, definition: { start, end } }: ClassLine['classes'][number]): boolean =>
  file.range(start, end).some(({ text }) => text === '__slots__' || text === 'slots');

/** Values of these types take a format. */
const FORMATTED = /^(?:str|int|float|bool|complex|Text|datetime|date|time|Decimal)$/;

/** Objects in a formatted string that take no format: `f"{A():>5}"` of a class without `__format__`. */
async function* formatDoubts(reader: UseReader, code: Code, { tokens }: Statement): AsyncGenerator<string> {
  for (let i = 0; i < tokens.length; i++) {
    for (const field of fieldsWithFormat(code.file, tokens, i)) {
      const value = await evaluated(reader, code, field);
      const takesNone =
        value.kind === 'function' ||
        value.kind === 'class' ||
        value.kind === 'module' ||
        (value.kind === 'value' && !FORMATTED.test(value.type));
      if (takesNone) yield 'what is formatted takes no format';
      if (value.kind !== 'instance') continue;
      const { above, classes } = await reader.classes.of(value);
      const hasOwn = classes.some(
        ({ module, index }) => definitionsInside(module.index, index, '__format__').length > 0,
      );
      if (above !== 'unknown' && !hasOwn) yield 'an object is formatted that takes no format';
    }
  }
}

/** `Color["RED"]` of an enumeration that has no such member, `Color(3)` of one without that value. */
async function* memberDoubts(reader: UseReader, code: Code, { tokens }: Statement): AsyncGenerator<string> {
  for (const [i, token] of tokens.entries()) {
    const [open, told, end] = tokens.slice(i + 1, i + 4);
    const isLiteral = told?.kind === STRING || told?.kind === NUMBER;
    if (open === undefined || !isLiteral || !op.opens(open.op) || !op.closes(end?.op ?? 0)) continue;
    if (!isName(token) || tokens[i - 1]?.op === op.DOT) continue;
    const value = await evaluated(reader, code, [token]);
    if (value.kind !== 'class') continue;
    const { outside, classes } = await reader.classes.of(value);
    if (!outside.some(each => each.startsWith('enum.'))) continue;
    const isThere =
      open.op === op.BRACKET_OPEN
        ? definitionsInside(value.module.index, value.index, contentOf(told.text)).length > 0
        : classes.some(({ file, definition: { body, end: last } }) =>
            file.range(body, last).some(each => each.kind === told.kind && each.text === told.text),
          );
    if (!isThere) yield `whether there is ${contentOf(told.text)} in ${token.text} is not known`;
  }
}

/** What Python refuses in a statement though each name in it is there. */
export async function* pickyDoubts(
  reader: UseReader,
  code: Code,
  statement: Statement,
): AsyncGenerator<string> {
  if (statement.firstWord === word.CLASS_WORD) {
    const reason = await whyNotMade(reader, code, statement);
    if (reason !== undefined) yield reason;
  }
  if (statement.firstWord === word.RAISE && statement.tokens.length === 1 && !statement.isInHandler)
    yield 'whether there is an exception to raise again is not known';
  if (asksItself(reader, code, statement)) yield 'the function runs itself again';
  yield* keyDoubts(reader, code, statement);
  yield* memberDoubts(reader, code, statement);
  yield* formatDoubts(reader, code, statement);
}
