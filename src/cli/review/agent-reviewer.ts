import { type BatchApproval, restOfAgent, restOfTask } from '../../core/gate/batch-approval.ts';
import { count } from '../../core/kernel/amounts.ts';
import type { AgentProposal, AgentReviewer } from '../../core/ports/agent-reviewer.ts';
import type { Io } from '../io.ts';
import type { Colours } from '../print/colours.ts';
import { printDiff } from '../print/diff.ts';
import { askConsent } from './ask-approval.ts';
import { type Approvals, decideOnTerminal } from './decide-on-terminal.ts';
import { askerWords, namingQuestions } from './name-questions.ts';

export interface AgentReviewOptions extends Approvals {
  readonly write: (text: string) => void;
}

/**
 * Shows each change of an agent on the terminal and asks; `--yes` answers for the person and says so. With `t` or `a`
 * the person says yes to the rest of this task or this agent: its changes are shown and not asked about.
 */
export function terminalAgentReviewer(io: Io, c: Colours, options: AgentReviewOptions): AgentReviewer {
  const batches: BatchApproval[] = [];
  return {
    async review(proposal, signal) {
      options.write(`\n${printDiff(proposal.changes, c)}\n`);
      for (const warning of proposal.warnings) options.write(`${c.yellow('!')} ${warning}\n`);
      const known = batches.find(batch => batch.covers(proposal));
      if (known && !options.yes) {
        const decided = await decideOnTerminal(
          namingQuestions(io, whoAsks(proposal)),
          { ...proposal, automatic: true },
          options,
          '',
          signal,
        );
        return decided.kind === 'apply' ? { ...decided, by: `you, for ${known.words}` } : decided;
      }
      const words = question(proposal);
      const named = namingQuestions(io, whoAsks(proposal));
      const asking: Io = {
        ...io,
        ask: async (asked, until) => {
          const answer = await named.ask(asked, until);
          const batch = asked === words ? batchOf(answer, proposal) : undefined;
          if (batch === undefined) return answer;
          batches.push(batch);
          return 'y';
        },
      };
      return decideOnTerminal(asking, proposal, options, words, signal);
    },

    consent: (request, signal, runId) => askConsent(io, request, options.yes, signal, runId),
  };
}

function batchOf(answer: string | undefined, proposal: AgentProposal): BatchApproval | undefined {
  switch (answer?.trim().toLowerCase()) {
    case 't':
      return restOfTask(proposal);
    case 'a':
      return restOfAgent(proposal);
    default:
      return undefined;
  }
}

const whoAsks = ({ runId, agent, task, turn }: AgentProposal): string =>
  askerWords(runId, agent, task, turn === 0 ? undefined : `turn ${turn}`);

function question({ agent, task, changes }: AgentProposal): string {
  const n = changes.files.length;
  const ways = [
    'y/N',
    ...(task === undefined ? [] : [`t: yes to the rest of ${task}`]),
    `a: yes to the rest of ${agent ?? 'this run'}`,
    'or why not',
  ];
  return `apply this change to ${count(n, 'file')}? [${ways.join(', ')}] `;
}
