import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE } from '../../python/lexer/token-kinds.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';

/** Something that parses and that Python's compiler refuses. */
export interface CompileFault {
  readonly reason: string;
  /** Byte offset. */
  readonly start: number;
}

/** A statement of a kind that is not looked into; equal keys are equal statements. */
export interface UnreadStatement {
  readonly key: string;
  readonly start: number;
}

/** Patterns, and names bound inside of brackets: whether Python takes them is not worked out. */
export function findUnreadStatements(tokens: readonly CodeToken[]): readonly UnreadStatement[] {
  const found: UnreadStatement[] = [];
  let line: CodeToken[] = [];
  let depth = 0;
  let isUnread = false;
  for (const token of tokens) {
    if (token.kind === NEWLINE) {
      const [first] = line;
      const isCase = first?.word === word.CASE && line.some(({ op: each }) => each === op.COLON);
      if (first !== undefined && (isUnread || isCase))
        found.push({ key: line.map(({ text }) => text).join(' '), start: first.start });
      line = [];
      isUnread = false;
      continue;
    }
    if (isOpening(token)) depth++;
    if (isClosing(token)) depth--;
    if (token.op === op.WALRUS && depth > 0) isUnread = true;
    if (token.kind >= NAME) line.push(token);
  }
  return found;
}

interface Scope {
  readonly kind: 'module' | 'function' | 'class';
  readonly isAsync: boolean;
  readonly parameters: ReadonlySet<string>;
  /** Names that are in it, with whether they are bound there. */
  readonly names: Map<string, 'used' | 'bound'>;
  readonly globals: Set<string>;
  readonly nonlocals: Map<string, number>;
  /** What each open block of it is: the first word of its header. */
  readonly blocks: number[];
  /** In an asynchronous function: values that it returns, and whether it yields. */
  readonly returns: CodeToken[];
  readonly yields: CodeToken[];
}

const FEATURES = new Set(
  'nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL generator_stop annotations'.split(
    ' ',
  ),
);

/**
 * Faults that only the compiler finds: `return` outside of a function, `break` outside of a loop, `await` outside
 * of an asynchronous function, names given or declared twice, late `global` and `__future__`, `import *` inside.
 */
export function findCompileFaults(tokens: readonly CodeToken[]): readonly CompileFault[] {
  return new Compiler(tokens).read();
}

class Compiler {
  readonly #tokens: readonly CodeToken[];
  readonly #faults: CompileFault[] = [];
  readonly #scopes: Scope[] = [newScope('module', false, new Set())];
  /** For each open indentation: whether it belongs to a scope of its own. */
  readonly #indents: boolean[] = [];
  #pending: { readonly word: number; readonly isScope: boolean } | undefined;
  #isFutureOver = false;
  readonly #bare = new Set<number>();

  constructor(tokens: readonly CodeToken[]) {
    this.#tokens = tokens;
  }

  read(): readonly CompileFault[] {
    let line: CodeToken[] = [];
    for (const token of this.#tokens) {
      if (token.kind === INDENT) this.#indent();
      else if (token.kind === DEDENT) this.#dedent();
      else if (token.kind === NEWLINE) {
        this.#line(line);
        line = [];
      } else line.push(token);
    }
    if (line.length > 0) this.#line(line);
    while (this.#indents.length > 0) this.#dedent();
    return this.#faults;
  }

  get #scope(): Scope {
    return this.#scopes.at(-1) as Scope;
  }

