import type { Evidence } from '../../generated/contracts.ts';
import { describeEvidence, type EvidenceEntry } from './claims/evidence-sections.ts';
import { showPlace } from './code/places.ts';

/** Characters of evidence in a prompt, about 6000 tokens; what no longer fits is counted. */
const EVIDENCE_BUDGET = 24_000;

/** Evidence as lines for a model: each with its verdict, its reason and where it shows. */
export function evidenceText(evidence: Evidence, budget = EVIDENCE_BUDGET): string {
  const lines: string[] = [];
  for (const { title, entries } of describeEvidence(evidence))
    lines.push(`${title}:`, ...entries.map(entryLine));
  if (lines.length === 0) return 'Code found nothing to say about this change.';
  let used = 0;
  const fitting = lines.findIndex(line => {
    used += line.length + 1;
    return used > budget;
  });
  if (fitting < 0) return lines.join('\n');
  return [...lines.slice(0, fitting), `(${lines.length - fitting} more lines left out)`].join('\n');
}

/** One line: `- confirmed: text (reason) [file:12]`. */
export function entryLine({ word, text, reason, places }: EvidenceEntry): string {
  const why = reason === undefined || reason === '' ? '' : ` (${reason})`;
  const where = places.slice(0, 3).map(showPlace).join(', ');
  return `- ${word}: ${text}${why}${where === '' ? '' : ` [${where}]`}`;
}
