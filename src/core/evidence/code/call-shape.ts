import { at } from '../../kernel/at.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { isClosing, isOpening, signOutside } from './brackets.ts';
import { type CodeToken, isName } from './code-tokens.ts';

/** What a function takes, from its header. */
export interface Parameters {
  readonly positional: readonly {
    readonly name: string;
    readonly hasDefault: boolean;
    readonly byNameToo: boolean;
  }[];
  readonly named: readonly { readonly name: string; readonly hasDefault: boolean }[];
  readonly takesMore: boolean;
  readonly takesAnyName: boolean;
}

/** What a call gives. */
export interface Arguments {
  readonly positional: number;
  readonly names: readonly string[];
  /** `*args` or `**kwargs`: how many it gives is unknown. */
  readonly isOpen: boolean;
}

/** The parameters of a header's tokens (`def f(a, /, b=1, *, c): `). */
export function readParameters(header: readonly CodeToken[]): Parameters {
  const positional: { name: string; hasDefault: boolean; byNameToo: boolean }[] = [];
  const named: { name: string; hasDefault: boolean }[] = [];
  let takesMore = false;
  let takesAnyName = false;
  let isNamedOnly = false;
  for (const part of parametersIn(header)) {
    const [first, second] = part;
    if (first?.op === op.SLASH) for (const parameter of positional) parameter.byNameToo = false;
    else if (first?.op === op.DOUBLE_STAR) takesAnyName = true;
    else if (first?.op === op.STAR) {
      isNamedOnly = true;
      if (second !== undefined) takesMore = true;
    } else if (first !== undefined) {
      const hasDefault = part.some((token, i) => token.op === op.ASSIGN && depthAt(part, i) === 0);
      if (isNamedOnly) named.push({ name: first.text, hasDefault });
      else positional.push({ name: first.text, hasDefault, byNameToo: true });
    }
  }
  return { positional, named, takesMore, takesAnyName };
}

/** The parameters of a function, or what stands in the brackets of any header. */
export const parametersIn = (header: readonly CodeToken[]): readonly (readonly CodeToken[])[] =>
  splitArguments(header, parametersAt(header));

/** Index of the `(` of the parameters, behind the type parameters if there are any. */
export const parametersAt = (header: readonly CodeToken[]): number => signOutside(header, op.PAREN_OPEN);

/** The arguments of the call whose `(` is at `open`. */
export function readArguments(tokens: readonly CodeToken[], open: number): Arguments {
  let positional = 0;
  let isOpen = false;
  const names: string[] = [];
  for (const part of splitArguments(tokens, open)) {
    const [first, second] = part;
    if (first?.op === op.STAR || first?.op === op.DOUBLE_STAR) isOpen = true;
    else if (isName(first) && second?.op === op.ASSIGN) names.push(first.text);
    else positional++;
  }
  return { positional, names, isOpen };
}

/** Of `name=value` the value, of any other argument all of it. */
export const valueGiven = (argument: readonly CodeToken[]): readonly CodeToken[] =>
  argument.slice(argument[1]?.op === op.ASSIGN ? 2 : 0);

/** The value that is given by a name. */
export const givenByName = (
  given: readonly (readonly CodeToken[])[],
  name: string,
): readonly CodeToken[] | undefined =>
  given.find(([first, second]) => first?.text === name && second?.op === op.ASSIGN)?.slice(2);

/** Why the call does not fit; `undefined` when it does. */
export function misfit(parameters: Parameters, given: Arguments): string | undefined {
  const { positional, named, takesMore, takesAnyName } = parameters;
  if (given.positional > positional.length && !takesMore)
    return `${given.positional} positional ${given.positional === 1 ? 'argument' : 'arguments'} given, ${positional.length} taken`;
  const filled = new Set(positional.slice(0, given.positional).map(({ name }) => name));
  const known = namesTaken(parameters);
  for (const name of given.names) {
    const isKnown = known.has(name);
    if (!isKnown && !takesAnyName) return `no parameter is named ${name}`;
    if (filled.has(name) && isKnown) return `${name} is given twice`;
    // What only `**` takes fills no parameter of that name.
    if (isKnown) filled.add(name);
  }
  if (given.isOpen) return undefined;
  const missing = [...positional, ...named].find(each => !each.hasDefault && !filled.has(each.name));
  return missing === undefined ? undefined : `${missing.name} is not given`;
}

/** Whether every call that fits the old parameters fits the new ones, and gives each value to the same parameter. */
export function takesAllOf(now: Parameters, old: Parameters): boolean {
  const isSame = now.positional.length === old.positional.length && now.named.length === old.named.length;
  // What `*` or `**` took before would be given to a new parameter.
  if ((old.takesMore || old.takesAnyName) && !isSame) return false;
  if ((old.takesMore && !now.takesMore) || (old.takesAnyName && !now.takesAnyName)) return false;
  const named = new Map(now.named.map(each => [each.name, each]));
  const keepsPositions = old.positional.every((each, i) => {
    const twin = now.positional[i];
    return (
      twin?.name === each.name && (twin.byNameToo || !each.byNameToo) && (twin.hasDefault || !each.hasDefault)
    );
  });
  const keepsNames = old.named.every(({ name, hasDefault }) => {
    const twin = named.get(name);
    return twin !== undefined && (twin.hasDefault || !hasDefault);
  });
  const known = new Set(old.named.map(({ name }) => name));
  const isOptional = [
    ...now.positional.slice(old.positional.length),
    ...now.named.filter(({ name }) => !known.has(name)),
  ].every(({ hasDefault }) => hasDefault);
  return keepsPositions && keepsNames && isOptional;
}

/** The first of the names that only `**` takes, which may be given on to something that does not. */
export function takenByStars(parameters: Parameters, given: Arguments): string | undefined {
  const known = namesTaken(parameters);
  return given.names.find(name => !known.has(name));
}

/** By which a call may give a value. */
const namesTaken = ({ positional, named }: Parameters): ReadonlySet<string> =>
  new Set([...positional.filter(({ byNameToo }) => byNameToo), ...named].map(({ name }) => name));

/** Where the annotation and the default of a parameter begin; -1 where it has none. */
export function marksOf(parameter: readonly CodeToken[]): readonly [colon: number, assign: number] {
  const assign = signOutside(parameter, op.ASSIGN);
  return [signOutside(assign < 0 ? parameter : parameter.slice(0, assign), op.COLON), assign];
}

/** The parts between the commas of the brackets that open at `open`. */
export function splitArguments(
  tokens: readonly CodeToken[],
  open: number,
): readonly (readonly CodeToken[])[] {
  if (open < 0) return [];
  const parts: CodeToken[][] = [[]];
  let depth = 0;
  let lambdas = 0;
  for (let i = open; i < tokens.length; i++) {
    const token = at(tokens, i);
    if (isClosing(token) && --depth === 0) break;
    if (depth === 1 && token.word === word.LAMBDA) lambdas++;
    if (depth === 1 && token.op === op.COLON && lambdas > 0) lambdas--;
    if (depth === 1 && token.op === op.COMMA && lambdas === 0) parts.push([]);
    else if (depth > 0) parts.at(-1)?.push(token);
    if (isOpening(token)) depth++;
  }
  return parts.filter(part => part.length > 0);
}

function depthAt(tokens: readonly CodeToken[], index: number): number {
  let depth = 0;
  for (const token of tokens.slice(0, index)) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
  }
  return depth;
}
