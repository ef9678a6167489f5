import { describeEvidence, type EvidenceEntry } from '../../core/evidence/claims/evidence-sections.ts';
import { showPlace } from '../../core/evidence/code/places.ts';
import type { Evidence } from '../../generated/contracts.ts';
import type { Colours } from './colours.ts';

/** What code found about a change, section by section; facts without a verdict only with `all`. */
export function printEvidence(evidence: Evidence, c: Colours, show: 'all' | 'verdicts'): string {
  const sections = describeEvidence(evidence).filter(({ id }) => show === 'all' || id !== 'facts');
  const lines = sections.flatMap(({ title, entries }) => [
    c.bold(title),
    ...entries.map(entry => entryLine(entry, c)),
  ]);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n\n`;
}

export function entryLine({ mood, word, text, reason, places }: EvidenceEntry, c: Colours): string {
  const mark = { good: c.green('✓'), bad: c.red('✗'), attention: c.yellow('?'), neutral: '·' }[mood];
  const why = reason === undefined || reason === '' ? '' : `: ${reason}`;
  const where = places
    .slice(0, 3)
    .map(showPlace)
    .filter(place => !why.includes(place));
  const more = places.length > 3 ? `, ${places.length - 3} more places` : '';
  const note = `${word}${why}${where.length === 0 ? '' : ` (${where.join(', ')}${more})`}`;
  return `  ${mark} ${text}  ${c.dim(note)}`;
}

/** The verdicts in one line, for the stage: `2 proved, 1 confirmed`. */
export function countVerdicts({ invariants, claims, spot_checks: checks }: Evidence): string {
  const counts = new Map<string, number>();
  for (const { verdict } of [...invariants, ...claims, ...checks])
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  return [...counts].map(([verdict, n]) => `${n} ${verdict.replaceAll('_', ' ')}`).join(', ');
}
