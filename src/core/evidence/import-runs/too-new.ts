import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { needs } from './newer-syntax.ts';

const GENERIC = /^(?:list|dict|tuple|set|frozenset|type)$/;
/** Of these the classes take kinds in brackets since then. */
const WITH_GENERICS =
  /^(?:collections(?:\.abc)?|re|os|queue|subprocess|asyncio|contextlib|concurrent\.futures|weakref|types)$/;
const OF_MODULES = /^(?:re|os|abc|collections|queue|subprocess|asyncio|contextlib|weakref|types)$/;
const OF_UNION = /^(?:None|int|str|bytes|float|bool|complex|object|list|dict|tuple|set|frozenset|type|\])$/;
/** Names in capital letters are rather flags. */
const mayBeType = (text = ''): boolean => OF_UNION.test(text) || (/^[A-Z]/.test(text) && /[a-z]/.test(text));

/** Why what is evaluated there fails on the oldest Python that the workspace runs on, 3.`oldest`. */
export function tooNewToEvaluate(
  tokens: readonly CodeToken[],
  isAnnotation: boolean,
  oldest: number,
  file: PythonFile,
): string | undefined {
  const generics = oldest < 9 ? file.once(namesWithGenerics) : NONE;
  for (const [i, { op: each, text }] of tokens.entries()) {
    const [before, after] = [tokens[i - 1], tokens[i + 1]];
    const isOfTypes = isAnnotation || mayBeType(before?.text) || mayBeType(after?.text);
    if (oldest < 10 && each === op.BAR && isOfTypes)
      return `${needs('"|" between types', 10, oldest)} is evaluated`;
    if (oldest < 9 && each === op.BAR && (isOfBraces(before) || isOfBraces(after)))
      return `${needs('"|" between dictionaries', 9, oldest)} is evaluated`;
    const isOfModule =
      before?.op === op.DOT &&
      OF_MODULES.test(tokens[i - 2]?.text ?? '') &&
      /^[A-Z]|^(?:deque|defaultdict)$/.test(text);
    const isGeneric = before?.op === op.DOT ? isOfModule : GENERIC.test(text) || generics.has(text);
    if (oldest < 9 && isGeneric && after?.op === op.BRACKET_OPEN)
      return `${needs(`${text}[…]`, 9, oldest)} is evaluated`;
  }
  return undefined;
}

const isOfBraces = (token: CodeToken | undefined): boolean =>
  token?.op === op.BRACE_OPEN || token?.op === op.BRACE_CLOSE;

const NONE: ReadonlySet<string> = new Set();

const namesWithGenerics = ({ module }: PythonFile): ReadonlySet<string> =>
  new Set(
    module.index.imports.flatMap(({ kind, module: source, names }) =>
      kind === 'from' && WITH_GENERICS.test(source) ? names.map(({ name, alias }) => alias ?? name) : [],
    ),
  );
