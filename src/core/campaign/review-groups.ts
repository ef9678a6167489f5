import type { TargetResult } from './events.ts';
import type { CampaignState, TargetState } from './state.ts';

/** Results with one normalised diff; a person looks at some of them and decides on all. */
export interface ReviewGroup {
  /** What a person types: the beginning of the shape with the checks that did not run, or the target of an exception. */
  readonly id: string;
  readonly shape: string;
  readonly passedEveryCheck: boolean;
  /** Sorted by id. */
  readonly members: readonly Member[];
}

export type Member = TargetState & { readonly result: TargetResult };

/** Every check of the policy looked, and said yes. */
export const passedEveryCheck = ({ checks, findings }: Pick<TargetResult, 'checks' | 'findings'>): boolean =>
  checks.length > 0 && checks.every(({ verdict }) => verdict === 'passed') && !hasFindings(findings);

const hasFindings = (findings: TargetResult['findings']): boolean =>
  findings.some(({ severity }) => severity !== 'note');

/**
 * What waits for a person: first those for which not every check passed, then the others, the smaller groups first: exceptions before the
 * rule. A result with something found in it, or with a check that could not decide, is a group of its own.
 */
export function reviewGroups(state: CampaignState): readonly ReviewGroup[] {
  const groups = new Map<string, Member[]>();
  for (const one of state.targets.values()) {
    const { result, status } = one;
    if (status !== 'proposed' || result === undefined) continue;
    const id = groupOf({ ...one, result });
    groups.set(id, [...(groups.get(id) ?? []), { ...one, result }]);
  }
  return [...groups]
    .flatMap(([id, members]) => {
      members.sort((a, b) => (a.target.id < b.target.id ? -1 : 1));
      const [first] = members;
      return first === undefined
        ? []
        : [
            {
              id,
              shape: first.result.shape ?? '',
              passedEveryCheck: passedEveryCheck(first.result),
              members,
            },
          ];
    })
    .sort(
      (a, b) =>
        Number(a.passedEveryCheck) - Number(b.passedEveryCheck) || a.members.length - b.members.length,
    );
}

function groupOf({ target, result: { shape = '', checks, findings } }: Member): string {
  const open = checks.filter(({ verdict }) => verdict !== 'passed');
  const isAlone =
    checks.length === 0 || hasFindings(findings) || open.some(({ verdict }) => verdict !== 'not run');
  if (isAlone) return target.id;
  const without = open.map(({ check }) => check).sort();
  return [shape.slice(0, 12), ...(without.length === 0 ? [] : ['without', ...without])].join('-');
}

/** What an approval of these says: each target with the hash of exactly what was found there. */
export const approvalOf = (groups: readonly ReviewGroup[]) =>
  groups.flatMap(({ members }) =>
    members.flatMap(({ target, result: { hash } }) =>
      hash === undefined ? [] : [{ target: target.id, hash }],
    ),
  );

/** Members whose diffs are shown for the whole group. */
export const samplesOf = ({ members }: ReviewGroup, count = 2): readonly Member[] => members.slice(0, count);
