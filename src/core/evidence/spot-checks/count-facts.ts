import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import { assignedOf, basesOf } from '../../python/query/header.ts';
import { lastOf } from '../code/dotted-names.ts';
import { namesBoundBy } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';
import { scopesAround } from '../code/scopes-around.ts';
import type { Facts } from '../invariants/facts.ts';
import { isLiteral } from './code-text.ts';
import { isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import { changesNames } from './hidden-bindings.ts';
import type { Lookup } from './lookup.ts';
import { readSignature } from './read-signature.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** How many classes or functions a file defines, members an enum has, overloads a function. */
export async function checkHoldsCount(
  look: Lookup,
  { owner, sort, count, ends = [] }: ClaimOf<'holds_count'>,
): Promise<Truth> {
  if (sort === 'overload') {
    const refs = look
      .definitionsIn(owner, undefined)
      .filter(({ definition: { role } }) => role === 'overload');
    const places = new Set(
      look
        .definitionsIn(owner, undefined)
        .map(({ module, definition: { parent } }) => `${module.path}:${parent}`),
    );
    if (places.size !== 1)
      return truth(places.size === 0 ? 'absent' : 'unknown', `${owner} is not one function`);
    if (look.definitionsIn(owner, undefined).some(({ definition: { kind } }) => kind === 'class'))
      return truth('unknown', `${owner} is a class, whose methods have overloads`);
    return truth(refs.length === count ? 'true' : 'false', `it has ${refs.length} overloads`);
  }
  if (sort === 'member') return checkMembers(look, owner, count, ends);
  const module = look.oneModule(owner);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined) return truth('absent', `${owner} is not one Python file`);
  const all = module.index.definitions.filter(
    ({ kind, parent, role }) => parent === -1 && kind === sort && role !== 'overload',
  );
  const names = new Set(all.map(({ name }) => name));
  const isMadeOtherwise = module.index.definitions.some(
    each => each.parent === -1 && MADE[sort].test(assignedOf(each, file.text).value ?? ''),
  );
  const isOpen =
    isMadeOtherwise ||
    deletesAtTop(file) ||
    all.some(({ placement }) => placement !== 'always') ||
    changesNames(file) ||
    names.size < all.length;
  // Those inside of others may be counted as well.
  const inner = module.index.definitions.filter(
    ({ kind, role }) => (kind === sort || (sort === 'function' && kind === 'method')) && role !== 'overload',
  );
  const reason = `it defines ${names.size} at its top: ${[...names].slice(0, 10).join(', ')}`;
  const places = [look.place(module, all[0]?.line ?? 1)];
  if (isOpen) return truth('unknown', reason, places);
  // A class within another one may be counted, or not.
  const isNested =
    module.index.definitions.filter(({ kind, role }) => kind === sort && role !== 'overload').length >
    all.length;
  if (names.size === count) return truth(isNested ? 'unknown' : 'true', reason, places);
  return truth(inner.length === count ? 'unknown' : 'false', reason, places);
}

/** `del f` in no function: what was defined is gone when the module has run. */
export function deletesAtTop(file: PythonFile): boolean {
  if (!file.mentions('del ')) return false;
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++)
    if (tokens.word(i) === word.DEL && scopesAround(file, i).length === 0) return true;
  return false;
}

/** One underscore makes no other thing of a member, but some leave it out; `_ignore_` says what is none. */
const UNDERSCORED = /^_(?!_)/;

async function checkMembers(
  look: Lookup,
  owner: string,
  count: number,
  ends: readonly string[],
): Promise<Truth> {
  const [ref, ...others] = look.definitions(owner).filter(({ definition: { kind } }) => kind === 'class');
  const file = ref === undefined || others.length > 0 ? undefined : await look.open(ref.module);
  if (ref === undefined || file === undefined)
    return truth(others.length > 0 ? 'unknown' : 'absent', `${owner} is not one class`);
  const isMade = file
    .range(ref.definition.body, ref.definition.end)
    .some(({ text }) => text === 'locals' || text === 'vars' || text === '__dict__');
  if (isMade) return truth('unknown', `what members ${owner} has is decided when it runs`);
  const isEnum = basesOf(ref.definition, file.text).some(base => /(?:^|\.)(?:Int|Str)?Enum$/.test(base));
  if (!isEnum) return truth('unknown', `${owner} is no enum: which of its attributes are meant is open`);
  const own = ref.module.index.definitions.filter(({ parent }) => parent === ref.index);
  const attributes = own.filter(({ kind, name }) => kind === 'attribute' && !name.startsWith('_'));
  const values = attributes.map(each => memberValue(each, file));
  const members = values.filter(each => each !== null);
  // What has the value of another one is that one, and a function is none.
  const isUnclear =
    members.some(each => each === undefined) ||
    new Set(members.filter(isText)).size < members.filter(isText).length;
  const names = attributes.map(({ name }) => name);
  // `from A to B` may be said of their values.
  const isBetween = ends.length === 0 || (ends[0] === names[0] && ends.at(-1) === names.at(-1));
  const isOpen =
    isUnclear ||
    (members.length === count && !isBetween) ||
    own.some(
      ({ kind, name, placement }) =>
        (kind !== 'attribute' && kind !== 'method') || UNDERSCORED.test(name) || placement !== 'always',
    );
  const reason = `it has ${members.length} members`;
  const places = [look.place(ref.module, ref.definition.line)];
  return truth(isOpen ? 'unknown' : members.length === count ? 'true' : 'false', reason, places);
}

