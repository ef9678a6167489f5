import { groupBy } from '../../kernel/group-by.ts';
import { fullName, localName, type SymbolRef } from '../../python/index/symbol-table.ts';
import * as op from '../../python/lexer/operators.ts';
import { type CodeToken, isLayout, isName, isSameCode } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { Facts } from '../invariants/facts.ts';
import { doubtWhetherOnly, isGivenMembers } from './certainty.ts';
import type { NewParametersClaim, RenamedClaim, SameClaim } from './claim-kinds.ts';
import { type FoundDefinition, isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { readSignature } from './read-signature.ts';
import { sameCode, sameCodeOfFile, sameFile } from './same-files.ts';
import { bindsSeveral, isSameValue } from './same-values.ts';
import { type Truth, truth } from './truth.ts';

/** Whether a file, a definition or a signature is what it was, compared on both sides. */
export async function checkSame(
  claim: SameClaim,
  facts: Facts,
  sides: { readonly before: Lookup; readonly after: Lookup },
): Promise<Truth> {
  const same =
    claim.symbol === undefined
      ? await (claim.what === 'code' ? sameCodeOfFile : sameFile)(claim.place ?? '', facts, sides)
      : await sameSymbol(claim, sides);
  // What comes or goes as a whole is hardly called modified.
  if (claim.symbol === undefined && claim.is === 'other' && isOnOneSide(same, facts))
    return { ...same, value: 'unknown' };
  if (claim.isLoose === true && same.value === 'false') return { ...same, value: 'unknown' };
  if (claim.is === 'same' || same.value === 'unknown' || same.value === 'absent') return same;
  const other = claim.isVague ? 'unknown' : 'true';
  return { ...same, value: same.value === 'true' ? 'false' : other };
}

/** The changed file was added, or deleted. */
const isOnOneSide = ({ places: [shown] }: Truth, { files }: Facts): boolean =>
  files.some(
    ({ path, before, after }) => path === shown?.file && (before === undefined || after === undefined),
  );

async function sameSymbol(
  { symbol = '', place, what }: SameClaim,
  { before, after }: { readonly before: Lookup; readonly after: Lookup },
): Promise<Truth> {
  if (what === 'place') return samePlace(symbol, place, before, after);
  if (what === 'signature' || what === 'parameters') return sameSignature(symbol, place, what, before, after);
  const [old, now] = [before.definitionsIn(symbol, place), after.definitionsIn(symbol, place)];
  if (old[0] === undefined || now[0] === undefined)
    return truth('absent', `${symbol} is not there on both sides`);
  const byName = (refs: readonly SymbolRef[]) => groupBy(refs, ref => `${ref.module.path}:${fullName(ref)}`);
  const [was, is] = [byName(old), byName(now)];
  // Within several things it is not known which of them is meant.
  const isInside = [...old, ...now].every(ref => localName(ref) !== symbol && fullName(ref) !== symbol);
  if (isInside && was.size > 1) return truth('unknown', `${symbol} is defined in several places`);
  const found: Truth[] = [];
  for (const [key, [first, ...twins]] of was) {
    const [second, ...others] = is.get(key) ?? [];
    if (
      first === undefined ||
      second === undefined ||
      twins.length + others.length > 0 ||
      was.size !== is.size
    )
      return truth('unknown', `${symbol} is defined in several places`);
    found.push(await sameDefinition(symbol, [first, second], { before, after }, what));
  }
  // Where several have the name, it must hold for all of them, or for none.
  const [one, ...more] = found;
  return one !== undefined && more.every(({ value }) => value === one.value)
    ? one
    : truth('unknown', `${symbol} is defined in several places`);
}

/** Whether the one definition is where it was: in its file, and there in its class and among what is beside it. */
function samePlace(symbol: string, place: string | undefined, before: Lookup, after: Lookup): Truth {
  const [olds, nows] = [before, after].map(look => look.definitionsIn(symbol, place));
  const [old, now] = [olds?.[0], nows?.[0]];
  if (old === undefined || now === undefined) return truth('absent', `${symbol} is not there on both sides`);
  if (olds?.length !== 1 || nows?.length !== 1)
    return truth('unknown', `${symbol} is defined in several places`);
  const [was, is] = [old.module.path, now.module.path];
  if (was === is && (localName(old) !== localName(now) || !isAmongTheSame(old, now)))
    return truth('unknown', `it stands elsewhere in ${is}`);
  return truth(was === is ? 'true' : 'false', `it is in ${was} before and in ${is} after`);
}

/** What is beside it on both sides stands in front of it, or behind it, on both. */
function isAmongTheSame(old: SymbolRef, now: SymbolRef): boolean {
  const [was, is] = [old, now].map(({ module, definition }) =>
    module.index.definitions.filter(({ parent }) => parent === definition.parent).map(({ name }) => name),
  );
  const inFront = (names: readonly string[] = [], others: readonly string[] = []) =>
    names.slice(0, names.indexOf(old.definition.name)).filter(name => others.includes(name));
  return inFront(was, is).sort().join() === inFront(is, was).sort().join();
}

async function sameDefinition(
  symbol: string,
  [first, second]: readonly [SymbolRef, SymbolRef],
  { before, after }: { readonly before: Lookup; readonly after: Lookup },
  what: 'all' | 'value' | 'code',
): Promise<Truth> {
  const [oldFile, newFile] = [await before.open(first.module), await after.open(second.module)];
  if (oldFile === undefined || newFile === undefined) return truth('unknown', `${symbol} cannot be read`);
  const [a, b] = [
    oldFile.range(first.definition.start, first.definition.end),
    newFile.range(second.definition.start, second.definition.end),
  ];
  const places = [after.place(second.module, second.definition.line)];
  if (what === 'code') {
    if (bindsSeveral(first) || bindsSeveral(second) || VALUES.has(second.definition.kind))
      return truth('unknown', `${symbol} is a value, or is bound together with others`, places);
    return sameCode(withoutDocstrings(a, 'definition'), withoutDocstrings(b, 'definition'), places);
  }
  if (isSameCode(a, b)) {
    const isExact = textOf(first, oldFile) === textOf(second, newFile);
    const doubt = doubtWhetherOnly(first, oldFile) ?? doubtWhetherOnly(second, newFile);
    if (isExact && doubt !== undefined) return truth('unknown', doubt, places);
    if (VALUES.has(second.definition.kind) && isWorkedOut(b))
      return truth('unknown', `what ${symbol} is depends on other values`, places);
    if (isExact && [oldFile, newFile].some(file => isGivenMembers(file, first.definition.name)))
      return truth('unknown', `${symbol} is given members elsewhere`, places);
    return truth(
      isExact ? 'true' : 'unknown',
      isExact ? `${symbol} is as before` : `${symbol} has the same code, in other words or layout`,
      places,
    );
  }
  if (bindsSeveral(first) || bindsSeveral(second))
    return truth('unknown', `other names are bound together with ${symbol}`, places);
  if (what === 'value') {
    const isSame = isSameValue([first, second], [oldFile, newFile]);
    return truth(
      isSame === undefined ? 'unknown' : `${isSame}`,
      `the value of ${symbol} is ${isSame ? 'as before' : 'written differently'}`,
      places,
    );
  }
  const isOnlyDocs = isSameCode(withoutDocstrings(a, 'definition'), withoutDocstrings(b, 'definition'));
  return truth(isOnlyDocs ? 'unknown' : 'false', `${symbol} is other than before`, places);
}

/** With the comments behind its last line, and those below it that stand as deep as its body. */
function textOf({ definition: { start, end } }: SymbolRef, { text, source }: PythonFile): string {
  const own = text.text(start, end).trimEnd();
  const lines = text.text(start, source.length).slice(own.length).split('\n');
  const isDeeper = (line: string) => /^\s*$|^[ \t]+#/.test(line);
  const after = lines.slice(1).findIndex(line => !isDeeper(line));
  const below = lines.slice(1, after < 0 ? undefined : after + 1);
  return [own + (lines[0] ?? ''), ...below]
    .map(line => line.trimEnd())
    .join('\n')
    .trimEnd();
}

/** A value that is not written out: `BASE * 2`, `auto()`, `f"{x}"`. */
function isWorkedOut(statement: readonly CodeToken[]): boolean {
  const assign = statement.findIndex(({ op: each }) => each === op.ASSIGN);
  const value = assign < 0 ? [] : statement.slice(assign + 1);
  return value.some(token => isName(token));
}

async function sameSignature(
  symbol: string,
  place: string | undefined,
  what: 'signature' | 'parameters',
  before: Lookup,
  after: Lookup,
): Promise<Truth> {
  const [old, now] = [await findFunction(before, symbol, place), await findFunction(after, symbol, place)];
  if (isTruth(old)) return old;
  if (isTruth(now)) return now;
  // What is gone may leave its last name to something else: `f`, and `A.f` elsewhere.
  const isOther = localName(old.ref) !== localName(now.ref);
  const isElsewhere = old.ref.module.path !== now.ref.module.path;
  const [was, is] = [old, now].map(({ ref: { definition }, file }) => {
    const header = file.range(definition.head, definition.body - 1);
    return { header, ...readSignature(header, (start, end) => file.text.text(start, end)) };
  });
  const places = [after.place(now.ref.module, now.ref.definition.line)];
  if (was === undefined || is === undefined) return truth('unknown', 'it cannot be read');
  // Decorators may say what a function takes, overloads do.
  const decorators = ({ ref: { definition }, file }: FoundDefinition) =>
    file.range(definition.start, definition.head);
  if (isOther)
    return truth(
      'unknown',
      `${symbol} is ${fullName(old.ref)} before and ${fullName(now.ref)} after`,
      places,
    );
  const isOpen =
    old.overloads.length + now.overloads.length > 0 || !isSameCode(decorators(old), decorators(now));
  if (isOpen) return truth('unknown', 'its decorators, or overloads, may say otherwise', places);
  if (isSameCode(was.header, is.header)) return truth('true', 'the header is as before', places);
  const shape = ({ parameters }: typeof was) =>
    parameters.map(({ name, given, value }) => `${name} ${given} ${value === undefined}`).join();
  const parametersOf = ({ header }: typeof was) => header.slice(0, arrowIn(header));
  if (what === 'parameters' && isSameCode(parametersOf(was), parametersOf(is)))
    return truth('true', 'the parameters are as before', places);
  // Types may be spelled in other words, and by who keeps its parameters they and the defaults may be meant or not.
  const isLoose = isElsewhere || shape(was) === shape(is);
  return truth(isLoose ? 'unknown' : 'false', 'the header is other than before', places);
}

/** How many parameters a function has that it had not: of decorators and overloads nothing is known. */
export async function checkNewParameters(
  { symbol, place, count }: NewParametersClaim,
  { before, after }: { readonly before: Lookup; readonly after: Lookup },
): Promise<Truth> {
  const [old, now] = [await findFunction(before, symbol, place), await findFunction(after, symbol, place)];
  if (isTruth(old)) return old;
  if (isTruth(now)) return now;
  const [was = [], is = []] = [old, now].map(({ ref: { definition }, file }) =>
    readSignature(file.range(definition.head, definition.body - 1), (start, end) =>
      file.text.text(start, end),
    ).parameters.map(({ name }) => name),
  );
  const fresh = is.filter(name => !was.includes(name));
  const reason = `${fresh.length} of its parameters are new: ${fresh.join(', ')}`;
  const isOpen = [old, now].some(each => each.isOpen || each.overloads.length > 0);
  const value = fresh.length === count ? 'true' : isOpen ? 'unknown' : 'false';
  return truth(value, reason, [after.place(now.ref.module, now.ref.definition.line)]);
}

/**
 * Whether what is gone and what is new are the same thing: nothing says so but that they have the same code. What is
 * only alike may do another thing: `load` and `save`.
 */
export async function checkRenamed(
  { symbol, to, place, keeps, source = place }: RenamedClaim,
  { before, after }: { readonly before: Lookup; readonly after: Lookup },
): Promise<Truth> {
  const [old, ...olds] = before.definitionsIn(symbol, source === 'somewhere' ? undefined : source);
  const [now, ...nows] = after.definitionsIn(to, place);
  const was = before.definitionsIn(to, place)[0];
  if (old === undefined || now === undefined) return truth('unknown', `${symbol} or ${to} is not there`);
  if (was !== undefined) return truth('unknown', `${to} was there before`);
  if (source !== place && after.definitionsIn(symbol, old.module.path).length > 0)
    return truth('unknown', `${symbol} is still in ${old.module.path}`);
  // Where its name comes to another place, it may be what moved there.
  const last = old.definition.name;
  const home = new Set(before.definitions(last).map(fullName));
  if (last !== now.definition.name && after.definitions(last).some(ref => !home.has(fullName(ref))))
    return truth('unknown', `${last} is defined elsewhere now`);
  const [oldFile, newFile] = [await before.open(old.module), await after.open(now.module)];
  const isOne =
    olds.length + nows.length === 0 &&
    old.definition.kind === now.definition.kind &&
    ownerOf(old) === ownerOf(now);
  if (!isOne || oldFile === undefined || newFile === undefined)
    return truth('unknown', `whether ${to} is ${symbol} is not known`);
  const code = codeOf(old, oldFile);
  // Of several that come and go, another one may be what it was, unless it keeps its name.
  const others =
    old.definition.name === now.definition.name
      ? []
      : [
          ...newOnes(now, old).map(each => codeOf(each, newFile)),
          ...newOnes(old, now).map(each => codeOf(each, oldFile)),
        ];
  const isAlike = codeOf(now, newFile) === code && !others.includes(code);
  const places = [after.place(now.module, now.definition.line)];
  if (isAlike && keeps !== undefined) {
    const [was, is] = [headerOf(oldFile, old, keeps), headerOf(newFile, now, keeps)];
    // Written in another way it may be the same.
    if (was === undefined || is === undefined || !isSameCode(was, is))
      return truth('unknown', `the ${keeps} of ${to} and of ${symbol} are written differently`, places);
  }
  return truth(
    isAlike ? 'true' : 'unknown',
    isAlike ? `${to} is what ${symbol} was` : `${to} is other than ${symbol} was`,
    places,
  );
}

const VALUES: ReadonlySet<string> = new Set(['constant', 'variable', 'attribute']);

/** What else of its kind stands beside it, and does not on the other side. */
function newOnes(ref: SymbolRef, other: SymbolRef): readonly SymbolRef[] {
  const beside = ({ module, definition }: SymbolRef) =>
    module.index.definitions.flatMap((each, index) =>
      each.kind === definition.kind && each.parent === definition.parent
        ? [{ module, index, definition: each }]
        : [],
    );
  const known = new Set(beside(other).map(({ definition }) => definition.name));
  return beside(ref).filter(({ index, definition }) => index !== ref.index && !known.has(definition.name));
}

/** The code of a definition, without its name, docstrings and layout. */
const codeOf = ({ definition: { name, start, end } }: SymbolRef, file: PythonFile): string =>
  withoutDocstrings(file.range(start, end), 'definition')
    .filter(token => !isLayout(token))
    .map(({ text }) => (text === name ? '§' : text))
    .join('\0');

/** The name of the class or function around it, in its module. */
const ownerOf = (ref: SymbolRef): string => localName(ref).split('.').slice(0, -1).join('.');

/** What stands behind the name of a function: with what it gives, or without; `undefined` of what is no function. */
function headerOf(
  file: PythonFile,
  { definition: { kind, start, head, body } }: SymbolRef,
  of: 'signature' | 'parameters',
): readonly CodeToken[] | undefined {
  if ((kind !== 'function' && kind !== 'method') || start !== head) return undefined;
  const header = file.range(head, body - 1);
  const from = header.findIndex(({ op: each }) => each === op.PAREN_OPEN);
  return from < 0 ? undefined : header.slice(from, of === 'signature' ? undefined : arrowIn(header));
}

function arrowIn(header: readonly CodeToken[]): number | undefined {
  const arrow = header.findLastIndex(({ op: each }) => each === op.ARROW);
  return arrow < 0 ? undefined : arrow;
}
