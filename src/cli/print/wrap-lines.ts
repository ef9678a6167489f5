import { count } from '../../core/kernel/amounts.ts';
import { reasonsOf } from '../../core/runs/common-outcome.ts';
import type { WrapEvent } from '../../core/wrap/events.ts';
import { wrapHeadline } from '../../core/wrap/outcome.ts';
import type { WrapState } from '../../core/wrap/state.ts';
import { endWords } from '../../core/wrap/transcript.ts';
import type { CommandLine } from '../options.ts';
import type { Colours } from './colours.ts';
import { triedJson } from './outcome-line.ts';
import { runEndText } from './run-end.ts';
import { sessionLine } from './session-lines.ts';
import { triedLines } from './trials.ts';
import { workLine } from './work-lines.ts';

/** What a person reads of one event; `undefined` when it is not of interest. */
export function wrapLine(event: WrapEvent, c: Colours): string | undefined {
  switch (event.type) {
    case 'run_started':
      return c.bold(`Run ${event.runId}: ${event.command.join(' ')}`);
    case 'printed':
      return event.text.trimEnd() === '' ? undefined : c.dim(event.text.trimEnd());
    case 'ran': {
      const where = event.sandbox === undefined ? 'without a sandbox' : `in a sandbox (${event.sandbox})`;
      const files = `${count(event.files, 'file')} changed in its copy`;
      return [`${endWords(event.end)}, ${where}; ${files}`, ...(event.notes ?? [])]
        .map(sentence => `  ${sentence}`)
        .join('\n');
    }
    case 'connected':
    case 'prompted':
    case 'said':
    case 'planned':
    case 'acted':
    case 'permitted':
    case 'turned':
      return sessionLine(event, c);
    case 'applied':
      return `  applied to ${event.files.map(f => f.path).join(', ')}`;
    case 'warning':
      // Said below the diff, right before the question.
      return undefined;
    case 'tried':
      return triedLines(event, c);
    case 'inspected':
    case 'verified':
    case 'reviewed':
      return workLine(event, c);
    default:
      return undefined;
  }
}

/** The last lines a person reads. */
export function wrapEndText(state: WrapState, line: CommandLine, c: Colours): string {
  const { outcome, runId, applied } = state;
  if (!outcome) return '';
  const canBeReverted = applied.some(({ reverted }) => reverted !== true);
  return runEndText({ runId, outcome, headline: wrapHeadline(outcome), next: [], canBeReverted }, line, c);
}

/** The last JSON line. */
export const wrapEndJson = ({
  runId,
  outcome,
  end,
  agent,
  turns,
  applied,
  notes,
  warnings,
  tried,
}: WrapState): string =>
  JSON.stringify({
    outcome: outcome?.kind,
    ...(outcome?.kind === 'BLOCKED' ? { blocked_by: outcome.by } : {}),
    reasons: reasonsOf(outcome),
    ...(end === undefined ? {} : { program_ended: end }),
    ...(agent === undefined ? {} : { agent, turns: turns.length }),
    files: applied.flatMap(({ files }) =>
      files.map(({ path, before_sha256, after_sha256 }) => ({ path, before_sha256, after_sha256 })),
    ),
    warnings: [...new Set([...notes, ...warnings])],
    ...(tried ? triedJson(tried) : {}),
    run: runId,
  });
