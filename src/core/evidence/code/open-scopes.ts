import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { lastAssign } from './brackets.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import type { CodeTokens } from './token-columns.ts';

/** Something that parses and that Python's compiler refuses. */
export interface CompileFault {
  readonly reason: string;
  /** Byte offset. */
  readonly start: number;
}

export interface Scope {
  readonly kind: 'module' | 'function' | 'class';
  readonly isAsync: boolean;
  readonly parameters: ReadonlySet<string>;
  /** Names that are in it, with whether they are bound there. */
  readonly names: Map<string, 'used' | 'bound' | 'imported'>;
  readonly globals: Set<string>;
  readonly nonlocals: Map<string, number>;
  /** What each open block of it is: the first word of its header. */
  readonly blocks: number[];
  /** In an asynchronous function: values that it returns, and whether it yields. */
  readonly returns: CodeToken[];
  readonly yields: CodeToken[];
}

/** The scopes that are open while the code is read, which names are in them, and what the compiler refuses of that. */
export class OpenScopes {
  readonly faults: CompileFault[] = [];
  readonly #tokens: CodeTokens;
  readonly #scopes: Scope[] = [newScope('module', false, new Set())];

  constructor(tokens: CodeTokens) {
    this.#tokens = tokens;
  }

  get current(): Scope {
    return this.#scopes.at(-1) as Scope;
  }

  /** Whether the module is the only one. */
  get isModule(): boolean {
    return this.#scopes.length === 1;
  }

  fault(token: CodeToken | undefined, reason: string): void {
    this.faults.push({ reason, start: token?.start ?? 0 });
  }

  open(kind: Scope['kind'], isAsync: boolean, parameters: ReadonlySet<string>): void {
    this.#scopes.push(newScope(kind, isAsync, parameters));
  }

  close(): void {
    const scope = this.#scopes.pop();
    if (scope === undefined) return;
    if (scope.yields.length > 0 && scope.returns.length > 0)
      this.fault(scope.returns[0], "'return' with value in async generator");
    for (const [name, start] of scope.nonlocals) {
      // A class gives its methods this one.
      if (name === '__class__' && this.#scopes.some(({ kind }) => kind === 'class')) continue;
      const isBound = this.#scopes.some(
        each =>
          each.kind === 'function' &&
          !each.globals.has(name) &&
          (each.parameters.has(name) || binds(each.names.get(name)) || each.nonlocals.has(name)),
      );
      // What a function binds further down is not read yet.
      if (!isBound && !this.#isBoundLater(name))
        this.faults.push({ reason: `no binding for nonlocal '${name}' found`, start });
    }
  }

  #isBoundLater(name: string): boolean {
    return (
      this.#scopes.some(({ kind }) => kind === 'function') &&
      this.#tokens.some(
        (token, i) =>
          token.text === name &&
          this.#tokens.op(i - 1) !== op.DOT &&
          this.#tokens.word(i - 1) !== word.NONLOCAL,
      )
    );
  }

  isInLoop(): boolean {
    return this.current.blocks.some(each => each === word.FOR || each === word.WHILE);
  }

  isInAsync(): boolean {
    return this.current.kind === 'function' && this.current.isAsync;
  }

  declare(tokens: readonly CodeToken[], kind: 'global' | 'nonlocal'): void {
    const scope = this.current;
    if (kind === 'nonlocal' && scope.kind === 'module')
      return void this.fault(tokens[0], 'nonlocal declaration not allowed at module level');
    for (const token of tokens.slice(1)) {
      if (!isName(token)) continue;
      const { text } = token;
      if (scope.parameters.has(text)) this.fault(token, `name '${text}' is parameter and ${kind}`);
      else if (kind === 'global' ? scope.nonlocals.has(text) : scope.globals.has(text))
        this.fault(token, `name '${text}' is nonlocal and global`);
      // Python takes a late declaration of what only an import has bound.
      else if (scope.names.has(text) && scope.names.get(text) !== 'imported')
        this.fault(
          token,
          `name '${text}' is ${scope.names.get(text) === 'bound' ? 'assigned to' : 'used'} before ${kind} declaration`,
        );
      if (kind === 'global') scope.globals.add(text);
      else scope.nonlocals.set(text, token.start);
    }
  }

  /** The names that an import brings. */
  bindImported(tokens: readonly CodeToken[]): void {
    const from = tokens.findIndex(token => token.word === word.IMPORT);
    for (const [i, token] of tokens.entries()) {
      if (i <= from || !isName(token)) continue;
      const [before, next] = [tokens[i - 1], tokens[i + 1]];
      if (next?.word === word.AS || before?.op === op.DOT) continue;
      const known = this.current.names.get(token.text);
      this.bind(token);
      this.current.names.set(token.text, known ?? 'imported');
    }
  }

  bindHeader(head: number, header: readonly CodeToken[]): void {
    const until = head === word.FOR ? header.findIndex(token => token.word === word.IN) : -1;
    for (const token of header.slice(0, Math.max(0, until))) if (isName(token)) this.bind(token);
    for (const [i, token] of header.entries())
      if (token.word === word.AS && isName(header[i + 1])) this.bind(header[i + 1]);
  }

  bindTargets(tokens: readonly CodeToken[]): void {
    const [first, second] = tokens;
    if (isName(first) && second?.op === op.COLON) {
      if (this.current.globals.has(first.text) && this.current.kind !== 'module')
        this.fault(first, `annotated name '${first.text}' can't be global`);
      if (this.current.nonlocals.has(first.text))
        this.fault(first, `annotated name '${first.text}' can't be nonlocal`);
      return void this.bind(first);
    }
    for (const [i, token] of tokens.slice(0, Math.max(0, lastAssign(tokens))).entries()) {
      const next = tokens[i + 1];
      const isWhole = next?.op !== op.DOT && next?.op !== op.PAREN_OPEN && next?.op !== op.BRACKET_OPEN;
      if (isName(token) && tokens[i - 1]?.op !== op.DOT && isWhole) this.bind(token);
    }
  }

  bind(token: CodeToken | undefined): void {
    if (token === undefined) return;
    if (token.text === '__debug__') this.fault(token, 'cannot assign to __debug__');
    this.current.names.set(token.text, 'bound');
  }
}

const binds = (known: 'used' | 'bound' | 'imported' | undefined): boolean =>
  known === 'bound' || known === 'imported';

const newScope = (kind: Scope['kind'], isAsync: boolean, parameters: ReadonlySet<string>): Scope => ({
  kind,
  isAsync,
  parameters,
  names: new Map(),
  globals: new Set(),
  nonlocals: new Map(),
  blocks: [],
  returns: [],
  yields: [],
});
