import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import { type BlockLine, stepsTo } from '../code/blocks.ts';
import { isEmpty } from '../code/constant-values.ts';
import type { PythonFile } from '../code/python-file.ts';
import { type ScopeAround, scopesAround, scopesIn } from '../code/scopes-around.ts';
import { contentOf } from '../code/string-literal.ts';
import { lineStart } from '../code/surroundings.ts';
import { placesOf } from '../code/uses.ts';

/** What a test is made to be skipped or expected to fail by, while it runs. */
const SKIPS = /^(?:skip|skipTest|SkipTest|importorskip|xfail|add_marker|applymarker)$/;
const SET_UP_CLASS = /^(?:setup|setup_method|setup_class|setUp|setUpClass|asyncSetUp)$/;
const SET_UP_MODULE = /^(?:setup|setup_module|setup_function|setUpModule)$/;
/** A class with one of these is no class of tests to pytest. */
const MAKES = /^__(?:init|new)__$/;

/**
 * Whether a test around a token may never run, or be expected to fail: what is set up for it skips, nothing is given
 * to it, or it is no test for pytest.
 * @param sources the file, and the files that pytest reads before it
 */
export function mayNotRun(file: PythonFile, at: number, sources: readonly PythonFile[]): boolean {
  if (isStoppedByFixtures(file.once(namesUsed), sources)) return true;
  if (file.once(isSetUpToSkip) || sources.some(each => each.once(hasStoppingFixture))) return true;
  return scopesAround(file, at).some(scope => {
    const known = stopped.get(scope.header) ?? isStopped(file, scope, sources);
    stopped.set(scope.header, known);
    return known;
  });
}

/** Of functions and classes, asked for everything in them. */
const stopped = new WeakMap<BlockLine, boolean>();

const isStopped = (file: PythonFile, scope: ScopeAround, sources: readonly PythonFile[]): boolean =>
  isTakenAway(file, scope.name) ||
  hasNoValues(file, scope) ||
  isStoppedByFixtures(namesAsked(file, scope), sources) ||
  (scope.isClass ? isNoTest(file, scope) : marksItself(file, scope));

const isSetUpToSkip = (file: PythonFile): boolean =>
  file.once(topScopes).some(each => SET_UP_MODULE.test(each.name) && skips(file, each));

const topScopes = (file: PythonFile): readonly ScopeAround[] => {
  const top = stepsTo(file, 0)[0];
  return top === undefined ? [] : scopesIn(file, top.block);
};

/** Tokens of a definition, its header among them. */
function* tokensOf({ from, to, below }: BlockLine): Generator<number> {
  for (let i = from; i < to; i++) yield i;
  for (const line of below ?? []) yield* tokensOf(line);
}

function skips({ tokens }: PythonFile, { header }: ScopeAround): boolean {
  for (const i of tokensOf(header)) if (tokens.isName(i) && SKIPS.test(tokens.text(i))) return true;
  return false;
}

/** `request.node.add_marker(…)`, `request.applymarker(…)` */
function marksItself(file: PythonFile, { header }: ScopeAround): boolean {
  const { tokens } = file;
  if (!file.mentions('add_marker') && !file.mentions('applymarker')) return false;
  for (const i of tokensOf(header)) if (/^(?:add_marker|applymarker)$/.test(tokens.text(i))) return true;
  return false;
}

const isNoTest = (file: PythonFile, { header }: ScopeAround): boolean =>
  scopesIn(file, header.below ?? []).some(
    each => MAKES.test(each.name) || (SET_UP_CLASS.test(each.name) && skips(file, each)),
  );

/** `del test_g`, `TestX.test_g = None` */
const isTakenAway = (file: PythonFile, name: string): boolean => file.once(namesTaken).has(name);

function namesTaken({ tokens }: PythonFile): ReadonlySet<string> {
  const found = new Set<string>();
  let first = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (tokens.kind(i - 1) < NAME) first = i;
    if (!tokens.isName(i)) continue;
    const isSet = tokens.op(i + 1) === op.ASSIGN && (i === first || tokens.op(i - 1) === op.DOT);
    if (isSet || tokens.word(first) === word.DEL) found.add(tokens.text(i));
  }
  return found;
}

