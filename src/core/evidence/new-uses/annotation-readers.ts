import type { Definition } from '../../python/grammar/module-index.ts';
import { readDecorators } from '../code/api-surface.ts';
import { decoratorTarget } from '../code/decorators.ts';
import { isFunction } from '../code/definitions-by-kind.ts';
import { HARMLESS_DECORATORS } from '../code/known-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import type { WiderMethod } from './parameter-readers.ts';
import type { Statement } from './statements.ts';
import type { UseReader } from './use-reader.ts';

/**
 * What would have to be given on for something to read the annotations of a statement that nothing evaluates where they
 * stand; `undefined` where a decorator, or a base that is not known, may read them.
 */
export async function readersOfAnnotations(
  file: PythonFile,
  { scope, start }: Statement,
  versions: TwoVersions,
  reader: UseReader,
): Promise<readonly WiderMethod[] | undefined> {
  const { module } = file;
  const { definitions } = module.index;
  const declared = file.once(functionsByHead).get(start);
  const decorators = declared === undefined ? [] : readDecorators(file.range(declared.start, declared.head));
  const { graph } = versions.after;
  if (decorators.some(each => !HARMLESS_DECORATORS.has(decoratorTarget(each, file, graph) ?? '')))
    return undefined;
  const around = definitions[scope];
  if (around?.kind !== 'class')
    return declared === undefined ? [] : [{ owner: declared.name, method: '__init__' }];
  const { above } = await reader.classes.of({ module, index: scope });
  if (above === 'unknown') return undefined;
  const made = { owner: around.name, method: '__init__' };
  return declared === undefined ? [made] : [made, { owner: around.name, method: declared.name }];
}

const functionsByHead = ({ module }: PythonFile): ReadonlyMap<number, Definition> =>
  new Map(module.index.definitions.filter(isFunction).map(each => [each.head, each]));
