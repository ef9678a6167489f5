import type { ApiChange, CallerCheck } from '../../../generated/contracts.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { basesOf } from '../../python/query/header.ts';
import { readDecorators } from '../code/api-surface.ts';
import { misfit, type Parameters, readArguments, readParameters, takesAllOf } from '../code/call-shape.ts';
import { callOf } from '../code/decorators.ts';
import { rootOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import type { Binding, Importers } from '../code/importers.ts';
import { kindOfCall } from '../code/kind-of-call.ts';
import { MethodSearch } from '../code/method-search.ts';
import { definitionsNamed } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { mayFailThere } from '../code/surroundings.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { isBinding, membersAt, namesIn, pathsIn, placesOf, type Use } from '../code/uses.ts';
import { isUnevaluated } from './annotations-only-read.ts';
import { bindsElsewhere, isBoundByImportsOnly, isOpen, makesNames } from './bound-names.ts';
import {
  className,
  functionsNamed,
  hadLine,
  hasOtherResult,
  isAmbiguous,
  isMadeByInit,
  lineAt,
  misplaced,
  type Signature,
} from './caller-sources.ts';
import { HiddenByStars } from './hidden-by-stars.ts';
import { isReplaced } from './replaced-names.ts';

type Change = Omit<ApiChange, 'claimed'>;

/** The line is with it: a file that the change does not touch is not among its files. */
export type CallerFact = CallerCheck & { readonly text: string };

/**
 * Where names that are gone, or called differently, are still used after the change. Followed through imports
 * and re-exports; attributes of objects are listed where the class is imported, and not decided.
 */
export async function checkCallers(
  versions: TwoVersions,
  changes: readonly Change[],
  importers: () => Importers,
  pause: () => Promise<void>,
): Promise<{ readonly callers: readonly CallerFact[]; readonly gaps: readonly string[] }> {
  const found: CallerFact[] = [];
  const after = new ImportResolver(versions.after);
  const stars = new HiddenByStars(versions.after);
  const search = new MethodSearch(versions, changes.filter(({ kind }) => kind === 'method').length);
  for (const change of changes) {
    await pause();
    const module = versions.changedAt(change.place.file);
    if (module?.after === undefined || change.kind === 'export' || change.kind === 'import') continue;
    found.push(
      ...(await new Callers({
        versions,
        module,
        change,
        importers: importers(),
        search,
        after,
        stars,
      }).check()),
    );
  }
  const unique = new Map(found.map(each => [`${each.name} ${each.place.file}:${each.place.line}`, each]));
  const callers = [...unique.values()].sort(
    (a, b) =>
      compareTexts(a.place.file, b.place.file) || a.place.line - b.place.line || compareTexts(a.name, b.name),
  );
  return { callers, gaps: search.gaps };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

class Callers {
  readonly #versions: TwoVersions;
  readonly #module: ChangedModule;
  readonly #change: Change;
  readonly #importers: Importers;
  readonly #search: MethodSearch;
  readonly #resolver: ImportResolver;
  readonly #stars: HiddenByStars;

  constructor(question: {
    readonly versions: TwoVersions;
    readonly module: ChangedModule;
    readonly change: Change;
    readonly importers: Importers;
    readonly search: MethodSearch;
    readonly after: ImportResolver;
    readonly stars: HiddenByStars;
  }) {
    this.#versions = question.versions;
    this.#module = question.module;
    this.#change = question.change;
    this.#importers = question.importers;
    this.#search = question.search;
    this.#resolver = question.after;
    this.#stars = question.stars;
  }

  async check(): Promise<readonly CallerFact[]> {
    const name = this.#localName();
    const [top = '', member, ...deeper] = name.split('.');
    const { change, kind } = this.#change;
    if (change === 'removed' && member === undefined) return this.#usesOfGone(top);
    if (change === 'changed' && kind === 'function') return this.#calls(top, top);
    if (member === undefined || deeper.length > 0) return [];
    if (change === 'changed' && member === '__init__') return this.#calls(top, name);
    if (change === 'added' || change === 'moved' || /^__\w+__$/.test(member)) return [];
    return kind === 'method' ? this.#methodCalls(name) : this.#attributeUses(top, member);
  }

  #localName(): string {
    const { before, after } = this.#module;
    const prefix = `${(after ?? before)?.module.name}.`;
    return this.#change.name.slice(prefix.length);
  }

  /** A top-level name that is gone: imports of it are reported elsewhere, `module.name` and `*` here. */
  async #usesOfGone(name: string): Promise<readonly CallerFact[]> {
    const bindings = this.#importers
      .reach(this.#afterModule(), name)
      .filter(({ brings, statement }) => brings.kind === 'module' || statement.names[0]?.name === '*');
    const uses = await this.#usesOf(bindings);
    const own = namesIn(this.#after(), name);
    const isBoundAgain = own.some(use => isBinding(use));
    const reason = `${this.#change.name} is no longer there`;
    // A loop, a pattern or `global` may bind it now, or what the module imports or runs.
    const isOffered =
      makesNames(this.#after()) || this.#resolver.offers(this.#afterModule(), name).kind !== 'no_name';
    return [
      ...uses.map(use => this.#verdict(use, isOffered ? 'not_checkable' : 'broken', reason)),
      ...own
        .filter(use => !isBinding(use))
        .map(use => this.#verdict(use, isBoundAgain ? 'not_checkable' : 'broken', reason)),
    ];
  }

  /** Calls of a function, or of a class whose `__init__` is other than before. */
  async #calls(name: string, signatureOf: string): Promise<readonly CallerFact[]> {
    const bindings = this.#importers.reach(this.#afterModule(), name);
    const uses = [...(await this.#usesOf(bindings)), ...namesIn(this.#after(), name)];
    const signature = this.#signature(signatureOf);
    return uses.flatMap(use => {
      const open = use.at + 1;
      const isCall = use.file.tokens.op(open) === op.PAREN_OPEN;
      if (!isCall || isBinding(use)) return [];
      return [this.#judge(use, open, signature)];
    });
  }

  #judge(use: Use, open: number, signature: Signature | string): CallerFact {
    if (typeof signature === 'string') return this.#verdict(use, 'not_checkable', signature);
    const given = readArguments(use.file.tokens.brackets(open), 0);
    const problem = misfit(signature.parameters, given);
    if (problem !== undefined) return this.#verdict(use, 'broken', problem);
    if (given.isOpen && signature.isWider && !this.#isAdapted(use)) return this.#verdict(use, 'fits', WIDER);
    if (given.isOpen) return this.#verdict(use, 'not_checkable', 'arguments are given by * or **');
    const moved = misplaced(signature, given.positional);
    if (moved !== undefined && !this.#isAdapted(use)) return this.#verdict(use, 'not_checkable', moved);
    if (signature.resultChanged)
      return this.#verdict(use, 'not_checkable', 'the arguments fit, but the result is declared differently');
    return this.#verdict(use, 'fits', 'the arguments fit the new signature');
  }

  /** The line is not as it was before the change. */
  #isAdapted({ file, at }: Use): boolean {
    const changed = this.#versions.changedAt(file.module.path);
    if (changed === undefined) return false;
    return changed.before === undefined || !hadLine(changed.before, file, file.tokens.start(at));
  }

  /**
   * Calls of a method, followed through annotations and constructor calls. Of one that is gone they are looked
   * for before the change, in files that it does not touch.
   */
  async #methodCalls(name: string): Promise<readonly CallerFact[]> {
    const isGone = this.#change.change === 'removed';
    const side = isGone ? 'before' : 'after';
    const target = this.#module[side]?.module;
    if (target === undefined) return [];
    const { definitions } = target.index;
    const index = definitionsNamed(target.index, name).find(
      i => definitions[i]?.kind === 'method' && definitions[i].role === 'plain',
    );
    if (index === undefined) return [];
    const callers = await this.#search.callersOf(
      side,
      { module: target, index },
      className(name),
      this.#importers,
    );
    const signature = isGone ? '' : this.#signature(name);
    const found: CallerFact[] = [];
    for (const { module, lines, certainty } of callers) {
      if (isGone && this.#versions.changedPaths.has(module.path)) continue;
      const file = await this.#versions.open(module, 'after');
      const uses = file === undefined ? [] : membersAt(file, lines, name);
      for (const use of uses) {
        const isOpen = certainty === 'possible' || isAmbiguous(use, uses, className(name));
        const isWider = typeof signature === 'object' && signature.isWider && !this.#isAdapted(use);
        if (isOpen && isWider) found.push(this.#verdict(use, 'fits', WIDER));
        else if (isOpen)
          found.push(this.#verdict(use, 'not_checkable', `whether this is ${name} depends on the object`));
        else if (isGone) found.push(this.#goneMember(use, name));
        else found.push(this.#judge(use, use.at + 1, signature));
      }
    }
    return found;
  }

  /** A member that is gone from its class, which may still have it from a base. */
  #goneMember(use: Use, name: string): CallerFact {
    const { index } = this.#after().module;
    const owner = definitionsNamed(index, className(name))
      .map(i => index.definitions[i])
      .find(each => each?.kind === 'class');
    const why = `${this.#change.name} is no longer there`;
    const isAlone =
      owner !== undefined &&
      owner.start === owner.head &&
      basesOf(owner, this.#after().text).every(base => base === 'object') &&
      !this.#after()
        .range(owner.body, owner.end)
        .some(({ text }) => MAKING.test(text));
    if (isAlone) return this.#verdict(use, 'broken', why);
    return this.#verdict(use, 'not_checkable', `${why}, but a base or a decorator may bring it`);
  }

  /** Uses of a member through objects: their types are not followed. */
  async #attributeUses(className: string, member: string): Promise<readonly CallerFact[]> {
    const bindings = this.#importers.reach(this.#afterModule(), className);
    const files = new Map<string, PythonFile>([[this.#module.path, this.#after()]]);
    for (const { module } of bindings) {
      const file = await this.#versions.open(module, 'after');
      if (file !== undefined) files.set(module.path, file);
    }
    const reason = `whether this is ${className}.${member} depends on the object`;
    return [...files.values()].flatMap(file =>
      placesOf(file, member)
        .filter(at => file.tokens.op(at - 1) === op.DOT)
        .map(at => this.#verdict({ file, at }, 'not_checkable', reason)),
    );
  }

  async #usesOf(bindings: readonly Binding[]): Promise<readonly Use[]> {
    const uses: Use[] = [];
    for (const { module, bound, brings } of bindings) {
      const file = await this.#versions.open(module, 'after');
      if (file === undefined) continue;
      if (brings.kind === 'name') uses.push(...namesIn(file, bound).filter(use => !isBinding(use)));
      else uses.push(...pathsIn(file, [...bound.split('.'), brings.name]));
    }
    return uses;
  }

  /** What the changed name takes now, or why that is unknown. */
  #signature(name: string): Signature | string {
    const now = functionsNamed(this.#after(), name);
    const old = this.#module.before === undefined ? [] : functionsNamed(this.#module.before, name);
    const [definition, ...twins] = now.filter(({ role }) => role !== 'overload');
    const isBoundAnew = definitionsNamed(this.#afterModule().index, name).length > now.length;
    if (definition === undefined || twins.length > 0 || isBoundAnew) return 'it is defined in several ways';
    const file = this.#after();
    const decorators = readDecorators(file.range(definition.start, definition.head));
    const call = callOf(decorators, file, this.#versions.after.graph);
    if (call === undefined) return 'a decorator may change how it is called';
    if (name.endsWith('.__init__') && !isMadeByInit(file, definition.parent))
      return 'its class may be made in another way';
    const isCalledWithSelf = definition.parent !== -1 && call !== 'static';
    const [was, ...others] = old;
    const parameters = parametersOf(file, definition, isCalledWithSelf);
    const oldFile = others.length > 0 ? undefined : this.#module.before;
    const before = was && oldFile && parametersOf(oldFile, was, isCalledWithSelf);
    const isSameKind = was && oldFile && kindOfCall(oldFile, was) === kindOfCall(file, definition);
    const resultChanged = old.some(each => hasOtherResult(this.#module.before, each, file, definition));
    return {
      parameters,
      positionalBefore: before?.positional.map(each => each.name) ?? [],
      isWider:
        isSameKind === true && !resultChanged && before !== undefined && takesAllOf(parameters, before),
      resultChanged,
    };
  }

  /** Broken is only what is certainly meant, and certainly run, as it is written. */
  #verdict(use: Use, found: CallerCheck['verdict'], why: string): CallerFact {
    const { file, at } = use;
    const doubt = found === 'broken' ? this.#doubtAbout(use) : undefined;
    const verdict = doubt === undefined ? found : 'not_checkable';
    const reason = doubt === undefined ? why : `${why}, but ${doubt}`;
    return {
      name: this.#change.name,
      verdict,
      reason,
      outside: !this.#versions.changedPaths.has(file.module.path),
      place: placeIn(file, file.tokens.start(at), 'after'),
      text: lineAt(file, file.tokens.start(at)),
    };
  }

  #doubtAbout(use: Use): string | undefined {
    const { file, at } = use;
    const name = file.tokens.text(at);
    if (file.tokens.op(at - 1) !== op.DOT && bindsElsewhere(file, name))
      return `${name} may be something else there`;
    const isOwn = file.module.path === this.#module.path;
    const imported = readImports(file).filter(({ bound }) => bound === name).length;
    const boundTo = imported + definitionsNamed(file.module.index, name).length;
    if (file.tokens.op(at - 1) !== op.DOT && boundTo > 1 && !isOwn)
      return `${name} is bound in several ways there`;
    if (DEFAULTS.some(each => this.#after().mentions(each) || file.mentions(each)))
      return 'its defaults are set by their name';
    const { segments } = this.#afterModule();
    // Which of the two is found depends on how the program is started.
    if (!isOwn && segments.length === 1 && STANDARD_LIBRARY.has(segments[0] ?? ''))
      return `the standard library has ${segments[0]}, too`;
    if (this.#change.kind === 'method' && this.#after().mentions('setattr')) return 'setattr may bring it';
    const root = rootOf(file.tokens, at);
    const owner = file.tokens.text(root);
    if (this.#stars.isHidden(file, owner, this.#module.path))
      return `an import of * may bring another ${owner}`;
    if (root < at && isBoundAnew(file, owner)) return `${owner} may be something else there`;
    if (isUnevaluated(use)) return 'an annotation there is not evaluated';
    if (isOpen(file) && this.#change.change === 'removed')
      return 'what names the file has is decided when it runs';
    if (isReplaced(file, name)) return `${name} is replaced there`;
    return mayFailThere(use);
  }

  #after(): PythonFile {
    return this.#module.after as PythonFile;
  }

  #afterModule() {
    return this.#after().module;
  }
}

/** A name of a module that other statements bind, too; `import a.b` and `import a.c` both bind `a` to the same. */
function isBoundAnew(file: PythonFile, owner: string): boolean {
  const imported = readImports(file).filter(({ bound }) => bound === owner);
  if (imported.length === 0) return false;
  const isOther = new Set(imported.map(({ text }) => text)).size > 1;
  const isSame = imported.every(
    ({ statement, text }) => statement.kind === 'import' && !text.includes(' as '),
  );
  return bindsElsewhere(file, owner) || !isBoundByImportsOnly(file, owner) || (isOther && !isSame);
}

/** By these a class has members that do not stand in it. */
const MAKING = /^(?:__getattr__|__getattribute__|exec|locals|vars)$/;
const DEFAULTS = ['__defaults__', '__kwdefaults__', '__code__'];
const WIDER = 'it takes all that it took before';

function parametersOf(file: PythonFile, { head, body }: Definition, isCalledWithSelf: boolean): Parameters {
  const parameters = readParameters(file.range(head, body - 1));
  return isCalledWithSelf ? { ...parameters, positional: parameters.positional.slice(1) } : parameters;
}
