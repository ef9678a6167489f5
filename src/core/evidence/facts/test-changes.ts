import { cut } from '../code/api-surface.ts';
import { type CodeToken, codeKey } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { placeIn } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { doubtAboutEmpty } from './empty-assertions.ts';
import { isImplied } from './implied-assertions.ts';
import { cancel } from './left-of-both.ts';
import { doubtAboutLost } from './lost-tests.ts';
import { findSkips } from './new-skips.ts';
import { RepeatedElsewhere } from './repeated-elsewhere.ts';
import { doubtAboutRepeated, saysAll } from './repeated-tests.ts';
import { hasSkip, skipsIn } from './skip-words.ts';
import { doubtAboutWeakened, Growth } from './test-doubts.ts';
import { assertionsOf, fullName, readTests, strength, type Test, type TestFact } from './test-functions.ts';
import { doubtAboutOwnValue } from './true-anyway.ts';
import { doubtAboutDeleted } from './uncollected-tests.ts';
import { doubtAboutHelpers, doubtAboutRunning, doubtAboutSaying } from './unsure-assertions.ts';

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
  const [all, left] = [assertionsOf(old), assertionsOf(now)];
  const [removed, added] = cancel(all, left, codeKey);
  if (removed.length === 0) return [];
  const said = new Set(left.map(codeKey));
  const stay = all.filter(tokens => said.has(codeKey(tokens)));
  // Of the test as a whole, whatever of it is removed.
  const ofTest = doubtAboutHelpers(now.tokens, now.file) ?? doubtAboutDeleted(old, hasSkip(old.tokens));
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

const IMPLIED = 'what the test says besides may say as much';

const show = (tokens: readonly CodeToken[], { text }: PythonFile): string =>
  cut(text.text(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0).replace(/\s+/g, ' '));
