import type {
  AssignToDeveloperArgs,
  CompleteTicketArgs,
  SubtaskCompleteArgs,
  UpdateSubtaskArgs,
} from '../../generated/contracts.ts';
import { schemas } from '../../generated/schemas.ts';
import {
  validateAssignToDeveloperArgs,
  validateCompleteTicketArgs,
  validateSubtaskCompleteArgs,
  validateUpdateSubtaskArgs,
} from '../../generated/validators.cjs';
import { defineTool } from './define-tool.ts';
import type { Tool } from './tool.ts';

/** What each tool of specification 0 does; the answer has an `error` when nothing happened. */
export interface TicketSteps {
  readonly assignToDeveloper: (args: AssignToDeveloperArgs) => Promise<unknown>;
  readonly updateSubtask: (args: UpdateSubtaskArgs) => Promise<unknown>;
  readonly completeTicket: (args: CompleteTicketArgs, signal: AbortSignal) => Promise<unknown>;
  readonly subtaskComplete: (args: SubtaskCompleteArgs) => Promise<unknown>;
}

/** The four tools of specification 0 (rows 000-001 … 000-043). None takes an id: the orchestrator keeps them. */
export function ticketTools(steps: TicketSteps): readonly Tool[] {
  return [
    defineTool({
      name: 'assign_to_developer',
      description: schemas['tools/assign_to_developer'].description,
      effect: 'coordinate',
      parameters: schemas['tools/assign_to_developer'],
      validate: validateAssignToDeveloperArgs,
      run: args => steps.assignToDeveloper(args),
    }),
    defineTool({
      name: 'update_subtask',
      description: schemas['tools/update_subtask'].description,
      effect: 'coordinate',
      parameters: schemas['tools/update_subtask'],
      validate: validateUpdateSubtaskArgs,
      run: args => steps.updateSubtask(args),
    }),
    defineTool({
      name: 'complete_ticket',
      description: schemas['tools/complete_ticket'].description,
      effect: 'control',
      parameters: schemas['tools/complete_ticket'],
      validate: validateCompleteTicketArgs,
      run: (args, { signal }) => steps.completeTicket(args, signal),
    }),
    defineTool({
      name: 'subtask_complete',
      description: schemas['tools/subtask_complete'].description,
      effect: 'control',
      parameters: schemas['tools/subtask_complete'],
      validate: validateSubtaskCompleteArgs,
      run: args => steps.subtaskComplete(args),
    }),
  ];
}
