import * as op from '../../python/lexer/operators.ts';
import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { CodeToken } from '../code/code-tokens.ts';
import type { PythonFile } from '../code/python-file.ts';
import { contentOf } from '../code/string-literal.ts';
import { newModuleTexts } from './dynamic-imports.ts';
import { mayReach } from './told-units.ts';

/** A text by which a function is newly told the name of a package or module that it imports. */
export interface ToldPackage {
  readonly target: string;
  readonly start: number;
}

/** Functions of `importlib.resources` that import the package that they are told. */
const OF_RESOURCES = /^(?:files|path|contents|is_resource|(?:open|read)_(?:text|binary))$/;
const RESOURCES = /^importlib[._]resources$/;

/**
 * Texts that are new and that Django's `include("shop.urls")`, or a function of `importlib.resources`
 * (`files("certifi")`), is given or may be given.
 */
export function newToldPackages(before: PythonFile | undefined, after: PythonFile): readonly ToldPackage[] {
  const calls = [...callsOfResources(after), ...callsOfInclude(after)];
  if (calls.length === 0) return [];
  const texts = newModuleTexts(before, after);
  if (texts.length === 0) return [];
  const direct = new Set<number>();
  const told = new Set<number>();
  let isForDotted = true;
  for (const { at, isInclude } of calls) {
    const given = givenAt(after, at);
    if (given !== undefined) direct.add(given);
    else if (!isOfItself(after, at)) {
      told.add(after.tokens.start(at));
      isForDotted &&= isInclude;
    }
  }
  const reaches = told.size > 0 ? mayReach(after, ({ start }) => told.has(start)) : () => false;
  // What is given to `include` otherwise is mostly a list: only names with dots are modules there.
  const isIndirect = (text: CodeToken) => (!isForDotted || text.text.includes('.')) && reaches(text);
  return texts
    .filter(text => direct.has(text.start) || isIndirect(text))
    .map(({ text, start }) => ({ target: contentOf(text), start }));
}

interface Call {
  /** Index of the name that is called. */
  readonly at: number;
  readonly isInclude: boolean;
}

function callsOfInclude(file: PythonFile): readonly Call[] {
  if (!file.mentions('include') || !(file.mentions('django') || file.mentions('urlpatterns'))) return [];
  const names = new Set(['include', ...boundTo(file, (_, name) => name === 'include')]);
  return callsOf(file, at => names.has(file.tokens.text(at))).map(at => ({ at, isInclude: true }));
}

function callsOfResources(file: PythonFile): readonly Call[] {
  if (!['importlib', 'importlib_resources'].some(each => file.mentions(each))) return [];
  const functions = boundTo(file, (module, name) => RESOURCES.test(module) && OF_RESOURCES.test(name));
  const modules = new Set([
    'resources',
    ...boundTo(file, (module, name) => RESOURCES.test(module === '' ? name : `${module}.${name}`)),
  ]);
  const isOfModule = ({ tokens }: PythonFile, at: number) =>
    OF_RESOURCES.test(tokens.text(at)) && tokens.op(at - 1) === op.DOT && modules.has(tokens.text(at - 2));
  return callsOf(file, at => functions.has(file.tokens.text(at)) || isOfModule(file, at)).map(at => ({
    at,
    isInclude: false,
  }));
}

/** The names that imports bind to what is looked for. */
const boundTo = (
  { module }: PythonFile,
  isIt: (module: string, name: string) => boolean,
): ReadonlySet<string> =>
  new Set(
    module.index.imports.flatMap(({ module: source, names }) =>
      names.filter(({ name }) => isIt(source, name)).map(({ name, alias }) => alias ?? name),
    ),
  );

function callsOf({ tokens }: PythonFile, isIt: (at: number) => boolean): readonly number[] {
  const found: number[] = [];
  for (let i = 0; i < tokens.length; i++)
    if (tokens.kind(i) === NAME && tokens.op(i + 1) === op.PAREN_OPEN && isIt(i)) found.push(i);
  return found;
}

/** Where the text begins that is the first thing given: `include("a")`, `include(("a", "name"))`, `files(anchor="a")`. */
function givenAt({ tokens }: PythonFile, call: number): number | undefined {
  let at = call + 2;
  if (tokens.op(at + 1) === op.ASSIGN) at += 2;
  while (tokens.op(at) === op.PAREN_OPEN) at++;
  const isAlone =
    tokens.kind(at) === STRING && (tokens.op(at + 1) === op.COMMA || op.closes(tokens.op(at + 1)));
  return isAlone ? tokens.start(at) : undefined;
}

/** `files(__package__)`, `include(router.urls)`. */
function isOfItself({ tokens }: PythonFile, call: number): boolean {
  const first = tokens.text(call + 2);
  if (/^__(?:package|name|spec)__$/.test(first)) return true;
  return tokens.op(call + 3) === op.DOT && tokens.text(call + 4) === 'urls';
}
