import type { TestChange } from '../../../generated/contracts.ts';
import { at } from '../../kernel/at.ts';
import { qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { DEDENT, INDENT, NEWLINE } from '../../python/lexer/token-kinds.ts';
import { cut } from '../code/api-surface.ts';
import { closing, isClosing, isOpening } from '../code/brackets.ts';
import { type CodeToken, codeKey, isLayout, isName } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { CodeTokens } from '../code/token-columns.ts';
import type { ChangedModule, TwoVersions } from '../code/two-versions.ts';
import { doubtAboutEmpty } from './empty-assertions.ts';
import { isImplied } from './implied-assertions.ts';
import { RepeatedElsewhere } from './repeated-elsewhere.ts';
import { doubtAboutRepeated, saysAll } from './repeated-tests.ts';
import { SKIP } from './skip-words.ts';
import { cancel } from './suppressions.ts';
import { doubtAboutSkip, doubtAboutWeakened, doubtAboutWholeFile, Growth } from './test-doubts.ts';
import { doubtAboutOwnValue } from './true-anyway.ts';
import { doubtAboutDeleted } from './uncollected-tests.ts';
import { doubtAboutHelpers, doubtAboutRunning, doubtAboutSaying } from './unsure-assertions.ts';

/** One test function, or what is around them in the file. */
interface Test {
  readonly name: string;
  readonly file: PythonFile;
  readonly start: number;
  readonly tokens: readonly CodeToken[];
  /** The tokens behind the name: two tests with the same ones are the same test. */
  readonly body: string;
}

export type TestFact = TestChange & {
  /** Why the tests may check as much as before all the same; only without one it is a violation. */
  readonly doubt: string | undefined;
};

/** Tests of the change that check less than before: deleted, skipped, with fewer or weaker assertions. */
export async function findTestChanges(versions: TwoVersions): Promise<readonly TestFact[]> {
  const { changed } = versions;
  const tests = changed.filter(({ path, unreadable }) => isTestFile(path) && !unreadable.after);
  const before = tests.flatMap(({ before }) => (before === undefined ? [] : readTests(before)));
  const after = tests.flatMap(({ after }) => (after === undefined ? [] : readTests(after)));
  const namesBefore = new Set(before.map(fullName));
  const byName = new Map(after.map(test => [fullName(test), test]));
  const twinOf = (test: Test) => byName.get(fullName(test));
  const [gone] = cancel(
    before.filter(test => twinOf(test) === undefined),
    after.filter(test => !namesBefore.has(fullName(test))),
    ({ body }) => body,
  );
  const growth = new Growth(tests);
  const kept = new KeptAssertions(before, after);
  const elsewhere = await twinsElsewhere(gone, versions);
  const found = [
    ...gone.map(
      (test): TestFact => ({
        kind: 'deleted',
        test: fullName(test),
        place: placeIn(test.file, test.start, 'before'),
        doubt:
          elsewhere.get(test) ??
          doubtAboutLost(test, skipsIn(test.tokens).length > 0) ??
          doubtAboutRepeated(test, after) ??
          (kept.hasAllOf(test) ? 'other tests say what it said' : growth.doubtAbout(test.file)),
      }),
    ),
    ...before.flatMap(test => compareAssertions(test, twinOf(test), growth, kept)),
    ...findSkips(tests, before, after),
  ];
  return found.map(each => ({ ...each, doubt: each.doubt ?? doubtAboutFile(each.place.file) }));
}

/** Tests that stand in the same words in a file that the change leaves as it is, or of which a test there has all lines. */
async function twinsElsewhere(
  gone: readonly Test[],
  { after, changedPaths, open }: TwoVersions,
): Promise<ReadonlyMap<Test, string>> {
  const found = new Map<Test, string>();
  if (gone.length === 0) return found;
  const names = new Set(gone.map(({ name }) => lastOf(name)));
  const repeated = new RepeatedElsewhere(gone);
  for (const module of after.snapshot.modules.values()) {
    const { path, index } = module;
    if (changedPaths.has(path) || !isTestFile(path)) continue;
    const file = await open(module, 'after');
    if (file === undefined) continue;
    const hasName = index.definitions.some(({ name }) => names.has(name));
    if (!hasName && !repeated.mayBeIn(file)) continue;
    const tests = readTests(file);
    for (const twin of hasName ? tests : [])
      for (const test of gone)
        if (lastOf(test.name) === lastOf(twin.name) && test.body === twin.body)
          found.set(test, `${path} has the same test`);
    for (const test of repeated.among(tests, file))
      if (!found.has(test)) found.set(test, `${path} says the same`);
  }
  return found;
}

/** pytest and Django look for tests in files of certain names; what others hold may be examples, or for type checkers. */
function doubtAboutFile(path: string): string | undefined {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_tests?|tests?)\.py$/.test(path)
    ? undefined
    : 'whether its file is collected is not known';
}

