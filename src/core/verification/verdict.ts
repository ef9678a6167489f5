import type { Finding } from '../changes/finding.ts';
import type { CheckResult } from './check.ts';

/** What all checks of a change came to. */
export interface Verdict {
  readonly results: readonly CheckResult[];
  /** Of all results, what blocks first. */
  readonly findings: readonly Finding[];
  /** SHA-256 of exactly this: the change with its preimages, the policy and every result. */
  readonly sha256: string;
}

/** The reason of a check that did not run because nobody asked for it. */
export const TURNED_OFF = 'the policy turns it off';

/** What keeps the change from being applied. */
export const blockers = ({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'blocks');

/** What a person should read before approving. */
export const risks = ({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] =>
  findings.filter(({ severity }) => severity === 'risk');
