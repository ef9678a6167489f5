import type { ApiChange } from '../../../generated/contracts.ts';
import { once } from '../../kernel/once.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { codeKey } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { namesBoundBy } from '../code/import-entries.ts';
import { isInFunction } from '../code/import-time.ts';
import { definitionsNamed, namesOfModule } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { liesElsewhere } from '../code/same-module.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { boundNames, boundNamesBetween, eachLine, makesNames } from './bound-names.ts';
import { compareHeaders } from './header-differences.ts';

type Change = Omit<ApiChange, 'claimed'>;

/**
 * Why a person may not call it a change of the public API; `undefined` where nothing speaks against it. What the
 * analysis does not model is a doubt: bases, `__getattr__`, conditions, aliases, other decorators.
 */
export function doubtAboutApi(
  change: Change,
  versions: TwoVersions,
  replaced: ReadonlySet<string>,
  made: ReadonlySet<string>,
): string | undefined {
  const module = versions.changedAt(change.place.file);
  if (module === undefined) return 'its file is not one that changes';
  if (change.change !== 'added' && module.after !== undefined && makesNames(module.after))
    return 'what names its module has is decided when it runs';
  if (module.after === undefined && findsOtherwise(versions))
    return 'where modules are found is decided when it runs';
  if (isReplacedByOther(module, versions)) return 'another file has the name of its module';
  if (made.has(module.path)) return 'something else may make its module now';
  if (isStubOfOther(module, versions))
    return 'it is in a stub, and what counts when the program runs is the module beside it';
  const name = localName(change, module);
  if (replaced.has(lastOf(name))) return 'another module gives it that name';
  return (
    doubtAboutPlace(name, module) ??
    doubtAboutExport(name, module, change) ??
    doubtAboutValue(change) ??
    (name.includes('.') ? doubtAboutMember(name, module, change) : doubtAboutTop(name, module, change)) ??
    (change.change === 'changed' ? doubtAboutDifference(name, module, change) : undefined)
  );
}

/** The change says in another way which modules there are. */
const findsOtherwise = ({ changed }: TwoVersions): boolean =>
  changed.some(({ before, after }) =>
    ['sys.modules', 'sys.path', 'meta_path', 'path_hooks', '__path__'].some(
      each => after?.mentions(each) === true && before?.mentions(each) !== true,
    ),
  );

/** A module that became a package, lies in another folder of sources, or is compiled now. */
function isReplacedByOther(module: ChangedModule, versions: TwoVersions): boolean {
  const { path, before, after } = module;
  const own = (before ?? after)?.module;
  if (own === undefined || (before !== undefined && after !== undefined)) return false;
  if (liesElsewhere(module, versions)) return true;
  const stem = path.replace(/(?:\/__init__)?\.pyi?$/, '');
  return [...versions.changedPaths].some(
    each => each !== path && (each.startsWith(`${stem}.`) || each.startsWith(`${stem}/`)),
  );
}

/** A stub of a module of the workspace, beside it or in a folder of stubs: when the program runs, only that module counts. */
export function isStubOfOther(
  { path }: { readonly path: string },
  { after: { snapshot } }: TwoVersions,
): boolean {
  if (!path.endsWith('.pyi')) return false;
  const parts = path.slice(0, -1).split('/');
  return parts.some((_, i) => snapshot.modules.has(parts.slice(i).join('/')));
}

/** Without `__all__`, what the module defines is public by its name. */
function doubtAboutExport(
  name: string,
  { before, after }: ChangedModule,
  { kind, change }: Change,
): string | undefined {
  if (kind !== 'export' || before === undefined || name.startsWith('_')) return undefined;
  if (change === 'removed' && after !== undefined) {
    const { definitions, imports } = namesOfModule(after.module.index);
    const isBound = definitions.has(name) || imports.has(name);
    const isSaid = after.module.index.exports?.isComplete === true && !setsExportsInFunction(after);
    return isBound && !isSaid ? 'it is still there, and no __all__ says that it is not public' : undefined;
  }
  if (change !== 'added') return undefined;
  const { exports } = before.module.index;
  return exports === undefined && namesOfModule(before.module.index).definitions.has(name)
    ? 'it was public before there was an __all__'
    : undefined;
}

/** A decorator may add what it decorates: `__all__.append(f.__name__)`. */
function setsExportsInFunction(file: PythonFile): boolean {
  const { tokens } = file;
  for (let i = 0; i < tokens.length; i++)
    if (tokens.text(i) === '__all__' && isInFunction(file, tokens.start(i))) return true;
  return false;
}

/** Of a file of values each has one, so that nothing else need be looked at. */
const doubtAboutValue = ({ change, kind }: Change): string | undefined =>
  change === 'changed' && VALUES.has(kind) ? 'another value may mean the same to its users' : undefined;