const fullName = ({ file, name }: Test): string => `${file.module.name}.${name}`;

function readTests(file: PythonFile): readonly Test[] {
  const { definitions } = file.module.index;
  const tests: Test[] = [];
  for (let index = 0; index < definitions.length; index++) {
    const { kind, name, parent, start, end } = at(definitions, index);
    if ((kind !== 'function' && kind !== 'method') || !/^test/i.test(name)) continue;
    const around = definitions[parent];
    if (around !== undefined && around.kind !== 'class') continue;
    const tokens = file.range(start, end);
    const body = codeKey(tokens.filter(({ text }) => text !== name));
    tests.push({ name: qualifiedName(definitions, index), file, start, tokens, body });
  }
  return tests;
}

/** Assertions of all tests of the change: what one of them no longer says, another one may say now. */
class KeptAssertions {
  readonly #before: readonly Test[];
  readonly #after: readonly Test[];
  #counts: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>] | undefined;

  constructor(before: readonly Test[], after: readonly Test[]) {
    this.#before = before;
    this.#after = after;
  }

  hasAllOf(test: Test): boolean {
    const all = assertionsOf(test);
    return all.length > 0 && all.every(tokens => this.has(tokens));
  }

  has(tokens: readonly CodeToken[]): boolean {
    this.#counts ??= [countsOf(this.#before), countsOf(this.#after)];
    const [old, now] = this.#counts;
    const key = codeKey(tokens);
    return (now.get(key) ?? 0) >= (old.get(key) ?? 0);
  }
}

