import { Staging } from '../gate/staging.ts';
import { managerMessage } from './briefing.ts';
import { type ConversationEnd, type ResumedConversation, runConversation } from './conversation.ts';
import { MANAGER_TOOLS } from './roles.ts';
import type { TicketRun } from './run-request.ts';
import { nothingOpen } from './steps.ts';
import { ticketToolbox } from './toolbox.ts';

/** The manager's conversation: until it assigns, completes the ticket, or nothing can continue without a person. */
export function manage(
  run: TicketRun,
  continuation: ResumedConversation | undefined,
): Promise<ConversationEnd> {
  const { ports, recorder } = run;
  let sentNothingOpen = false;
  return runConversation(run, {
    agent: 'manager',
    prompt: 'manager-master',
    toolbox: ticketToolbox(run, new Staging(run.folder.files, ports.sha256)),
    allowed: MANAGER_TOOLS,
    continuation,
    brief: () => managerMessage(recorder.state, ports.sha256),
    halt: () => {
      const { state } = recorder;
      if (state.deliveryFailure !== undefined) return state.deliveryFailure;
      const isStuck =
        state.currentSubtaskId === undefined && state.subtasks.some(s => s.status === 'blocked');
      if (!isStuck) return undefined;
      // The manager continues after every update, once also when nothing is left to do.
      if (sentNothingOpen) return nothingOpen(state);
      sentNothingOpen = true;
      return undefined;
    },
    before: async () => undefined,
    closeTurn: async () => [],
  });
}
