import type { SymbolRef } from '../../python/index/symbol-table.ts';
import { NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { lastAssign } from '../code/brackets.ts';
import type { PythonFile } from '../code/python-file.ts';
import { doubtWhetherOnly, isMadeAnew } from './certainty.ts';
import { isSameText } from './code-text.ts';
import { compareTypes } from './compare-types.ts';
import { checksOf, type FoundDefinition, isTruth, noneOf, placesOf, soften } from './found-definition.ts';
import { isSetIn } from './hidden-bindings.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { type Parameter, readSignature } from './read-signature.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';
import { hasOtherTyping } from './typing-names.ts';

/** The one function of that name, or the `__init__` of the one class; else why there is none to look at. */
export async function findFunction(
  look: Lookup,
  symbol: string,
  place: string | undefined,
): Promise<FoundDefinition | Truth> {
  const written = look.definitionsIn(symbol, place);
  const named = written.filter(({ definition: { role } }) => role !== 'overload');
  // What objects keep under the name of a function is not meant by the name alone.
  const isFunction = (each: SymbolRef) => each.definition.kind === 'function' && isWhole(each, symbol);
  const all = named.some(isFunction)
    ? named.filter(each => each.definition.kind !== 'attribute' || isWhole(each, symbol))
    : named;
  const functions = all.filter(({ definition: { kind } }) => kind === 'function' || kind === 'method');
  const classes = all.filter(({ definition: { kind } }) => kind === 'class');
  if (functions.length === 0 && classes.length === 1) {
    const made = await findFunction(look, `${symbol}.__init__`, place);
    const [ref] = classes;
    const file = ref && (await look.open(ref.module));
    const hasMetaclass =
      ref !== undefined &&
      file?.range(ref.definition.head, ref.definition.body).some(({ text }) => text === 'metaclass') === true;
    if (hasMetaclass && !isTruth(made)) return truth('unknown', `a metaclass may say what ${symbol} takes`);
    const isMadeOtherwise = look.definitionsIn(`${symbol}.__new__`, place).length > 0;
    return isMadeOtherwise && !isTruth(made)
      ? truth('unknown', `${symbol} has a __new__ as well, which may take something else`)
      : made;
  }
  const [ref, ...others] = functions;
  // A value may be something that is called.
  const isValue = all.some(
    ({ definition: { kind } }) => kind !== 'class' && kind !== 'function' && kind !== 'method',
  );
  if (ref === undefined && isValue) return truth('unknown', `${symbol} is a value, not a function`);
  if (ref === undefined) return noneOf(`function ${symbol}`, written);
  if (others.length > 0 || classes.length > 0 || all.length > 1 || look.isOtherThan(symbol, place, all))
    return truth('unknown', `${symbol} is defined in several places`);
  return certain(
    look,
    ref,
    await mayOneBeCalled(
      look,
      named.filter(each => !all.includes(each)),
    ),
    written.filter(({ definition: { role } }) => role === 'overload'),
  );
}

/** Whether what objects keep may be a function as well: anything but a literal. */
async function mayOneBeCalled(look: Lookup, attributes: readonly SymbolRef[]): Promise<boolean> {
  for (const { module, definition } of attributes) {
    const written = (await look.open(module))?.range(definition.start, definition.end) ?? [];
    const value = written[lastAssign(written) + 1];
    const isLiteral =
      value !== undefined &&
      (value.kind === NUMBER || value.kind === STRING || /^(?:None|True|False|[[{])$/.test(value.text));
    if (!isLiteral) return true;
  }
  return false;
}

/** By these the parameters of a function, or what it does, are set behind its definition. */
const setsSignatures = (file: PythonFile): boolean =>
  file.mentions('__signature__') ||
  ['__defaults__', '__kwdefaults__', '__code__'].some(each => isSetIn(file, each));

/** The definition with its file, where the name certainly stands for it. */
export async function certain(
  look: Lookup,
  ref: SymbolRef,
  hasOthers: boolean,
  overloads: readonly SymbolRef[] = [],
): Promise<FoundDefinition | Truth> {
  const file = await look.open(ref.module);
  if (file === undefined) return truth('unknown', `${ref.module.path} cannot be read`);
  const isSet = setsSignatures(file) ? `${ref.module.path} sets signatures itself` : undefined;
  const doubt = isSet ?? doubtWhetherOnly(ref, file);
  if (doubt !== undefined) return truth('unknown', doubt, [look.place(ref.module, ref.definition.line)]);
  const isOpen = hasOthers || isMadeAnew(ref, file, look);
  const { parent } = ref.definition;
  const owner = ref.module.index.definitions[parent];
  const isOwnerOpen =
    owner !== undefined && isMadeAnew({ module: ref.module, index: parent, definition: owner }, file, look);
  return { ref, file, isOpen, isOwnerOpen, hasOthers, overloads };
}

export const ofFunction = checksOf(findFunction);

const parametersOf = ({ ref: { definition }, file }: FoundDefinition): readonly Parameter[] =>
  readSignature(file.range(definition.head, definition.body - 1), (start, end) => file.text.text(start, end))
    .parameters;

/** Without what a call of a method does not give. */
function given(found: FoundDefinition): readonly Parameter[] {
  const all = parametersOf(found);
  const { ref, file } = found;
  if (ref.definition.parent === -1) return all;
  const decorators = file.range(ref.definition.start, ref.definition.head);
  // `*args` takes what it is called on, and more.
  const isFirst = all[0]?.name.startsWith('*') === false;
  return isFirst && !decorators.some(({ text }) => text === 'staticmethod') ? all.slice(1) : all;
}

const show = (parameters: readonly Parameter[]): string =>
  `it takes (${parameters.map(({ name, value }) => (value === undefined ? name : `${name}=${value}`)).join(', ')})`;

export const checkParameter = ofFunction<ClaimOf<'parameter'>>((found, claim, look) => {
  const all = given(found);
  const places = placesOf(look, found);
  const reason = show(all);
  const stars = claim.name.startsWith('*');
  const at = all.findIndex(({ name }) => (stars ? name : name.replace(/^\*+/, '')) === claim.name);
  const parameter = all[at];
  if (parameter === undefined) {
    const takesAny =
      claim.isOwn !== true && claim.isRequired !== true && all.some(({ name }) => name.startsWith('**'));
    const isGivenByCall = parametersOf(found).some(({ name }) => name === claim.name);
    if (isGivenByCall || claim.name === 'self' || claim.name === 'cls')
      return truth('unknown', reason, places);
    // `*x` is said of `x`, or of what has other stars.
    const isNearly =
      stars && all.some(({ name }) => name.replace(/^\*+/, '') === claim.name.replace(/^\*+/, ''));
    const isUnknown =
      takesAny || found.isOpen || claim.isPerhaps === true || (isNearly && claim.is === 'absent');
    if (claim.is === 'absent') return truth(isUnknown ? 'unknown' : 'true', reason, places);
    return truth(isUnknown ? 'unknown' : 'false', reason, places);
  }
  if (claim.is === 'absent') {
    const isOptional = parameter.value !== undefined || parameter.name.startsWith('*');
    if (claim.isRequired === true && isOptional)
      return truth(found.isOpen ? 'unknown' : 'true', reason, places);
    return soften(truth(hasNot(parameter, claim.value), reason, places), found);
  }
  const details: (boolean | undefined)[] = [];
  // What collects the rest is neither given by a name nor required, whatever it is called.
  const isSaidOfOne = [claim.value, claim.given, claim.isOptional, claim.isOneOption].some(
    each => each !== undefined,
  );
  if (!stars && parameter.name.startsWith('*') && isSaidOfOne) details.push(undefined);
  else if (claim.value === null) details.push(parameter.value === undefined);
  else if (claim.value !== undefined)
    details.push(parameter.value === undefined ? false : isSameText(parameter.value, claim.value));
  // An overload may leave open what it is.
  if (found.ref.definition.role === 'overload' && parameter.value === '...') details.length = 0;
  if (claim.annotation !== undefined)
    details.push(
      parameter.annotation === undefined
        ? undefined
        : isSameText(parameter.annotation, claim.annotation) ||
            (hasOtherTyping(found.file, parameter.annotation)
              ? undefined
              : compareTypes(parameter.annotation, claim.annotation)),
    );
  if (claim.isOptional === true) details.push(parameter.value !== undefined);
  if (claim.given !== undefined) details.push(isGiven(parameter.given, claim.given));
  // Some count `self`.
  const isMethod = found.ref.definition.parent !== -1;
  if (claim.position !== undefined) details.push(isAt(claim.position, at, isMethod, found.isOwnerOpen));
  details.push(...orderOf(all, at, claim, isMethod));
  if (details.includes(false)) return soften(truth('false', reason, places), found);
  return truth(details.includes(undefined) ? 'unknown' : 'true', reason, places);
});

/** Whether a parameter that is there is without the default that is denied of it. */
function hasNot({ value }: Parameter, denied: string | null | undefined): 'true' | 'false' | 'unknown' {
  if (denied === undefined || denied === null) return 'false';
  const isSame = value === undefined ? false : isSameText(value, denied);
  return isSame === undefined ? 'unknown' : isSame ? 'false' : 'true';
}

/** Whether it stands where it is said to. What collects the rest may be left out of what is the last one. */
function orderOf(
  all: readonly Parameter[],
  at: number,
  { behind, inFrontOf, isFar, isLast }: ClaimOf<'parameter'>,
  isMethod: boolean,
): readonly (boolean | undefined)[] {
  const bare = (i: number) => all[i]?.name.replace(/^\*+/, '');
  const found: (boolean | undefined)[] = [];
  if (isFar === true && (behind ?? inFrontOf) !== undefined) {
    const other = all.findIndex((_, i) => bare(i) === (behind ?? inFrontOf));
    const isSelf = isMethod && /^(?:self|cls)$/.test(behind ?? '');
    const isInOrder = behind === undefined ? at < other : other < at;
    // The last one is said to stand behind the one before it.
    const isBetween = isLast === true && isInOrder && bare(at - 1) !== behind;
    found.push(isSelf ? true : other < 0 || isBetween ? undefined : isInOrder);
  } else if (behind !== undefined)
    found.push(at === 0 && isMethod && /^(?:self|cls)$/.test(behind) ? true : bare(at - 1) === behind);
  if (inFrontOf !== undefined && isFar !== true) found.push(bare(at + 1) === inFrontOf);
  if (isLast === true) {
    const more = all.slice(at + 1);
    found.push(more.length === 0 ? true : more.every(({ name }) => name.startsWith('*')) ? undefined : false);
  }
  return found;
}

/** `undefined` where it depends on whether `self` counts. */
function isAt(position: number, at: number, isMethod: boolean, isOwnerOpen: boolean): boolean | undefined {
  if (at === position) return isOwnerOpen ? undefined : true;
  return isMethod && at + 1 === position ? undefined : false;
}

function isGiven(actual: Parameter['given'], said: NonNullable<ClaimOf<'parameter'>['given']>): boolean {
  if (said === 'by_position') return actual !== 'by_keyword_only';
  if (said === 'by_keyword') return actual !== 'by_position_only';
  return actual === said;
}

export const checkParameters = ofFunction<ClaimOf<'parameters'>>(
  (found, { names, exact, isOrdered }, look) => {
    const all = given(found).map(({ name }) => name);
    const bare = (name: string) => name.replace(/^\*+/, '');
    // What a method is called on is not given; another function may have a parameter of that name.
    const isCalledOn = (name: string) => /^(?:self|cls)$/.test(name) && bare(all[0] ?? '') !== name;
    const asked = names.filter((name, i) => i > 0 || !isCalledOn(name));
    const has = (name: string) =>
      all.some(each => each === name || (!name.startsWith('*') && bare(each) === name));
    const reason = show(given(found));
    const places = placesOf(look, found);
    if (!asked.every(has)) return soften(truth('false', reason, places), found);
    if (!exact) return truth('true', reason, places);
    if (asked.length !== all.length) return soften(truth('false', reason, places), found);
    const isInOrder = asked.every((name, i) => bare(all[i] ?? '') === bare(name));
    // A list may name them in any order, unless it says that this is theirs.
    if (!isInOrder && isOrdered === true) return soften(truth('false', reason, places), found);
    return truth(isInOrder && !found.isOwnerOpen ? 'true' : 'unknown', reason, places);
  },
);

export const checkParameterCount = ofFunction<ClaimOf<'parameter_count'>>(
  (found, { count, self, isPositional, isRequired, isKeyword }, look) => {
    const own = self === 'counted' ? parametersOf(found) : given(found);
    const all = isRequired === true ? own.filter(isNeeded) : own;
    const isMethod = found.ref.definition.parent !== -1;
    const reason = show(own);
    const places = placesOf(look, found);
    if (isKeyword === true) {
      const counts = keywordCounts(all);
      const value = counts.every(each => each === count)
        ? 'true'
        : counts.includes(count)
          ? 'unknown'
          : 'false';
      return soften(truth(value, reason, places), found);
    }
    if (all.length === count) {
      // Those that are given by position alone may be what is counted.
      const isLoose =
        found.isOwnerOpen ||
        all.some(
          ({ name, given: how }) =>
            name.startsWith('*') || (isPositional === true && how === 'by_keyword_only'),
        );
      return truth(isLoose ? 'unknown' : 'true', reason, places);
    }
    // Some count `self`, and some do not count what has stars.
    const mayBeMeant = [
      all.length + (isMethod && self === undefined ? 1 : 0),
      all.filter(({ name }) => !name.startsWith('*')).length,
      ...(isPositional === true
        ? positionalCounts(all).flatMap(each => (isMethod && self === undefined ? [each, each + 1] : [each]))
        : []),
    ];
    return soften(truth(mayBeMeant.includes(count) ? 'unknown' : 'false', reason, places), found);
  },
);

const isNeeded = ({ name, value }: Parameter): boolean => value === undefined && !name.startsWith('*');

/** What may be counted as keywords: all, those with a default, and those that are given by keyword only. */
const keywordCounts = (all: readonly Parameter[]): readonly number[] => [
  all.length,
  all.filter(({ value }) => value !== undefined).length,
  all.filter(({ name, given: how }) => !name.startsWith('*') && how === 'by_keyword_only').length,
];

/** Of those that can be given by position: all, and all that must be given. */
function positionalCounts(all: readonly Parameter[]): readonly number[] {
  const own = all.filter(({ name, given: how }) => !name.startsWith('*') && how !== 'by_keyword_only');
  return [own.length, own.filter(({ value }) => value === undefined).length];
}
