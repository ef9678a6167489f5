import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { INDENT, NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { folderOf } from '../code/folder-of.ts';
import { readImports } from '../code/import-entries.ts';
import { importersByPath, leadingTo } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { STANDARD_LIBRARY } from '../code/standard-library.ts';
import { isTestFile } from '../code/test-files.ts';
import { type ChangedModule, isPython, type TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { findCalledByNewTests } from './called-by-new-tests.ts';
import { ASSERTION } from './deciding-line.ts';
import { findDecidingValues } from './deciding-values.ts';
import { findListedByTests } from './listed-by-tests.ts';
import { findLostChecks } from './lost-checks.ts';
import { findLostDocuments } from './lost-documents.ts';
import { findKeptFailures } from './open-failures.ts';
import { findReplacedTests } from './replaced-tests.ts';
import { findSetEnvironment } from './set-environment.ts';

interface Open {
  readonly reason: string;
  readonly place: EvidencePlace;
}

/** What tests check with, and what is no test file: helpers, what decides which tests run, and examples. */
export async function findOpenTestHelpers(
  versions: TwoVersions,
  files: readonly FileChange[],
): Promise<readonly Open[]> {
  return [
    ...findLostExamples(versions.changed, files),
    ...findHidingFiles(versions),
    ...findReplacedTests(versions),
    ...findLostChecks(versions.changed),
    ...(await findChangedHelpers(versions)),
    ...(await findDecidingValues(versions)),
    ...(await findListedByTests(versions, files)),
    ...(await findSetEnvironment(versions)),
    ...(await findLostDocuments(versions, files)),
    ...(await findCalledByNewTests(versions)),
    ...findKeptFailures(versions),
  ];
}

/** Examples with `>>>` are tests where somebody runs them. */
function findLostExamples(changed: readonly ChangedModule[], files: readonly FileChange[]): readonly Open[] {
  const left = new Map<string, number>();
  for (const { after } of changed)
    for (const { code } of examplesOf(after)) left.set(code, (left.get(code) ?? 0) + 1);
  const others = files.filter(({ path }) => !isPython(path));
  for (const { path, after } of others)
    for (const example of examplesIn(after && decodeUtf8(after))) {
      const code = `${endOf(path)} ${example}`;
      left.set(code, (left.get(code) ?? 0) + 1);
    }
  const isLost = (code: string) => {
    const count = left.get(code) ?? 0;
    left.set(code, count - 1);
    return count <= 0;
  };
  const reason = 'an example that may be run as a test is not as it was';
  return [
    ...changed.flatMap(({ before }) =>
      examplesOf(before).flatMap(({ code, start }) =>
        before !== undefined && isLost(code) ? [{ reason, place: placeIn(before, start, 'before') }] : [],
      ),
    ),
    ...others.flatMap(({ path, before }) =>
      examplesIn(before && decodeUtf8(before)).flatMap(code =>
        isLost(`${endOf(path)} ${code}`)
          ? [{ reason, place: { file: path, line: 1, side: 'before' } as const }]
          : [],
      ),
    ),
  ];
}

/** Documents are looked for by what their names end with. */
const endOf = (path: string): string => path.slice(path.lastIndexOf('.'));

function examplesOf(
  file: PythonFile | undefined,
): readonly { readonly code: string; readonly start: number }[] {
  if (file === undefined || !file.mentions('>>>')) return [];
  return file.tokens.slice().flatMap(({ kind, text, start }, i, tokens) => {
    if (kind !== STRING) return [];
    // What is formatted, of bytes, or behind other code is no docstring.
    const isFirst = i === 0 || tokens[i - 1]?.kind === INDENT;
    const place = isFirst && /^[ru]*:/.test(text) ? 'docstring' : 'text';
    const owner = place === 'docstring' ? ownerOf(file, start) : '';
    return examplesIn(text.slice(text.indexOf(':') + 1)).map(code => ({
      code: `${place} ${owner} ${code}`,
      start,
    }));
  });
}

/**
 * What decides whether the docstring of a definition is found: its decorators and those around it, whether it is always
 * there, and whether its name is given to something else, deleted or without its docstring.
 */
function ownerOf(file: PythonFile, start: number): string {
  const { definitions } = file.module.index;
  const { counts, deleted, setsDocstrings } = file.once(namesTaken);
  const headers: string[] = [];
  for (let i = lastBegun(definitions, start); i >= 0; i = definitions[i]?.parent ?? -1) {
    const each = definitions[i] as Definition;
    // What ends above is beside it.
    if (each.end <= start) continue;
    const decorators = codeKey(file.range(each.start, each.head));
    headers.push(`${each.placement} ${decorators} ${counts.get(each.name)} ${deleted.has(each.name)}`);
  }
  return `${headers.join()} ${setsDocstrings}`;
}

/** Index of the last definition of which the body begins above; by halving, as they stand in the order of their places. */
function lastBegun(definitions: readonly Definition[], start: number): number {
  let [low, high] = [0, definitions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((definitions[middle]?.head ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** How many definitions have each name, which names are deleted, and whether the file sets `__doc__`. */
function namesTaken({ module, tokens }: PythonFile) {
  const counts = new Map<string, number>();
  for (const { name } of module.index.definitions) counts.set(name, (counts.get(name) ?? 0) + 1);
  const deleted = new Set<string>();
  let setsDocstrings = false;
  for (let i = 0; i < tokens.length; i++) {
    if (!tokens.isName(i)) continue;
    if (tokens.word(i - 1) === word.DEL) deleted.add(tokens.text(i));
    setsDocstrings ||= tokens.text(i) === '__doc__' && tokens.op(i + 1) === op.ASSIGN;
  }
  return { counts, deleted, setsDocstrings };
}

/** Each example with what it is expected to print. */
export function examplesIn(text: string | undefined): readonly string[] {
  if (text === undefined || !text.includes('>>>')) return [];
  const found: string[] = [];
  let isOpen = false;
  for (const line of text.split(/\r\n|\n|\r/).map(each => each.trim())) {
    if (line.startsWith('>>>')) found.push(line);
    else if (isOpen && line !== '') found.push(`${found.pop()}\n${line}`);
    isOpen = line.startsWith('>>>') || (isOpen && line !== '');
  }
  return found;
}

/** New files that tests may find in place of what they import now: their own folder comes first. */
function findHidingFiles({ before, after, changed }: TwoVersions): readonly Open[] {
  const imported = new Set<string>(['pytest', 'unittest']);
  for (const { index } of before.snapshot.modules.values())
    for (const { level, kind, module, names } of index.imports)
      if (level === 0)
        for (const name of kind === 'from' ? [module] : names.map(each => each.name))
          imported.add(name.split('.')[0] ?? '');
  return changed.flatMap(({ change, after: file, path }): readonly Open[] => {
    const own = file?.module;
    if (change !== 'created' || own === undefined) return [];
    const folder = folderOf(path);
    const name = own.segments.at(-1) ?? '';
    const hidden = own.isPackage ? `${folder.slice(0, -1)}.py` : '';
    if (after.snapshot.modules.has(hidden))
      return [
        {
          reason: `${path} is new, and is found in place of ${hidden}`,
          place: { file: path, line: 1, side: 'after' },
        },
      ];
    const isInPackage = !own.isPackage && after.snapshot.modules.has(`${folder}__init__.py`);
    if (isInPackage || !(imported.has(name) || STANDARD_LIBRARY.has(name))) return [];
    const isNewPackage =
      own.segments.length === 1 &&
      ![...before.snapshot.modules.values()].some(each => each.segments.includes(name)) &&
      !STANDARD_LIBRARY.has(name) &&
      name !== 'pytest';
    if (isNewPackage) return [];
    return [
      {
        reason: `${path} is new, and tests may find it in place of another ${name}`,
        place: { file: path, line: 1, side: 'after' },
      },
    ];
  });
}

/** Changed modules that tests check with, or by which they decide what runs. */
async function findChangedHelpers(versions: TwoVersions): Promise<readonly Open[]> {
  const tests = [...versions.after.snapshot.modules.values()].filter(({ path }) => isTestFile(path));
  if (tests.length === 0) return [];
  const helpers = versions.changed.flatMap(module => {
    const { path, before, after } = module;
    if (before === undefined || isTestFile(path)) return [];
    const [old, now] = [changedUnits(before, after), after === undefined ? [] : changedUnits(after, before)];
    const names = new Set([...old, ...now].flatMap(unit => namesOf(unit)).filter(name => name !== ''));
    if (names.size === 0) return [];
    const isCheck =
      (assertionsIn(old) !== assertionsIn(now) && assertionsIn(old) !== '') || leavesChecks(before, old, now);
    return [{ path, names, isCheck, start: old[0]?.start ?? 0, before }];
  });
  if (helpers.length === 0) return [];
  const found: Open[] = [];
  // Over whatever imports: what asserts is called by what tests call.
  const checks = helpers.filter(({ isCheck }) => isCheck);
  const importers = checks.length === 0 ? new Map() : importersByPath(versions.before);
  const checking = new Map(checks.map(({ path }) => [path, leadingTo([path], importers)]));
  for (const module of tests) {
    const near = helpers.filter(
      ({ path }) => checking.get(path)?.has(module.path) === true || leadsTo(module, path, versions),
    );
    if (near.length === 0) continue;
    const file = await versions.open(module, 'after');
    if (file === undefined) continue;
    for (const { path, names, isCheck, start, before } of near) {
      const place = placeIn(before, start, 'before');
      const decides = /(?:^|\/)conftest\.py$/.test(module.path)
        ? bindsOne(module, names)
        : decidesBy(file, names);
      if (isCheck)
        found.push({ reason: `an assertion in ${path} is not as it was, and ${module.path} uses it`, place });
      else if (decides)
        found.push({ reason: `${module.path} decides by what is changed in ${path} which tests run`, place });
    }
  }
  return found;
}

/** Statements of the one version that the other one does not have. */
function changedUnits(file: PythonFile, other: PythonFile | undefined): readonly Unit[] {
  const known = new Set(other === undefined ? [] : readUnits(other).map(({ key }) => key));
  return readUnits(file).filter(({ key }) => !known.has(key));
}

function namesOf({ content, file, from }: Unit): readonly string[] {
  if (content.kind === 'definition') return [content.definition.name];
  if (content.kind === 'import' || content.kind === 'docstring') return [];
  return [file.tokens.text(from)];
}

const asserts = (kind: number, text: string): boolean => kind !== STRING && ASSERTION.test(text);

/** Whether statements that are other than before no longer use what asserts in their file: `check = strict`. */
function leavesChecks(before: PythonFile, old: readonly Unit[], now: readonly Unit[]): boolean {
  const checks = before.once(checksIn);
  if (checks.size === 0) return false;
  const uses = (units: readonly Unit[]) => {
    const found = new Map<string, number>();
    for (const { tokens } of units)
      for (const { text, kind } of tokens)
        if (kind !== STRING && checks.has(text)) found.set(text, (found.get(text) ?? 0) + 1);
    return found;
  };
  const left = uses(now);
  return [...uses(old)].some(([name, count]) => (left.get(name) ?? 0) < count);
}

/** The names at the top of a file that assert something, and those that use one of them. */
function checksIn(file: PythonFile): ReadonlySet<string> {
  if (!['assert', 'Assert', 'fail'].some(each => file.mentions(each))) return new Set();
  const units = readUnits(file).filter(unit => namesOf(unit).some(name => name !== ''));
  const users = new Map<string, string[]>();
  const waiting: string[] = [];
  for (const unit of units) {
    const [name = ''] = namesOf(unit);
    for (const each of unit.names) users.set(each, [...(users.get(each) ?? []), name]);
    if (assertionsIn([unit]) !== '') waiting.push(name);
  }
  const found = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...(users.get(name) ?? []));
  }
  return found;
}

/** The lines that assert something, as one text. */
function assertionsIn(units: readonly Unit[]): string {
  const lines: string[] = [];
  for (const { file, from, to } of units) {
    const { tokens } = file;
    let start = from;
    let isAssertion = false;
    for (let i = from; i <= to; i++) {
      if (i < to && tokens.kind(i) !== NEWLINE) isAssertion ||= tokens.asked(i, asserts);
      else {
        if (isAssertion) lines.push(tokens.key(start, i));
        start = i + 1;
        isAssertion = false;
      }
    }
  }
  return lines.join('\n');
}

function leadsTo(module: WorkspaceModule, path: string, { after, before }: TwoVersions): boolean {
  return [after, before].some(({ graph }) =>
    module.index.imports.some(statement => {
      if (statement.kind === 'import')
        return statement.names.some(({ name }) => graph.findModule(name, module)?.path === path);
      if (graph.moduleOfImport(statement, module)?.path === path) return true;
      return statement.names.some(({ name }) => {
        const target = name === '*' ? undefined : graph.fromImport(module, statement, name);
        return target !== undefined && 'module' in target && target.module?.path === path;
      });
    }),
  );
}

const bindsOne = ({ index }: WorkspaceModule, names: ReadonlySet<string>): boolean =>
  index.imports.some(statement => statement.names.some(({ name }) => name === '*' || names.has(name)));

/** Whether a decorator of a test, or `pytestmark`, uses one of the names, under whatever name it is imported. */
function decidesBy(file: PythonFile, names: ReadonlySet<string>): boolean {
  const aliases = file.module.index.imports.flatMap(statement =>
    statement.names.flatMap(({ name, alias }) => (alias !== undefined && names.has(name) ? [alias] : [])),
  );
  const meant = new Set([...names, ...aliases]);
  const isMeant = (tokens: readonly CodeToken[]) =>
    tokens.some(({ text, kind }) => kind !== STRING && meant.has(text));
  return readUnits(file).some(unit => {
    const { content } = unit;
    if (content.kind !== 'other' && content.kind !== 'definition') return false;
    const { tokens } = unit;
    if (content.kind === 'other')
      return /^(?:pytestmark|collect_ignore\w*)$/.test(tokens[0]?.text ?? '') && isMeant(tokens);
    if (content.kind !== 'definition' || !/^test/i.test(content.definition.name)) return false;
    const head = tokens.findIndex(
      token => token.word === word.DEF || token.word === word.CLASS_WORD || token.word === word.ASYNC,
    );
    if (isMeant(tokens.slice(0, head))) return true;
    // Methods of a class have decorators of their own.
    return tokens.some((token, i) => {
      if (token.text !== '@' || i < head || tokens[i - 1]?.kind === undefined) return false;
      if (![1, 2, 3].includes(tokens[i - 1]?.kind ?? 0)) return false;
      const end = tokens.findIndex((each, k) => k > i && each.text === '\n');
      return isMeant(tokens.slice(i, end));
    });
  });
}

/** Last names of the modules that test files newly import and that bind names of others when they are imported. */
export async function findPatchingModules(versions: TwoVersions): Promise<readonly string[]> {
  const wanted = new Set(
    versions.changed.flatMap(({ path, before, after }) => {
      if (after === undefined || !isTestFile(path)) return [];
      const known = new Set(before === undefined ? [] : importedBy(before));
      return importedBy(after).filter(name => !known.has(name));
    }),
  );
  const found: string[] = [];
  for (const module of wanted.size === 0 ? [] : versions.after.snapshot.modules.values()) {
    const name = module.segments.at(-1) ?? '';
    if (!wanted.has(name)) continue;
    const file = await versions.open(module, 'after');
    if (file === undefined || bindsOthers(file)) found.push(name);
  }
  return found;
}

const importedBy = ({ module }: PythonFile): readonly string[] =>
  module.index.imports.flatMap(({ module: from, names }) =>
    // The packages around it are imported, too.
    [from, ...names.map(({ name }) => name)].flatMap(each => each.split('.')),
  );

/** A statement at its top is `module.name = …`, or calls `setattr`. */
function bindsOthers(file: PythonFile): boolean {
  const imported = new Set(readImports(file).map(({ bound }) => bound));
  return readUnits(file).some(unit => {
    if (unit.content.kind !== 'other') return false;
    const { tokens } = unit;
    if (tokens.some(({ text }) => /^(?:setattr|modules|patch)$/.test(text))) return true;
    const end = tokens.findIndex(({ text }) => text === '=');
    return end > 1 && tokens[1]?.text === '.' && imported.has(tokens[0]?.text ?? '');
  });
}
