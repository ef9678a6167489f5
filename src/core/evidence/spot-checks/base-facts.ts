import type { SymbolRef } from '../../python/index/symbol-table.ts';
import { basesOf } from '../../python/query/header.ts';
import { lastOf } from '../code/dotted-names.ts';
import { importsBinding } from '../code/import-entries.ts';
import { isPrivate } from '../code/private-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { boundNames, isOpen } from '../facts/bound-names.ts';
import { upTo } from './code-text.ts';
import { compareTypes } from './compare-types.ts';
import { findOne } from './definition-facts.ts';
import { type FoundDefinition, isTruth, placesOf, soften } from './found-definition.ts';
import { certain } from './function-facts.ts';
import { isSetIn } from './hidden-bindings.ts';
import type { Lookup } from './lookup.ts';
import { mayBeStandard } from './standard-bases.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

const isClass = ({ definition }: SymbolRef): boolean => definition.kind === 'class';

/** Bases as the header names them, and what they inherit from as far as that can be read. */
export async function checkBases(
  look: Lookup,
  { symbol, place, names, exact, isDirect, isOrdered, is }: ClaimOf<'bases'>,
): Promise<Truth> {
  const found = await findOne(look, symbol, place, isClass);
  if (isTruth(found)) return found;
  const bases = basesOf(found.ref.definition, found.file.text).filter(base => !KEYWORD.test(base));
  if (bases.some(base => base.startsWith('*')) || isSetIn(found.file, '__bases__'))
    return truth('unknown', `what ${symbol} inherits from is decided when it runs`, placesOf(look, found));
  const reason = bases.length === 0 ? `${symbol} names no base` : `its bases are ${bases.join(', ')}`;
  const places = placesOf(look, found);
  const results = await Promise.all(
    names.map(async name => {
      const result = await inherits(look, found, name);
      if (result !== 'true' && isOtherName(look, lastOf(name))) return 'unknown';
      // Said to be named in the header, what is only behind the bases is not.
      const isElsewhere =
        isDirect === true && result === 'unknown' && isNamedOtherwise(look, found, bases, name);
      return isElsewhere ? 'false' : result;
    }),
  );
  if (is === 'absent') {
    if (results.includes('true'))
      return truth(results.includes('unknown') ? 'unknown' : 'false', reason, places);
    return truth(results.includes('unknown') || found.isOpen ? 'unknown' : 'true', reason, places);
  }
  if (results.includes('false')) return soften(truth('false', reason, places), found);
  if (results.includes('unknown')) return truth('unknown', reason, places);
  // That every class has `object` as a base need not be said.
  const isLoose = bases.filter(base => base !== 'object').length === names.length;
  if (exact && bases.length !== names.length && isLoose) return truth('unknown', reason, places);
  if (exact && bases.length !== names.length) return soften(truth('false', reason, places), found);
  if (isOrdered === true) {
    const at = names.map(name =>
      bases.findIndex(base => lastOf(upTo(base, '[')) === lastOf(upTo(name, '['))),
    );
    if (at.includes(-1)) return truth('unknown', reason, places);
    if (at.some((each, i) => each < (at[i - 1] ?? 0))) return soften(truth('false', reason, places), found);
  }
  return truth('true', reason, places);
}

const KEYWORD = /^\w+\s*=[^=]/;

/** All bases are classes of the workspace, or of Python, of which none is called so: another name may be of the same one. */
const isNamedOtherwise = (
  look: Lookup,
  { ref, file }: FoundDefinition,
  bases: readonly string[],
  wanted: string,
): boolean =>
  bases.every(base => {
    const plain = upTo(base, '[');
    if (!DOTTED.test(plain) || lastOf(plain) === lastOf(wanted)) return false;
    if (isRenamed(file, base.split('.')[0] ?? base)) return false;
    if (isBuiltin(plain, file)) return !OTHER_NAMES.test(plain) && !OTHER_NAMES.test(wanted);
    const target = plain.includes('.') ? undefined : look.version.graph.resolve(ref.module, plain);
    return target?.kind === 'definition' && target.module.index.definitions[target.index]?.kind === 'class';
  });

/** Whether the name is given to something that has another one: `Alias = Base`, `import Base as Alias`. */
const isOtherName = (look: Lookup, name: string): boolean =>
  look.definitions(name).some(ref => !isClass(ref)) ||
  [...look.version.snapshot.modules.values()].some(({ index }) =>
    index.imports.some(({ names }) => names.some(each => each.alias === name && each.name !== name)),
  );

/** `IOError` is `OSError`. */
const OTHER_NAMES = /^(?:IOError|OSError|EnvironmentError|WindowsError|select\.error|socket\.error)$/;

