import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { marksOf, parametersAt, splitArguments } from '../code/call-shape.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';

interface Parameter {
  /** With its stars; `/` and `*` alone are parameters too. */
  readonly name: string;
  readonly annotation: readonly CodeToken[];
  readonly value: readonly CodeToken[] | undefined;
}

/**
 * Why two headers of a function may promise the same though they differ; `undefined` where they clearly do not:
 * other parameters, a default that came or went or is another literal, another builtin type.
 */
export function compareHeaders(
  before: readonly CodeToken[],
  after: readonly CodeToken[],
  isMember: boolean,
  /** What builtin types are called is something else there. */
  isOtherName: (name: string) => boolean,
): string | undefined {
  const differsClearly = (was: readonly CodeToken[], is: readonly CodeToken[]) =>
    isOtherType(was, is) && ![was, is].some(([type]) => type !== undefined && isOtherName(type.text));
  if (before[0]?.text !== after[0]?.text) return undefined; // `async`
  const [old, now] = [readHeader(before), readHeader(after)];
  // That the object itself is given by position only is true of every call of a method.
  const own = ({ parameters }: typeof old) =>
    parameters.filter(({ name }, i) => !(isMember && i === 1 && name === '/'));
  const namesOf = (header: typeof old) =>
    own(header)
      .map(({ name }, i) => (isMember && i === 0 && !name.startsWith('*') ? 'self' : name))
      .join();
  if (namesOf(old) !== namesOf(now)) return onlyOtherNames(old.parameters, now.parameters);
  let doubt: string | undefined =
    'its annotations, or what is given by keyword only, may say the same in another way';
  const twins = own(now);
  for (const [i, parameter] of own(old).entries()) {
    const twin = twins[i];
    if (twin === undefined || differsClearly(parameter.annotation, twin.annotation)) return undefined;
    const [was, is] = [parameter.value, twin.value];
    if ((was === undefined) !== (is === undefined)) return undefined;
    if (was === undefined || is === undefined || codeKey(was) === codeKey(is)) continue;
    if (isOtherLiteral(was, is)) return undefined;
    doubt = 'its defaults may have the same value';
  }
  return differsClearly(old.result, now.result) ? undefined : doubt;
}

/** Names that no one can give by keyword: in front of `/`, or behind stars. */
function onlyOtherNames(old: readonly Parameter[], now: readonly Parameter[]): string | undefined {
  const shape = (parameters: readonly Parameter[]) => {
    const slash = parameters.findIndex(({ name }) => name === '/');
    return parameters
      .map(({ name, value }, i) =>
        i < slash || name.startsWith('*')
          ? `${name.replace(/\w/g, '')}:${name === '*'}:${value === undefined}`
          : name,
      )
      .join();
  };
  return shape(old) === shape(now) ? 'only names differ that no call can say' : undefined;
}

function readHeader(tokens: readonly CodeToken[]): {
  readonly parameters: readonly Parameter[];
  readonly result: readonly CodeToken[];
} {
  const open = parametersAt(tokens);
  const arrow = tokens.findLastIndex(token => token.op === op.ARROW);
  return {
    parameters: byKeywordLast(splitArguments(tokens, open).map(readParameter)),
    result: arrow < 0 ? [] : tokens.slice(arrow + 1),
  };
}

/** The order of parameters behind a star says nothing to callers: they are given by keyword. */
function byKeywordLast(parameters: readonly Parameter[]): readonly Parameter[] {
  const star = parameters.findIndex(({ name }) => name.startsWith('*') && !name.startsWith('**'));
  if (star < 0) return parameters;
  const rest = parameters.slice(star + 1);
  const isMore = ({ name }: Parameter) => name.startsWith('**');
  const named = rest.filter(each => !isMore(each)).sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...parameters.slice(0, star + 1), ...named, ...rest.filter(isMore)];
}

function readParameter(part: readonly CodeToken[]): Parameter {
  const [colon, assign] = marksOf(part);
  const end = assign < 0 ? part.length : assign;
  return {
    name: part
      .slice(0, colon < 0 ? end : colon)
      .map(({ text }) => text)
      .join(''),
    annotation: colon < 0 ? [] : part.slice(colon + 1, end),
    value: assign < 0 ? undefined : part.slice(assign + 1).map(withoutMark),
  };
}

/** `f"x"` is `"x"`, and `f"{{x}}"` is `"{x}"`. */
const withoutMark = (token: CodeToken): CodeToken =>
  /^f:(?:[^{}]|\{\{|\}\})*$/.test(token.text)
    ? { ...token, text: token.text.slice(1).replace(/\{\{|\}\}/g, each => each.charAt(0)) }
    : token;

const BUILTIN = /^(?:int|str|bytes|float|bool|complex|None|dict|list|tuple|set|frozenset)$/;

/** Only two builtin names are other types for certain; everything else may be spelled in several ways. */
function isOtherType(old: readonly CodeToken[], now: readonly CodeToken[]): boolean {
  const [[first, ...more], [second, ...others]] = [old, now];
  if (first === undefined || second === undefined || more.length + others.length > 0) return false;
  return BUILTIN.test(first.text) && BUILTIN.test(second.text) && first.text !== second.text;
}

/** `1` and `2`, `None` and `"a"`; not `1` and `1.0`, and not names. */
function isOtherLiteral(old: readonly CodeToken[], now: readonly CodeToken[]): boolean {
  const [[first, ...more], [second, ...others]] = [old, now];
  if (first === undefined || second === undefined || more.length + others.length > 0) return false;
  if (!isLiteral(first) || !isLiteral(second)) return false;
  // The same text may be written with and without escapes.
  if ([first, second].some(({ kind, text }) => kind === STRING && text.includes('\\'))) return false;
  const numbers = [first, second].map(({ text }) => Number(text.replaceAll('_', '')));
  return (
    !(first.kind === NUMBER && second.kind === NUMBER && numbers[0] === numbers[1]) &&
    first.text.replace(/^u:/i, ':') !== second.text.replace(/^u:/i, ':')
  );
}

const isLiteral = ({ kind, word: each }: CodeToken): boolean =>
  kind === NUMBER || kind === STRING || each === word.NONE || each === word.TRUE || each === word.FALSE;
