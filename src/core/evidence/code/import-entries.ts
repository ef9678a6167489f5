import { groupBy } from '../../kernel/group-by.ts';
import { once } from '../../kernel/once.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import type { PythonFile } from './python-file.ts';

/** One name that an import statement brings. */
export interface ImportEntry {
  readonly statement: Import;
  /** As if it were alone: `from a.b import c as d`. */
  readonly text: string;
  /** The name it binds; `*` for all. */
  readonly bound: string;
  /** Where it leads, without relative dots: `a.b.c`; for `import a.b` the module. */
  readonly target: string;
}

/** The imports of a file, one entry a name. */
export const readImports = once(({ module }: PythonFile): readonly ImportEntry[] =>
  module.index.imports.flatMap(statement => entriesOf(statement, module)),
);

/** Those that bind the name, in order. */
export const importsBinding = (file: PythonFile, name: string): readonly ImportEntry[] =>
  byName(file).get(name) ?? [];

const byName = once((file: PythonFile) => groupBy(readImports(file), ({ bound }) => bound));

export function entriesOf(statement: Import, module: WorkspaceModule): readonly ImportEntry[] {
  return statement.names.map(({ name, alias }) => {
    const renamed = alias === undefined ? '' : ` as ${alias}`;
    const bound = nameBound(statement, name, alias);
    if (statement.kind === 'import')
      return { statement, text: `import ${name}${renamed}`, bound, target: name };
    if (statement.level === 0) {
      const target = `${statement.module}.${name}`;
      return { statement, text: `from ${statement.module} import ${name}${renamed}`, bound, target };
    }
    const source = `${'.'.repeat(statement.level)}${statement.module}`;
    const target = [...packageOf(statement, module), ...parts(statement.module), name].join('.');
    return { statement, text: `from ${source} import ${name}${renamed}`, bound, target };
  });
}

/** The names that a statement binds, without where they lead. */
export const namesBoundBy = (statement: Import): readonly string[] =>
  statement.names.map(({ name, alias }) => nameBound(statement, name, alias));

function nameBound({ kind }: Import, name: string, alias: string | undefined): string {
  if (alias !== undefined || kind !== 'import') return alias ?? name;
  const dot = name.indexOf('.');
  return dot < 0 ? name : name.slice(0, dot);
}

const parts = (dotted: string): readonly string[] => (dotted === '' ? [] : dotted.split('.'));

/** The package that a relative import starts from. */
function packageOf(statement: Import, module: WorkspaceModule): readonly string[] {
  const own = parts(module.name);
  return own.slice(0, Math.max(0, own.length - (module.isPackage ? statement.level - 1 : statement.level)));
}

/** Tells whether a byte is in an import, wherever on a line that stands; bytes are asked about in order. */
export function askingImports({ module }: PythonFile): (offset: number) => boolean {
  const imports = [...module.index.imports].sort((a, b) => a.start - b.start);
  let next = 0;
  return offset => {
    while ((imports[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next++;
    return offset >= (imports[next]?.start ?? Number.POSITIVE_INFINITY);
  };
}

/** Whether a byte is in an import; `askingImports` is sooner where many are asked about in order. */
export const isInImport = ({ index }: WorkspaceModule, offset: number): boolean =>
  index.imports.some(({ start, end }) => start <= offset && offset < end);
