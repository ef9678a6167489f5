import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { bindsElsewhere } from '../facts/bound-names.ts';
import { ownTokens } from './body-facts.ts';
import { doubtWhetherOnly } from './certainty.ts';
import { type FoundDefinition, isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { hasOwnSelf } from './own-self.ts';
import { standingOf } from './reached.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { leadsTo } from './uses-in.ts';

/** Whether the body of one function has a call of that name. */
export async function checkCalls(look: Lookup, { caller, place, callee }: ClaimOf<'calls'>): Promise<Truth> {
  const found = await findFunction(look, caller, place);
  if (isTruth(found)) return found;
  const { ref, file } = found;
  const name = lastOf(callee);
  const body = file.range(ref.definition.body, ref.definition.end);
  const at = body.findIndex(
    ({ text }, i) => text === name && body[i + 1]?.op === op.PAREN_OPEN && body[i - 1]?.text !== 'def',
  );
  const places = [look.place(ref.module, at < 0 ? ref.definition.line : file.lineOf(body[at]?.start ?? 0))];
  if (at < 0) {
    // Under another name it may be called all the same.
    const isRenamed = file.tokens.some(
      ({ text }, i) => text === name && (file.tokens.text(i + 1) === 'as' || file.tokens.text(i - 1) === '='),
    );
    // Python calls special methods, and `cls()` or `type(self)()` a class.
    const mayBeClass = look.definitions(callee).some(({ definition: { kind } }) => kind === 'class');
    const callsOwn = body.some(
      ({ text }, i) => /^(?:cls|type|__class__)$/.test(text) && body[i + 1]?.op === op.PAREN_OPEN,
    );
    if (/^__\w+__$/.test(name) || (mayBeClass && callsOwn))
      return truth('unknown', `${caller} may call ${name} in another way`, places);
    const isMentioned = isRenamed || file.text.text(ref.definition.start, ref.definition.end).includes(name);
    return truth(isMentioned ? 'unknown' : 'false', `${caller} has no call of ${name}`, places);
  }
  // Of several calls one is enough that the function itself makes.
  const own = ownTokens(found);
  const isMade = own.some((token, i) => {
    const isCall = token.text === name && own[i + 1]?.op === op.PAREN_OPEN;
    const standing = isCall ? standingOf(own, i) : undefined;
    return standing !== undefined && !standing.isNeverReached && !standing.isInLambda;
  });
  if (!isMade) return truth('unknown', `whether ${caller} makes its call of ${name} is not known`, places);
  const isMember = body[at - 1]?.op === op.DOT;
  if (isOfOwnClass(found, callee, own, look)) return truth('true', `${caller} calls ${name}`, places);
  const named = look.definitions(callee);
  const refs = callee === name ? named.filter(({ definition: { kind } }) => kind !== 'attribute') : named;
  const isOne =
    refs.length === 1 && !(isMember && refs[0]?.definition.parent === -1 && !callee.includes('.'));
  // With its module it is said of that one alone.
  const isAnother =
    callee !== name && refs[0]?.definition.parent === -1 && !isMember && !leadsTo(look, file, name, refs);
  const isBoundInside = ref.module.index.definitions.some(
    (each, i) =>
      each.name === name && i !== refs[0]?.index && qualifiedName(ref.module.index.definitions, i) !== callee,
  );
  const isOther = isBoundInside || meansOther(file, name);
  return truth(
    isOne && !isOther && !isMember && !isAnother ? 'true' : 'unknown',
    `${caller} calls ${name}`,
    places,
  );
}

/** `self.other()` of a method whose class defines that method, once, and gives no object another one. */
function isOfOwnClass(
  { ref, file }: FoundDefinition,
  callee: string,
  own: readonly CodeToken[],
  look: Lookup,
): boolean {
  const { definitions } = ref.module.index;
  const { parent, kind, start, head, body, end } = ref.definition;
  const owner = definitions[parent];
  const name = lastOf(callee);
  if (owner?.kind !== 'class' || kind !== 'method' || (callee !== name && callee !== `${owner.name}.${name}`))
    return false;
  // Without its class the name may be meant of a function, of Python's own or of what is imported.
  const isOther =
    BUILTIN_NAMES.has(name) ||
    look.definitions(name).some(({ definition }) => definition.parent === -1) ||
    readImports(file).some(({ bound }) => bound === name);
  if (callee === name && isOther) return false;
  const index = definitions.findIndex(each => each.parent === parent && each.name === name);
  const definition = definitions[index];
  const isCalled = own.some(({ text }, i) => {
    const isSelf = own[i - 2]?.text === 'self' && own[i - 3]?.op !== op.DOT;
    const isCall = text === name && isSelf && own[i - 1]?.op === op.DOT && own[i + 1]?.op === op.PAREN_OPEN;
    const standing = isCall && !isBehindLiteral(own, i) ? standingOf(own, i) : undefined;
    return standing !== undefined && !standing.isNeverReached && !standing.isInLambda;
  });
  if (definition?.kind !== 'method' || !isCalled || file.range(start, head).length > 0) return false;
  const isWritten = file.range(body, end).some(({ text }) => text === '__dict__');
  if (isWritten || !hasOwnSelf({ ref, file }, false)) return false;
  return doubtWhetherOnly({ module: ref.module, index, definition }, file) === undefined;
}

/** `return False and self.open()`: what stands before it on its line may keep it from running. */
function isBehindLiteral(tokens: readonly CodeToken[], at: number): boolean {
  for (let i = at - 1; i >= 0 && (tokens[i]?.kind ?? 0) >= NAME; i--)
    if (/^(?:True|False|None|0|and|or|if|else)$/.test(tokens[i]?.text ?? '')) return true;
  return false;
}

/** The name is bound to something else in the file as well, or what is meant has another name there. */
const meansOther = (file: FoundDefinition['file'], name: string): boolean =>
  bindsElsewhere(file, name) ||
  file.module.index.imports.some(({ names }) =>
    names.some(each => each.alias !== undefined && (each.name === name || each.alias === name)),
  );

/** Calls in one file; those of a member of the same name may be meant or not. */
export async function checkCallCount(
  look: Lookup,
  { symbol, place, count }: ClaimOf<'call_count'>,
): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined) return truth('absent', `${place} is not one Python file`);
  const name = lastOf(symbol);
  const { tokens } = file;
  let members = 0;
  const calls = tokens.filter(({ text }, i) => {
    const isCall =
      text === name && tokens.op(i + 1) === op.PAREN_OPEN && !/^(?:def|class|@)$/.test(tokens.text(i - 1));
    if (isCall && tokens.op(i - 1) === op.DOT) members++;
    return isCall;
  });
  const places = calls.slice(0, 5).map(({ start }) => look.place(module, file.lineOf(start)));
  // Under a name that it is given to it may be called as well.
  const isGiven = tokens.some(
    ({ text }, i) => text === name && tokens.op(i - 1) === op.ASSIGN && tokens.op(i + 1) !== op.PAREN_OPEN,
  );
  const isClear = !symbol.includes('.') && members === 0 && !isGiven && !meansOther(file, name);
  const value = !isClear ? 'unknown' : calls.length === count ? 'true' : 'false';
  return truth(value, `it is called ${calls.length} times there`, places);
}
