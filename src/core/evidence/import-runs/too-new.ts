import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';

const GENERIC = /^(?:list|dict|tuple|set|frozenset|type)$/;
/** Of these the classes take kinds in brackets since then. */
const WITH_GENERICS =
  /^(?:collections(?:\.abc)?|re|os|queue|subprocess|asyncio|contextlib|concurrent\.futures|weakref|types)$/;
const OF_MODULES = /^(?:re|os|abc|collections|queue|subprocess|asyncio|contextlib|weakref|types)$/;
const OF_UNION = /^(?:None|int|str|bytes|float|bool|complex|object|list|dict|tuple|set|frozenset|type|\])$/;

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
    const isOfTypes = isAnnotation || OF_UNION.test(before?.text ?? '') || OF_UNION.test(after?.text ?? '');
    if (oldest < 10 && each === op.BAR && isOfTypes)
      return `${needs('"|" between types', 10, oldest)} is evaluated`;
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

const NONE: ReadonlySet<string> = new Set();

const namesWithGenerics = ({ module }: PythonFile): ReadonlySet<string> =>
  new Set(
    module.index.imports.flatMap(({ kind, module: source, names }) =>
      kind === 'from' && WITH_GENERICS.test(source) ? names.map(({ name, alias }) => alias ?? name) : [],
    ),
  );

/** Names that came with a version, as they are asked for; those with `=` are arguments. */
const NAMES: readonly (readonly [since: number, names: string])[] = [
  [9, 'removeprefix removesuffix is_relative_to with_stem to_thread lcm nextafter Annotated readlink'],
  [
    10,
    'pairwise anext aiter bit_count TypeAlias ParamSpec NoneType TypeGuard Concatenate strict= slots= kw_only=',
  ],
  [11, 'ExceptionGroup StrEnum tomllib Self LiteralString TaskGroup add_note'],
  [12, 'batched override TypeAliasType'],
];

/** Statements that this Python refuses to read, of a kind that the file did not have before. */
export function* tooNewToRead(
  before: PythonFile | undefined,
  after: PythonFile,
  oldest: number,
): Generator<{ readonly start: number; readonly reason: string }> {
  for (const [since, names] of NAMES)
    for (const name of oldest < since ? names.split(' ') : []) {
      const start = nameAt(after, name);
      if (start !== undefined && (before === undefined || nameAt(before, name) === undefined))
        yield { start, reason: `${needs(name, since, oldest)} is asked for` };
    }
  for (const [what, since, find] of NEW) {
    if (oldest >= since) continue;
    const start = find(after);
    if (start !== undefined && (before === undefined || find(before) === undefined))
      yield { start, reason: `${needs(what, since, oldest)} may not be read` };
  }
}

const needs = (what: string, since: number, oldest: number): string =>
  `${what}, which needs Python 3.${since} where settings allow 3.${oldest},`;

const NEW: readonly (readonly [
  what: string,
  since: number,
  find: (file: PythonFile) => number | undefined,
])[] = [
  [':=', 8, file => findAt(file, ':=', (tokens, i) => tokens.op(i) === op.WALRUS)],
  ['match', 10, file => findAt(file, 'match', beginsMatch)],
  [
    'except*',
    11,
    file =>
      findAt(file, 'except', (tokens, i) => tokens.word(i) === word.EXCEPT && tokens.op(i + 1) === op.STAR),
  ],
  ['a type statement', 12, file => findAt(file, 'type', beginsType)],
];

function nameAt(file: PythonFile, name: string): number | undefined {
  const own = name.replace('=', '');
  return findAt(
    file,
    own,
    (tokens, i) => tokens.text(i) === own && (own === name || tokens.op(i + 1) === op.ASSIGN),
  );
}

function findAt(
  file: PythonFile,
  mentioned: string,
  isIt: (tokens: PythonFile['tokens'], at: number) => boolean,
): number | undefined {
  if (!file.mentions(mentioned)) return undefined;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++) if (isIt(tokens, i)) return tokens.start(i);
  return undefined;
}

/** `match x:` with a block of `case` below it. */
function beginsMatch(tokens: PythonFile['tokens'], at: number): boolean {
  if (tokens.text(at) !== 'match' || tokens.kind(at - 1) >= NAME) return false;
  let end = at + 1;
  while (end < tokens.length && tokens.kind(end) !== NEWLINE) end++;
  return tokens.op(end - 1) === op.COLON && tokens.text(end + 2) === 'case';
}

/** `type X = int`, `type X[T] = list[T]` */
const beginsType = (tokens: PythonFile['tokens'], at: number): boolean =>
  tokens.text(at) === 'type' &&
  tokens.kind(at - 1) < NAME &&
  tokens.isName(at + 1) &&
  (tokens.op(at + 2) === op.ASSIGN || tokens.op(at + 2) === op.BRACKET_OPEN);
