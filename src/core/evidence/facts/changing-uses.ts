import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';
import { contentOf } from '../code/string-literal.ts';

/**
 * How a thing that others go through is used: `taken` from or put in the place of, `given` to what may do so, as the
 * `element` of it that is given, or gone `through`, which uses up an iterator.
 */
export type Way = 'taken' | 'given' | 'element' | 'through';

export interface ChangingUse {
  readonly name: string;
  readonly way: Way;
  /** The first name of the path that leads to it. */
  readonly root: string;
}

/** What takes things out of a list, a dictionary or a set, or puts others in their place; adding takes nothing away. */
const TAKING =
  /^(?:pop|popitem|popleft|clear|remove|discard|update|(?:symmetric_)?difference_update|intersection_update|__(?!len__|contains__|getitem__|name__|doc__|class__|dict__|file__|version__)\w+__)$/;
/** Methods whose result is no part of what they are called of. */
const READING = /^(?:items|keys|values|get|copy|index|count)$/;
/** Functions that go through what they are given, and keep nothing of it. */
const GOING =
  /^(?:sorted|list|tuple|set|dict|frozenset|sum|min|max|any|all|enumerate|zip|reversed|map|filter|iter|next|Counter|join|parametrize|chain|from_iterable|product|deepcopy|assert\w*)$/;
/** Of several things that they are given, these give one back. */
const CHOOSING = /^(?:min|max|next|sum)$/;
/** Functions that look at it as a whole. */
const LOOKING = /^(?:len|isinstance|type|str|repr|bool|id|hasattr|print|range|copy|approx|hash|callable)$/;
/** Behind a dot these may be methods of anything. */
const OF_OBJECTS = /^(?:join|dict|parametrize|chain|from_iterable|product|deepcopy|copy|approx|assert\w+)$/;
const BY_NAME = /^(?:getattr|attrgetter|__getattribute__)$/;

/** What a name alone stands for, of as many as a file has. */
export type Spoken = Pick<ReadonlyMap<string, string>, 'get'>;

/**
 * The uses of names that may change what they stand for.
 *
 * @param spoken what a name alone stands for in the file: `c` for the last name of `from pkg.m import CASES as c`
 * @param givers functions by what their result is: the same thing each time
 */
export function changingUses(
  tokens: readonly CodeToken[],
  spoken: Spoken,
  givers: ReadonlyMap<string, readonly string[]> = new Map(),
): readonly ChangingUse[] {
  const found: ChangingUse[] = [];
  const aliases = new Map<string, string>();
  const own: Spoken = { get: name => spoken.get(name) ?? aliases.get(name) };
  const lines = linesOf(tokens);
  for (const line of lines) {
    if (line.first === word.IMPORT || line.first === word.FROM) continue;
    for (let i = 0; i < line.tokens.length; i++) {
      const names = namesAt(line, i, own, givers);
      if (names.length === 0) continue;
      const way = wayOf(line, i);
      if (way === undefined) continue;
      // `c = CASES`: what is done with `c` is looked at instead.
      const alias = way === 'given' ? aliasIn(line, i) : undefined;
      if (alias !== undefined && own.get(alias) === undefined) aliases.set(alias, names[0] ?? '');
      else
        for (const name of names)
          found.push({ name, way, root: line.tokens[chainStart(line, i)]?.text ?? '' });
    }
  }
  return found;
}

interface Line {
  readonly tokens: readonly CodeToken[];
  readonly first: number;
  /** Of each token, the bracket it stands in; of a closing one, the one that it closes. */
  readonly openers: readonly number[];
  readonly closers: ReadonlyMap<number, number>;
  /** Index of the last `=` outside of brackets; -1 for none. */
  readonly assign: number;
  readonly hasFor: boolean;
}

function linesOf(tokens: readonly CodeToken[]): readonly Line[] {
  const lines: Line[] = [];
  for (let from = 0, i = 0; i <= tokens.length; i++) {
    const token = tokens[i];
    if (token !== undefined && !isLayout(token)) continue;
    if (i > from) lines.push(readLine(tokens.slice(from, i)));
    from = i + 1;
  }
  return lines;
}

function readLine(tokens: readonly CodeToken[]): Line {
  const openers: number[] = [];
  const closers = new Map<number, number>();
  const open: number[] = [];
  let [assign, hasFor] = [-1, false];
  for (const [i, token] of tokens.entries()) {
    if (op.closes(token.op)) {
      const from = open.pop() ?? -1;
      openers.push(from);
      closers.set(from, i);
      continue;
    }
    openers.push(open.at(-1) ?? -1);
    if (token.op === op.ASSIGN && open.length === 0) assign = i;
    hasFor ||= token.word === word.FOR;
    if (op.opens(token.op)) open.push(i);
  }
  return { tokens, first: tokens[0]?.word ?? 0, openers, closers, assign, hasFor };
}

/** What a name stands for that others may go through: not a method that is called, or the word of an argument. */
function namesAt(
  line: Line,
  i: number,
  own: Spoken,
  givers: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const { tokens, openers } = line;
  const token = tokens[i] as CodeToken;
  if (token.kind === STRING) {
    const isAsked = BY_NAME.test(tokens[(openers[i] ?? 0) - 1]?.text ?? '');
    return isAsked ? [contentOf(token.text)] : [];
  }
  if (!isName(token)) return [];
  const [before, next] = [tokens[i - 1], tokens[i + 1]];
  if (next?.op === op.PAREN_OPEN) return givers.get(token.text) ?? [];
  if (before?.op === op.DOT) return tokens[i - 2]?.text === 'self' ? [] : [token.text];
  const isWord = next?.op === op.ASSIGN;
  const name = isWord ? undefined : own.get(token.text);
  return name === undefined ? [] : [name];
}

