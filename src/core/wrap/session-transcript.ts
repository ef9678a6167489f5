import { count, duration } from '../kernel/amounts.ts';
import { asCode, inLine, said } from '../kernel/markdown.ts';
import type { SessionEvent } from './events.ts';

/** What is read of a line that only the run of an agent has. */
export function sessionSection(event: SessionEvent): string | undefined {
  switch (event.type) {
    case 'connected':
      return `${inLine(event.agent)} answers, ${event.sandbox === undefined ? '**without a sandbox**' : `in a sandbox (${event.sandbox})`}.`;
    case 'prompted':
      return [
        `## Turn ${event.turn}`,
        `You: ${said(event.text)}`,
        ...(event.told ?? []).map(told => `Also told: ${said(told)}`),
      ].join('\n\n');
    case 'said':
      return `Agent: ${said(event.text)}`;
    case 'planned':
      return event.entries.map(({ text, status }) => `- ${PLAN_MARKS[status]} ${inLine(text)}`).join('\n');
    case 'acted': {
      const title = `- ${event.ok ? '✓' : '✗'} ${event.does}: ${inLine(event.title)}`;
      return event.output === undefined ? title : `${title}\n\n${asCode(event.output)}`;
    }
    case 'permitted':
      return `- ${inLine(event.title)}: ${event.granted ? 'allowed' : 'refused'} by ${inLine(event.by)}`;
    case 'turned':
      return [
        `${turnEnd(event)} after ${duration(event.ms)}; ${count(event.files, 'file')} changed in its copy.`,
        ...(event.notes ?? []).map(note => `- ${inLine(note)}`),
      ].join('\n\n');
  }
}

export const PLAN_MARKS = { pending: '○', in_progress: '▸', completed: '✓' } as const;

/** How a turn ended, as the beginning of a sentence. */
export const turnEnd = ({ stop }: Pick<Extract<SessionEvent, { type: 'turned' }>, 'stop'>): string =>
  stop === 'end_turn' ? 'The turn ended' : `The turn ended early (${inLine(stop)})`;
