import { count, duration } from '../kernel/amounts.ts';
import { inLine, said } from '../kernel/markdown.ts';
import { doneInTurnSection } from '../runs/session-section.ts';
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
    case 'turned':
      return [
        `${turnEnd(event)} after ${duration(event.ms)}; ${count(event.files, 'file')} changed in its copy.`,
        ...(event.notes ?? []).map(note => `- ${inLine(note)}`),
      ].join('\n\n');
    default:
      return doneInTurnSection(event);
  }
}

/** How a turn ended, as the beginning of a sentence. */
export const turnEnd = ({ stop }: Pick<Extract<SessionEvent, { type: 'turned' }>, 'stop'>): string =>
  stop === 'end_turn' ? 'The turn ended' : `The turn ended early (${inLine(stop)})`;
