import { once } from '../../kernel/once.ts';
import type { Definition, Import } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from './code-tokens.ts';
import { isPlainSet } from './plain-sets.ts';
import { withMangled } from './private-names.ts';
import type { PythonFile } from './python-file.ts';
import type { CodeTokens } from './token-columns.ts';
import { mayName, namesUsedIn } from './used-names.ts';

/** One statement at the top of a module. */
export interface Unit {
  readonly content:
    | { readonly kind: 'docstring' | 'exports' | 'other' }
    | { readonly kind: 'import'; readonly statement: Import }
    /** A function, a class, or an assignment to one name. */
    | { readonly kind: 'definition'; readonly definition: Definition; readonly index: number };
  /** Made each time: a change of many files has too many to keep them. */
  readonly tokens: readonly CodeToken[];
  /** Equal keys are equal tokens, in whatever file of the change. */
  readonly key: string;
  /** Its tokens in those of its file, from the first one to behind the last one. */
  readonly file: PythonFile;
  readonly from: number;
  readonly to: number;
  /** What its tokens could look up in their module. */
  readonly names: ReadonlySet<string>;
  /** Byte offsets of the first token and behind the last one. */
  readonly start: number;
  readonly end: number;
  /** Most statements of large files are such, which look nothing up and cannot fail. */
  readonly isPlainSet: boolean;
}

/** The statements at the top of a module, in order; `if`, `try` and the like are one with all that is in them. */
export const readUnits = once(findUnits);

/**
 * The statements but for those that bind one name to numbers and the like: these look nothing up, and run nothing. In
 * large files most are such.
 */
export const namingUnits = (file: PythonFile): readonly Unit[] => file.once(findNaming);

const findNaming = (file: PythonFile): readonly Unit[] => readUnits(file).filter(unit => !namesNothing(unit));

/** Whether a statement binds one name to numbers and the like, which needs no other name. */
export function namesNothing({ content, file: { tokens }, from, to }: Unit): boolean {
  if (content.kind !== 'definition' || tokens.op(from + 1) !== op.ASSIGN) return false;
  for (let i = from + 2; i < to; i++) {
    const kind = tokens.kind(i);
    if ((kind === NAME || kind === STRING) && tokens.asked(i, mayName)) return false;
  }
  return true;
}

/** The statement that is the definition of this index. */
export const unitOfDefinition = (file: PythonFile, index: number): Unit | undefined =>
  file.once(unitsByDefinition).get(index);

const unitsByDefinition = (file: PythonFile): ReadonlyMap<number, Unit> =>
  new Map(
    readUnits(file).flatMap(unit => (unit.content.kind === 'definition' ? [[unit.content.index, unit]] : [])),
  );

function findUnits(file: PythonFile): readonly Unit[] {
  const { definitions, imports } = file.module.index;
  const { tokens } = file;
  const starts = statementStarts(tokens);
  const definitionAt = definitionFinder(definitions);
  const importAt = new Map(imports.filter(({ parent }) => parent === -1).map(each => [each.start, each]));
  const contentOf = (from: number, to: number, start: number, end: number): Unit['content'] => {
    const statement = importAt.get(start);
    if (statement?.end === end) return { kind: 'import', statement };
    if (tokens.text(from) === '__all__') return EXPORTS;
    const index = definitionAt(start);
    const definition = definitions[index];
    // `a, b = 1, 2` is no single definition.
    if (definition?.end === end) return { kind: 'definition', definition, index };
    const isDocstring = from === starts[0] && tokens.slice(from, to).every(token => token.kind === STRING);
    return isDocstring ? DOCSTRING : OTHER;
  };
  return starts.map((from, i): Unit => {
    let to = starts[i + 1] ?? tokens.length;
    while (to > from && tokens.kind(to - 1) < NAME) to--;
    const start = startOfSigns(file.source, from > 0 ? tokens.end(from - 1) : 0, tokens.start(from));
    const end = endOfSigns(file.source, tokens.end(Math.max(from, to - 1)));
    return new PartOfFile(file, from, to, contentOf(from, to, start, end), start, end);
  });
}

