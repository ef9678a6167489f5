import type { Import } from '../../python/grammar/module-index.ts';
import { isPublic } from '../../python/index/import-graph.ts';
import { readImports } from '../code/import-entries.ts';
import { definitionsNamed } from '../code/module-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import { ImportResolver } from '../code/resolve-import.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';

/** Tells of a name that a file binds whether an `import *` further down may put something else in its place. */
export class HiddenByStars {
  readonly #graph: WorkspaceVersion['graph'];
  readonly #resolver: ImportResolver;

  constructor(version: WorkspaceVersion) {
    this.#graph = version.graph;
    this.#resolver = new ImportResolver(version);
  }

  /** @param meant the path of the module whose name it is taken for */
  isHidden(file: PythonFile, name: string, meant: string): boolean {
    const stars = file.once(readStars);
    if (stars.length === 0) return false;
    const bound = boundAt(file, name);
    return stars.some(each => each.start > bound && this.#mayBring(each, file, name, meant));
  }

  #mayBring(star: Import, { module }: PythonFile, name: string, meant: string): boolean {
    const source = this.#graph.moduleOfImport(star, module);
    if (source === undefined) return true;
    if (!isPublic(source, name) || source.path === meant) return false;
    const target = this.#graph.resolve(source, name);
    if (target?.kind === 'definition') return target.module.path !== meant;
    return this.#resolver.offers(source, name).kind !== 'no_name';
  }
}

const readStars = ({ module: { index } }: PythonFile): readonly Import[] =>
  index.imports.filter(({ names }) => names.some(({ name }) => name === '*'));

/** Where the file binds the name by itself, the last time; above all of it where only `*` does. */
function boundAt(file: PythonFile, name: string): number {
  const { definitions } = file.module.index;
  const starts = [
    ...readImports(file)
      .filter(({ bound }) => bound === name)
      .map(({ statement }) => statement.start),
    ...definitionsNamed(file.module.index, name).map(i => definitions[i]?.start ?? -1),
  ];
  return Math.max(-1, ...starts);
}
