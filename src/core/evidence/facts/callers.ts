import type { ApiChange, CallerCheck } from '../../../generated/contracts.ts';
import { count } from '../../kernel/amounts.ts';
import * as op from '../../python/lexer/operators.ts';
import { basesOf } from '../../python/query/header.ts';
import { misfit, readArguments } from '../code/call-shape.ts';
import type { Binding, Importers } from '../code/importers.ts';
import { MethodSearch } from '../code/method-search.ts';
import { definitionsNamed } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { attributesOf, isBinding, membersAt, namesIn, pathsIn, type Use } from '../code/uses.ts';
import { makesNames } from './bound-names.ts';
import { doubtAboutUse } from './caller-doubts.ts';
import { className, hadLine, isAmbiguous, lineAt } from './caller-sources.ts';
import { HiddenByStars } from './hidden-by-stars.ts';
import { misplaced, newSignature, type Signature } from './new-signature.ts';

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
  const attributes = new AttributeUses();
  const search = new MethodSearch(versions, changes.filter(({ kind }) => kind === 'method').length);
  for (const change of changes) {
    const module = versions.changedAt(change.place.file);
    if (module?.after === undefined || !mayHaveCallers(change, module)) continue;
    await pause();
    if (isGoneUnheard(change, module, importers())) continue;
    found.push(
      ...(await new Callers({
        versions,
        module,
        change,
        importers: importers(),
        search,
        attributes,
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
  return { callers, gaps: [...search.gaps, ...attributes.gaps] };
}

/** Of another value at the top nobody is a caller, and there may be very many. */
function mayHaveCallers(each: Change, module: ChangedModule): boolean {
  const { change, kind } = each;
  if (kind === 'export' || kind === 'import') return false;
  return change === 'removed' || kind === 'function' || localName(each, module).includes('.');
}

/** A name at the top that is gone, and stands nowhere any more: most of very many. */
function isGoneUnheard(each: Change, module: ChangedModule, importers: Importers): boolean {
  const { after } = module;
  const name = localName(each, module);
  if (after === undefined || each.change !== 'removed' || name.includes('.')) return false;
  return !importers.mayReach(after.module, name) && !after.mentionsName(name);
}

/** Its name inside its module. */
const localName = ({ name }: Change, { before, after }: ChangedModule): string =>
  name.slice(((after ?? before)?.module.name.length ?? 0) + 1);

/** So many uses of attributes are listed: each of hundreds of classes may have one of a name that stands everywhere. */
const MOST_ATTRIBUTE_USES = 20_000;

/** Which uses of attributes are listed, of all changes together: the first one of each in any case. */
class AttributeUses {
  #listed = 0;
  #cut = 0;

  /** What is not listed, in sentences. */
  get gaps(): readonly string[] {
    return this.#cut === 0 ? [] : [`not all uses of ${count(this.#cut, 'attribute')} are listed`];
  }

  listed(uses: readonly Use[]): readonly Use[] {
    const most = Math.max(1, MOST_ATTRIBUTE_USES - this.#listed);
    if (uses.length > most) this.#cut++;
    const listed = uses.slice(0, most);
    this.#listed += listed.length;
    return listed;
  }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

class Callers {
  readonly #versions: TwoVersions;
  readonly #module: ChangedModule;
  readonly #change: Change;
  readonly #importers: Importers;
  readonly #search: MethodSearch;
  readonly #attributes: AttributeUses;
  readonly #resolver: ImportResolver;
  readonly #stars: HiddenByStars;

  constructor(question: {
    readonly versions: TwoVersions;
    readonly module: ChangedModule;
    readonly change: Change;
    readonly importers: Importers;
    readonly search: MethodSearch;
    readonly attributes: AttributeUses;
    readonly after: ImportResolver;
    readonly stars: HiddenByStars;
  }) {
    this.#versions = question.versions;
    this.#module = question.module;
    this.#change = question.change;
    this.#importers = question.importers;
    this.#search = question.search;
    this.#attributes = question.attributes;
    this.#resolver = question.after;
    this.#stars = question.stars;
  }

  async check(): Promise<readonly CallerFact[]> {
    const name = localName(this.#change, this.#module);
    const [top = '', member, ...deeper] = name.split('.');
    const { change, kind } = this.#change;
    if (change === 'removed' && member === undefined) return this.#usesOfGone(top);
    if (change === 'changed' && kind === 'function') return this.#calls(top, top);
    if (member === undefined || deeper.length > 0) return [];
    if (change === 'changed' && member === '__init__') return this.#calls(top, name);
    if (change === 'added' || change === 'moved' || /^__\w+__$/.test(member)) return [];
    return kind === 'method' ? this.#methodCalls(name) : this.#attributeUses(top, member);
  }

  /** A top-level name that is gone: imports of it are reported elsewhere, `module.name` and `*` here. */
  async #usesOfGone(name: string): Promise<readonly CallerFact[]> {
    const bindings = this.#importers
      .reach(this.#afterModule(), name)
      .filter(({ brings, statement }) => brings.kind === 'module' || statement.names[0]?.name === '*');
    const uses = await this.#usesOf(bindings);
    const own = namesIn(this.#after(), name);
    if (uses.length === 0 && own.length === 0) return [];
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
    const signature = newSignature(
      this.#after(),
      this.#module.before,
      signatureOf,
      this.#versions.after.graph,
    );
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
    const signature = isGone
      ? ''
      : newSignature(this.#after(), this.#module.before, name, this.#versions.after.graph);
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
    const uses = [...files.values()].flatMap(file => attributesOf(file, member).map(at => ({ file, at })));
    return this.#attributes.listed(uses).map(use => this.#verdict(use, 'not_checkable', reason));
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

  /** Broken is only what is certainly meant, and certainly run, as it is written. */
  #verdict(use: Use, found: CallerCheck['verdict'], why: string): CallerFact {
    const { file, at } = use;
    const doubt =
      found === 'broken' ? doubtAboutUse(use, this.#after(), this.#change, this.#stars) : undefined;
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

  #after(): PythonFile {
    return this.#module.after as PythonFile;
  }

  #afterModule() {
    return this.#after().module;
  }
}

/** By these a class has members that do not stand in it. */
const MAKING = /^(?:__getattr__|__getattribute__|exec|locals|vars)$/;
const WIDER = 'it takes all that it took before';
