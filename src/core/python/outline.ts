import type { Decorators } from './definitions.ts';
import { ExportStatements } from './exports.ts';
import type { LineTable } from './line-table.ts';
import type {
  Definition,
  DefinitionKind,
  DefinitionRole,
  Exports,
  Import,
  ImportedName,
  Placement,
} from './module-index.ts';
import type { Scope } from './scope.ts';
import { targetNames } from './target-names.ts';

interface Opened {
  readonly head: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly decorators: Decorators | undefined;
}

interface Assigned {
  readonly start: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  readonly end: number;
}

interface ImportStatement {
  readonly kind: 'import' | 'from';
  readonly level: number;
  readonly module: string;
  readonly names: readonly ImportedName[];
  readonly start: number;
  readonly end: number;
}

interface Draft {
  readonly kind: DefinitionKind;
  readonly name: string;
  readonly parent: number;
  readonly role: DefinitionRole;
  readonly placement: Placement;
  readonly start: number;
  readonly head: number;
  body: number;
  end: number;
}

const CONSTANT = /^_*[A-Z][A-Z0-9_]*$/;
const PROPERTIES = new Set(['property', 'cached_property', 'abstractproperty']);
const TYPE_CHECKING = 'TYPE_CHECKING';

/** Collects what the grammar meets: definitions, imports, `__all__`. */
export class Outline {
  readonly #bytes: Uint8Array;
  readonly #length: number;
  readonly #toText: (start: number, end: number) => string;
  readonly #drafts: Draft[] = [];
  readonly #imports: (ImportStatement & { readonly parent: number; readonly placement: Placement })[] = [];
  readonly #exports: ExportStatements;
  readonly #otherNames = new Set<string>();
  /** Names that a class has already: a later `self.name = …` is not where they come from. */
  readonly #members = new Map<number, Set<string>>();

  constructor(bytes: Uint8Array, length: number, toText: (start: number, end: number) => string) {
    this.#bytes = bytes;
    this.#length = length;
    this.#toText = toText;
    this.#exports = new ExportStatements(bytes, length, toText);
  }

  text(start: number, end: number): string {
    return this.#toText(start, end);
  }

