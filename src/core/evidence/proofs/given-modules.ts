import type { ImportGraph } from '../../python/index/import-graph.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import type { CodeToken } from '../code/code-tokens.ts';
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
  if (bound.size === 0) return undefined;
  const { tokens } = file;
  const { imports } = file.module.index;
  return tokens.find((token, i) => {
    if (!tokens.isName(i) || tokens.op(i + 1) === op.DOT) return false;
    let root = i;
    while (tokens.op(root - 1) === op.DOT) root -= 2;
    const path = [];
    for (let at = root; at <= i; at += 2) path.push(tokens.text(at));
    if (!bound.has(path.join('.'))) return false;
    const [before, next] = [tokens.op(root - 1), tokens.op(i + 1)];
    const isTarget = next === op.ASSIGN || next === op.COLON || next === op.WALRUS;
    const isStatement = imports.some(({ start, end }) => start <= token.start && token.start < end);
    return !isStatement && !(isTarget && before !== op.ASSIGN);
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
