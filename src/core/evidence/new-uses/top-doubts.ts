import { at } from '../../kernel/at.ts';
import type { Definition, Import } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, NUMBER, STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { keyOfRange } from '../code/code-tokens.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { scopesIn } from '../code/definitions-by-kind.ts';
import { lastOf } from '../code/dotted-names.ts';
import { entriesOf, readImports } from '../code/import-entries.ts';
import { HARMLESS_DECORATORS } from '../code/known-names.ts';
import { outsideNames } from '../code/outside-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import type { Unit } from '../code/units.ts';
import { AS_BEFORE, type DefinitionMatch, definitionsStaying } from '../facts/definition-changes.ts';
import { namesWithoutBinding } from '../facts/undefined-names.ts';
import { namesThatCome, startOfBinding } from '../proofs/bindings.ts';
import { whyNoFixture, whyNotUsed } from './asked-fixtures.ts';
import { whyRefusedByPytest } from './parametrized.ts';
import { scopeName } from './statements.ts';
import type { UseReader } from './use-reader.ts';

/** A changed module, with what is asked about it. */
export interface Question {
  readonly module: ChangedModule;
  readonly file: PythonFile;
  readonly versions: TwoVersions;
  readonly match: DefinitionMatch;
  readonly reader: UseReader;
}

/** Something new at the top of a module that may not be there, or may be in the way of what is used. */
export interface Doubt {
  readonly start: number;
  readonly reason: string;
}

export async function findTopDoubts(question: Question): Promise<readonly Doubt[]> {
  const found = [...newNames(question), ...unknownImports(question), ...otherValues(question)];
  for await (const doubt of newDefinitions(question)) found.push(doubt);
  return found;
}

/** Statements at the top that are not as before, and may look something up. */
export function changedUnits({ module, match }: Question): readonly Unit[] {
  const [old, now] = [match.before.get(module.path), match.after.get(module.path)];
  const others = new Set(old?.units.flatMap(unit => (unit.content.kind === 'definition' ? [] : [unit.key])));
  const { after: staying } = definitionsStaying(module);
  const changed = now?.units.filter(unit => {
    const { content } = unit;
    if (content.kind === 'definition') return staying[content.index] !== AS_BEFORE && !unit.isPlainSet;
    return content.kind !== 'import' && content.kind !== 'docstring' && !others.has(unit.key);
  });
  return changed ?? [];
}

/** A new name at the top, in place of a builtin or of what was not there. */
function* newNames({ module, file }: Question): Generator<Doubt> {
  const { before } = module;
  if (before === undefined) return;
  const builtins = outsideNames('builtins');
  for (const name of namesThatCome(module)) {
    const mayBeUsed = namesWithoutBinding(before).has(name) || builtins?.has(name) === true;
    if (name === '*' || !mayBeUsed || !before.mentionsName(name)) continue;
    const start = startOfBinding(file.module, name);
    yield { start, reason: `${name} is new, and what used it meant something else` };
  }
}

/** A text that became a number, or nothing: what is asked of it elsewhere may not be there. */
function* otherValues({ module: { path }, match }: Question): Generator<Doubt> {
  for (const { name, units, twin } of match.after.get(path)?.groups.values() ?? []) {
    const before = twin?.units;
    if (before?.length !== 1 || units.length !== 1) continue;
    const is = literalKind(units[0]);
    const was = is === undefined ? undefined : literalKind(before[0]);
    if (was !== undefined && is !== undefined && was !== is)
      yield { start: units[0]?.start ?? 0, reason: `${name} is a value of another type` };
  }
}

function* unknownImports(question: Question): Generator<Doubt> {
  const {
    module: { before },
    file,
    versions,
  } = question;
  const known = new Set(before === undefined ? [] : readImports(before).map(({ text }) => text));
  for (const { text, statement, target } of readImports(file)) {
    if (known.has(text) || isOfWorkspace(statement, target, question)) continue;
    const [first = ''] = target.split('.');
    const isKnown =
      STANDARD_LIBRARY.has(first) &&
      statement.level === 0 &&
      (statement.kind === 'import'
        ? !target.includes('.') || outsideNames(target) !== undefined
        : outsideNames(statement.module)?.has(target.slice(statement.module.length + 1)) === true);
    if (!isKnown && !isImportedElsewhere(statement, text, versions))
      yield { start: statement.start, reason: `whether "${text}" finds anything is not known` };
  }
}

