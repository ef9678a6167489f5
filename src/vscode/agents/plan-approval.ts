import { count } from '../../core/panel/amounts.ts';
import { planDocument } from '../../core/panel/routa-workspaces.ts';
import type { PlanDecision, PlanProposal } from '../../core/routa/run-request.ts';
import { PERSON } from '../person.ts';
import type { AgentDocuments } from './agent-documents.ts';
import { DocumentApproval } from './document-approval.ts';

/** Plans of coordinators that wait for a decision, by workspace. */
export function planApproval(
  documents: AgentDocuments,
  onChange: () => void,
): DocumentApproval<PlanProposal, PlanDecision> {
  return new DocumentApproval(
    documents,
    onChange,
    ({ runId, tasks }) => ({
      id: `plan-${runId}`,
      title: 'Plan',
      markdown: planDocument(tasks),
      sentence: `The coordinator proposes a plan of ${count(tasks.length, 'task')}.`,
      accept: 'Work on It',
      reject: 'Reject',
    }),
    (accepted, reason) =>
      accepted ? { kind: 'approve', by: PERSON } : { kind: 'reject', by: PERSON, reason },
  );
}
