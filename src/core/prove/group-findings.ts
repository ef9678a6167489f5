import type { EvidencePlace } from '../../generated/contracts.ts';
import { type Finding, orderByRisk } from '../changes/finding.ts';

/** Findings that say the same of several places. */
export interface FindingGroup extends Finding {
  /** The places of the other findings. */
  readonly more: readonly EvidencePlace[];
}

/** What is wrong comes before what somebody should look at, and that before what cannot be told. */
const RANKS: readonly RegExp[] = [
  /^(?:syntax|policy|paths|invariants|claims)\//,
  /^evidence\/(?:broken-import|undefined-name|broken-use)$/,
  /^(?:elision|characters)\//,
  /^evidence\/(?:weaker-test|new-suppression)$/,
  /^lint\//,
  /^evidence\/(?:public-name-|renamed-key)/,
];

const rankOf = ({ rule }: Finding): number => {
  const rank = RANKS.findIndex(pattern => pattern.test(rule));
  return rank === -1 ? RANKS.length : rank;
};

/** What blocks first; within one severity what is most likely wrong. Each sentence once, with all its places. */
export function groupFindings(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, { readonly finding: Finding; readonly more: EvidencePlace[] }>();
  for (const finding of findings) {
    const key = [finding.severity, finding.since, finding.rule, finding.message].join('\0');
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { finding, more: [] });
    else if (finding.place !== undefined) known.more.push(finding.place);
  }
  const grouped = [...groups.values()].map(({ finding, more }) => ({ ...finding, more }));
  return orderByRisk(grouped.toSorted((a, b) => rankOf(a) - rankOf(b)));
}