/** Another module of the workspace, which does not change, imports the same. */
function isImportedElsewhere(
  { level }: Import,
  text: string,
  { before, changedPaths }: TwoVersions,
): boolean {
  if (level > 0) return false;
  for (const module of before.snapshot.modules.values()) {
    if (changedPaths.has(module.path)) continue;
    for (const statement of module.index.imports) {
      const isAlways = statement.placement === 'always' && statement.parent === -1;
      if (isAlways && entriesOf(statement, module).some(each => each.text === text)) return true;
    }
  }
  return false;
}

/** Imports of the workspace are looked at elsewhere. */
function isOfWorkspace(statement: Import, target: string, { file: { module }, versions }: Question): boolean {
  const { graph } = versions.after;
  if (statement.kind === 'import') return graph.findModule(target, module) !== undefined;
  const name = lastOf(target);
  return (
    graph.moduleOfImport(statement, module) !== undefined ||
    graph.fromImport(module, statement, name)?.kind === 'module'
  );
}

/** Decorators and bases that come with a function or class. */
async function* newDefinitions({
  module: { before: old },
  file,
  versions,
  reader,
}: Question): AsyncGenerator<Doubt> {
  const { definitions } = file.module.index;
  const known = new Map<string, string>();
  if (old !== undefined)
    for (const index of scopesIn(old.module.index))
      known.set(scopeName(old, index), decoratorsKey(old, at(old.module.index.definitions, index)));
  for (const index of scopesIn(file.module.index)) {
    const definition = at(definitions, index);
    const was = known.get(scopeName(file, index));
    if (was === decoratorsKey(file, definition)) continue;
    for (const decorator of readDecorators(file.range(definition.start, definition.head))) {
      const [first, , third] = decorator;
      // `@name.setter` above a property of the name.
      if (first?.text === definition.name && /^(?:setter|getter|deleter)$/.test(third?.text ?? '')) continue;
      const target = decoratorTarget(decorator, file, versions.after.graph);
      const refused =
        target === 'pytest.mark.parametrize' && whyRefusedByPytest(file, definition, decorator, was ?? '');
      const unused = target === 'pytest.mark.usefixtures' && (await whyNotUsed(file, decorator, versions));
      if (refused) yield { start: definition.start, reason: refused };
      if (unused) yield { start: definition.start, reason: unused };
      if (!HARMLESS_DECORATORS.has(target ?? '') && !target?.startsWith('pytest.mark.'))
        yield {
          start: definition.start,
          reason: `what a decorator of ${definition.name} does with it is not known`,
        };
    }
    const missing = was === undefined ? await whyNoFixture(file, definition, versions) : undefined;
    if (missing !== undefined) yield { start: definition.start, reason: missing };
    if (was !== undefined || definition.kind !== 'class') continue;
    const doubt = await reader.classes.doubtAbout({ module: file.module, index });
    if (doubt !== undefined)
      yield { start: definition.head, reason: `${definition.name} is new, and ${doubt}` };
  }
}

/** Equal keys are equal decorators. */
const decoratorsKey = ({ tokens }: PythonFile, { start, head }: Definition): string =>
  start === head ? '' : keyOfRange(tokens, start, head);

/** The type of a value that is one literal. */
function literalKind(unit: Unit | undefined): string | undefined {
  if (unit === undefined || unit.to - unit.from !== 3) return undefined;
  const { tokens } = unit.file;
  if (tokens.op(unit.from + 1) !== op.ASSIGN) return undefined;
  const last = unit.to - 1;
  const kind = tokens.kind(last);
  const text = tokens.text(last);
  if (kind === STRING) return text.split(':')[0]?.includes('b') ? 'bytes' : 'text';
  if (kind === NUMBER) return /^0[box]|^\d+$/.test(text) ? 'int' : 'number';
  return kind === NAME ? text.replace(/^(?:True|False)$/, 'bool') : undefined;
}
