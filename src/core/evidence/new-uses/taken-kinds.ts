import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { isOneLiteral } from '../code/literal-fields.ts';

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
  [
    /^str\.(?:count|endswith|find|index|partition|replace|rfind|startswith)$/,
    ['number', 'nothing', 'function'],
  ],
];

/** Whether a call is given something that is written out, and of a kind that it does not take. */
export function isOtherKind(name: string, parts: readonly (readonly CodeToken[])[]): boolean {
  const [first] = parts;
  const kind = first && kindOf(first);
  if (kind === undefined) return false;
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
