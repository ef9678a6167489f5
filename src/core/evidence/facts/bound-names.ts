import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { definitionsNamed } from '../code/module-names.ts';
import { isPlainSet } from '../code/plain-sets.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';

/** Whether running the file may bring names that cannot be read from it: what `*` brings may be made by running too. */
export function isOpen(file: PythonFile): boolean {
  if (['globals(', 'exec(', 'vars(', '_convert_(', 'global_enum'].some(call => file.mentions(call)))
    return true;
  return file.module.index.imports.some(({ names }) => names.some(({ name }) => name === '*'));
}

/** Whether running the module may give it names that its source does not show, or put another one in its place. */
export const makesNames = (file: PythonFile): boolean => file.once(mentionsMaker);

const mentionsMaker = (file: PythonFile): boolean =>
  [
    'globals(',
    'exec(',
    'vars(',
    'locals(',
    'sys.modules[',
    '__path__',
    '_convert_(',
    'initpkg(',
    'lazy_loader',
    'global_enum',
  ].some(word => file.mentions(word));

/** Every name that something in the file binds, and some more. */
export const boundNames = (file: PythonFile): ReadonlySet<string> => file.once(readBoundNames);

function readBoundNames(file: PythonFile): ReadonlySet<string> {
  const { definitions, imports, otherNames } = file.module.index;
  const bound = new Set(otherNames);
  for (const { name } of definitions) bound.add(name);
  for (const { kind, names } of imports)
    for (const { name, alias } of names)
      bound.add(alias ?? (kind === 'import' ? (name.split('.')[0] ?? name) : name));
  for (const name of boundInLines(file)) bound.add(name);
  return bound;
}

/** Every name that a line of the file binds: read from its tokens alone. */
export const boundInLines = (file: PythonFile): ReadonlySet<string> => file.once(readBoundInLines);

function readBoundInLines({ tokens }: PythonFile): ReadonlySet<string> {
  const bound = new Set<string>();
  const add = (name: string) => bound.add(name);
  eachLine(tokens, (from, to) => eachBound(tokens, from, to, add));
  return bound;
}

/** One statement on one line, or the header of a block: the tokens from an index to before another one. */
export interface Line {
  readonly tokens: CodeTokens;
  readonly from: number;
  readonly to: number;
}

export function linesOf(tokens: CodeTokens): readonly Line[] {
  const lines: Line[] = [];
  eachLine(tokens, (from, to) => lines.push({ tokens, from, to }));
  return lines;
}

/** The same without a list of them: a file has many. */
export function eachLine(tokens: CodeTokens, look: (from: number, to: number) => void): void {
  let from = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind >= NAME) continue;
    if (i > from) look(from, i);
    from = i + 1;
  }
}

export const boundInLine = ({ tokens, from, to }: Line): readonly string[] =>
  boundNamesBetween(tokens, from, to);

/** The same of the tokens of one line, from an index to before another one. */
export function boundNamesBetween(tokens: CodeTokens, from: number, to: number): readonly string[] {
  const found: string[] = [];
  eachBound(tokens, from, to, name => found.push(name));
  return found;
}

/** Where they stand, as indices of tokens; an owner (`a` of `a.b = 1`) and an index (`i` of `a[i] = 1`) are among them. */
export function boundPlacesBetween(tokens: CodeTokens, from: number, to: number): readonly number[] {
  const found: number[] = [];
  eachBound(tokens, from, to, (_, at) => found.push(at));
  return found;
}

