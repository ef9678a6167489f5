import type { BrokenImport } from '../../../generated/contracts.ts';
import type { Import } from '../../python/grammar/module-index.ts';
import { entriesOf, type ImportEntry } from '../code/import-entries.ts';
import type { Importers } from '../code/importers.ts';
import { definesAtTop } from '../code/module-names.ts';
import { ImportResolver, type ImportResult } from '../code/resolve-import.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { makesNames } from './bound-names.ts';

export type BrokenImportFact = BrokenImport & {
  /**
   * The module is there, and its source says that the name is not: no guess about generated files. What stands under a
   * condition or in a `try` may be there for the case that it is not found.
   */
  readonly isCertain: boolean;
  /** It runs whenever the module is imported. */
  readonly isAlwaysRun: boolean;
};

/** Imports that find nothing after the change: new ones, and those that the change took the ground from. */
export function findBrokenImports(
  versions: TwoVersions,
  importers: () => Importers,
): readonly BrokenImportFact[] {
  const before = new ImportResolver(versions.before);
  const after = new ImportResolver(versions.after);
  const inside = versions.changed.flatMap(module => brokenInside(module, before, after));
  const outside = versions.changed.flatMap(module =>
    brokenOutside(module, versions, before, after, importers),
  );
  const making = versions.changed.flatMap(({ path, after: file }) =>
    file !== undefined && makesNames(file) ? [path] : [],
  );
  const isOpen = (reason: string) => making.some(path => reason.startsWith(`${path} `));
  return [...inside, ...outside].map(each => (isOpen(each.reason) ? { ...each, isCertain: false } : each));
}

const isMissing = (result: ImportResult): result is ImportResult & { readonly reason: string } =>
  result.kind === 'no_module' || result.kind === 'no_name';

/** `from . import _speedups`: modules that are compiled, or written by a tool, lie in their package later. */
const mayBeMade = ({ kind, level, module }: Import, name: string): boolean =>
  kind === 'from' &&
  level > 0 &&
  module === '' &&
  /^_[a-z]\w*$|_pb2(?:_grpc)?$|^(?:ui|qrc)_\w+$|_rc$/.test(name);

const runsAlways = ({ parent, placement }: Import): boolean => parent === -1 && placement === 'always';

const isConditional = ({ placement }: Import): boolean => placement === 'conditional';

function brokenInside(
  { before: old, after: now }: ChangedModule,
  before: ImportResolver,
  after: ImportResolver,
): readonly BrokenImportFact[] {
  if (now === undefined) return [];
  const known = new Map<string, ImportEntry>();
  for (const statement of old?.module.index.imports ?? [])
    for (const entry of entriesOf(statement, (old as typeof now).module)) known.set(entry.text, entry);
  return now.module.index.imports.flatMap(statement =>
    entriesOf(statement, now.module).flatMap((entry, i): readonly BrokenImportFact[] => {
      const name = statement.names[i]?.name ?? '*';
      const result = after.resolve(now.module, statement, name);
      if (!isMissing(result)) return [];
      const twin = known.get(entry.text);
      const was = twin && old ? before.resolve(old.module, twin.statement, name) : undefined;
      // What found nothing before is not the change's doing.
      if (was !== undefined && isMissing(was)) return [];
      const place = { file: now.module.path, line: statement.line, side: 'after' } as const;
      const cause = was === undefined ? 'new' : 'broken';
      const isNew = cause === 'new' && (result.kind !== 'no_name' || mayBeMade(statement, name));
      const isCertain = !isConditional(statement) && !isNew;
      const isAlwaysRun = runsAlways(statement);
      return [
        { text: entry.text, reason: result.reason, cause, outside: false, place, isCertain, isAlwaysRun },
      ];
    }),
  );
}

/** Files that the change does not touch and that import a name it takes away. */
function brokenOutside(
  { before: old, after: now, unreadable }: ChangedModule,
  { changedPaths }: TwoVersions,
  before: ImportResolver,
  after: ImportResolver,
  importers: () => Importers,
): readonly BrokenImportFact[] {
  if (old === undefined || now === undefined || unreadable.after !== undefined) return [];
  const { definitions, imports, otherNames } = old.module.index;
  const names = new Set<string>();
  for (const { parent, name } of definitions)
    if (parent === -1 && !definesAtTop(now.module.index, name) && importers().isImported(name))
      names.add(name);
  for (const each of imports)
    if (each.parent === -1) for (const { bound } of entriesOf(each, old.module)) names.add(bound);
  for (const name of otherNames) names.add(name);
  const found: BrokenImportFact[] = [];
  for (const name of names) {
    const result = after.offers(now.module, name);
    if (!isMissing(result) || isMissing(before.offers(old.module, name))) continue;
    for (const { module, statement, bound } of importers().ofName(now.module, name)) {
      if (changedPaths.has(module.path)) continue;
      const entry = entriesOf(statement, module).find(each => each.bound === bound);
      const place = { file: module.path, line: statement.line, side: 'after' } as const;
      found.push({
        text: entry?.text ?? `import of ${name}`,
        reason: result.reason,
        cause: 'broken',
        outside: true,
        place,
        isCertain: !isConditional(statement),
        isAlwaysRun: runsAlways(statement),
      });
    }
  }
  return found;
}
