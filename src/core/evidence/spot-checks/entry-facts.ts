import * as op from '../../python/lexer/operators.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName, isSameCode } from '../code/code-tokens.ts';
import { isClosing, isOpening } from '../code/trailing-commas.ts';
import { isOtherLiteral, type Presence } from './call-facts.ts';
import type { CodeRegion } from './code-regions.ts';
import type { InsideFact } from './inside-claims.ts';
import { plainTokens } from './statement-facts.ts';

/** Whether a literal (a dictionary, a list, a set, a tuple) that a name is given has an entry. */
export function entryPresence(
  region: CodeRegion,
  { owner, key, value }: Extract<InsideFact, { kind: 'entry' }>,
): Presence {
  const entries = entriesOf(region.tokens, owner);
  const wanted = plainTokens(/^['"]/.test(key) ? key : JSON.stringify(key));
  if (entries === undefined || wanted.length === 0) return 'open';
  if (entries.some(([first]) => first?.op === op.STAR || first?.op === op.DOUBLE_STAR)) return 'open';
  const bare = plainTokens(key);
  const own = entries.filter(entry => {
    const head = entry.slice(0, colonAt(entry));
    return isSameCode(head, wanted) || isSameCode(head, bare);
  });
  const [entry, ...more] = own;
  if (entry === undefined) return 'absent';
  if (value === undefined) return 'there';
  const given = entry.slice(colonAt(entry) + 1);
  if (more.length > 0 || colonAt(entry) === entry.length) return 'open';
  const said = plainTokens(value);
  if (isSameCode(given, said)) return 'there';
  return isOtherLiteral(given, said) ? 'absent' : 'open';
}

function colonAt(entry: readonly CodeToken[]): number {
  let depth = 0;
  for (const [i, token] of entry.entries()) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.op === op.COLON) return i;
  }
  return entry.length;
}

/** The entries of the one literal that is assigned to a name and that nothing else in the file touches. */
function entriesOf(
  tokens: readonly CodeToken[],
  owner: string,
): readonly (readonly CodeToken[])[] | undefined {
  const last = owner.split('.').at(-1);
  let found: number | undefined;
  for (const [i, token] of tokens.entries()) {
    if (token.text !== last || !isName(token)) continue;
    const open = literalAt(tokens, i + 1);
    if (open !== undefined) {
      if (found !== undefined) return undefined;
      found = open;
      continue;
    }
    const next = tokens[i + 1];
    // `X.update(…)`, `X["a"] = …`, `X += …` and `del X["a"]` change what it has.
    if (next?.op === op.BRACKET_OPEN || next?.op === op.DOT || op.isAugmented(next?.op ?? 0))
      return undefined;
  }
  return found === undefined ? undefined : splitArguments(tokens, found);
}

/** Where the literal opens behind `X =` or `X: T =`, also inside of `frozenset(…)` and the like. */
function literalAt(tokens: readonly CodeToken[], from: number): number | undefined {
  let i = from;
  if (tokens[i]?.op === op.COLON) {
    let depth = 0;
    for (i++; tokens[i] !== undefined && tokens[i]?.text !== '\n'; i++) {
      const token = tokens[i];
      if (token === undefined) break;
      if (isOpening(token)) depth++;
      else if (isClosing(token)) depth--;
      else if (depth === 0 && token.op === op.ASSIGN) break;
    }
  }
  if (tokens[i]?.op !== op.ASSIGN) return undefined;
  i++;
  if (
    /^(?:frozenset|set|tuple|list|dict)$/.test(tokens[i]?.text ?? '') &&
    tokens[i + 1]?.op === op.PAREN_OPEN
  )
    i += 2;
  const open = tokens[i];
  return open !== undefined && isOpening(open) ? i : undefined;
}
