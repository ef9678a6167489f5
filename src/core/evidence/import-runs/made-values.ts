import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';

/** What an expression makes, as far as it is known: `other` may be anything. */
export type Kind =
  | 'int'
  | 'float'
  | 'text'
  | 'bytes'
  | 'none'
  | 'list'
  | 'tuple'
  | 'set'
  | 'dict'
  | 'class'
  | 'function'
  /** A generic, a union or a type variable. */
  | 'type'
  /** `ClassVar[int]`, `Final`, a bare `Union`: an annotation by itself, and no part of another type. */
  | 'form'
  /** `sys.version_info` */
  | 'version'
  /** A name from outside of the workspace. */
  | 'outside'
  /** What a known call makes, and can be a key. */
  | 'object'
  | 'other';

export interface Made {
  readonly kind: Kind;
  /** It can be a key, and an element of a set. */
  readonly isHashable: boolean;
  /** All that is in it can be. */
  readonly holdsKeys: boolean;
}

export const made = (kind: Kind, isHashable = !UNHASHABLE.has(kind), holdsKeys = false): Made => ({
  kind,
  isHashable,
  holdsKeys,
});
const UNHASHABLE: ReadonlySet<Kind> = new Set<Kind>(['list', 'set', 'dict', 'other']);

/** One argument of a call, or one thing between brackets. */
export interface Given {
  /** Of a keyword. */
  readonly name: string | undefined;
  /** `*values` gives how many there are. */
  readonly isStarred: boolean;
  readonly value: Made;
  readonly tokens: readonly CodeToken[];
}

const isNumber = ({ kind }: Made): boolean => kind === 'int' || kind === 'float';
const isUnion = ({ kind }: Made): boolean => kind === 'class' || kind === 'type';

/** `a + b` and the like: what it makes, or `undefined` where it may fail. */
export function combined(operator: string, left: Made, right: Made, last: CodeToken | undefined) {
  const isSame = left.kind === right.kind;
  switch (operator) {
    case '+':
      if (isNumber(left) && isNumber(right)) return wider(left, right);
      return isSame && ADDED.has(left.kind) ? left : undefined;
    case '-':
      if (isSame && left.kind === 'set') return left;
      return isNumber(left) && isNumber(right) ? wider(left, right) : undefined;
    case '*':
      if (isNumber(left) && isNumber(right)) return wider(left, right);
      return ADDED.has(left.kind) && right.kind === 'int' ? left : undefined;
    case '/':
    case '//':
    case '%':
      // A literal that is not zero.
      if (!isNumber(left) || !isNumber(right) || !/^(?=.*[1-9])[\d.]+$/.test(last?.text ?? ''))
        return undefined;
      return operator === '/' ? made('float') : wider(left, right);
    case '**':
    case '<<':
    case '>>':
      // A second one would make numbers that fill the memory.
      return left.kind === 'int' && right.kind === 'int' && /^\d{1,3}$/.test(last?.text ?? '')
        ? made('other', true)
        : undefined;
    case '&':
    case '^':
      return isSame && (left.kind === 'int' || left.kind === 'set') ? left : undefined;
    case '|':
      return united(left, right);
    default:
      return undefined;
  }
}

const ADDED: ReadonlySet<Kind> = new Set<Kind>(['text', 'bytes', 'list', 'tuple']);
const wider = (left: Made, right: Made): Made => (left.kind === 'int' ? right : left);

function united(left: Made, right: Made): Made | undefined {
  // Flags of another package, such as `re.M | re.S`, stay what they are.
  if (left.kind === right.kind && ['int', 'set', 'dict', 'outside'].includes(left.kind)) return left;
  const isType =
    (isUnion(left) && (isUnion(right) || right.kind === 'none')) || (left.kind === 'none' && isUnion(right));
  return isType ? made('type') : undefined;
}

export const isOrdered = (left: Made, right: Made): boolean =>
  (isNumber(left) && isNumber(right)) || (left.kind === right.kind && ['text', 'bytes'].includes(left.kind));

export const isContainer = (left: Made, right: Made): boolean =>
  right.kind === 'list' || right.kind === 'tuple' || (right.kind === 'text' && left.kind === 'text');

export const mayBeSigned = (operator: number, value: Made): boolean =>
  value.kind === 'int' || (value.kind === 'float' && operator !== op.TILDE);
