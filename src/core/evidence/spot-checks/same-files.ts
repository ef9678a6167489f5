import * as op from '../../python/lexer/operators.ts';
import { STRING } from '../../python/lexer/token-kinds.ts';
import { type CodeToken, isLayout, isSameCode } from '../code/code-tokens.ts';
import { withoutDocstrings } from '../code/docstrings.ts';
import { placeOfFile } from '../code/places.ts';
import type { Facts } from '../invariants/facts.ts';
import { everyPath, pathsMeant } from './file-paths.ts';
import type { Lookup } from './lookup.ts';
import { type Truth, truth } from './truth.ts';

interface Sides {
  readonly before: Lookup;
  readonly after: Lookup;
}

/** Whether a file, or all that is in a folder, is what it was. */
export async function sameFile(
  place: string,
  { files, versions }: Facts,
  { before, after }: Sides,
): Promise<Truth> {
  const modules = [before, after].flatMap(look => look.modulesAt(place));
  const paths = [...new Set(modules.map(each => each.path))];
  const isFolder = place.endsWith('/') || modules.some(({ isPackage }) => isPackage);
  if (isFolder && !/\.pyi?$/.test(place)) return sameFolder(place, paths, files, { before, after });
  const [path = place] = paths;
  const isWritten = /\.\w+$/.test(place) && modules.length === 0;
  // Of a file that is no Python file it is not known which others end so.
  if (
    isWritten &&
    !/\.pyi?$/.test(place) &&
    files.every(each => each.path !== place) &&
    (await after.isFile(place))
  )
    return truth('true', `${place} is not changed`);
  const meant = isWritten ? pathsMeant(place, everyPath(versions)) : paths;
  if (meant.length > 1 || before.isSeveral(place))
    return truth('unknown', `several files may be called ${place}`);
  const changed = files.find(each => each.path === meant[0]);
  if (changed !== undefined) return truth('false', `${changed.path} is changed`, [placeOfFile(changed)]);
  if (modules.length === 0)
    return truth('unknown', `${place} was not found among the Python files that can be read`);
  return truth('true', `${place} is not changed`, [{ file: path, line: 1, side: 'after' }]);
}

/** Whether the code of one Python file is what it was, whatever its comments and docstrings are. */
export async function sameCodeOfFile(place: string, facts: Facts, sides: Sides): Promise<Truth> {
  const same = await sameFile(place, facts, sides);
  if (same.value !== 'false') return same;
  if (!/\.pyi?$/.test(place)) return truth('unknown', `something in ${place} is changed`, same.places);
  const [old, now] = await Promise.all([sides.before, sides.after].map(look => tokensIn(look, place)));
  if (old === undefined || now === undefined)
    return truth('unknown', `${place} is not one Python file on both sides`, same.places);
  return sameCode(old, now, same.places);
}

/** The same tokens; in other lines or brackets, or with other texts that stand alone, they may mean the same. */
export function sameCode(
  old: readonly CodeToken[],
  now: readonly CodeToken[],
  places: Truth['places'],
): Truth {
  if (isSameCode(old, now))
    return truth('true', 'its code is as before, but for comments and docstrings', places);
  const isLoose = wordsOf(old) === wordsOf(now);
  return truth(
    isLoose ? 'unknown' : 'false',
    isLoose
      ? 'it differs in lines, brackets or texts, which may mean nothing'
      : 'its code is other than before',
    places,
  );
}

const wordsOf = (tokens: readonly CodeToken[]): string =>
  tokens
    .filter((token, i) => {
      const isAlone = [tokens[i - 1], tokens[i + 1]].every(
        each => each === undefined || isLayout(each) || MARKS.includes(each.op),
      );
      return !isLayout(token) && !MARKS.includes(token.op) && !(token.kind === STRING && isAlone);
    })
    .map(({ text }) => text)
    .join('\0');

const MARKS: readonly number[] = [op.PAREN_OPEN, op.PAREN_CLOSE, op.COMMA, op.COLON];

async function tokensIn(look: Lookup, place: string): Promise<readonly CodeToken[] | undefined> {
  const module = look.oneModule(place);
  const file = module && (await look.open(module));
  return file && withoutDocstrings([...file.tokens], 'module');
}

/** A folder, or a package, is all that is in it. */
function sameFolder(
  place: string,
  own: readonly string[],
  files: Facts['files'],
  { before, after }: Sides,
): Truth {
  const folder = `/${place
    .replace(/^\.?\//, '')
    .replaceAll('.', '/')
    .replace(/\/$/, '')}/`;
  const rootOf = (path: string) => `/${path}`.slice(0, `/${path}`.indexOf(folder) + folder.length);
  const isIn = ({ path }: { readonly path: string }) => `/${path}`.includes(folder);
  const all = [before, after].flatMap(look => look.modulesIn(place));
  const changed = files.filter(isIn);
  const [first] = changed;
  if (first === undefined)
    return all.length === 0
      ? truth('unknown', `${place} was not found`)
      : truth('true', `nothing in ${place} is changed`, [
          { file: all[0]?.path ?? place, line: 1, side: 'after' },
        ]);
  const places = [placeOfFile(first)];
  const isOneFolder = new Set([...all, ...changed].map(({ path }) => rootOf(path))).size === 1;
  // Of a package that is said without a mark of a folder its `__init__.py` may be meant.
  const isAllMeant = place.endsWith('/') || changed.some(({ path }) => own.includes(path));
  return truth(isOneFolder && isAllMeant ? 'false' : 'unknown', `${first.path} is changed`, places);
}
