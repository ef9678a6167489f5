import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { isClosing } from '../code/brackets.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { boundNames } from '../facts/bound-names.ts';
import { ownTokens } from './body-facts.ts';
import { type FoundDefinition, placesOf, soften } from './found-definition.ts';
import { ofFunction } from './function-facts.ts';
import { standingOf } from './reached.ts';
import { type ClaimOf, truth } from './truth.ts';

/**
 * A `raise` of that exception among the function's own statements. What it calls may raise it as well, so that
 * without one it is known to raise it not only where it does next to nothing.
 */
export const checkRaises = ofFunction<ClaimOf<'raises'>>((found, { symbol, exception, is, isOwn }, look) => {
  const { ref, file } = found;
  const body = file.range(ref.definition.body, ref.definition.end);
  const at = body.findIndex(
    ({ text }, i) => text === lastOf(exception) && body[i + 1]?.op !== op.DOT && isRaised(body, i, exception),
  );
  const value = (isSo: boolean) => (isSo === (is === 'there') ? 'true' : 'false');
  if (at < 0) {
    const places = placesOf(look, found);
    // Another name may stand for it.
    const isNone =
      isOwn === true && !body.some(token => token.word === word.RAISE || token.word === word.ASSERT);
    const others = isOwn === true ? builtinsRaised(file, body) : undefined;
    // `raise KeyError from ValueError()` names it, too.
    const isOther =
      isBuiltinException(file, exception) &&
      others?.every(each => !isOne(each, exception)) === true &&
      !body.some(({ text }) => text === exception);
    // Of a class any method may be meant.
    const isOfClass = !/(?:^|\.)__init__$/.test(symbol) && ref.definition.name === '__init__';
    const isSure = !found.isOpen && !isOfClass && (isNone || isOther || !mayRaise(found, exception));
    const reason = isNone ? 'it raises nothing itself' : `it has no "raise ${exception}" of its own`;
    return soften(truth(isSure ? value(false) : 'unknown', reason, places), found);
  }
  const start = body[at]?.start ?? 0;
  const places = [look.place(ref.module, file.lineOf(start))];
  const own = ownTokens(found);
  const isInside = !own.some(token => token.start === start);
  const standing = standingOf(
    own,
    own.findIndex(token => token.start === start),
  );
  // What a decorator makes of it may do something else.
  const isOther = isOfOtherModule(file, body, at, exception) || isNamesake(file, body, at, exception);
  const isOpen = isOther || isInside || standing.isNeverReached || standing.mayBeCaught || found.isOpen;
  return truth(isOpen ? 'unknown' : value(true), `it says "raise ${exception}"`, places);
});

/** `raise other.ValueError`, said as Python's own `ValueError`. */
export const isOfOtherModule = (
  file: PythonFile,
  tokens: readonly CodeToken[],
  at: number,
  exception: string,
): boolean =>
  BUILTIN_NAMES.has(exception) && (tokens[at - 1]?.op === op.DOT || boundNames(file).has(exception));

/** `raise other.NotFound`, where the file has a `NotFound` of its own. */
const isNamesake = (file: PythonFile, tokens: readonly CodeToken[], at: number, exception: string): boolean =>
  !exception.includes('.') &&
  tokens[at - 1]?.op === op.DOT &&
  (boundNames(file).has(exception) || file.module.index.definitions.some(each => each.name === exception));

/** `raise a.Error`, said as `Error` or as `a.Error`. */
function isRaised(tokens: readonly CodeToken[], at: number, exception: string): boolean {
  let i = at - 1;
  while (tokens[i]?.text === '.') i -= 2;
  const path = tokens
    .slice(i + 1, at + 1)
    .map(({ text }) => text)
    .join('');
  return tokens[i]?.text === 'raise' && `.${path}`.endsWith(`.${exception}`);
}

const isBuiltinException = (file: PythonFile, name: string): boolean =>
  BUILTIN_NAMES.has(name) &&
  /^[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Iteration)$/.test(name) &&
  !boundNames(file).has(name);

