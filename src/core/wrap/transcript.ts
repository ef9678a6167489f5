import type { FileChange } from '../changes/change-set.ts';
import { unifiedDiff } from '../changes/unified-diff.ts';
import { count, duration } from '../kernel/amounts.ts';
import { asCode, asDocument, inLine, said } from '../kernel/markdown.ts';
import { workSection } from '../runs/work-transcript.ts';
import type { WrapEvent } from './events.ts';
import { wrapHeadline } from './outcome.ts';
import { sessionSection } from './session-transcript.ts';

/** A run as a readable Markdown document. */
export const wrapTranscript = (events: readonly WrapEvent[]): string => asDocument(events.map(section));

/** The same with the diff of what it changed. */
export const withChange = (transcript: string, files: readonly FileChange[]): string =>
  asDocument([transcript, ...files.map(file => asCode(unifiedDiff(file).trimEnd(), 'diff'))]);

function section(event: WrapEvent): string | undefined {
  switch (event.type) {
    case 'run_started':
      return [
        `# ${inLine(event.command[0] ?? 'a program')}`,
        `Run ${event.runId}. The ${event.protocol === undefined ? 'program that was run' : 'agent that worked'} on a copy of the workspace:`,
        asCode(event.command.join('\n')),
        ...event.claims.map(claim => `- claimed: ${inLine(claim)}`),
      ].join('\n\n');
    case 'ran':
      return [
        `${endWords(event.end)} after ${duration(event.ms)} ${event.sandbox === undefined ? '**without a sandbox**' : `in a sandbox (${event.sandbox})`}; ${count(event.files, 'file')} changed in its copy.`,
        ...(event.notes ?? []).map(note => `- ${inLine(note)}`),
      ].join('\n\n');
    case 'printed':
    case 'listening':
      return undefined;
    case 'connected':
    case 'prompted':
    case 'said':
    case 'planned':
    case 'acted':
    case 'permitted':
    case 'turned':
      return sessionSection(event);
    case 'finished':
      return `**${event.outcome.kind}** — ${said(wrapHeadline(event.outcome))}`;
    default:
      return workSection(event);
  }
}

/** How a program ended, as the beginning of a sentence. */
export const endWords = (end: number | string): string =>
  typeof end === 'number' ? `It ended with exit code ${end}` : `It was ended by ${inLine(end)}`;
