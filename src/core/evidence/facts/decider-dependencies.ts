import type { Target } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import type { By, Decider } from './deciding-line.ts';
import { keyOf, namesBy, type Serving } from './serving-names.ts';

/** Beyond that many names it is not followed what a condition depends on. */
const MOST_NAMES = 500;
/** Of the changed modules, names at the top that mean something else, each with whether that is a value or a class with less. */
export type Changed = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** What deciders depend on, from name to name. What one of them leads to need not be looked at for another one. */
export class Dependencies {
  readonly #versions: TwoVersions;
  readonly #changed: Changed;
  readonly #by: By;
  readonly #serving: Serving | undefined;
  #fixtures: ReadonlyMap<string, Target> | undefined;
  readonly #seen = new Set<string>();
  readonly #waiting: Reached[] = [];

  constructor(versions: TwoVersions, changed: Changed, by: By, serving: Serving | undefined) {
    this.#versions = versions;
    this.#changed = changed;
    this.#by = by;
    this.#serving = serving;
  }

  /** The first name that is something else after the change. */
  async find(file: PythonFile, { from, to }: Decider): Promise<string | undefined> {
    this.#addNames(file, from, to);
    const known = this.#seen.size;
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      const { module, name } = next;
      if (this.#isOtherwise(next)) return name;
      if (this.#seen.size - known > MOST_NAMES) return 'much';
      const other = await this.#versions.open(module, 'before');
      for (const unit of other === undefined ? [] : readUnits(other))
        if (namesBy(unit).includes(name) && this.#isFollowed(unit) && other !== undefined)
          this.#addNames(other, unit.from, this.#by === 'classes' ? headerEnd(unit) : unit.to);
    }
    return undefined;
  }

  #isOtherwise({ module, name, isCalled }: Reached): boolean {
    const isValueThere = this.#changed.get(module.path)?.get(name);
    const key = keyOf(module, name);
    switch (this.#by) {
      case 'values':
        return isValueThere === true;
      case 'calls':
        return this.#serving?.changed.has(key) === true && (isCalled || !isClass(module, name));
      case 'entered':
        return (
          this.#serving?.changed.has(key) === true && !isClass(module, name) && !this.#isKept(module, name)
        );
      case 'judges':
        return this.#serving?.ofTests.has(key) === true;
      default:
        return isValueThere !== undefined;
    }
  }

  /** What managers of contexts and classes do on leaving is looked at by itself, but for what these enter. */
  #isKept({ path }: WorkspaceModule, name: string): boolean {
    const module = this.#versions.changed.find(each => each.path === path);
    const [old, now] = [module?.before, module?.after].map(file => file && entersIn(file, name));
    return old !== undefined && old === now && this.#changed.get(path)?.has(name) === true;
  }

  /** Whether what a name stands for depends on what is used there. */
  #isFollowed(unit: Unit): boolean {
    if (this.#by === 'functions' || this.#by === 'classes' || isValue(unit)) return true;
    const { path } = unit.file.module;
    return this.#by !== 'values' && isTestFile(path) && !isClass(unit.file.module, namesBy(unit)[0] ?? '');
  }

