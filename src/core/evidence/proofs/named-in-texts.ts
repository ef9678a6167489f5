import { once } from '../../kernel/once.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { importTimeChosen } from '../code/import-time.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { FINDING } from './told-places.ts';

/** Whether some text of the workspace names it as a part of that module: `mock.patch("pkg.m.os")`. */
export async function isNamedInText(
  versions: TwoVersions,
  { segments }: WorkspaceModule,
  name: string,
): Promise<boolean> {
  return (await pairsIn(versions)).has(`${segments.at(-1) ?? ''}.${name}`);
}

/** Words by which code finds things whose names are in a text. */
const FINDERS = [...FINDING, 'import_module'];

/** Names that stand behind each other in the texts of files that may look them up. */
const pairsIn = once(async (versions: TwoVersions): Promise<ReadonlySet<string>> => {
  const found = new Set<string>();
  for (const module of versions.after.snapshot.modules.values()) {
    const file = await versions.open(module, 'after');
    if (file === undefined || !FINDERS.some(each => file.mentions(each))) continue;
    for (const { kind, text } of file.tokens) {
      if (kind !== STRING || !text.includes('.')) continue;
      const names = text.slice(text.indexOf(':') + 1).split(/[^\w]/);
      for (const [i, name] of names.entries()) if (i > 0) found.add(`${names[i - 1]}.${name}`);
    }
  }
  return found;
});

/** Words by which code imports a module whose name is in a text. */
const IMPORTERS = [
  ...['import_string', 'resolve_name', 'import_module', '__import__', 'run_module', 'locate'],
  // Configurations of logging make what they name.
  ...['dictConfig', 'fileConfig'],
];

/** One of these modules that another one names in a text that it uses on import, where it may import by that. */
export async function findNamedOnImport(
  versions: TwoVersions,
  modules: ReadonlySet<WorkspaceModule>,
): Promise<{ readonly by: WorkspaceModule; readonly named: WorkspaceModule } | undefined> {
  const { snapshot, graph } = versions.after;
  const importing = new Set<WorkspaceModule>();
  const files: PythonFile[] = [];
  for (const module of modules.size > 0 ? snapshot.modules.values() : []) {
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    files.push(file);
    if (IMPORTERS.some(each => file.mentions(each))) importing.add(module);
  }
  const mayName = (file: PythonFile) =>
    [...modules].some(({ name }) => file.mentions(name) || file.mentions(beginningOf(name)));
  for (const file of importing.size > 0 ? files.filter(mayName) : []) {
    const { module: by } = file;
    const mayImport =
      importing.has(by) || by.index.imports.some(each => importing.has(graph.moduleOfImport(each, by) ?? by));
    const texts = mayImport ? readUnits(file).flatMap(unit => textsOnImport(file, unit)) : [];
    const named = [...modules].find(
      ({ name }) =>
        by.name !== name &&
        texts.some(
          text =>
            text === name ||
            text === beginningOf(name) ||
            (/^[.:]/.test(text.slice(name.length)) && text.startsWith(name)),
        ),
    );
    if (named !== undefined) return { by, named };
  }
  return undefined;
}

/** `"pkg.plugins." + name` */
const beginningOf = (name: string): string => name.slice(0, name.lastIndexOf('.') + 1) || name;

const textsOnImport = (file: PythonFile, unit: Unit): readonly string[] =>
  importTimeChosen(unit, file).flatMap(i => {
    const text = file.tokens.text(i);
    return file.tokens.kind(i) === STRING ? [text.slice(text.indexOf(':') + 1).replace(/^ext:\/\//, '')] : [];
  });
