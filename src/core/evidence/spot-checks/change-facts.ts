import { type Definition, qualifiedName } from '../../python/grammar/module-index.ts';
import * as word from '../../python/lexer/keywords.ts';
import * as op from '../../python/lexer/operators.ts';
import { assignedOf } from '../../python/query/header.ts';
import { type CodeToken, isName, placesOfCode } from '../code/code-tokens.ts';
import { lastOf } from '../code/dotted-names.ts';
import { readImports } from '../code/import-entries.ts';
import { placeOfFile } from '../code/places.ts';
import type { PythonFile } from '../code/python-file.ts';
import { isTestFile } from '../code/test-files.ts';
import { bindsElsewhere } from '../facts/bound-names.ts';
import type { Facts } from '../invariants/facts.ts';
import { ownTokens } from './body-facts.ts';
import { isLiteral, tokensOf, withoutLines } from './code-text.ts';
import { everyPath, pathsMeant } from './file-paths.ts';
import { isTruth } from './found-definition.ts';
import { findFunction } from './function-facts.ts';
import type { Lookup } from './lookup.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether some code is written inside of a function, token for token. */
export async function checkWithin(
  look: Lookup,
  { symbol, place, text, is }: ClaimOf<'within'>,
): Promise<Truth> {
  const found = await findFunction(look, symbol, place);
  if (isTruth(found)) return found;
  const { ref, file } = found;
  const wanted = withoutLines(tokensOf(text.replace(/\(\)$/, '')));
  if (wanted.length === 0) return truth('unknown', `${text} is no code`);
  const body = file.range(ref.definition.body, ref.definition.end);
  const all = placesOfCode(body, wanted);
  const [at = -1] = all;
  const places = [look.place(ref.module, at < 0 ? ref.definition.line : file.lineOf(body[at]?.start ?? 0))];
  // A member of something else, or the name of an argument, may be what is said or not.
  const isOther = (i: number) =>
    isName(body[i]) && (body[i - 1]?.op === op.DOT || (wanted.length === 1 && isKeywordAt(body, i)));
  const isEachOther = all.every(isOther);
  // What a function inside raises, it does not.
  const own = wanted[0]?.text === 'raise' ? ownTokens(found) : body;
  const isInner = placesOfCode(own, wanted).length === 0;
  if (at >= 0 && isInner) return truth('unknown', `a function inside of ${symbol} has ${text}`, places);
  // A method of a class inside is no function inside, and a parameter is no function of Python's.
  const [first, second] = wanted;
  const { definitions } = ref.module.index;
  const isOfInner =
    first?.word === word.DEF &&
    !definitions.some(each => each.parent === ref.index && each.name === second?.text);
  const isBoundHere =
    isName(first) && second?.op === op.PAREN_OPEN && wanted.length === 2 && bindsElsewhere(file, first.text);
  if (at >= 0 && (isOfInner || isBoundHere))
    return truth('unknown', `${symbol} has ${text} of something else`, places);
  if (at >= 0 && isEachOther) return truth('unknown', `${symbol} has ${text} of something else`, places);
  if (at >= 0) return truth(is === 'there' ? 'true' : 'false', `${symbol} has ${text}`, places);
  // In other words, in a text, or as a part of a longer name it may be there all the same.
  const last = text.split(/\W+/).findLast(word => word !== '') ?? text;
  const isMentioned =
    file.text.text(ref.definition.start, ref.definition.end).includes(last) || hasOtherName(file, last);
  const value = is === 'absent' ? (isMentioned ? 'unknown' : 'true') : isMentioned ? 'unknown' : 'false';
  return truth(value, `${symbol} does not have ${text}`, places);
}

/** `from m import name as n`, `n = m.name`: there it has another name, by which it may be used. */
const hasOtherName = (file: PythonFile, name: string): boolean =>
  readImports(file).some(({ target, bound }) => lastOf(target) === name && bound !== name) ||
  file.module.index.definitions.some(
    each => each.name !== name && lastOf(assignedOf(each, file.text).value ?? '') === name,
  );

/** `f(name=1)` */
const isKeywordAt = (body: readonly CodeToken[], i: number): boolean =>
  body[i + 1]?.op === op.ASSIGN && [op.COMMA, op.PAREN_OPEN].includes(body[i - 1]?.op ?? -1);

const isSource = (path: string): boolean =>
  /\.pyi?$/.test(path) && !isTestFile(path) && !/(?:^|\/)(?:docs?|examples?|setup\.py)(?:\/|$)/.test(path);

const IS_OF: Readonly<Record<ClaimOf<'only_file'>['of'], (path: string) => boolean>> = {
  any: () => true,
  python: path => /\.pyi?$/.test(path),
  source: isSource,
  'non-test': path => !isTestFile(path),
};

/** Whether a change touches one file and no other of its kind. */
export function checkOnlyFile({ place, of }: ClaimOf<'only_file'>, { files, versions }: Facts): Truth {
  const [path, ...more] = pathsMeant(place, everyPath(versions));
  const isIt = (each: string) => each === path;
  const own = files.filter(each => isIt(each.path));
  const first = own[0] ?? files[0];
  const places = first === undefined ? [] : [placeOfFile(first)];
  if (more.length > 0 || place.endsWith('/')) return truth('unknown', `${place} is not one file`, places);
  if (own.length === 0) return truth('false', `${place} is not changed`, places);
  const others = files.filter(({ path }) => !isIt(path));
  const source = others.find(({ path }) => (of === 'python' ? IS_OF.python : isSource)(path));
  if (source !== undefined) return truth('false', `${source.path} is changed as well`, places);
  // Which files count beside the sources is a matter of words.
  const isClear =
    others.length === 0 ||
    (own.every(({ path }) => IS_OF[of](path)) && !others.some(({ path }) => IS_OF[of](path)));
  return truth(isClear ? 'true' : 'unknown', `${others.length} other files are changed`, places);
}