function wayOf(line: Line, at: number): Way | undefined {
  const { tokens, openers, closers } = line;
  let end = at;
  if (tokens[at]?.kind === STRING) end = closers.get(openers[at] ?? -1) ?? at;
  if (tokens[end + 1]?.op === op.PAREN_OPEN) end = closers.get(end + 1) ?? end;
  const isElement = tokens[end + 1]?.op === op.BRACKET_OPEN;
  while (tokens[end + 1]?.op === op.BRACKET_OPEN) end = closers.get(end + 1) ?? tokens.length;
  const next = tokens[end + 1];
  if (next?.op === op.DOT) {
    const method = tokens[end + 2]?.text ?? '';
    if (TAKING.test(method)) return isElement ? 'element' : 'taken';
    const isCall = tokens[end + 3]?.op === op.PAREN_OPEN;
    return isCall && !READING.test(method) && !isElement ? 'through' : undefined;
  }
  const start = chainStart(line, at);
  const before = tokens[start - 1];
  if (line.first === word.DEL || isSet(line, end)) return 'taken';
  if (before?.word === word.FOR || before?.word === word.AS || (start === 0 && next?.op === op.COLON))
    return 'taken';
  if (COMPARES.has(before?.text ?? '') || COMPARES.has(next?.text ?? '')) return 'through';
  if (op.isBinary(before?.op ?? 0) || op.isBinary(next?.op ?? 0)) return 'through';
  if (isAskedForTruth(line, start)) return undefined;
  const given = isElement ? 'element' : 'given';
  const open = openers[start] ?? -1;
  if (open < 0 || tokens[open]?.op !== op.PAREN_OPEN) return given;
  if (tokens[open - 1]?.kind === STRING) return undefined;
  const isWhole =
    [op.PAREN_OPEN, op.COMMA, op.ASSIGN].includes(before?.op ?? 0) &&
    [op.PAREN_CLOSE, op.COMMA].includes(next?.op ?? 0);
  const called = tokens[open - 1]?.text ?? '';
  const isOfObject = tokens[open - 2]?.op === op.DOT;
  if (!isWhole || (isOfObject && !OF_OBJECTS.test(called))) return given;
  if (LOOKING.test(called)) return undefined;
  // `dict(a=CASES)` keeps it, and `max(CASES, [0])` may give it back.
  const isWord = before?.op === op.ASSIGN && !/^(?:assert|parametrize)/.test(called);
  const isFirst = before?.op === op.PAREN_OPEN;
  const isAlone = isFirst && (next?.op === op.PAREN_CLOSE || tokens[end + 3]?.op === op.ASSIGN);
  if (isWord || (CHOOSING.test(called) && !isAlone)) return given;
  return GOING.test(called) ? 'through' : given;
}

const COMPARES: ReadonlySet<string> = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'is']);

/** It, or what is unpacked with it, stands before a `=`, or before the `in` of a `for`. */
function isSet({ tokens, openers, assign, hasFor }: Line, end: number): boolean {
  const next = tokens[end + 1];
  if (next === undefined) return false;
  // A closing bracket knows the one that it closes.
  const around = op.closes(tokens[end]?.op ?? 0) ? openers[openers[end] ?? -1] : openers[end];
  if (op.assigns(next.op)) return (around ?? -1) < 0 && !/^[+|]=$/.test(next.text);
  if (next.word === word.IN) return hasFor && isLoopTarget(tokens, end);
  if (next.op !== op.COMMA && !op.closes(next.op)) return false;
  // In the target of an unpacking, but in no index there.
  for (let open = around ?? -1; open >= 0; open = openers[open] ?? -1) {
    const before = tokens[open - 1];
    if (before !== undefined && (isName(before) || op.closes(before.op))) return false;
  }
  return assign > end || (hasFor && isLoopTarget(tokens, end));
}

/** What stands between `for` and `in` is short. */
const LONGEST_TARGET = 64;

function isLoopTarget(tokens: readonly CodeToken[], end: number): boolean {
  let i = end;
  while (i > end - LONGEST_TARGET && tokens[i]?.word !== word.IN && tokens[i]?.word !== word.FOR) i--;
  return tokens[i]?.word === word.FOR;
}

const ASKS: ReadonlySet<number> = new Set([word.ASSERT, word.IF, word.ELIF, word.WHILE]);

/** `assert CASES`, `if not CASES and x:` */
const isAskedForTruth = ({ tokens, first, openers }: Line, start: number): boolean => {
  const before = tokens[start - 1]?.word ?? 0;
  return (ASKS.has(first) && openers[start] === -1) || before === word.NOT || before === word.IF;
};

/** Index of the first token of the path that ends at `at`: over calls and indexes before it. */
function chainStart({ tokens, openers }: Line, at: number): number {
  let i = tokens[at]?.kind === STRING ? (openers[at] ?? 1) - 1 : at;
  while (tokens[i - 1]?.op === op.DOT) {
    i -= 2;
    while (op.closes(tokens[i]?.op ?? 0)) {
      i = openers[i] ?? 0;
      const before = tokens[i - 1];
      if (before !== undefined && (isName(before) || op.closes(before.op))) i--;
    }
  }
  return Math.max(0, i);
}

/** `c` of `c = pkg.m.CASES` where that is all of the line. */
function aliasIn({ tokens }: Line, at: number): string | undefined {
  const [name, sign] = tokens;
  if (at !== tokens.length - 1 || sign?.op !== op.ASSIGN || name === undefined || !isName(name))
    return undefined;
  const isPath = tokens.slice(2, at).every((each, i) => (i % 2 === 0 ? isName(each) : each.op === op.DOT));
  return isPath ? name.text : undefined;
}
