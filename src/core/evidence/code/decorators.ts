import type { ImportGraph } from '../../python/index/import-graph.ts';
import { BUILTIN_NAMES } from '../../python/trace/builtin-names.ts';
import { type CodeToken, isName } from './code-tokens.ts';
import { HARMLESS_DECORATORS } from './known-names.ts';
import { namesOfModule } from './module-names.ts';
import type { PythonFile } from './python-file.ts';

/** The full name of what a decorator leads to outside of the workspace; `undefined` where that is not one thing. */
export function decoratorTarget(
  decorator: readonly CodeToken[],
  { module }: PythonFile,
  graph: ImportGraph,
): string | undefined {
  const path: string[] = [];
  for (const token of decorator) {
    if (token.text === '.') continue;
    if (!isName(token)) break;
    path.push(token.text);
  }
  const [first = '', ...rest] = path;
  const { imports } = module.index;
  const names = namesOfModule(module.index);
  const bindings = imports.filter(({ kind, names }) =>
    names.some(({ name, alias }) => (alias ?? (kind === 'import' ? name.split('.')[0] : name)) === first),
  );
  const isOwn = names.definitions.has(first) || names.innerNames.has(first) || names.others.has(first);
  if (isOwn || bindings.length > 1 || names.hasStar) return undefined;
  if (bindings.length === 0) return BUILTIN_NAMES.has(first) ? ['builtins', ...path].join('.') : undefined;
  const target = graph.resolve(module, first);
  return target?.kind === 'external' ? [target.name, ...rest].join('.') : undefined;
}

/** What such a decorator makes of a function is called as the function is. */
const CALLED_ALIKE = new Set(
  [...HARMLESS_DECORATORS].filter(name => !/\.(?:property|cached_property|overload)$/.test(name)),
);

/** How a function is called below its decorators; `undefined` where one of them is not known. */
export function callOf(
  decorators: readonly (readonly CodeToken[])[],
  file: PythonFile,
  graph: ImportGraph,
): 'plain' | 'static' | undefined {
  const targets = decorators.map(decorator => decoratorTarget(decorator, file, graph));
  if (!targets.every(target => target !== undefined && CALLED_ALIKE.has(target))) return undefined;
  return targets.includes('builtins.staticmethod') ? 'static' : 'plain';
}
