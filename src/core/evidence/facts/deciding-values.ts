import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { keyWithoutDocstrings } from '../code/docstrings.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { closureOf, importersByPath, importsOf, leadingTo } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { type Changed, Dependencies, isValue } from './decider-dependencies.ts';
import type { By, Decider } from './deciding-line.ts';
import type { OpenTest } from './open-test.ts';
import { findServing, namesBy, type Serving } from './serving-names.ts';
import { decidersIn } from './test-deciders.ts';

/** One is enough for the verdict. */
const MOST_FOUND = 5;

/**
 * Values and conditions of modules that are no tests, by which tests decide over whatever imports whether they run
 * (`skipif(not compat.HAS_SSL)`), for what (`for x in CASES`), or how much they check (`approx(1, rel=TOLERANCE)`); and
 * functions that are called for that, or that judge what others give.
 */
export async function findDecidingValues(versions: TwoVersions): Promise<readonly OpenTest[]> {
  const { before } = versions;
  const others = versions.changed.filter(({ path }) => !isTestFile(path));
  const paths = new Set(others.map(({ path }) => path));
  if (paths.size === 0) return [];
  const leading = leadingTo(paths, importersByPath(before));
  // Tests that import nothing may be given fixtures that do.
  const served = [...leading].flatMap(path => /^(?:.*\/)?(?=conftest\.py$)/.exec(path) ?? []);
  const found: OpenTest[] = [];
  let known: Differences | undefined;
  const differences = (): Differences => {
    known ??= {
      changed: new Map(others.map(({ path, before: old, after: now }) => [path, changedNames(old, now)])),
      otherwise: importingOtherwise(versions),
      asked: namesOnOneSide(others),
    };
    return known;
  };
  const dependencies = new Map<By, Dependencies>();
  let serving: Promise<Serving> | undefined;
  const dependenciesOf = async (by: By): Promise<Dependencies> => {
    const known = dependencies.get(by);
    if (known !== undefined) return known;
    const isOfCalls = by === 'calls' || by === 'entered' || by === 'judges';
    if (isOfCalls) serving ??= findServing(versions, doingOtherwise(versions));
    const made = new Dependencies(versions, differences().changed, by, await serving);
    dependencies.set(by, made);
    return made;
  };
  for (const module of before.snapshot.modules.values()) {
    if (found.length > MOST_FOUND) break;
    if (!isTestFile(module.path)) continue;
    const file = await versions.open(module, 'before');
    // What `importorskip` imports is in a text.
    if (file === undefined) continue;
    const isServed = served.some(folder => module.path.startsWith(folder));
    if (!leading.has(module.path) && !isServed && !file.mentions('importorskip')) continue;
    for (const decider of decidersIn(file)) {
      const source =
        namedOtherwise(file, decider, differences().asked) ??
        (await (await dependenciesOf(decider.by)).find(file, decider));
      if (source === undefined) continue;
      found.push({
        reason: `${module.path} decides by ${source}, which is something else now, which tests run or how much they check`,
        place: placeIn(file, file.tokens.start(decider.from), 'before'),
      });
      break;
    }
    const lost = lostGuard(file, versions, differences().otherwise);
    if (lost !== undefined) found.push(lost);
  }
  return found;
}

/** What differs in the changed modules that are no tests; read for the first test that may decide by it. */
interface Differences {
  readonly changed: Changed;
  /** Modules that are gone, or import or do something else at their top. */
  readonly otherwise: ReadonlySet<string>;
  /** Names that a module has on one side only. */
  readonly asked: ReadonlySet<string>;
}

/** Names that a module has on one side only. */
function namesOnOneSide(changed: readonly ChangedModule[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { before, after } of changed) {
    const [old, now] = [before, after].map(
      file => new Set(file?.module.index.definitions.map(({ name }) => name)),
    );
    for (const name of [...(old ?? []), ...(now ?? [])])
      if (!old?.has(name) || !now?.has(name)) found.add(name);
  }
  return found;
}

/** A string that is such a name: of `hasattr(m, "fast")`, `"fast" in dir(m)`. */
function namedOtherwise(
  { tokens }: PythonFile,
  decider: Decider,
  names: ReadonlySet<string>,
): string | undefined {
  if (names.size === 0) return undefined;
  let isAsking = false;
  for (let i = decider.from; i < decider.to; i++) isAsking ||= ASKING.test(tokens.text(i));
  for (let i = isAsking ? decider.from : decider.to; i < decider.to; i++) {
    const said = tokens.kind(i) === STRING ? contentOf(tokens.text(i)) : '';
    if (names.has(said)) return `"${said}"`;
  }
  return undefined;
}

const ASKING = /^(?:getattr|hasattr|getattr_static|dir|vars|__dict__|__all__|find_spec|resolve_name)$/;

