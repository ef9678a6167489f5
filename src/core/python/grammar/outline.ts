import { byteAt } from '../../kernel/at.ts';
import { NAME_BYTE } from '../lexer/bytes.ts';
import { DOT } from '../lexer/operators.ts';
import { assignedKind, functionKind, roleOf } from './definition-kinds.ts';
import type { Decorators } from './definitions.ts';
import { ExportStatements } from './exports.ts';
import type { Definition, DefinitionKind, Exports, Import, ImportedName } from './module-index.ts';
import type { ModuleSource } from './module-source.ts';
import type { Scope, SelfParameter } from './scope.ts';
import { targetNames } from './target-names.ts';

/** A definition whose header is read and whose end is not known yet. */
type Open<T> = { -readonly [K in keyof T]: T[K] };

const TYPE_CHECKING = 'TYPE_CHECKING';

/** Collects what the grammar meets: definitions, imports, `__all__`. */
export class Outline {
  readonly #source: ModuleSource;
  readonly #definitions: Open<Definition>[] = [];
  readonly #imports: Import[] = [];
  readonly #exports: ExportStatements;
  readonly #otherNames = new Set<string>();
  /** The class whose methods are being read, and the names it has already. */
  #memberOwner = -1;
  #memberNames = new Set<string>();

  constructor(source: ModuleSource) {
    this.#source = source;
    this.#exports = new ExportStatements(source);
  }

  get definitions(): readonly Definition[] {
    return this.#definitions;
  }

  get imports(): readonly Import[] {
    return this.#imports;
  }

  get exports(): Exports | undefined {
    return this.#exports.result;
  }

