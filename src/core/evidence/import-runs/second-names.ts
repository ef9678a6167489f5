import type { Definition } from '../../python/grammar/module-index.ts';
import * as op from '../../python/lexer/operators.ts';
import { classesIn } from '../code/definitions-by-kind.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';

interface SecondName {
  readonly key: string;
  readonly start: number;
  readonly name: string;
  readonly of: string;
}

/**
 * Members of classes that newly stand for an object which is told its name, such as a `cached_property`: it may refuse a
 * second one while the class is made.
 */
export function* newSecondNames(
  before: PythonFile | undefined,
  after: PythonFile,
  version: WorkspaceVersion,
): Generator<{ readonly start: number; readonly reason: string }> {
  if (classesIn(after.module.index).length === 0) return;
  const told = ['cached_property', ...ownersOfNames(version)].filter(each => after.mentions(each));
  if (told.length === 0) return;
  const known = new Set(before === undefined ? [] : secondNames(before, told).map(({ key }) => key));
  for (const { key, start, name, of } of secondNames(after, told))
    if (!known.has(key)) yield { start, reason: `${name} is one more name of ${of}, which may refuse it` };
}

/** Classes of the workspace whose objects are told by which name a class has them. */
const ownersOfNames = ({ snapshot }: WorkspaceVersion): readonly string[] =>
  snapshot.table
    .definitionsNamed('__set_name__')
    .flatMap(({ module, definition }) => module.index.definitions[definition.parent]?.name ?? []);

/** `length = size` in a class, where `size` is made by one of these. */
function secondNames(file: PythonFile, told: readonly string[]): readonly SecondName[] {
  const { definitions } = file.module.index;
  const isTold = ({ start, end }: Definition) =>
    file.range(start, end).some(({ text }) => told.includes(text));
  const made = new Set(definitions.flatMap(each => (isTold(each) ? [`${each.parent} ${each.name}`] : [])));
  return definitions.flatMap(({ name, start, end, parent, kind }) => {
    const owner = definitions[parent];
    if (owner?.kind !== 'class' || kind === 'method' || kind === 'class') return [];
    const tokens = file.range(start, end);
    const of = tokens.at(-1)?.text ?? '';
    if (tokens.length !== 3 || tokens[1]?.op !== op.ASSIGN) return [];
    const isMeant = made.has(`${parent} ${of}`) || made.has(`-1 ${of}`);
    return isMeant ? [{ key: `${owner.name}.${name} ${of}`, start, name, of }] : [];
  });
}
