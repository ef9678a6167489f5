import { splitOutside } from './split-outside.ts';

/** A type without what is spelled in several ways: the alternatives, each with its arguments. */
type Type = readonly { readonly head: string; readonly args: readonly Type[] | undefined }[];

const MODULES = /^(?:typing|typing_extensions|t|_t|te|collections\.abc|cabc)\./;
const OLD_NAMES: Readonly<Record<string, string>> = {
  List: 'list',
  Dict: 'dict',
  Tuple: 'tuple',
  Set: 'set',
  FrozenSet: 'frozenset',
  Type: 'type',
  Text: 'str',
  Never: 'NoReturn',
};
/** No other name stands for these. `Any` and `object` may be said of everything. */
const KNOWN = new Set(
  'Any None str bytes int float bool complex dict list tuple set frozenset type NoReturn ...'.split(' '),
);
const DEEPEST = 20;

function readType(written: string, depth = 0): Type | undefined {
  if (depth > DEEPEST) return undefined;
  const text = written
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  const alternatives: { head: string; args: readonly Type[] | undefined }[] = [];
  for (const part of splitOutside(text, '|')) {
    const open = part.indexOf('[');
    const plain = (open < 0 ? part : part.slice(0, open)).trim().replace(MODULES, '');
    const head = OLD_NAMES[plain] ?? plain;
    if (head === '' || (open >= 0 && !part.endsWith(']'))) return undefined;
    const inner = open < 0 ? undefined : part.slice(open + 1, -1);
    // What a literal says is no type.
    if (head === 'Literal' || head === 'Annotated') return undefined;
    const read =
      inner === undefined
        ? undefined
        : splitOutside(inner, ',')
            .filter(each => each !== '')
            .map(each => readType(each, depth + 1));
    const args = read?.filter(each => each !== undefined);
    if (read?.length !== args?.length) return undefined;
    if (head === 'Union' && args !== undefined) alternatives.push(...args.flat());
    else if (head === 'Optional' && args?.length === 1)
      alternatives.push(...args.flat(), { head: 'None', args: undefined });
    else alternatives.push({ head, args });
  }
  return alternatives;
}

const keyOf = (type: Type): string =>
  [
    ...new Set(
      type.map(({ head, args }) => (args === undefined ? head : `${head}[${args.map(keyOf).join(',')}]`)),
    ),
  ]
    .sort()
    .join('|');
const isKnown = (type: Type): boolean =>
  type.every(({ head, args }) => KNOWN.has(head) && (args ?? []).every(isKnown));
const isBare = (type: Type): boolean =>
  type.some(
    ({ head, args }) => args === undefined && /^(?:dict|list|tuple|set|frozenset|type)$/.test(head),
  ) || type.some(({ args }) => (args ?? []).some(isBare));

/**
 * Whether two types are the same however they are spelled: `true`, clearly not (`false`: of builtin types alone, and
 * neither leaves out what the other says), or not known.
 */
export function compareTypes(actual: string, said: string): boolean | undefined {
  const [a, b] = [readType(actual), readType(said)];
  return a === undefined || b === undefined ? undefined : compare(a, b);
}

function compare(a: Type, b: Type): boolean | undefined {
  if (keyOf(a) === keyOf(b)) return true;
  // Nothing is called by another name to say that it is nothing.
  const isNone = (type: Type) => type.every(({ head }) => head === 'None');
  const hasNone = (type: Type) => type.some(({ head }) => /^(?:None|Any|object|_.*)$/.test(head));
  if ((isNone(a) && !hasNone(b)) || (isNone(b) && !hasNone(a))) return false;
  if (hasOtherArgument(a, b)) return false;
  if (!isKnown(a) || !isKnown(b)) return undefined;
  const withoutNone = (type: Type) => type.filter(({ head }) => head !== 'None');
  // Some say only what it is where it is there.
  if (keyOf(withoutNone(a)) === keyOf(withoutNone(b))) return undefined;
  const heads = (type: Type) => [...new Set(type.map(({ head }) => head))].sort().join('|');
  const isSameHead = heads(a) === heads(b);
  return isSameHead && (isBare(a) || isBare(b)) ? undefined : false;
}

/** `dict[Key, int]` and `dict[str, list[str]]`: one of them is certainly another one, whatever `Key` is. */
function hasOtherArgument([a, ...others]: Type, [b, ...more]: Type): boolean {
  if (a?.args === undefined || b?.args === undefined || others.length > 0 || more.length > 0) return false;
  if (a.head !== b.head || !KNOWN.has(a.head) || a.args.length !== b.args.length) return false;
  return a.args.some((each, i) => {
    const other = b.args?.[i];
    return other !== undefined && isKnown(each) && isKnown(other) && compare(each, other) === false;
  });
}

/** What is a number, and what is a set, may be said to be another one. */
const KINDS: Readonly<Record<string, string>> = {
  bool: 'int',
  float: 'int',
  complex: 'int',
  frozenset: 'set',
};

/** Whether two types are certainly not spelled of one: nothing is of both, or of what they hold. */
export function areOther(actual: string, said: string): boolean {
  const [a, b] = [readType(actual), readType(said)];
  return a !== undefined && b !== undefined && (isApart(a, b) || hasOtherArgument(a, b));
}

/** Whether nothing can be of both types: of builtin ones alone, and of which none takes everything. */
export function areApart(actual: string, said: string): boolean {
  const [a, b] = [readType(actual), readType(said)];
  return a !== undefined && b !== undefined && isApart(a, b);
}

function isApart(a: Type, b: Type): boolean {
  if (!isKnown(a) || !isKnown(b)) return false;
  const kinds = (type: Type) => type.map(({ head }) => KINDS[head] ?? head);
  // Of a function that gives a class some say which one.
  const isAny = (type: Type) => type.some(({ head }) => head === 'Any' || head === '...' || head === 'type');
  return !isAny(a) && !isAny(b) && !kinds(a).some(kind => kinds(b).includes(kind));
}
