import { count } from '../kernel/amounts.ts';
import { joinReasons } from '../kernel/sentences.ts';
import { commonHeadline } from '../runs/common-outcome.ts';
import type { WrapOutcome } from './events.ts';

/** One sentence for a closing notification or the last line of a report. */
export function wrapHeadline(outcome: WrapOutcome): string {
  switch (outcome.kind) {
    case 'APPLIED':
      return `Applied ${count(outcome.files, 'file')}`;
    case 'DONE':
      return outcome.notes === undefined
        ? 'The program changed nothing'
        : `The program changed no contents of files: ${outcome.notes.join('; ')}`;
    case 'BLOCKED':
      return outcome.files === undefined
        ? `Nothing was applied: ${joinReasons(outcome.reasons)}`
        : `Applied ${count(outcome.files, 'file')} of earlier turns, and nothing of the last change: ${joinReasons(outcome.reasons)}`;
    default:
      return commonHeadline(outcome);
  }
}
