import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Definition } from '../../python/grammar/module-index.ts';
import { readParameters } from '../code/call-shape.ts';
import { folderOf } from '../code/folder-of.ts';
import { neighboursIn } from '../code/import-neighbours.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { examplesIn } from '../facts/lost-examples.ts';
import { testBySettings } from './collected-tests.ts';
import { type Facts, undecided, type Verdict } from './facts.ts';
import { proved, violatedByFiles } from './prove-unchanged.ts';

/** "No test changes": by the names of files, and by what is in the others. */
export async function checkNoTestChanges(facts: Facts): Promise<Verdict> {
  const tests = facts.files.filter(({ path }) => isTestFile(path) && !mayBeOfLibrary(path, facts));
  if (tests.length > 0) return violatedByFiles(facts, tests, 'is changed');
  const like = facts.files.find(({ path }) => mayBeTest(path))?.path;
  if (like !== undefined) return open(like, 'may be a test');
  const inside = pathOfTests(facts);
  if (inside !== undefined) return open(inside, 'may hold tests');
  const bySettings = await testBySettings(facts);
  if (bySettings !== undefined) return undecided(bySettings.reason, [bySettings.place]);
  return proved('no test file is changed');
}

/**
 * `web/test.py` without any test in it may help those who test what they make with the package; `ab_test.py` without
 * any, that the program imports, may be about other tests.
 */
function mayBeOfLibrary(path: string, { versions }: Facts): boolean {
  const module = versions.changedAt(path);
  const sides = [module?.before, module?.after].filter(file => file !== undefined);
  if (sides.length === 0 || sides.some(file => holdsTests(file))) return false;
  if (/(?:^|\/)tests?\.py$/.test(path)) return true;
  const isNamedSo = /(?:^|\/)(?:test_\w+|\w+_tests?)\.py$/.test(path) && !liesInTests(path);
  const asserts = sides.some(file => file.mentions('assert'));
  return isNamedSo && !asserts && isImportedByProgram(path, versions);
}

const liesInTests = (path: string): boolean => isTestFile(`${folderOf(path)}a.py`);

const isImportedByProgram = (path: string, { before, after }: Facts['versions']): boolean =>
  [before, after].some(version =>
    neighboursIn(version)
      .importing(path)
      .some(each => !isTestFile(each.path)),
  );

const open = (path: string, why: string): Verdict =>
  undecided(`${path} ${why}`, [{ file: path, line: 1, side: 'after' }]);

/** Names that tests and what they read often have, though pytest does not look for them. */
const MAY_BE_TEST =
  /fixture|conftest|snapshot|golden|mock|cassette|behave|robot|cypress|playwright|\.feature$|\.t$|factor(?:y|ies)\.py$|(?:^|\/)(?:pytest\.ini|tox\.ini|noxfile|(?:e2e|qa|t|integration|acceptance|functional|features|scenarios|checks?)\/)/i;

/** What other tools run as tests, and what they compare with. */
const OF_OTHER_TOOLS =
  /\.(?:bats|hurl|http|rest|bru|jmx|snap|exp|tst|shelltest)$|postman|insomnia|newman|karate|tavern|locust|artillery|schemathesis|dredd|(?:^|[/._-])(?:expect(?:ed|ations?)?|approved|received|baselines?|pacts?|k6|vcr)(?:[/._-]|$)/i;

const TEST_WORD =
  /(?<![A-Za-z])(?:test|spec(?![a-z]))|(?<![A-Za-z])specs(?![A-Za-z])|T[Ee][Ss][Tt]|Spec(?![a-z])|(?:unit|py|doc|self|smoke|nose|web|load|func|functional|system|integration|regression|acceptance|e2e)tests?/;

const mayBeTest = (path: string): boolean =>
  [MAY_BE_TEST, OF_OTHER_TOOLS, TEST_WORD].some(each => each.test(path));

/** A changed file with other examples, with classes of `unittest`, or with what is made for tests. */
function pathOfTests({ files, versions }: Facts): string | undefined {
  const other = files.find(({ before, after }) => {
    const [old, now] = [before, after].map(bytes => examplesIn(bytes && decodeUtf8(bytes)).join('\n'));
    return old !== now;
  });
  if (other !== undefined) return other.path;
  return versions.changed.find(({ before, after }) =>
    [before, after].some(file => file !== undefined && holdsTests(file)),
  )?.path;
}

const holdsTests = (file: PythonFile): boolean =>
  ['TestCase', 'pytest_'].some(each => file.mentions(each)) ||
  ['pytest', 'unittest', 'doctest', 'hypothesis'].some(each => file.mentionsName(each)) ||
  definesTests(file);

/** Other tools than pytest, or pytest with `python_files`, may find them. */
const definesTests = (file: PythonFile): boolean =>
  file.module.index.definitions.some(definition =>
    definition.kind === 'class' ? /^Test[A-Z_]/.test(definition.name) : mayBeCollected(definition, file),
  );

/** `def test_client(self, use_cookies=True, **options)` is none: what a test takes is given by fixtures, and has no default. */
function mayBeCollected(
  { name, parent, line, firstLine, head, body }: Definition,
  file: PythonFile,
): boolean {
  if (!/^test_/.test(name)) return false;
  if (parent < 0 || firstLine < line) return true;
  const { positional, named, takesMore, takesAnyName } = readParameters(file.range(head, body - 1));
  const taken = [...positional.slice(1), ...named];
  const takesNothing = taken.length === 0 && !takesMore && !takesAnyName;
  return takesNothing || taken.some(({ hasDefault }) => !hasDefault);
}