function changedNames(
  before: PythonFile | undefined,
  after: PythonFile | undefined,
): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  if (before === undefined) return found;
  const units = after === undefined ? [] : readUnits(after);
  const left = new Set(units.map(({ key }) => key));
  const now = new Map(units.map(unit => [namesBy(unit)[0] ?? '', unit]));
  for (const unit of readUnits(before)) {
    if (left.has(unit.key)) continue;
    for (const name of namesBy(unit)) found.set(name, isValue(unit) || hasLess(unit, now.get(name)));
    // `try: import ssl` and the like bind names inside.
    if (unit.content.kind === 'other')
      for (const { name, parent, start } of before.module.index.definitions)
        if (parent === -1 && unit.start <= start && start < unit.end) found.set(name, true);
  }
  return found;
}

/** Whether a class is none any more, has another header, or lacks something that is no method: a member, a field. */
function hasLess(unit: Unit, now: Unit | undefined): boolean {
  if (unit.content.kind !== 'definition' || unit.content.definition.kind !== 'class') return false;
  const left = new Set(now && linesOf(now));
  return linesOf(unit).some(line => !left.has(line));
}

/** The header of a class, and what stands in it, but for functions. */
function linesOf({ file: { tokens, module }, content, from, to, end }: Unit): readonly string[] {
  const { definitions } = module.index;
  const lines: string[] = [];
  let next = content.kind === 'definition' ? content.index + 1 : definitions.length;
  let covered = 0;
  let first = from;
  for (let i = from; i <= to; i++) {
    if (i < to && tokens.kind(i) >= NAME) continue;
    const at = tokens.start(first);
    for (let each = definitions[next]; each !== undefined && each.start <= at; each = definitions[++next])
      if (/^(?:function|method|property)$/.test(each.kind)) covered = Math.max(covered, each.end);
    if (first < i && at >= covered && at < end) lines.push(tokens.key(first, i));
    first = i + 1;
  }
  return lines;
}

/** What is defined at the top of changed modules, and does something else than before. */
function* doingOtherwise({ changed }: TwoVersions) {
  for (const { path, before, after } of changed) {
    if (before === undefined || isTestFile(path)) continue;
    const left = new Set(after === undefined ? [] : readUnits(after).map(keyOfUnit));
    for (const unit of readUnits(before))
      for (const name of left.has(keyOfUnit(unit)) ? [] : namesBy(unit))
        yield { module: before.module, name };
  }
}

const keyOfUnit = ({ file: { tokens }, from, to }: Unit): string =>
  keyWithoutDocstrings({ tokens, from, to });

/** An import in a test file that may fail for good, of what is gone, or imports or does something else now. */
function lostGuard(
  file: PythonFile,
  { before, changed }: TwoVersions,
  otherwise: ReadonlySet<string>,
): OpenTest | undefined {
  const { module, tokens } = file;
  const isOpen = (target: WorkspaceModule | undefined) =>
    target !== undefined && [target.path, ...closureOf(target, before)].some(path => otherwise.has(path));
  const open = (start: number, name: string): OpenTest => ({
    reason: `${module.path} runs tests only where ${name} can be imported, which imports or does something else now`,
    place: placeIn(file, start, 'before'),
  });
  for (let i = 0; i + 2 < tokens.length; i++) {
    if (tokens.text(i) !== 'importorskip' || tokens.kind(i + 2) !== STRING) continue;
    const name = contentOf(tokens.text(i + 2));
    if (isOpen(before.graph.findModule(name, module))) return open(tokens.start(i), name);
  }
  for (const { statement, target, text } of readImports(file)) {
    if (statement.placement === 'always' || statement.placement === 'type_checking') continue;
    const names = [...importsOf(module, before, [{ ...statement, parent: -1 }])];
    const isGone = changed.some(
      ({ path, before: old, after: now }) =>
        names.some(each => typeof each !== 'string' && each.path === path) &&
        old !== undefined &&
        !definesLast(now, target) &&
        definesLast(old, target),
    );
    if (isGone || names.some(each => typeof each !== 'string' && isOpen(each)))
      return open(statement.start, `"${text}"`);
  }
  return undefined;
}

const definesLast = (file: PythonFile | undefined, target: string): boolean =>
  file?.module.index.definitions.some(({ name, parent }) => parent === -1 && name === lastOf(target)) ===
  true;

/** Changed modules that are gone, or import something else, or do: `raise ImportError`. */
const importingOtherwise = ({ changed }: TwoVersions): ReadonlySet<string> =>
  new Set(
    changed.flatMap(({ path, before: old, after: now }) =>
      now === undefined || importTexts(old) !== importTexts(now) || doneAtTop(old) !== doneAtTop(now)
        ? path
        : [],
    ),
  );

const importTexts = (file: PythonFile | undefined): string =>
  file === undefined
    ? ''
    : readImports(file)
        .filter(({ statement }) => statement.parent === -1)
        .map(({ text }) => text)
        .sort()
        .join('\n');

const doneAtTop = (file: PythonFile | undefined): string =>
  file === undefined
    ? ''
    : readUnits(file)
        .flatMap(({ content, key }) => (content.kind === 'other' ? [key] : []))
        .join('\n');