function countsOf(tests: readonly Test[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const test of tests)
    for (const tokens of assertionsOf(test)) {
      const key = codeKey(tokens);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return counts;
}

function compareAssertions(
  old: Test,
  now: Test | undefined,
  growth: Growth,
  kept: KeptAssertions,
): readonly TestFact[] {
  if (now === undefined || old.body === now.body) return [];
  const left = assertionsOf(now);
  const [removed, added] = cancel(assertionsOf(old), left, tokens => codeKey(tokens));
  const said = new Set(left.map(tokens => codeKey(tokens)));
  const stay = assertionsOf(old).filter(tokens => said.has(codeKey(tokens)));
  if (removed.length === 0) return [];
  // Of the test as a whole, whatever of it is removed.
  const ofTest = doubtAboutHelpers(now.tokens, now.file) ?? doubtAboutDeleted(old, hasSkip(old));
  return removed.flatMap((tokens, i): readonly TestFact[] => {
    const twin = added[i];
    const test = fullName(now);
    const before = show(tokens, old.file);
    if (twin === undefined) {
      const place = placeIn(old.file, tokens[0]?.start ?? old.start, 'before');
      const doubt =
        strength(tokens) === 0
          ? 'it said nothing'
          : said.has(codeKey(tokens))
            ? 'the same is still said in the test'
            : kept.has(tokens)
              ? 'another test says the same'
              : isImplied(tokens, stay, old.tokens) || saysAll([tokens], now.tokens)
                ? IMPLIED
                : (doubtAboutEmpty(tokens, old.tokens, old.file) ??
                  doubtAboutOwnValue(tokens, old.tokens) ??
                  doubtAboutRunning(tokens, old.file) ??
                  doubtAboutSaying(tokens, stay, old.tokens) ??
                  ofTest ??
                  growth.doubtAbout(now.file));
      return [{ kind: 'assert_removed', test, before, place, doubt }];
    }
    if (strength(twin) >= strength(tokens)) return [];
    const place = placeIn(now.file, twin[0]?.start ?? now.start, 'after');
    const isSaid = isImplied(tokens, stay, old.tokens);
    const doubt = isSaid ? IMPLIED : (doubtAboutWeakened(tokens, twin) ?? growth.doubtAbout(now.file, twin));
    return [{ kind: 'assert_weakened', test, before, after: show(twin, now.file), place, doubt }];
  });
}

/** A skip without a condition. */
const hasSkip = ({ tokens }: Test): boolean =>
  skipsIn(tokens).some(({ text }) => !/^(?:skipif|skipIf|skipUnless|importorskip)$/.test(text));

/** Why nothing is lost where a test no longer runs: it did not run before, or said nothing. */
const doubtAboutLost = (test: Test, isSkipped = hasSkip(test)): string | undefined =>
  doubtAboutDeleted(test, isSkipped) ?? doubtAboutAll(test);

/** Nothing in it runs for certain and can fail. */
function doubtAboutAll(whole: Test): string | undefined {
  const test = { ...whole, tokens: upToReturn(whole.tokens) };
  const all = assertionsOf(test).filter(tokens => strength(tokens) > 0 && !isOfConstants(tokens));
  if (all.length === 0) return callsSomething(test.tokens) ? undefined : 'it said nothing';
  const doubts = all.map(tokens => doubtAboutRunning(tokens, test.file));
  return doubts.includes(undefined) ? undefined : doubts[0];
}

/** What stands before a `return` that is none of a block inside. */
function upToReturn(tokens: readonly CodeToken[]): readonly CodeToken[] {
  let depth = 0;
  for (const [i, { kind, word: each }] of tokens.entries()) {
    depth += kind === INDENT ? 1 : kind === DEDENT ? -1 : 0;
    if (depth === 1 && each === word.RETURN && isLayout(tokens[i - 1] as CodeToken))
      return tokens.slice(0, i);
  }
  return tokens;
}

const isOfConstants = ([first, ...more]: readonly CodeToken[]): boolean =>
  first?.word !== word.ASSERT && /^assert/.test(first?.text ?? '') && !more.some(isName);

const callsSomething = (tokens: readonly CodeToken[]): boolean =>
  tokens.some(
    (token, i) =>
      token.op === op.PAREN_OPEN &&
      isName(tokens[i - 1]) &&
      tokens[i - 2]?.text !== 'def' &&
      !/^(?:print|assert\w*)$/.test(tokens[i - 1]?.text ?? ''),
  );

const IMPLIED = 'what the test says besides may say as much';

const show = (tokens: readonly CodeToken[], { text }: PythonFile): string =>
  cut(text.text(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0).replace(/\s+/g, ' '));

/** `assert …` statements, calls of `assert…()`, and `pytest.raises(…)`. */
function assertionsOf({ tokens }: Test): readonly (readonly CodeToken[])[] {
  const found: (readonly CodeToken[])[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.word === word.ASSERT) found.push(tokens.slice(i, statementEnd(tokens, i)));
    else if (isName(token) && tokens[i + 1]?.op === op.PAREN_OPEN) {
      const isAssertion = /^assert/i.test(token.text) || /^(?:raises|warns)$/.test(token.text);
      if (isAssertion) found.push(tokens.slice(i, closing(tokens, i + 1) + 1));
    }
  }
  return found;
}

function statementEnd(tokens: readonly CodeToken[], from: number): number {
  let i = from;
  while (i < tokens.length && tokens[i]?.kind !== NEWLINE && tokens[i]?.op !== op.SEMICOLON) i++;
  return i;
}

const EQUAL = 0x3d3d;
const STRONG = /^assert(?:\w*Equals?|Is|DictEqual|ListEqual|AlmostEqual|Raises\w*|CalledOnceWith|HasCalls)$/i;

