import { gateWork } from '../runs/gated-work.ts';
import { developerMessage } from './briefing.ts';
import { checkChange } from './check-change.ts';
import { type ConversationEnd, type ResumedConversation, runConversation } from './conversation.ts';
import { withoutDot } from './observed.ts';
import { DEVELOPER_TOOLS } from './roles.ts';
import type { TicketRun } from './run-request.ts';
import { ticketToolbox } from './toolbox.ts';

/** The developer's conversation on the current assignment: until it reports, or a limit ends it. */
export function develop(
  run: TicketRun,
  continuation: ResumedConversation | undefined,
): Promise<ConversationEnd> {
  const { ports, settings, recorder } = run;
  const mode = recorder.state.currentDeveloperMode ?? 'implementation';
  const { gate, turns } = gateWork(run.gated, {
    after: run.after,
    nextNumber: () => recorder.state.proposals + 1,
    check: changes => checkChange(changes, recorder.state, settings.scope),
    asks: () => {
      const { currentSubtaskId: task } = recorder.state;
      return { agent: 'developer', ...(task === undefined ? {} : { task }) };
    },
    // QA has each edit of the assignment as that of a work order.
    task: () => {
      const { goal = '', acceptanceCriteria = [] } = recorder.state.lastManagerAssignment ?? {};
      return [goal, ...acceptanceCriteria.map(criterion => `- ${criterion}`)].join('\n');
    },
  });
  let wrote = recorder.state.observed.filesChanged.length > 0;

  return runConversation(run, {
    agent: 'developer',
    prompt: `developer-${mode}`,
    toolbox: ticketToolbox(run, gate.staging),
    allowed: DEVELOPER_TOOLS[mode],
    continuation,
    brief: () => developerMessage(recorder.state, ports.sha256),
    before: turns.before,
    after: async (result, effect) => {
      if (effect === 'write' && result.status === 'ok' && !wrote) {
        wrote = true;
        await warnOfUnread();
      }
      return result;
    },
    gate: turns.gate,
    closeTurn: turns.closeTurn,
    onTurn: (turn, note) => gate.beginTurn(turn, note),
  });

  /**
   * Files to inspect come before the first change; skipping them is a warning, because the assignment says "should".
   */
  async function warnOfUnread(): Promise<void> {
    const { lastManagerAssignment, observed } = recorder.state;
    const unread = (lastManagerAssignment?.filesToInspect ?? [])
      .map(withoutDot)
      .filter(path => !observed.filesRead.includes(path));
    if (unread.length === 0) return;
    const sentence = `the first change came before reading ${unread.join(', ')}, which the assignment names to inspect`;
    await recorder.record({ type: 'warning', sentence });
    turns.note(sentence);
  }
}