/** Targets of assignments, parameters, type parameters, `for … in`, `as …`, `:=`, patterns, `global`. */
function eachBound(
  tokens: CodeTokens,
  from: number,
  to: number,
  add: (name: string, at: number) => void,
): void {
  // Most lines of large files.
  if (isOneSet(tokens, from, to)) {
    add(tokens.text(from), from);
    return;
  }
  const line = readLine(tokens, from, to);
  const { lastAssign } = line;
  let { isHeader } = line;
  const firstWord = tokens.word(from);
  const firstText = tokens.text(from);
  const isWhole =
    firstText === 'case' || firstText === 'type' || firstWord === word.GLOBAL || firstWord === word.NONLOCAL;
  let around: Around | undefined;
  let depth = 0;
  // Between `name:` and `=` stands a type.
  let annotation: 'may come' | 'open' | 'none' = firstWord === 0 && !isWhole ? 'may come' : 'none';
  for (let i = from; i < to; i++) {
    const operator = tokens.op(i);
    if (op.closes(operator)) depth--;
    // What a function gives takes nothing.
    if (depth === 0 && operator === op.ARROW) isHeader = false;
    if (depth === 0 && operator === op.ASSIGN) annotation = 'none';
    else if (depth === 0 && operator === op.COLON && annotation === 'may come') annotation = 'open';
    const each = tokens.word(i);
    if (each === word.FOR || each === word.LAMBDA || each === word.AS) around = { word: each, depth };
    else if (around !== undefined && ends(each, operator, depth, around)) around = undefined;
    if (op.opens(operator)) depth++;
    const before = tokens.op(i - 1);
    if (!tokens.isName(i) || before === op.DOT) continue;
    const after = tokens.op(i + 1);
    const isBound =
      (i < lastAssign && annotation !== 'open') ||
      isWhole ||
      around !== undefined ||
      (isHeader && isParameter(before, after, depth)) ||
      after === op.WALRUS ||
      (i === from && after === op.COLON) ||
      isDefinition(tokens.word(i - 1));
    if (isBound) add(tokens.text(i), i);
  }
}

/** `name = 1`, `name = "text"`, `name = None`. */
export const isOneSet = (tokens: CodeTokens, from: number, to: number): boolean =>
  tokens.op(from + 1) === op.ASSIGN &&
  tokens.isName(from) &&
  (to - from === 3 ? !tokens.isName(from + 2) : isPlainSet(tokens, from, to));

/** Index of the last `=` outside of brackets, -1 for none, and whether the names in brackets are parameters. */
function readLine(tokens: CodeTokens, from: number, to: number) {
  let lastAssign = -1;
  let isHeader = false;
  let depth = 0;
  for (let i = from; i < to; i++) {
    const operator = tokens.op(i);
    if (operator > 0) {
      if (op.closes(operator)) depth--;
      else if (op.opens(operator)) depth++;
      else if (depth === 0 && op.assigns(operator)) lastAssign = i;
    } else if (depth === 0 && isDefinition(tokens.word(i))) {
      // The bases of a class are no parameters, its type parameters are.
      isHeader ||= tokens.word(i) === word.DEF || tokens.op(i + 2) === op.BRACKET_OPEN;
    }
  }
  return { lastAssign, isHeader };
}

const isDefinition = (each: number) => each === word.DEF || each === word.CLASS_WORD;

const BEFORE_PARAMETERS: readonly number[] = [
  op.PAREN_OPEN,
  op.BRACKET_OPEN,
  op.COMMA,
  op.STAR,
  op.DOUBLE_STAR,
];
const BEHIND_PARAMETERS: readonly number[] = [
  op.COLON,
  op.ASSIGN,
  op.COMMA,
  op.PAREN_CLOSE,
  op.BRACKET_CLOSE,
];

/** Behind a bracket, a comma or a star in the header of a function: a parameter, or part of a default. */
const isParameter = (before: number, after: number, depth: number): boolean =>
  depth === 1 && BEFORE_PARAMETERS.includes(before) && BEHIND_PARAMETERS.includes(after);

/** What binds the names behind it: `for`, `lambda` or `as`. */
interface Around {
  readonly word: number;
  readonly depth: number;
}

function ends(each: number, operator: number, depth: number, around: Around): boolean {
  if (depth < around.depth) return true;
  if (depth > around.depth) return false;
  if (around.word === word.FOR) return each === word.IN;
  return operator === op.COLON || (around.word === word.AS && operator === op.COMMA);
}

/**
 * Whether something in the file binds the name besides its imports and definitions at the top: a parameter, a
 * local, a loop, an import inside of a function. Then a use of the name may mean that.
 */
export function bindsElsewhere(file: PythonFile, name: string): boolean {
  const { inside, bound } = file.once(countBindings);
  return inside.has(name) || (bound.get(name) ?? 0) > definitionsNamed(file.module.index, name).length;
}

/** Whether nothing in the file binds the name but imports. */
export const isBoundByImportsOnly = (file: PythonFile, name: string): boolean =>
  !file.once(countBindings).bound.has(name);

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
    if (starts.has(line.tokens.start(line.from))) continue;
    for (const name of boundInLine(line)) bound.set(name, (bound.get(name) ?? 0) + 1);
  }
  return { inside, bound };
}
