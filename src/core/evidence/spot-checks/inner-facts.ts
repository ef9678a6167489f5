import type { Definition } from '../../python/grammar/module-index.ts';
import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { closing } from '../code/brackets.ts';
import { splitArguments } from '../code/call-shape.ts';
import { type CodeToken, isName, isSameCode } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isFormatted } from '../code/string-literal.ts';
import { ownTokens } from './body-facts.ts';
import { hasWord, isLiteral, tokensOf, withoutLines } from './code-text.ts';
import { deletesAtTop } from './count-facts.ts';
import { isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import { changesNames } from './hidden-bindings.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { isAllMadeOtherwise } from './module-facts.ts';
import { standingOf } from './reached.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether a file has these names at its top and no others. */
export async function checkOnlyHas(look: Lookup, { place, names, of }: ClaimOf<'only_has'>): Promise<Truth> {
  const module = look.oneModule(place);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined) return truth('absent', `${place} is not one Python file`);
  const own =
    of === 'imports'
      ? readImports(file).map(({ bound }) => bound)
      : module.index.definitions.filter(({ parent }) => parent === -1).map(({ name }) => name);
  const places = [look.place(module, 1)];
  const missing = names.filter(name => !own.includes(name));
  const more = [...new Set(own)].filter(name => !names.includes(name));
  const what = of === 'imports' ? 'imports' : 'defines';
  // A name of its own may be meant by its module, or be left out as one of Python's.
  const isOpen =
    changesNames(file) ||
    own.includes('*') ||
    deletesAtTop(file) ||
    (of !== 'imports' &&
      module.index.definitions.some(({ parent, placement }) => parent === -1 && placement !== 'always'));
  if (missing.length > 0)
    return truth(
      isOpen || of === 'imports' ? 'unknown' : 'false',
      `it ${what} no ${missing.join(', ')}`,
      places,
    );
  const counted = more.filter(name => !/^(?:_|annotations$)/.test(name));
  if (counted.length > 0)
    return truth(
      isOpen ? 'unknown' : 'false',
      `it ${what} ${counted.slice(0, 5).join(', ')} as well`,
      places,
    );
  return truth(more.length > 0 || isOpen ? 'unknown' : 'true', `it ${what} ${names.join(', ')}`, places);
}

/** Whether a definition is the first, the last, or beside another one. */
export async function checkOrder(
  look: Lookup,
  { symbol, place, how, sort, other }: ClaimOf<'order'>,
): Promise<Truth> {
  const [ref, ...more] = look.definitionsIn(symbol, place);
  if (ref === undefined) return truth('absent', `no ${symbol} was found`);
  if (more.length > 0) return truth('unknown', `${symbol} is defined in several places`);
  const { definition, module } = ref;
  const around = module.index.definitions.filter(
    ({ parent, kind, role }) =>
      parent === definition.parent &&
      role !== 'overload' &&
      (sort === undefined || kind === sort) &&
      kind !== 'attribute',
  );
  const names = around.map(({ name }) => name);
  const elsewhere = other === undefined ? undefined : aroundOthers(look, ref, other);
  if (elsewhere !== undefined && elsewhere.length > 0) {
    const [one, ...others] = elsewhere.map(({ start }) =>
      how === 'later' ? start < definition.start : definition.start < start,
    );
    const isOpen = others.some(each => each !== one) || !/^(?:later|earlier)$/.test(how);
    return truth(
      isOpen ? 'unknown' : one === true ? 'true' : 'false',
      `${other} stands around other things`,
      [look.place(module, definition.line)],
    );
  }
  const at = names.indexOf(definition.name);
  const file = await look.open(module);
  const isDeleted =
    file === undefined ||
    around.some(each => each.parent === -1 && each.placement !== 'always') ||
    deletesAtTop(file);
  if (isDeleted) return truth('unknown', `what ${module.path} has is decided when it runs`);
  const places = [look.place(module, definition.line)];
  if (at < 0 || names.lastIndexOf(definition.name) !== at)
    return truth('unknown', `${symbol} is no such definition`, places);
  const [before, after] = [names[at - 1], names[at + 1]];
  const reason = `it stands between ${before ?? 'the beginning'} and ${after ?? 'the end'}`;
  const last = other?.split('.').at(-1);
  if (last !== undefined && !names.includes(last)) {
    const isKnown = look.definitionsIn(last, undefined).length > 0;
    return truth(isKnown ? 'unknown' : 'false', `there is no ${last} beside it`, places);
  }
  const isSo = {
    first: at === 0,
    last: at === names.length - 1,
    behind: before === last,
    'in front of': after === last,
    beside: before === last || after === last,
    later: names.indexOf(last ?? '') < at,
    earlier: names.indexOf(last ?? '') > at,
  }[how];
  // Of a file the first and the last may be said of all that is in it.
  if (isSo && definition.parent !== -1 && (how === 'first' || how === 'last') && !isOutermost(ref, how))
    return truth('unknown', `${reason} of its class`, places);
  // Values in between may be passed over.
  const isNear = last !== undefined && Math.abs(names.indexOf(last) - at) <= 3;
  return truth(
    isSo ? 'true' : isNear && /^(?:behind|in front of|beside)$/.test(how) ? 'unknown' : 'false',
    reason,
    places,
  );
}

/** Nothing else that is called stands in front of it in its file, or behind it. */
const isOutermost = ({ module, index }: SymbolRef, how: 'first' | 'last'): boolean =>
  !module.index.definitions.some(
    ({ kind }, i) => CALLED.has(kind) && (how === 'last' ? i > index : i < index),
  );

