import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName, isSameCode } from '../code/code-tokens.ts';
import type { CodeRegion } from './code-regions.ts';
import { hasWord, tokensOf } from './code-text.ts';
import type { InsideFact } from './inside-claims.ts';
import type { Lookup } from './lookup.ts';

/** Whether something is inside: `open` where it may be, or where it is meant in another way. */
export type Presence = 'there' | 'absent' | 'open';

interface WrittenCall {
  readonly at: number;
  readonly arguments: readonly (readonly CodeToken[])[];
  /** It may be a call of something else. */
  readonly isOpen: boolean;
}

type CallFact = Extract<InsideFact, { readonly kind: 'call' }>;

export function callPresence(look: Lookup, region: CodeRegion, fact: CallFact): Presence {
  const calls = callsOf(look, region, fact.name);
  const isElsewhere = isUsedOtherwise(region, fact.name, calls.length);
  if (fact.count !== undefined) {
    if (isElsewhere || calls.some(({ isOpen }) => isOpen)) return 'open';
    return calls.length === fact.count ? 'there' : 'absent';
  }
  if (calls.length === 0) return isElsewhere ? 'open' : 'absent';
  if (fact.arguments.length === 0) return calls.some(({ isOpen }) => !isOpen) ? 'there' : 'open';
  const given = calls.map(call => {
    const each = fact.arguments.map(said => argumentPresence(call, said));
    const isThere = each.every(presence => presence === 'there');
    const value: Presence = isThere ? 'there' : each.includes('absent') ? 'absent' : 'open';
    return call.isOpen ? 'open' : value;
  });
  if (given.every(each => each === 'there')) return 'there';
  if (given.every(each => each === 'absent') && !isElsewhere) return 'absent';
  if (fact.every === true) return given.includes('absent') && !given.includes('open') ? 'absent' : 'open';
  return given.includes('there') ? 'there' : 'open';
}

/** The calls of a name: `f(…)`, `x.f(…)`; what may be another function of that name is open. */
function callsOf(look: Lookup, region: CodeRegion, name: string): readonly WrittenCall[] {
  const { tokens } = region;
  const said = name.split('.');
  const last = said.at(-1) ?? name;
  const calls: WrittenCall[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.text !== last || !isName(token) || tokens[i + 1]?.op !== op.PAREN_OPEN) continue;
    const previous = tokens[i - 1];
    if (previous?.word === word.DEF || previous?.word === word.CLASS_WORD) continue;
    const written = prefixOf(tokens, i);
    calls.push({
      at: i,
      arguments: splitArguments(tokens, i + 1),
      isOpen: region.isNested(token) || !isSameCallee(look, region, written, said),
    });
  }
  return calls;
}

/** What is in front of the last name: `['self']` of `self.f`; `undefined` where it is no name. */
function prefixOf(tokens: readonly CodeToken[], at: number): readonly string[] | undefined {
  const names: string[] = [];
  let i = at - 1;
  while (tokens[i]?.op === op.DOT) {
    const before = tokens[i - 1];
    if (before === undefined || !isName(before)) return undefined;
    names.unshift(before.text);
    i -= 2;
  }
  return names;
}

function isSameCallee(
  look: Lookup,
  { module }: CodeRegion,
  written: readonly string[] | undefined,
  said: readonly string[],
): boolean {
  const prefix = said.slice(0, -1);
  if (prefix.length > 0) return written?.join('.') === prefix.join('.');
  if (written !== undefined && written.length === 0) return true;
  // A method is often named alone, unless a function of that name could be meant.
  const [name = ''] = said;
  const isFunction =
    BUILTIN_NAMES.has(name) ||
    look.definitions(name).some(({ definition }) => definition.parent === -1) ||
    module.index.imports.some(({ names }) => names.some(each => (each.alias ?? each.name) === name));
  return !isFunction;
}

/** It is there in another way than as a plain call: given away, in a text, or under another name. */
function isUsedOtherwise({ tokens, file }: CodeRegion, name: string, calls: number): boolean {
  const last = name.split('.').at(-1) ?? name;
  const uses = tokens.filter(token => isName(token) && token.text === last).length;
  const isInText = tokens.some(({ kind, text }) => kind === STRING && hasWord(text, last));
  if (uses > calls || isInText) return true;
  return aliasesOf(file.tokens, last).some(alias => tokens.some(({ text }) => text === alias));
}

/** Other names that a file gives to something: `import a as b`, `b = a`, `from x import a as b`. */
export function aliasesOf(tokens: readonly CodeToken[], name: string): readonly string[] {
  const aliases: string[] = [];
  for (const [i, { text }] of tokens.entries()) {
    if (text !== name) continue;
    const [next, alias] = [tokens[i + 1], tokens[i + 2]];
    if (next?.word === word.AS && alias !== undefined) aliases.push(alias.text);
    if (tokens[i + 1]?.op === op.PAREN_OPEN) continue;
    let start = i;
    while (tokens[start - 1]?.op === op.DOT) start -= 2;
    const target = tokens[start - 2];
    if (tokens[start - 1]?.op === op.ASSIGN && target !== undefined && isName(target))
      aliases.push(target.text);
  }
  return aliases.filter(alias => alias !== name);
}

/** Whether a call gives what is said: `k=v`, an expression, or the name of what it gives. */
function argumentPresence(call: WrittenCall, said: string): Presence {
  const wanted = tokensOf(said).filter(({ text }) => text !== '\n');
  if (wanted.length === 0) return 'open';
  const parts = call.arguments;
  if (parts.some(part => isSameCode(part, wanted))) return 'there';
  const stars = parts.some(([first]) => first?.op === op.STAR || first?.op === op.DOUBLE_STAR);
  const [name, assign] = wanted;
  const isKeyword = isName(name) && assign?.op === op.ASSIGN;
  if (!isKeyword) {
    const isGiven = parts.some(
      part =>
        isName(part[0]) &&
        part[1]?.op === op.ASSIGN &&
        (isSameCode(part.slice(2), wanted) || (wanted.length === 1 && part[0].text === name?.text)),
    );
    if (isGiven) return 'there';
    const key = wanted.findLast(token => isName(token))?.text ?? wanted[0]?.text;
    return stars || parts.flat().some(({ text }) => text === key) ? 'open' : 'absent';
  }
  if (stars) return 'open';
  const own = parts.find(part => part[0]?.text === name.text && part[1]?.op === op.ASSIGN);
  const value = wanted.slice(2);
  if (own !== undefined) return isOtherLiteral(own.slice(2), value) ? 'absent' : 'open';
  return parts.some(part => isSameCode(part, value)) ? 'open' : 'absent';
}

const LITERALS: ReadonlySet<string> = new Set(['True', 'False', 'None']);
const isLiteral = (tokens: readonly CodeToken[]): boolean => {
  const [first, ...more] = tokens;
  if (first === undefined || more.length > 0) return false;
  return (
    LITERALS.has(first.text) ||
    /^\d+$/.test(first.text) ||
    (first.kind === STRING && /^[a-z]*:[^\\{]*$/.test(first.text))
  );
};

/** Two literals of which everybody sees that they differ. */
export const isOtherLiteral = (a: readonly CodeToken[], b: readonly CodeToken[]): boolean =>
  isLiteral(a) && isLiteral(b) && !isSameCode(a, b);
