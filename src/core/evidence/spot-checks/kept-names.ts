import { lastOf } from '../code/dotted-names.ts';
import type { RenamedClaim } from './claim-kinds.ts';
import { countWords } from './code-text.ts';
import type { Lookup } from './lookup.ts';
import { checkRenamed } from './same-facts.ts';

const WORD = /[\p{L}\p{N}_]+/gu;

type Sides = { readonly before: Lookup; readonly after: Lookup };

/**
 * What was renamed or moved may keep its old name for old callers: `old = new`, a function that calls it, or another
 * one that shares its code.
 */
export async function keepsOldName(renaming: RenamedClaim, sides: Sides): Promise<boolean> {
  const { symbol, to, source } = renaming;
  // Under the same name elsewhere, its own name is no mention of the other one.
  const own = lastOf(symbol) === lastOf(to) ? 1 : 0;
  const mentions = async (name: string, other: string) =>
    (await textsOf(sides.after, name)).some(text => countWords(text, lastOf(other)) > own);
  if ((await mentions(symbol, to)) || (source === undefined && (await mentions(to, symbol)))) return true;
  // Two that change names with each other are both there on both sides.
  const unnamed = async (look: Lookup, name: string) =>
    (await textsOf(look, name))
      .map(text => text.replace(WORD, each => (each === lastOf(name) ? '§' : each)))
      .join('\0');
  const isTaken = sides.before.definitions(to).length > 0;
  if (isTaken && (await unnamed(sides.before, symbol)) === (await unnamed(sides.after, to))) return true;
  const [was, is] = [await textsOf(sides.before, symbol), await textsOf(sides.after, symbol)];
  return was.join() !== is.join() && (await checkRenamed(renaming, sides)).value === 'true';
}

/** The definitions of a name, as they are written. */
const textsOf = (look: Lookup, name: string): Promise<readonly string[]> =>
  Promise.all(
    look.definitions(name).map(async ({ module, definition: { start, end } }) => {
      const file = await look.open(module);
      return file?.text.text(start, end) ?? '';
    }),
  );
