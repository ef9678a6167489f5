import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from './python-file.ts';
import { isFormatted } from './string-literal.ts';
import type { CodeTokens } from './token-columns.ts';

const LITERALS: readonly number[] = [word.TRUE, word.FALSE, word.NONE];

/** Functions that give the same for the same, and nothing for nothing. */
const OF_VALUES =
  /^(?:len|bool|int|float|str|bytes|range|list|tuple|dict|set|frozenset|any|all|min|max|sum|abs|iter|reversed|enumerate|sorted|zip)$/;

/** Nothing in the expression but values that are written there: it is the same each time. */
export function isConstant({ tokens }: PythonFile, from: number, to: number): boolean {
  for (let i = from; i < to; i++)
    if (tokens.isName(i) && !(OF_VALUES.test(tokens.text(i)) && tokens.op(i + 1) === op.PAREN_OPEN))
      return false;
    else if (isFormattedText(tokens, i)) return false;
  return from < to;
}

/** `True`, `1` and `"x"`: what is below runs. */
export function isPlainlyTrue({ tokens }: PythonFile, from: number, to: number): boolean {
  if (to !== from + 1) return false;
  if (tokens.kind(from) === NUMBER) return Number(tokens.text(from)) !== 0;
  if (tokens.kind(from) === STRING) return !isEmptyText(tokens, from);
  return tokens.word(from) === word.TRUE;
}

/** There is nothing to loop over: `()`, `""`, `range(0)`, `list()`, `reversed([])`. */
export function isEmpty(file: PythonFile, from: number, to: number): boolean {
  const { tokens } = file;
  if (to === from + 1) return isEmptyText(tokens, from);
  const isCall = tokens.isName(from) && tokens.op(from + 1) === op.PAREN_OPEN;
  const open = isCall ? from + 1 : from;
  if (!op.opens(tokens.op(open)) || tokens.closing(open) !== to - 1) return false;
  if (!isCall)
    return to === from + 2 || (tokens.op(from) === op.PAREN_OPEN && isEmpty(file, from + 1, to - 1));
  if (!OF_VALUES.test(tokens.text(from))) return false;
  if (tokens.text(from) === 'range') return isEmptyRange(tokens, open, to - 1);
  return to === open + 2 || isEmpty(file, open + 1, to - 1);
}

/** `range(0)`, `range(-1)`, `range(2, 1)` */
function isEmptyRange(tokens: CodeTokens, open: number, close: number): boolean {
  const numbers: number[] = [];
  for (let i = open + 1; i < close; i += 2) {
    const isNegative = tokens.op(i) === op.MINUS;
    if (isNegative) i++;
    if (tokens.kind(i) !== NUMBER) return false;
    if (i + 1 !== close && tokens.op(i + 1) !== op.COMMA) return false;
    numbers.push(Number(tokens.text(i)) * (isNegative ? -1 : 1));
  }
  const [first = 1, last, step = 1] = numbers;
  if (last === undefined) return first <= 0;
  return step > 0 ? last <= first : last >= first;
}

/** The tokens of one statement decide by themselves that not all of it runs: `0 and f()`, `1 > 2 > f()`, `for _ in ()`. */
export function hasConstantChoice(file: PythonFile, from: number, to: number): boolean {
  const { tokens } = file;
  for (let i = from; i < to; i++) {
    const each = tokens.word(i);
    if ((each === word.AND || each === word.OR) && isLiteralBefore(tokens, i)) return true;
    if (each === word.IN && i > from && isEmpty(file, i + 1, endOfIterable(tokens, i + 1, to))) return true;
    if (
      isComparing(tokens, i) &&
      isLiteral(tokens, i - 1) &&
      isLiteral(tokens, i + 1) &&
      isComparing(tokens, i + 2)
    )
      return true;
  }
  return false;
}

/** Up to the bracket, the colon or the word that ends what a comprehension or loop goes over. */
function endOfIterable(tokens: CodeTokens, from: number, to: number): number {
  const first = tokens.isName(from) ? from + 1 : from;
  const end = op.opens(tokens.op(first)) ? tokens.closing(first) + 1 : from + 1;
  const isEnd =
    end === to || op.closes(tokens.op(end)) || tokens.op(end) === op.COLON || ENDS.includes(tokens.word(end));
  return isEnd ? end : from;
}

const ENDS: readonly number[] = [word.FOR, word.IF, word.ASYNC];

const isLiteral = (tokens: CodeTokens, at: number): boolean =>
  LITERALS.includes(tokens.word(at)) ||
  tokens.kind(at) === NUMBER ||
  (tokens.kind(at) === STRING && !isFormatted(tokens.text(at)));

function isLiteralBefore(tokens: CodeTokens, at: number): boolean {
  if (op.closes(tokens.op(at - 1)) && op.opens(tokens.op(at - 2)))
    return !tokens.isName(at - 3) && !op.closes(tokens.op(at - 3));
  const before = tokens.op(at - 2);
  return isLiteral(tokens, at - 1) && (BEGINS.includes(before) || BEGINNING.includes(tokens.word(at - 2)));
}

/** Behind these an expression begins. */
const BEGINS: readonly number[] = [
  op.PAREN_OPEN,
  op.BRACKET_OPEN,
  op.BRACE_OPEN,
  op.COMMA,
  op.ASSIGN,
  op.COLON,
];
const BEGINNING: readonly number[] = [word.RETURN, word.YIELD, word.IF, word.ELIF, word.WHILE, word.ASSERT];

const isComparing = (tokens: CodeTokens, at: number): boolean => COMPARING.includes(tokens.text(at));

const COMPARING = ['<', '>', '<=', '>=', '==', '!='];

const isEmptyText = (tokens: CodeTokens, at: number): boolean =>
  tokens.kind(at) === STRING && /^\w*:$/.test(tokens.text(at));

const isFormattedText = (tokens: CodeTokens, at: number): boolean =>
  tokens.kind(at) === STRING && isFormatted(tokens.text(at));
