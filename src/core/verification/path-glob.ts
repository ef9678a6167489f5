/**
 * Whether a workspace-relative path matches a glob: `*` and `?` within a segment, `**` over any number of segments.
 * A glob without `/` matches the file name in every folder; one that ends with `/` means everything below.
 * Compared segment by segment, so the time grows with the lengths alone.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const whole = glob.endsWith('/') ? `${glob}**` : glob;
  const pattern = (whole.includes('/') ? whole : `**/${whole}`).split('/').filter(part => part !== '');
  return matchesWildcards(path.split('/'), pattern, '**', matchesSegment);
}

const matchesSegment = (segment: string, pattern: string): boolean =>
  matchesWildcards([...segment], [...pattern], '*', (a, b) => b === '?' || a === b);

/** Greedy with one step back: `any` stands for any number of items, the empty number included. */
function matchesWildcards(
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
