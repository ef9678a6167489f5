import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { annotationOf } from './annotation-of.ts';
import { signOutside } from './brackets.ts';
import { splitArguments } from './call-shape.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import { readExpression } from './expression-faults.ts';
import { type CompileFault, OpenScopes } from './open-scopes.ts';
import { plainLines } from './plain-lines.ts';
import type { PythonFile } from './python-file.ts';
import { checkStars } from './starred-faults.ts';
import type { CodeTokens } from './token-columns.ts';

const FEATURES = new Set(
  'nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL generator_stop annotations'.split(
    ' ',
  ),
);

/**
 * Faults that only the compiler finds: `return` outside of a function, `break` outside of a loop, `await` outside
 * of an asynchronous function, names given or declared twice, late `global` and `__future__`, `import *` inside.
 */
export function findCompileFaults(file: Pick<PythonFile, 'tokens' | 'text'>): readonly CompileFault[] {
  return new Compiler(file).read();
}

/** Texts alone, in brackets or not; none of bytes, and none with fields. */
const isDocstring = (tokens: readonly CodeToken[]): boolean =>
  tokens.every(
    ({ kind, text, op: each }) =>
      (kind === STRING && /^[ru]*:/.test(text)) || each === op.PAREN_OPEN || each === op.PAREN_CLOSE,
  );

class Compiler {
  readonly #tokens: CodeTokens;
  readonly #isPlainLine: (from: number, to: number) => boolean;
  readonly #scopes: OpenScopes;
  /** For each open indentation: whether it belongs to a scope of its own. */
  readonly #indents: boolean[] = [];
  #pending: { readonly word: number; readonly isScope: boolean } | undefined;
  #isFutureOver = false;
  #isBehindFirst = false;
  readonly #bare = new Set<number>();

  constructor({ tokens, text }: Pick<PythonFile, 'tokens' | 'text'>) {
    this.#tokens = tokens;
    this.#isPlainLine = plainLines(tokens, text.isAscii === true);
    this.#scopes = new OpenScopes(tokens);
  }

  read(): readonly CompileFault[] {
    const tokens = this.#tokens;
    let from = 0;
    for (let i = 0; i < tokens.length; i++) {
      const kind = tokens.kind(i);
      if (kind >= NAME) continue;
      if (kind === INDENT) this.#indent();
      else if (kind === DEDENT) this.#dedent();
      else if (kind === NEWLINE) this.#lineOf(from, i);
      from = i + 1;
    }
    this.#lineOf(from, tokens.length);
    while (this.#indents.length > 0) this.#dedent();
    return this.#scopes.faults;
  }

  #lineOf(from: number, to: number): void {
    if (this.#isPlainLine(from, to)) {
      this.#isFutureOver = true;
      this.#isBehindFirst = true;
    } else this.#line(this.#tokens.slice(from, to));
  }

