import { describeControlPlane } from '../../core/changes/path-policy.ts';
import type { Decision, ProposedChange } from '../../core/ports/decision.ts';
import type { Io } from '../io.ts';
import { askApproval, askForNames } from './ask-approval.ts';

export interface Approvals {
  /** `--yes`: apply what passes every check, and allow what the command line asked for. */
  readonly yes: boolean;
  /** `--approve-control-plane PATH`, each by name. */
  readonly controlPlaneApproved: readonly string[];
}

/** The decision on a change that was just shown; `automatic`: only the names of paths are asked for. */
export async function decideOnTerminal(
  io: Io,
  proposal: Pick<ProposedChange, 'approvalSha256' | 'controlPlane'> & { readonly automatic?: boolean },
  { yes, controlPlaneApproved }: Approvals,
  question: string,
  signal: AbortSignal,
): Promise<Decision> {
  const { approvalSha256, controlPlane, automatic } = proposal;
  const apply = (by: string, named: readonly string[]): Decision => ({
    kind: 'apply',
    by,
    approvalSha256,
    controlPlaneApproved: named,
  });
  if (yes) return apply('--yes', controlPlaneApproved);
  const { named, refused } = await askForNames(io, controlPlane, controlPlaneApproved, nameQuestion, signal);
  if (refused !== undefined)
    return { kind: 'reject', by: 'you', reason: `${refused} was not approved by name` };
  if (automatic) return apply('you', named);
  const answer = await askApproval(io, question, signal, 'apply without a question');
  return answer.kind === 'yes' ? apply('you', named) : answer;
}

const nameQuestion = (path: string): string => `${describeControlPlane(path)}. Type its name to approve it: `;
