import type { ChangeSet } from '../../core/changes/change-set.ts';
import { describeEvidence } from '../../core/evidence/claims/evidence-sections.ts';
import { count } from '../../core/kernel/amounts.ts';
import type { Evidence } from '../../generated/contracts.ts';
import type { Colours } from './colours.ts';
import { countVerdicts, entryLine } from './evidence.ts';

/** What a change is, in a few lines, with what is refuted, violated or broken first and what only needs a look behind it. */
export function printSummary(changes: ChangeSet, evidence: Evidence, c: Colours): string {
  const { bad, attention } = risksOf(evidence);
  const n = changes.files.length;
  const counts = countVerdicts(evidence);
  const title = `${c.bold('Summary')}  ${count(n, 'file')}${counts === '' ? '' : `; ${counts}`}`;
  const lines = [...bad, ...attention].map(entry => entryLine(entry, c));
  if (bad.length === 0) lines.unshift(c.dim('  · code found nothing refuted, violated or broken'));
  return `${[title, ...lines].join('\n')}\n`;
}

/** The worst of it, for right before the question: above a long diff no one reads it. */
export function printRisks(evidence: Evidence, c: Colours): string {
  const { bad } = risksOf(evidence);
  return bad.map(entry => `${entryLine(entry, c)}\n`).join('');
}

function risksOf(evidence: Evidence) {
  const entries = describeEvidence(evidence).flatMap(section =>
    section.id === 'facts' ? [] : section.entries,
  );
  return {
    bad: entries.filter(({ mood }) => mood === 'bad'),
    attention: entries.filter(({ mood }) => mood === 'attention'),
  };
}
