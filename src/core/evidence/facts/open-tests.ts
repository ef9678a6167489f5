import type { EvidencePlace } from '../../../generated/contracts.ts';
import type { FileChange } from '../../changes/change-set.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { readDecorators } from '../code/api-surface.ts';
import { type CodeToken, isName } from '../code/code-tokens.ts';
import { keyWithoutDocstrings, withoutDocstrings } from '../code/docstrings.ts';
import { readImports } from '../code/import-entries.ts';
import { importTimeTokens } from '../code/import-time.ts';
import { outsideNames } from '../code/outside-names.ts';
import { onlyTells } from '../code/packaging-settings.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { numbersFrom } from '../code/token-columns.ts';
import { type ChangedModule, isPython } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';
import { isGrown } from './grown-tests.ts';

/** Files that say which tests run and how. */
const CONFIGURATION =
  /(?:setup|noxfile|tasks|manage|fabfile|dodo|pavement|duties|SConstruct|sitecustomize|usercustomize)\.py$/;
/** All others may say which tests run, or be read by them. */
const PROSE =
  /\.(?:md|rst|txt|html?|css|svg|png|jpe?g|gif|ico|po|pot)$|(?:^|\/)(?:LICEN[CS]E|AUTHORS|NOTICE|py\.typed)$/i;

/**
 * What keeps the tests from being known to check as much as before. Known is only a change by which everything
 * in the test files stays as it is, in the same order, other definitions come with names of their own, and assertions
 * come at the ends of tests.
 *
 * @param patching last names of the modules of the workspace that change others when they are imported
 * @param paths the Python files before the change
 * @param forgives whether a test that fails may be told as one that passes
 */
export function findOpenTests(
  changed: readonly ChangedModule[],
  files: readonly FileChange[],
  patching: readonly string[] = [],
  paths: Iterable<string> = [],
  forgives = true,
): readonly { readonly reason: string; readonly place: EvidencePlace }[] {
  const found: { readonly reason: string; readonly place: EvidencePlace }[] = [];
  const at = (file: string): EvidencePlace => ({ file, line: 1, side: 'after' });
  for (const file of files) {
    const { path } = file;
    if (onlyTells(file)) continue;
    if (CONFIGURATION.test(path) || (!isPython(path) && !PROSE.test(path)))
      found.push({ reason: `${path} may say which tests run`, place: at(path) });
    else if (!isPython(path) && isTestFile(path))
      found.push({ reason: `${path} may be read by tests`, place: at(path) });
  }
  const patches = new Set(patching);
  const known = new Set(paths);
  const isInPackage = (path: string) => known.has(`${path.slice(0, path.lastIndexOf('/') + 1)}__init__.py`);
  // Without packages around them, tests of one name are one module.
  const tests = new Set(
    [...known].flatMap(path =>
      isTestFile(path) && !isInPackage(path) ? [path.slice(path.lastIndexOf('/') + 1)] : [],
    ),
  );
  for (const module of changed) {
    const { path, before, after, change } = module;
    const running = isTestFile(path) ? undefined : otherCallOfTests(module);
    if (running !== undefined)
      found.push({ reason: `code in ${path} that may run the tests is not as it was`, place: running });
    if (!isTestFile(path) && !isTestCode(module)) continue;
    if (change === 'created') {
      if (/(?:^|\/)conftest\.py$/.test(path) || /(?:^|\/)__init__\.py$/.test(path))
        found.push({ reason: `${path} may change how tests run`, place: at(path) });
      const reaching = after && readUnits(after).find(unit => reachesFromNewFile(unit, after));
      if (after !== undefined && reaching !== undefined)
        found.push({
          reason: `new code in ${path} may change what others check`,
          place: placeIn(after, reaching.start, 'after'),
        });
      const name = path.slice(path.lastIndexOf('/') + 1);
      if (changed.length > 0 && tests.has(name) && !isInPackage(path))
        found.push({ reason: `another test file is called ${name}, too`, place: at(path) });
      continue;
    }
    if (before === undefined || after === undefined) {
      found.push({ reason: `${path} is deleted`, place: at(path) });
      continue;
    }
    const [old, now] = [readUnits(before), readUnits(after)];
    const [keysBefore, keys] = [old.map(keyOf), now.map(keyOf)];
    const grown = new Set<Unit>();
    const isHarmless = (tokens: readonly CodeToken[]) => !changesOthers(tokens, after);
    const grownFrom = (unit: Unit, from: number): number => {
      for (let i = forgives ? now.length : from; i < now.length; i++) {
        const each = now[i] as Unit;
        if (isTwin(unit, each) && isGrown(unit, each, isHarmless)) return i;
      }
      return -1;
    };
    let next = 0;
    for (const [i, unit] of old.entries()) {
      if (unit.content.kind === 'docstring') continue;
      let index = keys.indexOf(keysBefore[i] ?? '', next);
      if (index < 0) {
        index = grownFrom(unit, next);
        if (index >= 0) grown.add(now[index] as Unit);
      }
      if (index < 0) {
        found.push({
          reason: `code in ${path} is not as it was, and whether it checks as much is not known`,
          place: placeIn(before, unit.start, 'before'),
        });
        break;
      }
      next = index + 1;
    }
    const names = new Set([
      ...before.module.index.definitions.filter(d => d.parent === -1).map(({ name }) => name),
      ...readImports(before).map(({ bound }) => bound),
      ...old.flatMap(({ content, file: { tokens }, from, to }) =>
        content.kind === 'other'
          ? numbersFrom(from, Math.min(to, from + 8)).map(each => tokens.text(each))
          : [],
      ),
    ]);
    const oldKeys = new Set(keysBefore);
    const fresh = now.find((unit, i) => {
      const { content } = unit;
      if (content.kind === 'docstring' || content.kind === 'import' || oldKeys.has(keys[i] ?? ''))
        return false;
      if (grown.has(unit)) return false;
      if (content.kind !== 'definition') return true;
      const { name, kind } = content.definition;
      // A value such as `pytestmark`, a fixture or a hook may change how the other tests run.
      const isTest = (kind === 'function' && /^test/.test(name)) || (kind === 'class' && /^Test/.test(name));
      return (
        names.has(name) ||
        !isTest ||
        namesFixture(now[i]?.tokens ?? []) ||
        !isPlainTest(now[i]?.tokens ?? []) ||
        reachesOthers(now[i], after)
      );
    });
    if (fresh !== undefined)
      found.push({
        reason: `new code in ${path} may change what its tests check`,
        place: placeIn(after, fresh.start, 'after'),
      });
    const imports = now.find(({ content }, i) => content.kind === 'import' && !oldKeys.has(keys[i] ?? ''));
    const isHiding =
      imports?.content.kind === 'import' &&
      imports.content.statement.names.some(
        ({ name, alias }) =>
          name === '*' ||
          names.has(alias ?? name) ||
          (outsideNames('builtins')?.has(alias ?? name) === true && before.mentions(alias ?? name)),
      );
    const patching = now.find(
      ({ content }, i) =>
        content.kind === 'import' &&
        !oldKeys.has(keys[i] ?? '') &&
        content.statement.names.some(
          ({ name }) =>
            patches.has(`${content.statement.module}.${name}`.split('.').at(-1) ?? '') ||
            patches.has(content.statement.module.split('.').at(-1) ?? ''),
        ),
    );
    if (patching !== undefined)
      found.push({
        reason: `a new import in ${path} may change what others check`,
        place: placeIn(after, patching.start, 'after'),
      });
    if (imports !== undefined && isHiding)
      found.push({
        reason: `a new import in ${path} may hide what its tests check`,
        place: placeIn(after, imports.start, 'after'),
      });
  }
  return found;
}

