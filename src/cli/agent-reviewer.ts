import { describeControlPlane } from '../core/changes/path-policy.ts';
import { describeConsent } from '../core/gate/describe-consent.ts';
import { orCancelled } from '../core/kernel/cancel.ts';
import type { AgentProposal, AgentReviewer } from '../core/ports/agent-reviewer.ts';
import type { Io } from './io.ts';
import type { Colours } from './print/colours.ts';
import { printDiff } from './print/diff.ts';

export interface AgentReviewOptions {
  /** `--yes`: apply what passes every check, and allow what the command line asked for. */
  readonly yes: boolean;
  readonly controlPlaneApproved: readonly string[];
  readonly write: (text: string) => void;
}

/** Shows each change of an agent on the terminal and asks; `--yes` answers for the person and says so. */
export function terminalAgentReviewer(io: Io, c: Colours, options: AgentReviewOptions): AgentReviewer {
  const ask = (question: string, signal: AbortSignal) => orCancelled(io.ask(question, signal), signal);
  return {
    async review(proposal, signal) {
      options.write(`\n${printDiff(proposal.changes, c)}\n`);
      for (const warning of proposal.warnings) options.write(`${c.yellow('!')} ${warning}\n`);
      const { approvalSha256 } = proposal;
      const named = [...options.controlPlaneApproved];
      if (options.yes) return { kind: 'apply', by: '--yes', approvalSha256, controlPlaneApproved: named };
      for (const path of proposal.controlPlane.filter(p => !named.includes(p))) {
        const answer = await ask(`${describeControlPlane(path)}. Type its name to approve it: `, signal);
        if (answer !== path) return { kind: 'reject', by: 'you', reason: `${path} was not approved by name` };
        named.push(path);
      }
      if (proposal.automatic)
        return { kind: 'apply', by: 'you', approvalSha256, controlPlaneApproved: named };
      const answer = await ask(question(proposal), signal);
      if (answer === undefined)
        return {
          kind: 'reject',
          by: 'nobody',
          reason: 'there is no terminal to ask on; give --yes to apply without a question',
        };
      if (/^y(es)?$/i.test(answer.trim()))
        return { kind: 'apply', by: 'you', approvalSha256, controlPlaneApproved: named };
      return { kind: 'reject', by: 'you', reason: /^n?o?$/i.test(answer.trim()) ? '' : answer.trim() };
    },

    async consent(request, signal) {
      if (options.yes) return { granted: true, by: '--yes' };
      const answer = await ask(`${describeConsent(request)} [y/N] `, signal);
      if (answer === undefined) return { granted: false, by: 'nobody' };
      return { granted: /^y(es)?$/i.test(answer.trim()), by: 'you' };
    },
  };
}

function question({ changes, turn }: AgentProposal): string {
  const n = changes.files.length;
  const prefix = turn === 0 ? 'Apply' : `Turn ${turn}: apply`;
  return `${prefix} this change to ${n} ${n === 1 ? 'file' : 'files'}? [y/N, or why not] `;
}
