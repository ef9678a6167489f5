import { at } from '../../kernel/at.ts';
import { addTo, groupBy } from '../../kernel/group-by.ts';
import type { Definition, ModuleIndex } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { firstOutside } from '../code/blocks.ts';
import { parametersIn } from '../code/call-shape.ts';
import { type CodeToken, codeKey, isName } from '../code/code-tokens.ts';
import { isFunction, scopesIn } from '../code/definitions-by-kind.ts';
import { firstFrom } from '../code/import-time.ts';
import { namesOfModule } from '../code/module-names.ts';
import { isPlainSet } from '../code/plain-sets.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import { namesBound, readInnerNames } from './statement-names.ts';

/** A simple statement, or the header of a block, with what stands around it. */
export class Statement {
  /** Index of the function or class whose body it is in; -1 at the top. */
  readonly scope: number;
  readonly isImport: boolean;
  /** Byte offset of where it begins. */
  readonly start: number;
  readonly #file: PythonFile;
  readonly #from: number;
  readonly #to: number;
  readonly #headers: readonly Header[];
  // Asked for each name in it. A table of all statements by what they are would take more time than reading them.
  #tokens: readonly CodeToken[] | undefined;
  #guards: readonly string[] | undefined;
  #innerNames: ReadonlySet<string> | undefined;
  #allGuards: readonly string[] | undefined;
  #text: string | undefined;
  #mayRunLater: boolean | undefined;

  constructor(
    file: PythonFile,
    from: number,
    to: number,
    scope: number,
    headers: readonly Header[],
    isImport: boolean,
  ) {
    this.#file = file;
    this.#from = from;
    this.#to = to;
    this.start = file.tokens.start(from);
    this.scope = scope;
    this.#headers = headers;
    this.isImport = isImport;
  }

  /** Made when they are first asked for: of most statements nobody does. */
  get tokens(): readonly CodeToken[] {
    this.#tokens ??= this.#file.tokens.slice(this.#from, this.#to);
    return this.#tokens;
  }

  /** Keyword number of its first token; 0 where that is another one. */
  get firstWord(): number {
    return this.#file.tokens.word(this.#from);
  }

