import type { EvidencePlace } from '../../../generated/contracts.ts';
import { readDecorators } from '../code/api-surface.ts';
import { readComments } from '../code/comments.ts';
import { callOf } from '../code/decorators.ts';
import { definitionsNamed } from '../code/module-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import { type DefinitionMatch, differenceOf, isSameGroup } from '../facts/definition-changes.ts';
import { attributesMade, namesMakingAttributes } from './attributes-made.ts';
import { bindingsOf, isOneDefinition, type Meanings, namesThatCome, startOfBinding } from './bindings.ts';
import { boundTooLate } from './bound-too-late.ts';
import { decidingCode } from './deciding-code.ts';
import { importAmongEffects } from './imports-among-effects.ts';
import { leadsBack, modulesOf } from './module-cycles.ts';
import { crossingImports } from './order.ts';
import { findOtherOrder } from './order-of-values.ts';
import { runsOwnFunctions } from './own-functions.ts';
import { isStatement } from './plain-statements.ts';
import type { ShapeChange } from './shape-change.ts';
import { isBoundAlike, isPlainFunction, isSameShape, kindIn, shapeOf } from './unit-shapes.ts';
import { isProgram, usesOnImport } from './uses-on-import.ts';

/** The name of a difference that only types in comments make. */
export const TYPE_COMMENT = '# type';

/** Names by which Python finds what is in a module, or what it is. */
const RESERVED: ReadonlySet<string> = new Set(
  '__path__ __name__ __package__ __spec__ __loader__ __builtins__ __class__ __dict__ __getattr__ __dir__'.split(
    ' ',
  ),
);

/** One changed module before and after, but for the bodies of its functions. */
export class ModuleShape {
  readonly #module: ChangedModule;
  readonly #versions: TwoVersions;
  readonly #match: DefinitionMatch;
  readonly #meanings: Meanings;
  readonly #stars: () => ReadonlySet<string>;
  readonly #hasPlainExports: boolean;
  readonly #found: ShapeChange[] = [];

  constructor(
    module: ChangedModule,
    versions: TwoVersions,
    match: DefinitionMatch,
    meanings: Meanings,
    stars: () => ReadonlySet<string>,
    hasPlainExports: boolean,
  ) {
    this.#stars = stars;
    this.#hasPlainExports = hasPlainExports;
    this.#module = module;
    this.#versions = versions;
    this.#match = match;
    this.#meanings = meanings;
  }

  compare(): readonly ShapeChange[] {
    const { before, after, path, unreadable } = this.#module;
    if (unreadable.before || unreadable.after || (before !== undefined && after === undefined)) {
      const place: EvidencePlace = { file: path, line: 1, side: unreadable.after ? 'after' : 'before' };
      const reason =
        after === undefined && !unreadable.after ? `${path} is deleted` : `${path} cannot be read`;
      return [
        {
          what: 'module',
          change: 'removed',
          name: path,
          module: this.#module,
          isPlain: false,
          reason,
          place,
        },
      ];
    }
    if (before === undefined || after === undefined) return [];
    this.#compareNames(before, after);
    this.#compareReserved(after);
    this.#compareDefinitions(after);
    this.#compareStatements(before, after);
    this.#compareDeciding(before, after);
    this.#compareOrder(before, after);
    this.#compareStars(after);
    this.#compareTypeComments(before, after);
    return this.#found;
  }

