import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { isOneLiteral } from '../code/literal-fields.ts';
import type { Code } from './code.ts';
import type { Known } from './known.ts';
import type { UseReader } from './use-reader.ts';

type Kind = 'number' | 'text' | 'series' | 'nothing' | 'function';

const ALL: readonly Kind[] = ['number', 'text', 'series', 'nothing', 'function'];

/** What takes only some kinds of values as its first argument, and which these are not. */
const REFUSING: readonly (readonly [name: RegExp, kinds: readonly Kind[]])[] = [
  [
    /^(?:builtins\.(?:all|any|dict|enumerate|frozenset|iter|len|list|reversed|set|sorted|tuple|zip)|collections\.deque|itertools\.(?:chain|cycle)|str\.join|random\.(?:choice|sample|shuffle)|math\.(?:fsum|prod)|statistics\.\w+)$/,
    ['number', 'nothing', 'function'],
  ],
  [/^builtins\.sum$/, ['number', 'text', 'nothing', 'function']],
  [/^(?:collections\.defaultdict|builtins\.filter)$/, ['number', 'text', 'series']],
  [/^(?:builtins\.map|functools\.(?:partial|reduce|wraps))$/, ['number', 'text', 'series', 'nothing']],
  [
    /^(?:builtins\.(?:abs|bin|chr|divmod|hex|oct|pow|range|round)|math\.(?:ceil|cos|exp|fabs|floor|isfinite|isinf|isnan|log|log10|log2|sin|sqrt|tan|trunc)|time\.sleep)$/,
    ['text', 'series', 'nothing', 'function'],
  ],
  [/^builtins\.(?:float|int)$/, ['series', 'nothing', 'function']],
  [/^builtins\.(?:next)$/, ALL],
  [/^builtins\.ord$/, ['number', 'series', 'nothing', 'function']],
  [/^dataclasses\.(?:asdict|astuple|fields|replace)$/, ALL],
  [/^(?:json|marshal|pickle|tomllib)\.load$|^contextlib\.suppress$|^pytest\.raises$/, ALL],
  [/^(?:json|marshal|pickle|tomllib)\.loads$/, ['number', 'series', 'nothing', 'function']],
  [
    /^str\.(?:count|endswith|find|index|partition|replace|rfind|startswith)$/,
    ['number', 'nothing', 'function'],
  ],
];

/** Members of which an object must have one, to be given to it. */
const NEEDED: readonly (readonly [name: RegExp, members: readonly string[]])[] = [
  [/^(?:json|marshal|pickle|tomllib)\.load$/, ['read']],
  [/^builtins\.len$/, ['__len__']],
  [/^builtins\.next$/, ['__next__']],
  [/^builtins\.abs$/, ['__abs__']],
  [/^builtins\.int$/, ['__int__', '__index__', '__trunc__']],
  [/^builtins\.float$/, ['__float__', '__index__']],
  [
    /^(?:builtins\.(?:all|any|enumerate|frozenset|iter|list|set|sorted|sum|tuple)|collections\.deque|itertools\.(?:chain|cycle)|str\.join)$/,
    ['__iter__', '__getitem__'],
  ],
];
const OF_DATACLASSES = /^dataclasses\.(?:asdict|astuple|fields|replace)$/;
/** What these say of exceptions is taken of each argument. */
const TAKING_ALIKE = /^contextlib\.suppress$/;
const CATCHING = /^(?:contextlib\.suppress|pytest\.raises)$/;

/** Whether a call is given something of a kind that it does not take: a literal, an object of a type that is known. */
export async function isGivenOtherKind(
  reader: UseReader,
  name: string,
  code: Code,
  parts: readonly (readonly CodeToken[])[],
): Promise<boolean> {
  if (isOtherKind(name, parts.map(kindOf), parts)) return true;
  for (const part of TAKING_ALIKE.test(name) ? parts : parts.slice(0, 1)) {
    const value = await reader.evaluate({ ...code, tokens: part }, 0, part.length);
    if (value.kind === 'value') {
      if (isOtherKind(name, [BY_TYPE.get(value.type)], parts)) return true;
    } else if (value.kind === 'instance' || value.kind === 'class') {
      const { above, classes, isMadeOtherwise } = await reader.classes.of(value);
      if (CATCHING.test(name) && (value.kind === 'instance' || above === 'nothing')) return true;
      if (above === 'unknown' || isMadeOtherwise) continue;
      const hasDecorator = classes.some(({ definition }) => definition.start < definition.head);
      if (OF_DATACLASSES.test(name) && !hasDecorator) return true;
      if (value.kind === 'instance' && (await isLacking(reader, name, value))) return true;
    }
  }
  return false;
}

async function isLacking(
  reader: UseReader,
  name: string,
  value: Extract<Known, { kind: 'instance' | 'class' | 'super' }>,
): Promise<boolean> {
  const members = NEEDED.find(([each]) => each.test(name))?.[1] ?? [];
  for (const each of members) if ((await reader.classes.member(value, each)).verdict === 'fits') return false;
  return members.length > 0;
}

const BY_TYPE: ReadonlyMap<string, Kind> = new Map([
  ...['list', 'dict', 'set'].map(type => [type, 'series'] as const),
  ...['str', 'bytes', 'Text'].map(type => [type, 'text'] as const),
  ...['int', 'float'].map(type => [type, 'number'] as const),
]);

function isOtherKind(
  name: string,
  kinds: readonly (Kind | undefined)[],
  parts: readonly (readonly CodeToken[])[],
): boolean {
  if (TAKING_ALIKE.test(name)) return kinds.some(each => each !== undefined);
  const [kind] = kinds;
  // `iter(f, end)` calls what it is given.
  if (kind === undefined || (name === 'builtins.iter' && parts.length > 1)) return false;
  // Of several values they give one.
  if (/^builtins\.(?:max|min)$/.test(name))
    return (parts.length === 1 || parts[1]?.[1]?.op === op.ASSIGN) && kind !== 'text' && kind !== 'series';
  return REFUSING.some(([each, kinds]) => each.test(name) && kinds.includes(kind));
}

/** Of a literal, a display or a lambda. */
function kindOf(tokens: readonly CodeToken[]): Kind | undefined {
  const [first, second] = tokens;
  if (first === undefined) return undefined;
  if (first.word === word.LAMBDA) return 'function';
  if (first.op === op.MINUS && second?.kind === NUMBER && tokens.length === 2) return 'number';
  if (first.op === op.BRACKET_OPEN || first.op === op.BRACE_OPEN)
    return closing(tokens, 0) === tokens.length - 1 ? 'series' : undefined;
  if (isOneLiteral(tokens)) return 'text';
  if (tokens.length > 1) return undefined;
  if (first.word === word.NONE) return 'nothing';
  const isTruth = first.word === word.TRUE || first.word === word.FALSE;
  return first.kind === NUMBER || isTruth ? 'number' : undefined;
}
