import { type Arguments, misfit, takenByStars } from '../code/call-shape.ts';
import { makersOf, outsideNames } from '../code/outside-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { Code } from './code.ts';
import { fits, type Judged, type Known, looksWrong, open, UNKNOWN } from './known.ts';

/** Any mark has any arguments. */
const MARK: Known = {
  kind: 'outside',
  name: 'pytest.mark.any',
  entry: {
    signatures: [{ positional: [], named: [], takesMore: true, takesAnyName: true }],
    gives: undefined,
  },
};
const RAISED = /^builtins\.\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration)$/;
/** Values of these types have the methods that are in the table of outside names. */
const TYPES = /^builtins\.(str|bytes|list|dict|set|frozenset|tuple|int|float)$/;

/** Classes of which objects are made by something else. */
const MADE_OTHERWISE: Readonly<Record<string, string>> = {
  'logging.Logger': 'Logger',
  're.Pattern': 'Pattern',
};
/** What is there without a call. */
const THERE: Readonly<Record<string, string>> = { 'os.environ': 'Environ' };

/** The builtin type that is asked for by this name; `undefined` for other names. */
const builtinType = (name: string): string | undefined => TYPES.exec(name)?.[1];

/** The type of the objects of a class that is not builtin; `date` of an object is no class, though it has such a name. */
function typeOf({ name, entry }: Outside<'outside'>): string | undefined {
  const { gives = '' } = entry;
  const module = name.slice(0, Math.max(0, name.lastIndexOf('.')));
  const isClass = name === `${module}.${gives}` && outsideNames(module)?.get(gives) === entry;
  return isClass ? gives : MADE_OTHERWISE[name];
}

/** What these take by any name is no argument of something else. */
const TAKES_ANY_NAME =
  /^(?:builtins\.dict|dict\.update|str\.format|types\.SimpleNamespace|argparse\.Namespace|collections\.(?:OrderedDict|Counter|defaultdict)|unittest\.mock\.\w*Mock|pytest\.mark\.\w+)$/;

export const isOutside = (name: string): boolean =>
  STANDARD_LIBRARY.has(name.split('.')[0] ?? '') || outsideNames(name) !== undefined;

/** What a module of the standard library has under a name. */
export function outsideMember(module: string, name: string): Known | undefined {
  const entry = outsideNames(module)?.get(name);
  const full = `${module}.${name}`;
  if (entry === undefined) return undefined;
  const type = THERE[full];
  if (type !== undefined) return { kind: 'value', type };
  return outsideNames(full) ? { kind: 'outside module', name: full } : { kind: 'outside', name: full, entry };
}

/** A builtin of that name. */
export function builtin(name: string): Known | undefined {
  const entry = outsideNames('builtins')?.get(name);
  return entry === undefined ? undefined : { kind: 'outside', name: `builtins.${name}`, entry };
}

/** An object of what is outside of the workspace. */
export function objectOf(value: Known): Known {
  const type = value.kind === 'outside' ? (builtinType(value.name) ?? typeOf(value)) : undefined;
  return type === undefined ? UNKNOWN : { kind: 'value', type };
}

/** What makes objects of a type that is not builtin. */
export const makersOutside = (type: string): readonly string[] =>
  type === 'Environ' ? ['environ'] : outsideNames('builtins')?.has(type) ? [] : makersOf(type);

type Outside<Kind extends Known['kind']> = Extract<Known, { kind: Kind }>;

/** `value.name`. */
export function outsideAttribute(
  value: Outside<'outside module' | 'outside' | 'value'>,
  name: string,
  { file }: Code,
): Judged {
  switch (value.kind) {
    case 'outside module': {
      const member = outsideMember(value.name, name);
      if (member !== undefined) return fits(member);
      const full = `${value.name}.${name}`;
      if (outsideNames(full) && imports(file, full)) return fits({ kind: 'outside module', name: full });
      return open(`whether ${value.name} has ${name} is not known`);
    }
    case 'outside': {
      if (value.name === 'pytest.mark') return fits(MARK);
      const own = typeOf(value);
      const ofClass = own === undefined ? undefined : outsideNames(`@${own}`)?.get(name);
      if (ofClass !== undefined) return fits({ kind: 'outside', name: `${own}.${name}`, entry: ofClass });
      const type = builtinType(value.name) ?? own;
      return type !== undefined && outsideNames(`#${type}`)?.has(name)
        ? fits()
        : open(`whether ${value.name} has ${name} is not known`);
    }
    default: {
      const entry = outsideNames(`#${value.type}`)?.get(name);
      if (entry === undefined) return open(`whether ${value.type} has ${name} is not known`);
      return entry.gives !== undefined && entry.signatures.length === 0
        ? fits({ kind: 'value', type: entry.gives })
        : fits({ kind: 'outside', name: `${value.type}.${name}`, entry });
    }
  }
}

/** `value(…)`. */
export function outsideCall({ name, entry }: Outside<'outside'>, given: Arguments): Judged {
  const { signatures, gives } = entry;
  const isRaised = RAISED.test(name) && given.names.length === 0 && signatures.length === 0;
  const isFitting = isRaised || signatures.some(each => misfit(each, given) === undefined);
  if (!isFitting || given.isOpen)
    return signatures.length > 0 && !given.isOpen
      ? looksWrong(`whether ${name} takes these arguments is not known`)
      : open(`whether ${name} takes these arguments is not known`);
  const isTaken = signatures.some(
    each => misfit(each, given) === undefined && takenByStars(each, given) === undefined,
  );
  if (!isRaised && !isTaken && !TAKES_ANY_NAME.test(name))
    return open(`${name} gives on what it takes by name, and whether that fits is not known`);
  const type = gives ?? builtinType(name);
  return fits(type === undefined ? UNKNOWN : { kind: 'value', type });
}

/** `import a.b` at the top of the file. */
const imports = ({ module }: PythonFile, name: string): boolean =>
  module.index.imports.some(
    ({ kind, placement, parent, names }) =>
      kind === 'import' && placement === 'always' && parent === -1 && names.some(each => each.name === name),
  );
