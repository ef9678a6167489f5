import type { Import } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { entriesOf } from '../code/import-entries.ts';
import { closureOf, importsOf } from '../code/imported-modules.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { importedBy, leadsTo } from './module-cycles.ts';
import type { Obstacle } from './obstacle.ts';
import { runNames } from './run-names.ts';

/**
 * Imports of a module that stand in another order than before, where one of them leads back to it: what has to be
 * there by then may come too late.
 */
export async function findReorderedCycle(versions: TwoVersions): Promise<Obstacle | undefined> {
  const { after: version, changed } = versions;
  for (const { path, before, after } of changed) {
    if (before === undefined || after === undefined) continue;
    const [old, now] = [importsInOrder(before, versions.before), importsInOrder(after, version)];
    const kept = (all: readonly OrderedImport[], others: readonly OrderedImport[]) => {
      const texts = new Set(others.map(({ text }) => text));
      return all.filter(({ text }) => texts.has(text));
    };
    const [was, is] = [kept(old, now), kept(now, old)];
    const moved = is.find(({ text }, i) => text !== was[i]?.text);
    if (moved === undefined) continue;
    const back =
      [...importedBy(after.module, version).keys()].find(each => leadsTo(each, path, version)) ??
      (await findLookingBack(after.module, versions));
    if (back !== undefined)
      return {
        reason: `the imports of ${path} stand in another order, and ${back} asks for it while it is imported`,
        place: { file: path, line: moved.line, side: 'after' },
      };
  }
  return undefined;
}

interface OrderedImport {
  readonly text: string;
  readonly line: number;
}

/** Those from outside lead back to nothing: in which order they stand beside each other is all the same. */
function importsInOrder({ module }: PythonFile, version: WorkspaceVersion): readonly OrderedImport[] {
  const found: OrderedImport[] = [];
  let outside: OrderedImport[] = [];
  const closeRun = () => {
    found.push(...outside.sort((a, b) => (a.text < b.text ? -1 : 1)));
    outside = [];
  };
  for (const statement of module.index.imports) {
    if (statement.parent !== -1 || statement.placement === 'type_checking') continue;
    const entries = entriesOf(statement, module).map(({ text }) => ({ text, line: statement.line }));
    const isOutside = [...importsOf(module, version, [statement])].every(each => typeof each === 'string');
    if (isOutside) outside.push(...entries);
    else {
      closeRun();
      found.push(...entries);
    }
  }
  closeRun();
  return found;
}

/** One of the modules that this one imports, however indirectly, that may look for it without an import at its top. */
async function findLookingBack(
  module: WorkspaceModule,
  { after: version, open }: TwoVersions,
): Promise<string | undefined> {
  for (const path of closureOf(module, version)) {
    const other = version.snapshot.modules.get(path);
    if (other === undefined) continue;
    const { imports } = other.index;
    const late = imports.filter(
      each => each.parent !== -1 && importsModule(other, { ...each, parent: -1 }, module, version),
    );
    const mayLookUp = imports.some(each =>
      [each.module, ...each.names.map(({ name }) => name)].some(name => /^(?:sys|importlib)\b/.test(name)),
    );
    if (late.length === 0 && !mayLookUp) continue;
    const file = await open(other, 'after');
    if (file === undefined) return path;
    const looksUp =
      file.mentions('import_module') ||
      (file.mentions('sys.modules[') && !file.mentions('sys.modules[__name__]'));
    if (looksUp || late.some(({ start }) => runsOnImport(start, file))) return path;
  }
  return undefined;
}

/** Whether what stands there is in something that the module runs while it is imported, in however many steps. */
function runsOnImport(offset: number, file: PythonFile): boolean {
  const units = readUnits(file);
  const run = new Set(runNames(file));
  const waiting = [...run];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
    for (const { content, names } of units) {
      if (content.kind !== 'definition' || content.definition.name !== name) continue;
      const more = [...names].filter(each => !run.has(each));
      for (const each of more) run.add(each);
      waiting.push(...more);
    }
  return units.some(
    ({ content, start, end }) =>
      start <= offset && offset < end && (content.kind !== 'definition' || run.has(content.definition.name)),
  );
}

const importsModule = (
  from: WorkspaceModule,
  statement: Import,
  to: WorkspaceModule,
  version: WorkspaceVersion,
): boolean =>
  [...importsOf(from, version, [statement])].some(
    target => typeof target !== 'string' && target.path === to.path,
  );