  get otherNames(): readonly string[] {
    return [...this.#otherNames];
  }

  text(start: number, end: number): string {
    return this.#source.name(start, end);
  }

  /** A class or function begins at its name; `head` is where `class`, `async` or `def` is. Answers its index. */
  open(
    scope: Scope,
    what: 'class' | 'function',
    nameStart: number,
    nameEnd: number,
    head: number,
    decorators: Decorators | undefined,
  ): number {
    const { lines } = this.#source;
    const name = this.text(nameStart, nameEnd);
    const role = what === 'class' ? 'plain' : roleOf(name, decorators);
    const start = decorators?.start ?? head;
    const line = lines.lineOf(head);
    return this.#push(scope.index, {
      kind: what === 'class' ? 'class' : functionKind(scope, role, decorators),
      name,
      parent: scope.index,
      role,
      placement: scope.placement,
      line,
      firstLine: start === head ? line : lines.lineOf(start),
      endLine: line,
      start,
      head,
      body: head,
      end: head,
    });
  }

  setBody(index: number, body: number): void {
    const definition = this.#definitions[index];
    if (definition !== undefined) definition.body = body;
  }

  close(index: number, end: number): void {
    const definition = this.#definitions[index];
    if (definition === undefined) return;
    definition.end = end;
    definition.endLine = this.#source.lines.lineOf(end - 1);
  }

  /** The targets `[targetStart, targetEnd)` of an assignment statement `[start, end)`. */
  assignTargets(scope: Scope, start: number, end: number, targetStart: number, targetEnd: number): void {
    const { bytes, length } = this.#source;
    const isBody = scope.kind !== 'function';
    if (!isBody && scope.self === undefined) return;
    // Nearly all targets are `name` or `self.name`; they are distinguished without making anything.
    const first = nameEnd(bytes, targetStart, targetEnd);
    if (first === targetEnd) {
      if (isBody) this.assign(scope, undefined, start, targetStart, targetEnd, end);
      return;
    }
    if (bytes[first] === DOT && nameEnd(bytes, first + 1, targetEnd) === targetEnd) {
      if (!isBody) this.#assignToMember(scope, targetStart, first, start, first + 1, targetEnd, end);
      return;
    }
    for (const target of targetNames(bytes, targetStart, targetEnd, length)) {
      const isPlain = target.objectStart === target.objectEnd;
      if (isBody) {
        if (isPlain) this.assign(scope, undefined, start, target.start, target.end, end);
      } else if (!isPlain)
        this.#assignToMember(
          scope,
          target.objectStart,
          target.objectEnd,
          start,
          target.start,
          target.end,
          end,
        );
    }
  }

  /** One name of an assignment or type statement `[start, end)` in a module or class body. */
  assign(
    scope: Scope,
    kind: 'type' | undefined,
    start: number,
    nameStart: number,
    nameEnd: number,
    end: number,
  ): void {
    const name = this.text(nameStart, nameEnd);
    this.#pushAssigned(kind ?? assignedKind(scope, name), name, scope.index, scope, start, nameEnd, end);
  }

  bind(start: number, end: number): void {
    const { bytes, length } = this.#source;
    for (const target of targetNames(bytes, start, end, length)) {
      if (target.objectStart === target.objectEnd) this.#otherNames.add(this.text(target.start, target.end));
    }
  }

  import(
    scope: Scope,
    kind: 'import' | 'from',
    level: number,
    module: string,
    names: readonly ImportedName[],
    start: number,
    end: number,
  ): void {
    const { lines } = this.#source;
    this.#imports.push({
      kind,
      level,
      module,
      names,
      parent: scope.index,
      placement: scope.placement,
      line: lines.lineOf(start),
      endLine: lines.lineOf(end - 1),
      start,
      end,
    });
  }

  readExports(start: number, firstEnd: number, end: number): void {
    this.#exports.read(start, firstEnd, end);
  }

  /** Whether `bytes[start, end)` is `TYPE_CHECKING` or a dotted name that ends in it. */
  endsInTypeChecking(start: number, end: number): boolean {
    const { bytes } = this.#source;
    const at = end - TYPE_CHECKING.length;
    if (at < start || bytes[at] !== 84 || bytes[end - 1] !== 71) return false;
    const text = this.text(start, end);
    return text === TYPE_CHECKING || (text.endsWith(`.${TYPE_CHECKING}`) && /^[\w.]+$/.test(text));
  }

  /** `object.name = …` in a method: an attribute when the object is the method's own and the name is new. */
  #assignToMember(
    scope: Scope,
    objectStart: number,
    objectEnd: number,
    start: number,
    nameStart: number,
    nameEnd: number,
    end: number,
  ): void {
    const { self } = scope;
    if (self === undefined || !this.#isSelf(self, objectStart, objectEnd)) return;
    const name = this.text(nameStart, nameEnd);
    if (this.#membersOf(self.classIndex).has(name)) return;
    this.#pushAssigned('attribute', name, self.classIndex, scope, start, nameEnd, end);
  }

  #isSelf(self: SelfParameter, start: number, end: number): boolean {
    const { bytes } = this.#source;
    if (self.end - self.start !== end - start) return false;
    for (let i = 0; i < end - start; i++) if (bytes[self.start + i] !== bytes[start + i]) return false;
    return true;
  }

  /** A later `self.name = …` is not where a name comes from. */
  #membersOf(owner: number): Set<string> {
    if (this.#memberOwner !== owner) {
      this.#memberOwner = owner;
      this.#memberNames = new Set();
      for (let i = owner + 1; i < this.#definitions.length; i++) {
        const definition = this.#definitions[i];
        if (definition?.parent === owner) this.#memberNames.add(definition.name);
      }
    }
    return this.#memberNames;
  }

  #pushAssigned(
    kind: DefinitionKind,
    name: string,
    parent: number,
    scope: Scope,
    start: number,
    nameEnd: number,
    end: number,
  ): void {
    const { lines } = this.#source;
    const line = lines.lineOf(start);
    this.#push(parent, {
      kind,
      name,
      parent,
      role: 'plain',
      placement: scope.placement,
      line,
      firstLine: line,
      endLine: lines.lineOf(end - 1),
      start,
      head: start,
      body: nameEnd,
      end,
    });
  }

  #push(parent: number, definition: Definition): number {
    if (parent >= 0 && parent === this.#memberOwner) this.#memberNames.add(definition.name);
    return this.#definitions.push(definition) - 1;
  }
}

function nameEnd(bytes: Uint8Array, start: number, end: number): number {
  let p = start;
  while (p < end && NAME_BYTE[byteAt(bytes, p)] === 1) p++;
  return p;
}
