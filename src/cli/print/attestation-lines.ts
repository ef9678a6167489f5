import type { CheckedAttestation } from '../check-attestation.ts';

/** What a person reads of one attestation. */
export function attestationText(checked: CheckedAttestation): string {
  const { before, commit, outcome, signedBy, problems, notRepeated } = checked;
  const who = signedBy.length === 0 ? 'unsigned' : `signed by ${signedBy.join(', ')}`;
  const lines = [
    `${problems.length === 0 ? 'holds' : 'refused'}  ${short(before)}..${short(commit)}  says: ${outcome}; ${who}`,
    ...problems.map(problem => `  problem: ${problem}`),
    ...(problems.length === 0 && notRepeated.length > 0
      ? [`  as it says, not repeated here: ${notRepeated.join(', ')}`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

const short = (commit: string | null): string => commit?.slice(0, 10) ?? '(nothing)';

export const attestationJson = (checked: CheckedAttestation): object => ({
  commit: checked.commit,
  before: checked.before,
  after: checked.commit,
  holds: checked.problems.length === 0,
  outcome: checked.outcome,
  signed_by: checked.signedBy,
  problems: checked.problems,
  not_repeated: checked.notRepeated,
});