/** What an imported base is called where it comes from. */
function importedAs(file: PythonFile, base: string): string | undefined {
  const [first = '', ...more] = base.split('.');
  const [entry, ...others] = importsBinding(file, first);
  if (entry === undefined || others.length > 0 || isRenamedHere(file, first)) return undefined;
  return [entry.target, ...more].join('.');
}

/** Whether a class has a base of that name; one behind its bases may be meant. */
async function inherits(
  look: Lookup,
  { ref, file }: FoundDefinition,
  wanted: string,
  seen: readonly string[] = [],
): Promise<'true' | 'false' | 'unknown'> {
  const bases = basesOf(ref.definition, file.text).filter(base => !KEYWORD.test(base));
  if (wanted.includes('[')) {
    const isWritten = bases.some(base => compareTypes(base, wanted) === true);
    return isWritten
      ? 'true'
      : (await inherits(look, { ref, file } as FoundDefinition, upTo(wanted, '['), seen)) === 'false'
        ? 'false'
        : 'unknown';
  }
  const plain = bases.map(base => upTo(base, '[')).filter(base => DOTTED.test(base));
  if (plain.includes(wanted) || (!wanted.includes('.') && plain.some(base => lastOf(base) === wanted)))
    return 'true';
  if (wanted === 'object') return 'unknown';
  if (plain.length < bases.length || plain.some(base => lastOf(base) === lastOf(wanted))) return 'unknown';
  let result: 'false' | 'unknown' = 'false';
  for (const base of plain) {
    const standard = isBuiltin(base, file) ? base : (importedAs(file, base) ?? '');
    const isStandard = mayBeStandard(standard, lastOf(wanted));
    if (isStandard !== undefined) {
      if (isStandard) result = 'unknown';
      continue;
    }
    const target = look.version.graph.resolve(ref.module, base.split('.')[0] ?? base);
    const isPlainName = !base.includes('.') && target?.kind === 'definition';
    const definition = isPlainName ? target.module.index.definitions[target.index] : undefined;
    const name = isPlainName ? `${target.module.path}:${definition?.name}` : '';
    if (!isPlainName || definition?.kind !== 'class' || seen.includes(name)) {
      result = 'unknown';
      continue;
    }
    const up = await certain(look, { module: target.module, index: target.index, definition }, false);
    const above = isTruth(up) || up.isOpen ? 'unknown' : await inherits(look, up, wanted, [...seen, name]);
    // What it is called there, or what is behind it, may be what is meant.
    if (above !== 'false' || definition.name === lastOf(wanted)) result = 'unknown';
  }
  return result;
}

/** Whether a base that is written in the workspace defines the name; where none is seen to, another may. */
export async function checkOverrides(
  look: Lookup,
  { symbol, place, name }: ClaimOf<'overrides'>,
): Promise<Truth> {
  const found = await findOne(look, symbol, place, isClass);
  if (isTruth(found)) return found;
  // What begins with two underscores has another name in each class.
  if (isPrivate(name)) return truth('unknown', `${name} is a name of ${symbol} alone`);
  const above = await findAbove(look, found, name);
  return above === undefined
    ? truth('unknown', `no base of ${symbol} is seen to define ${name}`, placesOf(look, found))
    : truth('true', `${above} defines ${name} as well`, placesOf(look, found));
}

/** The class behind a base of it that defines the name. */
async function findAbove(
  look: Lookup,
  { ref, file }: Pick<FoundDefinition, 'ref' | 'file'>,
  name: string,
  depth = 0,
): Promise<string | undefined> {
  if (depth > MOST_ABOVE) return undefined;
  for (const base of basesOf(ref.definition, file.text).map(each => upTo(each, '['))) {
    const target = /^\w+$/.test(base) ? look.version.graph.resolve(ref.module, base) : undefined;
    if (target?.kind !== 'definition') continue;
    const { module, index } = target;
    const definition = module.index.definitions[index];
    if (definition?.kind !== 'class') continue;
    if (module.index.definitions.some(each => each.parent === index && each.name === name))
      return definition.name;
    const opened = await look.open(module);
    const up = { module, index, definition };
    const above = opened && (await findAbove(look, { ref: up, file: opened }, name, depth + 1));
    if (above !== undefined) return above;
  }
  return undefined;
}

const MOST_ABOVE = 5;

const DOTTED = /^[\w.]+$/;

/** Nothing in the file has the name of what Python brings. */
const isBuiltin = (name: string, file: PythonFile): boolean =>
  !name.includes('.') && !boundNames(file).has(name) && !isOpen(file);

/** The name is given to something else in the file. */
const isRenamedHere = ({ module }: PythonFile, name: string): boolean =>
  module.index.definitions.some(each => each.name === name && each.parent === -1);

export const isRenamed = ({ module }: PythonFile, name: string): boolean =>
  module.index.definitions.some(
    each => each.name === name && (each.kind === 'constant' || each.kind === 'variable'),
  ) || module.index.imports.some(({ names }) => names.some(({ alias }) => alias === name));
