import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NEWLINE } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** Whether running the file may bring names that cannot be read from it: what `*` brings may be made by running too. */
export function isOpen(file: PythonFile): boolean {
  if (['globals(', 'exec(', 'vars(', '_convert_('].some(call => file.mentions(call))) return true;
  return file.module.index.imports.some(({ names }) => names.some(({ name }) => name === '*'));
}

/** Whether running the module may give it names that its source does not show, or put another one in its place. */
export const makesNames = (file: PythonFile): boolean =>
  ['globals(', 'exec(', 'vars(', 'locals(', 'sys.modules[', '__path__', '_convert_('].some(word =>
    file.mentions(word),
  );

/** Every name that something in the file binds, and some more. */
export function boundNames(file: PythonFile): ReadonlySet<string> {
  const { definitions, imports, otherNames } = file.module.index;
  const bound = new Set([...definitions.map(({ name }) => name), ...otherNames]);
  for (const { kind, names } of imports)
    for (const { name, alias } of names)
      bound.add(alias ?? (kind === 'import' ? (name.split('.')[0] ?? name) : name));
  for (const line of linesOf(file.tokens)) for (const name of boundInLine(line)) bound.add(name);
  return bound;
}

interface LineToken {
  readonly token: CodeToken;
  /** Open brackets around it. */
  readonly depth: number;
}

type Line = readonly LineToken[];

const OPEN: readonly number[] = [op.PAREN_OPEN, op.BRACKET_OPEN, op.BRACE_OPEN];
const CLOSE: readonly number[] = [op.PAREN_CLOSE, op.BRACKET_CLOSE, op.BRACE_CLOSE];

export function* linesOf(tokens: CodeTokens): Generator<Line> {
  let line: LineToken[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (CLOSE.includes(token.op)) depth--;
    if (token.kind === NEWLINE && depth === 0) {
      yield line;
      line = [];
    } else if (token.text !== '{indent}' && token.text !== '{dedent}') line.push({ token, depth });
    if (OPEN.includes(token.op)) depth++;
  }
  yield line;
}

/** Targets of assignments, parameters, type parameters, `for … in`, `as …`, `:=`, patterns, `global`. */
export function* boundInLine(line: Line): Generator<string> {
  const isAssign = ({ token, depth }: LineToken) =>
    depth === 0 && (token.op === op.ASSIGN || (token.op > 0 && op.isAugmented(token.op)));
  const lastAssign = line.findLastIndex(isAssign);
  const first = line[0]?.token;
  const isPattern = first?.text === 'case';
  // The bases of a class are no parameters, its type parameters are.
  const isHeader = line.some(
    ({ token, depth }, i) =>
      depth === 0 &&
      (token.word === word.DEF ||
        (token.word === word.CLASS_WORD && line[i + 2]?.token.op === op.BRACKET_OPEN)),
  );
  let around: { readonly kind: 'for' | 'lambda' | 'as'; readonly depth: number } | undefined;
  for (const [i, { token, depth }] of line.entries()) {
    const [before, after] = [line[i - 1]?.token, line[i + 1]?.token];
    if (token.word === word.FOR) around = { kind: 'for', depth };
    else if (token.word === word.LAMBDA) around = { kind: 'lambda', depth };
    else if (token.word === word.AS) around = { kind: 'as', depth };
    else if (around !== undefined && ends(token, depth, around)) around = undefined;
    if (!isName(token) || before?.op === op.DOT) continue;
    const isBound =
      i < lastAssign ||
      isPattern ||
      around !== undefined ||
      (isHeader && isParameter(before, after, depth)) ||
      after?.op === op.WALRUS ||
      (i === 0 && after?.op === op.COLON) ||
      (before !== undefined && isDefinition(before)) ||
      first?.word === word.GLOBAL ||
      first?.word === word.NONLOCAL ||
      first?.text === 'type';
    if (isBound) yield token.text;
  }
}

const isDefinition = (token: CodeToken) => token.word === word.DEF || token.word === word.CLASS_WORD;

/** Behind a bracket, a comma or a star in the header of a function: a parameter, or part of a default. */
function isParameter(before: CodeToken | undefined, after: CodeToken | undefined, depth: number): boolean {
  const begins = [op.PAREN_OPEN, op.BRACKET_OPEN, op.COMMA, op.STAR, op.DOUBLE_STAR];
  const follows = [op.COLON, op.ASSIGN, op.COMMA, op.PAREN_CLOSE, op.BRACKET_CLOSE];
  return depth === 1 && begins.includes(before?.op ?? -1) && follows.includes(after?.op ?? -1);
}

function ends(
  token: CodeToken,
  depth: number,
  around: { readonly kind: 'for' | 'lambda' | 'as'; readonly depth: number },
): boolean {
  if (depth < around.depth) return true;
  if (depth > around.depth) return false;
  if (around.kind === 'for') return token.word === word.IN;
  return token.op === op.COLON || (around.kind === 'as' && token.op === op.COMMA);
}

/**
 * Whether something in the file binds the name besides its imports and definitions at the top: a parameter, a
 * local, a loop, an import inside of a function. Then a use of the name may mean that.
 */
export function bindsElsewhere(file: PythonFile, name: string): boolean {
  const { inside, bound } = file.once(countBindings);
  return inside.has(name) || (bound.get(name) ?? 0) > definitionsNamed(file.module.index, name).length;
}

interface BindingCounts {
  /** Names of what is imported or defined inside of something. */
  readonly inside: ReadonlySet<string>;
  /** How often each name is bound in the whole file, imports aside. */
  readonly bound: ReadonlyMap<string, number>;
}

function countBindings(file: PythonFile): BindingCounts {
  const { definitions, imports } = file.module.index;
  const inside = new Set(definitions.filter(({ parent }) => parent !== -1).map(({ name }) => name));
  for (const { parent, names } of imports)
    if (parent !== -1) for (const { name, alias } of names) inside.add(alias ?? name);
  const starts = new Set(imports.map(({ start }) => start));
  const bound = new Map<string, number>();
  for (const line of linesOf(file.tokens)) {
    if (starts.has(line[0]?.token.start ?? -1)) continue;
    for (const name of boundInLine(line)) bound.set(name, (bound.get(name) ?? 0) + 1);
  }
  return { inside, bound };
}
