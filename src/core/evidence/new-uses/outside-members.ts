import { type Arguments, misfit, takenByStars } from '../code/call-shape.ts';
import { outsideNames } from '../code/outside-names.ts';
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

/** Of these the table says what a call gives, and an annotation promises the same. */
const OTHER_TYPES: Readonly<Record<string, string>> = { 'pathlib.Path': 'Path', 'logging.Logger': 'Logger' };

/** The builtin type that is asked for by this name; `undefined` for other names. */
const builtinType = (name: string): string | undefined => TYPES.exec(name)?.[1];

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
  return outsideNames(full) ? { kind: 'outside module', name: full } : { kind: 'outside', name: full, entry };
}

/** A builtin of that name. */
export function builtin(name: string): Known | undefined {
  const entry = outsideNames('builtins')?.get(name);
  return entry === undefined ? undefined : { kind: 'outside', name: `builtins.${name}`, entry };
}

/** An object of what is outside of the workspace. */
export function objectOf(value: Known): Known {
  const type = value.kind === 'outside' ? (builtinType(value.name) ?? OTHER_TYPES[value.name]) : undefined;
  return type === undefined ? UNKNOWN : { kind: 'value', type };
}

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
      const type = builtinType(value.name);
      return type !== undefined && outsideNames(`#${type}`)?.has(name)
        ? fits()
        : open(`whether ${value.name} has ${name} is not known`);
    }
    default: {
      const entry = outsideNames(`#${value.type}`)?.get(name);
      return entry === undefined
        ? open(`whether ${value.type} has ${name} is not known`)
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