const VALUES: ReadonlySet<string> = new Set(['constant', 'variable', 'attribute', 'type']);

function localName({ name }: Change, { before, after }: ChangedModule): string {
  return name.slice(`${(after ?? before)?.module.name}.`.length);
}

/** Files that offer nothing to others, though their names have no underscore. */
const NO_LIBRARY =
  /(?:^|\/)(?:docs?|examples?|samples?|demos?|scripts?|tools|bin|ci|dev|hack|e2e|benchmarks?|bench|migrations|alembic|vendor|_?vendored|third_party|typings)\/|(?:^|\/)(?:setup|conf|conftest|noxfile|toxfile|tasks|fabfile|dodo|duties|conanfile|locustfile|versioneer|hatch_build|manage|__main__)\.py$/;

const IDENTIFIER = /^[\p{L}_][\p{L}\p{N}_]*$/u;

function doubtAboutPlace(name: string, module: ChangedModule): string | undefined {
  const { doubt, exported } = placeOf(module);
  if (doubt !== undefined || exported === undefined) return doubt;
  return exported.some(names => names.has(topOf(name))) ? undefined : 'it is not in __all__';
}

interface Place {
  readonly doubt: string | undefined;
  /** What `__all__` names on each side, where one has it. */
  readonly exported: readonly ReadonlySet<string>[] | undefined;
}

/** Asked for each of its names, and the same for all. */
const placeOf = once(readPlace);

function readPlace({ path, before, after }: ChangedModule): Place {
  const indices = [before, after].flatMap(file => (file === undefined ? [] : [file.module.index]));
  const hasExports = indices.some(({ exports }) => exports !== undefined);
  const segments = (after ?? before)?.module.segments ?? [];
  return {
    doubt: doubtAboutPath(path, segments),
    exported: hasExports ? indices.map(index => namesOfModule(index).exported) : undefined,
  };
}

function doubtAboutPath(path: string, segments: readonly string[]): string | undefined {
  const isDotted = path.slice(path.lastIndexOf('/') + 1).split('.').length > 2;
  if (NO_LIBRARY.test(path) || isDotted) return `${path} may offer nothing to others`;
  if (segments.some(segment => !IDENTIFIER.test(segment))) return `${path} cannot be imported by its name`;
  if (segments.some(segment => segment.startsWith('_') && !segment.startsWith('__')))
    return 'its module is private';
  return undefined;
}

function topOf(name: string): string {
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

/** Names that say what the interpreter or the installation offers, and values that only types are made of. */
const GUARD = /^(?:HAS|HAVE|IS|USE|WITH|CAN)_\w+$|^(?:PY|WIN|MAC|LINUX)\w*$|^__\w+__$|^(?:has|have|is)_\w+$/;
const HELPER_VALUE = /(?:TypeVar|ParamSpec|TypeVarTuple|NewType|getLogger|get_logger|lazy_import)\(/;

/** `del name`, or `del other, name`. */
function isDeleted({ tokens }: PythonFile, name: string): boolean {
  let isDeleting = false;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i) < NAME) isDeleting = false;
    else if (tokens.word(i) === word.DEL) isDeleting = true;
    else if (isDeleting && tokens.text(i) === name) return true;
  }
  return false;
}

function doubtAboutTop(name: string, module: ChangedModule, change: Change): string | undefined {
  const { before, after } = module;
  const isValue = change.kind === 'constant' || change.kind === 'variable' || change.kind === 'type';
  if (change.kind === 'import') return 'it is only imported there';
  if (isValue && GUARD.test(name)) return 'it may only say what is installed';
  if (HELPER_VALUE.test(`${change.before ?? ''} ${change.after ?? ''}`))
    return 'it may be a helper of the module';
  for (const file of [before, after]) {
    const index = file?.module.index;
    if (index === undefined) continue;
    const names = namesOfModule(index);
    const own = definitionsNamed(index, name);
    if (own.some(each => index.definitions[each]?.placement !== 'always'))
      return 'it is defined under a condition';
    if (names.others.has(name) || (names.imports.has(name) && own.length > 0))
      return 'it is bound in several ways';
    if (change.change !== 'changed' && names.hasStar) return 'an import of * may bring it';
    if (names.definitions.has('__getattr__') || names.imports.has('__getattr__'))
      return '__getattr__ of the module may offer it';
    if (file?.mentions('case ') && boundNames(file).has(name) && own.length === 0)
      return 'a pattern may bind it';
    if (file?.mentions('globals()')) return 'globals() may hold it';
    if (file?.mentions('del ') && isDeleted(file, name)) return 'it is deleted there';
  }
  return undefined;
}