  #indent(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    this.#indents.push(pending?.isScope === true);
    if (pending?.isScope !== true) this.#scopes.current.blocks.push(pending?.word ?? 0);
  }

  #dedent(): void {
    if (this.#indents.pop() === true) this.#scopes.close();
    else this.#scopes.current.blocks.pop();
  }

  /** The header of a block, or a simple statement. */
  #line(line: readonly CodeToken[]): void {
    const [first, second] = line;
    if (first === undefined) return;
    if (first.op === op.AT) return void readExpression(line.slice(1), this.#scopes);
    const isAsync = first.word === word.ASYNC;
    const head = isAsync ? second : first;
    if (head?.word === word.DEF || head?.word === word.CLASS_WORD)
      return void this.#definition(line, isAsync);
    if (HEADERS.has(head?.word ?? 0) || this.#isMatch(line)) {
      if (isAsync && !this.#scopes.isInAsync()) this.#scopes.fault(first, "'async' outside async function");
      this.#isFutureOver = true;
      this.#handlers(head, line.length === 2);
      const header = line.slice(isAsync ? 2 : 1, -1);
      readExpression(header, this.#scopes);
      this.#scopes.bindHeader(head?.word ?? 0, header);
      this.#pending = { word: head?.word ?? 0, isScope: false };
      return;
    }
    this.#statement(line);
  }

  /** In each open block: whether an `except:` without a type came before. */
  #handlers(head: CodeToken | undefined, isBare: boolean): void {
    const depth = this.#indents.length;
    if (head?.word === word.EXCEPT && this.#bare.has(depth))
      this.#scopes.fault(head, "default 'except:' must be last");
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
    this.#scopes.bind(name);
    const isClass = line[at]?.word === word.CLASS_WORD;
    const header = line.slice(at + 2, -1);
    const open = signOutside(header, op.PAREN_OPEN);
    const parameters = new Set<string>();
    if (isClass) readExpression(header, this.#scopes);
    else {
      for (const part of splitArguments(header, open)) {
        const parameter = part.find(token => isName(token) || token.op === op.SLASH);
        if (parameter === undefined || parameter.op === op.SLASH) continue;
        if (parameters.has(parameter.text))
          this.#scopes.fault(parameter, `duplicate argument '${parameter.text}' in function definition`);
        if (parameter.text === '__debug__') this.#scopes.fault(parameter, 'cannot assign to __debug__');
        parameters.add(parameter.text);
        readExpression(part.slice(part.indexOf(parameter) + 1), this.#scopes);
      }
    }
    this.#scopes.open(isClass ? 'class' : 'function', isAsync, parameters);
    this.#pending = { word: 0, isScope: true };
  }

  #statement(tokens: readonly CodeToken[]): void {
    const [first] = tokens;
    if (first === undefined) return;
    const isFuture =
      first.word === word.FROM && tokens[1]?.text === '__future__' && tokens[2]?.word === word.IMPORT;
    if (isFuture) this.#future(tokens);
    else if (this.#isBehindFirst || !isDocstring(tokens)) this.#isFutureOver = true;
    this.#isBehindFirst = true;
    checkStars(tokens, this.#scopes);
    switch (first.word) {
      case word.RETURN:
        if (this.#scopes.isInAsync() && tokens.length > 1) this.#scopes.current.returns.push(first);
        if (this.#scopes.current.kind !== 'function') this.#scopes.fault(first, "'return' outside function");
        break;
      case word.BREAK:
      case word.CONTINUE:
        if (!this.#scopes.isInLoop()) this.#scopes.fault(first, `'${first.text}' outside loop`);
        return;
      case word.GLOBAL:
        return void this.#scopes.declare(tokens, 'global');
      case word.NONLOCAL:
        return void this.#scopes.declare(tokens, 'nonlocal');
      case word.IMPORT:
      case word.FROM:
        return void this.#import(tokens, isFuture);
      default:
        break;
    }
    const annotation = annotationOf(tokens);
    // The annotation of a local name is not evaluated, and may say what nothing else there may.
    const isOpen =
      annotation !== undefined &&
      tokens
        .slice(annotation.from, annotation.to)
        .some(token => token.word === word.YIELD || token.word === word.AWAIT);
    if (isOpen) {
      readExpression(tokens.slice(0, annotation.from), this.#scopes);
      readExpression(tokens.slice(annotation.to), this.#scopes);
    } else readExpression(tokens, this.#scopes);
    this.#scopes.bindTargets(tokens);
  }

  #future(tokens: readonly CodeToken[]): void {
    const isLate = this.#isFutureOver || !this.#scopes.isModule || this.#scopes.current.blocks.length > 0;
    if (isLate)
      this.#scopes.fault(tokens[0], 'from __future__ imports must occur at the beginning of the file');
    if (tokens.at(-1)?.op === op.STAR) this.#scopes.fault(tokens[0], 'future feature * is not defined');
    for (const [i, token] of tokens.entries())
      if (i >= 3 && tokens[i - 1]?.word !== word.AS && isName(token) && !FEATURES.has(token.text)) {
        this.#scopes.fault(token, `future feature ${token.text} is not defined`);
        return;
      }
  }

  #import(tokens: readonly CodeToken[], isFuture: boolean): void {
    const star = tokens.at(-1);
    if (star?.op === op.STAR && !this.#scopes.isModule && !isFuture)
      this.#scopes.fault(tokens[0], 'import * only allowed at module level');
    this.#scopes.bindImported(tokens);
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
