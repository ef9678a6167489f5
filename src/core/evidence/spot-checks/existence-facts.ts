import { fullName, type SymbolRef } from '../../python/index/symbol-table.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout, isName } from '../code/code-tokens.ts';
import { namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { ImportResolver, MODULE_ATTRIBUTES } from '../code/resolve-import.ts';
import { placesOf } from '../code/uses.ts';
import { bindsElsewhere } from '../facts/bound-names.ts';
import { doubtWhetherOnly, doubtWhetherThere } from './certainty.ts';
import { hasWord } from './code-text.ts';
import { setsOn } from './hidden-bindings.ts';
import { isWhole, type Lookup } from './lookup.ts';
import { hasOnlyOwnMembers } from './module-facts.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** `locate_symbol`, run again: whether a name is defined, imported, or neither. */
export async function checkExists(look: Lookup, claim: ClaimOf<'exists'>): Promise<Truth> {
  if (MODULE_ATTRIBUTES.has(claim.symbol)) return truth('unknown', `${claim.symbol} is a name of Python`);
  const found = await find(look, claim);
  const isElsewhere = found.value === 'true' && found.isImported === true;
  if (claim.is === 'there') {
    if (isElsewhere && claim.says === 'defined') return { ...found, value: 'unknown' };
    // Where it lives it is defined, and nowhere else.
    if (isElsewhere && claim.says === 'at home') {
      const home = look.definitions(claim.symbol).some(ref => isWhole(ref, claim.symbol));
      return { ...found, value: home ? 'false' : 'unknown' };
    }
    return claim.times === undefined ? found : checkTimes(look, claim, claim.times, found);
  }
  if (isElsewhere && claim.says === 'at home') return { ...found, value: 'true' };
  // A file, a folder or a module has the name.
  const isModule = look.modulesAt(claim.symbol).length > 0 || look.modulesIn(claim.symbol).length > 0;
  if (claim.place === undefined && (isModule || (await look.isFile(claim.symbol))))
    return { ...found, value: 'unknown', reason: `${claim.symbol} is a file or a module` };
  const isAmbiguous = claim.place !== undefined && look.modulesAt(claim.place).length > 1;
  if (claim.place !== undefined && look.isOnNoSide(claim.place))
    return { ...found, value: 'unknown', reason: `${claim.place} was not found` };
  const isSpecial = /\.__\w+__$/.test(claim.symbol);
  // What a class has from elsewhere stands nowhere in the workspace.
  const [owner] = splitLast(claim.symbol);
  const isMember = owner !== undefined && look.definitions(owner).length > 0;
  if (
    !isSpecial &&
    !isMember &&
    claim.place === undefined &&
    found.value === 'unknown' &&
    (await isNowhere(look, claim.symbol))
  )
    return truth('true', `nothing in the workspace is named ${claim.symbol}`);
  const isInside =
    found.value === 'true' &&
    !look.definitionsIn(claim.symbol, claim.place).some(ref => isWhole(ref, claim.symbol));
  // Of several classes of that name another one may be meant.
  const owners =
    owner === undefined || claim.place !== undefined
      ? []
      : look.definitions(owner).filter(ref => isWhole(ref, owner) && ref.definition.kind === 'class');
  const isOfOne = found.value === 'true' && look.definitions(claim.symbol).length < owners.length;
  if (
    isOfOne ||
    found.value === 'unknown' ||
    isElsewhere ||
    isInside ||
    (found.value === 'true' && isAmbiguous)
  )
    return { ...found, value: 'unknown' };
  return { ...found, value: found.value === 'true' ? 'false' : 'true' };
}

async function find(look: Lookup, claim: ClaimOf<'exists'>): Promise<Truth> {
  const { symbol, place } = claim;
  const refs = look.definitions(symbol);
  const notDefined = claim.says !== 'exists' ? await findNotDefined(look, claim) : undefined;
  if (notDefined !== undefined) return notDefined;
  if (place === undefined) {
    if (refs.length === 0) return truth('unknown', `${symbol} is not defined in the workspace`);
    return certainly(look, symbol, refs, checkKind(look, refs, claim, `${symbol} is defined`));
  }
  const modules = look.modulesAt(place);
  if (modules.length === 0) return look.missingPlace(place);
  const inside = refs.filter(ref => modules.includes(ref.module));
  if (inside.length > 0)
    return certainly(look, symbol, inside, checkKind(look, inside, claim, `${symbol} is defined`));
  const [owner, name = owner ?? ''] = splitLast(symbol);
  if (owner !== undefined && (await mayInherit(look, modules, owner, name)))
    return truth('unknown', `${owner} may have ${name} from elsewhere`);
  return checkMention(look, modules, name, place);
}

/** One of the definitions at least must be there when the module has run. */
async function certainly(
  look: Lookup,
  symbol: string,
  refs: readonly SymbolRef[],
  found: Truth,
): Promise<Truth> {
  let doubt = 'it cannot be read';
  const whole = refs.filter(ref => isWhole(ref, symbol));
  // A name that only an import gives is none of its own.
  if (refs.some(({ definition: { name } }) => name !== splitLast(symbol)[1]))
    return { ...found, value: 'unknown', reason: `${symbol} has another name where it is defined` };
  const [owner] = splitLast(symbol);
  const isOtherwiseBound = refs.some(({ module }) => {
    const { imports, hasStar } = namesOfModule(module.index);
    return hasStar || imports.has(symbol);
  });
  if (whole.length === 0 && isOtherwiseBound)
    return { ...found, value: 'unknown', reason: `${symbol} stands for several things` };
  if (whole.length === 0) {
    // Of several things that have the name within others, or of several owners, which is meant is open.
    const owners = owner === undefined ? [] : look.definitions(owner);
    const inSameModules = owners.filter(each => refs.some(ref => ref.module === each.module));
    const isOneOfSeveral = new Set(refs.map(fullName)).size > 1 || inSameModules.length > 1;
    if (isOneOfSeveral || (owner !== undefined && owners.some(ref => isWhole(ref, owner))))
      return { ...found, value: 'unknown', reason: `${owner ?? symbol} stands for several things` };
  }
  for (const ref of whole.length > 0 ? whole : refs) {
    const file = await look.open(ref.module);
    const why = file === undefined ? doubt : doubtWhetherThere(ref, file);
    if (why === undefined) return found;
    doubt = why;
  }
  return { ...found, value: 'unknown', reason: doubt };
}

/** Code that may define names which stand nowhere. */
const WRITES_GLOBALS = /globals\(\)\[[^\]]*\]\s*=[^=]|globals\(\)\.(?:update|setdefault)|\bexec\(/;

/** Whether no file that can be read has the word at all. */
export async function isNowhere(look: Lookup, symbol: string): Promise<boolean> {
  const [, name] = splitLast(symbol);
  if (look.version.snapshot.skipped.length > 0) return false;
  for (const module of look.version.snapshot.modules.values()) {
    const file = await look.open(module);
    if (file === undefined) return false;
    if (file.mentions(name) && hasWord(file.text.text(0, file.source.length), name)) return false;
  }
  return true;
}

/**
 * That a class does not define a member itself, or a file a name, whatever else may bring it; `undefined` where
 * that is not certain.
 */
async function findNotDefined(
  look: Lookup,
  { symbol, place, mayInherit, isDefinition }: ClaimOf<'exists'>,
): Promise<Truth | undefined> {
  if (look.definitionsIn(symbol, place).length > 0) return undefined;
  const [owner, name] = splitLast(symbol);
  const classes = owner === undefined ? [] : look.definitionsIn(owner, place);
  const [ref, ...others] = classes;
  if (ref?.definition.kind === 'class' && others.length === 0 && owner !== undefined) {
    const file = await look.open(ref.module);
    const { start, end } = ref.definition;
    const written = file?.range(start, end) ?? [];
    // What is given to a call by that name, or is a member of something else, is none of the class.
    const isText =
      file === undefined ||
      written.some(
        ({ text, kind }, i) =>
          // A docstring may speak of what is no more.
          !(kind === STRING && isAlone(written, i)) &&
          (hasWord(text, name) || text.endsWith(`__${name.replace(/^_+/, '')}`)) &&
          (written[i - 1]?.op !== op.DOT || isSetOnSelf(written, i)) &&
          !(written[i + 1]?.op === op.ASSIGN && [op.COMMA, op.PAREN_OPEN].includes(written[i - 1]?.op ?? -1)),
      );
    if (isText || doubtWhetherOnly(ref, file) !== undefined || setsOn(file, [ref.definition.name]))
      return undefined;
    // A decorator may write it.
    if (/^__\w+__$/.test(name) && ref.definition.start < ref.definition.head) return undefined;
    // Somebody may set it from outside of the class.
    if (settingsOf(file, name).some(at => file.tokens.text(at - 2) !== 'self')) return undefined;
    if (await isSetByOthers(look, ref, name)) return undefined;
    if (mayInherit === true && !(await hasOnlyOwnMembers(look, ref, [name]))) return undefined;
    return truth('false', `${owner} does not define ${name}`, [look.place(ref.module, ref.definition.line)]);
  }
  const [module, ...modules] = place === undefined ? [] : look.modulesAt(place);
  if (owner !== undefined || module === undefined || modules.length > 0) return undefined;
  const file = await look.open(module);
  const { imports, otherNames } = module.index;
  const isImported = imports.some(({ names }) =>
    names.some(each => each.name === '*' || (each.alias ?? each.name) === name),
  );
  if (file === undefined || isImported || otherNames.includes(name)) return undefined;
  // `print was removed from m.py` may be said of a call.
  if (isDefinition !== true && placesOf(file, name).length > 0) return undefined;
  if (bindsElsewhere(file, name) || WRITES_GLOBALS.test(file.text.text(0, file.source.length)))
    return undefined;
  return truth('false', `${module.path} does not define ${name}`, [look.place(module, 1)]);
}

/** Where something gets an attribute of that name: `Box.name = …`, as indices of tokens. */
const settingsOf = (file: PythonFile, name: string): readonly number[] =>
  placesOf(file, name).filter(
    at => file.tokens.op(at - 1) === op.DOT && file.tokens.op(at + 1) === op.ASSIGN,
  );

/** Whether another file sets it on the class: `Box.name = …`, `setattr(Box, "name", …)`. */
async function isSetByOthers(
  look: Lookup,
  { module, definition }: SymbolRef,
  name: string,
): Promise<boolean> {
  for (const other of look.version.snapshot.modules.values()) {
    const file = other === module ? undefined : await look.open(other);
    if (file === undefined || !file.mentions(definition.name) || !file.mentions(name)) continue;
    if (file.mentions('setattr') || setsOn(file, [definition.name])) return true;
    if (settingsOf(file, name).length > 0) return true;
  }
  return false;
}

/** A text that is a statement of its own. */
const isAlone = (tokens: readonly CodeToken[], at: number): boolean =>
  [tokens[at - 1], tokens[at + 1]].every(each => each === undefined || isLayout(each));

/** `self.x += 1`, `with f() as self.x:`; what is only called, or read, may be there from elsewhere. */
const isSetOnSelf = (tokens: readonly CodeToken[], at: number): boolean =>
  /^(?:self|cls)$/.test(tokens[at - 2]?.text ?? '') &&
  (op.isAugmented(tokens[at + 1]?.op ?? 0) ||
    [op.ASSIGN, op.COMMA, op.COLON].includes(tokens[at + 1]?.op ?? 0) ||
    [word.AS, word.FOR, word.IN].includes(tokens[at - 3]?.word ?? 0) ||
    tokens[at + 1]?.word === word.IN);

const splitLast = (symbol: string): readonly [string | undefined, string] => {
  const at = symbol.lastIndexOf('.');
  return at < 0 ? [undefined, symbol] : [symbol.slice(0, at), symbol.slice(at + 1)];
};

/** `Class.method` where the file knows the class, and the class may have the member from a base. */
async function mayInherit(
  look: Lookup,
  modules: readonly WorkspaceModule[],
  owner: string,
  member: string,
): Promise<boolean> {
  const classes = look.definitions(owner).filter(ref => modules.includes(ref.module));
  for (const ref of classes) if (!(await hasOnlyOwnMembers(look, ref, [member]))) return true;
  const resolver = new ImportResolver(look.version);
  const first = owner.split('.')[0] ?? owner;
  return classes.length === 0 && modules.some(module => resolver.offers(module, first).kind !== 'no_name');
}

/** Not defined there: imported, used, or really absent. */
async function checkMention(
  look: Lookup,
  modules: readonly WorkspaceModule[],
  name: string,
  place: string,
): Promise<Truth> {
  const resolver = new ImportResolver(look.version);
  for (const module of modules) {
    const offered = resolver.offers(module, name);
    if (offered.kind === 'found') {
      const statement = module.index.imports.find(each =>
        each.names.some(imported => (imported.alias ?? imported.name) === name),
      );
      const places = [look.place(module, statement?.line ?? 1)];
      if (isOnlyBeside(place, module, name))
        return truth('unknown', `${name} is a module beside it, which it does not import`, places);
      return { ...truth('true', `${name} can be imported from it`, places), isImported: true };
    }
    const file = await look.open(module);
    if (offered.kind === 'unknown' || file === undefined)
      return truth('unknown', `what ${module.path} holds is decided when it runs`);
    const use = file.tokens.find(token => token.text === name && isName(token));
    if (use !== undefined)
      return truth('unknown', `${name} is used in ${module.path}, but not defined at its top or in a class`, [
        look.place(module, file.lineOf(use.start)),
      ]);
    if (file.text.text(0, file.source.length).includes(name))
      return truth('unknown', `${name} stands in ${module.path} as text`);
  }
  return truth(
    'false',
    `${place} has no ${name}`,
    modules.map(module => look.place(module, 1)),
  );
}

/** A module of the package can be imported from it, and is no name of its `__init__.py` until somebody does. */
const isOnlyBeside = (place: string, { index }: WorkspaceModule, name: string): boolean =>
  /(?:^|\/)__init__\.pyi?$/.test(place) &&
  index.imports.every(({ names }) =>
    names.every(imported => imported.name !== '*' && (imported.alias ?? imported.name) !== name),
  );

function checkKind(
  look: Lookup,
  refs: readonly SymbolRef[],
  { what, is }: ClaimOf<'exists'>,
  reason: string,
): Truth {
  const places = refs.map(({ module, definition }) => look.place(module, definition.line));
  const kinds = new Set<string>(refs.map(({ definition }) => definition.kind));
  const expected =
    what === undefined ? undefined : ((is === 'absent' ? KINDS_ALONE : KINDS)[what] ?? KINDS[what]);
  if (expected === undefined || expected.some(kind => kinds.has(kind))) return truth('true', reason, places);
  return truth('unknown', `it is a ${[...kinds].join(' or ')}`, places);
}

async function checkTimes(
  look: Lookup,
  { symbol, place, what }: ClaimOf<'exists'>,
  times: number,
  found: Truth,
): Promise<Truth> {
  const isValue = what === 'attribute' || what === 'field' || what === 'variable';
  const refs = look
    .definitions(symbol)
    .filter(({ definition: { kind, role } }) => role !== 'overload' && (isValue || kind !== 'attribute'));
  if (refs.length === 0 || found.value !== 'true') return found;
  const inside = place === undefined ? refs : refs.filter(ref => look.modulesAt(place).includes(ref.module));
  const places = refs.map(({ module, definition }) => look.place(module, definition.line));
  const counted = countedDefinitions(inside, symbol);
  const hasTwins = inside.some(
    ({ definition }) => definition.placement !== 'always' || definition.role !== 'plain',
  );
  // Once in a file may be said of what is only there, however often.
  const mayBeOnly = times === 1 && place !== undefined && inside.length === refs.length;
  if (!counted.includes(times))
    return truth(hasTwins || mayBeOnly ? 'unknown' : 'false', `it is defined ${counted[0]} times`, places);
  if (counted.some(count => count !== times))
    return truth('unknown', `it is defined ${counted.join(' or ')} times`, places);
  return inside.length === refs.length
    ? truth('true', `it is defined ${times === 1 ? 'once' : `${times} times`}`, places)
    : truth('unknown', 'other files define the same name', places);
}

/** How many definitions there are: all of them, those that have the whole name, and stubs as what they are stubs of. */
function countedDefinitions(refs: readonly SymbolRef[], symbol: string): readonly number[] {
  const whole = refs.filter(ref => isWhole(ref, symbol));
  const sources = (all: readonly SymbolRef[], isIn: (ref: SymbolRef) => boolean) =>
    new Set(all.filter(isIn).map(({ module, definition }) => `${module.path}:${definition.start}`)).size;
  const names = new Set(refs.filter(({ module }) => !module.isStub).map(fullName));
  const isNoStub = (ref: SymbolRef) => !ref.module.isStub || !names.has(fullName(ref));
  const sets = whole.length > 0 ? [refs, whole] : [refs];
  return [...new Set(sets.flatMap(all => [sources(all, () => true), sources(all, isNoStub)]))];
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  function: ['function', 'method'],
  method: ['method', 'function', 'property'],
  class: ['class'],
  dataclass: ['class'],
  enum: ['class'],
  property: ['property', 'attribute'],
};

/** Of what is not there any more, or was not there: what is there as another kind says nothing against it. */
const KINDS_ALONE: Readonly<Record<string, readonly string[]>> = {
  method: ['method', 'function'],
  property: ['property'],
};
