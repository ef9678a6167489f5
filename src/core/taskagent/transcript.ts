import type { ReviewPolicy } from '../gate/gate-events.ts';
import { asDocument, inLine, said } from '../kernel/markdown.ts';
import { workSectionOf } from '../runs/work-table.ts';
import { workSection } from '../runs/work-transcript.ts';
import type { AgentEvent, AgentMode, DeliveryPolicy } from './events.ts';
import { placeWords } from './events.ts';
import { agentHeadline } from './outcome.ts';
import { agentRows } from './work-rows.ts';

const MODES: Readonly<Record<AgentMode, string>> = {
  single: 'one turn',
  converse: 'until done',
  continuous: 'task after task',
};

const REVIEWS: Readonly<Record<ReviewPolicy, string>> = {
  turn: 'asks per turn',
  each: 'asks for each change',
  auto: 'applies what passes every check',
};

const DELIVERIES: Readonly<Record<DeliveryPolicy, string>> = {
  none: 'result in the folder, not committed',
  folder: 'result in the folder, with commits',
  commit: 'result on a branch of its own',
  push: 'result on a branch that is pushed',
  pr: 'result as a pull request',
};

/** A run as a readable Markdown document: what was said, called, decided and delivered, in order. */
export const agentTranscript = (events: readonly AgentEvent[]): string =>
  asDocument([...events.map(section), workSectionOf(agentRows(events, 'not ended'))]);

function section(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return [
        `# ${inLine(event.task)}`,
        [
          `Run ${event.runId}`,
          MODES[event.mode],
          inLine(event.model),
          REVIEWS[event.review],
          DELIVERIES[event.delivery],
        ].join(' · '),
      ].join('\n\n');
    case 'cycle_started':
      return `## Cycle ${event.cycle}\n\nIn ${inLine(placeWords(event))}.`;
    case 'asked':
      return `**Question:** ${said(event.question)}`;
    case 'resumed':
      return event.answer === undefined ? '**Resumed.**' : `**Answer:** ${said(event.answer)}`;
    case 'finished':
      return `**${event.outcome.kind}** — ${said(agentHeadline(event.outcome))}`;
    case 'cycle_ended':
    case 'tests_missing':
    case 'submitted':
      return undefined;
    default:
      return workSection(event);
  }
}
