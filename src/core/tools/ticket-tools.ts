import type {
  AssignToDeveloperArgs,
  CompleteTicketArgs,
  SubtaskCompleteArgs,
  UpdateSubtaskArgs,
} from '../../generated/contracts.ts';
import { tool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/** What each tool of a ticket does; the answer has an `error` when nothing happened. */
export interface TicketSteps {
  readonly assignToDeveloper: (args: AssignToDeveloperArgs) => Promise<unknown>;
  readonly updateSubtask: (args: UpdateSubtaskArgs) => Promise<unknown>;
  readonly completeTicket: (args: CompleteTicketArgs, signal: AbortSignal) => Promise<unknown>;
  readonly subtaskComplete: (args: SubtaskCompleteArgs, signal: AbortSignal) => Promise<unknown>;
}

/** The four tools of a ticket. None takes an id: the orchestrator keeps them. */
export function ticketTools(steps: TicketSteps): readonly Tool[] {
  return [
    tool('assign_to_developer', 'coordinate', args => steps.assignToDeveloper(args)),
    tool('update_subtask', 'coordinate', args => steps.updateSubtask(args)),
    tool('complete_ticket', 'control', (args, { signal }) => steps.completeTicket(args, signal)),
    tool('subtask_complete', 'control', (args, { signal }) => steps.subtaskComplete(args, signal)),
  ];
}
