import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as op from '../../python/lexer/operators.ts';
import { entriesOf } from '../code/import-entries.ts';
import { importTimeTokens } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { leadsTo } from './module-cycles.ts';
import type { Obstacle } from './obstacle.ts';
import { dottedAt } from './plain-expressions.ts';

/**
 * What a changed module newly takes on import from a module that leads back to it: where that one was begun first, it
 * is only half there by then.
 */
export function findHalfImported({ after: version, changed }: TwoVersions): Obstacle | undefined {
  for (const { path, before, after } of changed) {
    if (before === undefined || after === undefined) continue;
    let known: ReadonlySet<string> | undefined;
    for (const { text, start, sources } of takenOnImport(after, version)) {
      known ??= new Set([...takenOnImport(before, version)].map(each => each.text));
      if (known.has(text)) continue;
      const source = sources.find(
        each => each.path !== path && !isAround(path, each.path) && leadsTo(each.path, path, version),
      );
      if (source === undefined) continue;
      const line = after.lineOf(start);
      const reason = `${text} is taken on import, and ${source.path} imports ${path} back: it may not be there yet`;
      return { reason, place: { file: path, line, side: 'after' } };
    }
  }
  return undefined;
}

/** A package begins before what is in it, which is whole when the package has imported it. */
const isAround = (path: string, other: string): boolean =>
  /(?:^|\/)__init__\.py$/.test(path) && other.startsWith(path.slice(0, -'__init__.py'.length));

interface Taken {
  readonly text: string;
  readonly start: number;
  /** The modules that have to be there as far as that. */
  readonly sources: readonly WorkspaceModule[];
}

/** What the top of a module takes from modules of the workspace: `from a import b`, `a.b.c`. */
function* takenOnImport(file: PythonFile, version: WorkspaceVersion): Generator<Taken> {
  const { module } = file;
  const { graph } = version;
  const bound = new Map<string, WorkspaceModule>();
  for (const statement of module.index.imports) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    for (const { text, bound: name } of entriesOf(statement, module)) {
      const target = graph.throughImport(module, statement, name);
      if (target?.kind === 'module') {
        bound.set(name, target.module);
        continue;
      }
      const source = statement.kind === 'from' ? graph.moduleOfImport(statement, module) : undefined;
      if (source !== undefined) yield { text, start: statement.start, sources: [source] };
    }
  }
  if (bound.size === 0) return;
  for (const unit of readUnits(file)) {
    if (unit.content.kind === 'import' || unit.content.kind === 'docstring') continue;
    if (![...unit.names].some(name => bound.has(name))) continue;
    const tokens = importTimeTokens(unit, file);
    for (const [i, { text, start }] of tokens.entries()) {
      const base = bound.get(text);
      if (base === undefined || tokens[i - 1]?.op === op.DOT || tokens[i + 1]?.op !== op.DOT) continue;
      const { path } = dottedAt(tokens, i);
      yield { text: path.join('.'), start, sources: modulesAlong(base, path.slice(1), version) };
    }
  }
}

/** Those that attributes lead through, from one on. */
function modulesAlong(
  base: WorkspaceModule,
  attributes: readonly string[],
  { graph }: WorkspaceVersion,
): readonly WorkspaceModule[] {
  const found = [base];
  for (const name of attributes) {
    const next = graph.submodule(found.at(-1) ?? base, name);
    if (next?.kind !== 'module') break;
    found.push(next.module);
  }
  return found;
}
