import type { ImportGraph } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { rootOf } from '../code/dotted-names.ts';
import { askingImports } from '../code/import-entries.ts';
import type { PythonFile } from '../code/python-file.ts';

/**
 * Where a file gives one of the modules itself to a call, a display or another name: `show(m)`, `[pkg.m]`, `n = m`.
 * Whoever has it may ask it for names that are not written down.
 */
export function findGivenModule(
  file: PythonFile,
  isMeant: (module: WorkspaceModule) => boolean,
  graph: Pick<ImportGraph, 'findModule' | 'fromImport'>,
): CodeToken | undefined {
  const bound = boundModules(file, isMeant, graph);
  const { tokens } = file;
  const { imports } = file.module.index;
  // `import pkg` is enough for `pkg.m`, which somebody else may import.
  const packages = new Map(
    imports.flatMap(({ kind, names }) =>
      kind === 'import' ? names.map(({ name, alias }) => [alias ?? name, name] as const) : [],
    ),
  );
  const isInside = (path: readonly string[]): boolean =>
    path.some((_, k) => {
      const name = k === 0 ? undefined : packages.get(path.slice(0, k).join('.'));
      const target = name && graph.findModule([name, ...path.slice(k)].join('.'), file.module);
      return target !== undefined && target !== '' && isMeant(target);
    });
  if (bound.size + packages.size === 0) return undefined;
  const isInImport = askingImports(file);
  return tokens.find((token, i) => {
    if (!tokens.isName(i) || tokens.op(i + 1) === op.DOT) return false;
    const root = rootOf(tokens, i);
    const path = [];
    for (let at = root; at <= i; at += 2) path.push(tokens.text(at));
    if (!bound.has(path.join('.')) && !isInside(path)) return false;
    const [before, next] = [tokens.op(root - 1), tokens.op(i + 1)];
    const isTarget = next === op.ASSIGN || next === op.COLON || next === op.WALRUS;
    return !isInImport(token.start) && !(isTarget && before !== op.ASSIGN);
  });
}

/** Under what a file has the modules: `m`, `pkg.m`. */
function boundModules(
  { module }: PythonFile,
  isMeant: (module: WorkspaceModule) => boolean,
  graph: Pick<ImportGraph, 'findModule' | 'fromImport'>,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const statement of module.index.imports)
    for (const { name, alias } of statement.names) {
      const target =
        statement.kind === 'import'
          ? graph.findModule(name, module)
          : moduleOf(graph.fromImport(module, statement, name));
      if (target !== undefined && isMeant(target)) found.add(alias ?? name);
    }
  return found;
}

const moduleOf = (target: ReturnType<ImportGraph['fromImport']>): WorkspaceModule | undefined =>
  target?.kind === 'module' ? target.module : undefined;
