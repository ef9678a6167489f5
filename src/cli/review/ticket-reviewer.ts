import type { TicketReviewer } from '../../core/ports/ticket-reviewer.ts';
import type { Io } from '../io.ts';
import type { Colours } from '../print/colours.ts';
import { type AgentReviewOptions, terminalAgentReviewer } from './agent-reviewer.ts';
import { askApproval } from './ask-approval.ts';
import { askerWords, namingQuestions } from './name-questions.ts';

/** Decides on the terminal for a ticket: changes like those of an agent, and the manager's breakdown. */
export function terminalTicketReviewer(io: Io, c: Colours, options: AgentReviewOptions): TicketReviewer {
  return {
    ...terminalAgentReviewer(io, c, options),
    async approveBreakdown({ runId, ticket, subtasks }, signal) {
      options.write(`\n${c.bold('The manager proposes these subtasks')}\n`);
      for (const [i, { title, description, acceptanceCriteria = [] }] of subtasks.entries()) {
        options.write(`  ${i + 1}. ${title}${description ? `\n     ${description}` : ''}\n`);
        for (const criterion of acceptanceCriteria) options.write(`     - ${criterion}\n`);
      }
      if (options.yes) return { kind: 'accept', by: '--yes' };
      const answer = await askApproval(
        namingQuestions(io, askerWords(runId, ticket.id)),
        'Work on them? [y/N, or why not] ',
        signal,
        'accept it',
      );
      return answer.kind === 'yes' ? { kind: 'accept', by: 'you' } : answer;
    },
  };
}
