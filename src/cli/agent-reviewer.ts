import type { AgentProposal, AgentReviewer } from '../core/ports/agent-reviewer.ts';
import { askConsent } from './ask-approval.ts';
import { type Approvals, decideOnTerminal } from './decide-on-terminal.ts';
import type { Io } from './io.ts';
import type { Colours } from './print/colours.ts';
import { printDiff } from './print/diff.ts';

export interface AgentReviewOptions extends Approvals {
  readonly write: (text: string) => void;
}

/** Shows each change of an agent on the terminal and asks; `--yes` answers for the person and says so. */
export function terminalAgentReviewer(io: Io, c: Colours, options: AgentReviewOptions): AgentReviewer {
  return {
    async review(proposal, signal) {
      options.write(`\n${printDiff(proposal.changes, c)}\n`);
      for (const warning of proposal.warnings) options.write(`${c.yellow('!')} ${warning}\n`);
      return decideOnTerminal(io, proposal, options, question(proposal), signal);
    },

    consent: (request, signal) => askConsent(io, request, options.yes, signal),
  };
}

function question({ changes, turn }: AgentProposal): string {
  const n = changes.files.length;
  const prefix = turn === 0 ? 'Apply' : `Turn ${turn}: apply`;
  return `${prefix} this change to ${n} ${n === 1 ? 'file' : 'files'}? [y/N, or why not] `;
}
