import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { annotationOf } from './annotation-of.ts';
import { isClosing, isOpening } from './brackets.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import { DeclaredNames } from './declared-names.ts';
import { hasPlainFields } from './formatted-fields.ts';
import { plainLines } from './plain-lines.ts';
import { isPrivate } from './private-names.ts';
import type { PythonFile } from './python-file.ts';
import { isFormatted } from './string-literal.ts';
import type { CodeTokens } from './token-columns.ts';

/** Statements of kinds that are not looked into, of one statement at the top of a file with all that is inside of it. */
export interface UnreadUnit {
  /** All of them together: what one means depends on it. */
  readonly around: string;
  readonly statements: readonly { readonly said: string; readonly start: number }[];
}

/** Python refuses more than 20 blocks inside of each other. */
const DEEPEST_BLOCK = 18;
/** The compiler gives up on operators, attributes and branches that are nested deeper than it can follow. */
const LONGEST_CHAIN = 300;
const IDENTIFIER = /^[\p{XID_Start}_]\p{XID_Continue}*$/u;
/** Blocks of letters of which Python 3.10 knows all; of other ones it depends on the version of Python. */
const KNOWN_LETTERS =
  /^[\0-\u{6ff}\u{900}-\u{bff}\u{e00}-\u{e7f}\u{10a0}-\u{11ff}\u{1e00}-\u{1fff}\u{2071}-\u{218b}\u{3005}-\u{30fa}\u{30fc}-\u{30ff}\u{3400}-\u{4dbf}\u{4e00}-\u{9ffc}\u{ac00}-\u{d7a3}\u{fb00}-\u{fb06}\u{ff21}-\u{ff5a}\u{ff66}-\u{ffdc}\u{1d400}-\u{1d7ff}\u{20000}-\u{2a6dd}]*$/u;
const isKnownName = (written: string): boolean => IDENTIFIER.test(written) && KNOWN_LETTERS.test(written);
/** Python refuses to read whole numbers of more than 4,300 digits. */
const LONGEST_NUMBER = 4000;
const MOST_BEFORE_STAR = 250;

function hasExceptGroups(tokens: CodeTokens): boolean {
  for (let i = 0; i < tokens.length; i++)
    if (tokens.word(i) === word.EXCEPT && tokens.op(i + 1) === op.STAR) return true;
  return false;
}

/**
 * What Python may refuse and what is not worked out: patterns, `:=`, `yield`, `await` and `async for`
 * in comprehensions, `yield` and `await` beside a lambda or in a header, `except*`, type parameters, characters by name,
 * fields of formatted strings that some versions refuse, stars where targets stand, `global` and `nonlocal` of names
 * that are elsewhere in the function, blocks that are deep.
 *
 * Whether one of them is refused depends on what is around it: the scopes, the blocks, the others of its function. So
 * one is known from before where all of that is the same.
 */