/** `parametrize("x", [])`, `fixture(params=[])` */
function hasNoValues(file: PythonFile, { decorators }: ScopeAround): boolean {
  const { tokens } = file;
  return decorators.some(({ from, to }) => {
    for (let i = from + 1; i < to; i++) {
      const before = tokens.op(i - 1);
      if (before !== op.COMMA && before !== op.ASSIGN) continue;
      const end = op.opens(tokens.op(i)) ? i + 2 : i + 1;
      const isWhole = tokens.op(end) === op.COMMA || tokens.op(end) === op.PAREN_CLOSE;
      if (isWhole && tokens.kind(i) !== STRING && (isEmpty(file, i, end) || isEmptyName(file, i)))
        return true;
    }
    return false;
  });
}

/** `CASES = []` */
const isEmptyName = (file: PythonFile, at: number): boolean =>
  file.tokens.isName(at) &&
  placesOf(file, file.tokens.text(at)).some(
    each => file.tokens.op(each + 1) === op.ASSIGN && isEmpty(file, each + 2, each + 4),
  );

interface Fixture {
  readonly isStopped: boolean;
  readonly isForAll: boolean;
  readonly asks: readonly string[];
}

function readFixtures(file: PythonFile): ReadonlyMap<string, Fixture> {
  const found = new Map<string, Fixture>();
  if (!file.mentions('fixture')) return found;
  const classes = file.once(topScopes).filter(({ isClass }) => isClass);
  const scopes = [
    ...file.once(topScopes),
    ...classes.flatMap(({ header }) => scopesIn(file, header.below ?? [])),
  ];
  for (const scope of scopes) {
    const texts = scope.decorators.flatMap(({ from, to }) => file.tokens.slice(from, to));
    if (!texts.some(({ text }) => text === 'fixture')) continue;
    const named = texts.findIndex(({ text }) => text === 'name');
    const given = named < 0 ? undefined : texts[named + 2];
    const name = given === undefined ? scope.name : contentOf(given.text);
    found.set(name, {
      isStopped: skips(file, scope) || hasNoValues(file, scope),
      isForAll: texts.some(({ text }) => text === 'autouse'),
      asks: namesAsked(file, scope),
    });
  }
  return found;
}

/** The parameters of a function, and what `usefixtures` above it names. */
function namesAsked(file: PythonFile, { header, decorators, isClass }: ScopeAround): readonly string[] {
  const { tokens } = file;
  const asked = decorators.flatMap(line => namesOfUse(file, line.from, line.to));
  for (let i = header.from + 2; !isClass && i < header.to; i++)
    if (tokens.isName(i) && [op.PAREN_OPEN, op.COMMA].includes(tokens.op(i - 1))) asked.push(tokens.text(i));
  return asked;
}

function namesOfUse({ tokens }: PythonFile, from: number, to: number): string[] {
  const line = tokens.slice(from, to);
  if (!line.some(({ text }) => text === 'usefixtures')) return [];
  return line.filter(({ kind }) => kind === STRING).map(({ text }) => contentOf(text));
}

/** What `pytestmark` names for all tests of the file. */
const namesUsed = (file: PythonFile): readonly string[] =>
  placesOf(file, 'pytestmark').flatMap(at => {
    const { tokens } = file;
    let end = lineStart(file, at);
    while (tokens.kind(end) >= NAME) end++;
    return namesOfUse(file, at, end);
  });

function isStoppedByFixtures(names: readonly string[], sources: readonly PythonFile[]): boolean {
  const waiting = [...names];
  const seen = new Set<string>();
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    for (const file of sources) {
      const fixture = file.once(readFixtures).get(name);
      if (fixture?.isStopped) return true;
      waiting.push(...(fixture?.asks ?? []));
    }
  }
  return false;
}

/** One that is for all tests below. */
const hasStoppingFixture = (file: PythonFile): boolean =>
  [...file.once(readFixtures).values()].some(({ isStopped, isForAll }) => isStopped && isForAll);
