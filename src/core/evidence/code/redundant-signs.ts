import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { BareTuples } from './bare-tuples.ts';
import type { CodeToken } from './code-tokens.ts';
import type { TokenColumns } from './columns-being-read.ts';
import { kindOf as codeKind, opOf, wordOf } from './token-texts.ts';

/** What a pair of brackets is, as far as a comma before the closing one goes. */
type BracketKind =
  /** Call, parameters, list, set, dict, imported names: the comma never means anything. */
  | 'optional'
  /** Parentheses and subscripts: one comma makes a tuple, a second one before the end does not matter. */
  | 'tuple';

/** Where parentheses stand that mean nothing as long as they are all that is there. */
type Place =
  /** Behind `=`, `return`, `raise`, `yield` or `del`, and what an `assert` says. */
  | 'value'
  /** Behind `if`, `elif` and `while`. */
  | 'condition'
  /** Behind the `in` of a loop and the arrow of a header. */
  | 'header'
  | 'assertion'
  | 'line start'
  /** Behind `for`. */
  | 'taken'
  /** Behind `with`. */
  | 'items'
  | 'handled'
  /** The type of a name, or what a lambda gives. */
  | 'annotation'
  /** Between brackets and commas. */
  | 'argument'
  /** Between brackets behind a colon: a type, what a lambda gives, the value of a key. */
  | 'told'
  | 'other';

interface Open {
  readonly kind: BracketKind;
  readonly place: Place;
  readonly index: number;
  /** Parentheses around imported names, which mean nothing themselves. */
  readonly isImport: boolean;
  /** Those around the fields of a formatted string, which are written in it as they are. */
  readonly hasFields: boolean;
  /** Those between the parameters of a lambda are none of a tuple. */
  commas: number;
  hasLambda: boolean;
  /** Lambdas whose colon has not come yet. */
  openLambdas: number;
  hasWalrus: boolean;
  /** Something that may stand nowhere but between brackets, or means something else without them. */
  needsBrackets: boolean;
}

/**
 * Leaves out what means nothing, as formatters do: commas before a closing bracket, parentheses around imported names,
 * of a class without bases, and around a whole value, condition or argument. A tuple that is a value has its
 * parentheses, whether they are written or not.
 */
export function dropRedundantSigns(tokens: TokenColumns): void {
  const dropped: number[] = [];
  const bare = new BareTuples(tokens);
  const open: Open[] = [];
  const line = new LineStart();
  let isImport = false;
  /** Parentheses that mean nothing if the right thing follows. */
  let closed: Open | undefined;
  /** Where the brackets begin that were closed last, and are kept. */
  let lastKept = -1;
  const before = { kind: 0, word: 0, op: 0, isFirst: true };
  for (let i = 0; i < tokens.length; i++) {
    const code = tokens.code(i);
    const kind = codeKind(code);
    const wordNumber = wordOf(code);
    const operator = opOf(code);
    // A place before the first one is looked for in another, slower way.
    const around = open.length > 0 ? open[open.length - 1] : undefined;
    if (closed !== undefined) {
      if (isAllOf(closed, kind, wordNumber, operator)) {
        dropped.push(closed.index, i - 1);
        lastKept = -1;
      }
      closed = undefined;
    }
    if (kind === NEWLINE) {
      isImport = false;
      line.end();
      bare.endLine(i, before.op);
    } else if (wordNumber === word.IMPORT) {
      // A `yield from` in a line is no import, but then no `import` follows either.
      isImport = true;
    }
    if (op.opens(operator)) {
      const isNames = isImport && operator === op.PAREN_OPEN && before.word === word.IMPORT;
      const kind = kindOf(operator, before, isNames);
      const isGroup = kind === 'tuple' && operator === op.PAREN_OPEN;
      const place =
        isGroup && around?.hasFields !== true ? placeOf(before, around !== undefined, line) : 'other';
      const hasFields = before.kind === STRING;
      open.push({ kind, place, index: i, isImport: isNames, hasFields, ...NOTHING_YET });
      if (isNames) dropped.push(i);
    } else if (op.closes(operator)) {
      open.pop();
      if (around !== undefined) {
        if (before.op === op.COMMA && isMeaningless(around)) dropped.push(i - 1);
        if (around.isImport) dropped.push(i);
        const isEmpty = around.index === i - 1;
        if (isEmpty && i > 2 && wordOf(tokens.code(i - 3)) === word.CLASS_WORD) dropped.push(i - 1, i);
        // `with (a,):` was a tuple once, and `with ((a, b)):` is none of two items.
        const isWhole = op.closes(before.op) && lastKept === around.index + 1;
        const isTuple = isWhole || (around.commas === 1 && before.op === op.COMMA);
        if (around.place === 'items' && isTuple) around.needsBrackets = true;
        if (!isEmpty && around.place !== 'other' && !around.needsBrackets) closed = around;
        lastKept = around.index;
      }
    } else if (around !== undefined) note(around, wordNumber, operator, before.op);
    else if (kind >= NAME) bare.write(i, wordNumber, operator, before.op);
    if (around === undefined && kind >= NAME) line.write(wordNumber, operator);
    before.isFirst = before.kind < NAME;
    before.kind = kind;
    before.word = wordNumber;
    before.op = operator;
  }
  tokens.rewrite(
    [...dropped, ...bare.commas].sort((a, b) => a - b),
    bare.parentheses,
  );
}

const NOTHING_YET = { commas: 0, hasLambda: false, openLambdas: 0, hasWalrus: false, needsBrackets: false };

