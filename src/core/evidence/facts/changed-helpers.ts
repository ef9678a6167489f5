import type { WorkspaceModule } from '../../python/index/workspace-module.ts';
import * as word from '../../python/lexer/keywords.ts';
import { NEWLINE, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import { targetsOf } from '../code/import-neighbours.ts';
import { importersByPath, leadingTo } from '../code/imported-modules.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { ASSERTION } from './deciding-line.ts';
import type { OpenTest } from './open-test.ts';

/** Changed modules that tests check with, or by which they decide what runs. */
export async function findChangedHelpers(versions: TwoVersions): Promise<readonly OpenTest[]> {
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
  const found: OpenTest[] = [];
  // Over whatever imports: what asserts is called by what tests call.
  const checks = helpers.filter(({ isCheck }) => isCheck);
  const importers = checks.length === 0 ? new Map() : importersByPath(versions.before);
  const checking = new Map(checks.map(({ path }) => [path, leadingTo([path], importers)]));
  for (const module of tests) {
    const imported = new Set(
      [versions.after, versions.before].flatMap(version =>
        [...targetsOf(module, version)].map(({ path }) => path),
      ),
    );
    const near = helpers.filter(
      ({ path }) => checking.get(path)?.has(module.path) === true || imported.has(path),
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