  #fault(token: CodeToken | undefined, reason: string): void {
    this.#faults.push({ reason, start: token?.start ?? 0 });
  }

  #indent(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#indents.push(pending?.isScope === true);
    if (pending?.isScope !== true) this.#scope.blocks.push(pending?.word ?? 0);
  }

  #dedent(): void {
    if (this.#indents.pop() === true) this.#close();
    else this.#scope.blocks.pop();
  }

  #close(): void {
    const scope = this.#scopes.pop();
    if (scope === undefined) return;
    if (scope.yields.length > 0 && scope.returns.length > 0)
      this.#fault(scope.returns[0], "'return' with value in async generator");
    for (const [name, start] of scope.nonlocals) {
      const isBound = this.#scopes.some(
        each =>
          each.kind === 'function' &&
          !each.globals.has(name) &&
          (each.parameters.has(name) || each.names.get(name) === 'bound' || each.nonlocals.has(name)),
      );
      // What a function binds further down is not read yet.
      if (!isBound && !this.#isBoundLater(name))
        this.#faults.push({ reason: `no binding for nonlocal '${name}' found`, start });
    }
  }

  #isBoundLater(name: string): boolean {
    return (
      this.#scopes.some(({ kind }) => kind === 'function') &&
      this.#tokens.some(
        (token, i) =>
          token.text === name &&
          this.#tokens[i - 1]?.op !== op.DOT &&
          this.#tokens[i - 1]?.word !== word.NONLOCAL,
      )
    );
  }

  /** One logical line: a header with what follows on it, or simple statements. */
  #line(line: readonly CodeToken[]): void {
    const [first, second] = line;
    if (first === undefined) return;
    if (first.op === op.AT) return void this.#expression(line.slice(1));
    const isAsync = first.word === word.ASYNC;
    const head = isAsync ? second : first;
    if (head?.word === word.DEF || head?.word === word.CLASS_WORD)
      return void this.#definition(line, isAsync);
    if (HEADERS.has(head?.word ?? 0) || this.#isMatch(line)) {
      const colon = headerColon(line);
      if (isAsync && !this.#isInAsync()) this.#fault(first, "'async' outside async function");
      this.#isFutureOver = true;
      this.#handlers(head, colon === (isAsync ? 2 : 1));
      const header = line.slice(isAsync ? 2 : 1, colon);
      this.#expression(header);
      this.#bindHeader(head?.word ?? 0, header);
      const rest = line.slice(colon + 1);
      if (rest.length === 0) {
        this.#pending = { word: head?.word ?? 0, isScope: false };
        return;
      }
      this.#scope.blocks.push(head?.word ?? 0);
      this.#simple(rest);
      this.#scope.blocks.pop();
      return;
    }
    this.#simple(line);
  }

  /** In each open block: whether an `except:` without a type came before. */
  #handlers(head: CodeToken | undefined, isBare: boolean): void {
    const depth = this.#indents.length;
    if (head?.word === word.EXCEPT && this.#bare.has(depth))
      this.#fault(head, "default 'except:' must be last");
    if (head?.word === word.EXCEPT && isBare) this.#bare.add(depth);
    else if (head?.word !== word.EXCEPT) this.#bare.delete(depth);
  }

  #isMatch(line: readonly CodeToken[]): boolean {
    const [first] = line;
    return (first?.word === word.MATCH || first?.word === word.CASE) && line.at(-1)?.op === op.COLON;
  }

  #definition(line: readonly CodeToken[], isAsync: boolean): void {
    this.#isFutureOver = true;
    const at = isAsync ? 1 : 0;
    const name = line[at + 1];
    this.#bind(name);
    const isClass = line[at]?.word === word.CLASS_WORD;
    const colon = headerColon(line);
    const header = line.slice(at + 2, colon);
    const open = header.findIndex(token => token.op === op.PAREN_OPEN);
    const parameters = new Set<string>();
    if (isClass) this.#expression(header);
    else {
      for (const part of splitArguments(header, open)) {
        const parameter = part.find(token => isName(token) || token.op === op.SLASH);
        if (parameter === undefined || parameter.op === op.SLASH) continue;
        if (parameters.has(parameter.text))
          this.#fault(parameter, `duplicate argument '${parameter.text}' in function definition`);
        if (parameter.text === '__debug__') this.#fault(parameter, 'cannot assign to __debug__');
        parameters.add(parameter.text);
        this.#expression(part.slice(part.indexOf(parameter) + 1));
      }
    }
    this.#scopes.push(newScope(isClass ? 'class' : 'function', isAsync, parameters));
    const rest = line.slice(colon + 1);
    if (rest.length === 0) {
      this.#pending = { word: 0, isScope: true };
      return;
    }
    this.#simple(rest);
    this.#close();
  }

  /** Statements between semicolons. */
  #simple(line: readonly CodeToken[]): void {
    let statement: CodeToken[] = [];
    for (const token of line) {
      if (token.op === op.SEMICOLON) {
        this.#statement(statement);
        statement = [];
      } else statement.push(token);
    }
    this.#statement(statement);
  }

  #statement(tokens: readonly CodeToken[]): void {
    const [first] = tokens;
    if (first === undefined) return;
    const isFuture =
      first.word === word.FROM && tokens[1]?.text === '__future__' && tokens[2]?.word === word.IMPORT;
    if (isFuture) this.#future(tokens);
    else if (!(tokens.length === 1 && first.kind > NAME + 1 && this.#scopes.length === 1))
      this.#isFutureOver = true;
    this.#stars(tokens);
    switch (first.word) {
      case word.RETURN:
        if (this.#isInAsync() && tokens.length > 1) this.#scope.returns.push(first);
        if (this.#scope.kind !== 'function') this.#fault(first, "'return' outside function");
        break;
      case word.BREAK:
      case word.CONTINUE:
        if (!this.#isInLoop()) this.#fault(first, `'${first.text}' outside loop`);
        return;
      case word.GLOBAL:
        return void this.#declare(tokens, 'global');
      case word.NONLOCAL:
        return void this.#declare(tokens, 'nonlocal');
      case word.IMPORT:
      case word.FROM:
        return void this.#import(tokens, isFuture);
      default:
        break;
    }
    this.#expression(tokens);
    this.#bindTargets(tokens);
  }

  /** `*a = b`, `x = *y`, `*a, *b = c`. */
  #stars(tokens: readonly CodeToken[]): void {
    let part: CodeToken[] = [];
    let isAssigned = false;
    const check = (isTarget: boolean) => {
      const { stars, commas } = starsIn(part);
      if (stars > 0 && commas === 0) this.#fault(part[0], "can't use starred expression here");
      else if (isTarget && stars > 1) this.#fault(part[0], 'multiple starred expressions in assignment');
      part = [];
    };
    let depth = 0;
    for (const token of tokens) {
      if (isOpening(token)) depth++;
      if (isClosing(token)) depth--;
      if (depth === 0 && token.op === op.ASSIGN) {
        isAssigned = true;
        check(true);
      } else part.push(token);
    }
    const [first] = part;
    const isPlain = first?.word !== word.IMPORT && first?.word !== word.FROM;
    if (isAssigned || isPlain) check(false);
  }

  #future(tokens: readonly CodeToken[]): void {
    const isLate = this.#isFutureOver || this.#scopes.length > 1 || this.#scope.blocks.length > 0;
    if (isLate) this.#fault(tokens[0], 'from __future__ imports must occur at the beginning of the file');
    for (const token of tokens.slice(3))
      if (isName(token) && !FEATURES.has(token.text)) {
        this.#fault(token, `future feature ${token.text} is not defined`);
        return;
      }
  }

  #import(tokens: readonly CodeToken[], isFuture: boolean): void {
    const star = tokens.at(-1);
    if (star?.op === op.STAR && this.#scopes.length > 1 && !isFuture)
      this.#fault(tokens[0], 'import * only allowed at module level');
    const from = tokens.findIndex(token => token.word === word.IMPORT);
    for (const [i, token] of tokens.entries()) {
      if (i <= from || !isName(token)) continue;
      const [before, next] = [tokens[i - 1], tokens[i + 1]];
      if (next?.word === word.AS || before?.op === op.DOT) continue;
      this.#bind(token);
    }
  }

  #declare(tokens: readonly CodeToken[], kind: 'global' | 'nonlocal'): void {
    const scope = this.#scope;
    if (kind === 'nonlocal' && scope.kind === 'module')
      return void this.#fault(tokens[0], 'nonlocal declaration not allowed at module level');
    for (const token of tokens.slice(1)) {
      if (!isName(token)) continue;
      const { text } = token;
      if (scope.parameters.has(text)) this.#fault(token, `name '${text}' is parameter and ${kind}`);
      else if (kind === 'global' ? scope.nonlocals.has(text) : scope.globals.has(text))
        this.#fault(token, `name '${text}' is nonlocal and global`);
      else if (scope.names.has(text))
        this.#fault(
          token,
          `name '${text}' is ${scope.names.get(text) === 'bound' ? 'assigned to' : 'used'} before ${kind} declaration`,
        );
      if (kind === 'global') scope.globals.add(text);
      else scope.nonlocals.set(text, token.start);
    }
  }

  #isInLoop(): boolean {
    return this.#scope.blocks.some(each => each === word.FOR || each === word.WHILE);
  }

  #isInAsync(): boolean {
    return this.#scope.kind === 'function' && this.#scope.isAsync;
  }

  #bindHeader(head: number, header: readonly CodeToken[]): void {
    const until = head === word.FOR ? header.findIndex(token => token.word === word.IN) : -1;
    for (const token of header.slice(0, Math.max(0, until))) if (isName(token)) this.#bind(token);
    for (const [i, token] of header.entries())
      if (token.word === word.AS && isName(header[i + 1])) this.#bind(header[i + 1]);
  }

  #bindTargets(tokens: readonly CodeToken[]): void {
    let depth = 0;
    let last = -1;
    let isAnnotated = false;
    for (const [i, token] of tokens.entries()) {
      if (isOpening(token)) depth++;
      else if (isClosing(token)) depth--;
      else if (depth === 0 && (token.op === op.ASSIGN || (token.op > 0 && op.isAugmented(token.op))))
        last = i;
      else if (depth === 0 && token.op === op.COLON && i === 1) isAnnotated = true;
    }
    const [first] = tokens;
    if (isAnnotated && isName(first)) {
      if (this.#scope.globals.has(first.text) && this.#scope.kind !== 'module')
        this.#fault(first, `annotated name '${first.text}' can't be global`);
      if (this.#scope.nonlocals.has(first.text))
        this.#fault(first, `annotated name '${first.text}' can't be nonlocal`);
      return void this.#bind(first);
    }
    for (const [i, token] of tokens.slice(0, Math.max(0, last)).entries()) {
      const next = tokens[i + 1];
      const isWhole = next?.op !== op.DOT && next?.op !== op.PAREN_OPEN && next?.op !== op.BRACKET_OPEN;
      if (isName(token) && tokens[i - 1]?.op !== op.DOT && isWhole) this.#bind(token);
    }
  }

  #bind(token: CodeToken | undefined): void {
    if (token === undefined) return;
    if (token.text === '__debug__') this.#fault(token, 'cannot assign to __debug__');
    this.#scope.names.set(token.text, 'bound');
  }

  /** What is in an expression: uses, calls, lambdas, `yield` and `await`. */
  #expression(tokens: readonly CodeToken[]): void {
    const scope = this.#scope;
    for (const [i, token] of tokens.entries()) {
      const [before, next] = [tokens[i - 1], tokens[i + 1]];
      if (token.word === word.YIELD && scope.kind !== 'function' && !isInLambda(tokens, i))
        this.#fault(token, "'yield' outside function");
      if (
        token.word === word.YIELD &&
        next?.word === word.FROM &&
        this.#isInAsync() &&
        !isInLambda(tokens, i)
      )
        this.#fault(token, "'yield from' inside async function");
      if (token.word === word.YIELD && this.#isInAsync()) scope.yields.push(token);
      const isAwaiting = token.word === word.AWAIT;
      if (isAwaiting && !this.#isInAsync()) this.#fault(token, "'await' outside async function");
      if (token.word === word.LAMBDA) this.#lambda(tokens, i);
      if (isName(token) && before?.op !== op.DOT && next?.op !== op.ASSIGN && !scope.names.has(token.text))
        scope.names.set(token.text, 'used');
      if (token.op === op.PAREN_OPEN && before !== undefined && (isName(before) || isClosing(before)))
        this.#call(tokens, i);
    }
  }

  #lambda(tokens: readonly CodeToken[], at: number): void {
    const names = new Set<string>();
    let depth = 0;
    let isStart = true;
    for (let i = at + 1; i < tokens.length; i++) {
      const token = tokens[i] as CodeToken;
      if (isOpening(token)) depth++;
      else if (isClosing(token)) depth--;
      if (depth < 0 || (depth === 0 && token.op === op.COLON)) return;
      if (depth === 0 && token.op === op.COMMA) isStart = true;
      else if (isStart && isName(token)) {
        if (names.has(token.text))
          this.#fault(token, `duplicate argument '${token.text}' in function definition`);
        names.add(token.text);
        isStart = false;
      } else if (token.op !== op.STAR && token.op !== op.DOUBLE_STAR) isStart = false;
    }
  }

  #call(tokens: readonly CodeToken[], open: number): void {
    const names = new Set<string>();
    for (const part of splitArguments(tokens, open)) {
      const [first, second] = part;
      if (!isName(first) || second?.op !== op.ASSIGN) continue;
      if (names.has(first.text)) this.#fault(first, `keyword argument repeated: ${first.text}`);
      if (first.text === '__debug__') this.#fault(first, 'cannot assign to __debug__');
      names.add(first.text);
    }
  }
}

