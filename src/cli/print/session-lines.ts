import { consentWords } from '../../core/gate/decided-words.ts';
import { count } from '../../core/kernel/amounts.ts';
import { PLAN_MARKS } from '../../core/runs/session-section.ts';
import type { SessionEvent } from '../../core/wrap/events.ts';
import { turnEnd } from '../../core/wrap/session-transcript.ts';
import type { Colours } from './colours.ts';

const MOST_OUTPUT_LINES = 12;

/** What a person reads of an agent of another maker while it works. */
export function sessionLine(event: SessionEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'connected': {
      const where = event.sandbox === undefined ? 'without a sandbox' : `in a sandbox (${event.sandbox})`;
      return c.dim(`  ${event.agent} answers, on a copy of the workspace, ${where}`);
    }
    case 'prompted':
      return [
        `\n${c.bold(`Turn ${event.turn}`)}  ${event.text}`,
        ...(event.told ?? []).map(told => c.dim(`  also told: ${told}`)),
      ].join('\n');
    case 'said':
      return indent(event.text);
    case 'planned':
      return event.entries.map(({ text, status }) => c.dim(`  ${PLAN_MARKS[status]} ${text}`)).join('\n');
    case 'acted': {
      const line = `  ${event.ok ? '✓' : '✗'} ${event.does} ${event.title}`;
      if (event.ok) return c.green(line);
      return [c.red(line), ...(event.output === undefined ? [] : [firstLines(event.output)])].join('\n');
    }
    case 'permitted':
      return (event.granted ? c.dim : c.yellow)(`  ${event.title}: ${consentWords(event.granted, event.by)}`);
    case 'turned': {
      const files = `${count(event.files, 'file')} changed in its copy`;
      return [`${turnEnd(event)}; ${files}`, ...(event.notes ?? [])].map(one => `  ${one}`).join('\n');
    }
  }
}

function firstLines(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, MOST_OUTPUT_LINES);
  const left = lines.length - shown.length;
  return indent([...shown, ...(left > 0 ? [`… and ${left} more lines`] : [])].join('\n'), '    ');
}

const indent = (text: string, by = '  '): string => text.replace(/^(?=.)/gm, by);
