import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isName, isSameCode } from '../code/code-tokens.ts';
import { readStatements } from './body-statements.ts';
import { aliasesOf, callPresence, type Presence } from './call-facts.ts';
import { type CodeRegion, regionsOf } from './code-regions.ts';
import { hasWord } from './code-text.ts';
import { entryPresence } from './entry-facts.ts';
import { isTruth } from './found-definition.ts';
import type { InsideClaim, InsideFact } from './inside-claims.ts';
import type { Lookup } from './lookup.ts';
import {
  assignPresence,
  catchPresence,
  lastOf,
  mentions,
  ownStatements,
  plainTokens,
  raisePresence,
  returnPresence,
  squeeze,
} from './statement-facts.ts';
import { type Truth, truth } from './truth.ts';

/** Whether something is written inside of a function, a class or a file; of several that may be meant, in all or in none. */
export async function checkInside(look: Lookup, claim: InsideClaim): Promise<Truth> {
  const regions = await regionsOf(look, claim);
  if (isTruth(regions)) return regions;
  const all = regions.map(region => presenceOf(look, region, claim.fact));
  const [first] = all;
  const isOne = first !== undefined && all.every(each => each === first);
  const where = claim.symbol ?? claim.place ?? 'the changed files';
  const places = regions.slice(0, 5).map(({ module, file, start }) => look.place(module, file.lineOf(start)));
  const reason = `${where} ${first === 'absent' ? 'does not have' : 'has'} ${describe(claim.fact)}`;
  if (!isOne || first === 'open')
    return truth('unknown', `whether ${where} has ${describe(claim.fact)} is left open`, places);
  return truth((first === 'there') === (claim.is === 'there') ? 'true' : 'false', reason, places);
}

function describe(fact: InsideFact): string {
  switch (fact.kind) {
    case 'call': {
      const times = fact.count === undefined ? 'a call' : `${fact.count} calls`;
      return `${times} of ${fact.name}${fact.arguments.length > 0 ? ` with ${fact.arguments.join(', ')}` : ''}`;
    }
    case 'raise':
      return `"raise ${fact.name}"`;
    case 'return':
      return `"return ${fact.value}"`;
    case 'catch':
      return `"except ${fact.name}"`;
    case 'assign':
      return fact.value === undefined ? `an assignment to ${fact.name}` : `${fact.name} = ${fact.value}`;
    case 'order':
      return `${fact.first} before ${fact.second}`;
    case 'entry':
      return `${fact.key} in ${fact.owner}`;
    case 'import':
      return `an import of ${fact.name}`;
    case 'use':
      return `${fact.count} uses of ${fact.name}`;
    case 'scope':
      return `${fact.word} ${fact.name}`;
    default:
      return `"${fact.text}"`;
  }
}

function presenceOf(look: Lookup, region: CodeRegion, fact: InsideFact): Presence {
  switch (fact.kind) {
    case 'call':
      return callPresence(look, region, fact);
    case 'raise':
      return raisePresence(region, fact);
    case 'return':
      return returnPresence(region, fact.value);
    case 'catch':
      return catchPresence(region, fact.name);
    case 'assign':
      return assignPresence(region, fact);
    case 'text':
      return textPresence(region, fact.text);
    case 'comment':
      return region.comments().some(({ text }) => squeeze(text).includes(squeeze(fact.text)))
        ? 'there'
        : 'absent';
    case 'code':
      return codePresence(region, fact);
    case 'order':
      return orderPresence(region, fact);
    case 'entry':
      return entryPresence(region, fact);
    case 'import':
      return importPresence(region, fact.name);
    case 'use':
      return usePresence(region, fact);
    case 'scope':
      return ownStatements(region).some(
        ({ tokens: [first, ...names] }) =>
          first?.text === fact.word && names.some(({ text }) => text === fact.name),
      )
        ? 'there'
        : 'absent';
  }
}

