import type { ClaimTally } from '../../core/ports/journal.ts';
import { memberOf } from './chain.ts';

/**
 * How the claims of a run's models fared when code checked them: the Designer's signatures and QA's spot
 * checks, as the last evidence of the run grades them. Reads only names that run events have.
 */
export function tallyClaims(events: readonly unknown[]): readonly ClaimTally[] {
  const start = events.find(event => memberOf(event, 'type') === 'run_started');
  const evidence = memberOf(
    events.findLast(event => memberOf(event, 'type') === 'evidence'),
    'evidence',
  );
  return [
    ...tally(memberOf(start, 'designerModel'), memberOf(evidence, 'claims')),
    ...tally(memberOf(start, 'qaModel'), memberOf(evidence, 'spot_checks')),
  ];
}

function tally(model: unknown, graded: unknown): readonly ClaimTally[] {
  if (typeof model !== 'string' || !Array.isArray(graded)) return [];
  const verdicts = graded.map(each => memberOf(each, 'verdict'));
  const count = (verdict: string) => verdicts.filter(each => each === verdict).length;
  const [confirmed, refuted, open] = ['confirmed', 'refuted', 'not_checkable'].map(count);
  const counted = { model, confirmed: confirmed ?? 0, refuted: refuted ?? 0, notCheckable: open ?? 0 };
  return counted.confirmed + counted.refuted + counted.notCheckable === 0 ? [] : [counted];
}
