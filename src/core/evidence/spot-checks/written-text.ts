import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Side } from '../code/two-versions.ts';
import type { Facts } from '../invariants/facts.ts';
import { hasSameIndents } from './same-spelling.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/**
 * Whether lines are written in a changed file that is no Python. Spaces at their ends, or several of them, do not
 * count; how deep they are indented does, where there are several.
 */
export async function checkWrittenInText(
  { place = '', text, is, when }: ClaimOf<'written'>,
  { files }: Pick<Facts, 'files'>,
  isFile: (path: string) => Promise<boolean>,
): Promise<Truth> {
  const side: Side = when === 'before' ? 'before' : 'after';
  const own = files.filter(({ path }) => path === place);
  // Where the very path is a file that does not change, another one is not meant.
  const isOther = own.length === 0 && (await isFile(place));
  const [change, ...others] = own.length > 0 ? own : files.filter(({ path }) => path.endsWith(`/${place}`));
  if (change === undefined || others.length > 0 || isOther)
    return truth('unknown', `${place} is not one of the changed files`);
  const bytes = change[side];
  const written = bytes && decodeUtf8(bytes);
  const wanted = linesOf(text);
  if (written === undefined || wanted === '')
    return truth('unknown', bytes === undefined ? `${place} is not there` : 'it is no text');
  const all = linesOf(written);
  const places = [{ file: change.path, line: 1, side }];
  const found: number[] = [];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1)) found.push(at);
  const isThere = found.some(at => isWhole(all, at, wanted)) && isIndentedSo(written, text);
  const isLoose = found.length > 0 || squeezed(written).includes(squeezed(text));
  if (isLoose && !isThere)
    return truth('unknown', 'it is written there in another way, or as a part of something longer', places);
  const reason = `it is ${isThere ? '' : 'not '}written there`;
  return truth(isThere === (is === 'there') ? 'true' : 'false', reason, places);
}

/** No part of a longer name or number, and in no line that is a comment. */
function isWhole(all: string, at: number, wanted: string): boolean {
  const [before, behind] = [all.slice(0, at), all.slice(at + wanted.length)];
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const isCommented = /^(?:#|;|\/\/|--)/.test(line) && !/^(?:#|;|\/\/|--)/.test(wanted);
  return (
    !/[\p{L}\p{N}_+-]$|[\p{L}\p{N}_]\.$/u.test(before) &&
    !/^(?:[\p{L}\p{N}_+-]|\.[\p{L}\p{N}_])/u.test(behind) &&
    !isCommented
  );
}

/** One line says nothing of how deep it stands; several stand there as deep to each other as they are said to. */
function isIndentedSo(written: string, text: string): boolean {
  const [all, lines] = [filledLines(written), filledLines(text)];
  if (lines.length < 2) return true;
  return all.some((_, from) => {
    const isHere = lines.every((line, i) => all[from + i]?.includes(line.trim().split(/\s+/)[0] ?? ''));
    return isHere && hasSameIndents(lines.map((line, i) => [depthOf(line), depthOf(all[from + i] ?? '')]));
  });
}

const filledLines = (text: string): readonly string[] => text.split('\n').filter(line => line.trim() !== '');
const depthOf = (line: string): number => line.length - line.trimStart().length;
const squeezed = (text: string): string => text.replace(/[\s#]+/g, '');

const linesOf = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim().split(/\s+/).join(' '))
    .filter(line => line !== '')
    .join('\n');
