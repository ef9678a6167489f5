import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import { NAME } from '../../python/lexer/token-kinds.ts';
import { definitionsNamed } from '../code/module-names.ts';
import { outsideNames } from '../code/outside-names.ts';
import type { PythonFile } from '../code/python-file.ts';
import type { WorkspaceVersion } from '../code/two-versions.ts';
import { placesOf } from '../code/uses.ts';
import type { Home } from './home-of-name.ts';
import { type Other, otherAt } from './word-places.ts';
import { otherTextIn } from './word-texts.ts';

/** A file before the change, and its lines that differ. */
export interface Renaming {
  readonly file: PythonFile;
  readonly lines: ReadonlySet<number>;
}

/**
 * One word may name several things, and only one of them is renamed: `get` as a function of the module and `d.get(…)`,
 * `f` and the letter of a format `"%f"`. `undefined`: all places that differ are shown to name one thing.
 */
export function findOtherMeaning(
  name: string,
  renamings: readonly Renaming[],
  before: WorkspaceVersion,
): Other | undefined {
  const homes = new Map<string, Home>();
  for (const { file, lines } of renamings)
    for (const [at, definition] of file.module.index.definitions.entries())
      if (definition.name === name && lines.has(definition.line)) {
        const home = homeOf(file.module.path, file.module.index.definitions, at);
        homes.set(`${home.path}:${home.around}`, home);
        if (homes.size > 1) return { file, start: definition.start, what: 'another definition' };
      }
  const [home] = homes.values();
  if (home?.kind === 'class') {
    const [first] = renamings;
    const own = renamings.find(({ file }) => file.module.path === home.path)?.file;
    if (first !== undefined && (isCommonMember(name, home, before) || hasOtherBase(own, home, before)))
      return { file: first.file, start: 0, what: 'a member of something else' };
  }
  for (const { file, lines } of renamings) {
    const found =
      otherNameIn(name, file, lines, home, before) ?? otherTextIn(name, file, lines, home, before);
    if (found !== undefined) return found;
  }
  return undefined;
}

function homeOf(path: string, definitions: readonly Definition[], at: number): Home {
  const parent = definitions[at]?.parent ?? -1;
  const { kind } = definitions[parent] ?? {};
  return {
    path,
    around: qualifiedName(definitions, parent),
    kind: parent < 0 ? 'module' : kind === 'class' ? 'class' : 'function',
  };
}

/** Another class has such a member, or what comes from outside of the workspace. */
function isCommonMember(name: string, home: Home, { snapshot }: WorkspaceVersion): boolean {
  if (BUILTIN_TYPES.some(type => outsideNames(`#${type}`)?.has(name) === true)) return true;
  for (const { path, index } of snapshot.modules.values())
    for (const [at, definition] of index.definitions.entries()) {
      if (definition.name !== name) continue;
      const other = homeOf(path, index.definitions, at);
      if (other.path !== home.path || other.around !== home.around) return true;
    }
  return false;
}

/** A base from outside of the workspace may have the member. */
function hasOtherBase(file: PythonFile | undefined, home: Home, { snapshot }: WorkspaceVersion): boolean {
  if (file === undefined) return true;
  const { definitions } = file.module.index;
  const own = definitions.find(
    ({ kind }, at) => kind === 'class' && qualifiedName(definitions, at) === home.around,
  );
  if (own === undefined) return true;
  const bases = new Set<string>();
  const classes = new Set([own]);
  // Those of the file with what is above them.
  for (const { head, body } of classes) {
    const named = file.range(head, body).filter(({ kind, word: each }) => kind === NAME && each === 0);
    for (const { text } of named.slice(1)) {
      bases.add(text);
      for (const each of definitionsNamed(file.module.index, text).map(at => definitions[at]))
        if (each?.kind === 'class') classes.add(each);
    }
  }
  for (const each of ['object', 'ABC']) bases.delete(each);
  if (bases.size === 0) return false;
  for (const { index } of snapshot.modules.values())
    for (const { kind, name } of index.definitions) if (kind === 'class') bases.delete(name);
  return bases.size > 0;
}

const BUILTIN_TYPES = ['str', 'bytes', 'list', 'dict', 'set', 'frozenset', 'tuple', 'int', 'float'];

function otherNameIn(
  name: string,
  file: PythonFile,
  lines: ReadonlySet<number>,
  home: Home | undefined,
  before: WorkspaceVersion,
): Other | undefined {
  const { tokens } = file;
  for (const at of placesOf(file, name)) {
    const start = tokens.start(at);
    if (!lines.has(file.lineOf(start))) continue;
    const what = otherAt(file, at, home, before);
    if (what !== undefined) return { file, start, what };
  }
  return undefined;
}
