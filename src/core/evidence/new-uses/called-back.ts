import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { closing, isClosing, isOpening } from '../code/brackets.ts';
import { givenByName, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import type { Code } from './code.ts';
import { codeGiven } from './given-tokens.ts';

type Part = readonly CodeToken[];

/** A function of Python that calls what it is given: by which argument, and with how many arguments it is called. */
interface CallingBack {
  readonly name: RegExp;
  readonly place?: number;
  readonly keyword?: string;
  readonly count: number | ((parts: readonly Part[]) => number | undefined);
}

const CALLING_BACK: readonly CallingBack[] = [
  {
    name: /^(?:builtins\.(?:max|min|sorted)|list\.sort|heapq\.\w+|bisect\.\w+|itertools\.groupby)$/,
    keyword: 'key',
    count: 1,
  },
  { name: /^itertools\.groupby$/, place: 1, count: 1 },
  {
    name: /^(?:builtins\.filter|itertools\.(?:dropwhile|filterfalse|takewhile))$/,
    place: 0,
    count: 1,
  },
  { name: /^functools\.(?:cmp_to_key|reduce)$/, place: 0, count: 2 },
  { name: /^itertools\.accumulate$/, place: 1, keyword: 'func', count: 2 },
  { name: /^re\.subn?$/, place: 1, keyword: 'repl', count: 1 },
  { name: /^Pattern\.subn?$/, place: 0, keyword: 'repl', count: 1 },
  { name: /^signal\.signal$/, place: 1, count: 2 },
  { name: /^collections\.defaultdict$/, place: 0, count: 0 },
  { name: /^dataclasses\.field$/, keyword: 'default_factory', count: 0 },
  { name: /^builtins\.iter$/, place: 0, count: parts => (parts.length === 2 ? 0 : undefined) },
  { name: /^threading\.Thread$/, place: 1, keyword: 'target', count: argumentsOfThread },
  { name: /^threading\.Timer$/, place: 1, keyword: 'function', count: argumentsOfThread },
  {
    name: /^(?:builtins\.map|asyncio\.to_thread|atexit\.register|ThreadPoolExecutor\.submit|ExitStack\.callback)$/,
    place: 0,
    count: parts => (parts.some(isNamed) ? undefined : parts.length - 1),
  },
];

/** Whether a lambda is called back with another number of arguments than it takes. */
export function isCalledOtherwise(name: string, code: Code, parts: readonly Part[]): boolean {
  const isOpen = parts.some(([first]) => first?.op === op.STAR || first?.op === op.DOUBLE_STAR);
  if (isOpen) return false;
  return CALLING_BACK.some(({ name: each, place, keyword, count }) => {
    if (!each.test(name)) return false;
    const named = keyword === undefined ? undefined : givenByName(parts, keyword);
    const positional = place === undefined ? undefined : parts[place];
    const given = named ?? (positional !== undefined && !isNamed(positional) ? positional : undefined);
    const lambda = given && codeGiven({ ...code, tokens: given }).tokens;
    const times = typeof count === 'number' ? count : count(parts);
    if (lambda?.[0]?.word !== word.LAMBDA || times === undefined) return false;
    const { least, most } = lambdaTakes(lambda);
    return times < least || times > most;
  });
}

const isNamed = ([first, second]: Part): boolean => isName(first) && second?.op === op.ASSIGN;

/** How many values stand in `args=(…)`; `undefined` where that is not written out. */
function argumentsOfThread(parts: readonly Part[]): number | undefined {
  if (parts.length > 2 && !parts.slice(2).every(isNamed)) return undefined;
  const [args, more] = [givenByName(parts, 'args'), givenByName(parts, 'kwargs')];
  if (more !== undefined) return undefined;
  if (args === undefined) return 0;
  const [first] = args;
  if (first === undefined || !isOpening(first) || closing(args, 0) !== args.length - 1) return undefined;
  const values = splitArguments(args, 0).filter(part => part.length > 0);
  const isPlain = values.every(part => part[0]?.op !== op.STAR && !part.some(each => each.word === word.FOR));
  // One value in parentheses is no tuple.
  const isSeries = values.length !== 1 || first.op !== op.PAREN_OPEN || args.at(-2)?.op === op.COMMA;
  return isPlain && isSeries ? values.length : undefined;
}

/** How many arguments by place a lambda takes. */
function lambdaTakes(tokens: Part): { readonly least: number; readonly most: number } {
  let [least, most] = [0, 0];
  let isNamedOnly = false;
  for (const parameter of parametersOfLambda(tokens)) {
    const [first, second] = parameter;
    const hasDefault = parameter.some(token => token.op === op.ASSIGN);
    if (first === undefined || first.op === op.SLASH || first.op === op.DOUBLE_STAR) continue;
    if (first.op === op.STAR) {
      isNamedOnly = true;
      if (second !== undefined) most = Number.POSITIVE_INFINITY;
    } else if (!isNamedOnly) {
      most++;
      if (!hasDefault) least++;
    }
    // It must be given by its name.
    else if (!hasDefault) least = Number.POSITIVE_INFINITY;
  }
  return { least, most };
}

function parametersOfLambda(tokens: Part): readonly Part[] {
  const found: CodeToken[][] = [[]];
  let depth = 0;
  let lambdas = 0;
  for (const token of tokens.slice(1)) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.word === word.LAMBDA) lambdas++;
    if (depth === 0 && token.op === op.COLON && lambdas-- === 0) break;
    if (depth === 0 && lambdas === 0 && token.op === op.COMMA) found.push([]);
    else found.at(-1)?.push(token);
  }
  return found;
}
