import { matchesText } from '../../kernel/wildcards.ts';
import { folderOf } from '../code/folder-of.ts';
import { placeIn } from '../code/places.ts';
import { fitsName, type PytestSettings, readPytestSettings } from '../code/pytest-settings.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import type { ChangedModule } from '../code/two-versions.ts';
import { readUnits } from '../code/units.ts';
import { doubtByConftests } from '../facts/conftest-doubts.ts';
import type { TestFact } from '../facts/test-functions.ts';
import type { OpenUse } from '../proofs/open-uses.ts';
import type { Facts } from './facts.ts';

/** A file that is a test by the settings of pytest alone, and that is not as it was. */
export async function openBySettings({ versions }: Facts): Promise<readonly OpenUse[]> {
  const others = versions.changed.filter(
    ({ path, before }) =>
      before !== undefined && !isTestFile(path) && before.module.index.definitions.length > 0,
  );
  if (others.length === 0) return [];
  for (const settings of await readPytestSettings(versions.otherTexts))
    for (const module of others) {
      const { before, path } = module;
      const lost = before !== undefined && namesTests(settings, before) ? firstLost(module) : undefined;
      if (before === undefined || lost === undefined) continue;
      const reason = `${path} is a test by ${settings.path}, and whether it checks as much is not known`;
      return [{ reason, place: placeIn(before, lost, 'before') }];
    }
  return [];
}

/** A changed file that is a test by the settings of pytest, before or after. */
export async function testBySettings({ versions }: Facts): Promise<OpenUse | undefined> {
  const settings = await readPytestSettings(versions.otherTexts);
  for (const { before, after } of versions.changed)
    for (const file of [after, before]) {
      const by = file && settings.find(each => namesTests(each, file));
      if (file === undefined || by === undefined) continue;
      const side = file === after ? 'after' : 'before';
      return { reason: `${file.module.path} may be a test by ${by.path}`, place: placeIn(file, 0, side) };
    }
  return undefined;
}

function namesTests({ files, functions, classes }: PytestSettings, { module }: PythonFile): boolean {
  if (files === undefined && functions === undefined && classes === undefined) return false;
  const name = module.path.slice(module.path.lastIndexOf('/') + 1);
  if (files?.some(pattern => matchesText(name, pattern) || matchesText(module.path, `*${pattern}`)) !== true)
    return false;
  return module.index.definitions.some(({ kind, name: own }) =>
    (kind === 'class' ? (classes ?? ['Test']) : (functions ?? ['test'])).some(each => fitsName(each, own)),
  );
}

function firstLost({ before, after }: ChangedModule): number | undefined {
  const left = new Set(after === undefined ? [] : readUnits(after).map(({ key }) => key));
  const units = before === undefined ? [] : readUnits(before);
  return units.find(({ key, content }) => content.kind !== 'docstring' && !left.has(key))?.start;
}

/** The same facts, with a doubt about those whose tests settings or hooks may keep from running. */
export async function withDoubtsBySettings({ tests, versions }: Facts): Promise<readonly TestFact[]> {
  if (tests.every(({ doubt }) => doubt !== undefined)) return tests;
  const settings = await readPytestSettings(versions.otherTexts);
  const found: TestFact[] = [];
  for (const fact of tests) {
    const { file: path } = fact.place;
    const module = versions.changedAt(path);
    const file = module?.before ?? module?.after;
    if (fact.doubt !== undefined || file === undefined) {
      found.push(fact);
      continue;
    }
    const name = fact.test.slice(file.module.name.length + 1);
    const [bySettings] = settings.flatMap(each => (leavesOut(each, file, name) ? [each] : []));
    const doubt =
      bySettings !== undefined
        ? `${bySettings.path} may keep it from being run`
        : await doubtByConftests(file, versions);
    found.push({ ...fact, doubt });
  }
  return found;
}

/** @param test its name in its file; empty for what is about all of the file */
function leavesOut(settings: PytestSettings, file: PythonFile, test: string): boolean {
  const folder = folderOf(settings.path);
  const { path } = file.module;
  if (!path.startsWith(folder)) return false;
  const own = path.slice(folder.length);
  const parts = own.split('/');
  const base = parts.pop() ?? '';
  const { files, functions, classes, leftOut, folders } = settings;
  if (files?.some(pattern => matchesText(base, pattern) || matchesText(own, `*${pattern}`)) === false)
    return true;
  const [first = '', ...members] = test.split('.');
  const last = members.at(-1) ?? first;
  if (test !== '' && functions?.some(each => fitsName(each, last)) === false) return true;
  if (members.length > 0 && classes?.some(each => fitsName(each, first)) === false) return true;
  if (leftOut.some(pattern => parts.some(part => matchesText(part, pattern)) || isInFolder(pattern, own)))
    return true;
  if (folders.length > 0 && !folders.some(each => isInFolder(each, own))) return true;
  return leavesOutByOptions(settings.options, own, test, file);
}

/** `tests/old` and `./tests/*` of `tests/old/test_a.py`; the file itself counts. */
function isInFolder(pattern: string, path: string): boolean {
  const clean = pattern.replace(/^\.\//, '').replace(/\/$/, '');
  return clean === '.' || clean === '' || matchesText(path, clean) || matchesText(path, `${clean}/*`);
}

function leavesOutByOptions(
  options: readonly string[],
  path: string,
  test: string,
  file: PythonFile,
): boolean {
  let option = '';
  for (const each of options) {
    if (each.startsWith('-')) {
      option = each;
      if (/^--co(?:llect-only)?$/.test(each)) return true;
      continue;
    }
    const isJoined = each === 'not' || each === 'and' || each === 'or';
    if (option === '-m' && !isJoined && file.mentions(each.replace(/[()]/g, ''))) return true;
    if (option === '-k' && !isJoined && isIn(each.replace(/[()]/g, ''), `${path} ${test}`)) return true;
    if (/^--ignore(?:-glob)?$/.test(option) && isInFolder(each, path)) return true;
    if (option === '--deselect' && isInFolder(each.split('::')[0] ?? '', path)) return true;
  }
  return false;
}

const isIn = (word: string, text: string): boolean => text.toLowerCase().includes(word.toLowerCase());