export function findUnreadStatements(file: Pick<PythonFile, 'tokens' | 'text'>): readonly UnreadUnit[] {
  const { tokens, text } = file;
  const found: UnreadUnit[] = [];
  const hasGroups = hasExceptGroups(tokens);
  /** The first words of the headers around a line. */
  const blocks: string[] = [];
  /** Of each: how many more a `with` of several items is. */
  const entered: number[] = [];
  let items = 0;
  /** Of one statement at the top of the file with all that is inside of it. */
  let unit: { readonly said: string; readonly start: number }[] = [];
  let declared = new DeclaredNames();
  const twice = spelledTwice(tokens, text);
  const isPlainLine = plainLines(tokens, text.isAscii === true);
  let header = '';
  let branches = 0;
  const closeUnit = () => {
    const around = unit.map(({ said }) => said).join('\n');
    const statements = unit.filter(({ start }) => start >= 0);
    if (statements.length > 0) found.push({ around, statements });
    unit = [];
    declared = new DeclaredNames();
  };
  const readLine = (from: number, to: number) => {
    items = itemsOf(tokens, from, to);
    const depth = blocks.length + items + entered.reduce((all, each) => all + each, 0);
    if (depth <= DEEPEST_BLOCK && twice.size === 0 && isPlainLine(from, to)) {
      header = tokens.text(from);
      return;
    }
    const line = tokens.slice(from, to);
    const [first] = line;
    if (first === undefined) return;
    // Lines at the top belong to one scope.
    if (blocks.length === 0 && opensScope(line)) closeUnit();
    // Whether these are in a block of `except*` is not worked out, so that none is known from before.
    const isInGroups = hasGroups && OF_GROUPS.has(first.word);
    if (first.word === word.ELIF) branches++;
    const isUnknown =
      (first.word === word.ELIF && branches > LONGEST_CHAIN) ||
      isInGroups ||
      depth > DEEPEST_BLOCK ||
      declared.isUnclear(line, blocks) ||
      line.some(({ text: each }) => twice.has(each)) ||
      isUnread(line, text);
    const isDeclaration = first.word === word.GLOBAL || first.word === word.NONLOCAL;
    if (isUnknown || isDeclaration) {
      const said = `${blocks.join(' ')}: ${line.map(each => each.text).join(' ')}${isInGroups ? first.start : ''}`;
      unit.push({ said, start: isUnknown ? first.start : -1 });
    }
    declared.read(line, blocks);
    header = headerWord(line);
  };
  let from = 0;
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind >= NAME) continue;
    if (kind === INDENT) {
      blocks.push(header);
      entered.push(items);
    } else if (kind === DEDENT) {
      blocks.pop();
      entered.pop();
      if (blocks.length === 0) closeUnit();
    } else if (kind === NEWLINE) readLine(from, i);
    from = i + 1;
  }
  readLine(from, tokens.length);
  closeUnit();
  return found;
}

/** How many more blocks than one a `with` is: each comma may begin another item. */
function itemsOf(tokens: CodeTokens, from: number, to: number): number {
  if (tokens.word(from) !== word.WITH && tokens.word(from + 1) !== word.WITH) return 0;
  let found = 0;
  for (let i = from; i < to; i++) if (tokens.op(i) === op.COMMA) found++;
  return found;
}

