import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening, lastAssign } from '../code/brackets.ts';
import { type CodeToken, isName, tokenBefore } from '../code/code-tokens.ts';
import type { Statement } from './statements.ts';

/** The names that a statement binds in its scope. */
export function namesBound({
  tokens,
  isImport,
}: Pick<Statement, 'tokens' | 'isImport'>): ReadonlySet<string> {
  const found = new Set<string>();
  const [first, second, third] = tokens;
  if (isImport) {
    const from = tokens.findIndex(token => token.word === word.IMPORT);
    for (let i = from + 1; i < tokens.length; i++) {
      const token = at(tokens, i);
      if (!isName(token) || tokens[i + 1]?.word === word.AS) continue;
      if (tokenBefore(tokens, i)?.op !== op.DOT) found.add(token.text);
    }
    return found;
  }
  const definition = first?.word === word.ASYNC ? third : second;
  if (isDefinition(first) || isDefinition(second)) {
    if (definition !== undefined) found.add(definition.text);
    return found;
  }
  const isDeclared = first?.word === word.GLOBAL || first?.word === word.NONLOCAL || first?.word === word.DEL;
  const isPattern = first?.word === word.CASE && tokens.length > 1;
  const isTyped = first?.word === word.TYPE && isName(second);
  if (isDeclared || isPattern || isTyped)
    for (const token of tokens.slice(1)) if (isName(token)) found.add(token.text);
  const annotation = isTyped ? -1 : annotationAt(tokens);
  const targets = isTyped ? -1 : annotation < 0 ? lastAssign(tokens) : annotation;
  /** Brackets that are open: those of calls and subscripts hold no targets. */
  const brackets: boolean[] = [];
  let isLoop = false;
  let isAs = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    const before = tokenBefore(tokens, i);
    const next = tokens[i + 1];
    if (isOpening(token)) brackets.push(isName(before) || (before !== undefined && isClosing(before)));
    if (isClosing(token)) brackets.pop();
    if (token.word === word.FOR && brackets.length === 0) isLoop = true;
    if (token.word === word.IN) isLoop = false;
    if (token.word === word.AS) isAs = true;
    else if (isAs && (token.op === op.COMMA || token.op === op.COLON) && !brackets.includes(false))
      isAs = false;
    if (!isName(token) || before?.op === op.DOT) continue;
    const isWhole = next?.op !== op.DOT && next?.op !== op.PAREN_OPEN && next?.op !== op.BRACKET_OPEN;
    const isTarget = (i < targets && !brackets.includes(true)) || isLoop || isAs;
    if ((isTarget && isWhole) || next?.op === op.WALRUS) found.add(token.text);
    if (i === 0 && next?.op === op.COLON) found.add(token.text);
  }
  return found;
}

const isDefinition = (token: CodeToken | undefined): boolean =>
  token?.word === word.DEF || token?.word === word.CLASS_WORD;

const NO_NAMES: ReadonlySet<string> = new Set();

const isInnerStart = (token: CodeToken, i: number): boolean =>
  (token.word === word.FOR && i > 1) || token.word === word.LAMBDA;

/** Names of lambdas and comprehensions. */
export function readInnerNames(tokens: readonly CodeToken[]): ReadonlySet<string> {
  if (!tokens.some(isInnerStart)) return NO_NAMES;
  const found = new Set<string>();
  let reading: 'for' | 'lambda' | undefined;
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (token.word === word.FOR && i > 1) reading = 'for';
    else if (token.word === word.LAMBDA) reading = 'lambda';
    else if (token.word === word.IN || (reading === 'lambda' && token.op === op.COLON)) reading = undefined;
    else if (reading !== undefined && isName(token) && tokenBefore(tokens, i)?.op !== op.DOT)
      found.add(token.text);
  }
  return found;
}

/** Index of the colon before the annotation of what is assigned to: names behind it are read; -1: there is none. */
export function annotationAt(tokens: readonly CodeToken[]): number {
  const [first] = tokens;
  if (!isName(first) && first?.op !== op.PAREN_OPEN) return -1;
  let depth = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth > 0) continue;
    else if (token.op === op.COLON) return i;
    else if (token.op === op.ASSIGN || token.word === word.LAMBDA) return -1;
  }
  return -1;
}
