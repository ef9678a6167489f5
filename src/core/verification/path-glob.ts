import { matchesText, matchesWildcards } from '../kernel/wildcards.ts';

/**
 * Whether a workspace-relative path matches a glob: `*` and `?` within a segment, `**` over any number of segments.
 * A glob without `/` matches the file name in every folder; one that ends with `/` means everything below.
 * Compared segment by segment, so the time grows with the lengths alone.
 */
export function matchesGlob(path: string, glob: string): boolean {
  const whole = glob.endsWith('/') ? `${glob}**` : glob;
  const pattern = (whole.includes('/') ? whole : `**/${whole}`).split('/').filter(part => part !== '');
  return matchesWildcards(path.split('/'), pattern, '**', matchesText);
}