/** Byte offset of the parenthesis that opens in front of a statement, and is none of its tokens. */
function startOfSigns(source: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    if (source[i] === op.PAREN_OPEN) return i;
    if (source[i] === HASH) i = lineEnd(source, i);
  }
  return to;
}

/** Byte offset of the last byte of a line. */
function lineEnd(source: Uint8Array, from: number): number {
  let i = from;
  while (i + 1 < source.length && source[i + 1] !== LF && source[i + 1] !== CR) i++;
  return i;
}

/** Byte offset behind the parentheses that close behind a statement, and are none of its tokens. */
function endOfSigns(source: Uint8Array, from: number): number {
  let end = from;
  for (let i = from; i < source.length; i++) {
    const byte = source[i] ?? 0;
    if (byte === op.PAREN_CLOSE) end = i + 1;
    else if (byte === HASH) i = lineEnd(source, i);
    else if (!BETWEEN.has(byte)) break;
  }
  return end;
}

const [HASH, LF, CR] = [0x23, 0x0a, 0x0d];
/** White space, ends of lines, also behind a backslash, and commas. */
const BETWEEN: ReadonlySet<number> = new Set([0x20, 0x09, 0x0c, LF, CR, 0x5c, 0x2c]);

/** Index of the one definition at the top that begins there; -1 where none does, or several. They are asked in order. */
function definitionFinder(definitions: readonly Definition[]): (start: number) => number {
  let next = 0;
  return start => {
    while (next < definitions.length && (definitions[next]?.start ?? 0) < start) next++;
    let found = -1;
    for (let i = next; definitions[i]?.start === start; i++) {
      if (definitions[i]?.parent !== -1) continue;
      if (found >= 0) return -1;
      found = i;
    }
    return found;
  };
}

const [EXPORTS, DOCSTRING, OTHER] = [{ kind: 'exports' }, { kind: 'docstring' }, { kind: 'other' }] as const;

class PartOfFile implements Unit {
  readonly content: Unit['content'];
  readonly start: number;
  readonly end: number;
  readonly file: PythonFile;
  readonly from: number;
  readonly to: number;

  constructor(
    file: PythonFile,
    from: number,
    to: number,
    content: Unit['content'],
    start: number,
    end: number,
  ) {
    this.file = file;
    this.from = from;
    this.to = to;
    this.content = content;
    this.start = start;
    this.end = end;
  }

  get tokens(): readonly CodeToken[] {
    return this.file.tokens.slice(this.from, this.to);
  }

  get isPlainSet(): boolean {
    return isPlainSet(this.file.tokens, this.from, this.to);
  }

  get key(): string {
    return this.file.tokens.key(this.from, this.to);
  }

  get names(): ReadonlySet<string> {
    const known = this.file.once(newNames);
    const names =
      known.get(this.from) ?? withMangled(namesUsedIn(this.file.tokens, this.from, this.to), this.file);
    known.set(this.from, names);
    return names;
  }
}

/** The names of the units of one file, by the first of their tokens. */
const newNames = () => new Map<number, ReadonlySet<string>>();

/** Clauses that continue with the statement before them. */
const CLAUSES: ReadonlySet<number> = new Set([word.ELSE, word.ELIF, word.EXCEPT, word.FINALLY]);

/** Indices of the tokens that begin a statement at the top. */
function statementStarts(tokens: CodeTokens): readonly number[] {
  const starts: number[] = [];
  let level = 0;
  let atLineStart = true;
  let isDecorator = false;
  for (let i = 0; i < tokens.length; i++) {
    const kind = tokens.kind(i);
    if (kind === INDENT) level++;
    if (kind === DEDENT) level--;
    if (kind === NEWLINE) atLineStart = true;
    if (kind < NAME || !atLineStart) continue;
    atLineStart = false;
    if (level > 0) continue;
    if (!isDecorator && !CLAUSES.has(tokens.word(i))) starts.push(i);
    isDecorator = tokens.op(i) === op.AT;
  }
  return starts;
}
