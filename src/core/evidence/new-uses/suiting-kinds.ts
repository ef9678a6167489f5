import { canBeAsked, isOutsideClass } from './asked-classes.ts';
import { CHANGEABLE, isWithoutHash } from './hashable.ts';
import type { InModule, Known } from './known.ts';
import { isEnum, isSeriesBase, suitsItself, suitsOfType } from './outside-kinds.ts';
import type { Need, PickyNeed } from './statement-needs.ts';
import type { UseReader } from './use-reader.ts';

/** Members that an object must have for a statement. */
const MEMBERS: { readonly [need in Need]?: readonly string[] } = {
  entered: ['__enter__', '__exit__'],
  'entered later': ['__aenter__', '__aexit__'],
  looped: ['__iter__'],
  'looped later': ['__aiter__'],
  awaited: ['__await__'],
};

export type OfClass = Extract<Known, { kind: 'class' | 'instance' | 'super' }>;

export const isOfErrors = (need: Need): boolean => need === 'raised' || need === 'caught' || need === 'cause';

export const isPicky = (need: Need): need is PickyNeed => PICKY.has(need);
const PICKY: ReadonlySet<string> = new Set<PickyNeed>([
  'classes',
  'classes above',
  'class',
  'key',
  'awaitable',
]);
export const areClasses = (need: Need): boolean => need === 'classes' || need === 'classes above';
/** All that stands in a tuple must suit. */
export const isOfSeveral = (need: Need): boolean => need === 'caught' || need === 'key' || areClasses(need);

/** Of what is known: an object or class of the workspace is looked at with its bases. */
export async function knownSuits(reader: UseReader, value: Known, need: Need): Promise<boolean> {
  if (isPicky(need)) return knownSuitsCall(reader, value, need);
  switch (value.kind) {
    case 'value':
      return suitsOfType(value.type, need);
    case 'outside':
      return suitsItself(value.name, need);
    case 'class': {
      const { outside: bases, above } = await reader.classes.of(value);
      if (isOfErrors(need)) return above === 'exceptions' || bases.some(base => suitsItself(base, need));
      return need === 'looped' && bases.some(isEnum);
    }
    case 'instance': {
      const { outside: bases, above } = await reader.classes.of(value);
      const isError = above === 'exceptions' || bases.some(base => suitsItself(base, need));
      if (isOfErrors(need)) return need !== 'caught' && isError;
      // A base from outside may bring it.
      return above === 'unknown' || hasMembers(reader, value, need);
    }
    case 'function':
      return isKept(reader, value);
    case 'module':
    case 'outside module':
    case 'super':
      return false;
    default:
      return true;
  }
}

/** The same for what a call is picky about. */
async function knownSuitsCall(reader: UseReader, value: Known, need: PickyNeed): Promise<boolean> {
  if (value.kind === 'function' && (await isKept(reader, value))) return true;
  if (need === 'key') {
    if (value.kind === 'value') return !CHANGEABLE.test(value.type);
    return value.kind !== 'instance' || !(await isWithoutHash(reader, value));
  }
  if (need === 'awaitable')
    return value.kind === 'instance' && (await reader.classes.member(value, '__await__')).verdict === 'fits';
  if (value.kind === 'class') return need === 'class' || canBeAsked(reader, value, need === 'classes above');
  return value.kind === 'outside' && isOutsideClass(value.name);
}

/** What a decorator makes a value of, as `cached_property` does, is not called. */
export async function isKept(reader: UseReader, value: InModule): Promise<boolean> {
  const file = await reader.openFile(value.module);
  const definition = value.module.index.definitions[value.index];
  if (file === undefined || definition === undefined) return false;
  return reader.decoratorsOf(file, definition).some(each => /property$/i.test(each ?? ''));
}

/** A member of an enum is an object of its class. */
export async function enumMemberSuits(
  reader: UseReader,
  member: OfClass,
  bases: readonly string[],
  need: Need,
): Promise<boolean> {
  if (isOfErrors(need)) return false;
  if (isPicky(need)) return need === 'key';
  if (need === 'looped' && bases.some(isSeriesBase)) return true;
  return hasMembers(reader, member, need);
}

async function hasMembers(reader: UseReader, value: OfClass, need: Need): Promise<boolean> {
  for (const each of MEMBERS[need] ?? [])
    if ((await reader.classes.member(value, each)).verdict !== 'fits') return false;
  return true;
}
