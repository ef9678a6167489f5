import { count } from '../kernel/amounts.ts';
import type { ClaimTally, RunSummary } from '../ports/journal.ts';

/** The claims of each model over several runs, the most often refuted first. */
export function sumClaims(runs: readonly Pick<RunSummary, 'claims'>[]): readonly ClaimTally[] {
  const sums = new Map<string, ClaimTally>();
  for (const tally of runs.flatMap(({ claims }) => claims ?? [])) {
    const known = sums.get(tally.model);
    sums.set(tally.model, {
      model: tally.model,
      confirmed: tally.confirmed + (known?.confirmed ?? 0),
      refuted: tally.refuted + (known?.refuted ?? 0),
      notCheckable: tally.notCheckable + (known?.notCheckable ?? 0),
    });
  }
  return [...sums.values()].sort((a, b) => refutedRate(b) - refutedRate(a) || (a.model < b.model ? -1 : 1));
}

/** Of the claims that code could decide, the part that is false; 0 without any. */
function refutedRate({ confirmed, refuted }: ClaimTally): number {
  return confirmed + refuted === 0 ? 0 : refuted / (confirmed + refuted);
}

/** `3 of 40 checked claims refuted (8 %), 12 not checkable`. */
export function claimWords(tally: ClaimTally): string {
  const decided = tally.confirmed + tally.refuted;
  const open = tally.notCheckable === 0 ? '' : `, ${tally.notCheckable} not checkable`;
  if (decided === 0) return `${count(tally.notCheckable, 'claim')} not checkable`;
  const percent = Math.round(refutedRate(tally) * 100);
  return `${tally.refuted} of ${count(decided, 'checked claim')} refuted (${percent} %)${open}`;
}