  #add(
    change: Pick<ShapeChange, 'what' | 'change' | 'name' | 'reason' | 'keepsName'>,
    side: 'before' | 'after',
    start: number,
    isPlain = false,
  ): void {
    const file = this.#module[side] as PythonFile;
    this.#found.push({ ...change, module: this.#module, isPlain, place: placeIn(file, start, side) });
  }

  #compareNames(before: PythonFile, after: PythonFile): void {
    const { before: old, after: now } = this.#versions;
    const known = bindingsOf(before.module);
    const bound = bindingsOf(after.module);
    for (const name of known.keys()) {
      const isOne = isOneDefinition(known, name);
      const isBound = bound.has(name);
      // One definition on both sides means itself.
      if (isOne && isBound && isOneDefinition(bound, name)) continue;
      const is = this.#meanings.of(name, after.module, now);
      // What it defined itself is nothing else under a name that it does not bind any more.
      if ((!isOne || isBound) && this.#meanings.of(name, before.module, old)?.text === is?.text) continue;
      const events = known.get(name) ?? [];
      const start = events.find(event => Number.isFinite(event.start))?.start ?? 0;
      const what = events.every(({ kind }) => kind === 'definition') ? 'function' : 'name';
      if (is === undefined)
        this.#add(
          {
            what: what === 'function' ? kindIn(before, name) : 'name',
            change: 'removed',
            name,
            reason: `${name} is no longer bound in ${this.#module.path}`,
          },
          'before',
          start,
          !usesOnImport(before).used.has(name) && !this.#isGivenAway(before, name),
        );
      else
        this.#add(
          {
            what: 'name',
            change: 'changed',
            name,
            reason: `${name} is bound to something else in ${this.#module.path}`,
          },
          'before',
          start,
        );
    }
    const star = bindingsOf(after.module).get('*')?.[0] ?? known.get('*')?.[0];
    // What `*` brings may hide what is bound above it, and may be hidden below.
    const order = (side: 'before' | 'after') =>
      (this.#match[side].get(this.#module.path)?.units ?? [])
        .flatMap(unit => {
          const { content } = unit;
          return content.kind === 'definition'
            ? [content.definition.name]
            : content.kind === 'import'
              ? [unit.key]
              : // The import may be inside of it.
                content.kind === 'other'
                ? ['']
                : [];
        })
        .join('\u0001');
    if (star !== undefined && order('before') !== order('after'))
      this.#add(
        {
          what: 'statement',
          change: 'changed',
          name: '*',
          reason: `an import of * stands among other statements in ${this.#module.path}`,
        },
        'after',
        bindingsOf(after.module).get('*')?.[0]?.start ?? 0,
      );
  }

  /** A decorator of it may have kept it, under whatever key. */
  #isGivenAway(before: PythonFile, name: string): boolean {
    const { index } = before.module;
    return definitionsNamed(index, name).some(i => {
      const { start = 0, head = 0 } = index.definitions[i] ?? {};
      const decorators = readDecorators(before.range(start, head));
      return callOf(decorators, before, this.#versions.before.graph) === undefined;
    });
  }

  /** What a module binds to a name by which Python finds what is in it, or in a package the name of one of its modules. */
  #compareReserved(after: PythonFile): void {
    for (const name of namesThatCome(this.#module)) {
      const submodule = this.#versions.after.graph.submodule(after.module, name);
      const hidden = submodule?.kind === 'module' ? `module ${submodule.module.path}` : undefined;
      if (hidden === undefined && (!RESERVED.has(name) || isImportedFirst(after, name))) continue;
      if (hidden === this.#meanings.of(name, after.module, this.#versions.after)?.text) continue;
      const reason = `${name} is new in ${this.#module.path}, and decides what is found there`;
      this.#add(
        { what: 'statement', change: 'changed', name: '', reason },
        'after',
        startOfBinding(after.module, name),
      );
    }
  }

  #compareDefinitions(after: PythonFile): void {
    const { path } = this.#module;
    for (const group of this.#match.before.get(path)?.groups.values() ?? []) {
      const { name, twin } = group;
      if (twin === undefined || isSameGroup(group, twin)) continue;
      const [unit] = twin.units;
      if (isSameShape(group, twin)) {
        if (group.units.filter(isBinding).length > 1) {
          // The last one counts, and which that is the bodies say.
          const reason = `${name} is defined several times, and in another way than before`;
          this.#add({ what: 'statement', change: 'changed', name, reason }, 'after', unit?.start ?? 0);
        } else if (unit !== undefined && runsOwnFunctions(unit) && differenceOf(group, twin) === 'changed') {
          const reason = `${name} runs functions of its own while it is made, and they may do something else`;
          this.#add({ what: 'statement', change: 'changed', name, reason }, 'after', unit.start);
        } else if (attributesMade(group.units) !== attributesMade(twin.units)) {
          const reason = `${name} gives objects other attributes when it runs`;
          this.#add({ what: 'class', change: 'changed', name, reason }, 'after', unit?.start ?? 0);
        } else if (differenceOf(group, twin) === 'changed' && usesOnImport(after).run.has(name)) {
          const reason = `${name} runs on import, and does something else`;
          this.#add({ what: 'statement', change: 'changed', name, reason }, 'after', unit?.start ?? 0);
        } else if (
          group.kind !== 'function' &&
          group.kind !== 'class' &&
          namesMakingAttributes(after).has(name)
        ) {
          const reason = `${name} may say which attributes objects are given, and is another value`;
          this.#add({ what: 'statement', change: 'changed', name, reason }, 'after', unit?.start ?? 0);
        }
        continue;
      }
      const what = group.kind === 'function' || group.kind === 'class' ? group.kind : 'value';
      const isPlain =
        what === 'function' &&
        twin.kind === 'function' &&
        group.units.length === 1 &&
        twin.units.length === 1 &&
        isPlainFunction(group.units[0]) &&
        isPlainFunction(unit) &&
        !usesOnImport(after).used.has(name);
      this.#add(
        {
          what,
          change: 'changed',
          name,
          reason: `${name} is declared differently`,
          keepsName:
            isPlain ||
            (isBoundAlike(group, twin) &&
              !usesOnImport(after).used.has(name) &&
              (group.kind === 'function' || !namesMakingAttributes(after).has(name))),
        },
        'after',
        unit?.start ?? 0,
        isPlain,
      );
    }
  }

  /** Types in comments, as they are written for old versions of Python. */
  #compareTypeComments(before: PythonFile, after: PythonFile): void {
    const [old, now] = [before, after].map(file =>
      file.mentions('type:')
        ? readComments(file).filter(({ text }) => /^#\s*type:(?!\s*ignore\b)/.test(text))
        : [],
    );
    const other = now?.find(({ text }, i) => text !== old?.[i]?.text);
    if (other === undefined && old?.length === now?.length) return;
    const reason = `a type in a comment of ${this.#module.path} is other than before`;
    this.#add(
      { what: 'statement', change: 'changed', name: TYPE_COMMENT, reason },
      'after',
      other?.start ?? 0,
    );
  }

  /** Bodies of functions that decide what others find, and of what these use, though they are declared as before. */
  #compareDeciding(before: PythonFile, after: PythonFile): void {
    const [old, now] = [decidingCode(before), decidingCode(after)];
    if (old.key === now.key) return;
    const { first } = now;
    const reason = `${first?.name ?? 'a function'} decides when it runs what others find`;
    this.#add({ what: 'statement', change: 'changed', name: '', reason }, 'after', first?.start ?? 0);
  }

  /**
   * Everything at the top that is neither a definition nor an import, with bodies of functions left out. What newly runs
   * where the module is the program is not there for others.
   */
  #compareStatements(before: PythonFile, after: PythonFile): void {
    const { path } = this.#module;
    const units = (side: 'before' | 'after') =>
      (this.#match[side].get(path)?.units ?? []).filter(
        unit =>
          isStatement(unit, this.#versions[side], this.#meanings) &&
          !(unit.content.kind === 'exports' && this.#hasPlainExports),
      );
    const old = units('before');
    // One that goes or differs may be started by another program.
    const isFirst = !old.some(isProgram);
    const now = units('after').filter(unit => !(isFirst && isProgram(unit)));
    const at = now.findIndex(
      (unit, i) => shapeOf([unit], after) !== (old[i] === undefined ? undefined : shapeOf([old[i]], before)),
    );
    const reason = `a statement at the top of ${path} is other than before`;
    if (at >= 0)
      this.#add({ what: 'statement', change: 'changed', name: '', reason }, 'after', now[at]?.start ?? 0);
    else if (old.length > now.length)
      this.#add(
        { what: 'statement', change: 'removed', name: '', reason },
        'before',
        old[now.length]?.start ?? 0,
      );
  }

  /** What runs on import must find each name of the module above it, as it did before. */
  #compareOrder(before: PythonFile, after: PythonFile): void {
    const { path } = this.#module;
    const units = (side: 'before' | 'after') => this.#match[side].get(path)?.units ?? [];
    const other = findOtherOrder(
      this.#module,
      { file: before, units: units('before') },
      { file: after, units: units('after') },
    );
    if (other !== undefined) {
      const reason = `a statement at the top of ${path} stands in another order with what it uses`;
      this.#add({ what: 'statement', change: 'changed', name: '', reason }, 'after', other.start);
    }
    const old = { file: before, units: units('before') };
    const now = { file: after, units: units('after') };
    const crossed = importAmongEffects(this.#module, this.#versions, this.#meanings);
    if (crossed !== undefined) {
      const reason = `an import of ${path} stands on the other side of a statement that may decide what it finds`;
      this.#add({ what: 'statement', change: 'changed', name: '', reason }, 'after', crossed.start);
    }
    const late = boundTooLate(old, now, unit => leadsBack(unit, after, this.#versions.after));
    if (late !== undefined) {
      const reason = `${late.name} is bound below what may import a module that asks ${path} for it`;
      this.#add({ what: 'statement', change: 'changed', name: '', reason }, 'after', late.unit.start);
    }
    const mayLeadBack = now.units.some(unit => modulesOf(unit, after, this.#versions.after).length > 0);
    const crossing = mayLeadBack ? crossingImports(old, now) : [];
    const around = crossing.find(unit => leadsBack(unit, after, this.#versions.after));
    if (around !== undefined) {
      const reason = `an import of what imports ${path} itself stands among other definitions`;
      this.#add({ what: 'statement', change: 'changed', name: '', reason }, 'after', around.start);
    }
    if (!this.#match.reordered.has(path)) return;
    const early = usesOnImport(after).early;
    const known = usesOnImport(before).early;
    const name = [...early.keys()].find(each => !known.has(each));
    if (name !== undefined)
      this.#add(
        {
          what: 'statement',
          change: 'changed',
          name: '',
          reason: `${name} is used on import above where it is bound`,
        },
        'after',
        early.get(name) ?? 0,
      );
  }

  /** A name that comes may hide another one where `*` of this module is imported. */
  #compareStars(after: PythonFile): void {
    for (const name of namesThatCome(this.#module)) {
      if (name.startsWith('_') || name === '*') continue;
      if (!this.#stars().has(after.module.segments.at(-1) ?? '')) return;
      const reason = `${name} is new, and * of ${this.#module.path} is imported elsewhere`;
      this.#add(
        { what: 'statement', change: 'changed', name: '', reason },
        'after',
        startOfBinding(after.module, name),
      );
      return;
    }
  }
}

const isImportedFirst = ({ module }: PythonFile, name: string): boolean =>
  bindingsOf(module).get(name)?.[0]?.kind === 'import';

const isBinding = ({ content }: Unit): boolean =>
  content.kind !== 'definition' || content.definition.role !== 'overload';