  #addNames({ tokens, module }: PythonFile, from: number, to: number): void {
    for (let i = from; i < to; i++) {
      const asked = tokens.kind(i) === STRING ? askedByText(tokens, i) : undefined;
      if (asked !== undefined) this.#add({ module, name: asked, isCalled: false }, contentOf(tokens.text(i)));
      if (!tokens.isName(i) || tokens.op(i - 1) === op.DOT) continue;
      // What a class does says nothing of what is an object of it.
      if (this.#by === 'calls' && /^is(?:instance|subclass)$/.test(tokens.text(i))) {
        i = tokens.closing(i + 1);
        continue;
      }
      let end = i;
      while (tokens.op(end + 1) === op.DOT && tokens.isName(end + 2)) end += 2;
      const isCalled = tokens.op(end + 1) === op.PAREN_OPEN;
      for (let at = i; at < end; at += 2)
        this.#add(
          { module, name: tokens.text(at), isCalled },
          tokens.text(at + 2),
          i === at ? undefined : tokens.text(i),
        );
      if (end === i) this.#add({ module, name: tokens.text(i), isCalled }, undefined);
    }
  }

  /** A name, or what is asked of it where it is a module; `a.b.c` with its `root`. */
  #add({ module, name, isCalled }: Reached, member: string | undefined, root?: string): void {
    const { graph } = this.#versions.before;
    const own =
      root === undefined
        ? (graph.resolve(module, name) ?? this.#insideOf(module, name))
        : graph.findModule(`${root}.${name}`, module);
    const target = own !== undefined && !('kind' in own) ? ({ kind: 'module', module: own } as const) : own;
    const inside =
      target?.kind === 'module' && member !== undefined ? graph.resolve(target.module, member) : target;
    if (inside?.kind !== 'definition') return;
    const said = inside.module.index.definitions[inside.index]?.name ?? member ?? name;
    this.#wait({ module: inside.module, name: said, isCalled });
  }

  /** What a test file imports in its functions, or a fixture that its functions ask for. */
  #insideOf(module: WorkspaceModule, name: string): Target | undefined {
    if (!isTestFile(module.path)) return undefined;
    const { graph } = this.#versions.before;
    for (const statement of module.index.imports) {
      const target = statement.parent === -1 ? undefined : graph.throughImport(module, statement, name);
      if (target !== undefined) return target;
    }
    this.#fixtures ??= fixturesOf(this.#versions);
    return this.#fixtures.get(name);
  }

  #wait(next: Reached): void {
    const key = `${keyOf(next.module, next.name)}${next.isCalled ? '()' : ''}`;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#waiting.push(next);
  }
}

/** What is asked for a name in a text: `m` of `getattr(m, "NAME")`, `vars(m)["NAME"]` and `m.__dict__["NAME"]`. */
function askedByText(tokens: CodeTokens, at: number): string | undefined {
  if (/^(?:has|get)attr$/.test(tokens.text(at - 4))) return tokens.text(at - 2);
  if (tokens.op(at - 1) !== op.BRACKET_OPEN) return undefined;
  if (tokens.text(at - 5) === 'vars') return tokens.text(at - 3);
  return tokens.text(at - 2) === '__dict__' ? tokens.text(at - 4) : undefined;
}

/** The functions at the top of files that offer fixtures to the tests around them. */
function fixturesOf({ before }: TwoVersions): ReadonlyMap<string, Target> {
  const found = new Map<string, Target>();
  for (const module of before.snapshot.modules.values())
    if (/(?:^|\/)conftest\.py$/.test(module.path))
      for (const [index, { name, parent, kind }] of module.index.definitions.entries())
        if (parent === -1 && kind === 'function') found.set(name, { kind: 'definition', module, index });
  return found;
}

/** A name at the top of a module that something depends on, and whether it is called there, or a member of it. */
interface Reached {
  readonly module: WorkspaceModule;
  readonly name: string;
  readonly isCalled: boolean;
}

/** The lines in which a manager of a context enters others; nothing of what is none. */
function entersIn(file: PythonFile, name: string): string | undefined {
  const definition = file.module.index.definitions.find(each => each.parent === -1 && each.name === name);
  if (definition === undefined) return undefined;
  const { start, head, body, end } = definition;
  if (!file.range(start, head).some(({ text }) => /contextmanager$/.test(text))) return undefined;
  const lines: string[] = [''];
  for (const { kind, text } of file.range(body, end)) {
    if (kind < NAME) lines.push('');
    else lines.push(`${lines.pop()} ${text}`);
  }
  return lines.filter(line => / with | enter_/.test(`${line} `)).join('\n');
}

const isClass = ({ index }: WorkspaceModule, name: string): boolean =>
  index.definitions.some(each => each.parent === -1 && each.name === name && each.kind === 'class');

export const isValue = ({ content }: Unit): boolean =>
  content.kind !== 'definition' ||
  (content.definition.kind !== 'function' && content.definition.kind !== 'class');

/** Where the first line behind the decorators of what is defined there ends. */
function headerEnd({ file: { tokens }, from, to }: Unit): number {
  let i = from;
  while (i < to && !(tokens.kind(i) === NEWLINE && tokens.op(i + 1) !== op.AT)) i++;
  return i;
}
