/** How much a caller takes: whether a text is short enough. Counting tokens may ask a model, so it is asked rarely. */
export type Fits = (text: string) => Promise<boolean>;

const CUT = '\n… cut: ask for less, for example one folder, file or symbol';

/**
 * The answer of a tool as text that fits. Data stays data: its longest lists are shortened first, and `left_out` counts
 * what is gone from each, so that what a caller acts on (`changed`, `error`) is never cut. Text is cut at its end, and
 * says so. Empty where not even that fits.
 */
export async function fitAnswer(response: unknown, fits: Fits): Promise<string> {
  if (typeof response === 'string') return fitText(response, fits);
  let kept = response;
  for (;;) {
    const text = JSON.stringify(kept);
    if (await fits(text)) return text;
    const shorter = shorten(kept);
    if (shorter === undefined) return fitText(text, fits);
    kept = shorter;
  }
}

/** Half of the list that is longest as text; `undefined` where there is none with an entry left. */
function shorten(value: unknown): object | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const lists = Object.entries(value).flatMap(([key, list]) =>
    Array.isArray(list) && list.length > 0 ? [{ key, list, length: JSON.stringify(list).length }] : [],
  );
  const [longest] = lists.sort((a, b) => b.length - a.length);
  if (longest === undefined) return undefined;
  const { key, list } = longest;
  const kept = list.slice(0, Math.floor(list.length / 2));
  const before = 'left_out' in value ? (value.left_out as Readonly<Record<string, number>>) : {};
  const left_out = { ...before, [key]: (before[key] ?? 0) + list.length - kept.length };
  return { ...value, [key]: kept, left_out };
}

/** The longest beginning that fits, to within an eighth; a cut says so. */
async function fitText(text: string, fits: Fits): Promise<string> {
  if (await fits(text)) return text;
  let [fit, tooLong] = [0, text.length];
  let kept = '';
  while (tooLong - fit > Math.max(16, fit / 8)) {
    const length = Math.floor((fit + tooLong) / 2);
    const shorter = `${wholeCharacters(text.slice(0, length))}${CUT}`;
    if (await fits(shorter)) [fit, kept] = [length, shorter];
    else tooLong = length;
  }
  return kept;
}

/** Not the first half of a character of two. */
const wholeCharacters = (text: string): string => text.replace(/[\uD800-\uDBFF]$/, '');