const HEADERS: ReadonlySet<number> = new Set([
  word.IF,
  word.ELIF,
  word.ELSE,
  word.FOR,
  word.WHILE,
  word.TRY,
  word.EXCEPT,
  word.FINALLY,
  word.WITH,
]);

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

/** Stars before an operand, and commas, outside of brackets. */
function starsIn(tokens: readonly CodeToken[]): { readonly stars: number; readonly commas: number } {
  let depth = 0;
  let stars = 0;
  let commas = 0;
  for (const [i, token] of tokens.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.word === word.LAMBDA) return { stars: 0, commas: 0 };
    else if (depth === 0 && token.op === op.COMMA) commas++;
    else if (depth === 0 && token.op === op.STAR && (i === 0 || tokens[i - 1]?.op === op.COMMA)) stars++;
  }
  return { stars, commas };
}

/** Index of the `:` that ends a header; of lambdas and brackets there are others before it. */
function headerColon(line: readonly CodeToken[]): number {
  let depth = 0;
  let lambdas = 0;
  for (const [i, token] of line.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.word === word.LAMBDA) lambdas++;
    else if (depth === 0 && token.op === op.COLON && lambdas-- <= 0) return i;
  }
  return line.length;
}

/** Whether the token is in the body of a lambda. */
function isInLambda(tokens: readonly CodeToken[], at: number): boolean {
  return tokens.slice(0, at).some(token => token.word === word.LAMBDA);
}
