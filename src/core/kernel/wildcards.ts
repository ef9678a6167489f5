/** Whether a pattern of a shell fits the whole text: `*` for anything, `?` for one character. */
export const matchesText = (text: string, pattern: string): boolean =>
  matchesWildcards([...text], [...pattern], '*', (a, b) => b === '?' || a === b);

/** Greedy with one step back: `any` stands for any number of items, the empty number included. */
export function matchesWildcards(
  items: readonly string[],
  pattern: readonly string[],
  any: string,
  isMatch: (item: string, part: string) => boolean,
): boolean {
  let [at, part] = [0, 0];
  let [retryAt, retryPart] = [0, -1];
  while (at < items.length) {
    const wanted = pattern[part];
    if (wanted === any) {
      [retryAt, retryPart] = [at, part];
      part++;
    } else if (wanted !== undefined && isMatch(items[at] ?? '', wanted)) {
      at++;
      part++;
    } else if (retryPart >= 0) {
      retryAt++;
      [at, part] = [retryAt, retryPart + 1];
    } else return false;
  }
  return pattern.slice(part).every(rest => rest === any);
}
