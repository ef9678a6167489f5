import { decodeUtf8 } from '../../kernel/utf8.ts';
import type { Facts } from '../invariants/facts.ts';
import { type ClaimOf, type Truth, truth } from './truth.ts';

/** Whether lines are written in a changed file that is no Python. Spaces at their ends, or several of them, do not count. */
export function checkWrittenInText(
  { place = '', text, is }: ClaimOf<'written'>,
  side: 'before' | 'after',
  { files }: Pick<Facts, 'files'>,
): Truth {
  const [change, ...others] = files.filter(({ path }) => path === place || path.endsWith(`/${place}`));
  if (change === undefined || others.length > 0)
    return truth('unknown', `${place} is not one of the changed files`);
  const bytes = change[side];
  const written = bytes && decodeUtf8(bytes);
  const wanted = linesOf(text);
  if (written === undefined || wanted === '')
    return truth('unknown', bytes === undefined ? `${place} is not there` : 'it is no text');
  const all = linesOf(written);
  const found: boolean[] = [];
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1))
    found.push(![all[at - 1], all[at + wanted.length]].some(each => each !== undefined && /\w/.test(each)));
  const places = [{ file: change.path, line: 1, side }];
  if (found.length > 0 && !found.includes(true))
    return truth('unknown', 'it is written there only as a part of something longer', places);
  const isThere = found.length > 0;
  const reason = `it is ${isThere ? '' : 'not '}written there`;
  return truth(isThere === (is === 'there') ? 'true' : 'false', reason, places);
}

const linesOf = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trim().split(/\s+/).join(' '))
    .filter(line => line !== '')
    .join('\n');
