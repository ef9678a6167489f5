import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName, isSameCode } from '../code/code-tokens.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';
import { type BodyStatement, readStatements } from './body-statements.ts';
import { isOtherLiteral, type Presence } from './call-facts.ts';
import type { CodeRegion } from './code-regions.ts';
import { hasWord, tokensOf } from './code-text.ts';
import type { InsideFact } from './inside-claims.ts';

export const lastOf = (dotted: string): string => dotted.split('.').at(-1) ?? dotted;
export const squeeze = (text: string): string => text.replace(/\s+/g, ' ').toLowerCase();
export const plainTokens = (text: string) => tokensOf(text).filter(({ text: each }) => each !== '\n');

/** Statements of the function itself, without those of functions inside of it. */
export const ownStatements = (region: CodeRegion): readonly BodyStatement[] =>
  readStatements(region.tokens).filter(
    ({ tokens: [first] }) => first !== undefined && !region.isNested(first),
  );

export const mentions = ({ tokens }: CodeRegion, name: string): boolean =>
  tokens.some(({ kind, text }) => text === name || (kind === STRING && hasWord(text, name)));

export function raisePresence(
  region: CodeRegion,
  { name, text, isStatement }: Extract<InsideFact, { kind: 'raise' }>,
): Presence {
  const last = lastOf(name);
  const raises = ownStatements(region).filter(
    ({ tokens }) => tokens[0]?.word === word.RAISE && calledName(tokens.slice(1)) === last,
  );
  if (raises.length === 0) return isStatement === true && !mentions(region, last) ? 'absent' : 'open';
  if (text === undefined) return 'there';
  const says = ({ tokens }: BodyStatement) =>
    tokens.some(token => token.kind === STRING && squeeze(token.text).includes(squeeze(text)));
  return raises.some(says) ? 'there' : 'open';
}

/** The last name of `a.b(…)` or `a.b`. */
function calledName(tokens: readonly CodeToken[]): string | undefined {
  let i = 0;
  while (isName(tokens[i]) && tokens[i + 1]?.op === op.DOT) i += 2;
  const next = tokens[i + 1];
  const isEnd = next === undefined || next.op === op.PAREN_OPEN || next.word === word.FROM;
  return isEnd ? tokens[i]?.text : undefined;
}

export function returnPresence(region: CodeRegion, value: string): Presence {
  const wanted = plainTokens(value);
  const statements = ownStatements(region);
  if (region.kind !== 'function' || wanted.length === 0) return 'open';
  if (region.tokens.some(token => token.word === word.YIELD && !region.isNested(token))) return 'open';
  const returns = statements
    .filter(({ tokens }) => tokens[0]?.word === word.RETURN)
    .map(({ tokens }) => tokens.slice(1));
  if (returns.length === 0) return 'open';
  if (returns.every(each => isSameCode(each, wanted))) return 'there';
  return returns.every(each => isOtherLiteral(each, wanted)) ? 'absent' : 'open';
}

/** Exceptions of which none is a kind of another. */
const LEAVES: ReadonlySet<string> = new Set(
  'ValueError TypeError KeyError IndexError AttributeError NameError ZeroDivisionError StopIteration'.split(
    ' ',
  ),
);

export function catchPresence(region: CodeRegion, name: string): Presence {
  const handlers = ownStatements(region).filter(({ tokens }) => tokens[0]?.word === word.EXCEPT);
  const caught = handlers.flatMap(({ tokens }) => tokens.slice(1, -1)).filter(token => isName(token));
  if (caught.some(({ text }) => text === lastOf(name))) return 'there';
  if (mentions(region, lastOf(name)) || mentions(region, 'suppress') || mentions(region, 'with'))
    return 'open';
  const isClear = LEAVES.has(name) && caught.every(({ text }) => LEAVES.has(text));
  const isBare = handlers.some(({ tokens }) => tokens.length <= 2);
  return isClear && !isBare ? 'absent' : 'open';
}

export function assignPresence(
  region: CodeRegion,
  { name, value }: Extract<InsideFact, { kind: 'assign' }>,
): Presence {
  const target = plainTokens(name);
  const last = target.findLast(token => isName(token))?.text;
  if (last === undefined) return 'open';
  const statements = readStatements(region.tokens).filter(({ tokens }) => tokens.length > 0);
  const isAttribute = region.kind === 'class' && target.length === 1;
  const targets = isAttribute ? [plainTokens(`self.${name}`), plainTokens(`cls.${name}`)] : [target];
  const assigned = statements.flatMap(({ tokens }) => {
    const [first] = tokens;
    if (first === undefined) return [];
    const owner = isAttribute ? ownerOf(region, first) : undefined;
    // In the body of the class a plain name is the attribute, in a method it is a local variable.
    const meant = isAttribute && owner === undefined ? [target] : targets;
    return meant.flatMap(each => valuesOf(tokens, each)).map(given => ({ given, first, owner }));
  });
  if (assigned.some(({ first }) => region.isNested(first))) return 'open';
  // A base may assign it.
  if (assigned.length === 0 && region.hasBases) return 'open';
  if (assigned.length === 0)
    return hasWord(region.file.text.text(region.start, region.end), last) ? 'open' : 'absent';
  if (value === undefined) return 'there';
  const wanted = plainTokens(value);
  const first = isAttribute
    ? assigned.filter(({ owner }) => owner === undefined || owner === '__init__')
    : assigned;
  // Bound in another way as well: by `+=` and the like.
  const isOnly = isAttribute || assigned.length === bindings(statements, target);
  if (first.length > 0 && first.every(({ given }) => isSameCode(given, wanted)))
    return isOnly ? 'there' : 'open';
  if (first.length !== 1 || !isOnly) return 'open';
  return isOtherLiteral(first[0]?.given ?? [], wanted) ? 'absent' : 'open';
}

/** The method that a token of a class is in. */
const ownerOf = ({ module, start, end }: CodeRegion, token: CodeToken): string | undefined =>
  module.index.definitions.find(
    each =>
      (each.kind === 'method' || each.kind === 'property') &&
      each.start > start &&
      each.end <= end &&
      each.start <= token.start &&
      token.start < each.end,
  )?.name;

/** How many statements begin with it as a target, whatever the operator is. */
const bindings = (all: readonly BodyStatement[], target: readonly CodeToken[]): number =>
  all.filter(
    ({ tokens }) =>
      isSameCode(tokens.slice(0, target.length), target) &&
      (tokens[target.length]?.op === op.ASSIGN ||
        tokens[target.length]?.op === op.COLON ||
        op.isAugmented(tokens[target.length]?.op ?? 0)),
  ).length;

/** What a statement assigns to a target: `a = b = v`, `a: T = v`. */
function valuesOf(
  tokens: readonly CodeToken[],
  target: readonly CodeToken[],
): readonly (readonly CodeToken[])[] {
  const marks: number[] = [];
  let depth = 0;
  let colon = -1;
  for (const [i, token] of tokens.entries()) {
    if (token.word === word.LAMBDA) break;
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.op === op.ASSIGN) marks.push(i);
    else if (depth === 0 && token.op === op.COLON && marks.length === 0) colon = i;
  }
  const last = marks.at(-1);
  if (last === undefined) return [];
  const value = tokens.slice(last + 1);
  const starts = [0, ...marks.slice(0, -1).map(mark => mark + 1)];
  const isTarget = starts.some((start, i) => {
    const end = i === 0 && colon > 0 ? colon : (marks[i] ?? 0);
    return isSameCode(tokens.slice(start, end), target);
  });
  return isTarget ? [value] : [];
}
