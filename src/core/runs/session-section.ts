import { consentWords } from '../gate/decided-words.ts';
import { asCode, inLine, said } from '../kernel/markdown.ts';
import type { DoneInTurn } from './session-events.ts';

/** What is read of a line that only an agent of another maker writes. */
export function doneInTurnSection(event: DoneInTurn): string {
  switch (event.type) {
    case 'said':
      return `Agent: ${said(event.text)}`;
    case 'planned':
      return event.entries.map(({ text, status }) => `- ${PLAN_MARKS[status]} ${inLine(text)}`).join('\n');
    case 'acted': {
      const title = `- ${event.ok ? '✓' : '✗'} ${event.does}: ${inLine(event.title)}`;
      return event.output === undefined ? title : `${title}\n\n${asCode(event.output)}`;
    }
    case 'permitted':
      return `- ${inLine(event.title)}: ${consentWords(event.granted, inLine(event.by))}`;
  }
}

export const PLAN_MARKS = { pending: '○', in_progress: '▸', completed: '✓' } as const;