/** A program that runs tests names it in a text: `["python", "-m", "pytest"]`, `session.run("tox")`. */
const RUNNER = /(?:^|[\s:/'"])(?:pytest|py\.test|unittest|nose2?|tox|nox|coverage|stestr|behave)(?:$|[\s'"])/;

/** Where a program that runs tests is told in a statement that is not as it was. */
function otherCallOfTests({ before, after }: ChangedModule): EvidencePlace | undefined {
  const [old, now] = [before, after].map(file =>
    file === undefined ? [] : readUnits(file).filter(unit => runsTests(unit)),
  );
  const [keys, left] = [old ?? [], now ?? []].map(units => new Set(units.map(keyOf)));
  const fresh = now?.find(unit => !keys?.has(keyOf(unit)));
  if (fresh !== undefined && after !== undefined) return placeIn(after, fresh.start, 'after');
  const lost = old?.find(unit => !left?.has(keyOf(unit)));
  return lost === undefined || before === undefined ? undefined : placeIn(before, lost.start, 'before');
}

const runsTests = (unit: Unit): boolean => {
  const { file, content } = unit;
  if (content.kind === 'import' || content.kind === 'docstring' || !file.once(mentionsRunner)) return false;
  return withoutDocstrings(unit.tokens, 'definition').some(
    ({ kind, text }) => kind === STRING && RUNNER.test(text),
  );
};

const mentionsRunner = (file: PythonFile): boolean =>
  ['pytest', 'py.test', 'unittest', 'nose', 'tox', 'nox', 'coverage', 'stestr', 'behave'].some(each =>
    file.mentions(each),
  );

/** A definition of the same name. */
const isTwin = ({ content: a }: Unit, { content: b }: Unit): boolean =>
  a.kind === 'definition' && b.kind === 'definition' && a.definition.name === b.definition.name;

/** Nothing of it runs or changes what others see before it is its turn: only marks, and no global names. */
function isPlainTest(tokens: readonly CodeToken[]): boolean {
  if (tokens.some(token => token.word === word.GLOBAL || token.text === 'globals')) return false;
  const decorators = readDecorators(tokens.slice(0, headAt(tokens)));
  return decorators.every(decorator => MARKS.test(decorator.map(({ text }) => text).join('')));
}

/** Index of `def` or `class` behind the decorators. */
const headAt = (tokens: readonly CodeToken[]): number =>
  Math.max(
    0,
    tokens.findIndex(
      (token, i) =>
        (i === 0 || tokens[i - 1]?.text === '\n') &&
        (token.word === word.DEF || token.word === word.ASYNC || token.word === word.CLASS_WORD),
    ),
  );

const MARKS =
  /^(?:pytest\.mark\.|unittest\.(?:skip|expectedFailure|mock\.)|mock\.patch|patch\b|given\b|hypothesis\.|settings\b|example\b|staticmethod$|classmethod$|dataclass|parameterized\.)/;

/** Changes what is there already when it is made, or leaves other modules changed when it runs. */
function reachesOthers(unit: Unit | undefined, file: PythonFile): boolean {
  if (unit === undefined) return false;
  if (changesOthers(unit.tokens, file)) return true;
  const early = importTimeTokens(unit, file);
  return early.some(({ text }, i) => MUTATING.test(text) && early[i - 1]?.op === op.DOT);
}

/** Changes what other tests use, or ends them, when it runs. */
function changesOthers(tokens: readonly CodeToken[], file: PythonFile): boolean {
  const { imported, objects } = file.once(namesOfOthers);
  return tokens.some((token, i) => {
    const [before, next] = [tokens[i - 1], tokens[i + 1]];
    if (next?.op === op.PAREN_OPEN && before?.op === op.DOT && MUTATING.test(token.text)) {
      const root = rootAt(tokens, i);
      // Of a module it is a function: `os.remove(…)`.
      return (
        objects.has(tokens[root]?.text ?? '') || (root < i - 2 && imported.has(tokens[root]?.text ?? ''))
      );
    }
    if (token.text === '_exit' || (token.text === 'exit' && tokens[i - 2]?.text === 'pytest')) return true;
    if (/^(?:setattr|delattr)$/.test(token.text) && before?.op !== op.DOT)
      return imported.has(tokens[i + 2]?.text ?? '');
    if (next?.op !== op.ASSIGN || (before?.op !== op.DOT && token.op !== op.BRACKET_CLOSE)) return false;
    const root = tokens[rootAt(tokens, i)]?.text ?? '';
    return imported.has(root) || objects.has(root);
  });
}

const namesOfOthers = (file: PythonFile) => ({
  imported: new Set(readImports(file).map(({ bound }) => bound)),
  objects: objectsOf(file),
});

/** What the top of the file makes or takes from other modules: not the modules themselves. */
const objectsOf = ({ module: { index } }: PythonFile): ReadonlySet<string> =>
  new Set([
    ...index.definitions.filter(({ parent }) => parent === -1).map(({ name }) => name),
    ...index.imports.flatMap(({ kind, names }) =>
      kind === 'from' ? names.map(({ name, alias }) => alias ?? name) : [],
    ),
    ...index.otherNames,
  ]);

/** Index of the first name of what ends at `at`: of `a` in `a.b["c"].d`. */
function rootAt(tokens: readonly CodeToken[], at: number): number {
  let i = at;
  for (;;) {
    if (tokens[i]?.op === op.BRACKET_CLOSE) {
      let depth = 0;
      do {
        if (tokens[i]?.op === op.BRACKET_CLOSE) depth++;
        if (tokens[i]?.op === op.BRACKET_OPEN) depth--;
        i--;
      } while (depth > 0 && i >= 0);
    } else if (tokens[i - 1]?.op === op.DOT) i -= 2;
    else return i;
  }
}

/** At the top of a new test file: what runs there, but for values that get a name, may change others. */
function reachesFromNewFile(unit: Unit, file: PythonFile): boolean {
  const { kind } = unit.content;
  if (kind === 'import' || kind === 'docstring' || kind === 'exports') return false;
  const [first, second] = unit.tokens;
  const isValue = isName(first) && (second?.op === op.ASSIGN || second?.op === op.COLON);
  if (kind === 'other' && !isValue) return true;
  return reachesOthers(unit, file);
}

const MUTATING =
  /^(?:pop|popitem|clear|remove|append|extend|update|insert|setdefault|discard|add|sort|reverse|start)$/;

const keyOf = ({ file: { tokens }, from, to }: Unit): string => keyWithoutDocstrings({ tokens, from, to });

const namesFixture = (tokens: readonly CodeToken[]): boolean =>
  withoutDocstrings(tokens, 'definition').some(({ text }) => text.includes('fixture'));

/** Modules that are made for tests: what they take for equal decides what is checked. */
const HELPING = /(?:^|[/_])(?:matchers?|assert\w*|mocks?|fakes?)(?:[/_.]|$)/i;

/** A file that is not named as a test and holds some all the same, or helps them. */
function isTestCode({ path, before, after }: ChangedModule): boolean {
  if (/test|conftest|fixture|spec/i.test(path) || HELPING.test(path)) return true;
  return [before, after].some(
    file =>
      file !== undefined &&
      (file.module.index.imports.some(({ module, names }) =>
        [module, ...names.map(({ name }) => name)].some(name =>
          /^(?:unittest|pytest|hypothesis)\b/.test(name),
        ),
      ) ||
        file.module.index.definitions.some(({ name }) => /^(?:test_|Test[A-Z])/.test(name))),
  );
}