/** Whether a change touches all of these files and folders, and nothing else. */
export function checkOnlyChanged(
  { places, areEnds }: ClaimOf<'only_changed'>,
  { files, versions }: Facts,
): Truth {
  const paths = files.map(({ path }) => path);
  const [first = ''] = paths;
  const shown = (path: string) => {
    const file = files.find(each => each.path === path);
    return [placeOfFile({ path, after: file?.after })];
  };
  const meant = new Set<string>();
  for (const place of places) {
    // A folder may be said without its slash.
    const folder = place.endsWith('/') ? place : `${place}/`;
    const found = paths.filter(path => path === place || path.startsWith(folder));
    if (found.length === 0) {
      // The end of a path is enough where it is the end of one alone.
      const alike = pathsMeant(place, everyPath(versions)).filter(path => path !== place);
      const [only] = alike;
      if (alike.length > 1 || (areEnds !== true && alike.some(path => paths.includes(path))))
        return truth('unknown', `${place} is not the whole path`, shown(first));
      if (only !== undefined && paths.includes(only)) found.push(only);
    }
    const isPart = paths.some(path => `/${path}`.includes(`/${folder}`)) || isModule(place, paths);
    if (found.length === 0 && isPart) return truth('unknown', `${place} is not the whole path`, shown(first));
    if (found.length === 0)
      return truth('false', `${place} is not changed`, first === '' ? [] : shown(first));
    for (const path of found) meant.add(path);
  }
  const other = paths.find(path => !meant.has(path));
  return other === undefined
    ? truth('true', 'no other file is changed', shown(first))
    : truth('false', `${other} is changed as well`, shown(other));
}

/** `pkg.m`, said of `pkg/m.py`. */
const isModule = (place: string, paths: readonly string[]): boolean =>
  /^[\w.]+$/.test(place) &&
  paths.some(path => path.replace(/(?:\/__init__)?\.pyi?$/, '').endsWith(place.replaceAll('.', '/')));

/** Of what is not named, only that nothing of the kind is new is known for certain. */
export function checkAnyNew({ sort, owner }: ClaimOf<'any_new'>, { versions, modules }: Facts): Truth {
  if (modules.some(({ code }) => code === 'unreadable')) return truth('unknown', 'a file cannot be read');
  // A class within another one is said by its last name, too, and one of a module with its name.
  const around = owner === undefined ? '' : `.${owner.split('.').at(-1)}.`;
  const namesIn = (side: 'before' | 'after') =>
    new Set(
      versions.changed.flatMap(({ path, [side]: file }) => {
        const definitions = file?.module.index.definitions ?? [];
        return definitions.flatMap((each, i) => {
          const name = qualifiedName(definitions, i);
          const isMeant = file !== undefined && mayBeOfSort(sort, each, file);
          return isMeant && `.${name}.`.includes(around) ? [`${path}: ${name}`] : [];
        });
      }),
    );
  const known = namesIn('before');
  const [first] = [...namesIn('after')].filter(name => !known.has(name));
  return first === undefined
    ? truth('false', `no ${sort} is new${owner === undefined ? '' : ` in ${owner}`}`)
    : truth('unknown', `${first.slice(first.indexOf(':') + 1)} is new`);
}

const CALLED = new Set(['function', 'method', 'property']);

/** What is assigned may be a function or a class as well, but for a literal. */
function mayBeOfSort(sort: ClaimOf<'any_new'>['sort'], definition: Definition, file: PythonFile): boolean {
  const { kind } = definition;
  if (kind === 'class') return sort === 'class';
  if (CALLED.has(kind)) return sort !== 'class';
  // What a method sets on objects is none of a class.
  if (file.range(definition.head, definition.end)[0]?.text === 'self') return false;
  const { value } = assignedOf(definition, file.text);
  return value !== undefined && !isLiteral(value);
}

export function checkFileCount({ folder, count }: ClaimOf<'file_count'>, { files }: Facts): Truth {
  const below = `${folder.replace(/^\.\//, '').replace(/\/$/, '')}/`;
  const all = files.filter(({ path }) => `/${path}`.includes(`/${below}`));
  const changed = all.filter(({ path }) => /\.pyi?$/.test(path));
  const [first] = changed;
  if (first === undefined) return truth('unknown', `nothing in ${folder} is changed`);
  const place = placeOfFile(first);
  // Files that are not Python, or lie in a folder of that name elsewhere, may be counted or not.
  const inside = ({ path }: { readonly path: string }) => path.startsWith(below);
  const counts = [all, changed, all.filter(inside), changed.filter(inside)].map(({ length }) => length);
  const isOpen = counts.includes(count) && counts.some(each => each !== count && each > 0);
  const value = isOpen ? 'unknown' : changed.length === count ? 'true' : 'false';
  return truth(value, `${changed.length} Python files in ${folder} are changed`, [place]);
}