  /** `name = 1`, which looks nothing up; told without making its tokens. */
  get isPlainSet(): boolean {
    return isPlainSet(this.#file.tokens, this.#from, this.#to);
  }

  /** What decides whether it runs: the headers of the blocks around it. */
  get guards(): readonly string[] {
    this.#guards ??=
      this.#headers.length === 0
        ? NO_GUARDS
        : this.#headers.filter(header => !header.isScope).map(({ key }) => key);
    return this.#guards;
  }

  /** Names of lambdas and comprehensions in the statement, which hide those around it. */
  get innerNames(): ReadonlySet<string> {
    this.#innerNames ??= readInnerNames(this.tokens);
    return this.#innerNames;
  }

  /** The headers, and the statement where something on its own line decides what of it runs. */
  get allGuards(): readonly string[] {
    this.#allGuards ??= this.tokens.some((token, i) => i > 0 && DECIDING.has(token.word))
      ? [...this.guards, this.text]
      : this.guards;
    return this.#allGuards;
  }

  /** Whether it may run again, or something in it later, when what stands below it has run. */
  get mayRunLater(): boolean {
    this.#mayRunLater ??=
      this.firstWord === word.WHILE ||
      this.#headers.some(({ isLoop }) => isLoop) ||
      this.tokens.some(({ word: each }, i) => each === word.LAMBDA || (each === word.FOR && i > 1));
    return this.#mayRunLater;
  }

  /** Whether it stands in an `except` of its own function. */
  get isInHandler(): boolean {
    const own = this.#headers.slice(this.#headers.findLastIndex(({ isScope }) => isScope) + 1);
    return own.some(({ isHandler }) => isHandler);
  }

  /** Whether it gives the name a value, and has run wherever the other one does, which stands below it. */
  surelySets(name: string, other: Statement): boolean {
    const [first, second] = this.tokens;
    return (
      first?.text === name &&
      second?.op === op.ASSIGN &&
      this.#headers.every((header, i) => header === other.#headers[i])
    );
  }

  /** Whether any of its tokens is a text or a `%`; told without making its tokens. */
  get mayFormat(): boolean {
    const { tokens } = this.#file;
    for (let i = this.#from; i < this.#to; i++)
      if (tokens.kind(i) === STRING || tokens.op(i) === op.PERCENT) return true;
    return false;
  }

  /** The same of a `%`, or a text that may ask for values: `{` or `%` is in it. */
  get mayAskForValues(): boolean {
    const { tokens } = this.#file;
    for (let i = this.#from; i < this.#to; i++)
      if (tokens.op(i) === op.PERCENT || (tokens.kind(i) === STRING && tokens.asked(i, hasFieldSign)))
        return true;
    return false;
  }

  /** Whether both are equal statements, of whatever version; their texts need not be made for it. */
  isSame(other: Statement): boolean {
    const { tokens } = this.#file;
    return tokens.isSamePart(this.#from, this.#to, other.#file.tokens, other.#from, other.#to);
  }

  /** Equal texts are equal statements, in both versions. */
  get text(): string {
    this.#text ??= this.#file.tokens.key(this.#from, this.#to);
    return this.#text;
  }
}

const NO_GUARDS: readonly string[] = [];

const hasFieldSign = (_: number, text: string): boolean => text.includes('{') || text.includes('%');

/** On one line these decide whether what is beside them runs. */
const DECIDING: ReadonlySet<number> = new Set([word.IF, word.AND, word.OR, word.ELSE]);

/** What binds a name in a scope, in order. */
export interface Binding {
  readonly start: number;
  readonly statement: Statement | undefined;
  /** Of a parameter: what stands behind its name. */
  readonly parameter: string;
}

/**
 * Of what binds a name in a function or class: what may have given it its value where a statement uses it. Nothing below
 * has, unless something runs again, or the use is in another function; `undefined`: where it stands is not known.
 */
export function reachedBy(
  name: string,
  bindings: readonly Binding[],
  owner: number,
  statement: Statement | undefined,
): readonly Binding[] {
  if (bindings.length < 2 || statement === undefined || statement.scope !== owner || statement.mayRunLater)
    return bindings;
  // They are in order, and may be very many.
  const above = firstFrom(bindings, statement.start);
  if (above === 0) return bindings;
  let from = above - 1;
  while (from > 0 && bindings[from]?.statement?.surelySets(name, statement) !== true) from--;
  return bindings.slice(from, above);
}

/** The statement of a function or class that begins at the byte. */
export const statementAt = (file: PythonFile, scope: number, start: number): Statement | undefined =>
  beginningAt(readStatements(file).inScope.get(scope) ?? [], start);

/** The same of the whole file. */
export const statementFrom = (file: PythonFile, start: number): Statement | undefined =>
  beginningAt(readStatements(file).statements, start);

function beginningAt(statements: readonly Statement[], start: number): Statement | undefined {
  const found = statements[firstFrom(statements, start)];
  return found?.start === start ? found : undefined;
}

/** The statements of a file, and what its functions and classes bind. */
export interface FileStatements {
  readonly statements: readonly Statement[];
  /** Those in the body of a function or class, by its index, without those of functions and classes in it. */
  readonly inScope: ReadonlyMap<number, readonly Statement[]>;
  /** By the index of the function or class. */
  readonly bindings: Pick<ReadonlyMap<number, ReadonlyMap<string, readonly Binding[]>>, 'get'>;
}

/** No function is around what stands directly in the definition of this index; -1: the top of the module. */
export function runsOnImport(scope: number, definitions: readonly Definition[]): boolean {
  for (let at = scope; at >= 0; at = definitions[at]?.parent ?? -1)
    if (isFunction(definitions[at])) return false;
  return true;
}

/** How often the first parameter of a function is bound in it; once where it only stays what it is given. */
export function timesFirstIsBound(file: PythonFile, scope: number): number {
  const definition = file.module.index.definitions[scope];
  if (definition === undefined) return 0;
  const [first] = parametersIn(file.range(definition.head, definition.body - 1));
  return (
    readStatements(file)
      .bindings.get(scope)
      ?.get(first?.[0]?.text ?? '')?.length ?? 0
  );
}

const LOOPS: ReadonlySet<number> = new Set([word.FOR, word.WHILE]);
const CLAUSES: ReadonlySet<number> = new Set([word.ELIF, word.ELSE, word.EXCEPT, word.FINALLY]);

/** The header of a block; the clauses of a `try` belong to it, and what comes after a condition to the condition. */
interface Header {
  key: string;
  /** What the next clause says of what is above it: as short after thousands of them. */
  above: string;
  readonly isScope: boolean;
  readonly isTry: boolean;
  readonly isLoop: boolean;
  readonly isHandler: boolean;
}

const UNKNOWN_HEADER: Header = {
  key: '',
  above: '',
  isScope: false,
  isTry: false,
  isLoop: false,
  isHandler: false,
};

export function readStatements(file: PythonFile): FileStatements {
  const known = read.get(file) ?? splitFile(file);
  read.set(file, known);
  return known;
}

/** They take much memory: a change of many files lets them go, one file after the other. */
export function forgetStatements(file: PythonFile | undefined): void {
  if (file !== undefined) read.delete(file);
}

const read = new WeakMap<PythonFile, FileStatements>();

function splitFile(file: PythonFile): FileStatements {
  const statements = statementsOf(file);
  const inScope = groupBy(statements, ({ scope }) => scope);
  return { statements, inScope, bindings: new ScopeBindings(file, inScope) };
}

function statementsOf(file: PythonFile): readonly Statement[] {
  const { module, tokens } = file;
  const found: Statement[] = [];
  const imports = new Set(module.index.imports.map(({ start }) => start));
  const scopeAt = scopeFinder(module.index);
  let open: readonly Header[] = [];
  /** The header on the same level that a clause continues. */
  const before: (Header | undefined)[] = [];
  let waiting: Header | undefined;
  const add = (from: number, to: number) => {
    const start = tokens.start(from);
    found.push(new Statement(file, from, to, scopeAt(start), open, imports.has(start)));
  };
  const addBlock = (from: number, to: number) => {
    const colon = firstOutside(tokens, from, to, op.COLON);
    const first = tokens.word(from);
    const head = CLAUSES.has(first) ? before[open.length] : undefined;
    const key = codeKey(tokens.slice(from, colon));
    const header = {
      key: head === undefined ? key : `${key}\u0002${head.above}`,
      above: key,
      isScope: isDefining(tokens, from, colon),
      isTry: first === word.TRY,
      isLoop: LOOPS.has(first === word.ASYNC ? tokens.word(from + 1) : first),
      isHandler: first === word.EXCEPT,
    };
    waiting = header;
    // What a `try` catches stands below it.
    if (head?.isTry) {
      head.key += `\u0003${key}`;
      const all = `${head.above}\u0003${key}`;
      head.above = `try ${tokens.numberOf(all)}${all.includes('except') ? ' except' : ''}`;
    }
    before[open.length] = head ?? header;
    add(from, colon);
  };
  let from = 0;
  let depth = 0;
  for (let i = 0; i <= tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind >= NAME) {
      const operator = tokens.op(i);
      if (op.opens(operator)) depth++;
      if (op.closes(operator)) depth--;
      continue;
    }
    const isEnd = i === tokens.length;
    if (!isEnd && kind === NEWLINE && depth > 0) continue;
    if (i > from) {
      if (isCompound(tokens, from, i)) addBlock(from, i);
      else {
        before[open.length] = undefined;
        add(from, i);
      }
    }
    from = i + 1;
    if (isEnd) break;
    if (kind === INDENT) {
      open = [...open, waiting ?? { ...UNKNOWN_HEADER }];
      before[open.length] = undefined;
    }
    if (kind === DEDENT) open = open.slice(0, -1);
  }
  return found;
}

function isDefining(tokens: CodeTokens, from: number, to: number): boolean {
  for (let i = from; i < to; i++)
    if (tokens.word(i) === word.DEF || tokens.word(i) === word.CLASS_WORD) return true;
  return false;
}

function isCompound(tokens: CodeTokens, from: number, to: number): boolean {
  const first = tokens.word(from);
  if (word.BLOCK_WORDS.has(first)) return true;
  // `match` and `case` are names elsewhere.
  return (first === word.MATCH || first === word.CASE) && tokens.op(to - 1) === op.COLON;
}

/** The innermost function or class whose body holds the offset; offsets are asked in order. */
function scopeFinder(index: ModuleIndex): (offset: number) => number {
  const scopes = scopesIn(index).map(i => ({ ...at(index.definitions, i), index: i }));
  const open: { readonly index: number; readonly body: number; readonly end: number }[] = [];
  let next = 0;
  return offset => {
    const close = (until: number) => {
      while (open.length > 0 && (open.at(-1)?.end ?? 0) <= until) open.pop();
    };
    for (let scope = scopes[next]; scope !== undefined && scope.start <= offset; scope = scopes[++next]) {
      close(scope.start);
      open.push(scope);
    }
    close(offset);
    return open.findLast(({ body, end }) => body <= offset && offset < end)?.index ?? -1;
  };
}

/** Read one function after the other, when somebody asks for it. */
class ScopeBindings {
  readonly #file: PythonFile;
  readonly #inScope: ReadonlyMap<number, readonly Statement[]>;
  readonly #known = new Map<number, ReadonlyMap<string, readonly Binding[]>>();

  constructor(file: PythonFile, inScope: ReadonlyMap<number, readonly Statement[]>) {
    this.#file = file;
    this.#inScope = inScope;
  }

  get(scope: number): ReadonlyMap<string, readonly Binding[]> {
    const known = this.#known.get(scope) ?? this.#read(scope);
    this.#known.set(scope, known);
    return known;
  }

  #read(scope: number): ReadonlyMap<string, readonly Binding[]> {
    const found = new Map<string, Binding[]>();
    const add = (name: string, binding: Binding) => {
      addTo(found, name, binding);
    };
    const definition = this.#file.module.index.definitions[scope];
    if (definition !== undefined && isFunction(definition)) {
      for (const part of parametersIn(this.#file.range(definition.head, definition.body - 1))) {
        const name = part.find(token => isName(token));
        const parameter = codeKey(part.slice(part.indexOf(name as CodeToken) + 1));
        if (name !== undefined) add(name.text, { start: name.start, statement: undefined, parameter });
      }
    }
    for (const statement of this.#inScope.get(scope) ?? []) {
      const { start } = statement;
      for (const name of namesBound(statement)) add(name, { start, statement, parameter: '' });
    }
    return found;
  }
}

/** The name by which a function or class is the same on both sides of a change. */
export const scopeName = (file: PythonFile, scope: number): string =>
  scope < 0 ? '' : (namesOfModule(file.module.index).qualified[scope] ?? '');

/** A block that runs what is in it, or raises. */
export const isAlwaysEntered = (guard: string): boolean =>
  /^\d+(?:with|try)$/.test(guard.split('\u0000').find(each => !/^\d+async$/.test(each)) ?? '');
