import * as word from '../../python/lexer/keywords.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import type { TwoVersions } from '../code/two-versions.ts';
import { readUnits, type Unit } from '../code/units.ts';

/** Hooks that say which files and functions are tests. */
const COLLECTING = /^pytest_(?:ignore_collect|collect_file|collect_directory|pycollect_make\w+)$/;
/** Hooks that may leave out tests which were found, where they say one of these words. */
const CHOOSING =
  /^pytest_(?:collection_modifyitems|collection_finish|itemcollected|runtest_\w+|pyfunc_call)$/;
const LEAVING_OUT = /skip|xfail|deselect|remove|^items$|^keep/i;

/** Why a `conftest.py` around a file may keep its tests from running. */
export async function doubtByConftests(
  file: PythonFile,
  { before, open }: TwoVersions,
): Promise<string | undefined> {
  const { path } = file.module;
  for (let end = path.lastIndexOf('/'); ; end = path.lastIndexOf('/', end - 1)) {
    const at = `${path.slice(0, end + 1)}conftest.py`;
    const module = before.snapshot.modules.get(at);
    const conftest = module && (await open(module, 'before'));
    if (conftest !== undefined && readUnits(conftest).some(unit => mayLeaveOut(unit, file)))
      return `${at} may keep it from being run`;
    if (end <= 0) return undefined;
  }
}

function mayLeaveOut(unit: Unit, file: PythonFile): boolean {
  const { tokens } = unit;
  if (tokens.some(({ text }) => /^collect_ignore(?:_glob)?$/.test(text))) return speaksOf(unit, file);
  const { content } = unit;
  if (content.kind !== 'definition' || content.definition.kind !== 'function') return false;
  const { name } = content.definition;
  if (COLLECTING.test(name)) return speaksOf(unit, file);
  const says = (words: RegExp) => tokens.some(({ kind, text }) => kind !== STRING && words.test(text));
  if (CHOOSING.test(name)) return says(LEAVING_OUT) && speaksOf(unit, file);
  // What each test is given may skip it, by nothing that the test says.
  return says(/^autouse$/) && says(/^(?:skip|xfail|skipTest|SkipTest)$/) && !tokens.some(isCondition);
}

const isCondition = (token: { readonly word: number }): boolean => token.word === word.IF;

/** By its path, or by a word such as that of a mark; what names no text at all may be about any file. */
function speaksOf({ tokens }: Unit, file: PythonFile): boolean {
  const texts = tokens.flatMap(({ kind, text }) => (kind === STRING ? [contentOf(text)] : []));
  return texts.length === 0 || texts.some(text => isOf(text, file));
}

function isOf(text: string, file: PythonFile): boolean {
  const parts = text.split(/[*?]+/).map(part => part.replace(/^\.?\/|\/$/g, ''));
  const said = parts.filter(part => part !== '');
  if (said.length === 0) return text !== '';
  return said.every(part => file.module.path.includes(part)) || (/^\w+$/.test(text) && file.mentions(text));
}
