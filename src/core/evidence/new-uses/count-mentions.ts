import { NAME, STRING } from '../../python/lexer/token-kinds.ts';
import type { Side, TwoVersions } from '../code/two-versions.ts';

const wordsOf = (text: string): readonly string[] => text.slice(text.indexOf(':') + 1).split(/\W+/);

/** Of more names than these, reading a file once is faster than searching it for each. */
const MOST_SEARCHED = 20;

/** How often each name stands in the Python files of a version, as a name or as a word of a text. */
export async function countMentions(
  names: ReadonlySet<string>,
  versions: TwoVersions,
  side: Side,
  pause: () => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (names.size === 0) return found;
  const add = (name: string) => {
    if (names.has(name)) found.set(name, (found.get(name) ?? 0) + 1);
  };
  for (const module of versions[side].snapshot.modules.values()) {
    await pause();
    const file = await versions.open(module, side);
    if (file === undefined) {
      for (const name of names) found.set(name, Number.POSITIVE_INFINITY);
      return found;
    }
    if (names.size <= MOST_SEARCHED && ![...names].some(name => file.mentions(name))) continue;
    const { tokens } = file;
    for (let i = 0; i < tokens.length; i++) {
      const kind = tokens.kind(i);
      if (kind === NAME) add(tokens.text(i));
      else if (kind === STRING) for (const each of wordsOf(tokens.text(i))) add(each);
    }
  }
  return found;
}
