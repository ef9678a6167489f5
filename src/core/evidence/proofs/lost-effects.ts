import { once } from '../../kernel/once.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { signOutside } from '../code/brackets.ts';
import { splitArguments } from '../code/call-shape.ts';
import { classDefinitions } from '../code/definitions-by-kind.ts';
import { askingImports, type ImportEntry, readImports } from '../code/import-entries.ts';
import { closureOf, importsOf } from '../code/imported-modules.ts';
import { PLAIN_BASES } from '../code/known-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { namesUsedOf } from '../code/used-names.ts';
import type { Meanings } from './bindings.ts';
import { isLogger } from './imports-among-effects.ts';
import { dottedAt, outsideName, type Scope } from './plain-expressions.ts';
import { effectOf, effectOfDecorators } from './plain-statements.ts';
import { isProgram } from './uses-on-import.ts';

/** An import that is gone, and what importing it did that no name of it says. */
export interface LostEffect {
  readonly entry: ImportEntry;
  readonly reason: string;
}

/**
 * An import that is gone from a module which leads to what it imported in no other way: a module that tells others of
 * what it has (decorators that register, bases that are told of their classes, calls at the top), or a package from
 * outside that no name of the file ever used.
 */
export async function lostEffect(
  { before, after }: Pick<ChangedModule, 'before' | 'after'>,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<LostEffect | undefined> {
  if (before === undefined || after === undefined) return undefined;
  const all = (entries: readonly ImportEntry[]) =>
    entries.filter(({ statement }) => statement.placement !== 'type_checking');
  // What only a function imports now is imported later, or never.
  const kept = new Set(
    all(readImports(after)).flatMap(({ target, statement }) =>
      statement.parent === -1 ? [target, `in ${target}`] : `in ${target}`,
    ),
  );
  const gone = all(readImports(before)).filter(
    ({ target, statement }) => !kept.has(statement.parent === -1 ? target : `in ${target}`),
  );
  if (gone.length === 0) return undefined;
  // What is found to do nothing need not be looked at again.
  const left = new Set(closureOf(after.module, versions.after));
  const used = namesBesideImports(before);
  for (const entry of gone) {
    const { statement, bound, target, text } = entry;
    // What a function imports and uses is no longer wanted with what used it.
    if (statement.parent !== -1 && used.has(bound)) continue;
    for (const found of importsOf(before.module, versions.before, [{ ...statement, parent: -1 }])) {
      if (typeof found === 'string') {
        const isWanted = statement.kind === 'import' && !used.has(bound);
        if (isWanted && !left.has(found) && !STANDARD_LIBRARY.has(target.split('.')[0] ?? ''))
          return {
            entry,
            reason: `"${text}" is gone, which no name used: it may have been there for what it does`,
          };
        continue;
      }
      if (left.has(found.path)) continue;
      const lost = [found.path, ...closureOf(found, versions.before)];
      for (const path of lost) {
        const module = left.has(path) ? undefined : versions.before.snapshot.modules.get(path);
        if (module === undefined) continue;
        left.add(path);
        const effect = await effectOn(module, versions, meanings);
        if (effect !== undefined)
          return {
            entry,
            reason: `"${text}" is gone, and ${path} does something when it is imported (${effect})`,
          };
      }
    }
  }
  return undefined;
}

/** Names that a file uses, and not only imports. */
function namesBesideImports(file: PythonFile): ReadonlySet<string> {
  const { tokens } = file;
  const isInImport = askingImports(file);
  const chosen: number[] = [];
  for (let i = 0; i < tokens.length; i++) if (!isInImport(tokens.start(i))) chosen.push(i);
  return namesUsedOf(tokens, chosen);
}

const effectsIn = once((_: TwoVersions) => new Map<string, Promise<string | undefined>>());

/** What a module does to others when it is imported; many files may import it no longer. */
function effectOn(
  module: WorkspaceModule,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<string | undefined> {
  const known = effectsIn(versions);
  const found = known.get(module.path) ?? findEffect(module, versions, meanings);
  known.set(module.path, found);
  return found;
}

async function findEffect(
  module: WorkspaceModule,
  versions: TwoVersions,
  meanings: Meanings,
): Promise<string | undefined> {
  const file = await versions.open(module, 'before');
  if (file === undefined) return 'it cannot be read';
  const scope: Scope = { file, version: versions.before, meanings };
  for (const unit of readUnits(file)) {
    const found = await effectOfUnit(unit, scope, versions);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Why a statement does something to others when it runs. */
export async function effectOfUnit(
  unit: Unit,
  scope: Scope,
  versions: TwoVersions,
): Promise<string | undefined> {
  const { content, file } = unit;
  if (content.kind === 'import' || content.kind === 'docstring' || isProgram(unit)) return undefined;
  const line = `line ${file.lineOf(unit.start)}`;
  if (content.kind !== 'definition') return asksOrSets(unit) ? line : undefined;
  const { definition } = content;
  if (definition.kind === 'function' || definition.kind === 'class') {
    const isTold =
      hasTellingDecorator(definition, scope) ||
      (definition.kind === 'class' && (await isToldOfClasses(definition, scope, versions)));
    return isTold ? line : undefined;
  }
  const isQuiet =
    !asksOrSets(unit) || effectOf(unit, scope) === undefined || isLogger(unit, scope.version, scope.meanings);
  return isQuiet ? undefined : line;
}

/** A decorator of it, or of what is in it, that may keep what it is given. */
function hasTellingDecorator({ start, end }: Definition, scope: Scope): boolean {
  const { file } = scope;
  const inside = file.module.index.definitions.filter(each => start <= each.start && each.end <= end);
  const properties = new Set(inside.flatMap(({ kind, name }) => (kind === 'property' ? name : [])));
  return inside.some(
    each =>
      each.start < each.head &&
      effectOfDecorators(file.range(each.start, each.head), properties, scope) !== undefined,
  );
}

/** Something is called there, or set in something else: `if x: y()`, `R["a"] = b`. */
function asksOrSets({ file: { tokens }, from, to }: Unit): boolean {
  for (let i = from + 1; i < to; i++) {
    const operator = tokens.op(i);
    const isBehind = tokens.kind(i - 1) === NAME || op.closes(tokens.op(i - 1));
    if (operator === op.PAREN_OPEN && isBehind) return true;
    if (op.isAugmented(operator)) return true;
    const isMember = tokens.op(i - 1) === op.BRACKET_CLOSE || tokens.op(i - 2) === op.DOT;
    if (operator === op.ASSIGN && isMember) return true;
  }
  return false;
}

/** Whether a base of the class is told of it, may be, or may be asked which classes are below it. */
async function isToldOfClasses(
  { head, body }: Definition,
  { file, version, meanings }: Scope,
  versions: TwoVersions,
  depth = 0,
): Promise<boolean> {
  if (depth > MOST_BASES) return true;
  const header = file.range(head, body);
  const open = signOutside(header, op.PAREN_OPEN);
  for (const part of open < 0 ? [] : splitArguments(header, open)) {
    const { path, end } = dottedAt(part, 0);
    const outside = outsideName(path, { file, version, meanings });
    const isWhole = end === part.length || part[end]?.op === op.BRACKET_OPEN;
    if (isWhole && outside !== undefined && PLAIN_BASES.has(outside)) continue;
    const target = isWhole ? version.graph.resolve(file.module, path.join('.')) : undefined;
    if (target?.kind !== 'definition') return true;
    const base = target.module.index.definitions[target.index];
    const other = await versions.open(target.module, version.side);
    if (other === undefined || base?.kind !== 'class') return true;
    const inside = other.range(base.start, base.end);
    if (inside.some(({ text }) => text === '__init_subclass__')) return true;
    if (base.start !== base.head || (await asksForSubclasses(versions))) return true;
    if (await isToldOfClasses(base, { file: other, version, meanings }, versions, depth + 1)) return true;
  }
  return false;
}

const MOST_BASES = 10;

/** A new class below another one of the workspace, where some file asks for the classes below one, and may make objects of them. */
export async function newSubclass(
  { before, after }: Pick<ChangedModule, 'before' | 'after'>,
  versions: TwoVersions,
): Promise<Definition | undefined> {
  if (after === undefined) return undefined;
  const classes = classDefinitions(after.module.index);
  if (classes.length === 0) return undefined;
  const known = new Set(before?.module.index.definitions.map(({ name }) => name));
  const { graph } = versions.after;
  const found = classes.find(({ name, head, body }) => {
    if (known.has(name)) return false;
    const header = after.range(head, body);
    const open = signOutside(header, op.PAREN_OPEN);
    return (
      open >= 0 &&
      splitArguments(header, open).some(
        part => graph.resolve(after.module, dottedAt(part, 0).path.join('.'))?.kind === 'definition',
      )
    );
  });
  return found !== undefined && (await asksForSubclasses(versions)) ? found : undefined;
}

/** Whether any file asks a class which ones are below it. */
export const asksForSubclasses = once(async (versions: TwoVersions): Promise<boolean> => {
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined || file.mentions('__subclasses__')) return true;
  }
  return false;
});