/** How a value may be a function or a class as well. */
export const MADE = {
  function: /^(?:lambda\b|(?:\w+\.)*partial\()/,
  class:
    /^(?:\w+\.)*(?:namedtuple|NamedTuple|TypedDict|make_dataclass|new_class|Enum|IntEnum|NewType|type)\(/,
};

const isText = (value: string | undefined): boolean => value !== 'auto()';

/** `null` of what is no member: it is only declared, or set on objects; `undefined` where the value is not written out. */
function memberValue(definition: Definition, file: PythonFile): string | null | undefined {
  const { value } = assignedOf(definition, file.text);
  const [first] = file.range(definition.head, definition.end);
  if (value === undefined || first?.text === 'self') return null;
  const plain = value.trim().replace(/^(?:enum\.)?auto\(\)$/, 'auto()');
  return plain === 'auto()' || (isLiteral(plain) && !/^-?\d\w*_|^(?:True|False)$|\.0*$/.test(plain))
    ? plain.replaceAll("'", '"')
    : undefined;
}

/** Where a definition begins: at its name, or at its first decorator. */
export async function checkAtLine(look: Lookup, { symbol, place, line }: ClaimOf<'at_line'>): Promise<Truth> {
  const refs = look.definitionsIn(symbol, place);
  const [ref] = refs;
  const file = ref === undefined || refs.length > 1 ? undefined : await look.open(ref.module);
  if (ref === undefined) {
    const module = place === undefined ? undefined : look.oneModule(place);
    const other = module === undefined ? undefined : await look.open(module);
    if (module === undefined || other === undefined || look.definitions(symbol).length !== 1)
      return truth('absent', `no ${symbol} was found`);
    // An import of it may be what stands on that line.
    const said = other.text.text(0, other.source.length).split('\n')[line - 1] ?? '';
    return said.includes(lastOf(symbol))
      ? truth('unknown', `${symbol} stands on line ${line}`, [look.place(module, line)])
      : truth('false', `line ${line} of ${module.path} has no ${symbol}`, [look.place(module, line)]);
  }
  if (file === undefined) return truth('unknown', `${symbol} is defined in several places`);
  const { definition } = ref;
  const from = Math.min(file.lineOf(definition.start), definition.line);
  const to = Math.max(file.lineOf(definition.head), definition.line);
  const reason = `it begins on line ${definition.line}`;
  // Some count from zero, or take a comment in front of it.
  const value =
    line === from || line === definition.line
      ? 'true'
      : from - 1 <= line && line <= to + 1
        ? 'unknown'
        : 'false';
  return truth(value, reason, [look.place(ref.module, definition.line)]);
}

export async function checkMetaclass(
  look: Lookup,
  { symbol, place, name }: ClaimOf<'metaclass'>,
): Promise<Truth> {
  const [ref, ...others] = look
    .definitionsIn(symbol, place)
    .filter(({ definition: { kind } }) => kind === 'class');
  const file = ref === undefined || others.length > 0 ? undefined : await look.open(ref.module);
  if (ref === undefined || file === undefined)
    return truth(ref === undefined ? 'absent' : 'unknown', `${symbol} is not one class`);
  const said = basesOf(ref.definition, file.text)
    .map(base => /^metaclass\s*=\s*([\w.]+)$/.exec(base)?.[1])
    .find(each => each !== undefined);
  const places = [look.place(ref.module, ref.definition.line)];
  const reason = said === undefined ? 'it names no metaclass' : `its metaclass is ${said}`;
  // A base may bring one.
  return truth(
    said !== undefined && (said === name || said.endsWith(`.${name}`)) ? 'true' : 'unknown',
    reason,
    places,
  );
}

export async function checkAllKeywordOnly(
  look: Lookup,
  { symbol, place, isWithoutSelf }: ClaimOf<'all_keyword_only'>,
): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  const { ref, file } = found;
  if (found.isOpen || found.overloads.length > 0)
    return truth('unknown', 'its decorators, or overloads, may say otherwise');
  const header = file.range(ref.definition.head, ref.definition.body - 1);
  const { parameters } = readSignature(header, (start, end) => file.text.text(start, end));
  const isFirst = (name: string, i: number) => i === 0 && (name === 'self' || name === 'cls');
  const own = parameters.filter(({ name }, i) => !isFirst(name, i) && !name.startsWith('*'));
  const other = own.find(({ given }) => given !== 'by_keyword_only');
  const rest = parameters.find(({ name }) => /^\*\w/.test(name));
  const places = [look.place(ref.module, ref.definition.line)];
  if (own.length === 0) return truth('unknown', 'it has no parameters', places);
  if (other === undefined && rest !== undefined)
    return truth('unknown', `${rest.name} takes what is given by position`, places);
  // In a method the first one may be called otherwise.
  const [first] = parameters;
  if (isWithoutSelf && ref.definition.parent !== -1 && !isFirst(first?.name ?? '', 0))
    return truth('unknown', `${first?.name} may stand for self`, places);
  // In a plain function it is one like the others.
  const isSelf = ref.definition.parent === -1 && isFirst(parameters[0]?.name ?? '', 0);
  if (other === undefined && isSelf && isWithoutSelf !== true)
    return truth('unknown', `${parameters[0]?.name} is not keyword-only`, places);
  return other === undefined
    ? truth('true', 'all are keyword-only', places)
    : truth('false', `${other.name} is not keyword-only`, places);
}

const functionsOf = (look: Lookup, place: string): readonly string[] | undefined => {
  const module = look.oneModule(place);
  return module?.index.definitions
    .filter(({ kind, parent }) => parent === -1 && kind === 'function')
    .map(({ name }) => name);
};

type Sides = { readonly before: Lookup; readonly after: Lookup };

/** So many functions of a file are new whose names begin so. */
export function checkNewNamed({ place, prefix, count }: ClaimOf<'new_named'>, sides: Sides): Truth {
  const [old, now] = [functionsOf(sides.before, place) ?? [], functionsOf(sides.after, place)];
  if (now === undefined) return truth('absent', `${place} is not one Python file`);
  const fresh = [...new Set(now)].filter(name => name.startsWith(prefix) && !old.includes(name));
  const reason = `${fresh.length} are new: ${fresh.join(', ')}`;
  // Those in classes, or in others, may be counted as well.
  const inner = sides.after
    .oneModule(place)
    ?.index.definitions.some(({ parent, name }) => parent !== -1 && name.startsWith(prefix));
  if (inner === true) return truth('unknown', reason);
  return truth(fresh.length === count ? 'true' : 'false', reason);
}

/** Nothing that a file defined at its top is gone. */
export function checkNoneLost({ place, sort, of }: ClaimOf<'none_lost'>, sides: Sides, facts: Facts): Truth {
  const isMeant = (name: string) => of === undefined || (of === 'private') === lastOf(name).startsWith('_');
  const modules = [sides.before, sides.after].map(look => look.oneModule(place));
  const [was, is] = modules.map(module => module?.index);
  const [old, now] = [was, is].map(index =>
    index?.definitions
      .filter(({ kind, parent }) => parent === -1 && (sort === undefined || kind === sort))
      .map(({ name }) => name)
      .filter(isMeant),
  );
  const [within, still] = modules.map(module => namesWithin(module, sort));
  if (old === undefined || now === undefined || facts.modules.some(({ code }) => code === 'unreadable'))
    return truth('unknown', `${place} is not one Python file before and after`);
  const lost = old.filter(name => !now.includes(name));
  // What a loop binds is defined as well, and what stands under a condition may not be.
  const isConditional = is?.definitions.some(
    ({ parent, placement, name }) => parent === -1 && placement !== 'always' && old.includes(name),
  );
  if (
    isConditional === true ||
    (sort === undefined && was?.otherNames.some(name => isMeant(name) && !is?.otherNames.includes(name)))
  )
    return truth('unknown', `what ${place} has is decided when it runs`);
  // What has the name in another way may be one all the same.
  const { definitions = [], imports = [], otherNames = [] } = is ?? {};
  const names = new Set([
    ...definitions.map(({ name }) => name),
    ...imports.flatMap(namesBoundBy),
    ...otherNames,
  ]);
  if (lost.some(name => names.has(name) || names.has('*')))
    return truth('unknown', `${lost.join(', ')} is something else`);
  if (lost.length > 0) return truth('false', `${lost.join(', ')} is gone`);
  if (
    facts.versions.changed.some(
      ({ path, after }) => path.endsWith(place) && after !== undefined && deletesAtTop(after),
    )
  )
    return truth('unknown', 'something is deleted there');
  // What stands within others, or is imported, may be meant as well.
  const [inner] = [...(within ?? [])].filter(name => isMeant(name) && still?.has(name) !== true);
  return inner === undefined
    ? truth('true', 'all that was defined there still is')
    : truth('unknown', `${inner} is gone`);
}

/** Also what stands within others; of no certain kind, what is imported as well. */
function namesWithin(
  module: WorkspaceModule | undefined,
  sort: ClaimOf<'none_lost'>['sort'],
): ReadonlySet<string> {
  const { definitions = [], imports = [] } = module?.index ?? {};
  const isMeant = (kind: string) => sort === undefined || (sort === 'class') === (kind === 'class');
  return new Set([
    ...definitions.flatMap(({ kind }, i) => (isMeant(kind) ? [qualifiedName(definitions, i)] : [])),
    ...(sort === undefined ? imports.flatMap(namesBoundBy) : []),
  ]);
}
