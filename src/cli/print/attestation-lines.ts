import { count } from '../../core/kernel/amounts.ts';
import type { CheckedAttestation } from '../attestation/check-attestation.ts';
import type { CheckedRunAttestation } from '../attestation/check-run-attestation.ts';

/** What a person reads of one attestation. */
export const attestationText = (checked: CheckedAttestation | CheckedRunAttestation): string =>
  'run' in checked ? runText(checked) : commitText(checked);

function runText({ run, files, signedBy, problems, notRepeated }: CheckedRunAttestation): string {
  const what = `run ${run.id}  says: ${run.outcome}, ${count(files, 'file')}`;
  return textOf(what, { signedBy, problems, notRepeated });
}

function commitText(checked: CheckedAttestation): string {
  const { before, commit, outcome, signedBy, problems, notRepeated } = checked;
  const what = `${short(before)}..${short(commit)}  says: ${outcome}`;
  return textOf(what, { signedBy, problems, notRepeated });
}

function textOf(
  what: string,
  { signedBy, problems, notRepeated }: Pick<CheckedAttestation, 'signedBy' | 'problems' | 'notRepeated'>,
): string {
  const who = signedBy.length === 0 ? 'unsigned' : `signed by ${signedBy.join(', ')}`;
  const lines = [
    `${problems.length === 0 ? 'holds' : 'refused'}  ${what}; ${who}`,
    ...problems.map(problem => `  problem: ${problem}`),
    ...(problems.length === 0 && notRepeated.length > 0
      ? [`  as it says, not repeated here: ${notRepeated.join(', ')}`]
      : []),
  ];
  return `${lines.join('\n')}\n`;
}

const short = (commit: string | null): string => commit?.slice(0, 10) ?? '(nothing)';

export const attestationJson = (checked: CheckedAttestation | CheckedRunAttestation): object => ({
  ...('run' in checked
    ? { run: checked.run.id, outcome: checked.run.outcome }
    : {
        commit: checked.commit,
        before: checked.before,
        after: checked.commit,
        outcome: checked.outcome,
      }),
  holds: checked.problems.length === 0,
  signed_by: checked.signedBy,
  problems: checked.problems,
  not_repeated: checked.notRepeated,
});