const CALLED: ReadonlySet<string> = new Set(['function', 'method', 'property']);

/** What has that name around other things, where that is said or may be: `B.run`, beside which `A.run` does not stand. */
function aroundOthers(look: Lookup, { module, definition }: SymbolRef, other: string): readonly Definition[] {
  const all = look.definitions(other).filter(each => each.module === module);
  const whole = all.filter(ref => isWhole(ref, other));
  const named = (whole.length > 0 ? whole : all).map(ref => ref.definition);
  return named.some(({ parent }) => parent !== definition.parent) ? named : [];
}

/** Whether a call in the body of a function is given some code. */
export async function checkPasses(
  look: Lookup,
  { caller, place, callee, text }: ClaimOf<'passes'>,
): Promise<Truth> {
  const found = await findFunction(look, caller, place);
  if (isTruth(found)) return found;
  const { ref, file } = found;
  const body = file.range(ref.definition.body, ref.definition.end);
  const name = lastOf(callee);
  const wanted = withoutLines(tokensOf(text));
  const places = [look.place(ref.module, ref.definition.line)];
  let calls = 0;
  let isNamed = false;
  for (const [i, token] of body.entries()) {
    if (token.text !== name || body[i + 1]?.op !== op.PAREN_OPEN || body[i - 1]?.text === 'def') continue;
    calls++;
    const given = body.slice(i + 2, closing(body, i + 1));
    // Only what is a whole argument is given, with its name or without.
    const isGiven = splitArguments(body, i + 1).some(argument => {
      const [first, second, ...rest] = withoutLines(argument);
      const value = first !== undefined && second?.op === op.ASSIGN ? rest : undefined;
      return isSameCode(withoutLines(argument), wanted) || (value !== undefined && isSameCode(value, wanted));
    });
    const isSure = isGiven && !isOfAnother(look, file, body, i, callee) && isMadeAt(ownTokens(found), token);
    if (isGiven && !isSure)
      return truth('unknown', `whether it gives ${text} to ${name} is not known`, places);
    if (isGiven)
      return truth('true', `it gives ${text} to ${name}`, [look.place(ref.module, file.lineOf(token.start))]);
    const last = wanted.findLast(isName)?.text ?? text;
    isNamed ||=
      given.some(each => hasWord(each.text, last) || each.op === op.STAR || each.op === op.DOUBLE_STAR) ||
      mayBeGivenByPosition(splitArguments(body, i + 1), wanted);
  }
  // Under another name the same may be given.
  return truth(
    calls === 0 || isNamed || !/=/.test(text) ? 'unknown' : 'false',
    `no call of ${name} has ${text}`,
    places,
  );
}

/** `open(path, "rb")` for `mode="rb"`: by position it may be that value, or what has it. */
function mayBeGivenByPosition(
  given: readonly (readonly CodeToken[])[],
  [, assign, ...value]: readonly CodeToken[],
): boolean {
  if (assign?.op !== op.ASSIGN) return false;
  return given.map(withoutLines).some(argument => {
    const [first, second] = argument;
    if (first === undefined || (isName(first) && second?.op === op.ASSIGN)) return false;
    const isOther = isPlainValue(argument) && isPlainValue(value) && !isSameCode(argument, value);
    return !isOther;
  });
}

const isPlainValue = ([first, ...more]: readonly CodeToken[]): boolean =>
  more.length === 0 &&
  first !== undefined &&
  (first.kind === NUMBER || isLiteral(first.text) || (first.kind === STRING && !isFormatted(first.text)));

/** A function of a module is called as the member of something that is no module: `d.get(1)`. */
function isOfAnother(
  look: Lookup,
  file: PythonFile,
  body: readonly CodeToken[],
  at: number,
  callee: string,
): boolean {
  if (body[at - 1]?.op !== op.DOT) return false;
  const isFunction = look.definitions(callee).some(({ definition }) => definition.parent === -1);
  const target = look.version.graph.resolve(file.module, body[at - 2]?.text ?? '');
  return isFunction && target?.kind !== 'module';
}

function isMadeAt(own: readonly CodeToken[], { start }: CodeToken): boolean {
  const at = own.findIndex(token => token.start === start);
  const standing = at < 0 ? undefined : standingOf(own, at);
  return standing !== undefined && !standing.isNeverReached && !standing.isInLambda;
}

/** Whether the `__all__` of a module names something. */
export async function checkInAll(look: Lookup, { place, name, is }: ClaimOf<'in_all'>): Promise<Truth> {
  const module = look.oneModule(place);
  if (module === undefined) return truth('absent', `${place} is not one Python file`);
  const { exports } = module.index;
  const places = [look.place(module, 1)];
  const file = await look.open(module);
  if (file === undefined || (exports?.isComplete !== false && isAllMadeOtherwise(file)))
    return truth('unknown', `what is in the __all__ of ${module.path} is decided when it runs`, places);
  if (exports === undefined)
    return truth(is === 'absent' ? 'unknown' : 'false', `${module.path} has no __all__`, places);
  const isThere = exports.names.includes(name);
  if (!exports.isComplete) return truth('unknown', 'not all of __all__ can be read', places);
  return truth(
    isThere === (is === 'there') ? 'true' : 'false',
    `__all__ ${isThere ? 'names' : 'does not name'} ${name}`,
    places,
  );
}
