import { at } from '../../kernel/at.ts';
import { once } from '../../kernel/once.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { isClosing, isOpening, lastAssign } from '../code/brackets.ts';
import { readArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey, isName, tokenBefore } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Statement } from './statements.ts';
import { unevaluatedIn } from './unevaluated-annotations.ts';

/** A name that is looked up, an attribute that is asked for, or a call. */
export interface Access {
  readonly kind: 'name' | 'attribute' | 'call';
  /** Index of the first token of the whole expression: `a` of `a.b(1).c`. */
  readonly from: number;
  /** Index of the name, of the dot, or of the `(`. */
  readonly at: number;
  readonly isAwaited: boolean;
  /** It is looked up when the statement runs; not so in an annotation that only tools read. */
  readonly isEvaluated: boolean;
}

/** Everything in a statement that is looked up, in order. */
export const accessesOf = (file: PythonFile, statement: Statement): readonly Access[] =>
  accessesIn(statement.tokens, unevaluatedIn(file, statement));

/**
 * @param isUnevaluated of the index of a token: it stands in an annotation that only tools read
 */
function accessesIn(tokens: readonly CodeToken[], isUnevaluated: (at: number) => boolean): readonly Access[] {
  const openings = matchBrackets(tokens);
  const passedOver = declaredIn(tokens);
  /** Where each part of a chain begins: the next part begins there, too. */
  const starts = new Map<number, number>();
  const found: Access[] = [];
  const add = (kind: Access['kind'], where: number) => {
    const from = kind === 'name' ? where : startOf(tokens, openings, starts, where);
    const isAwaited = tokenBefore(tokens, from)?.word === word.AWAIT;
    found.push({ kind, from, at: where, isAwaited, isEvaluated: !isUnevaluated(where) });
  };
  for (let i = 0; i < tokens.length; i++) {
    if (passedOver.has(i)) continue;
    const token = at(tokens, i);
    const before = tokenBefore(tokens, i);
    if (isName(token) && before?.op !== op.DOT) add('name', i);
    else if (token.op === op.DOT && isName(tokens[i + 1])) add('attribute', i);
    else if (token.op === op.PAREN_OPEN && before !== undefined && isCallable(before)) add('call', i);
  }
  return found;
}

/** What the access is, so that the same one is found on the other side: of a call, how many arguments it gives. */
export function accessKey(
  tokens: readonly CodeToken[],
  { kind, from, at, isAwaited, isEvaluated }: Access,
): string {
  // What only an annotation names was never looked up.
  const how = `${isEvaluated ? '' : 'annotation '}${isAwaited ? 'await ' : ''}`;
  const text = `${how}${codeKey(tokens.slice(from, at))}`;
  if (kind === 'name') return `${how}name ${tokens[at]?.text ?? ''}`;
  if (kind === 'attribute') {
    return `${text}.${tokens[at + 1]?.text ?? ''}${maySet(tokens, at + 1) ? ' =' : ''}`;
  }
  const { positional, names, isOpen } = readArguments(tokens, at);
  return `${text}(${positional} ${[...names].sort().join()} ${isOpen})`;
}

/** Whether the attribute whose name stands there may be set: `self.x = `, `self.x: int = `, `self.x, [self.y] = `. */
export function maySet(tokens: readonly CodeToken[], at: number): boolean {
  const next = tokens[at + 1];
  if (next === undefined || next.op === 0) return false;
  if (next.op === op.ASSIGN || next.op === op.COLON || op.isAugmented(next.op)) return true;
  return (next.op === op.COMMA || isClosing(next)) && at < endOfTargets(tokens);
}

/** Read once: many attributes of a statement ask where its last `=` stands. */
const endOfTargets = once(lastAssign);

function matchBrackets(tokens: readonly CodeToken[]): ReadonlyMap<number, number> {
  if (!tokens.some(isOpening)) return NO_BRACKETS;
  const openings = new Map<number, number>();
  const open: number[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (isOpening(token)) open.push(i);
    if (isClosing(token)) openings.set(i, open.pop() ?? 0);
  }
  return openings;
}

const NO_BRACKETS: ReadonlyMap<number, number> = new Map();

const isCallable = (token: CodeToken): boolean => isName(token) || isClosing(token);
/** Behind a literal stand its fields. */
const endsOperand = (token: CodeToken): boolean => isCallable(token) || token.kind === STRING;

/** Index of the first token of the expression that the dot or bracket belongs to. */
function startOf(
  tokens: readonly CodeToken[],
  openings: ReadonlyMap<number, number>,
  starts: Map<number, number>,
  at: number,
): number {
  const start = findStart(tokens, openings, starts, at - 1);
  starts.set(at - 1, start);
  return start;
}

function findStart(
  tokens: readonly CodeToken[],
  openings: ReadonlyMap<number, number>,
  starts: ReadonlyMap<number, number>,
  last: number,
): number {
  let i = last;
  for (;;) {
    const known = starts.get(i);
    if (known !== undefined) return known;
    const token = i < 0 ? undefined : tokens[i];
    if (token === undefined) return i + 1;
    if (isClosing(token)) {
      i = openings.get(i) ?? i;
      const before = tokenBefore(tokens, i);
      if (before === undefined || !endsOperand(before)) return i;
      i--;
    } else if (token.kind === NAME && tokenBefore(tokens, i)?.op === op.DOT) i -= 2;
    else return i;
  }
}

const NOTHING: ReadonlySet<number> = new Set();

const isDefinition = (token: CodeToken | undefined): boolean =>
  token?.word === word.DEF || token?.word === word.CLASS_WORD;

/** Names that the statement declares, and the bracket behind the name of a function or class. */
function declaredIn(tokens: readonly CodeToken[]): ReadonlySet<number> {
  const found = new Set<number>();
  const first = tokens[0]?.word ?? 0;
  if (first === word.GLOBAL || first === word.NONLOCAL || first === word.IMPORT)
    return new Set(tokens.keys());
  if (first === word.FROM) return new Set(tokens.keys());
  const define = isDefinition(tokens[0]) ? 0 : isDefinition(tokens[1]) ? 1 : -1;
  // Names are only declared in brackets, and behind `def` and `class`.
  if (define < 0 && !tokens.some(isOpening)) return NOTHING;
  const isFunction = define >= 0 && tokens[define]?.word === word.DEF;
  if (define >= 0) found.add(define + 1);
  const around: ('header' | 'call' | 'other')[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    const before = tokenBefore(tokens, i);
    if (isOpening(token)) {
      const isHeader = define >= 0 && token.op === op.PAREN_OPEN && !around.length && !found.has(-1);
      if (isHeader) found.add(i).add(-1);
      const isCall = token.op === op.PAREN_OPEN && before !== undefined && endsOperand(before);
      around.push(isHeader ? 'header' : isCall ? 'call' : 'other');
    } else if (isClosing(token)) around.pop();
    else if (isName(token) && around.length > 0) {
      const isBehindComma =
        before?.op === op.COMMA ||
        before?.op === op.PAREN_OPEN ||
        before?.op === op.STAR ||
        before?.op === op.DOUBLE_STAR;
      const isParameter = isFunction && around.length === 1 && around[0] === 'header' && isBehindComma;
      const isKeyword = around.at(-1) !== 'other' && tokens[i + 1]?.op === op.ASSIGN && isBehindComma;
      if (isParameter || isKeyword) found.add(i);
    }
  }
  return found;
}