/** Names of a class that are private to it, in both spellings: `__x`, and `_Box__x` as the compiler has it. */
function spelledTwice(tokens: PythonFile['tokens'], text: PythonFile['text']): ReadonlySet<string> {
  const end = tokens.length === 0 ? 0 : tokens.start(tokens.length - 1);
  const mangled = new Set(text.text(0, end).match(/(?<!\w)_[A-Za-z]\w*__\w+/g));
  if (mangled.size === 0) return NONE;
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i++) {
    const name = tokens.text(i);
    if (!isPrivate(name)) continue;
    for (const other of mangled) if (other.endsWith(name)) found.add(name).add(other);
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

const OF_GROUPS: ReadonlySet<number> = new Set([
  word.EXCEPT,
  word.BREAK,
  word.CONTINUE,
  word.RETURN,
  word.IF,
]);

const opensScope = (line: readonly CodeToken[]): boolean => /\b(?:def|class)$/.test(headerWord(line));

/** `def`, `async def`, `for` …: what a block is for the compiler. */
function headerWord([first, second]: readonly CodeToken[]): string {
  return first?.word === word.ASYNC ? `async ${second?.text}` : (first?.text ?? '');
}

function isUnread(line: readonly CodeToken[], text: PythonFile['text']): boolean {
  const has = (wanted: number) => line.some(token => token.word === wanted);
  const [first, second, third, fourth] = line;
  if (first?.word === word.CASE && line.some(({ op: each }) => each === op.COLON)) return true;
  if (first?.word === word.ASYNC ? fourth?.op === op.BRACKET_OPEN : false) return true;
  if (first?.word === word.TYPE && isName(second)) return true;
  if (isFutureOfPackage(line)) return true;
  const isFunction = first?.word === word.DEF || (first?.word === word.ASYNC && second?.word === word.DEF);
  const isClass = first?.word === word.CLASS_WORD;
  if ((isFunction || isClass) && isName(second) && third?.op === op.BRACKET_OPEN) return true;
  const hasEffect = has(word.YIELD) || has(word.AWAIT) || line.some(({ op: each }) => each === op.WALRUS);
  // Of annotations it depends on `__future__` and on the scope what is refused.
  if (hasEffect && (isFunction || isClass || annotationOf(line) !== undefined)) return true;
  // `x[*a]: int` is refused, and `x[*a]: int = 1` is not.
  if (annotationOf(line) !== undefined && line.some(({ op: each }) => each === op.STAR)) return true;
  if (isClass && has(word.FOR)) return true;
  if (has(word.LAMBDA) && (has(word.AWAIT) || has(word.YIELD))) return true;
  if (hasUnclearStar(line) || hasUnclearAs(line)) return true;
  if (isClass && hasTwice(line)) return true;
  const hasColon = line.some(({ op: each }) => each === op.COLON);
  let chain = 0;
  let depth = 0;
  let [loops, yields, binds, waits, slices] = [false, false, false, false, false];
  let commas = 0;
  for (const [i, token] of line.entries()) {
    const { kind } = token;
    if (kind === STRING && !isPlainString(token, text)) return true;
    if (kind === NUMBER && token.text.length > LONGEST_NUMBER) return true;
    if (kind === NAME && token.text === '__debug__') return true;
    if (kind === NAME && !isKnownName(text.text(token.start, token.end))) return true;
    // `((x) := 1)`
    if (token.op === op.WALRUS && line[i - 1]?.kind !== NAME) return true;
    if (token.op === op.COMMA) {
      chain = 0;
      commas++;
    }
    // `a, b, …, *c = d` holds no more names than fit in a byte.
    else if (token.op === op.STAR && commas > MOST_BEFORE_STAR) return true;
    else if (++chain > LONGEST_CHAIN * 2) return true;
    if (token.op === op.STAR && line[i - 1]?.op === op.BRACE_OPEN && hasColon) return true;
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
    if (depth <= 0) {
      if (first?.word === word.EXCEPT && token.op === op.COMMA) return true;
      continue;
    }
    // `f((x)=1)`
    if (!isFunction && token.op === op.ASSIGN && line[i - 1]?.kind !== NAME) return true;
    loops ||= token.word === word.FOR;
    // `[a for *b in c]`
    if (token.word === word.FOR && hasStarBeforeIn(line, i)) return true;
    yields ||= token.word === word.YIELD;
    // Where a name can be bound differs between sets and dictionaries.
    if (token.op === op.WALRUS && line.some(each => each.op === op.BRACE_OPEN)) return true;
    binds ||= token.op === op.WALRUS;
    slices ||= token.op === op.COLON;
    waits ||= token.word === word.ASYNC;
  }
  // `a[b := 1:2]`
  return waits || (binds && slices) || (loops && (binds || yields || has(word.AWAIT)));
}

/** `from .__future__ import a`, which Python takes for the real one before 3.13. */
function isFutureOfPackage(line: readonly CodeToken[]): boolean {
  const at = line.findIndex(({ text }) => text === '__future__');
  return at > 1 && line[0]?.word === word.FROM && line[at + 1]?.word === word.IMPORT;
}

/** A star in what a `for` binds. */
function hasStarBeforeIn(line: readonly CodeToken[], at: number): boolean {
  for (let i = at + 1; i < line.length && line[i]?.word !== word.IN; i++)
    if (line[i]?.op === op.STAR) return true;
  return false;
}

/** Whether a name is given twice in the header of a class: `class A(metaclass=B, metaclass=C)`. */
function hasTwice(line: readonly CodeToken[]): boolean {
  const given = line.flatMap(({ text }, i) => (line[i + 1]?.op === op.ASSIGN ? [text] : []));
  return new Set(given).size < given.length;
}

function isPlainString({ text: said, start, end }: CodeToken, text: PythonFile['text']): boolean {
  if (said.includes('\\N{')) return false;
  if (!isFormatted(said)) return true;
  const written = text.text(start, end);
  // Of several side by side, what is in the fields stands behind them; the rest of one that is not plain is still there.
  if (/^[A-Za-z]*[ft]/i.test(written)) return hasPlainFields(written);
  return !/\{[^{}!:]/.test(said.replaceAll('{{', ''));
}

/** A star in what is deleted, looped over, returned or yielded. */
function hasUnclearStar(line: readonly CodeToken[]): boolean {
  const [head, rest] = line[0]?.word === word.ASYNC ? [line[1], line.slice(2)] : [line[0], line.slice(1)];
  const isStar = (token: CodeToken | undefined) => token?.op === op.STAR;
  if (head?.word === word.DEL) return rest.some(isStar);
  if (hasNestedStars(line) || hasUnpackedPlace(line)) return true;
  if (head?.word === word.FOR) {
    const until = rest.findIndex(token => token.word === word.IN);
    if (rest.slice(0, until).some(isStar)) return true;
  }
  if (HEADS_OF_ONE.has(head?.word ?? 0) && hasOpenStar(rest)) return true;
  return line.some(
    (token, i) => (token.word === word.RETURN || token.word === word.YIELD) && isStar(line[i + 1]),
  );
}

/** `a[*b]` and `*args: *Ts`, which Python takes from 3.11 on. */
function hasUnpackedPlace(line: readonly CodeToken[]): boolean {
  const isPlace: boolean[] = [];
  return line.some((token, i) => {
    const before = line[i - 1];
    if (isOpening(token)) isPlace.push(token.op === op.BRACKET_OPEN && mayBeAsked(before));
    else if (isClosing(token)) isPlace.pop();
    if (token.op !== op.STAR) return false;
    const isFirst = before?.op === op.BRACKET_OPEN || before?.op === op.COMMA;
    return (isFirst && isPlace.at(-1) === true) || before?.op === op.COLON;
  });
}

const mayBeAsked = (token: CodeToken | undefined): boolean =>
  token !== undefined && (isName(token) || isClosing(token) || token.kind === STRING);

/** Two stars between brackets of what is assigned to: `[*a, *b] = c`, `with a as (*b, *c):`. */
function hasNestedStars(line: readonly CodeToken[]): boolean {
  const stars: number[] = [];
  let found = 0;
  for (const [i, token] of line.entries()) {
    const before = line[i - 1];
    const isAtStart = before === undefined || isOpening(before) || before.op === op.COMMA;
    if (isOpening(token)) stars.push(0);
    else if (isClosing(token)) found = Math.max(found, stars.pop() ?? 0);
    else if (stars.length === 0 && (token.op === op.ASSIGN || token.word === word.AS)) {
      if (token.op === op.ASSIGN && found > 1) return true;
      found = 0;
    } else if (token.op === op.STAR && isAtStart && stars.length > 0) stars.push((stars.pop() ?? 0) + 1);
  }
  return line.some(token => token.word === word.AS) && found > 1;
}

/** Statements whose expression is a tuple in some of them and for some versions of Python only. */
const HEADS_OF_ONE: ReadonlySet<number> = new Set([
  word.FOR,
  word.IF,
  word.ELIF,
  word.WHILE,
  word.WITH,
  word.MATCH,
  word.ASSERT,
  word.RAISE,
]);

/** A star before an operand, outside of brackets. */
function hasOpenStar(tokens: readonly CodeToken[]): boolean {
  let depth = 0;
  for (const [i, token] of tokens.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.op === op.STAR) {
      const before = tokens[i - 1];
      if (before === undefined || before.op === op.COMMA || before.word > 0) return true;
    }
  }
  return false;
}

/** `as` in brackets that are not those around all items of a `with`: `with (a as b) as c`. */
function hasUnclearAs(line: readonly CodeToken[]): boolean {
  const first = line[0]?.word === word.ASYNC ? 1 : 0;
  const head = line[first]?.word;
  if (head === word.FROM || head === word.IMPORT || head === word.CASE) return false;
  let depth = 0;
  let isInside = false;
  let isNoItem = false;
  for (const [i, token] of line.entries()) {
    if (isOpening(token)) depth++;
    // `with (a as b, *c)`, `with (a as b, c := d)`
    const isStar =
      token.op === op.STAR && (line[i - 1]?.op === op.COMMA || line[i - 1]?.op === op.PAREN_OPEN);
    isNoItem ||= depth === 1 && (isStar || token.op === op.WALRUS);
    if (isClosing(token) && --depth === 0) {
      if (isInside && (isNoItem || line[i + 1]?.op !== op.COLON)) return true;
      isInside = false;
      isNoItem = false;
    }
    if (depth === 0 || token.word !== word.AS) continue;
    if (head !== word.WITH || depth > 1 || line[first + 1]?.op !== op.PAREN_OPEN) return true;
    isInside = true;
  }
  return false;
}
