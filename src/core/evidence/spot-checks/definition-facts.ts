import type { SymbolRef } from '../../python/index/symbol-table.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { exportedNames } from '../../python/query/exported-names.ts';
import { assignedOf, basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { lastOf } from '../code/dotted-names.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import { isRenamed } from './base-facts.ts';
import { isDeclaredOnly, ownTokens } from './body-facts.ts';
import { isCertainlyBound, mayBeBound } from './certainty.ts';
import type { Sort } from './claim-kinds.ts';
import { isSameText, upTo } from './code-text.ts';
import { checksOf, type FoundDefinition, noneOf, placesOf } from './found-definition.ts';
import { certain } from './function-facts.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { compareValues } from './said-directions.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { isChangedElsewhere, isChangedInPlace, isSetElsewhere } from './written-values.ts';

/** The one definition of that name which is always there, or why there is none to look at. */
export async function findOne(
  look: Lookup,
  symbol: string,
  place: string | undefined,
  isWanted: (ref: SymbolRef) => boolean = () => true,
): Promise<FoundDefinition | Truth> {
  const all = look.definitionsIn(symbol, place);
  const wanted = all.filter(isWanted);
  const refs = wanted.filter(({ definition: { role } }) => !ACCESSORS.has(role) && role !== 'overload');
  const [ref, ...others] = refs;
  if (ref === undefined) return noneOf(symbol, wanted);
  if (others.length > 0 || look.isOtherThan(symbol, place, refs))
    return truth('unknown', `${symbol} is defined in several places`);
  // Something of another kind may be meant, where none of them has the whole name.
  if (wanted.length < all.length && !isWhole(ref, symbol))
    return truth('unknown', `several things are named ${symbol}`);
  return certain(look, ref, refs.length < wanted.length);
}

const ACCESSORS: ReadonlySet<string> = new Set(['setter', 'deleter']);

export const ofDefinition = checksOf(findOne);

const IMPLICIT: ReadonlySet<string> = new Set(['__new__', '__init_subclass__', '__class_getitem__']);
const METHODS: ReadonlySet<Sort> = new Set(['method', 'instance method', 'staticmethod', 'classmethod']);

const LITERAL = /^(?:-?\d|[rbuf]{0,2}['"]|[[{(]|None$|True$|False$)/;

/** `lambda: 1`, `property(f)`, `namedtuple("P", "x y")`; another name may be of a function. */
const MAKES_OTHER =
  /^(?:lambda\b|[A-Za-z_][\w.]*$|(?:\w+\.){0,9}(?:property|cached_property|type|\w*Enum|\w*Flag|namedtuple|NamedTuple|TypedDict|NewType|TypeVar|ParamSpec|new_class|make_dataclass|partial|partialmethod|staticmethod|classmethod|itemgetter|attrgetter|methodcaller|wraps|contextmanager|lru_cache|cache)\()/;

export const checkSort = ofDefinition<ClaimOf<'sort'>>((found, { sort, is, at, isCoroutine }, look) => {
  const sorts = sortsOf(found);
  const places = placesOf(look, found);
  if (isDecoratedLikeBuiltin(found))
    return truth('unknown', 'it has a decorator that is only called like one of Python', places);
  const reason = `it is ${[...sorts].filter(each => each !== 'instance method' || sort === each).join(', ')}`;
  // Python makes these class methods or static ones by itself.
  if (IMPLICIT.has(found.ref.definition.name) && METHODS.has(sort)) return truth('unknown', reason, places);
  // What is assigned may be anything, where it is no literal: `x = staticmethod(f)`.
  if (sorts.has('constant') && sort !== 'constant' && sort !== 'property') {
    const { value } = assignedOf(found.ref.definition, found.file.text);
    if (value === undefined || !LITERAL.test(value)) return truth('unknown', reason, places);
  }
  // What is called, or is a class, is no constant for everybody.
  if (sorts.has('constant') && sort === 'constant' && is === 'there') {
    const { value = '' } = assignedOf(found.ref.definition, found.file.text);
    if (MAKES_OTHER.test(value)) return truth('unknown', reason, places);
  }
  const isMadeOtherwise = sorts.has('decorated') && (!sorts.has(sort) || sort === 'instance method');
  if (isMadeOtherwise && sort !== 'class') return truth('unknown', reason, places);
  // Methods are called functions as well, and properties attributes.
  const isLoose =
    (sort === 'function' && sorts.has('method')) ||
    (sort === 'property' && sorts.has('constant')) ||
    (sort === 'constant' && sorts.has('property'));
  if (isLoose) return truth('unknown', reason, places);
  // An async generator is no coroutine, and what is kept once it is made is no plain property.
  const isCached = sort === 'property' && decoratorsOf(found).includes('cached_property');
  const isAsyncGenerator =
    isCoroutine === true && sorts.has('async') && ownTokens(found).some(token => token.word === word.YIELD);
  if (isCached || isAsyncGenerator) return truth('unknown', reason, places);
  if (sorts.has(sort) && at !== undefined && at !== placeOf(found))
    return truth('unknown', `${reason}, but not of the ${at}`, places);
  return truth(sorts.has(sort) === (is === 'there') ? 'true' : 'false', reason, places);
});

/** What a method sets belongs to objects, not to their class. */
export function placeOf({
  ref: { definition },
  file,
}: Pick<FoundDefinition, 'ref' | 'file'>): 'module' | 'class' | 'object' {
  if (definition.parent === -1) return 'module';
  return file.range(definition.head, definition.end)[0]?.text === 'self' ? 'object' : 'class';
}

/** Whether a method sets it on objects: the one that is said, or any. */
export const checkSetIn = ofDefinition<ClaimOf<'set_in'>>((found, { symbol, method }, look) => {
  const { definition, module } = found.ref;
  const places = placesOf(look, found);
  const isIn = module.index.definitions.some(
    ({ name, parent, start, end }) =>
      name === method && parent === definition.parent && start <= definition.head && definition.head < end,
  );
  // `self.x: int` only declares it.
  const isGiven = found.file.range(definition.head, definition.end).some(token => op.assigns(token.op));
  const isSet = placeOf(found) === 'object' && isGiven && (method === undefined || isIn);
  // It may be set in several places, and by what is called.
  return truth(isSet ? 'true' : 'unknown', `${symbol} is ${isSet ? '' : 'not seen to be '}set there`, places);
});

/** Everything that a definition is. */
export function sortsOf({
  ref: { definition },
  file,
}: Pick<FoundDefinition, 'ref' | 'file'>): ReadonlySet<Sort | 'decorated'> {
  const { kind, head } = definition;
  const sorts = new Set<Sort | 'decorated'>();
  if (kind === 'class') return new Set(['class']);
  if (kind === 'constant' || kind === 'variable' || kind === 'attribute') return new Set(['constant']);
  const names = decoratorsOf({ ref: { definition }, file });
  if (file.range(head, definition.body)[0]?.text === 'async') sorts.add('async');
  for (const name of names) {
    if (/^(?:cached_)?property$|^abstractproperty$|^setter$|^getter$/.test(name)) sorts.add('property');
    else if (name === 'staticmethod' || name === 'classmethod') sorts.add(name);
    else sorts.add('decorated');
  }
  if (kind === 'property') sorts.add('property');
  if (sorts.has('property')) return sorts;
  sorts.add(definition.parent === -1 ? 'function' : 'method');
  if (definition.parent !== -1 && !sorts.has('staticmethod') && !sorts.has('classmethod'))
    sorts.add('instance method');
  return sorts;
}

/** `@own.property`, or `@property` where the file has something else of that name. */
const isDecoratedLikeBuiltin = ({ ref: { definition }, file }: FoundDefinition): boolean =>
  readDecorators(file.range(definition.start, definition.head)).some(decorator => {
    const path = decorator.map(({ text }) => text).join('');
    const last = lastOf(path);
    if (/^(?:setter|getter|deleter)$/.test(last)) return path !== `${definition.name}.${last}`;
    if (!OF_PYTHON.test(last)) return false;
    return path === last ? definesItself(file, last) : !PYTHONS.test(path);
  });

const OF_PYTHON = /^(?:property|cached_property|abstractproperty|staticmethod|classmethod)$/;
const PYTHONS = /^(?:builtins|functools|abc|enum|types|django\.utils\.functional)\./;

const definesItself = ({ module: { index } }: PythonFile, name: string): boolean =>
  index.definitions.some(each => each.name === name && each.parent === -1) ||
  index.imports.some(
    ({ module, names }) =>
      !/^(?:functools|abc|enum|builtins|django\.utils\.functional|werkzeug\.utils|cached_property)$/.test(
        module,
      ) && names.some(each => (each.alias ?? each.name) === name),
  );

/** The last name of each. */
const decoratorsOf = ({
  ref,
  file,
}: {
  readonly ref: Pick<SymbolRef, 'definition'>;
  readonly file: PythonFile;
}) =>
  readDecorators(file.range(ref.definition.start, ref.definition.head)).map(
    decorator => decorator.filter(isName).at(-1)?.text ?? '',
  );

export const checkDecorator = ofDefinition<ClaimOf<'decorator'>>((found, { name }, look) => {
  const { definition } = found.ref;
  const written = readDecorators(found.file.range(definition.start, definition.head)).map(decorator =>
    decorator.map(({ text }) => text).join(''),
  );
  const places = placesOf(look, found);
  const reason =
    written.length === 0
      ? 'it has no decorator'
      : `it is decorated with ${written.map(each => `@${each}`).join(', ')}`;
  const { kind } = definition;
  if (kind !== 'class' && kind !== 'function' && kind !== 'method' && kind !== 'property')
    return truth('unknown', 'it is neither a function nor a class', places);
  // Of a property with a setter, or beside overloads, another one may be meant.
  const isOther = found.hasOthers;
  if (name === null)
    return truth(isOther ? 'unknown' : written.length === 0 ? 'true' : 'false', reason, places);
  const said = upTo(name, '(');
  const named = written.map(decorator => upTo(decorator, '('));
  const isArguments = name.includes('(');
  const squeezed = name.replaceAll(' ', '');
  const isWritten = (each: string) => each === squeezed || each.endsWith(`.${squeezed}`);
  if (isArguments ? written.some(isWritten) : named.includes(said)) return truth('true', reason, places);
  const targets = readDecorators(found.file.range(definition.start, definition.head)).map(decorator =>
    decoratorTarget(decorator, found.file, look.version.graph),
  );
  if (
    !isArguments &&
    (targets.includes(said) || (!said.includes('.') && named.some(each => lastOf(each) === said)))
  )
    return truth('true', reason, places);
  // Under another name, or by another path, it may be the same one; what says so otherwise is abstract as well.
  const mayBe =
    isOther ||
    written.some(each => each.startsWith('(')) ||
    (lastOf(said) === 'abstractmethod' && isAbstract(found)) ||
    named.some((each, i) => lastOf(each) === lastOf(said) || lastOf(targets[i] ?? '') === lastOf(said)) ||
    named.some(each => isRenamed(found.file, each.split('.')[0] ?? each));
  return truth(mayBe ? 'unknown' : 'false', reason, places);
});

/** Without a decorator: it has no body, or one that only says that it is to be written elsewhere. */
function isAbstract(found: FoundDefinition): boolean {
  const { definition, module } = found.ref;
  const owner = module.index.definitions[definition.parent];
  const isProtocol =
    owner !== undefined && basesOf(owner, found.file.text).some(base => /Protocol/.test(base));
  return isProtocol || isDeclaredOnly(ownTokens(found));
}

/** What a definition is assigned, where no other file assigns it or changes what it holds. */
export async function checkValue(look: Lookup, claim: ClaimOf<'value'>): Promise<Truth> {
  const found = await checkAssigned(look, claim);
  const [ref] = look.definitionsIn(claim.symbol, claim.place);
  if (ref === undefined || (found.value !== 'true' && found.value !== 'false')) return found;
  const isList = /^it is [[{]/.test(found.reason);
  const isOpen = (await isSetElsewhere(look, ref)) || (isList && (await isChangedElsewhere(look, ref)));
  return isOpen ? { ...found, value: 'unknown' } : found;
}

const checkAssigned = ofDefinition<ClaimOf<'value'>>((found, { symbol, value, is, than }, look) => {
  const { definition } = found.ref;
  const places = placesOf(look, found);
  if (definition.kind !== 'constant' && definition.kind !== 'variable' && definition.kind !== 'attribute')
    return truth('unknown', `${symbol} is no value`, places);
  const { value: actual } = assignedOf(definition, found.file.text);
  const around = found.ref.module.index.definitions[definition.parent];
  if (around?.kind === 'class' && hasOwnMetaclass(found.file.range(around.head, around.body)))
    return truth('unknown', `a metaclass may say what ${symbol} is`, places);
  if (actual === undefined || isOneOfSeveral(definition, found))
    return truth('unknown', `${symbol} is given no value`, places);
  const reason = `it is ${actual}`;
  if (than !== undefined) {
    const order = found.isOwnerOpen ? Number.NaN : compareValues(actual, value);
    if (Number.isNaN(order)) return truth('unknown', reason, places);
    return truth((than === 'less' ? order < 0 : order > 0) ? 'true' : 'false', reason, places);
  }
  const owner = symbol.slice(0, symbol.lastIndexOf('.') + 1);
  // In the class itself its members have no owner.
  const own = owner !== '' && value.startsWith(owner) ? value.slice(owner.length) : value;
  const same = isSameText(actual, own);
  // A decorator that is not known may give the class other members than are written.
  const isChanged = /^[[{]/.test(actual) && isChangedInPlace(found.file, definition.name);
  if (same === undefined || isChanged || found.isOwnerOpen) return truth('unknown', reason, places);
  return truth(same === (is === 'there') ? 'true' : 'false', reason, places);
});

/** A metaclass of the project may write other members than the class does. */
const hasOwnMetaclass = (header: readonly CodeToken[]): boolean =>
  header.some(
    ({ text }, i) =>
      text === 'metaclass' &&
      !PLAIN_METACLASS.test(
        header
          .slice(i + 2, i + 5)
          .map(each => each.text)
          .join(''),
      ),
  );

const PLAIN_METACLASS = /^(?:(?:abc\.)?ABCMeta|(?:enum\.)?Enum(?:Meta|Type)|type)\b/;

/** `a, b = 1, 2`: which of the values it is given is not read. */
function isOneOfSeveral({ head, end }: SymbolRef['definition'], { file }: FoundDefinition): boolean {
  const tokens = file.range(head, end);
  const assign = tokens.findIndex(({ op: each }) => each === op.ASSIGN);
  return (
    tokens
      .slice(0, assign)
      .some(({ op: each }) => each === op.COMMA || each === op.BRACKET_OPEN || each === op.STAR) &&
    tokens[1]?.op !== op.COLON
  );
}

export async function checkLines(look: Lookup, { place, count }: ClaimOf<'lines'>): Promise<Truth> {
  const module = look.oneModule(place);
  if (module === undefined) return truth('absent', `${place} is not one Python file`);
  const { lineCount } = module.index;
  return truth(
    lineCount === count ? 'true' : Math.abs(lineCount - count) === 1 ? 'unknown' : 'false',
    `it has ${lineCount} lines`,
    [look.place(module, 1)],
  );
}

export async function checkFile(look: Lookup, { place, is }: ClaimOf<'file'>): Promise<Truth> {
  const modules = look.modulesAt(place);
  const [module] = modules;
  const isSkipped = look.version.snapshot.skipped.some(({ file }) => file.endsWith(place));
  if (modules.length > 1 || isSkipped || !/\.pyi?$/.test(place))
    return truth('unknown', `${place} is not one Python file`);
  if (module === undefined) {
    if (look.isSpelledOtherwise(place)) return truth('unknown', `a file is called nearly like ${place}`);
    return truth(is === 'absent' ? 'true' : 'false', `there is no file ${place}`);
  }
  return truth(is === 'there' ? 'true' : 'false', `${module.path} is there`, [look.place(module, 1)]);
}

/** Where another module of the workspace defines the name, that it certainly does. */
async function isBoundAtHome(
  look: Lookup,
  module: SymbolRef['module'],
  name: string,
  isOfStar: boolean,
): Promise<boolean> {
  const target = look.version.graph.resolve(module, name);
  if (target?.kind !== 'definition' || target.module === module) return !isOfStar;
  const home = await look.open(target.module);
  const definition = target.module.index.definitions[target.index];
  return home !== undefined && definition !== undefined && isCertainlyBound(home, definition.name);
}

export async function checkOffers(
  look: Lookup,
  { module: name, names, is, isExport }: ClaimOf<'offers'>,
): Promise<Truth> {
  const module = look.oneModule(name);
  const file = module === undefined ? undefined : await look.open(module);
  if (module === undefined || file === undefined)
    return truth('absent', `${name} is not one module of the workspace`);
  const resolver = new ImportResolver(look.version);
  const places = [look.place(module, 1)];
  const { definitions, imports, hasStar } = namesOfModule(module.index);
  const results: string[] = [];
  for (const each of names) {
    const { kind } = resolver.offers(module, each);
    // What a star brings is decided in another module.
    const isOfStar = hasStar && !imports.has(each) && !definitions.has(each);
    const isSure =
      kind === 'found'
        ? (isOfStar || isCertainlyBound(file, each)) && (await isBoundAtHome(look, module, each, isOfStar))
        : !isOfStar && !mayBeBound(file, each);
    results.push(isSure ? kind : 'unknown');
  }
  const missing = names.filter((_, i) => results[i] === 'no_name');
  if (results.includes('unknown'))
    return truth('unknown', `what ${module.path} offers is decided when it runs`, places);
  // What can be imported from it need not be said to be exported by it.
  const exported =
    isExport === true && is === 'absent' ? new Set(exportedNames(module, look.version.graph)) : undefined;
  if (exported !== undefined && missing.length < names.length && !names.some(each => exported.has(each)))
    return truth('unknown', `whether ${names.join(', ')} is exported is a matter of words`, places);
  if (is === 'absent')
    return truth(
      missing.length === names.length ? 'true' : 'false',
      `${module.path} has ${missing.length === 0 ? names.join(', ') : `no ${missing.join(', ')}`}`,
      places,
    );
  if (missing.length > 0) return truth('false', `${module.path} has no ${missing.join(', ')}`, places);
  const listed = isExport === true ? module.index.exports?.names : undefined;
  // Without a list what begins with an underscore is hardly exported.
  const isExported = (each: string) => listed?.includes(each) ?? !each.startsWith('_');
  if (isExport === true && !names.every(isExported))
    return truth(
      'unknown',
      `whether ${module.path} exports ${names.join(', ')} is a matter of words`,
      places,
    );
  return truth('true', `${names.join(', ')} can be imported from ${module.path}`, places);
}
