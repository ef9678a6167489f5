import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { hasLazyAnnotations } from '../code/import-time.ts';
import { CONSTANT_MODULES, PLAIN_CALLS } from '../code/known-names.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { bindingsOf, type Meaning, type Meanings } from './bindings.ts';

/** One version of a module, and what its names mean there. */
export interface Scope {
  readonly file: PythonFile;
  readonly version: WorkspaceVersion;
  readonly meanings: Meanings;
}

const OUTSIDE = 'outside ';

/** The full name of what a dotted path leads to, when that lies outside of the workspace and never changes. */
export function outsideName(path: readonly string[], { file, version, meanings }: Scope): string | undefined {
  const [first = '', ...rest] = path;
  const meaning = meanings.of(first, file.module, version);
  if (meaning === undefined) return BUILTIN_NAMES.has(first) ? ['builtins', ...path].join('.') : undefined;
  if (!meaning.isStable || !meaning.text.startsWith(OUTSIDE)) return undefined;
  return [meaning.text.slice(OUTSIDE.length), ...rest].join('.');
}

/** `a.b.c` at `from`, with the index behind it. */
export function dottedAt(
  tokens: readonly CodeToken[],
  from: number,
): { readonly path: readonly string[]; readonly end: number } {
  const path = [tokens[from]?.text ?? ''];
  let i = from + 1;
  while (tokens[i]?.op === op.DOT && isName(tokens[i + 1])) {
    path.push(tokens[i + 1]?.text ?? '');
    i += 2;
  }
  return { path, end: i };
}

const VALUES: readonly number[] = [word.TRUE, word.FALSE, word.NONE];
const BRACKETS: readonly number[] = [
  op.PAREN_OPEN,
  op.PAREN_CLOSE,
  op.BRACKET_OPEN,
  op.BRACKET_CLOSE,
  op.BRACE_OPEN,
  op.BRACE_CLOSE,
];
const LITERAL_OPERATORS: readonly number[] = [op.PLUS, op.MINUS, op.STAR];

/**
 * Why an expression is more than a value that is the same wherever and whenever it is made; `undefined` for
 * literals, displays, stable names and calls that only make a value. What is not known to be plain is not.
 */
export function notPlain(tokens: readonly CodeToken[], scope: Scope): string | undefined {
  const hasName = tokens.some((token, i) => isName(token) && tokens[i + 1]?.op !== op.ASSIGN);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as CodeToken;
    if (token.kind === NUMBER || VALUES.includes(token.word) || token.op === op.ELLIPSIS) continue;
    if (token.kind === STRING) {
      if (isFormatted(token.text)) return 'a formatted string is made';
      continue;
    }
    if (isName(token)) {
      if (tokens[i + 1]?.op === op.ASSIGN) continue;
      const { path, end } = dottedAt(tokens, i);
      const problem = notThereYet(token, scope) ?? notPlainName(path, tokens[end], scope);
      if (problem !== undefined) return problem;
      i = end - 1;
      continue;
    }
    if (token.kind === NAME) return `${token.text} is evaluated`;
    const before = tokens[i - 1];
    const isCallOfValue =
      (token.op === op.PAREN_OPEN || token.op === op.BRACKET_OPEN) &&
      before !== undefined &&
      (before.kind === STRING || [op.PAREN_CLOSE, op.BRACKET_CLOSE, op.BRACE_CLOSE].includes(before.op));
    if (isCallOfValue) return `what stands before "${token.text}" is called or subscripted`;
    if (BRACKETS.includes(token.op) || token.op === op.COMMA || token.op === op.ASSIGN) continue;
    if (token.op === op.COLON) continue;
    if (LITERAL_OPERATORS.includes(token.op) && !hasName) continue;
    if (token.kind === NEWLINE) continue;
    return `"${token.text}" is evaluated`;
  }
  return undefined;
}

/** What is evaluated above all that binds it, or in what binds it, raises. */
export function notThereYet(token: CodeToken | undefined, { file }: Scope): string | undefined {
  const [first] = bindingsOf(file.module).get(token?.text ?? '') ?? [];
  if (token === undefined || first === undefined) return undefined;
  const { index } = file.module;
  const isInside = definitionsNamed(index, token.text).some(i => {
    const each = index.definitions[i];
    return each?.start === first.start && token.start < each.end;
  });
  return first.start > token.start || isInside ? `${token.text} is used before it is there` : undefined;
}

function notPlainName(
  path: readonly string[],
  next: CodeToken | undefined,
  scope: Scope,
): string | undefined {
  const shown = path.join('.');
  const outside = outsideName(path, scope);
  if (next?.op === op.PAREN_OPEN)
    return outside !== undefined && PLAIN_CALLS.has(outside) ? undefined : `${shown}(…) is called`;
  const isConstant =
    outside !== undefined && CONSTANT_MODULES.has(outside.slice(0, outside.lastIndexOf('.')));
  if (next?.op === op.BRACKET_OPEN)
    return isConstant || outside?.startsWith('builtins.') ? undefined : `${shown}[…] is looked up`;
  if (isConstant || outside?.startsWith('builtins.')) return undefined;
  if (path.length > 1) return `${shown} is looked up`;
  const meaning: Meaning | undefined = scope.meanings.of(shown, scope.file.module, scope.version);
  return meaning?.isStable === true ? undefined : `${shown} may be something else at another time`;
}

/**
 * Why an annotation may do something. Names, `.`, `|`, `[]`, strings and literals are taken for types: to
 * evaluate them does nothing.
 */
export function notPlainAnnotation(tokens: readonly CodeToken[], scope: Scope): string | undefined {
  const isEvaluated = !hasLazyAnnotations(scope.file);
  for (const [i, token] of tokens.entries()) {
    const isLookedUp = isEvaluated && isName(token) && tokens[i - 1]?.op !== op.DOT;
    const problem = isLookedUp ? notThereYet(token, scope) : undefined;
    if (problem !== undefined) return problem;
    if (token.op === op.PAREN_OPEN && tokens[i - 1] !== undefined && isName(tokens[i - 1]))
      return `${tokens[i - 1]?.text}(…) is called in an annotation`;
    if (token.op === op.WALRUS || token.word === word.LAMBDA || token.word === word.YIELD)
      return 'an annotation is computed';
    if (token.kind === STRING && isFormatted(token.text)) return 'an annotation is computed';
  }
  return undefined;
}
