import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { stepsTo } from '../code/blocks.ts';
import { rootOf } from '../code/dotted-names.ts';
import { entriesOf, isInImport } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { placesOf } from '../code/uses.ts';
import { bindingsOf } from './bindings.ts';

/** What is asked about, by its last name. */
export interface Asked {
  /** Those at the top of a module, and those inside of other functions. */
  readonly functions: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
  readonly classes: ReadonlySet<string>;
}

/** Calls that only ask which class something is of. */
const ASKING = /^(?:isinstance|issubclass|cast|TypeVar|NewType|Union|Optional|super|raises|suppress)$/;
const LOOKING_UP = /^(?:getattr|attrgetter|methodcaller)$/;

/**
 * Where a file gives one of these itself to somebody, who may read its docstring or show its name: everywhere but
 * where it is called, asked for a member, imported or bound, and of a class where it is a base, a type or caught.
 */
export function findGivenOn(file: PythonFile, asked: Asked): number | undefined {
  const { functions, methods, classes } = asked;
  if (![functions, methods, classes].some(all => [...all].some(each => file.mentions(each))))
    return undefined;
  const { definitions, imports } = file.module.index;
  const bound = bindingsOf(file.module);
  const names = new Map<string, boolean>();
  for (const name of functions) names.set(name, false);
  for (const name of classes) names.set(name, true);
  const defined = new Set(definitions.map(({ name }) => name));
  const own = new Map([...names].filter(([name]) => bound.has(name) || defined.has(name)));
  for (const statement of imports)
    for (const [i, entry] of entriesOf(statement, file.module).entries()) {
      const isClass = names.get(statement.names[i]?.name ?? '');
      if (isClass !== undefined) own.set(entry.bound, isClass);
    }
  const isModule = (at: number) =>
    bound.get(file.tokens.text(at))?.some(({ kind }) => kind === 'import') === true;
  for (const [name, isClass] of new Map([...names, ...own]))
    for (const at of placesOf(file, name)) {
      const root = rootOf(file.tokens, at);
      const isIt = root === at ? own.has(name) : isModule(root);
      if (isIt && isGiven(file, root, at, isClass)) return file.tokens.start(root);
    }
  for (const name of methods) {
    const isOwn = defined.has(name);
    for (const at of placesOf(file, name)) {
      const root = rootOf(file.tokens, at);
      if (root < at && isMethodGiven(file, root, at, isOwn)) return file.tokens.start(root);
    }
  }
  return lookedUp(file, new Set([...names.keys(), ...methods]));
}

/** Behind these it is used where it stands. */
const USING: ReadonlySet<number> = new Set([op.PAREN_OPEN, op.DOT, op.ASSIGN, op.WALRUS]);
/** Behind these words a name is bound, defined or taken away. */
const BINDING: ReadonlySet<number> = new Set([
  ...[word.DEF, word.CLASS_WORD, word.DEL, word.FOR, word.AS, word.LAMBDA, word.GLOBAL, word.NONLOCAL],
]);
/** What such a statement asks it does not keep. */
const ASKING_WORDS: ReadonlySet<number> = new Set([word.IF, word.ELIF, word.WHILE, word.ASSERT]);
/** Statements in which a class is a type, and nobody's value. */
const TYPING_WORDS: ReadonlySet<number> = new Set([word.EXCEPT, word.RAISE, word.CASE, word.DEL]);

function isGiven(file: PythonFile, root: number, at: number, isClass: boolean): boolean {
  const { tokens } = file;
  const [before, next] = [tokens.word(root - 1), tokens.op(at + 1)];
  if (USING.has(next) || BINDING.has(before) || (isClass && next === op.BRACKET_OPEN)) return false;
  const start = tokens.start(root);
  if (isInImport(file.module, start)) return false;
  const { from, brackets } = bracketsAround(file, root);
  const first = tokens.word(from);
  const bracket = brackets.at(-1);
  const isValue = tokens.op(root - 1) === op.ASSIGN || tokens.op(root - 1) === op.WALRUS;
  if (bracket === 'parameters') return isValue;
  if (bracket === 'bases' || (isClass && (bracket === 'index' || TYPING_WORDS.has(first)))) return false;
  if (bracket !== undefined) return !isClass || !brackets.includes('asking');
  if (isValue) return true;
  const isTarget = root === from && (next === op.COLON || next === op.COMMA);
  if (isTarget || tokens.op(from) === op.AT || ASKING_WORDS.has(first)) return false;
  return (
    !isClass ||
    (tokens.op(root - 1) !== op.COLON && tokens.op(root - 1) !== op.ARROW && tokens.op(root - 1) !== op.BAR)
  );
}

/** Other things may have the name of a method as well: then only what is surely given counts. */
function isMethodGiven(file: PythonFile, root: number, at: number, isOwn: boolean): boolean {
  const { tokens } = file;
  const next = tokens.op(at + 1);
  if (USING.has(next)) return false;
  const bracket = bracketsAround(file, root).brackets.at(-1);
  const isPart = next === op.PAREN_CLOSE || next === op.COMMA || next === op.BRACKET_CLOSE;
  if (bracket !== undefined) return isPart && bracket !== 'index' && bracket !== 'bases';
  const isOfSelf = /^(?:self|cls)$/.test(tokens.text(root)) && root + 2 === at;
  const before = tokens.word(root - 1);
  const isKept = tokens.op(root - 1) === op.ASSIGN || before === word.RETURN || before === word.YIELD;
  return isOwn && isOfSelf && isKept && !tokens.isName(at + 1);
}

/** Of a call, a call that only asks, a header, an index, or a group, list or table of values. */
type Bracket = 'call' | 'asking' | 'parameters' | 'bases' | 'index' | 'values';

/** The brackets around a token on its line, from the outermost on, and where the line begins. */
function bracketsAround(
  file: PythonFile,
  at: number,
): { readonly from: number; readonly brackets: readonly Bracket[] } {
  const { tokens } = file;
  const step = stepsTo(file, at).at(-1);
  const from = step?.block[step.index]?.from ?? 0;
  const brackets: Bracket[] = [];
  for (let i = from; i < at; i++) {
    if (op.closes(tokens.op(i))) brackets.pop();
    else if (op.opens(tokens.op(i))) brackets.push(bracketAt(file, i));
  }
  return { from, brackets };
}

function bracketAt({ tokens }: PythonFile, at: number): Bracket {
  const isBehindValue = tokens.isName(at - 1) || op.closes(tokens.op(at - 1));
  if (!isBehindValue || tokens.op(at) === op.BRACE_OPEN) return 'values';
  if (tokens.op(at) === op.BRACKET_OPEN) return 'index';
  if (tokens.word(at - 2) === word.DEF) return 'parameters';
  if (tokens.word(at - 2) === word.CLASS_WORD) return 'bases';
  return ASKING.test(tokens.text(at - 1)) ? 'asking' : 'call';
}

/** `getattr(m, "f")` */
function lookedUp(file: PythonFile, names: ReadonlySet<string>): number | undefined {
  if (!['getattr', 'attrgetter', 'methodcaller'].some(each => file.mentions(each))) return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) {
    if (!LOOKING_UP.test(tokens.text(i)) || tokens.op(i + 1) !== op.PAREN_OPEN) continue;
    const close = tokens.closing(i + 1);
    for (let k = i + 2; k < close; k++)
      if (tokens.kind(k) === STRING && names.has(contentOf(tokens.text(k)))) return tokens.start(k);
  }
  return undefined;
}
