import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions, WorkspaceVersion } from '../code/two-versions.ts';
import { partsIn } from './open-keys.ts';
import { cancel } from './suppressions.ts';

interface Word {
  readonly text: string;
  readonly start: number;
}

/**
 * Where a text of one word, or a member of a class, has become another one, and this file or one that is imported by
 * it or imports it puts such names together from parts: it may be such a part.
 */
export async function findKeysFromParts(
  versions: TwoVersions,
): Promise<readonly { readonly reason: string; readonly place: EvidencePlace }[]> {
  const found: { readonly reason: string; readonly place: EvidencePlace }[] = [];
  let known: ReadonlyMap<string, readonly WorkspaceModule[]> | undefined;
  const neighbours = () => {
    known ??= neighboursIn(versions.after);
    return known;
  };
  for (const { before, after } of versions.changed) {
    if (before === undefined || after === undefined) continue;
    const [gone, come] = cancel(wordsOf(before), wordsOf(after), ({ text }) => text);
    const [first] = gone;
    if (first === undefined || come.length === 0) continue;
    if (!(await isPutTogether(after, versions, neighbours))) continue;
    const reason = `"${first.text}" became another word, and names such as …_id are put together from parts`;
    found.push({ reason, place: placeIn(before, first.start, 'before') });
  }
  return found;
}

const wordsOf = (file: PythonFile): readonly Word[] => [...partsIn(file).texts, ...membersOf(file)];

/** What classes have that is no function: a field or a member of an enumeration is asked for its name. */
function membersOf({ module: { index } }: PythonFile): readonly Word[] {
  const isFunction = /^(?:function|method|property|class)$/;
  return index.definitions.flatMap(({ name, kind, parent, start }) =>
    index.definitions[parent]?.kind === 'class' && !isFunction.test(kind)
      ? [{ text: `.${name}`, start }]
      : [],
  );
}

async function isPutTogether(
  file: PythonFile,
  versions: TwoVersions,
  neighbours: () => ReadonlyMap<string, readonly WorkspaceModule[]>,
): Promise<boolean> {
  if (partsIn(file).hasEnd) return true;
  for (const module of neighbours().get(file.module.path) ?? []) {
    const other = await versions.open(module, 'after');
    if (other === undefined || (MARKS.some(each => other.mentions(each)) && partsIn(other).hasEnd))
      return true;
  }
  return false;
}

const MARKS = ['_id', '_key', '_ID', '_KEY', '_Id', '_Key', '\\x', '\\u', '\\N'];

/** For each module those that it imports and those that import it, wherever in them that stands. */
function neighboursIn({
  snapshot,
  graph,
}: WorkspaceVersion): ReadonlyMap<string, readonly WorkspaceModule[]> {
  const found = new Map<string, WorkspaceModule[]>();
  const add = (path: string, module: WorkspaceModule) => {
    const known = found.get(path);
    if (known === undefined) found.set(path, [module]);
    else known.push(module);
  };
  for (const module of snapshot.modules.values()) {
    const targets = new Map<string, WorkspaceModule>();
    const take = (target: WorkspaceModule | undefined) => {
      if (target !== undefined && target !== module) targets.set(target.path, target);
    };
    for (const statement of module.index.imports) {
      if (statement.kind === 'from') take(graph.moduleOfImport(statement, module));
      for (const { name } of statement.names) {
        const part =
          statement.kind === 'import' || name === '*' ? undefined : graph.fromImport(module, statement, name);
        if (statement.kind === 'import') take(graph.findModule(name, module));
        else if (part !== undefined && 'module' in part) take(part.module);
      }
    }
    for (const target of targets.values()) {
      add(module.path, target);
      add(target.path, module);
    }
  }
  return found;
}
