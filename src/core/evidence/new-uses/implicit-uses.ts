import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening } from '../code/brackets.ts';
import { misfit } from '../code/call-shape.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { Code } from './code.ts';
import type { Statement } from './statements.ts';
import type { UseReader } from './use-reader.ts';

/** An expression that is asked for members without their names, or that must be an exception. */
interface Asked {
  readonly from: number;
  readonly to: number;
  readonly members: readonly string[] | 'exception';
}

const ENTERED = ['__enter__', '__exit__'];
const ENTERED_LATER = ['__aenter__', '__aexit__'];

/**
 * Why a statement may not work with an object or class of the workspace: a `with` of what has no `__enter__`, a loop over
 * what has no `__iter__`, a `raise` or `except` of what is no exception.
 */
export async function implicitDoubt(
  reader: UseReader,
  code: Code,
  statement: Statement,
): Promise<string | undefined> {
  for (const { from, to, members } of askedIn(statement.tokens)) {
    const value = await reader.evaluate(code, from, to);
    const isOfError = members === 'exception';
    const isValue = value.kind === 'value' || value.kind === 'function' || value.kind === 'module';
    if (isOfError && (isValue || (value.kind === 'outside' && value.name === 'builtins.NotImplemented')))
      return 'what is raised or caught is no exception';
    const other = isOfError ? undefined : await whyNoOther(reader, code, from, to, members);
    if (other !== undefined) return other;
    if (value.kind !== 'instance' && !(isOfError && value.kind === 'class')) continue;
    const { name = '' } = value.module.index.definitions[value.index] ?? {};
    const { above, classes } = await reader.classes.of(value);
    if (classes.length === 0) return `what ${name} has is not known`;
    // A base from outside may bring it.
    if (above === 'unknown') continue;
    if (isOfError) {
      if (above !== 'exceptions') return `whether ${name} is an exception is not known`;
      const isMade = value.kind === 'class' && statement.firstWord === word.RAISE;
      const made = isMade ? await reader.classes.parameters(value) : '';
      if (typeof made !== 'string' && misfit(made, NO_ARGUMENTS) !== undefined)
        return `${name} takes arguments where it is made`;
      continue;
    }
    for (const each of members) {
      const judged = await reader.classes.member(value, each);
      if (judged.verdict !== 'fits') return `whether ${name} has ${each} is not known`;
    }
  }
  return undefined;
}

const NO_ARGUMENTS = { positional: 0, names: [], isOpen: false };

/** A call gives a generator, which cannot be entered, or something to wait for, which cannot be looped over. */
async function whyNoOther(
  reader: UseReader,
  code: Code,
  from: number,
  to: number,
  members: readonly string[],
): Promise<string | undefined> {
  let at = to - 1;
  let depth = 0;
  for (; at > from; at--) {
    const token = code.tokens[at] as CodeToken;
    if (isClosing(token)) depth++;
    else if (isOpening(token) && --depth === 0) break;
    if (depth === 0) return undefined;
  }
  const called = at > from ? await reader.evaluate(code, from, at) : undefined;
  if (called?.kind !== 'function') return undefined;
  const definition = called.module.index.definitions[called.index];
  const file = await reader.openFile(called.module);
  if (file === undefined || definition === undefined || definition.start !== definition.head)
    return undefined;
  const isAsync = file.range(definition.head, definition.body)[0]?.word === word.ASYNC;
  const yields = () => file.range(definition.body, definition.end).some(token => token.word === word.YIELD);
  const isRefused = members === ENTERED ? isAsync || yields() : isAsync && members[0] === '__iter__';
  return isRefused ? `what ${definition.name} gives cannot be used so` : undefined;
}

function* askedIn(tokens: readonly CodeToken[]): Generator<Asked> {
  const isAsync = tokens[0]?.word === word.ASYNC;
  const head = tokens[isAsync ? 1 : 0]?.word;
  const first = isAsync ? 2 : 1;
  if (head === word.WITH)
    yield* operandsFrom(tokens, first).map(each => ({ ...each, members: isAsync ? ENTERED_LATER : ENTERED }));
  if (head === word.EXCEPT || head === word.RAISE)
    yield* operandsFrom(tokens, first).map(each => ({ ...each, members: 'exception' as const }));
  for (const [i, token] of tokens.entries()) {
    if (token.word === word.YIELD && tokens[i + 1]?.word === word.FROM)
      yield { from: i + 2, to: endOf(tokens, i + 2), members: ['__iter__'] };
    if (token.word !== word.FOR) continue;
    const members = [tokens[i - 1]?.word === word.ASYNC ? '__aiter__' : '__iter__'];
    const from = loopedFrom(tokens, i);
    if (from >= 0) yield { from, to: endOf(tokens, from), members };
  }
  const assign = tokens.findLastIndex(token => token.op === op.ASSIGN);
  // `a, b = …`
  const isUnpacked = tokens.slice(0, Math.max(0, assign)).some(token => token.op === op.COMMA);
  if (isUnpacked && head !== word.FOR && endOf(tokens, 0) <= assign)
    yield { from: assign + 1, to: tokens.length, members: ['__iter__'] };
}

/** What stands between commas, in brackets around all of them or not, each without what follows `as` and `from`. */
function operandsFrom(
  tokens: readonly CodeToken[],
  start: number,
): readonly { readonly from: number; readonly to: number }[] {
  const isInBrackets = tokens[start]?.op === op.PAREN_OPEN;
  const found: { from: number; to: number }[] = [];
  let from = isInBrackets ? start + 1 : start;
  while (from < tokens.length && found.length < MOST_OPERANDS) {
    const to = endOf(tokens, from);
    if (to > from) found.push({ from, to });
    let next = to;
    while (next < tokens.length && tokens[next]?.op !== op.COMMA && tokens[next]?.word !== word.FROM) next++;
    from = next + 1;
  }
  return found;
}

const MOST_OPERANDS = 20;

/** Behind the `in` of the `for` at an index. */
function loopedFrom(tokens: readonly CodeToken[], at: number): number {
  let depth = 0;
  for (let i = at + 1; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    else if (isClosing(token) && --depth < 0) return -1;
    else if (depth === 0 && token.word === word.IN) return i + 1;
  }
  return -1;
}

const ENDS: ReadonlySet<number> = new Set([word.AS, word.FROM, word.FOR, word.ASYNC, word.IF, word.ELSE]);

/** Where an expression ends: at a comma, a colon, a bracket that closes what is around it, `as`, `for` and the like. */
function endOf(tokens: readonly CodeToken[], from: number): number {
  let depth = 0;
  for (let i = from; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) {
      if (--depth < 0) return i;
    } else if (depth === 0 && (token.op === op.COMMA || token.op === op.COLON || ENDS.has(token.word)))
      return i;
  }
  return tokens.length;
}
