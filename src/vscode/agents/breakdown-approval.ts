import { breakdownDocument } from '../../core/panel/ticket-rows.ts';
import type { BreakdownDecision, BreakdownProposal } from '../../core/ports/ticket-reviewer.ts';
import { PERSON } from '../person.ts';
import type { AgentDocuments } from './agent-documents.ts';
import { DocumentApproval } from './document-approval.ts';

/** The manager's proposals of subtasks that wait for a decision, by run. */
export function breakdownApproval(
  documents: AgentDocuments,
  onChange: () => void,
): DocumentApproval<BreakdownProposal, BreakdownDecision> {
  return new DocumentApproval(
    documents,
    onChange,
    proposal => {
      const { runId, ticket, subtasks } = proposal;
      const n = subtasks.length;
      return {
        id: `breakdown-${runId}`,
        title: `Subtasks of ${ticket.title}`,
        markdown: breakdownDocument(proposal),
        sentence: `The manager proposes ${n} ${n === 1 ? 'subtask' : 'subtasks'} for “${ticket.title}”.`,
        accept: 'Work on Them',
        reject: 'Reject',
      };
    },
    (accepted, reason) =>
      accepted ? { kind: 'accept', by: PERSON } : { kind: 'reject', by: PERSON, reason },
  );
}
