import { NEVER, throwIfCancelled } from '../../kernel/cancel.ts';
import type { Definition, Import } from '../grammar/module-index.ts';
import { ModuleSource } from '../grammar/module-source.ts';
import { Outline } from '../grammar/outline.ts';
import { readWithGrammar } from '../grammar/replacement-field.ts';
import type { Scope } from '../grammar/scope.ts';
import { statements, suite } from '../grammar/statements.ts';
import type { WorkspaceSnapshot } from '../index/workspace-index.ts';
import type { WorkspaceModule } from '../index/workspace-module.ts';
import { Lexer } from '../lexer/lexer.ts';
import { LineTable } from '../lexer/line-table.ts';
import { NameTable } from '../lexer/name-table.ts';
import type { ModuleText } from '../query/header.ts';
import { moduleText } from '../query/module-text.ts';
import { type InnerRange, innerNames } from './inner-names.ts';

/** A call: the callee is `bytes[start, end)`, its arguments begin with the `(` behind it. */
export interface CallSite {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Innermost function or class around the call; -1 at module level. */
  readonly index: number;
}

/** What a function's body binds. */
export interface LocalNames {
  readonly assigned: readonly Definition[];
  readonly imports: readonly Import[];
  /** Bound by `for`, `with`, `except` and the like: nothing is known of their values. */
  readonly others: ReadonlySet<string>;
}

export interface ReadModule {
  readonly module: WorkspaceModule;
  readonly text: ModuleText;
  readonly source: ModuleSource;
}

/** Reads the sources that one question needs, each once; rejects with `Cancelled` once nobody waits for its answer. */
export class ModuleReader {
  readonly #snapshot: WorkspaceSnapshot;
  readonly #signal: AbortSignal;
  readonly #names = new NameTable();
  readonly #read = new Map<number, Promise<ReadModule | undefined>>();
  readonly #calls = new Map<number, readonly CallSite[]>();
  readonly #locals = new Map<string, LocalNames>();
  readonly #inner = new Map<number, ReadonlyMap<string, readonly InnerRange[]>>();

  constructor(snapshot: WorkspaceSnapshot, signal: AbortSignal = NEVER) {
    this.#snapshot = snapshot;
    this.#signal = signal;
  }

  async read(module: WorkspaceModule): Promise<ReadModule | undefined> {
    throwIfCancelled(this.#signal);
    let reading = this.#read.get(module.id);
    if (reading === undefined) {
      reading = this.#load(module);
      this.#read.set(module.id, reading);
    }
    return reading;
  }

  async #load(module: WorkspaceModule): Promise<ReadModule | undefined> {
    const bytes = await this.#snapshot.readBytes(module);
    if (bytes === undefined) return undefined;
    const text = moduleText(module, bytes);
    const lines = new LineTable();
    const isAscii = lines.measure(text.bytes, bytes.length);
    const letters = isAscii ? 'ascii' : module.index.encoding;
    return { module, text, source: new ModuleSource(text.bytes, bytes.length, lines, this.#names, letters) };
  }

  /** Every call of the module, in f-strings too, in the order in which they are read. */
  callSites({ module, text, source }: ReadModule): readonly CallSite[] {
    const known = this.#calls.get(module.id);
    if (known !== undefined) return known;
    const found: CallSite[] = [];
    const lexer = newLexer(text, 0, 'line');
    lexer.onCall = (start, end) =>
      found.push({ start, end, line: source.lines.lineOf(start), index: innermost(module, start) });
    lexer.next();
    statements(lexer, moduleScope(source));
    this.#calls.set(module.id, found);
    return found;
  }

  /** Whether the name at the offset is, or may be, one of a comprehension or a lambda around it. */
  isInnerName({ module, text }: ReadModule, name: string, offset: number): boolean {
    let names = this.#inner.get(module.id);
    if (names === undefined) {
      names = innerNames(text);
      this.#inner.set(module.id, names);
    }
    return names.get(name)?.some(({ start, end }) => start <= offset && offset < end) === true;
  }

  /** The names that the body of a function binds. */
  localNames({ module, text, source }: ReadModule, index: number): LocalNames {
    const key = `${module.id} ${index}`;
    const known = this.#locals.get(key);
    if (known !== undefined) return known;
    const body = module.index.definitions[index]?.body ?? 0;
    const lexer = newLexer(text, body, 'inline');
    const scope = moduleScope(source);
    lexer.onBind = (start, end) => scope.outline.bind(start, end);
    lexer.next();
    suite(lexer, scope);
    const names: LocalNames = {
      assigned: scope.outline.definitions.filter(d => d.parent === -1),
      imports: scope.outline.imports.filter(statement => statement.parent === -1),
      others: new Set(scope.outline.otherNames),
    };
    this.#locals.set(key, names);
    return names;
  }
}

function newLexer(text: ModuleText, start: number, from: 'line' | 'inline'): Lexer {
  const hasMark = start === 0 && text.bytes[0] === 0xef && text.bytes[1] === 0xbb;
  const lexer = new Lexer(text.bytes, hasMark ? 3 : start, text.bytes.length - 1, from);
  readWithGrammar(lexer);
  return lexer;
}

function moduleScope(source: ModuleSource): Scope {
  return { kind: 'module', index: -1, placement: 'always', self: undefined, outline: new Outline(source) };
}

/** The innermost function or class whose body holds the offset; decorators and defaults belong outside. */
function innermost(module: WorkspaceModule, offset: number): number {
  const { definitions } = module.index;
  let found = -1;
  for (const [index, { kind, start, body, end }] of definitions.entries()) {
    if (start > offset) break;
    const isScope = kind === 'class' || kind === 'function' || kind === 'method' || kind === 'property';
    if (isScope && body <= offset && offset < end) found = index;
  }
  return found;
}
