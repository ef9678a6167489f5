import type { Severity } from '../changes/finding.ts';
import type { Sha256 } from '../kernel/sha256.ts';
import type { Proof } from '../prove/prove.ts';
import { placeWords, reported } from './reported.ts';

const SEVERITIES: Readonly<Record<Severity, string>> = { blocks: 'blocker', risk: 'minor', note: 'info' };

/** Rules whose finding is more than something to look at. */
const MAJOR = /^(?:syntax|evidence\/(?:broken|undefined)|lint|claims\/refuted)/u;

/** A Code Quality report of GitLab: findings with a place, since it has no others. */
export function gitlabCodeQuality(proof: Proof, sha256: Sha256): readonly object[] {
  return reported(proof, sha256).flatMap(({ finding, fingerprint }) => {
    const { rule, severity, message, place } = finding;
    if (place === undefined) return [];
    return [
      {
        description: `${message}${placeWords(place)}`,
        check_name: rule,
        fingerprint,
        severity: severity === 'risk' && MAJOR.test(rule) ? 'major' : SEVERITIES[severity],
        location: { path: place.file, lines: { begin: place.side === 'after' ? place.line : 1 } },
      },
    ];
  });
}
