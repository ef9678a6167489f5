import { at } from '../../kernel/at.ts';
import { addTo } from '../../kernel/group-by.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import { type Arguments, misfit, parametersIn, readParameters } from '../code/call-shape.ts';
import { classesIn, isFunction } from '../code/definitions-by-kind.ts';
import { definitionsInside, namesOfModule } from '../code/module-names.ts';
import { mayHave } from '../code/outside-classes.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import {
  type ClassLine,
  EMPTY_BASES,
  IN_CIRCLE,
  isOfDictionaries,
  keyOf,
  readClassLine,
} from './class-line.ts';
import { hidesMembers, isThere, membersOf } from './class-members.ts';
import { fits, type InModule, type Judged, type Known, open } from './known.ts';
import { MadeObjects } from './made-objects.ts';
import { UnmadeAttributes } from './unmade-attributes.ts';
import type { UseReader } from './use-reader.ts';

/** A member of a class that has bases; without `file` where it cannot be read. */
export type InSubclass = InModule & { readonly file: PythonFile | undefined };

/** What may keep attributes of an object from being set. */
const CLOSING = /^(?:__slots__|__setattr__|slots|frozen)$/;
/** Attributes for Python itself, but for those that only tell something. */
const FOR_PYTHON = /^__(?!(?:doc|name|qualname|module|wrapped|annotations)__$)\w+__$/;

/** Classes of the workspace after the change, with their bases. */
export class ClassLines {
  readonly #versions: TwoVersions;
  readonly #reader: UseReader;
  readonly #known = new Map<string, Promise<ClassLine>>();
  /** Lines that are being read: one that is asked for meanwhile has a base that leads back to it. */
  readonly #reading = new Set<string>();
  /** By name: many calls ask for the same one, and each module is looked through for it. */
  readonly #inSubclasses = new Map<string, Promise<readonly InSubclass[]>>();
  readonly #closed = new Map<Definition, boolean>();
  /** How objects of them are made. */
  readonly made: MadeObjects;
  /** What objects of them may lack. */
  readonly unmade: UnmadeAttributes;
  /** Of every class; read when it is asked for. */
  #all: Promise<readonly ClassLine[]> | undefined;
  /** Of classes with several bases; read when an attribute is newly set. */
  #mixed: Promise<ReadonlyMap<string, readonly ClassLine[]>> | undefined;
  #isReadingAll = false;
  #isReadingMixed = false;

  constructor(versions: TwoVersions, reader: UseReader) {
    this.#versions = versions;
    this.#reader = reader;
    this.made = new MadeObjects(this, versions, reader);
    this.unmade = new UnmadeAttributes(this);
  }