  /** A class or function begins; answers its index. */
  open(scope: Scope, what: 'class' | 'function', opened: Opened): number {
    const name = this.#toText(opened.nameStart, opened.nameEnd);
    const role = roleOf(name, opened.decorators);
    const kind = what === 'class' ? 'class' : functionKind(scope, role, opened.decorators);
    const start = opened.decorators?.start ?? opened.head;
    const { head } = opened;
    const parent = scope.index;
    if (scope.kind === 'class') this.#addMember(parent, name);
    this.#drafts.push({
      kind,
      name,
      parent,
      role,
      placement: scope.placement,
      start,
      head,
      body: head,
      end: head,
    });
    return this.#drafts.length - 1;
  }

  setBody(index: number, body: number): void {
    const draft = this.#drafts[index];
    if (draft !== undefined) draft.body = body;
  }

  close(index: number, end: number): void {
    const draft = this.#drafts[index];
    if (draft !== undefined) draft.end = end;
  }

  /** The targets `[targetStart, targetEnd)` of an assignment statement `[start, end)`. */
  assignTargets(scope: Scope, start: number, end: number, targetStart: number, targetEnd: number): void {
    if (scope.kind === 'function' && scope.self === undefined) return;
    for (const target of targetNames(this.#bytes, targetStart, targetEnd, this.#length)) {
      const isPlain = target.objectStart === target.objectEnd;
      if (scope.kind !== 'function') {
        if (isPlain)
          this.assign(scope, undefined, { start, nameStart: target.start, nameEnd: target.end, end });
      } else if (!isPlain && this.#isSelf(scope, target.objectStart, target.objectEnd)) {
        this.#assignToSelf(scope, { start, nameStart: target.start, nameEnd: target.end, end });
      }
    }
  }

  assign(scope: Scope, kind: 'type' | undefined, assigned: Assigned): void {
    const name = this.#toText(assigned.nameStart, assigned.nameEnd);
    if (scope.kind === 'class') this.#addMember(scope.index, name);
    this.#pushAssigned(kind ?? assignedKind(scope, name), name, scope.index, scope.placement, assigned);
  }

  bind(start: number, end: number): void {
    for (const target of targetNames(this.#bytes, start, end, this.#length)) {
      if (target.objectStart === target.objectEnd)
        this.#otherNames.add(this.#toText(target.start, target.end));
    }
  }

  import(scope: Scope, statement: ImportStatement): void {
    this.#imports.push({ ...statement, parent: scope.index, placement: scope.placement });
  }

  readExports(start: number, firstEnd: number, end: number): void {
    this.#exports.read(start, firstEnd, end);
  }

  /** Whether `bytes[start, end)` is `TYPE_CHECKING` or a dotted name that ends in it. */
  endsInTypeChecking(start: number, end: number): boolean {
    const at = end - TYPE_CHECKING.length;
    if (at < start || this.#bytes[at] !== 84 || this.#bytes[end - 1] !== 71) return false;
    const text = this.#toText(start, end);
    return text === TYPE_CHECKING || (text.endsWith(`.${TYPE_CHECKING}`) && /^[\w.]+$/.test(text));
  }

  definitions(lines: LineTable): readonly Definition[] {
    return this.#drafts.map(draft => ({
      kind: draft.kind,
      name: draft.name,
      parent: draft.parent,
      role: draft.role,
      placement: draft.placement,
      line: lines.lineOf(draft.head),
      firstLine: lines.lineOf(draft.start),
      endLine: lines.lineOf(draft.end - 1),
      start: draft.start,
      head: draft.head,
      body: draft.body,
      end: draft.end,
    }));
  }

  imports(lines: LineTable): readonly Import[] {
    return this.#imports.map(statement => ({
      ...statement,
      line: lines.lineOf(statement.start),
      endLine: lines.lineOf(statement.end - 1),
    }));
  }

  get exports(): Exports | undefined {
    return this.#exports.result;
  }

  get otherNames(): readonly string[] {
    return [...this.#otherNames];
  }

  #isSelf(scope: Scope, start: number, end: number): boolean {
    const self = scope.self;
    if (self === undefined || self.end - self.start !== end - start) return false;
    for (let i = 0; i < end - start; i++) {
      if (this.#bytes[self.start + i] !== this.#bytes[start + i]) return false;
    }
    return true;
  }

  #assignToSelf(scope: Scope, assigned: Assigned): void {
    const owner = scope.self?.classIndex ?? -1;
    const name = this.#toText(assigned.nameStart, assigned.nameEnd);
    if (this.#members.get(owner)?.has(name)) return;
    this.#addMember(owner, name);
    this.#pushAssigned('attribute', name, owner, scope.placement, assigned);
  }

  #addMember(owner: number, name: string): void {
    const members = this.#members.get(owner);
    if (members === undefined) this.#members.set(owner, new Set([name]));
    else members.add(name);
  }

  #pushAssigned(
    kind: DefinitionKind,
    name: string,
    parent: number,
    placement: Placement,
    assigned: Assigned,
  ): void {
    const { start, end, nameEnd } = assigned;
    this.#drafts.push({
      kind,
      name,
      parent,
      role: 'plain',
      placement,
      start,
      head: start,
      body: nameEnd,
      end,
    });
  }
}

function assignedKind(scope: Scope, name: string): DefinitionKind {
  if (scope.kind === 'class') return 'attribute';
  return CONSTANT.test(name) ? 'constant' : 'variable';
}

function lastSegment(dotted: string): string {
  return dotted.slice(dotted.lastIndexOf('.') + 1);
}

function functionKind(
  scope: Scope,
  role: DefinitionRole,
  decorators: Decorators | undefined,
): DefinitionKind {
  if (scope.kind !== 'class') return 'function';
  if (role === 'getter' || role === 'setter' || role === 'deleter') return 'property';
  return decorators?.names.some(name => PROPERTIES.has(lastSegment(name))) ? 'property' : 'method';
}

/** `@overload`, and `@name.setter` above a function of the same name. */
function roleOf(name: string, decorators: Decorators | undefined): DefinitionRole {
  for (const decorator of decorators?.names ?? []) {
    const last = lastSegment(decorator);
    if (last === 'overload') return 'overload';
    const isAccessor = last === 'getter' || last === 'setter' || last === 'deleter';
    if (isAccessor && decorator.endsWith(`${name}.${last}`)) return last;
    if (PROPERTIES.has(last)) return 'getter';
  }
  return 'plain';
}
