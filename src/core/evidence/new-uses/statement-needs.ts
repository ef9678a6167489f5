import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing, isClosing, isOpening, lastAssign } from '../code/brackets.ts';
import { type CodeToken, isName, tokenBefore } from '../code/code-tokens.ts';

/** What a statement does with an object without asking for it by a name, or a call that is picky with what it is given. */
export type Need =
  | ('raised' | 'cause' | 'caught' | 'entered' | 'entered later' | 'looped' | 'looped later' | 'awaited')
  | PickyNeed;

/** A class or several for `isinstance` and `issubclass`, one class, a value that can be a key, a coroutine and the like. */
export type PickyNeed = 'classes' | 'classes above' | 'class' | 'key' | 'awaitable';

/** An expression of a statement of which something special is needed. */
export interface Needed {
  readonly from: number;
  readonly to: number;
  readonly need: Need;
}

/** Everything in a statement that must be an exception, or that can be entered by `with` or looped over. */
export function* needsIn(tokens: readonly CodeToken[]): Generator<Needed> {
  const isAsync = tokens[0]?.word === word.ASYNC;
  const head = tokens[isAsync ? 1 : 0]?.word ?? 0;
  const first = isAsync ? 2 : 1;
  if (head === word.WITH) yield* operandsFrom(tokens, first, isAsync ? 'entered later' : 'entered');
  // `except*`
  if (head === word.EXCEPT) yield* operandsFrom(tokens, tokens[1]?.op === op.STAR ? 2 : 1, 'caught');
  if (head === word.RAISE) {
    const cause = outside(tokens, first, tokens.length, token => token.word === word.FROM);
    if (cause > first) yield { from: first, to: cause, need: 'raised' };
    if (cause < tokens.length) yield { from: cause + 1, to: tokens.length, need: 'cause' };
  }
  for (const [i, token] of tokens.entries()) {
    if (token.word === word.YIELD && tokens[i + 1]?.word === word.FROM)
      yield { from: i + 2, to: endOf(tokens, i + 2), need: 'looped' };
    if (token.word === word.AWAIT) yield { from: i + 1, to: primaryEnd(tokens, i + 1), need: 'awaited' };
    if (token.word !== word.FOR) continue;
    const isWhole = i < first && head === word.FOR;
    const from = outside(tokens, i + 1, tokens.length, each => each.word === word.IN) + 1;
    const need = tokenBefore(tokens, i)?.word === word.ASYNC ? 'looped later' : 'looped';
    if (from < tokens.length) yield { from, to: isWhole ? tokens.length : endOf(tokens, from), need };
  }
  const isHeader = head === word.DEF || head === word.CLASS_WORD || head === word.LAMBDA;
  if (!isHeader && head !== word.FROM && head !== word.IMPORT) yield* starred(tokens);
  const from = unpackedFrom(tokens);
  if (head !== word.FOR && from > 0) yield { from, to: tokens.length, need: 'looped' };
}

/** What stands behind the last `=` where several names are bound to it: `a, b = …`, `(a, b) = …`; 0: nothing. */
function unpackedFrom(tokens: readonly CodeToken[]): number {
  let isUnpacked = false;
  let from = 0;
  for (;;) {
    const assign = outside(tokens, from, tokens.length, token => token.op === op.ASSIGN);
    // Of a lambda it gives a parameter a value.
    if (assign === tokens.length || tokens[from]?.word === word.LAMBDA) return isUnpacked ? from : 0;
    const isInBrackets = isOpening(tokens[from] as CodeToken) && closing(tokens, from) === assign - 1;
    const [start, end] = isInBrackets ? [from + 1, assign - 1] : [from, assign];
    isUnpacked ||= outside(tokens, start, end, token => token.op === op.COMMA) < end;
    from = assign + 1;
  }
}

/** `*X` between other values: not where it takes what is left over, as a parameter or a target does. */
function* starred(tokens: readonly CodeToken[]): Generator<Needed> {
  if (!tokens.some(token => token.op === op.STAR) || tokens.some(token => token.word === word.LAMBDA)) return;
  const targets = lastAssign(tokens);
  for (let i = Math.max(1, targets); i < tokens.length; i++) {
    const before = tokens[i - 1] as CodeToken;
    const isFirst = before.op === op.COMMA || before.op === op.ASSIGN || before.word === word.RETURN;
    const isStarred = tokens[i]?.op === op.STAR && (isFirst || isOpening(before));
    // `for a, *b in …`
    const isOfLoop = () =>
      tokens[outside(tokens, i, tokens.length, token => token.word === word.IN)]?.word === word.IN;
    if (isStarred && !isOfLoop()) yield { from: i + 1, to: endOf(tokens, i + 1), need: 'looped' };
  }
}

/** What stands between commas, in brackets around all of them or not, each without what follows `as`. */
function operandsFrom(tokens: readonly CodeToken[], start: number, need: Need): readonly Needed[] {
  const end = tokens[start]?.op === op.PAREN_OPEN ? closing(tokens, start) : -1;
  const isInBrackets = end === tokens.length - 1 || tokens[end + 1]?.word === word.AS;
  const found: Needed[] = [];
  let from = isInBrackets && end > 0 ? start + 1 : start;
  while (from < tokens.length && found.length < MOST_OPERANDS) {
    const next = outside(tokens, from, tokens.length, token => token.op === op.COMMA);
    const to = outside(tokens, from, next, token => token.word === word.AS);
    if (to > from) found.push({ from, to, need });
    from = next + 1;
  }
  return found;
}

const MOST_OPERANDS = 20;

/** Index behind `a.b(1)[2]`. */
function primaryEnd(tokens: readonly CodeToken[], from: number): number {
  const behind = (at: number): number => {
    const token = tokens[at];
    return token !== undefined && isOpening(token) ? closing(tokens, at) + 1 : at + 1;
  };
  let i = behind(from);
  for (;;) {
    const token = tokens[i];
    if (token?.op === op.DOT) i += 2;
    else if (token?.op === op.PAREN_OPEN || token?.op === op.BRACKET_OPEN) i = behind(i);
    else return Math.min(i, tokens.length);
  }
}

const ENDS: ReadonlySet<number> = new Set([word.FOR, word.ASYNC, word.IF]);

/** Where an expression ends: at a comma, a colon, a bracket that closes what is around it, and what goes on with a comprehension. */
const endOf = (tokens: readonly CodeToken[], from: number): number =>
  outside(
    tokens,
    from,
    tokens.length,
    token => token.op === op.COMMA || token.op === op.COLON || ENDS.has(token.word),
  );

/** Index of the first such token that is in no bracket, or of the bracket that closes what is around; `to`: there is none. */
export function outside(
  tokens: readonly CodeToken[],
  from: number,
  to: number,
  isMeant: (token: CodeToken) => boolean,
): number {
  let depth = 0;
  for (let i = from; i < to; i++) {
    const token = tokens[i] as CodeToken;
    if (depth === 0 && isMeant(token)) return i;
    if (isOpening(token)) depth++;
    else if (isClosing(token) && --depth < 0) return i;
  }
  return to;
}

/** By what something is raised, entered or looped over: the names, with arguments left out; '' where it is no such chain. */
export function chainText(tokens: readonly CodeToken[], { from, to, need }: Needed): string {
  let text: string = need;
  for (let i = from; i < to; i++) {
    const token = tokens[i] as CodeToken;
    if (token.op === op.PAREN_OPEN) i = closing(tokens, i);
    else if (!isName(token) && token.op !== op.DOT) return '';
    text += isName(token) ? ` ${token.text}` : token.op === op.DOT ? '.' : '()';
  }
  return text;
}
