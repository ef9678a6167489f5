import { rejectedWords } from '../../core/gate/decided-words.ts';
import { joinReasons } from '../../core/kernel/sentences.ts';
import type { WorkEvent } from '../../core/runs/common-events.ts';
import type { Colours } from './colours.ts';
import { verifiedLines } from './verified-lines.ts';

type Shown = Extract<
  WorkEvent,
  { type: 'protocol_fault' | 'inspected' | 'verified' | 'reviewed' | 'warning' | 'waiting' }
>;

/**
 * What a person reads of the events that all agents have alike.
 * @param agentId where several agents work: whose event it is
 */
export function workLine(event: Shown, c: Colours, agentId?: string): string {
  const of = agentId === undefined ? '' : ` of ${agentId}`;
  switch (event.type) {
    case 'protocol_fault':
      return c.yellow(
        `  ${agentId === undefined ? '' : `${agentId}: `}the reply was not accepted: ${event.fault}`,
      );
    case 'inspected':
      return event.decision === 'approve'
        ? c.dim(`  QA approves change ${event.number}${of}`)
        : c.red(`  QA rejects change ${event.number}${of}: ${joinReasons(event.reasons)}`);
    case 'verified':
      return verifiedLines(event, c);
    case 'reviewed':
      return event.decision === 'apply'
        ? c.dim(`  change ${event.number}${of} approved by ${event.by}`)
        : c.red(`  change ${event.number}${of} ${rejectedWords(event.by, event.reason)}`);
    case 'warning':
    case 'waiting':
      return c.yellow(`  ${event.sentence}`);
  }
}
