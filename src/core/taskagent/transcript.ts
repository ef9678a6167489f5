import { asDocument, inLine, said } from '../kernel/markdown.ts';
import { workSectionOf } from '../runs/work-table.ts';
import { workSection } from '../runs/work-transcript.ts';
import type { AgentEvent } from './events.ts';
import { agentHeadline } from './outcome.ts';
import { agentRows } from './work-rows.ts';

/** A run as a readable Markdown document: what was said, called, decided and delivered, in order. */
export const agentTranscript = (events: readonly AgentEvent[]): string =>
  asDocument([...events.map(section), workSectionOf(agentRows(events, 'not ended'))]);

function section(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return [
        `# ${inLine(event.task)}`,
        `Run ${event.runId} · ${event.mode} · ${inLine(event.model)} · review: ${event.review} · delivery: ${event.delivery}`,
      ].join('\n\n');
    case 'cycle_started':
      return `## Cycle ${event.cycle} in ${inLine(event.workspace)}`;
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