/** Marks what stands directly between two brackets. */
function note(around: Open, wordNumber: number, operator: number, before: number): void {
  if (wordNumber === word.LAMBDA) {
    around.hasLambda = true;
    around.openLambdas++;
  } else if (operator === op.COLON) around.openLambdas = Math.max(0, around.openLambdas - 1);
  else if (around.openLambdas > 0) return;
  else if (operator === op.COMMA) around.commas++;
  else if (operator === op.STAR || operator === op.DOUBLE_STAR)
    around.needsBrackets ||= before === op.COMMA || op.opens(before);
  else if (operator === op.WALRUS) around.hasWalrus = true;
  else if (wordNumber === word.FOR || wordNumber === word.YIELD) around.needsBrackets = true;
}

/** What a line is, by its tokens outside of brackets. */
class LineStart {
  /** The last token is the `in` of the loop that the line begins. */
  isIn = false;
  /** The last token is the first comma of the line, which is an `assert`. */
  isMessage = false;
  /** Keyword number of the first token, and of the one behind `async`. */
  #first: number | undefined;
  #hasIn = false;
  #hasComma = false;

  end(): void {
    this.#first = undefined;
    this.isIn = false;
    this.isMessage = false;
    this.#hasIn = false;
    this.#hasComma = false;
  }

  write(wordNumber: number, operator: number): void {
    if (this.#first === undefined || this.#first === word.ASYNC) this.#first = wordNumber;
    this.isIn = wordNumber === word.IN && this.#first === word.FOR && !this.#hasIn;
    this.#hasIn ||= wordNumber === word.IN;
    this.isMessage = operator === op.COMMA && this.#first === word.ASSERT && !this.#hasComma;
    this.#hasComma ||= operator === op.COMMA;
  }
}

/** What is asked of the token before a bracket; all 0 where there is none. */
type Before = Pick<CodeToken, 'kind' | 'word' | 'op'> & { readonly isFirst: boolean };

function isMeaningless({ kind, commas }: Open): boolean {
  return kind === 'optional' || commas > 1;
}

function placeOf(before: Before, isInside: boolean, line: LineStart): Place {
  if (before.word === word.FOR) return 'taken';
  if (isInside && before.op === op.COLON) return 'told';
  if (isInside) return isBeforeArgument(before.op) ? 'argument' : 'other';
  if (before.kind < NAME) return 'line start';
  if (line.isIn || before.op === op.ARROW) return 'header';
  if (line.isMessage) return 'value';
  if (before.op === op.COLON) return 'annotation';
  // Of three bytes are the ellipsis and others that assign.
  if (before.op !== 0) return op.assigns(before.op) ? 'value' : 'other';
  return PLACES.get(before.word) ?? 'other';
}

const isBeforeArgument = (before: number): boolean =>
  before === op.COMMA || before === op.ASSIGN || op.opens(before);

const PLACES: ReadonlyMap<number, Place> = new Map([
  [word.RETURN, 'value'],
  [word.RAISE, 'value'],
  [word.YIELD, 'value'],
  [word.DEL, 'value'],
  [word.IF, 'condition'],
  [word.ELIF, 'condition'],
  [word.WHILE, 'condition'],
  [word.ASSERT, 'assertion'],
  [word.WITH, 'items'],
  [word.EXCEPT, 'handled'],
]);

/** Whether they mean nothing, by what stands behind them. */
function isAllOf(
  { place, commas, hasLambda, hasWalrus }: Open,
  kind: number,
  wordNumber: number,
  operator: number,
): boolean {
  const isOne = commas === 0 && !hasWalrus;
  switch (place) {
    case 'value':
      // Those of tuples stay, by which they are known, but not those of targets.
      return (kind === NEWLINE && isOne) || (operator === op.ASSIGN && !hasLambda && !hasWalrus);
    case 'annotation':
      return (kind === NEWLINE || operator === op.ASSIGN) && isOne && !hasLambda;
    case 'argument':
      return (operator === op.COMMA || op.closes(operator)) && isOne;
    case 'told':
      return (operator === op.COMMA || operator === op.ASSIGN || op.closes(operator)) && isOne;
    case 'assertion':
      return (kind === NEWLINE || operator === op.COMMA) && isOne;
    case 'line start':
      return !hasLambda && ((kind === NEWLINE && isOne) || (operator === op.ASSIGN && !hasWalrus));
    case 'taken':
      return wordNumber === word.IN && !hasLambda && !hasWalrus;
    case 'condition':
      return operator === op.COLON && commas === 0 && !hasLambda;
    case 'header':
      return operator === op.COLON && isOne && !hasLambda;
    case 'items':
      return !hasLambda && !hasWalrus && (operator === op.COLON || (wordNumber === word.AS && isOne));
    case 'handled':
      return (operator === op.COLON || wordNumber === word.AS) && isOne && !hasLambda;
    default:
      return false;
  }
}

function kindOf(opening: number, before: Before, isNames: boolean): BracketKind {
  if (isNames || opening === op.BRACE_OPEN) return 'optional';
  // `match (a,):` and `match[a,]` look like a call and a subscript, and can be those too; `x = type(a,)` is one.
  const isSoft = before.word >= word.MATCH;
  if (isSoft && before.isFirst && before.word !== word.TYPE) return 'tuple';
  const follows = isSoft || endsOperand(before);
  if (opening === op.PAREN_OPEN) return follows ? 'optional' : 'tuple';
  return follows ? 'tuple' : 'optional';
}

/** Whether a bracket behind the token calls or subscripts it. */
function endsOperand(token: Pick<Before, 'kind' | 'word' | 'op'>): boolean {
  if (token.kind === NAME) return token.word === 0;
  return token.kind === STRING || op.closes(token.op);
}