/** What all its `raise` and `assert` statements name; `undefined` where one of them does not name a builtin exception. */
function builtinsRaised(file: PythonFile, body: readonly CodeToken[]): readonly string[] | undefined {
  const raised: string[] = [];
  for (const [i, token] of body.entries()) {
    if (token.word === word.ASSERT) raised.push('AssertionError');
    if (token.word !== word.RAISE) continue;
    const [name, next] = [body[i + 1], body[i + 2]];
    const isWhole =
      next === undefined || isLayout(next) || next.op === op.PAREN_OPEN || next.word === word.FROM;
    if (name === undefined || !isWhole || !isBuiltinException(file, name.text)) return undefined;
    raised.push(name.text);
  }
  return raised;
}

const BASES: Readonly<Record<string, RegExp>> = {
  LookupError: /^(?:IndexError|KeyError)$/,
  ArithmeticError: /^(?:FloatingPointError|OverflowError|ZeroDivisionError)$/,
  ImportError: /^ModuleNotFoundError$/,
  NameError: /^UnboundLocalError$/,
  RuntimeError: /^(?:NotImplementedError|RecursionError)$/,
  SyntaxError: /^(?:IndentationError|TabError)$/,
  IndentationError: /^TabError$/,
  UnicodeError: /^Unicode\w+Error$/,
  ValueError: /^Unicode\w*Error$/,
  ConnectionError: /^(?:BrokenPipe|Connection)\w*Error$/,
};
/** Other names of the same class, or classes below it. */
const OF_SYSTEM =
  /^(?:OSError|IOError|EnvironmentError|WindowsError|BlockingIOError|ChildProcessError|ConnectionError|BrokenPipeError|Connection\w+Error|FileExistsError|FileNotFoundError|InterruptedError|IsADirectoryError|NotADirectoryError|PermissionError|ProcessLookupError|TimeoutError)$/;
const OF_ALL = /^(?:Base)?Exception(?:Group)?$/;

/** Whether who raises the one can be said to raise the other: it is that, or a class below it. */
const isOne = (raised: string, exception: string): boolean =>
  raised === exception ||
  OF_ALL.test(exception) ||
  (OF_SYSTEM.test(raised) && OF_SYSTEM.test(exception)) ||
  BASES[exception]?.test(raised) === true;

const PLAIN_WORDS = new Set('return pass if elif else not and or is None True False'.split(' '));
const PLAIN_MARKS: readonly number[] = [
  ...[op.COMMA, op.COLON, op.ASSIGN, op.PAREN_OPEN, op.PAREN_CLOSE],
  ...[op.BRACKET_OPEN, op.BRACKET_CLOSE, op.BRACE_OPEN, op.BRACE_CLOSE, op.ELLIPSIS],
];
/** Names that are bound nowhere raise these. */
const OF_NAMES = /^(?:NameError|UnboundLocalError|Exception|BaseException)$/;

/** Whether anything that the function does may raise something: it does more than to choose among names and values. */
function mayRaise(found: FoundDefinition, exception: string): boolean {
  const own = ownTokens(found);
  const isUnpacked = [op.COMMA, op.ASSIGN].every(each => own.some(token => token.op === each));
  return (
    OF_NAMES.test(lastOf(exception)) ||
    isUnpacked ||
    own.some((token, i) => {
      if (isLayout(token) || token.kind === NUMBER) return false;
      if (token.kind === STRING) return isFormatted(token.text);
      if (token.kind === NAME) return token.word > 0 && !PLAIN_WORDS.has(token.text);
      const before = own[i - 1];
      const isBehind =
        before !== undefined && (isName(before) || isClosing(before) || before.kind === STRING);
      const isCallOrIndex = isBehind && (token.op === op.PAREN_OPEN || token.op === op.BRACKET_OPEN);
      return isCallOrIndex || !PLAIN_MARKS.includes(token.op);
    })
  );
}