/** How much an assertion says: a constant says nothing, a truth little, an equality most. */
function strength(tokens: readonly CodeToken[]): 0 | 1 | 2 | 3 {
  const [first, second] = tokens;
  if (first?.word !== word.ASSERT) return STRONG.test(first?.text ?? '') || first?.text === 'raises' ? 3 : 1;
  const isConstant = tokens.length === 2 && !isName(second);
  if (isConstant) return 0;
  let depth = 0;
  let best: 1 | 2 | 3 = 1;
  for (const token of tokens) {
    if (isOpening(token)) depth++;
    else if (isClosing(token)) depth--;
    else if (depth === 0 && token.op === op.COMMA) break;
    else if (depth === 0 && (token.op === EQUAL || token.word === word.IS)) best = 3;
    else if (depth === 0 && best < 3 && (COMPARING.test(token.text) || token.word === word.IN)) best = 2;
  }
  return best;
}

const COMPARING = /^(?:<|>|<=|>=|!=)$/;

/** Words by which a test is not run, or may fail; counted for each test and for the rest of its file. */
function findSkips(
  modules: readonly ChangedModule[],
  before: readonly Test[],
  after: readonly Test[],
): readonly TestFact[] {
  const byName = new Map(before.map(test => [fullName(test), test]));
  // A test under another name, or in another file, keeps its skip.
  const byBody = new Map(before.map(test => [test.body, skipsIn(test.tokens).length]));
  const found: TestFact[] = [];
  for (const test of after) {
    const skips = skipsIn(test.tokens);
    const old = byName.get(fullName(test));
    const wasThere = old === undefined ? byBody.get(test.body) : skipsIn(old.tokens).length;
    for (const token of skips.slice(wasThere ?? 0))
      found.push({
        kind: 'skipped',
        test: fullName(test),
        place: placeIn(test.file, token.start, 'after'),
        doubt:
          wasThere === undefined
            ? 'the test is new'
            : (doubtAboutSkip(token, test.tokens, test.file, true) ?? (old && doubtAboutLost(old))),
      });
  }
  for (const module of modules) {
    const skips = skipsOutside(module.after, after);
    const own = before.filter(({ file }) => file === module.before);
    for (const token of skips.slice(skipsOutside(module.before, before).length)) {
      const file = module.after as PythonFile;
      found.push({
        kind: 'skipped',
        test: file.module.name,
        place: placeIn(file, token.start, 'after'),
        doubt:
          module.before === undefined
            ? 'the file is new'
            : (doubtAboutSkip(token, file.tokens.slice(), file, false) ??
              doubtAboutWholeFile(token, file) ??
              (own.every(test => doubtAboutLost(test) !== undefined) ? 'its tests did not run' : undefined)),
      });
    }
  }
  return found;
}

function skipsIn(tokens: readonly CodeToken[]): readonly CodeToken[] {
  return tokens.filter(
    (token, i) => isName(token) && SKIP.test(token.text) && tokens[i + 1]?.op !== op.ASSIGN,
  );
}

function skipsOutside(file: PythonFile | undefined, tests: readonly Test[]): readonly CodeToken[] {
  if (file === undefined) return [];
  const inside = tests.filter(test => test.file === file);
  const isInside = ({ start }: CodeToken) =>
    inside.some(test => test.start <= start && start <= (test.tokens.at(-1)?.end ?? 0));
  const { imports } = file.module.index;
  return skipsOf(file.tokens).filter(
    token => !isInside(token) && !imports.some(each => each.start <= token.start && token.start < each.end),
  );
}

/** As `skipsIn`, of a whole file: only the few that may be one are made. */
function skipsOf(tokens: CodeTokens): readonly CodeToken[] {
  const found: CodeToken[] = [];
  const isSkipAt = tokens.asking(isSkip);
  for (let i = 0; i < tokens.length; i++) {
    const isOne = isSkipAt(i) && tokens.isName(i) && tokens.op(i + 1) !== op.ASSIGN;
    const token = isOne ? tokens.get(i) : undefined;
    if (token !== undefined) found.push(token);
  }
  return found;
}

const isSkip = (_: number, text: string): boolean => SKIP.test(text);