function textPresence(region: CodeRegion, text: string): Presence {
  const wanted = squeeze(text);
  const isThere = region.tokens.some(token => token.kind === STRING && squeeze(token.text).includes(wanted));
  if (isThere) return 'there';
  // Put together from parts it may be there all the same.
  const first = wanted.split(' ').find(each => each.length > 3) ?? wanted;
  const whole = squeeze(region.file.text.text(region.start, region.end));
  return whole.includes(first) ? 'open' : 'absent';
}

function codePresence(region: CodeRegion, { text, count }: Extract<InsideFact, { kind: 'code' }>): Presence {
  const wanted = plainTokens(text.replace(/\(\)$/, ''));
  const { tokens } = region;
  if (wanted.length === 0) return 'open';
  const found: CodeToken[] = [];
  for (const [i, token] of tokens.entries())
    if (token.text === wanted[0]?.text && isSameCode(tokens.slice(i, i + wanted.length), wanted))
      found.push(token);
  const last = wanted.findLast(token => isName(token))?.text ?? wanted[0]?.text ?? '';
  const isInText = tokens.some(({ kind, text: each }) => kind === STRING && hasWord(each, last));
  if (count !== undefined) {
    if (isInText || (wanted.length > 1 && found.length !== count)) return 'open';
    return found.length === count ? 'there' : 'absent';
  }
  if (found.length > 0) return 'there';
  const isNear =
    hasWord(region.file.text.text(region.start, region.end), last) ||
    aliasesOf(region.file.tokens, last).some(alias => tokens.some(({ text: each }) => each === alias));
  return isNear ? 'open' : 'absent';
}

/** Both are written once, in different statements of the function itself. */
function orderPresence(
  region: CodeRegion,
  { first, second }: Extract<InsideFact, { kind: 'order' }>,
): Presence {
  const [a, b] = [onlyStatement(region, first), onlyStatement(region, second)];
  if (a === undefined || b === undefined || a === b || region.kind !== 'function') return 'open';
  return a < b ? 'there' : 'absent';
}

/** Offset of the only statement that has some code. */
function onlyStatement(region: CodeRegion, text: string): number | undefined {
  const wanted = plainTokens(text.replace(/\(\)$/, ''));
  if (wanted.length === 0 || region.tokens.some(({ word: each }) => each === word.FOR || each === word.WHILE))
    return undefined;
  const found = ownStatements(region).filter(({ tokens }) =>
    tokens.some((_, i) => isSameCode(tokens.slice(i, i + wanted.length), wanted)),
  );
  return found.length === 1 ? found[0]?.at : undefined;
}

function importPresence(region: CodeRegion, name: string): Presence {
  const last = lastOf(name);
  const own = readStatements(region.tokens).filter(
    ({ tokens: [first] }) => first?.word === word.IMPORT || first?.word === word.FROM,
  );
  if (own.some(({ tokens }) => tokens.some(({ text }) => text === last))) return 'there';
  return mentions(region, '__import__') || mentions(region, 'import_module') ? 'open' : 'absent';
}

/** Where a name stands that is neither defined nor imported there. */
function usePresence(region: CodeRegion, { name, count }: Extract<InsideFact, { kind: 'use' }>): Presence {
  const last = lastOf(name);
  const inText = region.tokens.some(({ kind, text }) => kind === STRING && hasWord(text, last));
  const uses = readStatements(region.tokens).flatMap(({ tokens }) => {
    const [first] = tokens;
    if (first?.word === word.IMPORT || first?.word === word.FROM) return [];
    return tokens.filter(
      (token, i) => token.text === last && isName(token) && !DEFINES.has(tokens[i - 1]?.word ?? 0),
    );
  });
  if (
    inText ||
    region.tokens.some((token, i) => token.text === last && region.tokens[i + 1]?.op === op.ASSIGN)
  )
    return 'open';
  return uses.length === count ? 'there' : 'absent';
}

const DEFINES: ReadonlySet<number> = new Set([word.DEF, word.CLASS_WORD]);