function doubtAboutMember(name: string, module: ChangedModule, change: Change): string | undefined {
  const member = lastOf(name);
  if (/^__\w+__$/.test(member) && (member !== '__init__' || change.change !== 'changed'))
    return `every class has ${member} or does without it`;
  if (change.kind === 'attribute' && /\bself\./.test(`${change.before ?? ''} ${change.after ?? ''}`))
    return 'it is set by a method';
  const around = name.slice(0, name.lastIndexOf('.'));
  for (const file of [module.before, module.after]) {
    if (file === undefined) continue;
    if (file.mentions('setattr')) return 'setattr may bring it';
    const { definitions } = file.module.index;
    const named = definitionsNamed(file.module.index, around);
    const owner = named.map(i => definitions[i]).find(each => each?.kind === 'class');
    if (owner === undefined) return `${around} is not one class`;
    if (change.change !== 'changed' && !basesOf(owner, file.text).every(base => base === 'object'))
      return `a base of ${around} may have it`;
    if (owner.placement !== 'always' || (change.change !== 'changed' && owner.start !== owner.head))
      return `${around} is defined under a condition, or decorated`;
    const own = (each: string) => definitionsNamed(file.module.index, `${around}.${each}`);
    if (DECIDING.some(each => own(each).length > 0)) return `${around} decides when it runs what it has`;
    if (own(member).some(each => definitions[each]?.placement !== 'always'))
      return 'it is defined under a condition';
    if (own(member).length === 0 && file.once(boundInClasses).get(owner)?.has(member) === true)
      return `an import, a loop or the like in ${around} may bind it`;
  }
  return undefined;
}

/** What lines of classes bind that are in nothing else inside of them: a loop, a context, a pattern, an import. */
function boundInClasses(file: PythonFile): ReadonlyMap<Definition, ReadonlySet<string>> {
  const { definitions, imports } = file.module.index;
  const bound = new Map<Definition, Set<string>>();
  const add = (owner: Definition | undefined, names: readonly string[]) => {
    if (owner?.kind !== 'class') return;
    const known = bound.get(owner) ?? new Set();
    bound.set(owner, known);
    for (const name of names) known.add(name);
  };
  for (const statement of imports) add(definitions[statement.parent], namesBoundBy(statement));
  const around: Definition[] = [];
  let next = 0;
  eachLine(file.tokens, (from, to) => {
    const start = file.tokens.start(from);
    for (let each = definitions[next]; each !== undefined && each.start <= start; each = definitions[++next])
      if (SCOPES.has(each.kind)) around.push(each);
    while ((around.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= start) around.pop();
    const owner = around.at(-1);
    if (owner?.kind === 'class' && start >= owner.body) add(owner, boundNamesBetween(file.tokens, from, to));
  });
  return bound;
}

const SCOPES: ReadonlySet<string> = new Set(['class', 'function', 'method', 'property']);

/** What makes a class have what is not written in it. */
const DECIDING = ['__getattr__', '__getattribute__', '__slots__'];

/** Clear are a parameter, a default or a builtin type that differs in the header of one and the same function. */
function doubtAboutDifference(
  name: string,
  { before, after }: ChangedModule,
  change: Change,
): string | undefined {
  if (change.kind === 'export') return undefined;
  const [old, now] = [only(before, name), only(after, name)];
  if (before === undefined || after === undefined || old === undefined || now === undefined)
    return 'it is defined elsewhere, or in several ways';
  if (old.kind !== now.kind) return `a ${old.kind} became a ${now.kind}`;
  if (old.kind === 'class') return doubtAboutClass(old, before, now, after);
  const decorators = (file: PythonFile, { start, head }: Definition) =>
    readDecorators(file.range(start, head)).map(codeKey).join('\u0002');
  if (decorators(before, old) !== decorators(after, now)) return 'its decorators differ';
  return compareHeaders(
    before.range(old.head, old.body - 1),
    after.range(now.head, now.body - 1),
    old.kind !== 'function',
    type =>
      [before, after].some(
        file => namesOfModule(file.module.index).hasStar || file.once(boundNames).has(type),
      ),
  );
}

function only(file: PythonFile | undefined, name: string): Definition | undefined {
  if (file === undefined) return undefined;
  const [first, ...twins] = definitionsNamed(file.module.index, name);
  return first === undefined || twins.length > 0 ? undefined : file.module.index.definitions[first];
}

/** Only that a base is gone, and nothing came in its place, is clear. */
function doubtAboutClass(
  old: Definition,
  before: PythonFile,
  now: Definition,
  after: PythonFile,
): string | undefined {
  const [had, has] = [basesOf(old, before.text), basesOf(now, after.text)];
  const gone = had.filter(
    base => !has.includes(base) && base !== 'object' && !/[=[]|Generic|Protocol/.test(base),
  );
  const isClear =
    gone.length > 0 &&
    has.every(base => had.includes(base)) &&
    old.start === old.head &&
    now.start === now.head;
  return isClear ? undefined : 'other bases may bring the same';
}