  of(start: InModule): Promise<ClassLine> {
    const key = keyOf(start);
    const known = this.#known.get(key);
    // To wait for what waits for this would never end.
    if (known !== undefined) return this.#reading.has(key) ? Promise.resolve(IN_CIRCLE) : known;
    this.#reading.add(key);
    const line = readClassLine(start, this.#versions, this.#reader).finally(() => this.#reading.delete(key));
    this.#known.set(key, line);
    return line;
  }

  /** `value.name`: fits where a class of the line has it. */
  async member(
    value: Extract<Known, { kind: 'class' | 'instance' | 'super' }>,
    name: string,
  ): Promise<Judged> {
    const line = await this.of(value);
    if (value.kind === 'instance' && isOfDictionaries(line))
      return open(`a dictionary has no attribute ${name}`);
    const isPrivate = name.startsWith('__') && !name.endsWith('__');
    const classes =
      value.kind === 'super' ? line.classes.slice(1) : line.classes.slice(0, isPrivate ? 1 : undefined);
    for (const { module, index, file } of classes) {
      const { definitions } = module.index;
      const found = definitionsInside(module.index, index, name);
      const own = found.filter(i => isThere(definitions, i, file, value.kind));
      if (own.length === 0) continue;
      if ((await this.#reader.deletedIn(module)).has(name)) return open(`${name} is deleted somewhere`);
      if (line.classes.some(hidesMembers))
        return open(`whether ${name} can be asked for is decided elsewhere`);
      const [first = -1, ...others] = found;
      const definition = definitions[first];
      const isAttribute = found.every(i => definitions[i]?.kind === 'attribute');
      if (isAttribute && line.above === 'nothing')
        return fits(await this.#reader.kept.ofAttribute(module, found));
      if (others.length > 0 || definition === undefined) return fits();
      if (definition.kind === 'class') return fits({ kind: 'class', module, index: first });
      if (definition.kind !== 'method') return fits();
      return fits({
        kind: 'function',
        module,
        index: first,
        isGivenSelf: true,
        isOfObject: value.kind !== 'class' && value.isOfClass !== true,
        isOfSuper: value.kind === 'super',
      });
    }
    const above = line.classes[0]?.definition.name ?? 'the class';
    if (value.kind === 'super' && line.above === 'nothing' && line.isPlain && name === '__init__')
      return open(`what is above ${above} is given something`);
    return open(`whether ${above} or a base of it has ${name} is not known`);
  }

  /** Why an attribute of an object may not be set; `undefined` where nothing is known that keeps it from that. */
  async doubtAboutSetting(value: InModule, name: string): Promise<string | undefined> {
    const line = await this.of(value);
    const { classes } = line;
    if (classes.length === 0 || line.isMadeOtherwise) return `what keeps ${name} from being set is not known`;
    if (FOR_PYTHON.test(name)) return `what Python does with ${name} is not known`;
    if (mayInherit(line, name))
      return `${name} may be in a base from outside, which is hidden or changed by it`;
    for (const { file, definition, module, index } of classes) {
      const { definitions } = module.index;
      const isFound = definitionsInside(module.index, index, name).some(
        i => definitions[i]?.kind !== 'attribute',
      );
      if (isFound || this.#isClosed(file, definition))
        return `whether ${name} of ${definition.name} can be set is not known`;
    }
    for (const member of [name, '__setattr__']) {
      const below = await this.#below(value, member);
      if (below !== undefined) return `whether ${name} can be set is not known: ${below}`;
    }
    this.#mixed ??= this.#readMixed();
    const mixed = (await this.#mixed).get(keyOf(value))?.find(each => mayInherit(each, name));
    return mixed && `${mixed.classes[0]?.definition.name} may have ${name} from a base from outside as well`;
  }

  /** The same for an attribute of the class itself, about which its metaclass decides: members of an enumeration stay. */
  async doubtAboutSettingOnClass(value: InModule, name: string): Promise<string | undefined> {
    const { above, isMadeOtherwise } = await this.of(value);
    if (above !== 'unknown' && !isMadeOtherwise && !FOR_PYTHON.test(name)) return undefined;
    return `what keeps ${name} from being set is not known`;
  }

  /** What stands before a class of the workspace where another class has both; `undefined`: something unknown. */
  async before(value: InModule): Promise<readonly (ClassLine | string | undefined)[]> {
    if (this.#isReadingMixed) return [undefined];
    this.#mixed ??= this.#readMixed();
    const found: (ClassLine | string | undefined)[] = [];
    for (const { bases } of (await this.#mixed).get(keyOf(value)) ?? []) {
      const lines: (ClassLine | string | undefined)[] = [];
      for (const base of bases) lines.push(typeof base === 'object' ? await this.of(base) : base);
      const isAbove = (line: ClassLine | string | undefined) =>
        typeof line === 'object' && line.classes.some(each => isSameClass(each, value));
      found.push(...lines.slice(0, Math.max(0, lines.findLastIndex(isAbove))));
    }
    return found;
  }

  /** By class of the workspace: those below it that have further bases. */
  async #readMixed(): Promise<ReadonlyMap<string, readonly ClassLine[]>> {
    this.#isReadingMixed = true;
    return this.#mixedLines().finally(() => {
      this.#isReadingMixed = false;
    });
  }

  async #mixedLines(): Promise<ReadonlyMap<string, readonly ClassLine[]>> {
    const found = new Map<string, ClassLine[]>();
    for (const module of this.#versions.after.snapshot.modules.values())
      for (const index of classesIn(module.index)) {
        const { head, body } = at(module.index.definitions, index);
        const file = await this.#reader.openFile(module);
        if (file?.copy(head, body).includes(',') !== true) continue;
        const line = await this.of({ module, index });
        for (const each of line.classes) addTo(found, keyOf(each), line);
      }
    return found;
  }

  /** A class below that has a function of this name. */
  async #below(value: InModule, name: string): Promise<string | undefined> {
    for (const { module, index, file } of await this.withMember(name)) {
      const { kind, parent } = module.index.definitions[index] as Definition;
      if (kind === 'attribute') continue;
      if (file === undefined || (await this.#isBelow({ module, index: parent }, value)))
        return `${module.index.definitions[parent]?.name} in ${module.path} has ${name} as well`;
    }
    return undefined;
  }

  /** Asked for each attribute that is set, and answered for the whole class. */
  #isClosed(file: PythonFile, definition: Definition): boolean {
    const isClosed =
      this.#closed.get(definition) ??
      file.range(definition.start, definition.end).some(({ text }) => CLOSING.test(text));
    this.#closed.set(definition, isClosed);
    return isClosed;
  }

  /** A class that may be below the one whose method is called, and whose own method does not take the arguments. */
  async otherTaking(
    { module, index, isOfSuper }: Extract<Known, { kind: 'function' }>,
    given: Arguments,
  ): Promise<string | undefined> {
    const { name, parent } = module.index.definitions[index] as Definition;
    const of = { module, index: parent };
    for (const { module: other, index: i, file } of await this.withMember(name)) {
      if (other === module && i === index) continue;
      if (file === undefined) return other.path;
      const definition = other.index.definitions[i] as Definition;
      const at = { module: other, index: definition.parent };
      if (!(await (isOfSuper ? this.#meet(at, of) : this.#isBelow(at, of)))) continue;
      const owner = other.index.definitions[definition.parent] as Definition;
      const takes = this.#reader.parametersOf(file, definition, { isGivenSelf: true, isOfObject: true });
      if (definition.kind !== 'method' || takes === undefined || misfit(takes, given) !== undefined)
        return `${owner.name} in ${other.path}`;
    }
    return undefined;
  }

  /** A class below whose objects are not made with these arguments. */
  async otherMaking(value: InModule, given: Arguments): Promise<string | undefined> {
    if (this.#isReadingAll) return 'a class below';
    const own = await this.of(value);
    const isOwn = (one: InModule) => own.classes.some(each => isSameClass(each, one));
    this.#all ??= this.#readAll();
    for (const line of await this.#all) {
      const [first, ...bases] = line.classes;
      if (first === undefined || isOwn(first) || !bases.some(each => isSameClass(each, value))) continue;
      const takes = await this.made.parameters(first);
      const fitting = typeof takes !== 'string' && misfit(takes, given) === undefined;
      if (!fitting && (typeof takes !== 'string' || !isMadeAlike(line, own)))
        return `${first.definition.name} in ${first.module.path}`;
    }
    return undefined;
  }

  /** What has this name in classes that have bases. */
  withMember(name: string): Promise<readonly InSubclass[]> {
    const candidates = this.#inSubclasses.get(name) ?? this.#readInSubclasses(name);
    this.#inSubclasses.set(name, candidates);
    return candidates;
  }

  /** What has this name in classes that have bases, or are in files that cannot be read; in the order of the modules. */
  async #readInSubclasses(name: string): Promise<readonly InSubclass[]> {
    const found: InSubclass[] = [];
    for (const module of this.#versions.after.snapshot.modules.values()) {
      if (!namesOfModule(module.index).innerNames.has(name)) continue;
      const { definitions } = module.index;
      for (const index of membersOf(definitions).get(name) ?? []) {
        const owner = definitions[(definitions[index] as Definition).parent] as Definition;
        const file = await this.#reader.openFile(module);
        if (file && !hasBases(file, owner)) continue;
        found.push({ module, index, file });
      }
    }
    return found;
  }

  /** Whether an object of the one class may be one of the other class. */
  async #isBelow(one: InModule, other: InModule): Promise<boolean> {
    const line = await this.of(one);
    return line.isOpen || line.classes.some(each => isSameClass(each, other));
  }

  /** Whether some class may inherit from both: then one of them comes behind the other. */
  async #meet(one: InModule, other: InModule): Promise<boolean> {
    if (this.#isReadingAll) return true;
    this.#all ??= this.#readAll();
    return (await this.#all).some(
      ({ isOpen, classes }) =>
        classes.some(each => isSameClass(each, one)) &&
        (isOpen || classes.some(each => isSameClass(each, other))),
    );
  }

  async #readAll(): Promise<readonly ClassLine[]> {
    const found: ClassLine[] = [];
    this.#isReadingAll = true;
    try {
      for (const module of this.#versions.after.snapshot.modules.values())
        for (const index of classesIn(module.index)) found.push(await this.of({ module, index }));
    } finally {
      this.#isReadingAll = false;
    }
    return found;
  }

  /** Why a new class may not fit what its bases do with it; `undefined` where nothing of it is known there. */
  async doubtAbout(value: InModule): Promise<string | undefined> {
    const line = await this.of(value);
    const [own, ...bases] = line.classes;
    if (own === undefined || line.above === 'unknown') return 'what its bases do with it is not known';
    const { definitions } = own.module.index;
    for (const i of namesOfModule(own.module.index).inside.get(own.index) ?? []) {
      const definition = definitions[i] as Definition;
      for (const base of bases) {
        const inherited = base.module.index.definitions;
        const [at = -1] = definitionsInside(base.module.index, base.index, definition.name);
        const twin = inherited[at];
        if (twin === undefined || /^__\w+__$/.test(definition.name)) continue;
        const header = (file: PythonFile, { head, body }: Definition) =>
          JSON.stringify(readParameters(file.range(head, body - 1)));
        const isAlike =
          isFunction(twin) &&
          isFunction(definition) &&
          header(base.file, twin) === header(own.file, definition);
        if (!isAlike) return `${definition.name} is in a base of it, too, and taken in another way`;
      }
    }
    return undefined;
  }
}

/** Whether nothing of the one line has to do with how objects are made but what is in the other. */
const isMadeAlike = ({ classes, outside }: ClassLine, own: ClassLine): boolean =>
  outside.every(each => own.outside.includes(each) || EMPTY_BASES.test(each)) &&
  classes.every(
    each =>
      own.classes.some(other => isSameClass(each, other)) ||
      (each.definition.start === each.definition.head &&
        !each.file
          .range(each.definition.head, each.definition.end)
          .some(({ text }) => OWN_MAKING.test(text))),
  );

const OWN_MAKING = /^(?:__init__|__new__|metaclass)$/;

/** Whether a base that is not of the workspace may have something of this name. */
const mayInherit = ({ outside, isOpen }: ClassLine, name: string): boolean =>
  isOpen || outside.some(each => mayHave(each, name));

const isSameClass = (a: InModule, b: InModule): boolean =>
  a.index === b.index && a.module.path === b.module.path;

/** Without a bracket on its line there are none, and the file need not be lexed to see that. */
const hasBases = (file: PythonFile, { head, body }: Definition): boolean =>
  file.source.subarray(head, body).includes(BRACKET) && parametersIn(file.range(head, body - 1)).length > 0;
const BRACKET = 0x28;
